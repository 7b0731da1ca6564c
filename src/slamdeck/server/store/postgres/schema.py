"""What is in the database, all of it in a schema of our own; and how one of an older Slamdeck becomes one of this.

Migrations go forward only, and are never changed once they were released: each is the way from one version to the next.
"""

from __future__ import annotations

from typing import Final

SCHEMA: Final = "slamdeck"
LONGEST_GAP_MS: Final = 120_000  # of the running clock: a longer one is a time at which no server ran
FORGOTTEN: Final = 2  # as a value of `closed`: it is being deleted, piece by piece

# Leases, and how long tables rest, run by the database's clock, so that no node's own matters. Whoever appends holds a
# lock on the table's name that all appends share; whoever takes a table over waits for them, so no entry of a former
# owner comes after a take-over. Fence 1 is the epoch, fence 2 the primary key of the entries.
#
# `used` is the running time at which a table was last opened or given back; `bytes`, what a table at rest takes, once
# somebody has counted; `watched`: its owner holds a lock for as long as its connection lives, so a dead one is known at
# once.
TO_1: Final = f"""
CREATE SCHEMA {SCHEMA};
CREATE TABLE {SCHEMA}.version (version integer NOT NULL);
INSERT INTO {SCHEMA}.version VALUES (0);
CREATE TABLE {SCHEMA}.tables (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    owner text NOT NULL,
    addr text NOT NULL,
    epoch bigint NOT NULL,
    lease_until bigint NOT NULL,
    closed smallint NOT NULL DEFAULT 0,
    watched boolean NOT NULL,
    used bigint NOT NULL,
    bytes bigint
);
CREATE INDEX held ON {SCHEMA}.tables (owner) WHERE owner <> '';
CREATE INDEX resting ON {SCHEMA}.tables (used) WHERE owner = '';
CREATE TABLE {SCHEMA}.entries (
    "table" text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    prev_hash bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY ("table", seq)
);
CREATE TABLE {SCHEMA}.kept (name text COLLATE "C" NOT NULL PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE {SCHEMA}.running (ms bigint NOT NULL, noted_at bigint);
INSERT INTO {SCHEMA}.running VALUES (0, NULL);

CREATE FUNCTION {SCHEMA}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE FUNCTION {SCHEMA}.running_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT ms + coalesce(least(greatest({SCHEMA}.now_ms() - noted_at, 0), {LONGEST_GAP_MS}), 0)
        FROM {SCHEMA}.running $$;

CREATE FUNCTION {SCHEMA}.table_key(name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT hashtextextended('slamdeck table ' || name, 0) $$;

CREATE FUNCTION {SCHEMA}.node_key(name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT hashtextextended('slamdeck node ' || name, 0) $$;

CREATE FUNCTION {SCHEMA}.append(names text[], seqs bigint[], epochs bigint[], prevs bytea[], bodies bytea[])
    RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared({SCHEMA}.table_key(name))
        FROM (SELECT DISTINCT unnest(names) AS name ORDER BY 1) AS written;
    IF EXISTS (
        SELECT FROM unnest(names, epochs) AS given (name, epoch)
            LEFT JOIN {SCHEMA}.tables AS present ON present.id = given.name
            WHERE present.epoch IS DISTINCT FROM given.epoch
    ) THEN
        RAISE EXCEPTION 'this epoch is over' USING ERRCODE = 'SD001';
    END IF;
    INSERT INTO {SCHEMA}.entries ("table", seq, epoch, prev_hash, body)
        SELECT * FROM unnest(names, seqs, epochs, prevs, bodies);
END $$;
"""

# Who is there, and what networks have used up of limits that all nodes share: neither is worth a write to the log, and
# both are told anew when the database has crashed. A node lives while it holds the lock of its name; the locks of a
# database that has just started say nothing yet.
TO_2: Final = f"""
CREATE UNLOGGED TABLE {SCHEMA}.nodes (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    addr text NOT NULL,
    public text NOT NULL,
    load integer NOT NULL,
    lease_until bigint NOT NULL
);
CREATE UNLOGGED TABLE {SCHEMA}.purses (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    left_in double precision NOT NULL,
    filled bigint NOT NULL
);

CREATE FUNCTION {SCHEMA}.node_lives(name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT clock_timestamp() < pg_postmaster_start_time() + interval '3 seconds' OR EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND (classid::bigint << 32 | objid::bigint) = {SCHEMA}.node_key(name)
    ) $$;

CREATE FUNCTION {SCHEMA}.spend(purse text, cost double precision, per_second double precision, burst double precision)
    RETURNS double precision LANGUAGE sql VOLATILE AS $$
    INSERT INTO {SCHEMA}.purses AS p VALUES (purse, burst - cost, {SCHEMA}.now_ms())
        ON CONFLICT (name) DO UPDATE SET filled = {SCHEMA}.now_ms(), left_in = greatest(-1, least(
            burst, p.left_in + greatest({SCHEMA}.now_ms() - p.filled, 0) * per_second / 1000) - cost)
        RETURNING left_in $$;
"""

