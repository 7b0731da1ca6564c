"""PettingZoo's two interfaces: `slamdeck.aec_env` asks one agent at a time, `slamdeck.parallel_env` all of a moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slamdeck.core.bits import members
from slamdeck.core.problems import UsageProblem
from slamdeck.core.views import view_of
from slamdeck.core.zones import PUBLIC
from slamdeck.lab.drawing import as_text
from slamdeck.lab.envs.factors import Factors
from slamdeck.lab.envs.stepping import Stepper, mixed
from slamdeck.lab.envs.tables import MOST_DECISIONS, EnvPlan, rewards_of, table_seed
from slamdeck.lab.extras import needed
from slamdeck.lab.match import check_seed, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv
else:  # imported by `aec_env` and `parallel_env`, so that what is missing is said in one sentence
    needed("pettingzoo", "envs")
    import numpy as np
    from pettingzoo import AECEnv, ParallelEnv

RENDER_MODES = ("human", "ansi")


class OneTable:
    """A table as its agents see it: observations, masks, rewards. `player_0` is seat 0."""

    def __init__(self, plan: EnvPlan) -> None:
        from gymnasium import spaces

        self.plan = plan
        self.factors = Factors(plan.catalogue)
        self.stepper: Stepper = plan.stepper()
        self.names = [f"player_{seat}" for seat in range(plan.seats)]
        self.seen: Any = plan.eyes.room()
        seen = spaces.Box(0, 255, (plan.width,), np.uint8)
        mask = spaces.Box(0, 1, (plan.size,), np.int8)
        self.observation_spaces = {name: spaces.Dict({"observation": seen, "action_mask": mask}) for name in self.names}
        self.action_spaces = {name: spaces.Discrete(plan.size) for name in self.names}
        self.seed: int | None = None  # of the game; none: nothing is dealt yet
        self.answers: list[int] = []  # everything in it follows from these

    def deal(self, seed: int) -> None:
        first = table_seed(seed, 0)  # the first game of the first table of a batch
        self.stepper.deal(mixed(first, 0), mixed(first, 1))
        self.seed = seed
        self.answers = []

    def answer(self, action: object) -> None:
        """What the seat that is asked does; a number that is no action, and none at all, is a wait."""
        code = self.plan.wait if action is None else whole(action)
        if code is None:
            raise UsageProblem(f"{action!r} is not an action: they are numbers from 0 to {self.plan.wait}")
        code = code if 0 <= code <= self.plan.wait else self.plan.wait
        self.stepper.answer(code)
        self.answers.append(code)

    def check_dealt(self) -> None:
        if self.seed is None:
            raise UsageProblem("nothing is dealt yet: call reset first")

    def __deepcopy__(self, memo: object) -> OneTable:
        twin = OneTable(self.plan)
        twin.stepper = self.stepper.copy()
        twin.seed, twin.answers = self.seed, self.answers[:]
        return twin

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Elsewhere the same answers are given again."""
        return played_again, (self.plan, self.seed, self.answers)

    def observe(self, seat: int, may_answer: list[int]) -> dict[str, NDArray[Any]]:
        self.plan.eyes.look(self.stepper.rules, seat, self.seen, 0)
        mask = np.zeros(self.plan.size, np.int8)
        mask[may_answer] = 1
        return {"observation": np.frombuffer(self.seen, np.uint8).copy(), "action_mask": mask}

    def rewards(self) -> list[float]:
        outcome = self.stepper.rules.outcome() if self.stepper.rules.over else None
        return [0.0] * self.plan.seats if outcome is None else rewards_of(list(outcome.places))

    def text(self) -> str:
        rules = self.stepper.rules
        return as_text(f"{self.plan.setup.info.title}: {rules.phase()} at {rules.now} ms", view_of(rules, PUBLIC))


