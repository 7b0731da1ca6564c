"""Everything a player of Slamwich can do, declared once; the codes follow from it."""

from __future__ import annotations

from typing import Final

from slamdeck.core.actions import FLAG, HAND, SHOUT, Catalogue, Parameter, Verb
from slamdeck.core.native import i64

CATALOGUE: Final = Catalogue(
    "slamwich",
    [
        Verb("toss"),
        Verb("slap", [Parameter("yell", ["true"], FLAG, optional=True, keyword=True)], HAND),
        Verb("yell", manner=SHOUT),
    ],
)

TOSS: Final[i64] = CATALOGUE.parse("toss")
SLAP: Final[i64] = CATALOGUE.parse("slap")
SLAP_YELL: Final[i64] = CATALOGUE.parse("slap yell=true")
YELL: Final[i64] = CATALOGUE.parse("yell")
