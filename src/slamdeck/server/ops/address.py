"""Where an operator asks for metrics: said on the command line."""

from __future__ import annotations

import sys

from msgspec import Struct

from slamdeck.core.problems import UsageProblem


class OpsAddress(Struct, frozen=True):
    """A path, or a host and a port."""

    path: str = ""
    host: str = ""
    port: int = 0

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.path or f"{host}:{self.port}"


def read_ops_address(text: str) -> OpsAddress:
    """`127.0.0.1:9100`, `[::1]:9100`, or a path. Raises UsageProblem."""
    if "/" in text or "\\" in text:
        if sys.platform == "win32":
            raise UsageProblem(f"--ops {text}: sockets in the file system are for other systems; use HOST:PORT")
        return OpsAddress(path=text)
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise UsageProblem(
            f"--ops {text}: it takes HOST:PORT, such as 127.0.0.1:9100, or the path of a socket, such as ./ops.sock"
        )
    return OpsAddress(host=host, port=int(port))
