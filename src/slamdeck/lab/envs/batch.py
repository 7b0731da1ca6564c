"""Many tables at once, NumPy in and out: `slamdeck.batch_env`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slamdeck.core.problems import UsageProblem
from slamdeck.lab.envs.batch_tables import CUT_OFF, OVER, Tables
from slamdeck.lab.envs.factors import Factors
from slamdeck.lab.envs.tables import MOST_DECISIONS, EnvPlan, rewards_for, table_seed
from slamdeck.lab.extras import needed
from slamdeck.lab.match import check_seed, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_TABLES = 1 << 20


class BatchEnv:
    """`n` tables of one game. At each of them one seat is asked; a game that is over is dealt anew at once.

    Arrays, one row for each table: `observations` (bytes, what the asked seat sees), `masks` (bits, lowest first: what
    it may answer), `seats` (who is asked). `rewards` has a column for each seat, and is not 0 where a game has just
    ended. They are views of the engine's memory: the next step fills them anew, so copy what has to last.
    """

    def __init__(self, plan: EnvPlan, n: int) -> None:
        self.numpy = needed("numpy", "envs")
        number = whole(n)
        if number is None or not 1 <= number <= MOST_TABLES:
            raise UsageProblem(f"{n!r} is not a number of tables: 1 to {MOST_TABLES}")
        self.plan = plan
        self.n = n = number
        self.actions = plan.size  # numbers from 0; the last one is to wait
        self.wait = plan.wait
        self.factors = Factors(plan.catalogue)
        self.tables: Tables = plan.tables(n)
        self.observations = self.rows(self.tables.seen)
        self.masks = self.rows(self.tables.possible)
        self.seats = self.rows(self.tables.asked)[:, 0]
        self.ended = self.rows(self.tables.ended)[:, 0]
        self.places = self.rows(self.tables.places)
        self.rewards: NDArray[np.float32] = self.numpy.zeros((n, plan.seats), self.numpy.float32)
        self.reset(seed=0)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Deal at every table; returns observations and masks. Table k of a seed is the same among any number."""
        chosen = check_seed(seed)
        self.tables.deal_all([table_seed(chosen, table) for table in range(self.n)])
        self.rewards[:] = 0
        return self.observations, self.masks

    def rows(self, vector: object) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = self.numpy.frombuffer(vector, self.numpy.uint8).reshape(self.n, -1)
        return found

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.uint8]]:
        """One answer for each table: observations, rewards, terminated, truncated, masks.

        An answer that is not possible is taken for a wait.
        """
        answers = self.numpy.asarray(actions)
        if answers.shape != (self.n,):
            raise UsageProblem(f"there are {self.n} tables, and {len(answers) if answers.ndim else 0} answers")
        if answers.dtype.kind not in "iu":
            raise UsageProblem("answers are whole numbers")
        known = self.numpy.minimum(answers.astype("<u8"), self.wait)  # what is negative has become large
        ends = self.tables.step(known.astype("<u4").tobytes())
        terminated = self.ended == OVER
        self.rewards.fill(0)
        if ends:
            self.pay(self.numpy.flatnonzero(terminated))
        return self.observations, self.rewards, terminated, self.ended == CUT_OFF, self.masks

    def pay(self, tables: NDArray[np.intp]) -> None:
        """What the games that have just ended are worth to each seat."""
        places = self.places[tables].astype(self.numpy.int64)
        equal = (places[:, :, None] == places[:, None, :]).sum(axis=2)
        self.rewards[tables] = rewards_for(places, equal, self.plan.seats)

    def choose(self, shares: Any) -> NDArray[np.uint32]:
        """One possible answer for each table: the one at that share (0 ≤ share < 1) of its list. For random play."""
        try:
            values = self.numpy.asarray(shares, float)
        except (TypeError, ValueError):
            raise UsageProblem("shares are numbers") from None
        if values.shape != (self.n,) or not (values.min() >= 0 and values.max() < 1):
            raise UsageProblem(f"for {self.n} tables there must be {self.n} shares, at least 0 and below 1")
        self.tables.choose((values * (1 << 24)).astype("<u4").tobytes())
        found: NDArray[np.uint32] = self.numpy.frombuffer(self.tables.chosen, "<u4").copy()
        return found

    def possible(self) -> NDArray[np.bool_]:
        """The masks with a column for every action."""
        bits = self.numpy.unpackbits(self.masks, axis=1, count=self.actions, bitorder="little")
        found: NDArray[np.bool_] = bits.astype(bool)
        return found

    def words(self, action: int) -> str:
        return self.plan.words(action)

    def __reduce__(self) -> tuple[object, ...]:
        raise UsageProblem("a batch environment cannot be sent elsewhere: make one there, and reset it with a seed")


def batch_env(
    game: str,
    n: int = 1024,
    seats: int | None = None,
    *,
    memory: bool = False,
    most_decisions: int = MOST_DECISIONS,
    reflexes: str | Sequence[str] | None = None,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> BatchEnv:
    """Many tables of a game as one environment."""
    return BatchEnv(EnvPlan(game, seats, memory, most_decisions, deck, options, reflexes), n)
