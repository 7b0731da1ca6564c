"""Checkable dealing at a table: promise, numbers, deal (see commitment.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slamdeck.core.problems import UsageProblem
from slamdeck.table.company.presence import Presence
from slamdeck.table.journal.commitment import commit_to, seal
from slamdeck.table.journal.entries import Dealt, Sealed
from slamdeck.table.messages import Promised
from slamdeck.table.output import Output
from slamdeck.table.state import SEALING
from slamdeck.table.times import NEVER_COMES, SECOND

NONCE_TIME: Final = 2 * SECOND  # who has not told the number by then plays without


class Dealing:
    """The seed is fixed before anybody's number is known, and everybody's number before the seed is."""

    def __init__(self, output: Output, new_seed: Callable[[], bytes]) -> None:
        self.output = output
        self.state = output.state
        self.new_seed = new_seed
        self.until = NEVER_COMES  # numbers are waited for

    def promise(self, now: int) -> None:
        state = self.state
        state.info.check_seats(len(state.seats))
        state.check_cards()
        given = state.given
        seed = self.new_seed() if given is None else given.seed
        # Where the deal is given, nobody's number may change it.
        sealed = tuple(one.sealed if one is not None and given is None else None for one in self.seated())
        # A new game is played by the rules of today, at a table that was opened by older ones too.
        newest = state.info.rules_version
        entry = Sealed(
            number=state.number + 1,
            commitment=commit_to(seed),
            seed=seed,
            sealed=sealed,
            rules_version=0 if newest == state.version else newest,
        )
        state.seal(entry)
        self.output.write(entry)
        self.wait_for_numbers(now)
        self.output.send_all(Promised(commitment=entry.commitment, sealed=list(sealed)))

    def wait_for_numbers(self, now: int) -> None:
        self.until = now + NONCE_TIME if any(self.state.sealed) else now

    def seated(self) -> list[Presence | None]:
        return [self.output.presence_at(seat) for seat in range(len(self.state.seats))]

    def take_nonce(self, now: int, presence: Presence, nonce: bytes) -> None:
        if self.state.phase != SEALING or seal(nonce) not in self.seals_of(presence.person):
            raise UsageProblem("that number was not sealed")
        presence.nonce = nonce
        wanted = sum(1 for sealed in self.state.sealed if sealed is not None)
        if sum(1 for given in self.nonces() if given is not None) == wanted:
            self.until = now

    def seals_of(self, person: str) -> list[bytes | None]:
        return [self.state.sealed[seat] for seat in self.state.seats_of(person)]

    def nonces(self) -> list[bytes | None]:
        """One for each seat; only what fits its seal counts."""
        given = [one.nonce if one is not None else None for one in self.seated()]
        return [
            nonce if nonce is not None and seal(nonce) == sealed else None
            for nonce, sealed in zip(given, self.state.sealed, strict=True)
        ]

    def deal(self) -> None:
        entry = Dealt(nonces=tuple(self.nonces()), event=self.state.event + 1)
        self.state.deal(entry)
        self.output.write(entry)
        self.until = NEVER_COMES
        for one in self.output.people.values():
            one.sealed = one.nonce = None
            one.shown.clear()
