"""Compiles the engine with every core, and keeps each object file until something that it was made from changes."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Distribution
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, CompileError, ExecError, PlatformError

from make import client
from make.c_files import CFiles, write_c_files
from slamdeck.engine import ENGINES, PLAIN, SUFFIX, key

OPTIMISED = ["-O3", "-fvisibility=hidden"]  # hidden: calls inside the library stay direct; worth a third of the speed
# By itself gcc stops inlining when a file has grown by two fifths, and the engine is one large file. Only for gcc.
INLINED = [
    "--param=inline-unit-growth=200",
    "--param=max-inline-insns-single=400",
    "--param=large-function-growth=300",
]
# The interpreter's own flags ask for warnings about our generated code, and for debugging data: half of the time.
NOISE = ("-W", "-g", "-O")


class PerhapsCompiled(Distribution):
    """Has extensions where they can be compiled; elsewhere it is a package of plain Python, only slower."""

    def has_ext_modules(self) -> bool:
        return not os.environ.get(PLAIN) and can_compile()


class BuildPackage(build_py):
    """With the page. setuptools keeps what it gathered for the last wheel; a file that is gone since must not be in the
    next one."""

    def run(self) -> None:
        if not self.editable_mode:
            client.build()
            self.__dict__.pop("data_files", None)  # setuptools may have looked before there was a page
            shutil.rmtree(Path(self.build_lib) / "slamdeck", ignore_errors=True)
        super().run()


class BuildEngine(build_ext):
    """One shared library and a door to it for every module; all of it or nothing."""

    def run(self) -> None:
        self.made: list[str] = []
        if self.inplace or self.editable_mode:
            return  # a checkout takes its engine from build/engine (slamdeck.engine)
        ready = ENGINES / key()
        if ready.is_dir():  # a checkout has compiled these very sources before
            shutil.copytree(ready, self.build_lib, dirs_exist_ok=True)
            self.made = [str(Path(self.build_lib) / path.relative_to(ready)) for path in ready.rglob(f"*{SUFFIX}")]
            return
        temporary = Path(self.build_temp)
        temporary.mkdir(parents=True, exist_ok=True)
        self.compile_all(write_c_files(temporary / "c"), temporary)

    def get_outputs(self) -> list[str]:
        return getattr(self, "made", [])

    def get_output_mapping(self) -> dict[str, str]:
        return {}

    def compile_all(self, files: CFiles, temporary: Path) -> None:
        compiler = a_compiler()
        jobs = int(self.parallel or os.cpu_count() or 1)
        with ThreadPoolExecutor(jobs) as workers:  # each job is a compiler process
            compile_kept = partial(self.compile_kept, compiler, temporary, made_of(files), files.include)
            parts = workers.map(compile_kept, files.parts)
            doors = {name: workers.submit(compile_kept, path) for name, path in files.doors.items()}
            linked = [workers.submit(self.link, name, [door.result()]) for name, door in doors.items()]
            self.link(files.library, list(parts))
            for one in linked:
                one.result()

    def compile_kept(self, compiler: Any, temporary: Path, seed: str, include: list[str], source: Path) -> str:
        digest = hashlib.sha256(f"{seed}\0{source.read_text()}".encode()).hexdigest()[:20]
        kept = temporary / f"{source.stem}-{digest}{compiler.obj_extension}"
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=temporary) as folder:
                flags = [] if compiler.compiler_type == "msvc" else optimised()
                include = [*include, *self.include_dirs]
                (made,) = compiler.compile([str(source)], folder, include_dirs=include, extra_postargs=flags)
                Path(made).replace(kept)
        return str(kept)

    def link(self, name: str, objects: list[str]) -> None:
        into = Path(self.build_lib) / self.get_ext_filename(name)
        into.parent.mkdir(parents=True, exist_ok=True)
        symbols = [f"PyInit_{name.rpartition('.')[2]}"]
        a_compiler().link_shared_object(
            objects, str(into), export_symbols=symbols, library_dirs=self.library_dirs, libraries=self.libraries
        )
        self.made.append(str(into))


def made_of(files: CFiles) -> str:
    """Whatever else an object file depends on besides its own few lines."""
    digest = hashlib.sha256(f"{version('mypy')} {optimised()} {a_compiler().compiler_so}".encode())
    for path in sorted(files.read):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def a_compiler() -> Any:
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    compiler: Any = new_compiler()
    customize_compiler(compiler)
    if compiler.compiler_type == "unix":
        compiler.compiler_so = [word for word in compiler.compiler_so if not word.startswith(NOISE)] + ["-w"]
    return compiler


@cache
def optimised() -> list[str]:
    return [*OPTIMISED, *INLINED] if compiles(INLINED) else OPTIMISED


@cache
def can_compile() -> bool:
    """Is there a C compiler, and Python's own header?"""
    return compiles([])


def compiles(flags: list[str]) -> bool:
    import sysconfig

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\n")
        try:
            a_compiler().compile(
                [str(source)], folder, include_dirs=[sysconfig.get_path("include")], extra_postargs=flags
            )
        except (CCompilerError, CompileError, ExecError, PlatformError, OSError):
            return False
    return True
