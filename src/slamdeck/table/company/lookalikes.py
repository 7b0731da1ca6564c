"""Names that look the same: what a reader takes for "Ada" must not be somebody else.

No whole table of Unicode's confusable letters (it has thousands): those that pass for Latin letters in the alphabets
that keyboards and copied texts offer. Compatibility forms (full width, bold mathematics, small circles) fall together
by themselves, by NFKC.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# Letters by the Latin ones they pass for. Capitals stand apart where they look like something else than their small
# letters: Greek eta is an H, and a small one an n.
LOOKALIKES: Final = {
    "a": "АаΑαɑ",
    "b": "ВвΒβƄЬь",
    "c": "СсϹϲ",
    "d": "Ԁԁ",
    "e": "ЕеΕεҽ",
    "f": "Ϝϝƒ",
    "g": "ɡԌԍ",
    "h": "НнΗҺһԊԋ",
    "i": "ІіΙιıӀӏ1lL|",
    "j": "ЈјϳͿ",
    "k": "КкΚκ",
    "m": "МмΜ",
    "n": "Νηпո",
    "o": "ОоΟοσ0Օօ",
    "p": "РрΡρ",
    "q": "Ԛԛ",
    "r": "гᴦ",
    "s": "ЅѕՏ",
    "t": "ТтΤτ",
    "u": "υսμ",
    "v": "Ѵѵν",
    "w": "Ԝԝω",
    "x": "ХхΧχ",
    "y": "УуΥγҮү",
    "z": "Ζζ",
    "3": "Зз",
}
LATIN: Final = {ord(letter): latin for latin, letters in LOOKALIKES.items() for letter in letters}
# Two letters that stand for one.
PAIRS: Final = (("rn", "m"), ("vv", "w"))
VARIANTS: Final = dict.fromkeys(range(0xFE00, 0xFE10))  # they change how a sign is painted, not which one it is


def skeleton(name: str) -> str:
    """Two names with the same one count as the same name."""
    plain = unicodedata.normalize("NFKC", name).translate(VARIANTS)
    folded = unicodedata.normalize("NFKC", plain.translate(LATIN).casefold()).translate(LATIN)
    bare = "".join(folded.split())
    for pair, one in PAIRS:
        bare = bare.replace(pair, one)
    return bare
