"""Real tables: somebody in question, an equal, honest opponent on a clean 20 ms line, and a third who only tosses.

They play with a box of their own, nearly all of whose cards are alike: so there is something to race for at nearly
every card, and no hand costs anything.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

import aiohttp
import msgspec
from msgspec import structs

from slamdeck.core.actions import HAND, MOVE
from slamdeck.core.counted_cards import CardsOfAKind
from slamdeck.core.dice import FastDice
from slamdeck.core.game import GameInfo
from slamdeck.core.own_cards import cards_of
from slamdeck.core.problems import CheckFailed
from slamdeck.core.views import legal_codes
from slamdeck.games import all_games
from slamdeck.measure.fairness.figures import SUBJECT, StudiedRace
from slamdeck.measure.fairness.live.lateness import Lateness
from slamdeck.measure.fairness.live.opponents import LONGEST_RACE, SEATS, GameWords, LivePlayer, TimeTold
from slamdeck.measure.fairness.live.relay import HERE, Relay
from slamdeck.measure.fairness.live.wire import PlayerWire
from slamdeck.measure.fairness.page import Player
from slamdeck.server.tables.alarms import Alarms, micros
from slamdeck.table.times import MS

TOSSER: Final = 2
PAUSES: Final = ("min_toss_ms",)  # options of games
ALIKE: Final = 90  # cards of one kind: two alike lie there all the time
PATIENCE: Final = 60.0  # s without a race, after which a table is given up
OPENING_AT_A_TIME: Final = 4
BEFORE: Final = 300 * MS  # what an event needs at the most to its screen


def slapping_game() -> GameWords:
    """The simplest game for three in which every hand may come down at any moment."""
    found: dict[int, GameWords] = {}
    for info in all_games().values():
        if info.fewest <= SEATS <= info.most:
            rules = info.table(SEATS, info.deck(), info.read_options({}, SEATS), FastDice(1))
            rules.deal()
            catalogue = rules.catalogue
            if all(any(catalogue.is_hand(code) for code in legal_codes(rules, seat, 0)) for seat in range(SEATS)):
                hands, moves = (
                    frozenset(verb.name for verb in catalogue.verbs if verb.manner == manner) for manner in (HAND, MOVE)
                )
                found[int(catalogue.size)] = GameWords(info.slug, hands, moves, cards_alike(info), quick(info))
    if not found:
        raise CheckFailed("no game is installed in which three players may slap at any moment")
    return found[min(found)]


def cards_alike(info: GameInfo) -> list[CardsOfAKind]:
    """Many of one kind, of the family that has the most kinds; and one of every other family, since a box has them."""
    families: dict[str, list[CardsOfAKind]] = {}
    for cards in cards_of(info.house_deck):
        families.setdefault(cards.family, []).append(cards)
    usual = max(families, key=lambda family: len(families[family]))
    return [structs.replace(kinds[0], copies=ALIKE if family == usual else 1) for family, kinds in families.items()]


def quick(info: GameInfo) -> dict[str, int]:
    """Without the pause that a game makes between two moves: it is most of the time that a race takes."""
    return {name: 0 for name in PAUSES if name in info.options.__struct_fields__}


class Host:
    """Opens tables on one server and plays them."""

    def __init__(self, base: str, http: aiohttp.ClientSession, lateness: Lateness) -> None:
        self.base, self.http, self.lateness = base, http, lateness
        host, _, port = base.removeprefix("http://").rpartition(":")
        self.address = (host, int(port))
        self.words = slapping_game()
        self.alarms = Alarms()  # of all relays
        self.opening = asyncio.Semaphore(OPENING_AT_A_TIME)

    async def ask(self, path: str, body: object, cookie: str = "") -> tuple[dict[str, object], str]:
        headers = {"Origin": self.base} | ({"Cookie": cookie} if cookie else {})
        async with self.http.post(self.base + path, data=msgspec.json.encode(body), headers=headers) as answer:
            data = await answer.read()
            if answer.status >= 400:
                raise CheckFailed(f"the server refused a table: {data.decode(errors='replace')[:200]}")
            given = next((f"{name}={morsel.value}" for name, morsel in answer.cookies.items()), cookie)
            return msgspec.json.decode(data, type=dict[str, object]), given

    async def tickets(self) -> list[str]:
        """A new table, and a ticket for each of its seats."""
        opening = {"game": self.words.slug, "name": "subject", "cards": self.words.cards, "options": self.words.options}
        told, cookie = await self.ask("/api/tables", opening)
        code = told["code"]
        cookies = [cookie]
        for name in ("opponent", "tosser"):
            cookies.append((await self.ask(f"/api/tables/{code}/join", {"name": name}))[1])
        given = [await self.ask(f"/api/tables/{code}/ticket", {}, one) for one in cookies]
        return [str(told["ticket"]) for told, _ in given]

    async def play(
        self, pair: tuple[Player, Player], seed: str, note: Callable[[StudiedRace | None], bool], seconds: float
    ) -> None:
        """One table, until `note` has had enough or the time is up. It is told None of a race that does not count,
        since this computer was late for our own clients."""
        people = (*pair, Player())
        async with contextlib.AsyncExitStack() as stack:
            relays = [
                await stack.enter_async_context(Relay(one.line, self.address, f"{seed} line {seat}", self.alarms))
                for seat, one in enumerate(people)
            ]
            players = [LivePlayer(one, self.words, TOSSER, f"{seed} {seat}") for seat, one in enumerate(people)]
            async with self.opening:
                for player, relay, ticket in zip(players, relays, await self.tickets(), strict=True):
                    await self.connect(player, relay, ticket, stack)
            players[0].say("start")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await Referee(players[:TOSSER], note, self.lateness).watch()

    async def connect(self, player: LivePlayer, relay: Relay, ticket: str, stack: contextlib.AsyncExitStack) -> None:
        wire = PlayerWire(self.base, player.read, player.page.ping, player.told.set)
        await asyncio.get_running_loop().create_connection(lambda: wire, HERE, relay.port)
        player.wire = wire
        stack.callback(player.stop)
        await wire.open
        player.greet(ticket)
        async with asyncio.timeout(PATIENCE):
            while player.seat < 0:
                player.told.clear()
                await player.told.wait()


class Referee:
    """Holds every verdict of one table against the truth."""

    def __init__(
        self, players: list[LivePlayer], note: Callable[[StudiedRace | None], bool], lateness: Lateness
    ) -> None:
        self.players = players
        self.note = note
        self.lateness = lateness
        self.done: set[int] = set()

    async def watch(self) -> None:
        subject = self.players[SUBJECT]
        while True:
            subject.told.clear()
            async with asyncio.timeout(PATIENCE):
                await subject.told.wait()
            if subject.wire is None or subject.wire.closed:
                return
            await asyncio.sleep(0.4)  # until the others have heard of it too
            for n in list(subject.page.intents):
                if n not in self.done and self.is_over(n):
                    self.done.add(n)
                    race = self.judged(n)
                    if race is not None and self.note(None if self.disturbed(n) else race):
                        return

    def is_over(self, n: int) -> bool:
        """Everybody has heard how it ended, or nobody ever will."""
        heard = all(n in player.races for player in self.players)
        return heard or micros() > self.players[SUBJECT].page.intents[n].pressed + LONGEST_RACE

    def disturbed(self, n: int) -> bool:
        """From before the card was shown until the verdict was there, or the last hand if there was none."""
        intents = [player.page.intents[n] for player in self.players]
        ends = [player.races[n][1] for player in self.players if n in player.races]
        start = min(intent.pressed - round(intent.reaction * MS) for intent in intents) - BEFORE
        return self.lateness.between(start, max([*ends, *[intent.pressed for intent in intents]]))

    def judged(self, n: int) -> StudiedRace | None:
        """Whatever became of the hands: one that was no reaction, or that came when the race was over, has lost it.
        None if one of the two never saw the card, or is out of the game and was no contender."""
        subject, opponent = self.players
        if n not in opponent.page.intents:
            return None
        word = next((player.races[n][0] for player in self.players if n in player.races), None)
        if word is None:
            return self.without_verdict(n)
        times = {time.seat: time for time in word.times}
        if subject.seat not in times or opponent.seat not in times:
            return None
        won = word.outcome == "won" and len(word.seats) == 1
        seats = [subject.seat, opponent.seat]
        winner = seats.index(word.seats[0]) if won and word.seats[0] in seats else None
        return self.studied(n, winner, [times[seat] for seat in seats], word.outcome == "void")

    def without_verdict(self, n: int) -> StudiedRace | None:
        """The next card came before the other's hand, since a hand was not counted: that one has lost."""
        pressed = [n in player.page.hands for player in self.players]
        if sum(pressed) != 1:
            return None
        return self.studied(n, pressed.index(False), [TimeTold(player.seat) for player in self.players], False)

    def studied(self, n: int, winner: int | None, times: Sequence[TimeTold], void: bool) -> StudiedRace:
        first, second = times
        truths = [self.truth(player, n) for player in self.players]
        waits = [self.wait(player, n) for player in self.players]
        return StudiedRace(
            truth=(truths[0], truths[1]),
            counted=(in_ms(first.reaction), in_ms(second.reaction)),
            claimed=(in_ms(first.claim), in_ms(second.claim)),
            travelled=(first.travelled, second.travelled),
            winner=winner,
            void=void,
            told=(waits[0], waits[1]),
            proof=0.0,  # only the server knows
            waited=0.0,
            estimated=self.players[SUBJECT].estimated,
        )

    def truth(self, player: LivePlayer, n: int) -> float:
        """What happened; of a hand that was not made, since the race was over, what was about to."""
        page = player.page
        return page.hands[n].reaction if n in page.hands else page.intents[n].reaction

    def wait(self, player: LivePlayer, n: int) -> float | None:
        """In ms, from the hand to the verdict."""
        if n not in player.races or n not in player.page.hands:
            return None
        return (player.races[n][1] - player.page.hands[n].pressed) / MS


def in_ms(time: int | None) -> float | None:
    return None if time is None else time / MS
