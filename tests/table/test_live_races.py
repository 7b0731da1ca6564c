"""Races at a whole table: sealed hands, dead heats, voids, hands that come too early, and clients that cheat."""

from __future__ import annotations

from slamdeck.bots.roster import House
from slamdeck.core.kernel import feed
from slamdeck.core.rules import Rules
from slamdeck.core.views import sensible_codes
from slamdeck.games import all_games, find_game
from slamdeck.measure.client import STILLS, STILLS_AFTER_HAND
from slamdeck.table import messages as say
from slamdeck.table.journal.entries import Decided, Played
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table
from slamdeck.table.live import LiveTable
from slamdeck.table.races.arbiter import MOST_HELD
from slamdeck.table.races.closing import LAST_PING, PING_EVERY
from slamdeck.table.races.evidence import Goal, RaceOutcome, Verdict
from slamdeck.table.times import MS, SECOND
from tests.table.evening import seeds


class Game:
    """A table of people only, driven by hand: times in milliseconds, nobody is far away."""

    def __init__(
        self, slug: str, people: int = 3, seed: int = 1, handicaps: tuple[int, ...] = (), **options: object
    ) -> None:
        self.people = [f"p{seat}" for seat in range(people)]
        self.table = LiveTable.open("T", find_game(slug), House(), seeds(seed), options=options)
        self.now = SECOND
        self.painted: dict[tuple[int, int], int] = {}  # by seat and event
        for person in self.people:
            self.table.join(self.now, person, person)
            for _ in range(10):
                self.table.pong(self.now, person, self.now)
        for seat, ms in enumerate(handicaps):
            self.table.receive(self.now, "p0", say.SetHandicap(seat, ms))
        self.table.receive(self.now, "p0", say.Start())
        self.sent = self.table.take_deliveries()
        self.entries = self.table.take_entries()
        self.ids = 0
        self.wait(50)

    @property
    def rules(self) -> Rules:
        return self.table.state.rules

    @property
    def turn(self) -> int:
        turn = self.rules.truth()["turn"]
        assert isinstance(turn, int)
        return turn

    @property
    def event(self) -> int:
        return self.table.state.event

    def wait(self, ms: float) -> None:
        end = self.now + round(ms * MS)
        while (wakeup := self.table.next_wakeup(self.now)) is not None and wakeup <= end:
            self.now = max(wakeup, self.now + 1)
            self.table.tick(self.now)
        self.now = end
        self.table.tick(self.now)
        self.collect()

    def collect(self) -> None:
        self.sent += self.table.take_deliveries()
        self.entries += self.table.take_entries()

    def tell(self, seat: int, message: say.ClientMessage) -> None:
        self.table.receive(self.now, f"p{seat}", message)
        self.collect()

    def seen(self) -> int:
        """Everybody's screen shows the latest event."""
        for seat in range(len(self.people)):
            self.see(seat)
        return self.event

    def see(self, seat: int) -> None:
        """The pages' clocks are the server's; the ping that came with the event is answered, too."""
        sent = self.table.series.play.sightings.events[self.event].screens[seat].sent  # type: ignore[union-attr]
        self.table.pong(self.now, f"p{seat}", sent, self.event, paired=True)
        self.painted.setdefault((seat, self.event), self.now)
        self.tell(seat, say.Seen(self.event, self.now, self.now))

    def still(self, up: int, *seats: int) -> None:
        for seat in seats:
            self.tell(seat, say.Still(self.event, self.painted[seat, self.event] + up * MS))

    def act(self, seat: int, do: str, r: int, n: int | None = None, id: int | None = None) -> int:
        self.ids += 1
        number = self.ids if id is None else id
        event = self.event if n is None else n
        pressed = self.painted.get((seat, event), self.now - r * MS) + r * MS
        if (seat, event) in self.painted:
            self.tell(seat, say.Still(event, pressed))  # travels as long as the hand, and bears it out
        self.tell(seat, say.Act(event, pressed, pressed, number, do))
        return number

    def ok(self, id: int) -> say.Ok:
        found = [d.message for d in self.sent if isinstance(d.message, say.Ok) and d.message.id == id]
        assert found, "not answered yet"
        return found[-1]

    def races(self) -> list[say.Race]:
        return [d.message for d in self.sent if d.person == "p0" and isinstance(d.message, say.Race)]

    def stack(self, *names: str) -> None:
        """Slamwich: these cards will be tossed next, whoever tosses."""
        kinds = [self.rules.deck.kind_of(name) for name in names]
        turn = self.turn
        for place, kind in enumerate(kinds):
            seat = (turn + place) % self.rules.seats
            cards = self.rules.cards
            for zone in range(self.rules.seats):
                at = next((i for i in range(cards.size(zone)) if cards.at(zone, i) == kind), -1)
                if at >= 0:
                    top = cards.starts[seat] + cards.size(seat) - 1 - place // self.rules.seats
                    here = cards.starts[zone] + at
                    cards.buffer[here], cards.buffer[top] = cards.buffer[top], cards.buffer[here]
                    break

    def toss(self) -> None:
        """Whoever is on turn tosses; the card is on all screens afterwards."""
        turn = self.turn
        event = self.seen()
        self.wait(650)
        self.act(turn, "toss", 650, event)
        self.wait(700)
        self.seen()


