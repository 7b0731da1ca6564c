"""A game that was played in virtual time, shown to a page message by message: the same game every time.

The page gets its files from a server and everything else from here. Its clocks stand still: what is said stays, and
hands that have come down lie there, until the next message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.server.http.answers import PROTOCOL, GameShown
from slamdeck.server.http.games_shown import all_about_games
from slamdeck.table import messages as say
from slamdeck.table.live import LiveTable
from tests.browser.stage import PATIENCE_MS

SECOND: Final = 1_000_000
CODE: Final = "SAMEGAME"
PERSON: Final = "somebody"
PACE: Final = 2 * SECOND  # the person does something
LENGTH: Final = 420  # messages
UPDATES: Final = {"stim", "news"}
CLOSELY: Final = 6  # messages that a moment is made of
# Nothing that waits for long comes about; a note whose time is up stays.
STILL: Final = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...rest) => (ms >= 400 ? 0 : later(then, ms, ...rest));
  addEventListener("animationend", (event) => event.stopImmediatePropagation(), true);
})();"""
PAINTED: Final = """() => new Promise((done) => {
  let frames = 2;
  const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done());
  next();
})"""

Message = dict[str, Any]


@dataclass
class Rerun:
    """What one person was sent, and after which message something is worth looking at."""

    game: GameShown
    frames: list[Message]
    moments: dict[str, int]


def rerun_of(info: GameInfo, shown: GameShown, seats: int) -> Rerun:
    """A game for so many, and how the server describes it."""
    frames = list(played(info, [verb.name for verb in shown.verbs if not verb.parameters], seats))
    return Rerun(shown, frames, moments_in(frames, {name: event.tone for name, event in shown.events.items()}))


def played(info: GameInfo, verbs: list[str], seats: int) -> Iterator[Message]:
    """The person presses now this, now that, whether it helps or not, and sometimes what is not allowed."""
    table = LiveTable.open(CODE, info, House(), lambda: bytes(range(32)))
    table.join(0, PERSON, "Mia")
    for _ in range(seats - 1):
        table.receive(0, PERSON, say.AddBot(bot="casual"))
    table.receive(0, PERSON, say.Start())
    now, acts, sent, event, legal = 0, 0, 0, 0, list[str]()
    while sent < LENGTH and table.state.phase != "over":
        table.take_entries()
        for delivery in table.take_deliveries():
            if delivery.person != PERSON:
                continue
            sent += 1
            yield json.loads(msgspec.json.encode(delivery.message))
            if isinstance(delivery.message, say.Stim | say.News):
                event, legal = delivery.message.n, delivery.message.view.legal
                shown = max(now, delivery.at)
                table.receive(shown, PERSON, say.Seen(n=event, p=shown, c=shown))
        upcoming = table.next_wakeup(now)
        now = now + SECOND if upcoming is None else max(now + 1, upcoming)
        table.tick(now)
        if now // PACE > acts and event:
            acts = now // PACE
            choices = verbs if verbs and acts % 5 == 0 else legal
            if choices:
                do = choices[acts * 7 % len(choices)]
                table.receive(now, PERSON, say.Act(n=event, t=now, c=now, id=acts, do=do))


