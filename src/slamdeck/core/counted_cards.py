"""The cards of a box as somebody counts them: what is told of each kind, and how much of it at most."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from slamdeck.core.deck import LONGEST_WORD, MOST_KINDS

Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
SmallNumber = Annotated[int, Meta(ge=-10_000, le=10_000)]
Copies = Annotated[int, Meta(ge=0, le=250)]


class CardsOfAKind(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """So many cards of one kind. Without points they count what the game's own cards of that family count."""

    family: Word
    values: Annotated[dict[Word, SmallNumber | Word], Meta(max_length=8)] = {}
    copies: Copies
    points: SmallNumber | None = None


OwnCards = Annotated[list[CardsOfAKind], Meta(max_length=MOST_KINDS)]
