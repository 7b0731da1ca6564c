"""Who may open a table, who may join it, and what an invitation to it shows."""

from __future__ import annotations

from slamdeck.core.game import GameInfo
from slamdeck.core.problems import UsageProblem
from slamdeck.games import find_game
from slamdeck.server.http.answers import JoinTable, OpenTable, SeatTaken, TableInfo
from slamdeck.server.http.errors import No, Refusing
from slamdeck.server.tables.hosted import Newcomer, RunningTable
from slamdeck.server.tables.search_pool import Thinkers, ThinkingHouse
from slamdeck.table.company.names import NAMELESS, clean_name
from slamdeck.table.live import MOST_PEOPLE, LiveTable
from slamdeck.table.state import PLAYING, SEALING

# ---- opening ---------------------------------------------------------------------------------------


def checked_game(ask: OpenTable) -> GameInfo:
    """The game, if the table that somebody wants can be. Raises Refusing."""
    try:
        info = find_game(ask.game)
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


def checked_name(text: str) -> str:
    name = clean_name(text)
    if name == NAMELESS and NAMELESS not in text:
        raise Refusing(No.BAD_NAME)
    return name


# ---- joining ---------------------------------------------------------------------------------------


def join(table: RunningTable, ask: JoinTable, person: str) -> None:
    """Raises Refusing. The seat itself is taken when the socket comes."""
    name = checked_name(ask.name)
    state = table.live.state
    own = state.seats_of(person)
    if own:
        table.guests[person] = Newcomer(state.seats[own[0]].name, False)
        return
    others = [seat.name for seat in state.seats]
    others += [one.name for who, one in table.guests.items() if who != person and who in table.wires]
    if name.casefold() in {other.casefold() for other in others}:
        raise Refusing(No.NAME_TAKEN)
    if not ask.watch:
        check_seat(table.live)
    if len(table.live.desk.people) >= MOST_PEOPLE and person not in table.live.desk.people:
        raise Refusing(No.NO_ROOM)
    table.guests[person] = Newcomer(name, not ask.watch)
    if len(table.guests) > 4 * MOST_PEOPLE:
        forget_who_left(table)


def has_seat(live: LiveTable) -> bool:
    state = live.state
    bots = any(seat.bot for seat in state.seats)
    if state.phase in (PLAYING, SEALING):
        return state.settings.late_join and bots and state.phase == PLAYING
    return len(state.seats) < state.info.most or bots


def check_seat(live: LiveTable) -> None:
    if has_seat(live):
        return
    if live.state.phase in (PLAYING, SEALING) and any(seat.bot for seat in live.state.seats):
        raise Refusing(No.BEGUN)
    raise Refusing(No.FULL)


def forget_who_left(table: RunningTable) -> None:
    for who in [who for who in table.guests if who not in table.wires]:
        del table.guests[who]


# ---- inviting --------------------------------------------------------------------------------------


def invitation(table: RunningTable, person: str) -> TableInfo:
    """The table as somebody sees it who has its code."""
    live = table.live
    state = live.state
    shown = [live.desk.seat_shown(number) for number in range(len(state.seats))]
    return TableInfo(
        table=table.code,
        code=table.code,
        game=state.info.slug,
        title=state.info.title,
        phase=state.phase,
        paused=state.paused,
        seats=[SeatTaken(seat.name, seat.bot, seat.away) for seat in shown],
        most=state.info.most,
        room=has_seat(live),
        watching=sum(1 for who in table.wires if not state.seats_of(who)),
        host=next((seat.name for seat in shown if seat.host), ""),
        options=state.options,
        joined=table.knows(person),
        record=bool(state.wins) or bool(state.places),
    )
