"""Compiles the rules with mypyc where a C compiler exists; everywhere else they run as plain Python."""

from glob import glob

from mypyc.build import mypycify
from setuptools import setup

COMPILED = [
    "src/slamdeck/core/bits.py",
    "src/slamdeck/core/dice.py",
    "src/slamdeck/core/events.py",
    "src/slamdeck/core/zones.py",
    "src/slamdeck/core/cards.py",
    "src/slamdeck/core/races.py",
    "src/slamdeck/core/actions.py",
    "src/slamdeck/core/deck.py",
    "src/slamdeck/core/positions.py",
    "src/slamdeck/core/rules.py",
    "src/slamdeck/core/kernel.py",
    *sorted(glob("src/slamdeck/games/*/rules.py")),
    "src/slamdeck/lab/playouts.py",
]
extensions = mypycify(COMPILED, opt_level="3", debug_level="0")
for extension in extensions:
    extension.extra_compile_args.append("-fvisibility=hidden")
    extension.optional = True
setup(ext_modules=extensions)
