"""The law of fair races for one input: a claim is worth what its witnesses bear out.

Two kinds of witnesses, all of the same event and the same seat:

pongs     answer pings of which one was sent in the same segment as the event. They are on the server's clock alone,
          suffer the same queue as the hand, and a page's script can neither see nor delay them.
stamped   `seen`, every `still` and every input carry the page's clock at sending. Arrival less stamp is the transit:
          the way and the unknown offset of the clocks. Only neighbours are compared, so that offset and drift do not
          matter.

There is no jitter budget and no habitual round trip: nothing that was faked a minute ago helps now. A further witness
can only make the law milder, so a hand that is believed when it comes is final then; only a doubtful one waits.

Pure functions of what was measured, in integer microseconds: a replay asks them again and must get the same answers.
S, P, A, p, t, c and r* are the letters of the documents for players.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from slamdeck.table.races.evidence import (
    FOURTH_LAW,
    FRAME,
    SECOND_LAW,
    THIRD_LAW,
    Correction,
    Evidence,
    TimesUse,
    Verdict,
)
from slamdeck.table.times import MS, NEVER_COMES

FASTEST_HUMAN: Final = 150 * MS  # no eye recognises a picture and moves a hand sooner
SLOWEST_PAINT: Final = 42 * MS  # a screen may be slow; it can also pretend to be
USUAL_PAINT: Final = 2 * FRAME  # every screen may need this much
MARGIN: Final = 6 * MS  # how much slower than its witnesses a hand may have travelled
IDLE: Final = 8 * MS  # how long a press may lie in the page before it is sent
LINE_MARGIN: Final = 6 * MS  # the same against pongs, whose way down is not the event's
NEAR: Final = 60 * MS  # stamped witnesses farther away in time say nothing about the paint …
NEAR_PONG: Final = 150 * MS  # … nor pongs farther away than this
LONGEST_DOUBT: Final = 120 * MS  # a doubtful hand waits for later witnesses no longer than this
LONGEST_HANG: Final = 150 * MS  # no more is forgiven to a page that hung …
LONGEST_LAIN: Final = 80 * MS  # … and by the fourth law no more than this of a hand that lay in it
LATE_WORD: Final = 60 * MS  # a paint of which `seen` tells so much later may have been made up when the hand was slow
SMALLEST_HANG: Final = 10 * MS  # that was worth a credit until the fourth law
UNSEEN_HOLD_UP: Final = 20 * MS  # what the line held up, and no pong of that time, is believed on credit only …
WARY_HOLD_UP: Final = 3 * MS  # … and so little of a seat that is looked at closely
WARY_PAINT: Final = FRAME  # what its screen is allowed
# What it takes of the credit to be forgiven six of anything.
CHEAP: Final = 4  # a late paint that was told at once: who feigns that does not know yet whether the hand will be slow
FULL: Final = 6  # a hand that lay in the page: whoever feigns it chooses the hands
DEAR: Final = 15  # a hold-up that no pong saw: on an honest line that is rare
SMALLEST_DOUBT: Final = 3 * MS  # to be counted later by less is not worth waiting for a witness …
SMALLEST_PRICE: Final = 100 * MS  # … nor is what takes less of the credit
ESTIMATED_PAINT: Final = 3 * FRAME // 2  # what a screen needs on average
ROUNDING: Final = 1 * MS  # a claim moved by less was not really moved
TIE_BAND: Final = 6 * MS


# ---- the verdict -----------------------------------------------------------------------------------


def judge(facts: Evidence, now: int) -> tuple[Evidence, bool]:
    """r* of one input, from the witnesses that are here at `now` (counted from the release, like all times of the
    server), and whether a witness that is still to come could change it."""
    if facts.hand and is_anticipation(facts):
        return structs.replace(facts, reaction=-1, verdict=Verdict.ANTICIPATION), False
    claim = claim_of(facts)
    if facts.exact and claim is not None:
        return found(facts, min(claim, arrival(facts) - facts.sent), Correction.NONE), False
    if uses_claim(facts):
        return weigh(facts, now)
    return found(facts, estimate(facts), Correction.ESTIMATED), False


def judge_finally(facts: Evidence) -> Evidence:
    """By the witnesses that are here: nobody waits for more."""
    return judge(facts, arrival(facts) + LONGEST_DOUBT)[0]


def weigh(facts: Evidence, now: int) -> tuple[Evidence, bool]:
    """Believed press less believed paint."""
    claim = claim_of(facts)
    assert claim is not None
    slow = too_slow(facts)
    earliest = press_believed(facts, slow) + paint_too_late(facts, slow)
    held_up = held_up_unseen(facts, earliest)
    if facts.law > FOURTH_LAW:
        forgiven, spent = forgive(facts, earliest, held_up, claim)
    else:
        forgiven, spent = forgive_once(facts, earliest, held_up, claim)
    doubtful = (forgiven > claim + SMALLEST_DOUBT or spent > SMALLEST_PRICE) and may_be_borne_out(facts, held_up)
    if doubtful and now - arrival(facts) < LONGEST_DOUBT:
        return found(facts, at_most_now(facts, earliest, claim), reason(facts, claim)), True
    reaction = at_most_now(facts, forgiven, claim)
    why = Correction.NONE if abs(reaction - claim) < ROUNDING else reason(facts, reaction)
    return found(facts, reaction, why, spent), False


def at_most_now(facts: Evidence, earliest: int, claim: int) -> int:
    """Whatever a clock says, no input was made after it had come: nobody may put it, and the order of all inputs, into
    the future."""
    return min(max(earliest, min(claim, latest(facts))), arrival(facts) - facts.sent)


def found(facts: Evidence, reaction: int, why: Correction, spent: int = 0) -> Evidence:
    """What a seat has ruled out by an earlier input stays ruled out."""
    verdict = Verdict.COUNTS
    if why is Correction.ESTIMATED:
        verdict = Verdict.ESTIMATED
    elif why is not Correction.NONE:
        verdict = Verdict.CORRECTED
    reaction = credited(facts, max(reaction, facts.not_before, 0))
    return structs.replace(facts, reaction=reaction, spent=spent, why=why, verdict=verdict)


def credited(facts: Evidence, reaction: int) -> int:
    """A handicap makes a hand earlier, but never earlier than anybody's hand can be."""
    if not facts.hand:
        return reaction
    return max(reaction - facts.handicap, min(reaction, FASTEST_HUMAN))


