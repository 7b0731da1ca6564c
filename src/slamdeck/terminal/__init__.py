"""Slamdeck in a terminal: one person against bots, in real time."""

from __future__ import annotations

import getpass
import secrets
import time
from collections.abc import Mapping, Sequence

from slamdeck.core.game import GameInfo
from slamdeck.core.options import parse_assignment
from slamdeck.games import all_games, find_game
from slamdeck.terminal.keys import Keyboard, require_terminal
from slamdeck.terminal.menu import GameMenu, ReadyMenu
from slamdeck.terminal.paper import Paper
from slamdeck.terminal.performance import draw_sitting
from slamdeck.terminal.sitting import AGAIN, OTHER, Seating, Sitting

FRAME = 0.05  # at most twenty drawings a second …
LISTENING_S = 0.01  # … but keys and bots are seen to more often
NO_NAMES = ("root", "admin", "administrator", "user", "ubuntu", "debian", "guest")
SOMEBODY = "Kim"


def play_in_terminal(
    game: str | None,
    seats: int | None,
    seed: int | None = None,
    assignments: Sequence[str] = (),
    games: Mapping[str, GameInfo] | None = None,
) -> bytes | None:
    """Pick a game if none was named, agree on the players, and play until the person has had enough.

    Returns the record of the last game, if there was one.
    """
    games = all_games() if games is None else games
    info = find_game(game, games) if game else None
    if info is not None and seats is not None:
        info.check_seats(seats)
    given = dict(parse_assignment(text) for text in assignments)
    require_terminal()
    seed = secrets.randbits(40) if seed is None else seed
    with Keyboard() as keyboard, Paper() as paper:
        evening = Evening(keyboard, paper, seats, seed, given, games)
        evening.spend(info)
    return evening.record


class Evening:
    """Game after game at one terminal."""

    def __init__(
        self,
        keyboard: Keyboard,
        paper: Paper,
        seats: int | None,
        seed: int,
        given: dict[str, object],
        games: Mapping[str, GameInfo],
    ) -> None:
        self.keyboard = keyboard
        self.paper = paper
        self.seats = seats
        self.seed = seed
        self.given = given
        self.games = games
        self.record: bytes | None = None  # of the last game

    def spend(self, info: GameInfo | None) -> None:
        """Leaving the last look before the deal leads back to the list, if that is where one came from."""
        named = info is not None
        while True:
            info = info or self.pick_game()
            if info is None:
                return
            wish = self.play_game(info)
            if wish != OTHER and (wish or named):
                return
            info, named = None, False

    def pick_game(self) -> GameInfo | None:
        menu = GameMenu(list(self.games.values()))
        self.ask(menu)
        return menu.chosen

    def play_game(self, info: GameInfo) -> str:
        """What the person wants afterwards; nothing if the cards were not even dealt."""
        if self.seats is not None:
            info.check_seats(self.seats)
        menu = ReadyMenu(info, self.seats)
        self.ask(menu)
        if menu.left:
            return ""
        wish = AGAIN
        while wish == AGAIN:
            options = info.read_options(self.given, menu.seats)
            seating = Seating(info, menu.seats, options, self.seed, menu.quickness, own_name(), menu.policy)
            wish = self.sit_down(seating)
            self.seed += 1
        return wish

    def ask(self, menu: GameMenu | ReadyMenu) -> None:
        while not menu.done:
            self.paper.show(menu.draw(*self.paper.size()))
            for key in self.keyboard.read(0.2):
                if not menu.done:
                    menu.press(key)

    def sit_down(self, seating: Seating) -> str:
        """The real-time loop: keys and the clock in, drawings out."""
        sitting = Sitting(seating, milliseconds())
        drawn: tuple[object, ...] = ()
        drawn_at = 0.0
        while not sitting.wish:
            for key in self.keyboard.read(LISTENING_S):
                sitting.tick(milliseconds())
                sitting.press(key, milliseconds())
            sitting.tick(milliseconds())
            state = (sitting.changes, self.paper.size())
            if state != drawn and time.monotonic() - drawn_at >= FRAME:
                drawn, drawn_at = state, time.monotonic()
                self.paper.show(draw_sitting(sitting, *self.paper.size()))
        self.record = sitting.game.to_bytes()
        return sitting.wish


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def own_name() -> str:
    """What the table calls you: your login, unless that is no name."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        return SOMEBODY
    return name.capitalize()[:10] if name.isalpha() and name.lower() not in NO_NAMES else SOMEBODY
