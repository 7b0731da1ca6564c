"""What one node tells another about the person for whom it asks, signed with a key that only nodes of one store have.

It is for an address that only nodes reach: nothing on the way is secret from whoever can listen there.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from typing import Final

import msgspec
from msgspec import Struct

from slamdeck.server.store.contract import Store

HEADER: Final = "X-Slamdeck-Node"
KEY: Final = "cluster key"
KEY_BYTES: Final = 32


class Passport(Struct, frozen=True):
    sender: str
    receiver: str
    address: str  # of the browser
    secure: bool  # it came over TLS, all the way


class Passports:
    """Signs them and reads them."""

    def __init__(self, key: bytes, node: str) -> None:
        self.key = key
        self.node = node

    @classmethod
    async def load(cls, store: Store, node: str) -> Passports:
        return cls(await store.keep_first(KEY, secrets.token_bytes(KEY_BYTES)), node)

    def write(self, receiver: str, address: str, secure: bool) -> str:
        words = msgspec.json.encode(Passport(self.node, receiver, address, secure))
        return f"{base64.b64encode(words).decode()}.{self.sign(words)}"

    def read(self, text: str) -> Passport | None:
        """None: it is not from one of us, or not for us."""
        packed, _, signature = text.partition(".")
        try:
            words = base64.b64decode(packed, validate=True)
            if not hmac.compare_digest(signature.encode(), self.sign(words).encode()):
                return None
            found = msgspec.json.decode(words, type=Passport)
        except (binascii.Error, ValueError, msgspec.MsgspecError):
            return None
        return found if found.receiver == self.node else None

    def sign(self, words: bytes) -> str:
        return hmac.digest(self.key, b"slamdeck passport 1\0" + words, "sha256").hex()
