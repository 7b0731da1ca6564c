"""TLS in the process: a certificate and its key, read again when they change."""

from __future__ import annotations

import asyncio
import logging
import ssl
from pathlib import Path
from typing import Final

from slamdeck.core.problems import UsageProblem

log = logging.getLogger("slamdeck.server")

LOOK_EVERY_S: Final = 5.0


class Certificate:
    """`context` is what the next connection uses; those that are open keep theirs."""

    def __init__(self, cert: Path, key: Path) -> None:
        """Raises UsageProblem."""
        self.cert = cert
        self.key = key
        self.seen = self.stamps()
        self.context = make_context(cert, key)

    def stamps(self) -> tuple[tuple[int, int], ...]:
        """By which a change is noticed. A file that is just being replaced has none."""
        found: list[tuple[int, int]] = []
        for path in (self.cert, self.key):
            try:
                stat = path.stat()
                found.append((stat.st_mtime_ns, stat.st_ino))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def reload(self) -> None:
        """What cannot be used is said in the log, and the old one stays."""
        self.seen = self.stamps()
        try:
            self.context = make_context(self.cert, self.key)
        except UsageProblem as problem:
            log.warning("the certificate stays as it was: %s", problem)
        else:
            log.info("the certificate was read again")

    async def watch(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            if self.stamps() != self.seen:
                self.reload()


def make_context(cert: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    context.set_alpn_protocols(["http/1.1"])
    for path in (cert, key):
        try:
            path.read_bytes()
        except OSError as error:
            raise UsageProblem(f"{path}: cannot be read ({error.strerror})") from error
    try:
        context.load_cert_chain(cert, key, password=lambda: "")  # nobody is there to be asked for one
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        raise UsageProblem(
            f"{cert} and {key} are no certificate with its key ({reason.lower().replace('_', ' ')})"
        ) from error
    return context
