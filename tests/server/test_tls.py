"""TLS in the process: cookies that nobody else can set, a certificate that is renewed while people play."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import msgspec
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.measure.client import Client
from slamdeck.server.app import Server
from slamdeck.server.config import Limits, ServerConfig
from slamdeck.server.http.certificate import Certificate
from slamdeck.server.operators import Health
from slamdeck.server.ops.address import OpsAddress
from tests.server.evening import listening, opened, play, serving, until
from tests.server.process import ServerProcess
from tests.server.raw import connected

FILES = Path(__file__).parent / "tls"


def files(folder: Path, name: str = "one") -> tuple[Path, Path]:
    """A certificate and its key, where a server finds them."""
    cert, key = folder / "server.crt", folder / "server.key"
    shutil.copy(FILES / f"{name}.crt", cert)
    shutil.copy(FILES / f"{name}.key", key)
    return cert, key


async def over_tls(base: str, name: str) -> Client:
    """These certificates are nobody's but ours, so they are not checked."""
    client = Client(base, name)
    jar = aiohttp.CookieJar(unsafe=True)
    await client.http.close()
    client.http = aiohttp.ClientSession(
        cookie_jar=jar, headers={"Origin": base}, connector=aiohttp.TCPConnector(ssl=False, force_close=True)
    )
    return client


def name_shown(port: int) -> str:
    """Of the certificate that a newcomer is shown."""
    shown = ssl.get_server_certificate(("127.0.0.1", port), timeout=10)
    return next(name for name in ("one", "two") if (FILES / f"{name}.crt").read_text().strip() == shown.strip())


async def a_hand(base: str, until_there: Callable[[Client], bool]) -> None:
    async with await over_tls(base, "Ann") as ann:
        await opened(ann, "slamwich", bots=["kid"], start=True)
        jar = {cookie.key: cookie for cookie in ann.http.cookie_jar}
        assert set(jar) == {"__Host-slamdeck", "__Secure-slamdeck-seat"}
        assert all(cookie["secure"] and cookie["httponly"] for cookie in jar.values())
        await ann.connect()
        async with listening(ann):
            await until(lambda: until_there(ann))
        async with ann.http.get(ann.base + "/") as answer:
            assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    await asyncio.sleep(0.25)  # both sides of TLS say goodbye, and aiohttp does not wait for it


def is_playing(client: Client) -> bool:
    return client.table is not None and client.table.phase == "playing" and client.last > 0


def test_a_game_over_tls(tmp_path: Path) -> None:
    async def evening() -> None:
        async with serving(tls=files(tmp_path)) as server:
            assert server.addresses()[0].startswith("https://")
            assert not any(origin.startswith("http:") for origin in server.config.own_origins(server.port))
            await a_hand(f"https://127.0.0.1:{server.port}", is_playing)

    play(evening)


def test_a_half_open_handshake_is_counted_and_ends(tmp_path: Path) -> None:
    async def evening() -> None:
        limits = Limits(half_open_per_network=8, header_s=3.0)
        async with serving(limits=limits, tls=files(tmp_path)) as server:
            async with connected(server, 20) as silent:
                assert await asyncio.to_thread(name_shown, server.port) == "one", "nobody is locked out"
                for one in silent:
                    assert await one.is_cut_off()
            await until(lambda: not open_connections(server))

    play(evening)


def open_connections(server: Server) -> int:
    assert server.front.door is not None
    return len(server.front.door.all)


def test_what_is_no_tls_leaves_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with serving(tls=files(tmp_path)) as server:
            for data in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 100, b"\x80"):
                async with connected(server, 1) as (one,):
                    await one.say(data)
                    one.writer.write_eof()
                    assert await one.is_cut_off()
            await until(lambda: not open_connections(server))

    play(evening)
    assert all(record.exc_info is None for record in caplog.records)


def test_a_new_certificate_is_taken_and_a_broken_one_is_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        async with serving(tls=files(tmp_path)) as server:
            certificate = server.front.certificate
            assert certificate is not None
            assert await asyncio.to_thread(name_shown, server.port) == "one"
            files(tmp_path, "two")
            certificate.reload()
            assert await asyncio.to_thread(name_shown, server.port) == "two"
            (tmp_path / "server.key").write_text("nonsense")
            certificate.reload()
            assert await asyncio.to_thread(name_shown, server.port) == "two"

    play(evening)
    assert any("the certificate stays as it was" in message for message in caplog.messages)


