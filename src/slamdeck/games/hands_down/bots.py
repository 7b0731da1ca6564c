"""How bots play Hands Down: when to slap, when to fake, whom to rob.

Laying a pair is always good: it is a point, it cannot be stolen any more, and somebody pays a card for it. What is left
to decide is how often to fake, whom to rob once the drawpile is empty, and whether to end the game.
"""

from __future__ import annotations

from typing import Final

from slamdeck.core.bits import BIT
from slamdeck.core.dice import Dice
from slamdeck.core.instincts import LOOKALIKE, NO_ACTION, NOTHING, RHYTHM, TURN, Instinct
from slamdeck.core.instincts import RACE as RACING
from slamdeck.core.instincts import WINDUP as LIFTED_HAND
from slamdeck.core.native import i64
from slamdeck.core.races import NO_SEAT
from slamdeck.core.rules import Rules
from slamdeck.games.hands_down.actions import DRAW, FAKE, PASS, SLAP
from slamdeck.games.hands_down.choices import cards_to_take, may_take
from slamdeck.games.hands_down.rules import HandsDown
from slamdeck.games.hands_down.terms import (
    ACTION,
    FAKING,
    JOKER_POINTS,
    JOKER_VALUE,
    PICK,
    RACE,
    TURN_START,
)

# How often (per cent) the first wind-up of a turn is a fake. Sometimes it must be a slap, or everybody would know.
FAKES_WITH_PAIR: Final[i64] = 25
FAKES_WITHOUT: Final[i64] = 90
FAKES_FOR_JOKER: Final[i64] = 100  # when the last pair would end the game in somebody else's favour
FAKES_AGAIN: Final[i64] = 15  # later in the same turn all are on guard; but then a slap must not be certain either

JOKER_APPEAL: Final = 1.0  # of a Joker in a rival's hand, against a card that makes a pair
SPREAD_APPEAL: Final = 1.0  # of robbing two rivals rather than one: after its turn a hand seldom holds two alike
RICH_APPEAL: Final = 0.001  # of each card in the hand to be robbed: it only decides between equals

ABOVE_ANY_VALUE: Final[i64] = 1_000_000
NO_TIME: Final[i64] = -1

# What may have changed since the last look.
NO_NEWS: Final[i64] = 0
HAND_IN_AIR: Final[i64] = 1
RACE_IS_ON: Final[i64] = 2
FAKE_REVEALED: Final[i64] = 3
MY_OPENING: Final[i64] = 4
MY_MOVE: Final[i64] = 5
MY_PICK: Final[i64] = 6
KINDS_OF_NEWS: Final[i64] = 8


def table(world: Rules) -> HandsDown:
    assert isinstance(world, HandsDown)
    return world


