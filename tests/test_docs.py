"""The documents stay true: their commands are run, their paths exist, their code is the real code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.games import all_games
from tests.examples.outside import Outside, shared

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/ARCHITECTURE.md",
    "docs/protocol.md",
    "docs/limits.md",
    "docs/library.md",
    "docs/capacity.md",
    "SECURITY.md",
    "docs/guides/add_a_game.md",
    "docs/guides/add_a_bot.md",
    "docs/guides/host.md",
    "docs/guides/research.md",
    "docs/strength.md",
    "docs/study.md",
    "docs/studies/hands_down_faking.md",
    "docs/fairness.md",
    "examples/snap/README.md",
    "web/src/games/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "decisions").glob("*.md")),
]
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
SNAP = ROOT / "examples" / "snap"
OWN_TEST = "docs/guides/add_a_bot.md"  # tests/bots/test_bot_guide.py follows it
TOP_LEVEL = ("src", "tests", "docs", "web", "examples", "bench", "make", "requirements", "deploy")
ROOMS = ("core", "games", "bots", "table", "server", "lab", "measure", "terminal", "cli")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXTS[name], flags=re.DOTALL)


def commands(name: str) -> list[str]:
    """The lines of its shell blocks, and the commands between backticks that are complete."""
    lines = [line for block in blocks(name, "sh") for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def inline_commands(name: str) -> list[str]:
    prose = re.sub(r"```.*?```", "", TEXTS[name], flags=re.DOTALL)
    return re.findall(r"`((?:slamdeck|make|pip) [^`]+)`", " ".join(prose.split()))


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Outside:
    return shared(tmp_path_factory, request.config)


# ---- commands ------------------------------------------------------------------------------------


def expanded(word: str, folder: Path) -> list[str]:
    """What a shell makes of a pattern."""
    return sorted(str(path) for path in folder.glob(word)) if "*" in word else [word]


def run_slamdeck(words: list[str]) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, f"slamdeck {' '.join(words)}\n{result.output}"


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))


def test_every_command_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").symlink_to(ROOT / "src")
    lines = [line for line in commands("README.md") if line.startswith("slamdeck ")]
    assert len(lines) >= 6
    for line in lines:
        run_slamdeck([found for word in shlex.split(line)[1:] for found in expanded(word, tmp_path)])


@pytest.mark.parametrize("name", ["docs/guides/add_a_game.md", "examples/snap/README.md"])
def test_every_command_about_a_game_from_outside_works_where_it_is_installed(
    name: str, outside: Outside, tmp_path: Path
) -> None:
    for folder in TOP_LEVEL:
        if (ROOT / folder).exists():
            (tmp_path / folder).symlink_to(ROOT / folder)
    programs = {"slamdeck": [outside.slamdeck], "python": [outside.python]}
    for line in commands(name):
        program, *words = [found for word in shlex.split(line) for found in expanded(word, tmp_path)]
        if program == "pip":
            assert (ROOT / words[-1] / "pyproject.toml").exists()  # as `outside` has installed it
        else:
            outside.output(*programs[program], *words, cwd=ROOT if program == "python" else tmp_path)


def test_every_command_of_the_lab_guide_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in commands("docs/guides/research.md"):
        run_slamdeck([*shlex.split(line)[1:], "--workers", "1"])
    assert (tmp_path / "my_run" / "report.html").exists()


def test_every_command_of_contributing_works() -> None:
    for line in commands("CONTRIBUTING.md"):
        program, *words = shlex.split(line)
        if program == "make":
            assert words[0] in make_targets()
        elif program == "python":
            done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
            assert done.stdout == "", "there was something to renew"
        else:
            assert subprocess.run([program, *words], cwd=ROOT, capture_output=True).returncode == 0, line


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_that_is_mentioned_exists(name: str) -> None:
    for line in [*inline_commands(name), *commands(name)]:
        program, *words = line.split()
        if program == "make":
            assert words[0] in make_targets(), line
        elif program == "pip":
            assert words[-1] == "." or (ROOT / words[-1]).exists(), line
        elif program == "slamdeck":
            command = main if words[0].startswith("-") else main.commands[words[0]]
            if isinstance(command, click.Group) and len(words) > 1 and command is not main:
                command = command.commands[words[1]]
            switches = {"--version", *(switch for parameter in command.params for switch in parameter.opts)}
            assert {word for word in words if word.startswith("--")} <= switches, line


# ---- code ----------------------------------------------------------------------------------------


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_lab_guides_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as somebody would type them."""
    names: dict[str, object] = {}
    for example in blocks("docs/guides/research.md", "python"):
        exec(compile(example, "research.md", "exec"), names)
    assert "Slamwich, 3 seats, seed 7" in capsys.readouterr().out