def double_decker(handicaps: tuple[int, ...] = (), seed: int = 1) -> Game:
    """The next toss will make two alike."""
    game = Game("slamwich", seed=seed, handicaps=handicaps, use_munchers=False)
    kinds = [kind.name for kind in game.rules.deck.kinds if kind.family == "food"]
    game.stack(kinds[0], kinds[1], kinds[1])
    game.toss()
    game.toss()
    return game


def test_a_fast_hand_wins_and_everybody_hears_it_once() -> None:
    game = double_decker()
    turn = game.turn
    event = game.seen()
    game.wait(650)
    game.act(turn, "toss", 650, event)
    game.wait(700)
    event = game.seen()
    game.wait(300)
    winner, loser = (turn + 1) % 3, (turn + 2) % 3
    before = len(game.sent)
    first = game.act(winner, "slap", 280, event)
    second = game.act(loser, "slap", 295, event)
    assert [d for d in game.sent[before:] if not isinstance(d.message, say.Ok)] == [], "hands are sealed"
    game.wait(700)
    assert game.ok(first).verdict == "applied"
    assert game.ok(second).verdict in ("ignored", "late")
    (race,) = [race for race in game.races() if race.n == event]
    assert (race.goal, race.outcome, race.seats) == (Goal.FIRST_WINS, RaceOutcome.WON, [winner])


def test_a_dead_heat_is_drawn_from_the_seed() -> None:
    game = double_decker()
    turn = game.turn
    event = game.seen()
    game.wait(650)
    game.act(turn, "toss", 650, event)
    game.wait(700)
    event = game.seen()
    game.wait(300)
    for seat in range(3):
        game.act(seat, "slap", 290 + seat, event)
    game.wait(700)
    (race,) = [race for race in game.races() if race.n == event]
    assert race.outcome is RaceOutcome.DEAD_HEAT
    assert sorted(race.drawn) == [0, 1, 2]
    raced = [e for link in game.entries if isinstance(e := read_entry(link), Decided) and e.drawn]
    assert raced[-1].drawn == tuple(race.drawn)
    slaps = [e for link in game.entries if isinstance(e := read_entry(link), Played) and e.do.startswith("slap")]
    assert [e.seat for e in slaps] == race.drawn
    assert [e.verdict for e in slaps] == ["applied", "ignored", "ignored"]


def test_a_hand_before_the_card_is_seen_never_wins_it() -> None:
    game = double_decker()
    turn = game.turn
    event = game.seen()
    game.wait(650)
    game.act(turn, "toss", 650, event)
    game.wait(700)
    cheat = (turn + 1) % 3
    event = game.event
    cards = [game.rules.cards.size(seat) for seat in range(3)]
    number = game.act(cheat, "slap", 300, event)  # no `seen` of this event has come
    game.wait(900)
    assert game.ok(number).verdict == "too soon"
    assert [game.rules.cards.size(seat) for seat in range(3)] == cards
    game.seen()
    game.wait(50)
    number = game.act(cheat, "slap", 50, event)  # seen, but faster than anybody can be
    game.wait(900)
    assert game.ok(number).verdict in ("too soon", "ignored", "late")
    assert game.rules.cards.size(cheat) <= cards[cheat]


def toss_makes_a_chance(rules: Rules, turn: int) -> bool:
    then = rules.clone()
    feed(then, then.now + 1_000, turn, then.read(turn, "toss"))
    return then.race.open


def test_a_hand_at_the_very_moment_of_a_toss_never_wins_the_card_it_could_not_see() -> None:
    verdicts = set()
    for seed in range(1, 30):
        game = double_decker(seed=seed)
        turn = game.turn
        if sensible_codes(game.rules, (turn + 2) % 3) or not toss_makes_a_chance(game.rules, turn):
            continue
        event = game.seen()
        game.wait(650)
        game.act(turn, "toss", 698, event)
        number = game.act((turn + 1) % 3, "slap", 699, event)
        game.wait(900)
        verdicts.add(game.ok(number).verdict)
    assert "applied" not in verdicts, "drawn before the toss it is a slip, after it nothing"
    assert "too soon" in verdicts


