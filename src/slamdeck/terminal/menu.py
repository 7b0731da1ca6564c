"""Before the deal: which game, how many players, how quick the bots and by whose wits."""

from __future__ import annotations

from rich.text import Text

from slamdeck.bots.levels import LEVELS
from slamdeck.bots.policies import OWN
from slamdeck.bots.roster import parse_bot, policies_for
from slamdeck.core.game import GameInfo
from slamdeck.terminal.faces import Block
from slamdeck.terminal.keys import HUNG_UP
from slamdeck.terminal.labels import key_cap
from slamdeck.terminal.lines import DIM, with_footer

EVEN = "even"  # bots that adapt until you win about half of the races
QUICKNESS = [EVEN, *LEVELS]
USUAL_SEATS = 4


def usual_seats(info: GameInfo) -> int:
    return max(info.fewest, min(USUAL_SEATS, info.most))


class GameMenu:
    """Pick a game: arrows and Enter, or its number."""

    def __init__(self, games: list[GameInfo]) -> None:
        self.games = games
        self.at = 0
        self.chosen: GameInfo | None = None
        self.left = False

    @property
    def done(self) -> bool:
        return self.left or self.chosen is not None

    def press(self, key: str) -> None:
        if key in ("q", "esc", HUNG_UP):
            self.left = True
        elif key in ("up", "k"):
            self.at = (self.at - 1) % len(self.games)
        elif key in ("down", "j", "tab"):
            self.at = (self.at + 1) % len(self.games)
        elif key in ("enter", "space"):
            self.chosen = self.games[self.at]
        elif key.isdigit() and 1 <= int(key) <= len(self.games):
            self.chosen = self.games[int(key) - 1]

    def draw(self, width: int, height: int) -> Block:
        lines = [Text(), Text("  SLAMDECK", style="bold color(221)"), Text("  Which game?", style="bold"), Text()]
        for index, info in enumerate(self.games):
            lines += self.entry(index, info, roomy=height >= 3 * len(self.games) + 7)
        return with_footer(lines, "↑ ↓ and Enter, or the number · q quits", width, height)

    def entry(self, index: int, info: GameInfo, roomy: bool) -> Block:
        here = index == self.at
        title = Text.assemble(
            (" ▶ " if here else "   ", "bold bright_green"),
            key_cap(str(index + 1)),
            " ",
            (info.title, "bold bright_white" if here else "bold"),
            (f"   {info.fewest}–{info.most} players, about {info.minutes} minutes", DIM),
        )
        tagline = Text(f"       {info.tagline}", style="" if here else DIM)
        return [title, tagline, Text()] if roomy else [title, tagline]


class ReadyMenu:
    """The last look before the deal: the number of players, how quick the bots are, and how they decide."""

    def __init__(self, info: GameInfo, seats: int | None) -> None:
        self.info = info
        self.seats = usual_seats(info) if seats is None else seats
        self.quickness = EVEN
        self.policies = [name for name in policies_for(info) if not parse_bot(name).searches]  # nobody waits for a head
        self.policy = OWN
        self.ready = False
        self.left = False

    @property
    def done(self) -> bool:
        return self.ready or self.left

    def press(self, key: str) -> None:
        if key in ("q", "esc", HUNG_UP):
            self.left = True
        elif key in ("left", "-"):
            self.seats = max(self.info.fewest, self.seats - 1)
        elif key in ("right", "+"):
            self.seats = min(self.info.most, self.seats + 1)
        elif key in ("up", "down", "b"):
            step = -1 if key == "up" else 1
            self.quickness = QUICKNESS[(QUICKNESS.index(self.quickness) + step) % len(QUICKNESS)]
        elif key == "tab":
            self.policy = self.policies[(self.policies.index(self.policy) + 1) % len(self.policies)]
        elif key.isdigit() and self.info.fewest <= int(key) <= self.info.most:
            self.seats = int(key)
        elif key in ("enter", "space"):
            self.ready = True

    def draw(self, width: int, height: int) -> Block:
        counts = range(self.info.fewest, self.info.most + 1)
        lines = [
            Text(),
            Text(f"  {self.info.title}", style="bold color(221)"),
            Text(f"  {self.info.tagline}", style=DIM),
            Text(),
            choices("players", [str(n) for n in counts], str(self.seats), "← →", "you and bots"),
            choices("bots", QUICKNESS, self.quickness, "↑ ↓", "how quick"),
            choices("wits", self.policies, self.policy, "Tab", "how they decide"),
            Text(),
            Text.assemble("  ", key_cap("enter"), ("  deal", "bold bright_green")),
            Text(),
            Text("  It is played in real time. At the table ? shows the keys, r the rules,", style=DIM),
            Text("  and time stands still while you read.", style=DIM),
        ]
        return with_footer(lines, "Enter deals · q goes back", width, height)


def choices(name: str, values: list[str], chosen: str, keys: str, meaning: str) -> Text:
    text = Text(f"  {name:<9}", style="bold")
    for value in values:
        text.append(f" {value} ", style="bold black on color(221)" if value == chosen else "")
        text.append(" ")
    return text.append(f"  {keys}  {meaning}", style=DIM)
