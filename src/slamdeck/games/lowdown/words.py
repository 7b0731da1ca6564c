"""Lowdown in plain words: its events for the log, its cards for people."""

from __future__ import annotations

from slamdeck.core.deck import Kind
from slamdeck.core.telling import GOOD, Telling

EVENTS = {
    "move draw held": Telling("{to} {draws|draw} a card[: {card}]."),
    "move discard held": Telling("{to} {takes|take} {card} from the discards."),
    "move held grids": Telling("{from} {puts|put} {card} into {their|your} grid."),
    "move held discard": Telling("{from} {discards|discard} {card}."),
    "move grids discard": Telling("{from} {discards|discard} {card} from {their|your} grid."),
    "hand": Telling("Hand {number}: {who} {begins|begin}."),
    "look": Telling(
        "{who} {looks|look} at one of {from's} cards[: {card}].",
        own="{who} {looks|look} at one of {their|your} own cards[: {card}].",
    ),
    "look_ahead": Telling("{who} {looks|look} at the next card to draw[: {card}]."),
    "peeks": Telling("{who} {plays|play} a Peek."),
    "swaps": Telling("{who} {plays|play} a Swap."),
    "steals": Telling("{who} {plays|play} a Steal."),
    "swap": Telling(
        "{to} {steals|steal} a card from {from} and {leaves|leave} one for it.",
        own="{to} {swaps|swap} two of {their|your} own cards.",
    ),
    "fizzle": Telling("{who} {has|have} nothing left to play the card on: it has no effect."),
    "clear": Telling("{who} {clears|clear} a line worth {number:point|points}.", GOOD),
    "idle": Telling("{who} took too long: the move is made for {them|you}."),
    "hand_over": Telling("The hand is over after {number:turn|turns}."),
    "done": Telling("{who} {is|are} done clearing."),
    "hand_won": Telling("{who} {wins|win} the hand with {number:point|points}.", GOOD),
    "score": Telling("{who} {scores|score} {number:point|points}."),
    "end": Telling("The game is over."),
}


# LD-57 is about totals, of which players speak as points.
ENDINGS = {"LD-57": "somebody has as many points as were agreed on, and the fewest win"}


def card_words(kind: Kind) -> str:
    if kind.family == "number":
        return f"{kind.word('color')} {kind.number('value')}"
    if kind.family == "wild":
        return f"wild {kind.number('value')}"
    return kind.family
