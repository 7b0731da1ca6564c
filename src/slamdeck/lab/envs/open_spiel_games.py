"""OpenSpiel's interface: `slamdeck.open_spiel_game` gives a Python game of OpenSpiel's, with states that serialise.

The first node is chance: it draws one of `deals` deals. Everything afterwards follows from that deal and the actions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from slamdeck.core.problems import UsageProblem
from slamdeck.games import all_games, find_game
from slamdeck.lab.envs.stepping import Stepper, mixed
from slamdeck.lab.envs.tables import MOST_DECISIONS, EnvPlan, rewards_of, table_seed
from slamdeck.lab.extras import needed
from slamdeck.lab.match import usual_seats, whole

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
else:  # imported by `open_spiel_game`, so that what is missing is said in one sentence
    needed("numpy", "openspiel")
    needed("pyspiel", "openspiel")
    import numpy as np
    import pyspiel

DEALS = 1000
PREFIX = "slamdeck_"


def spiel_type(slug: str) -> Any:
    info = find_game(slug)
    return pyspiel.GameType(
        short_name=PREFIX + slug,
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.most,
        min_num_players=info.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": usual_seats(info),
            "deals": DEALS,
            "most_decisions": MOST_DECISIONS,
            "house_rules": "",  # JSON, as hexadecimal digits: OpenSpiel's names take no brackets
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game of ours; its class for each slug is made by `game_class`."""

    slug = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        players = int(given.get("players", usual_seats(find_game(self.slug))))
        rules = json.loads(bytes.fromhex(given.get("house_rules", "")) or b"{}")
        self.deals = int(given.get("deals", DEALS))
        self.plan = EnvPlan(self.slug, players, False, int(given.get("most_decisions", MOST_DECISIONS)), None, rules)
        spiel_info = pyspiel.GameInfo(
            num_distinct_actions=self.plan.size,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.plan.most,
        )
        super().__init__(spiel_type(self.slug), spiel_info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.plan, iig_obs_type)


class SpielTable:
    """The part of a state that is ours: how it is copied, and played again from what was done."""

    def __init__(
        self, plan: EnvPlan, stepper: Stepper, answers: list[list[tuple[bytes, int]]], history: list[int]
    ) -> None:
        self.plan = plan
        self.stepper = stepper
        self.answers = answers  # of each seat: what it saw, and what it did
        self.history = history  # the deal, and then what was done

    @classmethod
    def played(cls, plan: EnvPlan, history: Sequence[int]) -> SpielTable:
        table = cls(plan, plan.stepper(), [[] for _ in range(plan.seats)], [])
        for action in history:
            table.apply(action)
        return table

    @property
    def dealt(self) -> bool:
        return bool(self.history)

    def apply(self, action: int) -> None:
        if self.dealt:
            self.answer(action)
        else:
            seed = table_seed(action, 0)
            self.stepper.deal(mixed(seed, 0), mixed(seed, 1))
        self.history.append(action)

    def seen_by(self, seat: int) -> bytes:
        room: Any = self.plan.eyes.room()
        self.plan.eyes.look(self.stepper.rules, seat, room, 0)
        return bytes(room)

    def answer(self, action: int) -> None:
        seat = int(self.stepper.seat)
        self.answers[seat].append((self.seen_by(seat), action))
        self.stepper.answer(action)

    def __deepcopy__(self, memo: object) -> SpielTable:
        answers = [list(made) for made in self.answers]
        return SpielTable(self.plan, self.stepper.copy(), answers, list(self.history))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return SpielTable.played, (self.plan, self.history)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """Before the deal there is no table."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deals = game.deals
        self.table = SpielTable.played(game.plan, [])

    @property
    def dealt(self) -> bool:
        return self.table.dealt

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        stepper = self.table.stepper
        return int(pyspiel.PlayerId.TERMINAL) if stepper.over() else int(stepper.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.stepper.choices())

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.table.plan.words(action)

    def is_terminal(self) -> bool:
        return self.dealt and bool(self.table.stepper.over())

    def returns(self) -> list[float]:
        rules = self.table.stepper.rules
        outcome = rules.outcome() if self.dealt and rules.over else None
        return [0.0] * self.table.plan.seats if outcome is None else rewards_of(list(outcome.places))

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        rules = self.table.stepper.rules
        return f"{rules.phase()} at {rules.now} ms, seat {self.table.stepper.seat} is asked"


class SpielObserver:
    """What one seat sees as numbers, or with perfect recall as everything it saw and did."""

    def __init__(self, plan: EnvPlan, kind: Any) -> None:
        self.plan = plan
        self.recalls = bool(kind is not None and kind.perfect_recall)
        self.tensor = np.zeros(plan.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.dealt:
            self.tensor[:] = np.frombuffer(state.table.seen_by(player), np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        if not state.dealt:
            return "before the deal"
        seen = state.table.seen_by(player).hex()
        if not self.recalls:
            return seen
        before = [f"{then.hex()} {self.plan.words(action)}" for then, action in state.table.answers[player]]
        return "\n".join([*before, seen])


def game_class(slug: str) -> type[SpielGame]:
    return type(f"SpielGame_{slug}", (SpielGame,), {"slug": slug})


def register_all() -> None:
    """Let `pyspiel.load_game` find every game of ours, as `slamdeck_` and its name."""
    for slug in all_games():
        if PREFIX + slug not in pyspiel.registered_names():
            pyspiel.register_game(spiel_type(slug), game_class(slug))


def open_spiel_game(
    game: str,
    seats: int | None = None,
    *,
    deals: int = DEALS,
    most_decisions: int = MOST_DECISIONS,
    **options: object,
) -> Any:
    """A game as one of OpenSpiel's."""
    register_all()
    info = find_game(game)
    drawn = whole(deals)
    if drawn is None or drawn < 1:
        raise UsageProblem(f"{deals!r} is not a number of deals: at least 1")
    plan = EnvPlan(game, seats, False, most_decisions, None, options)  # says what is wrong before OpenSpiel would
    house_rules = json.dumps(options).encode().hex() if options else ""
    given = {"players": plan.seats, "deals": drawn, "most_decisions": plan.most, "house_rules": house_rules}
    return pyspiel.load_game(PREFIX + info.slug, given)


register_all()
