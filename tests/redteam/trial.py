"""One attack, tried: what the honest table felt meanwhile, what the server's memory and log say, held or not."""

from __future__ import annotations

import asyncio
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.redteam.attack import Attack
from tests.redteam.honest import Felt
from tests.redteam.scene import NotHeld, Scene
from tests.redteam.target import Target
from tests.redteam.witness import Witness

MOST_S: Final = 20.0  # an attack takes no longer
FLOOR_MS: Final = 60.0  # on a quiet computer twice the usual delay would be less than its noise
MOST_MS: Final = 500.0  # for any honest input
MOST_GROWTH_MB: Final = 20.0
MOST_LOGGED: Final = 200  # lines: what an attack writes into the log is limited, too
FAULT: Final = "(noted once)"  # a mistake of the server's own, by the place at which somebody's input met it
FEWEST: Final = 5  # honest inputs that say something: some attacks are over in a moment
SETTLE_S: Final = 0.4  # an attack may still be felt after its end
FEEL_S: Final = 1.0  # and is felt for at least so long
QUIET_S: Final = 1.5
QUIETS: Final = 5
USUAL: Final = 1.3  # times the usual delay is usual
SIT_DOWN_S: Final = 2.5
LOOK_S: Final = 0.1
TRIES: Final = 3  # for what only a stopwatch says: on a shared computer others stop the clock, too


@dataclass
class Row:
    """What the table shows of an attack."""

    attack: Attack
    p50: float = 0.0  # ms
    p95: float = 0.0
    worst: float = 0.0
    growth: float | None = None  # MB
    broken: list[str] = field(default_factory=list)  # facts: they do not depend on the computer
    late: list[str] = field(default_factory=list)  # what the stopwatch says
    notes: list[str] = field(default_factory=list)
    tries: int = 1

    @property
    def held(self) -> bool:
        return not self.broken and not self.late


class Trials:
    """All attacks on one server, one after the other, beside one honest table."""

    honest: Witness

    def __init__(self, target: Target) -> None:
        self.target = target
        self.usual_p95 = 0.0  # of the honest table by itself

    async def get_ready(self) -> None:
        """Everything that is made once is made, the honest people sit, and their usual delay is known."""
        scene = Scene(self.target)
        for path in ("/", "/api/games", "/health"):
            await scene.ask("GET", path)
        scene.close()
        felt = await self.honest.ask("sit")
        if felt.problem:
            raise NotHeld(felt.problem)
        await asyncio.sleep(SIT_DOWN_S)

    async def measure_quiet(self) -> None:
        """The usual delay, over several looks: a hand waits for as long as a race may take, so one look says little."""
        self.usual_p95 = quantile_ms([took for _ in range(QUIETS) for took in await self.quiet()], 0.95)

    async def quiet(self) -> list[int]:
        """What the honest table's inputs take while nobody attacks."""
        await self.honest.ask("begin")
        await asyncio.sleep(QUIET_S)
        return (await self.honest.ask("end")).took

    @property
    def most_p95(self) -> float:
        return max(2 * self.usual_p95, FLOOR_MS)

    async def try_out(self, attack: Attack) -> Row:
        """What only the stopwatch complains about is tried again, once the computer has time for it: a server that is
        too slow is too slow each time, and a computer that is busy with other things is slow without an attack, too.
        The honest table is then listened to for longer: of the few inputs of a second a p95 is little but the worst."""
        row = await self.once(attack)
        while row.late and not row.broken and row.tries < TRIES:
            tries = row.tries + 1
            await self.wait_for_a_quiet_moment()
            row = await self.once(attack, feel=FEEL_S * tries)
            row.tries = tries
        return row

    async def wait_for_a_quiet_moment(self) -> None:
        for _ in range(QUIETS):
            if quantile_ms(await self.quiet(), 0.95) <= max(USUAL * self.usual_p95, FLOOR_MS):
                return

    async def once(
        self,
        attack: Attack,
        size: float = 1.0,
        seconds: float = 2.0,
        settle: float = SETTLE_S,
        feel: float = FEEL_S,
    ) -> Row:
        row = Row(attack)
        scene = Scene(self.target, size, seconds)
        logged = self.target.logged()
        before = self.target.memory_mb()
        await self.honest.ask("begin")
        watch = asyncio.ensure_future(self.watch_memory())
        began = time.monotonic()
        try:
            async with asyncio.timeout(MOST_S):
                await attack.do(scene)
        except NotHeld as problem:
            row.broken.append(str(problem))
        except TimeoutError:
            row.late.append(f"the attack itself was not answered within {MOST_S:.0f} s")
        except Exception as error:  # an attack that does not work proves nothing, and the others are still to come
            row.broken.append(f"the attack failed: {type(error).__name__} {error} at {place_of(error)}")
        scene.close()
        await asyncio.sleep(max(settle, feel * size - (time.monotonic() - began)))
        watch.cancel()
        felt = await self.honest.ask("end")
        after = max(self.most_memory, self.target.memory_mb() or 0.0)
        row.growth = after - before if before is not None and after else None
        row.notes = scene.notes
        self.judge(row, felt, logged)
        unheard = not felt.took and time.monotonic() - began >= FEEL_S  # in less time it may be nobody's turn
        if felt.lost or felt.problem or unheard:
            again = await self.honest.ask("sit")
            if again.problem:
                row.broken.append(again.problem)
        return row

    async def watch_memory(self) -> None:
        self.most_memory = 0.0
        while True:
            self.most_memory = max(self.most_memory, self.target.memory_mb() or 0.0)
            await asyncio.sleep(LOOK_S)

    def judge(self, row: Row, felt: Felt, logged: int) -> None:
        row.p50, row.p95 = quantile_ms(felt.took, 0.5), quantile_ms(felt.took, 0.95)
        row.worst = max(felt.took, default=0) / 1000
        if not self.target.lives():
            row.broken.append("the server has ended")
        if felt.problem:
            row.broken.append(felt.problem)
        if felt.lost:
            row.broken.append(f"{felt.lost} honest people were thrown out")
        text = self.target.log_since(logged)
        if "Traceback" in text:
            row.broken.append(f"{text.count('Traceback')} tracebacks in the log: {last_line(text)}")
        row.broken += [f"the server stumbled: {line[-120:]}" for line in text.splitlines() if FAULT in line]
        if text.count("\n") > MOST_LOGGED:
            row.broken.append(f"{text.count(chr(10))} lines in the log")
        if row.growth is not None and row.growth > MOST_GROWTH_MB:
            row.broken.append(f"{row.growth:.0f} MB more memory")
        if len(felt.took) < FEWEST:
            row.late.append(f"only {len(felt.took)} honest inputs were answered")
        if row.p95 > self.most_p95:
            row.late.append(f"honest p95 over {self.most_p95:.0f} ms")
        if row.worst > MOST_MS:
            row.late.append(f"an honest input over {MOST_MS:.0f} ms")


def place_of(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "redteam" in frame.filename] or list(frames)
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"


def last_line(text: str) -> str:
    """Of the last traceback: what was raised."""
    lines = [line for line in text[text.rindex("Traceback") :].splitlines()[1:] if line and not line.startswith(" ")]
    return lines[0][:80] if lines else ""


def quantile_ms(took: list[int], share: float) -> float:
    ordered = sorted(took)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] / 1000 if ordered else 0.0
