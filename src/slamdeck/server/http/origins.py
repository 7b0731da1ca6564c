"""Where a page comes from, as its browser says it: scheme, name and port, and nothing else."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from slamdeck.core.problems import UsageProblem

USUAL_PORTS: Final = {"http": 80, "https": 443}


def read_origin(text: str) -> str:
    """In the one form in which browsers say it, whoever typed it. Raises UsageProblem."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:  # also what cannot be a name
        parts, port, host = urlsplit(""), None, ""
    beside = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc or "*" in host
    if parts.scheme not in USUAL_PORTS or not host or beside:
        raise UsageProblem(
            f"takes what stands before the path in the address line, such as https://cards.example, not {text!r}"
        )
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")