def moments_in(frames: list[Message], tones: dict[str, str]) -> dict[str, int]:
    """By name, the message after which it is to be seen: dealt, an own foul, a race that others have won, a refusal,
    and the most cards in hand."""
    found: dict[str, int] = {}
    most = 0
    for at, frame in enumerate(frames):
        kind = frame["m"]
        if kind in UPDATES:
            found.setdefault("dealt", at)
            told = frame.get("told", [])
            if any(one.get("seat") == 0 and tones.get(one["what"]) == "foul" for one in told):
                found.setdefault("foul", at)
            held = sum(len(zone["cards"]) for zone in frame["view"]["zones"] if zone["name"] == "hands[0]")
            if held > most:
                most, found["full"] = held, at
        elif kind == "race" and (frame["outcome"], 0 in frame["seats"]) in {("won", False), ("lost", True)}:
            found.setdefault("lost", next_update(frames, at))
        elif kind == "ok" and frame["verdict"] == "rejected":
            found.setdefault("refused", at)
    found["late"] = next_update(frames, len(frames) * 3 // 4)
    return distinct(dict(sorted(found.items(), key=lambda one: one[1])))


def distinct(moments: dict[str, int]) -> dict[str, int]:
    """One look at each message is enough."""
    by_message = {at: name for name, at in reversed(moments.items())}
    return {name: at for name, at in moments.items() if by_message[at] == name}


def next_update(frames: list[Message], at: int) -> int:
    """A verdict is shown with the cards that it moves."""
    return next((later for later in range(at, min(at + 3, len(frames))) if frames[later]["m"] in UPDATES), at)


def leap(frames: list[Message]) -> list[Message]:
    """All of this at once, as for somebody who has just come back: how the table is, and how it lies."""
    tables = [frame for frame in frames if frame["m"] not in UPDATES | {"race", "ok"}]
    updates = [frame for frame in frames if frame["m"] in UPDATES]
    return tables + [frame | {"m": "stim", "fresh": True} for frame in updates[-1:]]


class Screen:
    """A page that sits at that table. `show` brings it to a moment."""

    def __init__(self, page: Any, server: str, rerun: Rerun, names: tuple[str, ...]) -> None:
        self.page, self.rerun, self.names = page, rerun, names
        self.shown, self.greeted = 0, False
        self.socket: Any = None
        page.add_init_script(STILL)
        games = games_with(rerun.game)
        page.route("**/api/games", lambda route: route.fulfill(json=games))
        page.route(f"**/api/tables/{CODE}", lambda route: route.fulfill(json=INFO | {"game": rerun.game.slug}))
        page.route(f"**/api/tables/{CODE}/ticket", lambda route: route.fulfill(json={"ticket": "rerun"}))
        page.route_web_socket("**", self.connect)
        self.address = f"{server}/t/{CODE}"
        self.begin()

    def begin(self) -> None:
        """Whoever comes, comes before the deal."""
        self.shown, self.greeted = 0, False
        self.page.goto(self.address)
        self.wait_for_greeting()

    def connect(self, socket: Any) -> None:
        self.socket = socket
        socket.on_message(self.greet)

    def greet(self, text: str) -> None:
        if json.loads(text)["m"] != "hello":
            return
        self.send({"m": "welcome", "version": PROTOCOL, "table": CODE, "server": "rerun"})
        self.greeted = True

    def wait_for_greeting(self) -> None:
        for _ in range(PATIENCE_MS // 20):
            if self.greeted:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the page never called")

    def show(self, moment: str) -> None:
        until = self.rerun.moments[moment] + 1
        frames = self.rerun.frames[self.shown : until]
        for frame in leap(frames[:-CLOSELY]) + frames[-CLOSELY:]:
            self.send(frame)
            if frame["m"] in UPDATES:
                self.page.evaluate(PAINTED)
        self.shown = until
        self.page.locator("[data-move], [data-step]").first.wait_for(state="attached")
        self.page.evaluate(PAINTED)

    def send(self, frame: Message) -> None:
        if frame["m"] == "table":
            seats = [seat | {"name": name} for seat, name in zip(frame["seats"], self.names, strict=False)]
            frame = frame | {"seats": seats}
        self.socket.send(json.dumps(frame))


INFO: Final = {
    "table": CODE, "code": CODE, "title": "", "phase": "playing", "paused": False, "seats": [], "most": 6, "room": True,
    "watching": 0, "host": "Mia", "options": {}, "joined": True, "record": False,
}  # fmt: skip


def games_with(game: GameShown) -> Any:
    shown = all_about_games()
    games = [game, *(other for other in shown.games if other.slug != game.slug)]
    return json.loads(msgspec.json.encode(msgspec.structs.replace(shown, games=games)))
