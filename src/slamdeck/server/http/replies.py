"""Answers that are the same everywhere: a refusal, something encoded, a page that was made once."""

from __future__ import annotations

import msgspec
from aiohttp import web

from slamdeck.server.http.answers import Refusal
from slamdeck.server.http.errors import Refusing
from slamdeck.server.http.pages import Page


def refusal(refusing: Refusing) -> web.Response:
    no = refusing.no
    body = msgspec.json.encode(Refusal(no.error, str(refusing)))
    headers = {"Retry-After": str(refusing.wait)} if refusing.wait else {}
    return web.Response(status=no.status, body=body, content_type="application/json", headers=headers)


def answer(message: msgspec.Struct) -> web.Response:
    response = web.Response(body=msgspec.json.encode(message), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def send_page(request: web.Request, page: Page) -> web.Response:
    headers = {"Cache-Control": page.cache_control, "ETag": page.etag}
    if request.headers.get("If-None-Match") == page.etag:
        return web.Response(status=304, headers=headers)
    data = page.data
    if page.packed:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            data = page.packed
    return web.Response(body=data, content_type=page.content_type, charset=page.charset, headers=headers)
