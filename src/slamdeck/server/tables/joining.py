"""Who may open a table, who may join it, and what an invitation to it shows."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from slamdeck.core.deck import Deck
from slamdeck.core.game import GameInfo
from slamdeck.core.problems import NotLetIn, Problem, UsageProblem
from slamdeck.games import find_game
from slamdeck.server.http.answers import JoinTable, OpenTable, OpenTables, OpenTableShown, SeatTaken, TableInfo
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.search_pool import Thinkers, ThinkingHouse
from slamdeck.table.company.bot_seats import GHOST
from slamdeck.table.company.door import MOST_WATCHING
from slamdeck.table.company.lookalikes import skeleton
from slamdeck.table.company.names import NAMELESS, clean_name, distinct_name
from slamdeck.table.company.seats import BOT_ID
from slamdeck.table.journal.entries import SeatHeld
from slamdeck.table.live import LiveTable
from slamdeck.table.requests import YOUR_CARDS
from slamdeck.table.state import PLAYING, SEALING

Listed = TypeVar("Listed")

MOST_LISTED: Final = 24  # of open tables
MOST_GUESTS: Final = 160  # whom a table remembers to have joined

# ---- opening ---------------------------------------------------------------------------------------


def checked_game(ask: OpenTable, games: Mapping[str, GameInfo]) -> GameInfo:
    """The game, if the table that somebody wants can be. Raises Refusing."""
    try:
        info = find_game(ask.game, games)
    except UsageProblem as problem:
        raise Refusing(No.NO_GAME, str(problem)) from problem
    house = ThinkingHouse(Thinkers(0), lambda: None)
    seats = len(ask.bots) + (0 if ask.watch else 1)
    try:
        if seats > info.most:
            raise UsageProblem(f"{info.title} is for {info.fewest} to {info.most} players, not {seats}")
        for bot in (*ask.bots, ask.settings.stand_in):
            house.check(info, bot)
        info.read_options(dict(ask.options), max(seats, info.fewest))
    except UsageProblem as problem:
        raise Refusing(No.BAD_OPTION, str(problem)) from problem
    return info


def checked_deck(info: GameInfo, ask: OpenTable) -> Deck | None:
    """The cards that somebody brings along; None: those of the house. Raises Refusing."""
    if ask.cards is None:
        return None
    try:
        deck = info.deck_of(ask.cards, YOUR_CARDS)
        info.most_with(deck)
    except Problem as problem:
        raise Refusing(No.BAD_DECK, str(problem)) from problem
    return deck


def checked_name(text: str) -> str:
    name = clean_name(text)
    if name == NAMELESS and NAMELESS not in text:
        raise Refusing(No.BAD_NAME)
    return name


def haunted(ghosts: Sequence[str | None], person: str, name: str) -> list[SeatHeld]:
    """Seats for ghosts by these names, and for who plays against them where there is none."""
    seats: list[SeatHeld] = []
    for number, ghost in enumerate(ghosts):
        taken = [*(seat.name for seat in seats), name]
        if ghost is None:
            seats.append(SeatHeld(who=person, name=name))
        else:
            seats.append(SeatHeld(who=f"{BOT_ID}{number}", name=distinct_name(ghost, taken), bot=GHOST))
    return seats


# ---- joining ---------------------------------------------------------------------------------------


def join(table: RunningTable, ask: JoinTable, person: str, network: str = "") -> None:
    """Raises Refusing. The seat itself is taken when the socket comes."""
    name = checked_name(ask.name)
    state = table.live.state
    own = state.seats_of(person)
    if own:
        table.guests[person] = Newcomer(state.seats[own[0]].name, False)
        return
    check_door(table.live, person, network)
    others = [seat.name for seat in state.seats]
    others += [one.name for who, one in table.guests.items() if who != person and who in table.wires]
    if skeleton(name) in {skeleton(other) for other in others}:
        raise Refusing(No.NAME_TAKEN)
    if not ask.watch:
        check_seat(table.live, person)
    elif table.live.door.watching() >= MOST_WATCHING and person not in table.live.people:
        raise Refusing(No.NO_ROOM)
    remember(table, person, Newcomer(name, not ask.watch))


def check_door(live: LiveTable, person: str, network: str) -> None:
    try:
        live.door.check_wishes(person, network)
    except NotLetIn as problem:
        raise Refusing(No.SENT_AWAY if problem.for_good else No.LOCKED) from problem


def check_seat(live: LiveTable, person: str) -> None:
    if live.seats.has_room(person):
        return
    if live.state.phase in (PLAYING, SEALING) and any(seat.bot for seat in live.state.seats):
        raise Refusing(No.BEGUN)
    raise Refusing(No.FULL)


def remember(table: RunningTable, person: str, guest: Newcomer) -> None:
    """If there are too many, those who have no socket are forgotten, and of these the one who has been known for
    longest: who has just joined is about to come."""
    table.guests[person] = guest
    if len(table.guests) > MOST_GUESTS:
        gone = next((who for who in table.guests if who not in table.wires), None)
        if gone is not None:
            del table.guests[gone]


# ---- whoever comes by ------------------------------------------------------------------------------


def open_tables(tables: Iterable[RunningTable]) -> OpenTables:
    """Those whose hosts want that, where somebody is and a stranger finds a seat; no more than fit on a page."""
    listed = (table for table in tables if table.live.output.listed and table.wires)
    found = [table for table in listed if not table.live.state.locked and table.live.seats.has_room("")]
    return OpenTables(tables=[open_table(table) for table in any_few(found)])


def any_few(found: list[Listed]) -> list[Listed]:
    """As many as fit on a page, each with the same chance: nobody keeps the others off it by being there first."""
    if len(found) <= MOST_LISTED:
        return found
    return [found[place] for place in sorted(random.sample(range(len(found)), MOST_LISTED))]


def open_table(table: RunningTable) -> OpenTableShown:
    state = table.live.state
    bots = sum(1 for seat in state.seats if seat.bot)
    return OpenTableShown(
        code=table.code,
        game=state.info.slug,
        title=state.info.title,
        host=next((seat.name for seat in state.seats if seat.who == state.host), ""),
        people=len(state.seats) - bots,
        bots=bots,
        most=state.info.most,
        playing=state.phase == PLAYING,
    )


# ---- inviting --------------------------------------------------------------------------------------


def invitation(table: RunningTable, person: str) -> TableInfo:
    """The table as somebody sees it who has its code. Raises Refusing."""
    live = table.live
    state = live.state
    if live.door.is_banned(person, ""):
        raise Refusing(No.SENT_AWAY)
    shown = [live.output.seat_shown(number) for number in range(len(state.seats))]
    return TableInfo(
        table=table.code,
        code=table.code,
        game=state.info.slug,
        title=state.info.title,
        phase=state.phase,
        paused=state.paused,
        seats=[SeatTaken(seat.name, seat.bot, seat.away) for seat in shown],
        most=state.info.most,
        room=live.seats.has_room(person) and not (state.locked and person not in live.door.inside),
        locked=state.locked,
        watching=sum(1 for who in table.wires if not state.seats_of(who)),
        host=next((seat.name for seat in shown if seat.host), ""),
        options=state.options,
        joined=table.knows(person),
        record=bool(state.wins) or bool(state.places),
    )
