"""Search bots think in processes of their own, so that no table ever waits for a head.

A thinker is asked with the whole log of the game and answers with one action. It keeps nothing in between, so any
thinker can answer any table, and one that dies costs one decision.

There are few thinkers, and no table stands still because others have many bots: tables take turns, a bot has one
question at a time, and one that nobody gets round to in time is answered without thinking hard.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from slamdeck.bots.guest import Guest, Intention
from slamdeck.bots.reflexes import Reflexes, somebody
from slamdeck.bots.roster import BotName, House
from slamdeck.core.game import GameInfo
from slamdeck.core.instincts import CALL, NO_ACTION, TURN, Instinct
from slamdeck.core.kernel import CLOCK, Game
from slamdeck.core.rules import Rules
from slamdeck.games import find_game
from slamdeck.table.journal.commitment import committed_dice, game_key
from slamdeck.table.play.input_log import Inputs
from slamdeck.table.state import TableState

log = logging.getLogger("slamdeck.bots")

Answer = Callable[[int | None], None]
NICENESS: Final = 10  # whoever plays comes first
PATIENCE_S: Final = 2.0  # a bot that has waited for so long acts as one that does not search


@dataclass(frozen=True)
class Question:
    """A game up to now, and whose turn it is to think."""

    game: str
    version: int  # of its rules
    seats: int
    options: dict[str, object]
    deck: dict[str, object]
    key: bytes
    inputs: bytes  # of a long game there are many, and the loop only copies them
    bot: str
    seat: int
    stimulus: int
    seed: int


def decide(question: Question) -> int:
    """Play the log, imagine a world as every bot does, and choose."""
    info = find_game(question.game)
    deck = info.deck_from(question.deck, "the table's deck")
    options = info.read_options(question.options, question.seats, question.version)
    game = Game(info.table(question.seats, deck, options, committed_dice(question.key), question.version))
    for at, seat, action in Inputs.of_bytes(question.inputs).listed():
        if action == CLOCK:
            game.wait(at)
        else:
            game.input(at, seat, action)
    guest = House().invite(info, game.rules, question.bot, question.seat, question.seed)
    world = game.rules.imagine(question.seat, guest.dice)
    return guest.policy.choose(world, question.seat, question.stimulus, guest.dice)


def think(wire: Connection) -> None:
    """A thinker's life: it ends when the wire closes, that is with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # Windows
        os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError):
        while True:
            wire.send(decide(wire.recv()))


