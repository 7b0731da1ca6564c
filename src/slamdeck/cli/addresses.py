"""Options that take an address: one that makes no sense is refused where it was written, in a sentence."""

from __future__ import annotations

from typing import IO, Any

import click

from slamdeck.cli.shared import err
from slamdeck.core.problems import UsageProblem


class NoAddress(click.BadParameter):
    def show(self, file: IO[Any] | None = None) -> None:
        """In one sentence, without what there is to know about the command."""
        option = max(self.param.opts, key=len) if self.param is not None else ""
        err.print(f"slamdeck: {option} {self.message}", markup=False, soft_wrap=True)


class Address(click.ParamType):  # type: ignore[type-arg]  # what it is of, older ones are not told
    """It stays as it was written."""

    name = "text"

    def read(self, text: str) -> object:
        """Raises UsageProblem."""
        raise NotImplementedError

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            self.read(value)
        except UsageProblem as problem:
            raise NoAddress(str(problem), ctx=ctx, param=param) from problem
        return value


class Origin(Address):
    """A site, or nothing."""

    def read(self, text: str) -> object:
        from slamdeck.server.http.origins import read_origin

        return read_origin(text) if text else ""


class Proxies(Address):
    def read(self, text: str) -> object:
        from slamdeck.server.http.networks import read_network

        return read_network(text)


ORIGIN = Origin()
PROXIES = Proxies()
