"""Many tables at once, NumPy in and out: `slamdeck.batch_env`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slamdeck.core.problems import UsageProblem
from slamdeck.lab.envs.batch_tables import CUT_OFF, OVER
from slamdeck.lab.envs.factors import Factors
from slamdeck.lab.envs.tables import MOST_DECISIONS, EnvPlan, rewards_for, table_seed
from slamdeck.lab.extras import needed
from slamdeck.lab.match import check_seed, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_TABLES = 1 << 20
WORD = (1 << 64) - 1
WHOLE = 1 << 24  # parts of a share


class BatchEnv:
    """`n` tables of one game. At each of them one seat is asked; a game that is over is dealt anew at once.

    Arrays, one row for each table: `observations` (bytes, what the asked seat sees), `masks` (bits, lowest first: what
    it may answer; whole words of 64), `seats` (who is asked). `rewards` has a column for each seat, and is not 0 where
    a game has just ended. The next step fills all of them anew, so copy what has to last.
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
        self.tables: Any = plan.tables(n)  # of `Tables`, whose vectors are lists where nothing is compiled
        self.coming: NDArray[np.int64] = self.numpy.zeros(n, "<i8")  # answers or shares, on their way to the engine
        self.chosen = self.rows(self.tables.chosen, "<i8")[:, 0]
        self.masks: NDArray[np.uint8] = self.rows(self.tables.possible, "<u1")
        self.seats: NDArray[np.uint8] = self.rows(self.tables.asked, "<u1")[:, 0]
        self.ended = self.rows(self.tables.ended, "<u1")[:, 0]
        self.places = self.rows(self.tables.places, "<u1")
        self.sights = self.rows(self.tables.seen, "<u1").reshape(n * plan.seats, plan.width)  # of every seat
        self.first_rows = self.numpy.arange(n) * plan.seats
        self.observations: NDArray[np.uint8] = self.numpy.zeros((n, plan.width), self.numpy.uint8)
        self.rewards: NDArray[np.float32] = self.numpy.zeros((n, plan.seats), self.numpy.float32)
        self.reset(seed=0)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Deal at every table; returns observations and masks. Table k of a seed is the same among any number."""
        chosen = check_seed(seed)
        self.tables.deal_all([table_seed(chosen, table) for table in range(self.n)])
        self.rewards[:] = 0
        self.show()
        return self.observations, self.masks

    def rows(self, vector: object, kind: str) -> NDArray[Any]:
        """A vector of the engine's as an array that shares its memory; without a compiler it is copied to and fro."""
        if isinstance(vector, list):
            found: NDArray[Any] = self.numpy.zeros(len(vector), "<u8").view(kind).reshape(self.n, -1)
        else:
            found = self.numpy.frombuffer(vector, kind).reshape(self.n, -1)
        return found

    def show(self) -> None:
        """Every table's observation is what the seat that is asked there sees."""
        if isinstance(self.tables.possible, list):
            words = [word & WORD for word in self.tables.possible]
            self.masks[:] = self.numpy.array(words, "<u8").view("<u1").reshape(self.n, -1)
        self.numpy.take(self.sights, self.first_rows + self.seats, axis=0, out=self.observations, mode="clip")

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
        # What is negative is large, too.
        large = answers.view("<u8") if answers.dtype == "<i8" else answers.astype("<u8")
        self.numpy.minimum(large, self.wait, out=self.coming.view("<u8"))
        ends = self.tables.step(self.coming.tobytes())
        self.show()
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

    def choose(self, shares: Any) -> NDArray[np.int64]:
        """One possible answer for each table: the one at that share (0 ≤ share < 1) of all. For random play."""
        try:
            values = self.numpy.asarray(shares, float)
        except (TypeError, ValueError):
            raise UsageProblem("shares are numbers") from None
        if values.shape == (self.n,):
            with self.numpy.errstate(invalid="ignore", over="ignore"):  # what is no number has become large
                self.numpy.multiply(values, WHOLE, out=self.coming, casting="unsafe")
        if values.shape != (self.n,) or self.coming.view("<u8").max() >= WHOLE:  # what is negative is large, too
            raise UsageProblem(f"for {self.n} tables there must be {self.n} shares, at least 0 and below 1")
        self.tables.choose(self.coming.tobytes())
        if isinstance(self.tables.chosen, list):
            self.chosen[:] = self.tables.chosen
        found: NDArray[np.int64] = self.chosen.copy()
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
