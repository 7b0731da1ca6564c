"""Actions in plain words: what a person reads beside a key."""

from __future__ import annotations

from rich.text import Text

from slamdeck.core.actions import SEAT, Catalogue, Parameter
from slamdeck.terminal.faces import Faces

KEY_NAMES = {"space": "Space", "enter": "Enter", "esc": "Esc", "back": "Backspace", "tab": "Tab"}


class Labels:
    """Turns the words of a game's actions into words for this table: cards by their faces, seats by their names."""

    def __init__(self, catalogue: Catalogue, faces: Faces, names: list[str]) -> None:
        self.catalogue = catalogue
        self.faces = faces
        self.names = names

    def label(self, words: tuple[str, ...], spelled: int = 0) -> Text:
        """An action, or what it adds to the words that are spelled already."""
        pieces = [Text(words[0].replace("_", " "))]
        pieces += [self.word(word, place) for word, place in zip(words[1:], self.places(words), strict=True)]
        return Text(" ").join(pieces[spelled:]) if spelled < len(pieces) else Text("that is all")

    def places(self, words: tuple[str, ...]) -> list[Parameter | None]:
        """The parameter that each argument fills, where that is clear."""
        verb = self.catalogue.named.get(words[0])
        waiting = [p for p in verb.parameters if not p.keyword] if verb else []
        found: list[Parameter | None] = []
        for word in words[1:]:
            while waiting and word not in waiting[0].index and waiting[0].optional:
                waiting.pop(0)
            found.append(waiting.pop(0) if waiting and word in waiting[0].index else None)
        return found

    def word(self, word: str, parameter: Parameter | None) -> Text:
        if parameter is not None and parameter.means == SEAT:
            return Text(self.names[int(word)], style="bold")
        key, sign, value = word.partition("=")
        if sign:
            return Text(f"+ {key}" if value == "true" else f"+ {key} {value}")
        if word in self.faces.words:
            return Text(self.faces.words[word], style=self.faces.ink(word))
        return Text(word)


def key_cap(key: str) -> Text:
    return Text(f" {KEY_NAMES.get(key, key)} ", style="bold black on color(252)")