def is_anticipation(facts: Evidence) -> bool:
    """Too soon to be a reaction, or before the page has said `seen`: no reaction can overtake that.

    Where a claim is used it speaks for itself, unless the hand was there before anybody's could be: to claim more than
    the truth wins nothing. Only without one the pongs have to speak, and they may have been held up longer than it.
    """
    claim = claim_of(facts)
    if facts.exact and claim is not None:
        return claim < FASTEST_HUMAN
    if facts.seen is None:
        return True
    if claim is not None and not facts.coarse and claim < FASTEST_HUMAN:
        return True  # also where claims are not used: against oneself everybody is believed
    if uses_claim(facts):
        return arrival(facts) - facts.sent < FASTEST_HUMAN
    return latest(facts) < FASTEST_HUMAN


# ---- claims and estimates --------------------------------------------------------------------------


def claim_of(facts: Evidence) -> int | None:
    """The reaction that the page claims; page times count from the paint."""
    return facts.pressed if facts.seen is not None else None


def uses_claim(facts: Evidence) -> bool:
    return facts.seen is not None and facts.pressed is not None and not facts.coarse and not is_estimated(facts)


def is_estimated(facts: Evidence) -> bool:
    return facts.use is TimesUse.ESTIMATED


def arrival(facts: Evidence) -> int:
    assert facts.arrived is not None
    return facts.arrived


def latest(facts: Evidence) -> int:
    """hi = A − S − the shortest trip of this event: the input cannot have been made later, or it would not be here."""
    return arrival(facts) - facts.sent - shortest_trip(facts)


def estimate(facts: Evidence) -> int:
    """Without a claim: by today's pongs, or for a seat whose claims are not used by its usual trip."""
    arrived = arrival(facts)
    if is_estimated(facts):
        reaction = arrived - facts.sent - facts.usual_trip - ESTIMATED_PAINT
    else:
        painted = facts.sent + line_trip(facts) + latest_paint(facts)
        if facts.seen is not None:
            painted = min(painted, facts.seen)
        reaction = min(arrived - painted, latest(facts))
    return max(reaction, FASTEST_HUMAN if facts.hand else 0)


# ---- the press -------------------------------------------------------------------------------------


def believed_press(facts: Evidence) -> int:
    """When the hand came down, on the page's clock: as claimed, unless a witness knows better."""
    return press_believed(facts, too_slow(facts))


def press_believed(facts: Evidence, slow: int) -> int:
    """… if it is known already by how much it was `too_slow`."""
    assert facts.pressed is not None
    return max(facts.pressed + slow + too_idle(facts), promised(facts))


def promised(facts: Evidence) -> int:
    """Messages do not overtake each other: the hand was sent after everything that came before it, and a page handles a
    press before it draws the frame after the next."""
    return last_stamp(facts) - min(facts.frame, 2 * FRAME)


def last_stamp(facts: Evidence) -> int:
    """The latest stamp that came ahead of the input, or at all if there is none; else the paint itself."""
    stills = facts.stills
    if not stills:
        return 0
    before, _ = around(facts)
    last = stills[before[0]] if before else 0
    for k in before:
        last = max(last, stills[k])
    return last


