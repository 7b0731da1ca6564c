"""What installed packages offer under an entry point. It is somebody else's code: whatever is wrong with it is said in
one sentence, and everything else goes on."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from slamdeck.core.problems import CheckFailed, Problem


def take_in_all(group: str, noun: str, take_in: Callable[[EntryPoint], None]) -> list[str]:
    """Every offer of that group is handed over, in order of names; returns a sentence for each that was left out.

    `take_in` raises CheckFailed for what is not right.
    """
    sentences: list[str] = []
    for offer in sorted(entry_points(group=group), key=lambda offer: (offer.name, offer.value)):
        package = offer.dist.name if offer.dist else offer.value
        try:
            take_in(offer)
        except CheckFailed as problem:
            sentences.append(f"The {noun} {offer.name!r} of the package {package} is left out: {problem}.")
    return sentences


def loaded(offer: EntryPoint) -> object:
    """What is behind an entry point."""
    try:
        return offer.load()
    except (Exception, SystemExit) as error:  # somebody else's code may fail in any way it likes
        raise CheckFailed(f"it cannot be loaded ({told_briefly(error)})") from error


def told_briefly(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    if isinstance(error, Problem) and text:
        return text[0]
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