def test_every_game_is_in_the_readme() -> None:
    for info in all_games().values():
        assert f"**{info.title}** | {info.fewest}–{info.most} |" in TEXTS["README.md"]


def quoted() -> list[tuple[str, str]]:
    """The files that the guide quotes, and what it quotes of them."""
    pattern = re.compile(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)```", flags=re.DOTALL | re.MULTILINE)
    return pattern.findall(TEXTS["docs/guides/add_a_game.md"])


@pytest.mark.parametrize(("name", "text"), quoted())
def test_what_the_guide_quotes_is_the_real_thing(name: str, text: str) -> None:
    assert text in (SNAP / name).read_text(encoding="utf-8")


def test_the_guide_quotes_all_its_code() -> None:
    fenced = re.findall(r"```(?:python|toml|md)\n", TEXTS["docs/guides/add_a_game.md"])
    assert len(fenced) == len(quoted())
    files = {path.name for path in (SNAP / "slamdeck_snap").iterdir() if path.suffix in (".py", ".toml", ".md")}
    assert files <= {Path(name).name for name, _ in quoted()}, "every file of the game has its place in the guide"


# ---- paths and links -----------------------------------------------------------------------------


def paths_in(name: str) -> list[str]:
    """Whatever between backticks begins like a path of this repository, or like a room of the house."""
    found = re.findall(r"`([\w./*-]+/[\w./*-]*|[A-Z]+\.md)`", TEXTS[name])
    return [path for path in found if path.split("/")[0] in (*TOP_LEVEL, *ROOMS)]


def exists(path: str) -> bool:
    places = [ROOT, ROOT / "src" / "slamdeck", ROOT / "web" / "src"]
    if "*" in path:
        return any(list(place.glob(path)) for place in places)
    return any((place / path).exists() or (place / f"{path}.py").exists() for place in places)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_that_is_named_exists(name: str) -> None:
    assert [path for path in paths_in(name) if not exists(path)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    here = (ROOT / name).parent
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"", TEXTS[name])
    targets = [one or other for one, other in links]
    assert [target for target in targets if "://" not in target and not (here / target).exists()] == []


def test_the_usual_errands_are_in_the_architecture() -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \|", TEXTS["docs/ARCHITECTURE.md"], flags=re.MULTILINE)
    errands = ["a rule", "a house rule", "a game", "what a box may hold", "a word that finds a rule", "a lesson"]
    errands += ["how a table fits a window", "an action", "a message", "today's deal"]
    errands += ["what is kept of reflexes", "a replay", "a store", "an environment"]
    assert [errand for errand, _ in rows] == errands
    for errand, files in rows:
        assert [path for path in re.findall(r"`([^`]+)`", files) if exists(path) and "/" in path], errand


def test_every_room_of_the_house_is_in_the_architecture_and_in_its_picture() -> None:
    picture = (ROOT / "docs" / "images" / "house.svg").read_text(encoding="utf-8")
    rooms = [path.name for path in (ROOT / "src" / "slamdeck").iterdir() if (path / "__init__.py").exists()]
    for room in rooms:
        assert f"| `src/slamdeck/{room}` |" in TEXTS["docs/ARCHITECTURE.md"], room
        assert f">{room}/<" in picture, room


# ---- the files that a forge reads ----------------------------------------------------------------


def test_the_workflow_runs_what_we_run() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +run: (.+)$", text, flags=re.MULTILINE) == ["make test"]
    assert 'python: ["3.11", "3.12", "3.13"]' in text
    assert "vendor.github-workflows .github/workflows/*.yml" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_rule_question_asks_for_its_clause() -> None:
    assert "id: clause" in (ROOT / ".github" / "ISSUE_TEMPLATE" / "rule.yml").read_text(encoding="utf-8")
