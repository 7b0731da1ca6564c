"""TLS in the process: a certificate and its key, read again when they change."""

from __future__ import annotations

import asyncio
import logging
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from slamdeck.core.problems import UsageProblem
from slamdeck.server.http.validity import valid_until

log = logging.getLogger("slamdeck.server")

LOOK_EVERY_S: Final = 5.0
SOON: Final = timedelta(days=14)


class Certificate:
    """`context` is what the next connection uses; those that are open keep theirs."""

    def __init__(self, cert: Path, key: Path) -> None:
        """Raises UsageProblem."""
        self.cert = cert
        self.key = key
        self.seen = self.stamps()
        self.context = make_context(cert, key)
        self.until = until(cert)
        self.warned = ""

    def problem(self) -> str:
        """With the one that is in use: browsers turn people away who cannot read this."""
        if datetime.now(UTC) >= self.until:
            return f"{self.cert}: this certificate expired on {self.until:%Y-%m-%d}, and browsers let nobody in"
        return ""

    def warn(self) -> None:
        """Once for each day on which there is something to say."""
        left = self.until - datetime.now(UTC)
        soon = f"{self.cert}: this certificate expires in {left.days} days" if left < SOON else ""
        said = self.problem() or soon
        if said and said != self.warned:
            log.warning("%s", said)
        self.warned = said

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
            self.until = until(self.cert)
        except UsageProblem as problem:
            log.warning("the certificate stays as it was: %s", problem)
        else:
            log.info("the certificate was read again")

    async def watch(self) -> None:
        """For as long as the server runs."""
        while True:
            self.warn()
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
    if datetime.now(UTC) >= until(cert):
        raise UsageProblem(f"{cert}: this certificate expired on {until(cert):%Y-%m-%d}; browsers would let nobody in")
    return context


def until(cert: Path) -> datetime:
    """Raises UsageProblem."""
    try:
        return valid_until(cert.read_text(encoding="ascii", errors="replace"))
    except OSError as error:
        raise UsageProblem(f"{cert}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, IndexError) as error:
        raise UsageProblem(f"{cert}: does not say until when it is valid") from error
