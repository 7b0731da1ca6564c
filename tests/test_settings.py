"""Settings by option, variable and file: who counts before whom; one sentence with its place for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from slamdeck.cli import main
from slamdeck.cli.settings import BY_OPTION, settings
from slamdeck.server import launch
from slamdeck.server.config import Limits
from slamdeck.server.http.limits import Rate
from slamdeck.server.limit_words import USUAL, read_limit, show_limit

FILE = """
port = 9000
host = "192.0.2.1"
thinkers = 3
trusted_proxy = ["127.0.0.1", "10.0.0.0/8"]
origin = "https://cards.example"

[limits]
tables = 500
sockets = 600
queue = 100
opening = "1/s, 5 at once"
"""


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, list(words), env=environment)


def in_force(*words: str, **environment: str) -> dict[str, tuple[str, str]]:
    result = run("config", "--json", *words, **environment)
    assert result.exit_code == 0, result.output
    return {name: (row["value"], row["from"]) for name, row in json.loads(result.stdout).items()}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_an_option_counts_before_a_variable_before_the_file_before_the_default(file: Path) -> None:
    found = in_force("--config", str(file), "--port", "9002", SLAMDECK_PORT="9001", SLAMDECK_HOST="192.0.2.2")
    assert found["port"] == ("9002", "--port")
    assert found["host"] == ("192.0.2.2", "SLAMDECK_HOST")
    assert found["thinkers"] == ("3", str(file))
    assert found["trusted_proxy"] == ("127.0.0.1, 10.0.0.0/8", str(file))
    assert found["origin"] == ("https://cards.example", str(file))
    assert found["keep_logs"] == ("14", "default")
    words = ("--limit", "tables=502", "--config", str(file))
    limits = in_force(*words, SLAMDECK_LIMIT_TABLES="501", SLAMDECK_LIMIT_SOCKETS="601")
    assert limits["limits.tables"] == ("502", "--limit")
    assert limits["limits.sockets"] == ("601", "SLAMDECK_LIMIT_SOCKETS")
    assert limits["limits.queue"] == ("100", str(file))
    assert limits["limits.opening"] == ("1/s, 5 at once", str(file))
    assert limits["limits.flood"] == ("400", "default")


def test_everything_that_serve_takes_and_every_limit_is_a_setting() -> None:
    found = in_force()
    assert set(settings) <= set(found)
    assert {"port", "db", "tls_cert", "keep_tables", "log_file"} <= set(settings)
    assert {f"limits.{name}" for name in Limits.__struct_fields__ if name not in BY_OPTION} <= set(found)


def test_a_server_starts_with_what_is_in_force(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(launch, "open_door", lambda **all_of_it: given.update(all_of_it))
    words = ("serve", "--keep-tables", "2", "--limit", "slaps=3/s, 4 at once")
    result = run(*words, SLAMDECK_CONFIG=str(file), SLAMDECK_ORIGIN="https://a.example https://b.example")
    assert result.exit_code == 0, result.output
    assert given["port"] == 9000
    assert given["origins"] == ("https://a.example", "https://b.example")
    limits = given["limits"]
    assert (limits.tables, limits.slaps.per_second, limits.slaps.burst) == (500, 3, 4)
    assert limits.kept_s == 2 * 86_400
    assert limits.sockets_per_network == Limits().sockets_per_network


def test_a_backup_is_of_the_database_that_the_file_names(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'db = "{tmp_path / "nowhere.db"}"\nport = 1\n', encoding="utf-8")
    result = run("backup", str(tmp_path / "copy.db"), "--config", str(file))
    assert (result.exit_code, result.stderr) == (1, f"slamdeck: {tmp_path / 'nowhere.db'}: there is no such database\n")
    named = run("backup", str(tmp_path / "copy.db"), SLAMDECK_DB=str(tmp_path / "other.db"))
    assert "other.db: there is no such database" in named.stderr


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('db = "postgresql://joe:hunter2@db.example/slamdeck"\n', encoding="utf-8")
    shown = run("config", "--config", str(file))
    assert "postgresql://joe@db.example/slamdeck" in shown.stdout
    assert "hunter2" not in shown.output + run("config", "--json", "--config", str(file)).output
    broken = run("config", SLAMDECK_DB="postgresql://joe:hunter2@db.example:cat/slamdeck")
    assert broken.exit_code == 2
    assert broken.stderr.startswith("slamdeck: the database's URL makes no sense")
    assert "hunter2" not in broken.output


WRONG = {
    "prot = 80": "prot: there is no such setting (did you mean port?)",
    "trusted_proxies = []": "trusted_proxies: there is no such setting (did you mean trusted_proxy?)",
    'port = "80"': "port: takes a whole number, and was given '80'",
    "port = true": "port: takes a whole number, and was given True",
    "port = 99999": "port: 99999 is not in the range 0<=x<=65535",
    "lan = 1": "lan: takes true or false, and was given 1",
    "host = 7": "host: takes text, and was given 7",
    "origin = [1]": "origin: takes text, or a list of texts, and was given [1]",
    'log_level = "loud"': "log_level: 'loud' is not one of 'debug', 'info', 'warning'",
    "no_browser = true": "no_browser: there is no such setting",
    'origin = "cards.example"': "origin: takes what stands before the path in the address line, such as https://cards.example",
    'public = "https://a.example/x"': "public: takes what stands before the path",
    'trusted_proxy = "10.0.0.0/33"': "trusted_proxy: takes an address or a network, such as 10.0.0.0/8",
    "limits = 3": "limits is a table: [limits]",
    "[limits]\ntabels = 3": "limits.tabels: there is no such limit (did you mean tables?)",
    "[limits]\ntables = 0": "limits.tables: takes a whole number above 0, such as 2000, and was given 0",
    "[limits]\ntables = 1.5": "limits.tables: takes a whole number above 0, such as 2000, and was given 1.5",
    "[limits]\ndead_s = inf": "limits.dead_s: takes a number above 0, such as 20, and was given inf",
    "[limits]\nopening = 3": 'limits.opening: takes a rate, such as "0.2/s, 20 at once", and was given 3',
    '[limits]\nopening = "0/s, 3 at once"': "limits.opening: takes a rate",
    "[limits]\nkept_s = 3": "limits.kept_s: is the setting keep_tables, not one of the limits",
    "port = [": "is not TOML (",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_mistake_in_the_file_is_one_sentence_with_its_place(text: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    for command in ("config", "serve"):
        result = run(command, "--config", str(file))
        assert result.exit_code == 2
        (sentence,) = result.stderr.splitlines()
        assert sentence.startswith(f"slamdeck: {file}: {WRONG[text]}")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("SLAMDECK_PORT", "eighty", "SLAMDECK_PORT: 'eighty' is not a valid integer range"),
        ("SLAMDECK_LAN", "perhaps", "SLAMDECK_LAN: 'perhaps' is not a valid boolean"),
        ("SLAMDECK_PROT", "80", "SLAMDECK_PROT: there is no such setting (did you mean SLAMDECK_PORT?)"),
        ("SLAMDECK_CONFIG", "/nowhere.toml", "/nowhere.toml: cannot be read (No such file or directory)"),
        ("SLAMDECK_LIMIT_TABLE", "3", "SLAMDECK_LIMIT_TABLE: table: there is no such limit (did you mean tables?)"),
        ("SLAMDECK_LIMIT_TABLES", "many", "SLAMDECK_LIMIT_TABLES: tables: takes a whole number above 0"),
    ],
)
def test_a_mistake_in_a_variable_is_one_sentence_with_its_name(variable: str, value: str, said: str) -> None:
    result = run("config", **{variable: value})
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith(f"slamdeck: {said}")
    assert len(result.stderr.splitlines()) == 1


def test_a_variable_that_is_nothing_like_a_setting_is_passed_over_and_config_says_so() -> None:
    result = run("config", SLAMDECK_IMAGE_FOLDER="x")
    assert result.exit_code == 0
    assert "SLAMDECK_IMAGE_FOLDER is no setting, and was passed over" in result.stderr


def test_a_limit_is_read_as_it_is_shown() -> None:
    for name, usual in USUAL.items():
        if usual:
            again = read_limit(name, show_limit(usual))
            assert show_limit(again) == show_limit(usual)
            assert isinstance(again, Rate) == isinstance(usual, Rate)


def test_an_option_for_a_limit_says_how_it_is_written() -> None:
    result = run("serve", "--limit", "tables")
    assert (result.exit_code, result.stderr) == (
        2,
        "slamdeck: --limit tables: takes NAME=VALUE, such as tables=500\n",
    )