def played_again(plan: EnvPlan, seed: int | None, answers: list[int]) -> OneTable:
    table = OneTable(plan)
    if seed is not None:
        table.deal(seed)
        for action in answers:
            table.answer(action)
    return table


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise UsageProblem(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")
    return mode


def shown(table: OneTable, mode: str | None) -> str | None:
    if mode == "human":
        print(table.text())
        return None
    return table.text()


class SlamdeckAec(AECEnv):  # type: ignore[misc]
    """One agent at a time: the seat that is asked, in the order in which hands land."""

    def __init__(self, plan: EnvPlan, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = OneTable(plan)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"slamdeck_{plan.setup.info.slug}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,  # `parallel_env` is
        }
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []

    @property
    def factors(self) -> Factors:
        return self.table.factors

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(check_seed(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.table.names[self.table.stepper.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        stepper = self.table.stepper
        seat = self.table.names.index(agent)
        asked = not stepper.over() and seat == stepper.seat
        return self.table.observe(seat, stepper.choices() if asked else [self.table.plan.wait])

    def step(self, action: int | None) -> None:
        self.table.check_dealt()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        stepper = self.table.stepper
        self.table.answer(action)
        if stepper.over():
            self.rewards = dict(zip(self.table.names, self.table.rewards(), strict=True))
            ended = self.terminations if stepper.rules.over else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
        else:
            self.agent_selection = self.table.names[stepper.seat]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        return shown(self.table, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class SlamdeckParallel(ParallelEnv):  # type: ignore[misc]
    """All agents at once. Those who are not asked at this moment can only wait.

    The answers of one moment land one after the other, in a drawn order: the first hand may change what the second one
    meets. What is not possible any more when it lands is a wait.
    """

    def __init__(self, plan: EnvPlan, render_mode: str | None = None) -> None:
        self.table = OneTable(plan)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {"name": f"slamdeck_{plan.setup.info.slug}", "render_modes": list(RENDER_MODES)}
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []

    @property
    def factors(self) -> Factors:
        return self.table.factors

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        self.table.deal(check_seed(seed))
        self.agents = list(self.possible_agents)
        return self.observed(), {agent: {} for agent in self.agents}

    def observed(self) -> dict[str, dict[str, Any]]:
        stepper, table = self.table.stepper, self.table
        asked = members(stepper.asked_with())
        return {
            name: table.observe(seat, stepper.choices_of(seat) if seat in asked else [table.plan.wait])
            for seat, name in enumerate(table.names)
        }

    def step(self, actions: Mapping[str, int]) -> Any:
        """Observations, rewards, terminations, truncations, infos, by agent. Who does not answer waits."""
        self.table.check_dealt()
        if not isinstance(actions, Mapping):
            raise UsageProblem(f"{actions!r} are not actions: a dict is needed, with one for each agent by its name")
        if not self.agents:
            return {}, {}, {}, {}, {}
        stepper, names = self.table.stepper, self.table.names
        answering = set(members(stepper.asked_with()))
        while not stepper.over() and stepper.seat in answering:
            answering.remove(stepper.seat)
            self.table.answer(actions.get(names[stepper.seat]))
        over = stepper.over()
        ended = stepper.rules.over
        rewards = dict(zip(names, self.table.rewards(), strict=True))
        result: Any = (
            self.observed(),
            rewards,
            dict.fromkeys(names, over and ended),
            dict.fromkeys(names, over and not ended),
            {name: {} for name in names},
        )
        if over:
            self.agents = []
        return result

    def render(self) -> Any:
        return shown(self.table, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def aec_env(
    game: str,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    memory: bool = False,
    most_decisions: int = MOST_DECISIONS,
    reflexes: str | Sequence[str] | None = None,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> SlamdeckAec:
    """A game as PettingZoo's AEC environment."""
    return SlamdeckAec(EnvPlan(game, seats, memory, most_decisions, deck, options, reflexes), render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    memory: bool = False,
    most_decisions: int = MOST_DECISIONS,
    reflexes: str | Sequence[str] | None = None,
    deck: str | Path | Mapping[str, object] | None = None,
    **options: object,
) -> SlamdeckParallel:
    """A game as PettingZoo's parallel environment."""
    return SlamdeckParallel(EnvPlan(game, seats, memory, most_decisions, deck, options, reflexes), render_mode)
