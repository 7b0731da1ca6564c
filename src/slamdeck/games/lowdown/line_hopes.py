"""What one card would make of the lines that it lies in: does it complete one, and what might be learnt from it?"""

from __future__ import annotations

from slamdeck.core.bits import ALL_BELOW, BIT
from slamdeck.core.native import i64
from slamdeck.games.lowdown.estimate import Estimate
from slamdeck.games.lowdown.in_common import NO_SUIT, shared
from slamdeck.games.lowdown.lines import LINES, MASK_OF, SLOTS, SLOTS_OF


def welcome_suits(estimate: Estimate, zone: i64) -> i64:
    """The set of suits that would complete a line there."""
    slot = zone % SLOTS
    found: i64 = 0
    for line in range(LINES):
        if MASK_OF[line] & BIT[slot]:
            pair = pair_beside(estimate, zone, line)
            if pair == estimate.suits:
                return ALL_BELOW[estimate.suits + 1]  # two wilds go with any suit
            if pair != NO_SUIT:
                found |= BIT[pair] | BIT[estimate.suits]
    return found


def is_welcome(suit: i64, welcome: i64) -> bool:
    """Is a card of that suit among those that would complete a line?"""
    return suit != NO_SUIT and (welcome >> suit) & 1 != 0


def pair_beside(estimate: Estimate, zone: i64, line: i64) -> i64:
    """The suit that the two other cards of a line share."""
    first = zone - zone % SLOTS
    if (estimate.lying >> first) & MASK_OF[line] != MASK_OF[line]:
        return NO_SUIT
    suits = estimate.suit
    found: i64 = estimate.suits
    cell = 3 * line
    end = cell + 3
    while cell < end:
        other = first + i64(SLOTS_OF[cell])
        cell += 1
        if other != zone:
            suit = suits[other]
            if suit == NO_SUIT:
                return NO_SUIT
            found = shared(estimate.suits, found, suit)
            if found == NO_SUIT:
                return NO_SUIT
    return found


def curiosity(estimate: Estimate, zone: i64) -> float:
    """How much there is to learn from a card that is not known: it may complete a line, or be a bad one."""
    found = 0.0
    slot = zone % SLOTS
    for line in range(LINES):
        if MASK_OF[line] & BIT[slot]:
            found += 0.1
            suit = pair_beside(estimate, zone, line)
            if suit != NO_SUIT:
                found += estimate.share[suit] * max(0.0, estimate.line_points(zone - slot, line))
    return found
