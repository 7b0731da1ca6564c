"""What comes with a request: within its size and its time, in a form that is understood."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from aiohttp import web

from slamdeck.server.config import Limits
from slamdeck.server.http.answers import Asked
from slamdeck.server.http.errors import No, Refusing

Shape = TypeVar("Shape", bound=Asked)


async def read_body(request: web.Request, shape: type[Shape], limits: Limits) -> Shape:
    if (request.content_length or 0) > limits.body_bytes:
        raise Refusing(No.TOO_LARGE)
    try:
        async with asyncio.timeout(limits.body_s):
            data = await request.read()
    except TimeoutError:
        raise Refusing(No.TOO_SLOW) from None
    try:
        return msgspec.json.decode(data or b"{}", type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusing(No.BAD_REQUEST, f"the request has a form that is not understood: {error}") from error
