"""The browser's side as files: the built client if it is there, else a plain page that says so."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

import slamdeck
from slamdeck.server.http.errors import No, Refusing

WEB: Final = Path(slamdeck.__file__).parent / "web"
FOREVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Slamdeck</title>
<h1>Slamdeck is running</h1>
<p>The browser client is not part of this installation. The protocol is described in docs/protocol.md;
<code>slamdeck play</code> plays in a terminal.</p>
</html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


class Page:
    """A file, ready to be sent."""

    def __init__(self, data: bytes, name: str, cache_control: str) -> None:
        self.data = data
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.content_type = kind
        self.charset = "utf-8" if kind.startswith("text/") else None
        self.cache_control = cache_control
        # Done once, so that a phone on a slow line waits for a third of the bytes and nobody waits for the packing.
        self.packed = gzip.compress(data, 9) if kind.startswith("text/") or "json" in kind else b""
        self.etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'


@cache
def index(web: Path = WEB) -> Page:
    file = web / "index.html"
    data = file.read_bytes() if file.is_file() else NOT_BUILT
    return Page(data, "index.html", ALWAYS_ASK)


@cache
def file_at(path: str, web: Path = WEB) -> Page:
    """A file of the client by its address. Names under assets/ change with their content."""
    wanted = (web / path).resolve()
    if not wanted.is_relative_to(web.resolve()) or not wanted.is_file():
        raise Refusing(No.NOT_FOUND)
    return Page(wanted.read_bytes(), wanted.name, FOREVER if path.startswith("assets/") else ALWAYS_ASK)