# Many tables are claimed by one statement, which waits for nobody: neither for the lock of a table nor for its row, so
# that one of them holds up no others, and nothing can wait for each other. `waits` says that somebody has it just now;
# then it is claimed by itself. (A node that was dead when the statement began and is back has given all back.)
#
# `opener` stands for whoever has opened a table, so that nobody opens more of them by going from node to node.
TO_3: Final = f"""
ALTER TABLE {SCHEMA}.tables ADD COLUMN opener text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX opened ON {SCHEMA}.tables (opener) WHERE opener <> '' AND owner <> '';

CREATE FUNCTION {SCHEMA}.is_held(known {SCHEMA}.tables, by_others_than text, dead text[]) RETURNS boolean
    LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(known.closed > 0 OR (known.owner NOT IN ('', by_others_than)
        AND known.lease_until > {SCHEMA}.now_ms() AND NOT (known.watched AND known.owner = ANY (dead))), false) $$;

CREATE FUNCTION {SCHEMA}.claim(names text[], new_owner text, new_addr text, lease_ms bigint, is_watched boolean)
    RETURNS TABLE (epoch bigint, owner text, addr text, left_ms bigint, closed boolean, waits boolean)
    LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    wanted text;
    known {SCHEMA}.tables%ROWTYPE;
    dead text[];
BEGIN
    SELECT coalesce(array_agg(former.owner), '{{}}') INTO dead FROM (
        SELECT DISTINCT owner FROM {SCHEMA}.tables WHERE id = ANY (names) AND watched AND owner NOT IN ('', new_owner)
    ) AS former WHERE NOT {SCHEMA}.node_lives(former.owner);
    FOREACH wanted IN ARRAY names LOOP
        SELECT * INTO known FROM {SCHEMA}.tables WHERE id = wanted;
        waits := NOT {SCHEMA}.is_held(known, new_owner, dead)
            AND NOT pg_try_advisory_xact_lock({SCHEMA}.table_key(wanted));
        epoch := NULL;
        IF known.id IS NULL AND NOT waits THEN
            INSERT INTO {SCHEMA}.tables (id, owner, addr, epoch, lease_until, watched, used)
                VALUES (wanted, new_owner, new_addr, 1, {SCHEMA}.now_ms() + lease_ms, is_watched, {SCHEMA}.running_ms())
                ON CONFLICT (id) DO NOTHING RETURNING epoch INTO epoch;
            waits := epoch IS NULL;
        ELSIF NOT waits AND NOT {SCHEMA}.is_held(known, new_owner, dead) THEN
            SELECT * INTO known FROM {SCHEMA}.tables WHERE id = wanted FOR UPDATE SKIP LOCKED;
            waits := known.id IS NULL;
            IF NOT waits AND NOT {SCHEMA}.is_held(known, new_owner, dead) THEN
                UPDATE {SCHEMA}.tables SET owner = new_owner, addr = new_addr, epoch = epoch + 1,
                    lease_until = {SCHEMA}.now_ms() + lease_ms, watched = is_watched, used = {SCHEMA}.running_ms(),
                    bytes = NULL WHERE id = wanted RETURNING epoch INTO epoch;
            END IF;
        END IF;
        owner := known.owner;
        addr := known.addr;
        left_ms := known.lease_until - {SCHEMA}.now_ms();
        closed := known.closed > 0;
        RETURN NEXT;
    END LOOP;
END $$;

CREATE FUNCTION {SCHEMA}.note_opener(name text, who text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('slamdeck opener ' || who, 0));
    UPDATE {SCHEMA}.tables SET opener = who WHERE id = name;
    RETURN (SELECT count(*) FROM {SCHEMA}.tables
        WHERE opener = who AND owner <> '' AND lease_until > {SCHEMA}.now_ms());
END $$;
"""

MIGRATIONS: Final = (TO_1, TO_2, TO_3)  # the first leads from nothing to version 1
SCHEMA_VERSION: Final = len(MIGRATIONS)