def too_slow(facts: Evidence) -> int:
    """By how much the hand claims to have travelled slower than the slowest of the stamped messages right before and
    right after it. A page sends one within MARGIN after the hand: what holds up an honest hand holds up that one."""
    return max(arrival(facts) - facts.stamp - slowest_transit(facts) - MARGIN, 0)


def slowest_transit(facts: Evidence) -> int:
    """Of the two stamped messages before the input and the one after it; with none of these, of `seen`."""
    stills = facts.stills
    if stills:
        before, after = around(facts)
        return max([stills[k + 1] - stills[k] for k in [*before[-2:], *after[:1]]])
    return 0 if facts.seen is None else facts.seen - facts.seen_stamp


def around(facts: Evidence) -> tuple[list[int], list[int]]:
    """Where in `stills` the messages begin that came before the input, and those that came after it."""
    stills = facts.stills
    if not stills:
        return [], []
    places = range(0, len(stills), 2)
    until = facts.arrived
    if until is None:
        return list(places), []
    return [k for k in places if stills[k + 1] <= until], [k for k in places if stills[k + 1] > until]


def too_idle(facts: Evidence) -> int:
    """How long the press claims to have lain in the page beyond what is usual."""
    assert facts.pressed is not None
    return max(facts.stamp - facts.pressed - IDLE, 0)


# ---- the paint -------------------------------------------------------------------------------------


def too_late(facts: Evidence) -> int:
    """By how much the paint is too late to be true. An event takes the way there, the screen its frames, a message the
    way back: if even the fastest stamped message next to the hand claims more than that, clock or paint are off."""
    return paint_too_late(facts, too_slow(facts))


def paint_too_late(facts: Evidence, slow: int) -> int:
    """… if it is known already by how much the input was `too_slow`."""
    if facts.use is TimesUse.TRUSTED:
        return 0
    stills, stamp = facts.stills, facts.stamp
    travel = arrival(facts) - stamp - slow
    for k in range(0, len(stills), 2):
        if abs(stills[k] - stamp) <= NEAR:
            travel = min(travel, stills[k + 1] - stills[k])
    return travel_too_long(facts, travel)


def held_up_unseen(facts: Evidence, earliest: int) -> int:
    """By how much later than `earliest` the hand counts if only pongs may say how long the line held it up. Stamps
    alone cannot: a page could hold its own messages up and send them in one burst, or let its clock crawl."""
    if facts.law == SECOND_LAW or not facts.hand or not facts.race or facts.use is TimesUse.TRUSTED:
        return 0
    alone = travel_too_long(facts, arrival(facts) - facts.stamp)
    if alone < (WARY_HOLD_UP if facts.wary else UNSEEN_HOLD_UP):
        return 0
    assert facts.pressed is not None
    return max(facts.pressed + too_idle(facts) + alone - earliest, 0)


def travel_too_long(facts: Evidence, travel: int) -> int:
    """By how much: arrival less stamp, the page's clock counting from the paint."""
    return max(travel - facts.sent - line_trip(facts) - latest_paint(facts) - LINE_MARGIN, 0)


def latest_paint(facts: Evidence) -> int:
    """How late after its arrival this screen may show an event: two frames, or what it usually needs, but nobody is
    believed to be slower than SLOWEST_PAINT."""
    if facts.wary:
        return WARY_PAINT
    return min(max(facts.usual_paint, USUAL_PAINT), SLOWEST_PAINT)


def line_trip(facts: Evidence) -> int:
    """The longest way there and back that pongs bear out: with the event, or next to the input."""
    longest = event_trip(facts)
    arrived = arrival(facts)
    earlier, later = 0, -1
    pongs = facts.pongs
    for k in range(0, len(pongs), 2):
        if abs(pongs[k + 1] - arrived) <= NEAR_PONG:
            trip = pongs[k + 1] - pongs[k]
            if pongs[k + 1] <= arrived:
                earlier = trip
            elif later < 0:
                later = trip
    return max(longest, earlier, later)


def event_trip(facts: Evidence) -> int:
    """Of the ping that was sent with the event. Where no race is possible none is: then what is usual has to do."""
    if facts.paired is not None:
        return facts.paired - facts.sent
    return 0 if facts.race else facts.usual_trip


def shortest_trip(facts: Evidence) -> int:
    """Of all pings of this event; 0 if none has come back."""
    pongs = facts.pongs
    shortest = NEVER_COMES if facts.paired is None else facts.paired - facts.sent
    for k in range(0, len(pongs), 2):
        shortest = min(shortest, pongs[k + 1] - pongs[k])
    return 0 if shortest == NEVER_COMES else shortest


