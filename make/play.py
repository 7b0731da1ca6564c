"""`make play`: the games at once, as plain Python if need be, with the compiler at work beside them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from make.engine import BUILD, failed_before, has_compiler
from slamdeck.engine import ENGINES, PLAIN, ROOT, key


def main() -> None:
    wanted = key()
    if not ((ENGINES / wanted).is_dir() or failed_before(wanted) or os.environ.get(PLAIN)) and has_compiler():
        compile_beside()
        print("The games run as plain Python while they are compiled beside you; the next start is the fast one.")
    sys.stdout.flush()
    slamdeck = Path(sys.executable).with_name("slamdeck")
    os.execv(slamdeck, [str(slamdeck), *sys.argv[1:]])


def compile_beside() -> None:
    """In a session of its own, so that Ctrl-C ends the game first; it notices by itself that the game is over."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "compiling.log").open("w") as log:
        subprocess.Popen(
            [sys.executable, "-m", "make.engine", "--beside", str(os.getpid())],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


if __name__ == "__main__":
    main()
