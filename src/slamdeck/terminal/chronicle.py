"""What has happened, in sentences, as one seat heard it. Cards that change places share one quiet line."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import msgspec

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.telling import owner_of, sentence
from slamdeck.core.views import Told

REMEMBERED = 40
WIDEST = 70  # of a line of card movements


@dataclass(frozen=True)
class LogLine:
    """A line of the log: a sentence, a quiet run of played cards, or a word to the player alone."""

    text: str
    tone: str = "said"  # said, quiet, private


class Chronicle:
    """The log of one seat."""

    def __init__(self, info: GameInfo, deck: Deck, names: list[str], you: int) -> None:
        self.info = info
        self.deck = deck
        self.names = names
        self.you = you
        self.lines: deque[LogLine] = deque(maxlen=REMEMBERED)

    def hear(self, told: Told) -> None:
        player = self.who_played(told)
        if player and told.card:
            self.add_quietly(player, self.card_words(told.card))
        shown = msgspec.structs.replace(told, card=self.card_words(told.card)) if told.card else told
        text = with_clause(sentence(self.info.events, shown, self.names, [self.you]), told.clause)
        if text and (not self.lines or self.lines[-1].text != text):
            self.lines.append(LogLine(text))

    def whisper(self, text: str, clause: str = "") -> None:
        """Something for the player alone: why an input did nothing."""
        line = with_clause(text, clause)
        if not self.lines or self.lines[-1].text != line:
            self.lines.append(LogLine(line, "private"))

    def who_played(self, told: Told) -> str:
        """Whoever put down a card that everybody saw, or nobody."""
        owner = owner_of(told.source)
        if told.card is None or owner < 0 or owner_of(told.target) >= 0:
            return ""
        return "You" if owner == self.you else self.names[owner]

    def add_quietly(self, player: str, card: str) -> None:
        """ "Ada: egg · Ben: bacon, onion": one line for as many cards as it holds."""
        text = f"{player}: {card}"
        last = self.lines[-1] if self.lines else None
        if last is not None and last.tone == "quiet" and len(last.text) + len(text) < WIDEST:
            self.lines.pop()
            latest = last.text.rpartition(" · ")[2]
            text = f"{last.text}, {card}" if latest.startswith(f"{player}: ") else f"{last.text} · {text}"
        self.lines.append(LogLine(text, "quiet"))

    def card_words(self, name: str) -> str:
        return self.info.card_words(self.deck.kinds[self.deck.index[name]])


def with_clause(text: str, clause: str) -> str:
    return f"{text} [{clause}]" if text and clause else text