def test_a_change_of_the_files_is_noticed(tmp_path: Path) -> None:
    certificate = Certificate(*files(tmp_path))
    assert certificate.stamps() == certificate.seen
    (tmp_path / "server.crt").unlink()
    (tmp_path / "server.key").unlink()
    assert certificate.stamps() != certificate.seen
    files(tmp_path, "two")
    os.utime(tmp_path / "server.crt", (1, 1))
    assert certificate.stamps() != certificate.seen


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGHUP")
def test_a_server_process_over_tls_reads_its_certificate_again_when_it_is_told(tmp_path: Path) -> None:
    """On uvloop where it exists."""
    cert, key = files(tmp_path)
    with ServerProcess(tmp_path / "a.db", more=("--tls-cert", str(cert), "--tls-key", str(key))) as server:
        base = f"https://127.0.0.1:{server.port}"
        asyncio.run(a_hand(base, is_playing))
        assert name_shown(server.port) == "one"
        files(tmp_path, "two")
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)
        asyncio.run(until_shown(server.port, "two"))
        assert server.stop() == 0


async def until_shown(port: int, name: str) -> None:
    async with asyncio.timeout(20):
        while await asyncio.to_thread(name_shown, port) != name:
            await asyncio.sleep(0.05)


# ---- the command line ------------------------------------------------------------------------------


def test_a_certificate_that_makes_no_sense_is_refused_and_nothing_is_left_behind(tmp_path: Path) -> None:
    cert, key = files(tmp_path)
    shutil.copy(FILES / "two.key", tmp_path / "other.key")
    (tmp_path / "empty").write_text("")
    db = tmp_path / "new" / "a.db"
    for words in (
        ["--tls-cert", str(cert)],
        ["--tls-key", str(key)],
        ["--tls-cert", str(tmp_path / "none"), "--tls-key", str(key)],
        ["--tls-cert", str(tmp_path), "--tls-key", str(key)],
        ["--tls-cert", str(cert), "--tls-key", str(tmp_path / "other.key")],
        ["--tls-cert", str(cert), "--tls-key", str(tmp_path / "empty")],
        ["--tls-cert", str(tmp_path / "empty"), "--tls-key", str(key)],
        ["--trusted-proxy", "proxy.example"],
        ["--trusted-proxy", "10.0.0.1/8"],
        ["--behind-proxy"],
        ["--ops", "9100"],
        ["--ops", "127.0.0.1:99999"],
        ["--ops", "127.0.0.1:x"],
        ["--ops", ""],
    ):
        run = CliRunner().invoke(main, ["serve", "--port", "0", "--db", str(db), *words])
        assert run.exit_code == 2, words
        assert "Traceback" not in run.output
        assert len(run.stderr.strip().splitlines()) == 1, run.stderr
        assert not db.parent.exists(), words


def test_a_port_that_is_taken_is_free_again_for_the_others(tmp_path: Path) -> None:
    async def evening() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            run = await asyncio.to_thread(
                CliRunner().invoke,
                main,
                ["serve", "--port", "0", "--memory", "--ops", f"127.0.0.1:{taken.getsockname()[1]}"],
            )
        assert run.exit_code == 2
        assert "cannot listen there" in run.stderr
        assert ServerConfig().ops is None

    play(evening)


def test_an_expired_certificate_is_refused_at_the_start_and_named(tmp_path: Path) -> None:
    cert, key = files(tmp_path, "expired")
    result = CliRunner().invoke(main, ["serve", "--tls-cert", str(cert), "--tls-key", str(key), "--memory"])
    assert result.exit_code == 2
    assert result.stderr == (
        f"slamdeck: {cert}: this certificate expired on 2002-02-03; browsers would let nobody in\n"
    )


def test_a_certificate_that_expires_while_people_play_is_told_to_the_operator(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """In the log before it happens and when it has, and in the operator's health; an expired new one is not taken."""

    async def evening() -> None:
        async with serving(tls=files(tmp_path), ops=OpsAddress(host="127.0.0.1")) as server:
            certificate = server.front.certificate
            assert certificate is not None
            assert await problems(server) == []
            certificate.until = datetime.now(UTC) + timedelta(days=3, hours=1)
            certificate.warn()
            certificate.warn()
            assert caplog.text.count("server.crt: this certificate expires in 3 days") == 1
            assert await problems(server) == []
            certificate.until = datetime(2002, 2, 3, tzinfo=UTC)
            certificate.warn()
            (said,) = await problems(server)
            assert said.endswith("server.crt: this certificate expired on 2002-02-03, and browsers let nobody in")
            assert said in caplog.text
            files(tmp_path, "expired")
            certificate.reload()
            assert "the certificate stays as it was" in caplog.text
            files(tmp_path, "two")
            certificate.reload()
            assert await problems(server) == []

    play(evening)


async def problems(server: Server) -> list[str]:
    assert server.front.ops is not None
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{server.front.ops.port}/health") as answer:
        return msgspec.json.decode(await answer.read(), type=Health).problems
