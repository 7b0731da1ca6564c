"""What the database says afterwards, compared with what people were promised."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import asyncpg

from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.chain import verify
from slamdeck.table.journal.entries import ChainedEntry, Played
from slamdeck.table.journal.journal import read_entry
from slamdeck.table.journal.rebuild import read_table


@dataclass
class Promises:
    """All that one person was shown and told."""

    code: str = ""
    heads: set[bytes] = field(default_factory=set)
    answers: dict[int, say.Ok] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    def note(self, message: object) -> None:
        if isinstance(message, say.Stim | say.News | say.TableShown):
            self.heads.add(message.head)
        elif isinstance(message, say.Ok) and message.verdict not in ("rejected", "unknown", "crowded"):
            before = self.answers.setdefault(message.id, message)
            if (before.verdict, before.clause) != (message.verdict, message.clause):
                self.contradictions.append(f"{self.code}: input {message.id} was answered {before}, then {message}")


@dataclass
class Findings:
    tables: int = 0
    entries: int = 0
    epochs: int = 0  # beyond the first of each table
    heads: int = 0
    inputs: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.entries} entries, {self.epochs} take-overs and wakings, "
            f"{self.heads} heads shown, {self.inputs} inputs acknowledged; wrong: {len(self.wrong)}"
        )


async def judge(url: str, promises: list[Promises]) -> Findings:
    """Snapshots of the promises come in; only then is the database read."""
    db = await asyncpg.connect(url)
    try:
        found = Findings()
        for one in promises:
            rows = await db.fetch(
                'SELECT seq, prev_hash, body, epoch FROM slamdeck.entries WHERE "table" = $1 ORDER BY seq', one.code
            )
            check(one, [ChainedEntry(*row[:3]) for row in rows], [row[3] for row in rows], found)
        return found
    finally:
        await db.close()


def check(one: Promises, links: list[ChainedEntry], epochs: list[int], found: Findings) -> None:
    found.tables += 1
    found.entries += len(links)
    found.epochs += max(epochs, default=1) - 1
    found.heads += len(one.heads)
    found.inputs += len(one.answers)
    found.wrong += one.contradictions
    if [link.seq for link in links] != list(range(1, len(links) + 1)):
        found.wrong.append(f"{one.code}: there is a gap")
    if epochs != sorted(epochs):
        found.wrong.append(f"{one.code}: an epoch wrote after it was over")
    try:
        verify(one.code, links)
        read_table(links, all_games())
    except Exception as error:
        found.wrong.append(f"{one.code}: does not replay: {error}")
        return
    lost = one.heads - {link.head for link in links}
    if lost:
        found.wrong.append(f"{one.code}: {len(lost)} of {len(one.heads)} heads that were shown are not in the journal")
    played = [entry for entry in map(read_entry, links) if isinstance(entry, Played) and entry.id >= 0]
    found.wrong += [
        f"{one.code}: input {id} of seat {seat} is stored {count} times"
        for (seat, id), count in Counter((entry.seat, entry.id) for entry in played).items()
        if count > 1
    ]
    stored = {entry.id: (entry.verdict, entry.clause) for entry in played}
    for id, ok in one.answers.items():
        if stored.get(id) != (ok.verdict, ok.clause):
            found.wrong.append(f"{one.code}: input {id} was answered {ok} and is stored as {stored.get(id)}")
