"""The browser's side as files: the built client if it is there, else a plain page that says so.

Which files there are is looked up once; after that no address that anybody sends is ever a path. Each file is read and
packed once.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

import slamdeck
from slamdeck.server.http.errors import No, Refusing

WEB: Final = Path(slamdeck.__file__).parent / "web"
FOREVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
INDEX: Final = "index.html"

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
    "Server": "slamdeck",  # and no version of anything
}
UNDER_TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}

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


@lru_cache(maxsize=8)
def security_headers(servers: frozenset[str] = frozenset()) -> dict[str, str]:
    """A page may open its socket at these other servers, too."""
    sockets = " ".join(sorted("ws" + url.removeprefix("http") for url in servers))
    own = SECURITY_HEADERS["Content-Security-Policy"]
    return (
        {
            **SECURITY_HEADERS,
            "Content-Security-Policy": own.replace("connect-src 'self'", f"connect-src 'self' {sockets}"),
        }
        if servers
        else SECURITY_HEADERS
    )


class Page:
    """Something ready to be sent."""

    def __init__(self, data: bytes, kind: str, cache_control: str) -> None:
        self.data = data
        self.content_type = kind
        self.charset = "utf-8" if kind.startswith("text/") else None
        self.cache_control = cache_control
        # Done once, so that a phone on a slow line waits for a third of the bytes and nobody waits for the packing.
        self.packed = gzip.compress(data, 9) if kind.startswith("text/") or "json" in kind else b""
        self.etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'


class Pages:
    """The files of a client by their addresses."""

    def __init__(self, web: Path = WEB) -> None:
        found = sorted(path for path in web.rglob("*") if path.is_file()) if web.is_dir() else []
        self.files = {path.relative_to(web).as_posix(): path for path in found}
        self.made: dict[str, Page] = {}  # never more than there are files

    def index(self) -> Page:
        return self.at(INDEX) if INDEX in self.files else self.keep(INDEX, NOT_BUILT)

    def at(self, address: str) -> Page:
        """Names under assets/ change with their content. Raises Refusing."""
        page = self.made.get(address)
        if page is not None:
            return page
        if address not in self.files:
            raise Refusing(No.NOT_FOUND)
        return self.keep(address, self.files[address].read_bytes())

    def keep(self, address: str, data: bytes) -> Page:
        if address not in self.made:
            kind = mimetypes.guess_type(address)[0] or "application/octet-stream"
            cache_control = FOREVER if address.startswith("assets/") else ALWAYS_ASK
            self.made[address] = Page(data, kind, cache_control)
        return self.made[address]

    def make_all(self) -> None:
        """Beside everything else, so that nobody's table waits for the packing."""
        for address in self.files:
            self.at(address)
