"""Compiles the engine with mypyc where a C compiler exists; everywhere else it runs as plain Python, only slower."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parent / "src"))

from make.build_ext import BuildEngine, BuildPackage, PerhapsCompiled

setup(distclass=PerhapsCompiled, cmdclass={"build_py": BuildPackage, "build_ext": BuildEngine})