def test_a_blind_hand_at_nothing_pays() -> None:
    game = double_decker()
    cheat = game.turn
    cheat = (cheat + 1) % 3
    cards = game.rules.cards.size(cheat)
    game.wait(400)
    number = game.act(cheat, "slap", 20)
    game.wait(900)
    assert game.ok(number).verdict == "foul"
    assert game.rules.cards.size(cheat) == cards - 1


def test_a_resend_is_answered_again_and_does_nothing_again() -> None:
    game = double_decker()
    seat = (game.turn + 1) % 3
    game.wait(500)
    number = game.act(seat, "slap", 500)
    game.act(seat, "slap", 500, id=number)
    game.wait(900)
    cards = game.rules.cards.size(seat)
    answer = game.ok(number)
    game.act(seat, "slap", 500, id=number)
    game.act(seat, "toss", 900, id=number)
    game.wait(900)
    assert game.ok(number) == answer
    assert game.rules.cards.size(seat) == cards
    assert sum(isinstance(e := read_entry(link), Played) and e.id == number for link in game.entries) == 1


def test_what_was_turned_away_once_stays_turned_away() -> None:
    """An input about something that its sender was never shown gets a fresh view, as often as it is sent."""
    game = double_decker()
    seat = (game.turn + 1) % 3
    views = len([d for d in game.sent if isinstance(d.message, say.Stim)])
    number = game.act(seat, "slap", 300, n=game.event + 9)
    game.act(seat, "slap", 300, n=game.event + 9, id=number)
    game.wait(500)
    game.act(seat, "slap", 500, id=number)
    game.wait(900)
    answers = [d.message for d in game.sent if isinstance(d.message, say.Ok) and d.message.id == number]
    assert [ok.verdict for ok in answers] == ["unknown"] * 3
    fresh = [d.message for d in game.sent if isinstance(d.message, say.Stim)][views:]
    assert [stim.fresh for stim in fresh] == [True] * 3
    assert not any(isinstance(e := read_entry(link), Played) and e.id == number for link in game.entries)


def test_more_than_hands_can_do_is_refused_for_good() -> None:
    game = double_decker()
    seat = (game.turn + 1) % 3
    numbers = [game.act(seat, "yell", 200) for _ in range(MOST_HELD + 1)]
    assert game.ok(numbers[-1]).verdict == "crowded"
    game.wait(900)
    assert all(game.ok(number).verdict != "crowded" for number in numbers[:-1])
    game.act(seat, "yell", 900, id=numbers[-1])
    game.wait(900)
    assert game.ok(numbers[-1]).verdict == "crowded"


def test_what_a_screen_says_while_nothing_waits_changes_nothing() -> None:
    game = double_decker()
    seat = (game.turn + 1) % 3
    others = [one for one in range(3) if one != seat]
    assert not game.table.receive(game.now, f"p{others[0]}", say.Still(game.event, game.now))
    game.wait(300)
    game.act(seat, "slap", 300)
    assert game.table.receive(game.now, f"p{others[0]}", say.Still(game.event, game.now)), "a hand waits for it"


def test_a_resend_after_a_crash_does_nothing_again() -> None:
    game = double_decker()
    seat = (game.turn + 1) % 3
    game.wait(500)
    number = game.act(seat, "slap", 500)
    game.wait(900)
    state, _ = read_table(game.entries, all_games())
    known = state.answer(f"p{seat}", number)
    assert known == game.ok(number)


def test_spam_and_nonsense_never_reach_the_rules() -> None:
    game = double_decker()
    turn = game.turn
    other = (turn + 1) % 3
    before = len(game.entries)
    unknown = game.act(other, "slap", 300, n=9_999)
    never = game.act(other, "fly to the moon", 300)
    host = game.act(other, "toss", 300)
    for _ in range(300):
        game.act(other, "yell", 300, n=9_999)
    game.wait(900)
    assert game.ok(unknown).verdict == "unknown"
    assert game.ok(never).verdict == "rejected"
    assert game.ok(host).verdict == "rejected"
    written = [read_entry(link) for link in game.entries[before:]]
    assert not any(entry.verdict in ("applied", "foul") for entry in written if isinstance(entry, Played))
    for _ in range(100):
        game.act(other, "yell", 1_000)
    assert sum(d.message.verdict == "crowded" for d in game.sent if isinstance(d.message, say.Ok)) >= 30
    game.wait(900)