class HandsDownInstinct(Instinct):
    """A player who lays every pair, bluffs in moderation, and counts cards."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.turn_began: i64 = NO_TIME
        self.first_fake: i64 = NO_TIME  # when the hand went up for the first fake of this turn

    # ---- eyes ------------------------------------------------------------------------------------

    def watch(self, world: Rules) -> HandsDown:
        """Look at the table, and keep in mind whether there has been a fake in this turn."""
        game = table(world)
        if game.turn_since != self.turn_began:
            self.turn_began = game.turn_since
            self.first_fake = NO_TIME
        if self.first_fake == NO_TIME and game.stage == FAKING and game.revealed:
            self.first_fake = game.since
        return game

    def on_guard(self, game: HandsDown, seat: i64) -> bool:
        """Fooled once, or warned by a fake, a player waits until a slap has landed, for the rest of the turn."""
        warned = self.first_fake != NO_TIME and self.first_fake != game.since
        return warned or game.paid_at[seat] >= game.turn_since

    def stimulus(self, world: Rules, seat: i64) -> i64:
        """The player on turn has time; all others watch for a rising hand, a landing slap, a fake."""
        game = self.watch(world)
        if game.over:
            return NOTHING
        if seat == game.turn:
            return self.stimulus_on_turn(game)
        if game.stage == RACE:
            return RACING if game.race.missing() & BIT[seat] else NOTHING
        if game.stage <= ACTION or game.stage == PICK or game.cards.size(seat) == 0 or self.on_guard(game, seat):
            return NOTHING
        return LIFTED_HAND if game.winding_up() else LOOKALIKE

    def stimulus_on_turn(self, game: HandsDown) -> i64:
        """Drawing takes no thought, nor does passing where nothing else is allowed (HD-30)."""
        if game.stage == RACE or game.winding_up():
            return NOTHING
        if game.stage == PICK:
            return RHYTHM
        if game.stage == TURN_START:
            return RHYTHM if game.cards.size(game.drawpile) > 0 else TURN
        return TURN if game.cards.size(game.turn) > 1 else RHYTHM

    def occasion(self, world: Rules, seat: i64) -> i64:
        """A hand rises, lands or turns out to be a fake; on one's own turn, other cards to think about.

        Whoever has paid too early looks up again when the slap lands: HD-R10.
        """
        game = self.watch(world)
        if game.over:
            return NO_NEWS
        if game.stage == RACE:
            return news(RACE_IS_ON, game.race.opened_at, game.race.down & BIT[seat] != 0)
        if game.winding_up():
            return news(HAND_IN_AIR, game.since, game.paid & BIT[seat] != 0)
        if seat == game.turn and game.stage == PICK:
            return news(MY_PICK, game.cards.size(seat), game.owed > 1)
        if seat == game.turn:
            return news(MY_OPENING if game.stage == TURN_START else MY_MOVE, game.cards.size(seat), game.owed > 1)
        if game.stage == FAKING:
            return news(FAKE_REVEALED, game.since, game.paid & BIT[seat] != 0)
        return NO_NEWS

    def slip(self, world: Rules, seat: i64, stimulus: i64) -> i64:
        """A full slap: if the hand in the air is a real one, it may even come at the right time."""
        return SLAP

    def turn_number(self, world: Rules) -> i64:
        return self.watch(world).turn_since

    # ---- head ------------------------------------------------------------------------------------

    def choose(self, world: Rules, seat: i64, stimulus: i64, dice: Dice) -> i64:
        game = self.watch(world)
        if stimulus == RACING:
            return SLAP
        if seat != game.turn:
            return NO_ACTION
        if game.stage == PICK:
            return game.terms.pick + dice.below(game.cards.size(game.giver))
        if game.stage == TURN_START:
            return DRAW if game.cards.size(game.drawpile) > 0 else self.robbery(game, seat)
        if game.cards.size(seat) < 2:
            return PASS
        if game.pairs_held() == 0:
            return self.fake_or(PASS, FAKES_WITHOUT, game, dice)
        if self.would_end_badly(game, seat):
            return self.fake_or(PASS if self.joker_would_win(game, seat) else SLAP, FAKES_FOR_JOKER, game, dice)
        # Without a name the highest pair counts that is in hand when the slap lands (HD-R1).
        return self.fake_or(SLAP, FAKES_WITH_PAIR, game, dice)

    def lands_at(self, world: Rules, seat: i64) -> i64:
        """By the time the hand moves, all others will be off the unit (HD-R41)."""
        game = table(world)
        return game.shield if game.shield > game.now else game.now

    def goes_on_at(self, world: Rules, seat: i64) -> i64:
        """Who has faked gives the others the time to fall for it (HD-35)."""
        game = table(world)
        if game.stage == FAKING:
            return game.since + game.terms.fake_ms
        return self.lands_at(world, seat)

    def fake_or(self, otherwise: i64, per_cent: i64, game: HandsDown, dice: Dice) -> i64:
        """A fake now and then, as long as there is somebody who could fall for it: HD-32, HD-33."""
        share = per_cent
        if self.first_fake != NO_TIME:
            share = FAKES_AGAIN
        if game.rivals_with_cards() and dice.below(100) < share:
            return FAKE
        return otherwise

    # ---- the last pair ---------------------------------------------------------------------------

    def would_end_badly(self, game: HandsDown, seat: i64) -> bool:
        """Is this the last pair, and would laying it make somebody else win? HD-44, HD-R18, HD-R19."""
        if game.pairs_on_table() < game.terms.all_pairs - 1 or game.terms.final_take_before_end:
            return False
        return not self.would_win(game, seat, self.heir(game, seat))

    def joker_would_win(self, game: HandsDown, seat: i64) -> bool:
        return self.would_win(game, seat, seat)

    def heir(self, game: HandsDown, seat: i64) -> i64:
        """Who gets the Joker if the last pair is laid now: with three cards left everybody can tell."""
        if game.cards.find(seat, game.terms.joker) >= 0:
            return seat
        if game.cards.size(game.drawpile) > 0:
            return game.left_of(seat)
        rival = game.left_of(seat)
        while rival != seat and game.cards.size(rival) == 0:
            rival = game.left_of(rival)
        return rival

    def would_win(self, game: HandsDown, seat: i64, heir: i64) -> bool:
        """With the last pair laid by this seat and the Joker by its heir: HD-48, HD-49, HD-51."""
        mine = self.final_key(game, seat, seat, heir)
        for rival in range(game.seats):
            if self.final_key(game, rival, seat, heir) > mine:
                return False
        return True

    def final_key(self, game: HandsDown, seat: i64, ender: i64, heir: i64) -> i64:
        """Points first, then the value of the pairs."""
        points: i64 = game.points_of(seat)
        value: i64 = game.value_of(seat)
        if seat == ender:
            points += 1
            value += game.terms.number_at[game.pair_to_lay()]
        if seat == heir:
            points += JOKER_POINTS
            value += JOKER_VALUE
        return points * ABOVE_ANY_VALUE + value

    # ---- whom to rob -----------------------------------------------------------------------------

    def robbery(self, game: HandsDown, seat: i64) -> i64:
        """The rivals whose cards promise most; of equals the richest, then the nearest to the left: HD-41, HD-43."""
        unseen = self.appeal_of_unseen(game, seat)
        due = cards_to_take(game)
        best = -1.0
        choice = NO_ACTION
        for one in range(1, game.seats):
            first = (seat + one) % game.seats
            for two in range(game.seats):
                second = NO_SEAT
                if two > 0:
                    second = (seat + two) % game.seats
                if may_take(game, first, second, due):
                    promise = self.promise(game, seat, first, unseen)
                    if second != NO_SEAT:
                        promise += self.promise(game, seat, second, unseen)
                        if second != first:
                            promise += SPREAD_APPEAL
                    if promise > best:
                        best = promise
                        choice = game.terms.taking_from(first, second)
        return choice

    def promise(self, game: HandsDown, seat: i64, rival: i64, unseen: float) -> float:
        """How much a card picked blindly from that hand is worth, on average; some of its cards may be known."""
        total = 0.0
        size = game.cards.size(rival)
        for i in range(size):
            if game.cards.knows(seat, rival, i):
                total += self.appeal(game, seat, game.cards.at(rival, i))
            else:
                total += unseen
        return total / float(size) + RICH_APPEAL * float(size)

    def appeal_of_unseen(self, game: HandsDown, seat: i64) -> float:
        """The average over all cards that lie where this seat has never seen them: whichever they are, it can count."""
        total = 0.0
        unseen: i64 = 0
        for zone in range(game.layout.zones):
            for i in range(game.cards.size(zone)):
                if not game.cards.knows(seat, zone, i):
                    total += self.appeal(game, seat, game.cards.at(zone, i))
                    unseen += 1
        return total / float(unseen) if unseen else 0.0

    def appeal(self, game: HandsDown, seat: i64, kind: i64) -> float:
        if kind == game.terms.joker:
            return JOKER_APPEAL
        return 1.0 if game.cards.find(seat, kind) >= 0 else 0.0


def news(kind: i64, detail: i64, done: bool) -> i64:
    """One number for what is new; `done` after one's own part in it."""
    return (detail * KINDS_OF_NEWS + kind) * 2 + (1 if done else 0)
