"""What is PostgreSQL's own: whom it lets in, migrations, its clock, nodes that die, and a database that goes away."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
from click.testing import CliRunner

from slamdeck.cli import main
from slamdeck.core.problems import UsageProblem
from slamdeck.server.store.contract import ForeignDatabase, Store, StoreUnavailable, TableHeld
from slamdeck.server.store.places import open_store, read_place
from slamdeck.server.store.postgres import opening, schema
from slamdeck.server.store.postgres.address import PostgresAddress, read_address
from slamdeck.server.store.postgres.embedded import EmbeddedPostgres
from slamdeck.server.store.postgres.session import UNREACHABLE
from slamdeck.server.store.postgres.store import PostgresStore
from slamdeck.table.journal.chain import Chain
from tests.ports import free_port
from tests.server.store.postgres import QUICK, PostgresProcess, is_there, new_database, open_folder, server
from tests.server.store.stories import LONG, some_entries

pytestmark = pytest.mark.skipif(not is_there(), reason="PostgreSQL for tests is made for Linux")

TURNED = """CREATE OR REPLACE FUNCTION slamdeck.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + {ms} $$"""


def tell(story: Callable[[PostgresAddress], Awaitable[None]]) -> None:
    """On a database of its own."""

    async def told() -> None:
        await story(await new_database())

    asyncio.run(told())


async def command(address: PostgresAddress, *statements: str) -> None:
    db = await asyncpg.connect(address.url)
    try:
        for statement in statements:
            await db.execute(statement)
    finally:
        await db.close()


async def refusal(address: PostgresAddress) -> str:
    with pytest.raises((ForeignDatabase, StoreUnavailable)) as refused:
        await open_store(address)
    return str(refused.value)


# Whom it is.


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:s3cret@db.example:5432/cards", "postgresql://ann@db.example/cards"),
        ("postgres://db.example:5433/cards?sslmode=require", "postgresql://db.example:5433/cards"),
        ("postgresql://ann:s3cret@[::1]:6000/cards", "postgresql://ann@[::1]:6000/cards"),
        (
            "postgresql:///cards?host=/run/postgresql&user=ann&password=s3cret",
            "postgresql://ann@%2Frun%2Fpostgresql/cards",
        ),
    ],
)
def test_a_database_is_shown_without_its_password(url: str, shown: str) -> None:
    assert str(read_address(url)) == shown
    assert "s3cret" not in repr(read_address(url))


def test_an_embedded_database_is_called_as_it_was_asked_for() -> None:
    with open_folder() as folder:
        database = EmbeddedPostgres(folder, QUICK)
        database.new_sockets()
        database.stop()
        assert str(database.address) == f"embedded:{folder}"


@pytest.mark.parametrize("text", ["postgresql://ann:s3cret@here", "postgresql://ann:s3cret@here:port/x", "mysql://a/b"])
def test_what_is_no_database_is_said_so(text: str) -> None:
    with pytest.raises(UsageProblem) as refused:
        read_place(text)
    assert "s3cret" not in str(refused.value)


def test_a_file_is_a_file() -> None:
    assert read_place("games/a.db") == Path("games/a.db")


# Refused at the start, by a sentence that names it.


def test_nobody_listens_there() -> None:
    address = PostgresAddress(f"postgresql://ann:s3cret@127.0.0.1:{free_port()}/cards")
    assert asyncio.run(refusal(address)) == f"{address}: cannot be reached (nobody listens there)"


def test_there_is_no_such_database() -> None:
    address = PostgresAddress(urlunsplit(urlsplit(server())._replace(path="/never_made")))
    assert asyncio.run(refusal(address)) == f"{address}: there is no such database (createdb makes one)"


def test_somebody_who_never_answers_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "CONNECT_S", 0.2)

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        said = asyncio.run(refusal(PostgresAddress(f"postgresql://ann@127.0.0.1:{port}/cards")))
    assert "cannot be reached (it does not answer in time)" in said


def test_a_database_that_answers_and_then_hangs_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PREPARE_S", 0.5)
    monkeypatch.setattr(opening, "TURN_S", 10.0)

    async def story() -> None:
        address = await new_database()
        other = await asyncpg.connect(address.url)
        async with other.transaction():
            await other.execute("SELECT pg_advisory_xact_lock($1)", opening.MIGRATING)
            assert await refusal(address) == f"{address}: cannot be prepared (it does not answer in time)"
        await other.close()

    asyncio.run(story())


def test_a_read_only_database_is_refused() -> None:
    async def story(address: PostgresAddress) -> None:
        name = address.url.rpartition("/")[2]
        await command(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert "may only be read" in await refusal(address)

    tell(story)


def test_a_user_who_may_do_nothing_is_refused() -> None:
    async def story(address: PostgresAddress) -> None:
        poor = f"poor_{address.url.rpartition('_')[2]}"
        await command(address, f"CREATE ROLE {poor} LOGIN")
        parts = urlsplit(address.url)
        url = urlunsplit(parts._replace(netloc=f"{poor}@{parts.hostname}:{parts.port}"))
        assert "this user may not do what is needed" in await refusal(PostgresAddress(url))

    tell(story)


def test_a_strangers_schema_is_left_as_it_is() -> None:
    async def story(address: PostgresAddress) -> None:
        await command(address, "CREATE SCHEMA slamdeck", "CREATE TABLE slamdeck.tables (wood text)")
        assert "has a schema called slamdeck that is not Slamdeck's; it was left as it is" in await refusal(address)
        await command(address, "INSERT INTO slamdeck.tables VALUES ('oak')")

    tell(story)


def test_a_newer_database_is_left_as_it_is() -> None:
    async def story(address: PostgresAddress) -> None:
        await (await open_store(address)).close()
        await command(address, "UPDATE slamdeck.version SET version = 99")
        assert "was written by a newer Slamdeck (version 99 of the database" in await refusal(address)

    tell(story)


def test_an_old_server_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "OLDEST_SERVER", 99)

    async def story(address: PostgresAddress) -> None:
        assert "Slamdeck needs 99 or newer" in await refusal(address)

    tell(story)


def test_a_server_ends_with_that_sentence() -> None:
    url = f"postgresql://ann:s3cret@127.0.0.1:{free_port()}/cards"
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--db", url])
    assert result.exit_code == 1
    assert "cannot be reached (nobody listens there)" in result.output
    assert "s3cret" not in result.output


def test_copies_are_made_by_others() -> None:
    result = CliRunner().invoke(main, ["backup", "x.db", "--db", "postgresql://ann@here/cards"])
    assert result.exit_code != 0
    assert "pg_dump" in result.output


# Migrations.


@pytest.mark.parametrize("version", range(schema.SCHEMA_VERSION + 1))
def test_every_earlier_version_becomes_this_one(version: int) -> None:
    async def story(address: PostgresAddress) -> None:
        await command(address, *schema.MIGRATIONS[:version])
        if version:
            await command(address, f"UPDATE slamdeck.version SET version = {version}")
        for _ in range(2):
            store = await open_store(address)
            await store.open_table("T", "node", "here:1", LONG)
            await store.close()
        db = await asyncpg.connect(address.url)
        assert await db.fetchval("SELECT version FROM slamdeck.version") == schema.SCHEMA_VERSION
        await db.close()

    tell(story)


def test_a_migration_that_fails_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(address: PostgresAddress) -> None:
        await (await open_store(address)).close()
        broken = (*schema.MIGRATIONS, "CREATE TABLE slamdeck.half (); SELECT nonsense")
        monkeypatch.setattr(opening, "MIGRATIONS", broken)
        monkeypatch.setattr(opening, "SCHEMA_VERSION", len(broken))
        assert "cannot be prepared" in await refusal(address)
        monkeypatch.undo()
        await (await open_store(address)).close()

    tell(story)


def test_servers_that_start_at_the_same_moment_migrate_once() -> None:
    async def story(address: PostgresAddress) -> None:
        stores = await asyncio.gather(*(open_store(address) for _ in range(4)))
        for store in stores:
            await store.close()

    tell(story)


# Its clock, and nodes that die.


def test_a_lease_ends_by_the_databases_clock() -> None:
    async def story(address: PostgresAddress) -> None:
        one, two = await open_store(address), await open_store(address)
        await one.open_table("T", "one", "a:1", LONG)
        await command(address, TURNED.format(ms=LONG - 5_000))
        with pytest.raises(TableHeld):
            await two.open_table("T", "two", "b:1", LONG)
        await command(address, TURNED.format(ms=LONG + 5_000))
        assert await two.open_table("T", "two", "b:1", LONG) == 2
        await one.close()
        await two.close()

    tell(story)


async def until_taken_over(store: Store, table: str, patience: float = 30.0) -> int:
    end = time.monotonic() + patience
    while True:
        try:
            return await store.open_table(table, "two", "b:1", LONG)
        except TableHeld:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)


def test_a_dead_node_is_known_at_once_and_a_living_one_too() -> None:
    async def story(address: PostgresAddress) -> None:
        one, two = await PostgresStore.open(address), await open_store(address)
        await one.announce("one")
        await one.open_table("T", "one", "a:1", LONG)
        with pytest.raises(TableHeld):
            await two.open_table("T", "two", "b:1", LONG)
        one.session.drop()  # as when it is killed
        assert await until_taken_over(two, "T") == 2
        await one.close()
        await two.close()

    tell(story)


def test_two_nodes_with_one_name_are_refused() -> None:
    async def story(address: PostgresAddress) -> None:
        one, two = await open_store(address), await open_store(address)
        await one.announce("twin")
        with pytest.raises(StoreUnavailable, match="another server called twin uses this database"):
            await two.announce("twin")
        await one.announce("twin")
        await one.close()
        await two.close()

    tell(story)


# A database that goes away.


def test_a_restarted_database_is_found_again(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for folder in list(tmp_path.parents)[:3]:
        folder.chmod(folder.stat().st_mode | 0o055)

    async def story() -> None:
        process = PostgresProcess(tmp_path)
        store = await open_store(PostgresAddress(process.url))
        await store.announce("one")
        epoch = await store.open_table("T", "one", "a:1", LONG)
        chain = Chain("T")
        first, second = some_entries(chain, 2), some_entries(chain, 1)
        await store.append("T", epoch, first)
        process.stop()
        with pytest.raises(StoreUnavailable, match="the journal failed"):
            await store.append("T", epoch, second)
        with pytest.raises(StoreUnavailable, match=UNREACHABLE):
            await store.find("T")
        process.start()
        await store.append("T", epoch, second)
        assert await store.load("T") == first + second
        assert await store.renew("one", LONG) == ["T"]
        await store.close()
        process.stop()

    asyncio.run(story())


def test_a_thousand_claims_at_once_give_every_table_one_owner() -> None:
    async def story(address: PostgresAddress) -> None:
        stores = [await PostgresStore.open(address) for _ in range(3)]
        names = [f"node {number}" for number in range(len(stores))]
        for store, name in zip(stores, names, strict=True):
            await store.announce(name)

        async def claim(number: int) -> tuple[str, int] | None:
            who, table = number % len(stores), f"T{number // len(stores) % 111}"
            try:
                return table, await stores[who].open_table(table, names[who], "here:1", LONG)
            except TableHeld:
                return None

        got = [one for one in await asyncio.gather(*(claim(number) for number in range(999))) if one]
        owners = {info.table: info.owner for info in await stores[0].tables()}
        for table in owners:  # an owner may take its own table again; nobody else may
            assert sorted(epoch for name, epoch in got if name == table) == [1, 2, 3]
        assert len(owners) == 111
        for store in stores:
            await store.close()

    tell(story)