def hit_hand(people: int = 3) -> Game:
    """Hit the Deck, at the moment when all hands must come down."""
    for seed in range(1, 60):
        game = Game("hit_the_deck", people, seed)
        for _ in range(40):
            rules = game.rules
            if rules.phase() == "RACE":
                game.seen()
                return game
            if rules.over or rules.phase() == "HAND_OVER":
                break
            turn = game.turn
            event = game.seen()
            game.wait(200)
            codes = sensible_codes(rules, turn)
            hits = [c for c in codes if "hand" in rules.wording(turn, c)]
            game.act(turn, rules.wording(turn, (hits or codes)[0]), 200, event)
            game.wait(700)
    raise AssertionError("no race came up")


def about_call(message: say.ServerMessage, id: int) -> bool:
    if isinstance(message, say.News):
        return [told.what for told in message.told] == ["call"]
    return isinstance(message, say.Ok) and message.id == id


def test_last_hands_are_sealed_until_the_race_closes() -> None:
    game = hit_hand()
    caller = game.turn
    event = game.event
    game.wait(150)
    call = game.act(caller, "call", 150, event)
    game.wait(150)
    before = len(game.sent)
    order = [caller, (caller + 1) % 3, (caller + 2) % 3]
    ids = []
    for place, seat in enumerate(order):
        game.still(250, *order[place:])
        ids.append(game.act(seat, "slap", 300 + 40 * place, event))
        if place < 2:
            told = [d.message for d in game.sent[before:] if not about_call(d.message, call)]
            assert told == [], "nobody hears of a hand while others are missing"
        game.wait(40)
    game.wait(1_600)
    (race,) = [race for race in game.races() if race.goal is Goal.LAST_LOSES]
    assert (race.outcome, race.seats) == (RaceOutcome.LOST, [order[2]])
    assert all(game.ok(number).verdict == "applied" for number in ids)


def test_nothing_anybody_gets_depends_on_anothers_sealed_hand() -> None:
    """Whether a hand is down, when, and whether it is believed or in doubt: until the race closes nobody can tell."""
    heard: list[list[tuple[str, int, int, bytes]]] = []
    for hands in ((), (0,), (0, 20)):
        game = hit_hand()
        slapper, event, before = game.turn, game.event, len(game.sent)
        game.wait(300)
        for late in hands:
            game.tell(slapper, say.Act(event, game.now - late * MS, game.now - late * MS, 70 + late, "slap"))
        game.wait(200)
        others = [f"p{seat}" for seat in range(3) if seat != slapper]
        letters = [delivery for delivery in game.sent[before:] if delivery.person in others]
        heard.append([(one.person, one.at, one.after, one.data) for one in letters])
        assert game.event == event
    assert heard[0] == heard[1] == heard[2]


def test_a_hanging_connection_voids_a_last_loses_race_and_it_is_run_again() -> None:
    game = hit_hand()
    caller = game.turn
    event = game.event
    missing = (caller + 1) % 3
    game.wait(300)
    for seat in range(3):
        if seat != missing:
            game.act(seat, "slap", 300, event)
    game.wait(1_510)  # nothing at all comes from the third
    voided = [race for race in game.races() if race.outcome is RaceOutcome.VOID]
    assert [race.seats for race in voided] == [[missing]]
    assert game.rules.phase() == "RACE"
    assert game.event > event
    again = game.seen()
    game.wait(300)
    game.act(caller, "call", 300, again)
    for place, seat in enumerate([missing, caller, (caller + 2) % 3]):
        game.wait(50)
        game.act(seat, "slap", 350 + 50 * place, again)
    game.wait(1_600)
    assert game.rules.phase() != "RACE"
    lost = [race for race in game.races() if race.goal is Goal.LAST_LOSES and race.outcome is RaceOutcome.LOST]
    assert [race.seats for race in lost] == [[(caller + 2) % 3]]
    read_table(game.entries, all_games())


