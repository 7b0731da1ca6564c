"""All attacks in small, one after the other and again, until somebody ends this process: the background of the soak.

    python -m tests.redteam.background http://127.0.0.1:8484 300

Every attack is told as a line: its name, and what was wrong, if anything was. For so many seconds at first more of them
run at once: by then the server's memory has been as full as it will be, and what grows later grows for good.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Final

from slamdeck.server.app import new_loop
from tests.redteam.attack import Attack, all_attacks
from tests.redteam.scene import NotHeld, Scene
from tests.redteam.target import Target, server_at

SIZE: Final = 0.02
SECONDS: Final = 0.2
MOST_S: Final = 10.0
AT_ONCE: Final = 2
AT_ONCE_FIRST: Final = 5
# A server remembers who has used something up: up to 10,000 networks (`networks` of its limits), some 7 MB. That they
# become more for an hour is no leak, so these attackers are soon all known. Nobody of the honest crowd lives there.
NETWORKS: Final = range(0x7F_02_00_01, 0x7F_02_00_01 + 250)
homes: Final = itertools.cycle(NETWORKS)
NICENESS: Final = 10


async def try_out(target: Target, attack: Attack) -> None:
    wrong = await problem_with(target, attack)
    print(f"{attack.name}: {wrong}" if wrong else attack.name, flush=True)


async def problem_with(target: Target, attack: Attack) -> str:
    scene = Scene(target, SIZE, SECONDS, homes)
    try:
        async with asyncio.timeout(MOST_S):
            await attack.do(scene)
    except NotHeld as problem:
        return str(problem)
    except Exception as error:  # the server may be too busy for this one; the next one comes
        return f"not finished ({type(error).__name__})"
    finally:
        scene.close()
    return ""


def shuffled(attacks: list[Attack]) -> Iterator[Attack]:
    while True:
        yield from random.sample(attacks, len(attacks))


async def go_on(target: Target, hard_s: float) -> None:
    attacks = shuffled([one for one in all_attacks() if not one.needs])
    began = time.monotonic()
    while True:
        at_once = AT_ONCE_FIRST if time.monotonic() < began + hard_s else AT_ONCE
        await asyncio.gather(*(try_out(target, one) for one in itertools.islice(attacks, at_once)))


if __name__ == "__main__":
    os.nice(NICENESS)
    with asyncio.Runner(loop_factory=new_loop()) as runner:
        runner.run(go_on(server_at(sys.argv[1]), float(sys.argv[2])))
