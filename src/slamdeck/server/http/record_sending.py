"""A record on its way to a browser: as fast as it is taken, and no faster."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from aiohttp import web

from slamdeck.server.store.contract import StoreProblem
from slamdeck.server.tables.records import Record

log = logging.getLogger("slamdeck.http")

PATIENCE_S: Final = 20.0  # for one piece to be taken


async def send_record(request: web.Request, record: Record) -> web.StreamResponse:
    """What cannot be sent to its end is cut off, which no browser takes for a whole file."""
    response = web.StreamResponse()
    response.content_type = "application/x-ndjson"
    response.headers["Content-Disposition"] = f'attachment; filename="slamdeck-{record.table}.jsonl"'
    response.headers["Cache-Control"] = "no-store"
    await response.prepare(request)
    if request.method == "HEAD":
        return response
    try:
        async with contextlib.aclosing(record.lines()) as pieces:
            async for piece in pieces:
                async with asyncio.timeout(PATIENCE_S):
                    await response.write(piece)
        async with asyncio.timeout(PATIENCE_S):
            await response.write_eof()
    except (TimeoutError, ConnectionError):
        cut_off(request)
    except StoreProblem as problem:
        log.warning("the record of table %s was not sent to its end: %s", record.table, problem)
        cut_off(request)
    return response


def cut_off(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
