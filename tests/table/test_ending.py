"""Why a game is over: said to everybody, known to a table that is rebuilt from its journal, gone with the next deal."""

from __future__ import annotations

from slamdeck.bots.roster import House
from slamdeck.core.game import GameInfo
from slamdeck.core.rulebook import clauses
from slamdeck.games import all_games
from slamdeck.table import messages as say
from slamdeck.table.journal.rebuild import rebuild
from tests.conformance.driving import every_game
from tests.table.evening import Evening, seeds


@every_game
def test_everybody_is_told_why_the_game_is_over_and_a_rebuilt_table_knows_it(info: GameInfo) -> None:
    evening = Evening(info, trips=(20.0,), bots=info.fewest - 1)
    assert evening.people[0].table is None or evening.people[0].table.ending is None
    evening.start()
    assert evening.table.state.ending is None
    evening.play_on()
    evening.wait(1)
    ending = evening.people[0].shown().ending
    assert ending is not None
    assert ending.clause in clauses(info)
    assert ending.reason[0].islower()
    assert ending.reason[-1] not in ".!"
    again = rebuild(evening.entries, all_games() | {info.slug: info}, House(), seeds(1))
    assert again.output.table_shown("p0").ending == ending
    evening.say("p0", say.Start())
    assert evening.run(lambda: evening.table.state.phase == "playing", 10)
    evening.wait(1)
    assert evening.people[0].shown().ending is None


def test_a_game_may_have_better_words_than_its_records() -> None:
    lowdown = all_games()["lowdown"]
    words = "somebody has as many points as were agreed on, and the fewest win"
    assert lowdown.ending_words("a total has reached the limit", "LD-57") == words
    assert lowdown.ending_words("something else", "LD-R35") == "something else"


def test_another_company_clears_it_away() -> None:
    evening = Evening("slamwich", trips=(20.0, 20.0), bots=0, options={"max_tosses": 10})
    evening.start()
    evening.play_on()
    assert evening.table.state.ending is not None
    evening.say("p1", say.StandUp())
    assert evening.table.state.ending is None
