"""Everything a player of Hit the Deck can do, declared once; the codes follow from it."""

from __future__ import annotations

from slamdeck.core import actions
from slamdeck.core.actions import CARD, NUMBER, Catalogue, Parameter, Verb
from slamdeck.core.deck import Deck


def catalogue_of(deck: Deck) -> Catalogue:
    """Playing comes first, so a card's kind is also the code of playing it. A cut may say how many cards are lifted."""
    lifted = [str(number) for number in range(deck.size + 1)]
    return Catalogue(
        "hit_the_deck",
        [
            Verb("play", [Parameter("card", deck.names(), CARD)]),
            Verb("draw"),
            Verb("flip"),
            Verb("slap", manner=actions.HAND),
            Verb("call", manner=actions.SHOUT),
            Verb("next_hand", manner=actions.HOST),
            Verb("cut", [Parameter("k", lifted, NUMBER, optional=True, nearest=True)]),
        ],
    )