# ---- doubt and forgiveness -------------------------------------------------------------------------


def may_be_borne_out(facts: Evidence, held_up: int) -> bool:
    """Is a witness still to come that could make the law milder? Where no race is possible none is due."""
    if not facts.race:
        return False
    if too_slow(facts) > 0 and not around(facts)[1]:
        return True
    arrived = arrival(facts)
    return (too_late(facts) > 0 or held_up > 0) and not any(at > arrived for at in facts.pongs[1::2])


def forgive(facts: Evidence, earliest: int, held_up: int, claim: int) -> tuple[int, int]:
    """From when on the hand counts if a page that hung is forgiven that, and what it takes: only hands in races, on
    credit alone, and as far as that reaches."""
    earliest += held_up
    if facts.credit <= 0 or not facts.hand or not facts.race or earliest <= claim:
        return earliest, 0
    left = min(earliest - claim, LONGEST_HANG)
    credit = facts.credit * FULL
    for span, price in ((hung_paint(facts), CHEAP), (too_idle(facts), FULL), (held_up, DEAR)):
        part = min(span, left, credit // price)
        left -= part
        earliest -= part
        credit -= part * price
    return earliest, facts.credit - credit // FULL


def hung_paint(facts: Evidence) -> int:
    """For how long the page hung when the card came: its `seen` was as late as the paint it names, and no later."""
    late, late_word = too_late(facts), late_seen(facts)
    if facts.law > THIRD_LAW and late_word - late > LATE_WORD:
        return 0
    return min(late_word, late)


def forgive_once(facts: Evidence, earliest: int, held_up: int, claim: int) -> tuple[int, int]:
    """The same until the fourth law: a credit was a hand, however long the hang."""
    if held_up >= SMALLEST_HANG and facts.credit >= 1:
        return earliest, 1
    earliest += held_up
    if facts.credit < 1 or not facts.hand or not facts.race or facts.seen is None:
        return earliest, 0
    lain = too_idle(facts)
    if facts.law > THIRD_LAW:
        lain = min(lain, LONGEST_LAIN)
    hung = hung_paint(facts) + lain
    if hung < SMALLEST_HANG or earliest <= claim:
        return earliest, 0
    return max(earliest - min(hung, LONGEST_HANG), claim), 1


def late_seen(facts: Evidence) -> int:
    """How much later than the line and any screen explain `seen` came."""
    if facts.seen is None:
        return 0
    return max(facts.seen - facts.sent - line_trip(facts) - latest_paint(facts), 0)


def reason(facts: Evidence, reaction: int) -> Correction:
    """What weighs most among the reasons for which this time is not the one that was claimed."""
    claim = claim_of(facts) or 0
    if reaction < claim:
        return Correction.LINE
    slow, idle, late = too_slow(facts), too_idle(facts), too_late(facts)
    assert facts.pressed is not None
    slow += held_up_unseen(facts, facts.pressed + slow + idle + late)
    kept_still = promised(facts) - facts.pressed
    if kept_still > slow + idle and kept_still > late:
        return Correction.PROMISE
    if late >= slow and late >= idle:
        return Correction.PAINT
    return Correction.NEIGHBOURS if slow >= idle else Correction.IDLE


# ---- what is kept ----------------------------------------------------------------------------------


def essential(facts: Evidence) -> Evidence:
    """The same facts with only those witnesses that this verdict rests on."""
    if not facts.stills and not facts.pongs:
        return facts
    return structs.replace(facts, stills=essential_stills(facts), pongs=essential_pongs(facts))


def essential_stills(facts: Evidence) -> tuple[int, ...]:
    stills = facts.stills
    before, after = around(facts)
    kept = {*before[-2:], *after[:1]}
    if before:
        kept.add(max(before, key=lambda k: stills[k]))
    if facts.arrived is not None:
        kept |= {k for k in [*before, *after] if abs(stills[k] - facts.stamp) <= NEAR}
    return tuple([part for k in sorted(kept) for part in stills[k : k + 2]])


def essential_pongs(facts: Evidence) -> tuple[int, ...]:
    """The last before the input and the first after it, and the shortest; of a seat without one the last and the
    shortest."""
    pongs = facts.pongs
    places = list(range(0, len(pongs), 2))
    if not places:
        return ()
    kept = {min(places, key=lambda k: pongs[k + 1] - pongs[k])}
    if facts.arrived is None:
        kept.add(places[-1])
    else:
        arrived = facts.arrived
        kept |= set([k for k in places if pongs[k + 1] <= arrived][-1:])
        kept |= set([k for k in places if pongs[k + 1] > arrived][:1])
    return tuple([part for k in sorted(kept) for part in pongs[k : k + 2]])