def first_race(trips: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> list[int]:
    """Who wins when all of them really take the same time as ever, each at their own distance."""
    game = double_decker(handicaps)
    for seat, trip in enumerate(trips):
        link = game.table.people[f"p{seat}"].link
        for _ in range(8):
            link.pong(trip * MS)
    turn = game.turn
    event = game.seen()
    game.wait(650)
    game.act(turn, "toss", 650, event)
    while game.event == event:
        game.wait(1)
    event = game.event
    stimulus = game.table.series.play.sightings.events[event]  # type: ignore[union-attr]
    script: list[tuple[int, int, say.ClientMessage | int]] = []  # a number: the ping of that time comes back
    for seat, reaction in enumerate((310, 280, 295)):
        sent = stimulus.screens[seat].sent
        pings = [sent + after for after in range(0, LAST_PING + 1, PING_EVERY)]
        script += [(ping + trips[seat] * MS, seat, ping) for ping in pings]
        painted = sent + trips[seat] * MS  # as the server hears of it, and by the page's clock
        pressed = painted + reaction * MS
        script.append((painted, seat, say.Seen(event, painted, painted)))
        stills = [painted + up for up in STILLS if up < reaction * MS] + [pressed + up for up in STILLS_AFTER_HAND]
        script += [(at, seat, say.Still(event, at)) for at in stills]
        script.append((pressed, seat, say.Act(event, pressed, pressed, 77, "slap")))
    for at, seat, message in sorted(script, key=lambda one: one[0]):
        game.wait((at - game.now) / MS)
        if isinstance(message, int):
            paired = message == stimulus.screens[seat].sent
            game.table.pong(game.now, f"p{seat}", message, event, paired)
            game.collect()
        else:
            game.tell(seat, message)
    game.wait(900)
    return next(race.seats for race in game.races() if race.n == event)


def test_distance_alone_changes_no_winner() -> None:
    assert [first_race(trips) for trips in ((0, 0, 0), (10, 200, 80), (300, 20, 5))] == [[1]] * 3


def test_a_childs_handicap_is_a_head_start_and_no_more() -> None:
    """Seat 0 takes 310 ms, seat 1 takes 280."""
    assert first_race((20, 20, 20), (50, 0, 0)) == [0]
    assert first_race((20, 20, 20), (20, 0, 0)) == [1]
    assert first_race((150, 20, 20), (50, 0, 0)) == [0]
    assert first_race((20, 20, 20), (250, 0, 0)) == [0]
    assert first_race((20, 20, 20), (0, 50, 50)) == [1]


class OvertakenFoul:
    """Hit the Deck outside a race: somebody slaps at nothing 200 ms before the player on turn moves, but the move is
    here first."""

    def __init__(self) -> None:
        game = self.game = Game("hit_the_deck", 3, seed=1)
        turn, self.slapper = game.turn, (game.turn + 2) % 3
        self.event = game.seen()
        assert not game.rules.race_possible(), "nobody waits for hands here"
        game.wait(600)
        words = [game.rules.wording(turn, code) for code in sensible_codes(game.rules, turn)]
        game.act(turn, next(word for word in words if "hand" not in word), 600, self.event)
        game.wait(100)
        assert game.event > self.event, "the move did not wait for anybody"
        self.cards = game.rules.cards.size(self.slapper)
        game.table.pong(game.now, f"p{self.slapper}", game.now - 300 * MS, self.event)  # that line hung for a moment
        self.slap = game.act(self.slapper, "slap", 400, self.event)

    def cost(self) -> int:
        self.game.wait(900)
        return self.game.rules.cards.size(self.slapper) - self.cards


def test_a_foul_is_paid_for_though_a_move_has_overtaken_it() -> None:
    foul = OvertakenFoul()
    assert foul.cost() == 2
    assert foul.game.ok(foul.slap).verdict == "foul"
    read_table(foul.game.entries, all_games())  # the journal says the same


def test_a_hand_that_bounces_pays_once_however_late_it_is() -> None:
    foul = OvertakenFoul()
    again = foul.game.act(foul.slapper, "slap", 430, foul.event)
    assert foul.cost() == 2
    assert foul.game.ok(again).verdict == "ignored"


def test_a_far_move_on_an_event_without_a_ping_counts_as_claimed() -> None:
    """Where no race is possible none is sent: how far away somebody usually is has to do."""
    game = Game("hit_the_deck", 3, seed=1)
    seat, sent = game.turn, game.now - 50 * MS
    for _ in range(8):
        game.table.pong(game.now, f"p{seat}", game.now - 200 * MS)
    game.wait(180)
    painted = sent + 130 * MS
    game.tell(seat, say.Seen(game.event, painted, painted))
    words = [game.rules.wording(seat, code) for code in sensible_codes(game.rules, seat)]
    game.wait(500)
    game.tell(seat, say.Act(game.event, painted + 500 * MS, painted + 500 * MS, 1, words[0]))
    game.wait(200)
    (entry,) = [e for link in game.entries if isinstance(e := read_entry(link), Played)]
    assert entry.judged is not None
    assert (entry.judged.paired, entry.judged.verdict) == (None, Verdict.COUNTS)
    assert entry.judged.reaction == 500 * MS
