"""Updates of one person leave in their order, and nobody gets one earlier by asking for it."""

from __future__ import annotations

import pytest

from slamdeck.table import messages as say
from slamdeck.table.company.presence import Presence
from slamdeck.table.outgoing import Outgoing
from slamdeck.table.requests import MOST_LOOKS
from tests.table.evening import Evening

FAR_AND_NEAR = (20.0, 150.0)  # p0 gets an event some 65 ms later than p1


def leaving_times(evening: Evening, person: str) -> list[tuple[int, int]]:
    updates = [d for d in evening.delivered if d.person == person and isinstance(d.message, say.Stim | say.News)]
    return [(d.message.u, d.at) for d in updates if isinstance(d.message, say.Stim | say.News)]


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_no_update_overtakes_a_staggered_event(seed: int) -> None:
    """Hands Down shouts while a slap is still held back for the near screen: the shout has to wait for it."""
    evening = Evening("hands_down", trips=FAR_AND_NEAR, seed=seed)
    evening.start()
    evening.play_on()
    for person in ("p0", "p1"):
        leaving = leaving_times(evening, person)
        assert [u for u, _ in leaving] == list(range(1, len(leaving) + 1))
        assert [at for _, at in leaving] == sorted(at for _, at in leaving)


def held_back(evening: Evening) -> Outgoing:
    """Play until an event is under way to the near player that must not leave yet."""

    def waits() -> bool:
        return any(d.person == "p0" and d.event and d.at > evening.now for d in evening.delivered)

    assert evening.run(waits, 600)
    return next(d for d in evening.delivered if d.person == "p0" and d.event and d.at > evening.now)


@pytest.mark.parametrize("ask", [say.Resume(0), say.Resume(10**6), say.Hidden(False)])
def test_asking_for_updates_does_not_bring_an_event_early(ask: say.ClientMessage) -> None:
    evening = Evening("slamwich", trips=FAR_AND_NEAR, idle=True)
    evening.start()
    waiting = held_back(evening)
    before = len(evening.delivered)
    evening.say("p0", ask)
    for delivery in evening.delivered[before:]:
        message = delivery.message
        if delivery.person == "p0" and isinstance(message, say.Stim | say.News) and message.n >= waiting.event:
            assert delivery.at >= waiting.at


@pytest.mark.parametrize("hide", [False, True])
def test_nobody_is_shown_the_whole_table_again_and_again(hide: bool) -> None:
    evening = Evening("slamwich", trips=FAR_AND_NEAR, idle=True)
    evening.start()
    evening.wait(2)
    before = len(evening.delivered)
    for number in range(200):
        evening.say("p0", say.Hidden(bool(number % 2)) if hide else say.Resume(10**6))
    heard = [d.message for d in evening.delivered[before:] if d.person == "p0"]
    assert 1 <= len([one for one in heard if isinstance(one, say.Stim | say.News)]) <= MOST_LOOKS
    assert any(isinstance(one, say.Refused) and "not so fast" in one.why for one in heard)
    evening.wait(10)
    before = len(evening.delivered)
    evening.say("p0", say.Resume(10**6))
    assert [d for d in evening.delivered[before:] if d.person == "p0" and isinstance(d.message, say.Stim | say.News)]


def test_what_is_on_its_way_by_itself_is_not_sent_twice() -> None:
    evening = Evening("slamwich", trips=FAR_AND_NEAR, idle=True)
    evening.start()
    waiting = held_back(evening)
    before = len(evening.delivered)
    assert isinstance(waiting.message, say.Stim)
    evening.say("p0", say.Resume(waiting.message.u - 1))
    assert not [d for d in evening.delivered[before:] if isinstance(d.message, say.Stim | say.News)]


def test_what_was_made_while_nobody_was_there_is_sent_on_return() -> None:
    evening = Evening("slamwich", trips=FAR_AND_NEAR)
    evening.start()
    evening.wait(2)
    last = evening.by_name["p0"].last
    evening.drop("p0")
    presence: Presence = evening.table.people["p0"]
    assert evening.run(lambda: presence.updates >= last + 5, 60)
    before = len(evening.delivered)
    evening.come_back("p0")
    again = [u for u, _ in leaving_times(evening, "p0")][-(presence.updates - last) :]
    assert len(evening.delivered) > before
    assert again == list(range(last + 1, presence.updates + 1))
