"""Until when a certificate is valid. Python tells that of other people's certificates only, so we look ourselves."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

ONE: Final = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
LONG_LENGTH: Final = 0x80
EXPLICIT_VERSION: Final = 0xA0
FORMS: Final = {0x17: "%y%m%d%H%M%SZ", 0x18: "%Y%m%d%H%M%SZ"}  # UTCTime and GeneralizedTime


def valid_until(chain: str) -> datetime:
    """Of the first certificate of a chain. Raises ValueError if it is none."""
    found = ONE.search(chain)
    if found is None:
        raise ValueError("no certificate")
    (_, certificate), *_ = parts(ssl.PEM_cert_to_DER_cert(found.group()))
    (_, signed), *_ = parts(certificate)
    fields = [field for field in parts(signed) if field[0] != EXPLICIT_VERSION]
    _serial, _algorithm, _issuer, (_, validity), *_ = fields
    _since, (form, until) = parts(validity)
    return datetime.strptime(until.decode("ascii"), FORMS[form]).replace(tzinfo=UTC)


def parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Tags and contents, as DER writes them one after the other."""
    at = 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length >= LONG_LENGTH:
            digits = length - LONG_LENGTH
            length, at = int.from_bytes(data[at : at + digits], "big"), at + digits
        yield tag, data[at : at + length]
        at += length
