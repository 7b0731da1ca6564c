"""Behind nginx and Caddy, with the files that we ship: a game over TLS, everybody counted by their own address, and a
sentence for an operator who trusts the wrong proxy."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import aiohttp
import msgspec
import pytest

from slamdeck.server.app import Server
from slamdeck.server.operators import Health
from slamdeck.server.ops.address import OpsAddress
from tests.ports import free_port
from tests.server.evening import play, serving
from tests.server.process import PATIENCE_S
from tests.server.test_tls import FILES, a_hand, is_playing

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CERTIFICATES = "/etc/letsencrypt/live/cards.example"
CERT, KEY = FILES / "one.crt", FILES / "one.key"
ELSEWHERE = "127.0.0.2"  # a player who is not the proxy
ANY = OpsAddress(host="127.0.0.1")


def program_of(name: str) -> str:
    try:
        found = subprocess.run([ROOT / "tests/server/of_debian", name], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.skip(f"There is no {name} on this computer, and Debian's does not come in a minute.")
    if found.returncode:
        pytest.skip(found.stderr.strip())
    return found.stdout.strip()


def as_here(name: str, changes: dict[str, str]) -> str:
    """A file that we ship, with the ports and the certificate of this test."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def nginx(folder: Path, server: int, port: int) -> Iterator[None]:
    program = program_of("nginx")
    changes = {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "127.0.0.1:8484": f"127.0.0.1:{server}",
        f"{CERTIFICATES}/fullchain.pem": str(CERT),
        f"{CERTIFICATES}/privkey.pem": str(KEY),
    }
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    rooms = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = "user root;\n" if os.geteuid() == 0 else ""
    whole += f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nworker_processes 1;\nevents {{}}\n"
    whole += f"http {{\naccess_log off;\n{rooms}{as_here('nginx.conf', changes)}}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    with running([program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")], folder, port):
        yield


@contextlib.contextmanager
def caddy(folder: Path, server: int, port: int) -> Iterator[None]:
    program = program_of("caddy")
    changes = {
        "cards.example {": f"https://127.0.0.1:{port} {{\n\ttls {CERT} {KEY}",
        "127.0.0.1:8484": f"127.0.0.1:{server}",
    }
    alone = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(alone + as_here("Caddyfile", changes), encoding="utf-8")
    words = ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with running([program, *words], folder, port):
        yield


@contextlib.contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, **home}, stdout=log, stderr=log)
    try:
        until = time.monotonic() + PATIENCE_S
        while not answers(port):
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


PROXIES: dict[str, Callable[[Path, int, int], contextlib.AbstractContextManager[None]]] = {
    "nginx": nginx,
    "caddy": caddy,
}


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest) -> Callable[[Path, int, int], contextlib.AbstractContextManager[None]]:
    return PROXIES[request.param]


async def ask(base: str, **headers: str) -> int:
    """Somebody who is not on the proxy's own address."""
    connector = aiohttp.TCPConnector(ssl=False, local_addr=(ELSEWHERE, 0), force_close=True)
    async with (
        aiohttp.ClientSession(connector=connector) as http,
        http.get(f"{base}/api/games", headers=headers) as said,
    ):
        await said.read()
        return said.status


def networks(server: Server) -> set[str]:
    accounts = server.api.reception.networks
    return {*accounts.present, *accounts.absent}


def test_a_game_through_a_proxy(
    tmp_path: Path, proxy: Callable[[Path, int, int], contextlib.AbstractContextManager[None]]
) -> None:
    """Cookies that only TLS carries, a socket that is passed on, and nobody who makes up an address for themselves."""

    async def evening() -> None:
        port = free_port()
        base = f"https://127.0.0.1:{port}"
        more = {"trusted_proxies": ("127.0.0.1/32",), "origins": frozenset({base}), "ops": ANY}
        async with serving(None, None, **more) as server:
            with proxy(tmp_path, server.port, port):
                await a_hand(base, is_playing)
                assert await ask(base, **{"X-Forwarded-For": "192.0.2.66"}) == 200
                assert ELSEWHERE in networks(server)
                assert "192.0.2.66" not in networks(server), "what a player says is not believed"
                assert await health(server) == (200, [])

    play(evening)


def test_an_operator_who_trusts_the_wrong_proxy_is_told(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    proxy: Callable[[Path, int, int], contextlib.AbstractContextManager[None]],
) -> None:
    async def evening() -> None:
        port = free_port()
        base = f"https://127.0.0.1:{port}"
        async with serving(None, None, trusted_proxies=("10.0.0.0/8",), origins=frozenset({base}), ops=ANY) as server:
            with proxy(tmp_path, server.port, port):
                assert await ask(base) == 200
            assert await health(server) == (
                200,
                ["--trusted-proxy 10.0.0.0/8: nobody came from there, but 1 requests through another proxy"],
            )

    play(evening)
    assert (
        "X-Forwarded-For that is not believed from 127.0.0.1: not in --trusted-proxy 10.0.0.0/8, "
        "so all who come through it count as one network" in caplog.text
    )


async def health(server: Server) -> tuple[int, list[str]]:
    assert server.front.ops is not None
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{server.front.ops.port}/health") as answer:
        return answer.status, msgspec.json.decode(await answer.read(), type=Health).problems


def test_the_files_name_the_port_and_the_address_that_the_settings_name() -> None:
    settings = (DEPLOY / "slamdeck.toml").read_text(encoding="utf-8")
    for name in ("nginx.conf", "Caddyfile"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        for line in re.findall(r'(trusted_proxy = "[^"]+"|origin = "[^"]+")', text):
            assert line in settings
        assert "127.0.0.1:8484" in text