class Thinker:
    """One process, and who waits for its answer. A thread listens to it, because not every event loop can."""

    def __init__(self, loop: asyncio.AbstractEventLoop, free: Callable[[Thinker], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self.wire, theirs = context.Pipe()
        self.process = context.Process(target=think, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.loop = loop
        self.free = free
        self.asked: Answer | None = None
        self.dead = False
        self.closed = False
        threading.Thread(target=self.listen, name="slamdeck-thinker", daemon=True).start()

    def ask(self, question: Question, answer: Answer) -> None:
        """In a thread: a long game does not fit into a pipe, and who reads it has no hurry."""
        self.asked = answer
        self.loop.run_in_executor(None, self.send, question)

    def send(self, question: Question) -> None:
        with contextlib.suppress(OSError):  # it has died, and whoever listens is about to say so
            self.wire.send(question)

    def listen(self) -> None:
        """In the thread, until the process ends."""
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            with contextlib.suppress(EOFError, OSError):
                while True:
                    self.loop.call_soon_threadsafe(self.tell, self.wire.recv())
            self.loop.call_soon_threadsafe(self.died)
        self.wire.close()

    def tell(self, action: int | None) -> None:
        if self.closed:
            return
        answer, self.asked = self.asked, None
        if answer is not None:
            answer(action)
        self.free(self)

    def died(self) -> None:
        self.dead = True
        if not self.closed:
            log.warning("a search bot's process ended")
        self.tell(None)

    def close(self) -> None:
        self.closed = True
        self.process.terminate()
        self.process.join(timeout=2)


class Waiting:
    """A question that no thinker has had time for."""

    def __init__(self, question: Question, answer: Answer, timer: asyncio.TimerHandle) -> None:
        self.question = question
        self.answer = answer
        self.timer = timer


class Thinkers:
    """The processes, started when the first search bot has something to decide."""

    def __init__(self, most: int, patience: float = PATIENCE_S) -> None:
        self.most = most
        self.patience = patience
        self.alive: list[Thinker] = []
        self.idle: list[Thinker] = []
        self.waiting: dict[str, dict[int, Waiting]] = {}  # by table, whose turn comes first, and seat
        self.closed = False

    def ask(self, table: str, question: Question, answer: Answer) -> None:
        """The answer is None if nobody has thought about it."""
        if self.closed:
            return
        thinker = self.somebody()
        if thinker is not None:
            thinker.ask(question, answer)
        else:
            self.wait(table, question, answer)

    def somebody(self) -> Thinker | None:
        """Who has time, if need be a new one."""
        if not self.idle and len(self.alive) < self.most:
            self.alive.append(Thinker(asyncio.get_running_loop(), self.free))
            return self.alive[-1]
        return self.idle.pop() if self.idle else None

    def wait(self, table: str, question: Question, answer: Answer) -> None:
        """What this seat wanted to know before is of the past."""
        before = self.take(table, question.seat)
        if before is not None:
            before.timer.cancel()
        timer = asyncio.get_running_loop().call_later(self.patience, self.give_up, table, question.seat)
        self.waiting.setdefault(table, {})[question.seat] = Waiting(question, answer, timer)

    def take(self, table: str, seat: int) -> Waiting | None:
        seats = self.waiting.get(table, {})
        found = seats.pop(seat, None)
        if found is not None and not seats:
            del self.waiting[table]
        return found

    def give_up(self, table: str, seat: int) -> None:
        late = self.take(table, seat)
        if late is not None:
            late.answer(None)

    def free(self, thinker: Thinker) -> None:
        if not thinker.dead:
            self.idle.append(thinker)
        else:
            self.alive.remove(thinker)
            if thinker in self.idle:  # it died without having been asked anything
                self.idle.remove(thinker)
        if self.waiting and not self.closed:
            self.answer_next()

    def answer_next(self) -> None:
        """Of the table whose turn it is, which then goes to the end of the line."""
        thinker = self.somebody()
        table = next(iter(self.waiting))
        seats = self.waiting[table]
        found = self.take(table, next(iter(seats)))
        if seats:
            self.waiting[table] = self.waiting.pop(table)
        if thinker is not None and found is not None:
            found.timer.cancel()
            thinker.ask(found.question, found.answer)

    def close(self) -> None:
        self.closed = True
        for seats in self.waiting.values():
            for one in seats.values():
                one.timer.cancel()
        for thinker in self.alive:
            thinker.close()
        self.alive, self.idle, self.waiting = [], [], {}


class DistantGuest(Guest):
    """A bot whose decisions at its own turn come from a thinker; its reflexes are here, like everybody's."""

    def __init__(
        self, seat: int, instinct: Instinct, reflexes: Reflexes, seed: int, ask: Callable[[int, Answer], None]
    ) -> None:
        super().__init__(seat, instinct, instinct, reflexes, seed)
        self.ask = ask
        self.asked = 0

    def react(self, rules: Rules, now: int) -> Intention | None:
        self.asked += 1  # whatever is still being thought about is of the past
        stimulus = self.instinct.stimulus(rules, self.seat)
        if stimulus not in (TURN, CALL):
            return super().react(rules, now)
        world = rules.imagine(self.seat, self.dice)
        chosen = self.policy.choose(world, self.seat, stimulus, self.dice)
        at = now + self.time_for(rules, stimulus)
        spare = Intention(max(at, self.instinct.goes_on_at(world, self.seat)), chosen)
        number = self.asked
        self.ask(stimulus, lambda action: self.decided(number, spare, action))
        return None

    def decided(self, number: int, spare: Intention, action: int | None) -> None:
        """`spare` is what it would have done without thinking hard: for when the thinker died."""
        if number != self.asked:
            return
        chosen = spare.action if action is None else action
        self.intention = None if chosen == NO_ACTION else Intention(spare.at, chosen)


class ThinkingHouse(House):
    """The bots of one table."""

    def __init__(self, thinkers: Thinkers, moved: Callable[[], None]) -> None:
        """`moved`: a bot has made up its mind, the table should look at it."""
        self.thinkers = thinkers
        self.moved = moved
        self.state: TableState | None = None

    def invite(self, info: GameInfo, rules: Rules, name: str, seat: int, seed: int) -> Guest:
        bot = self.find(info, name)
        if not bot.searches:
            return super().invite(info, rules, name, seat, seed)

        def ask(stimulus: int, answer: Answer) -> None:
            self.ask(bot, seat, stimulus, seed, answer)

        return DistantGuest(seat, info.instinct(rules), somebody(bot.level, seed), seed, ask)

    def ask(self, bot: BotName, seat: int, stimulus: int, seed: int, answer: Answer) -> None:
        state = self.state
        assert state is not None
        assert state.game is not None
        question = Question(
            game=state.info.slug,
            version=state.game.rules.version,
            seats=len(state.seats),
            options=state.options,
            deck=state.deck.data,
            key=game_key(state.seed, state.table, f"{state.info.slug} {state.number}", state.nonces),
            inputs=state.inputs.to_bytes(),
            bot=str(bot),
            seat=seat,
            stimulus=stimulus,
            seed=seed + len(state.inputs),
        )

        def told(action: int | None) -> None:
            answer(action)
            self.moved()

        self.thinkers.ask(state.table, question, told)
