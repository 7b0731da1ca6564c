"""What the server plays or looks up for somebody who learns: steps of lessons, examples, questions to the rules."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from tests.redteam.attack import attack
from tests.redteam.attacks.floods import flood
from tests.redteam.attacks.words import GAMES, ODD_NUMBERS
from tests.redteam.scene import Scene

AT_ONCE: Final = 200  # steps of one network …
A_SECOND: Final = 40
MOST_MOVES: Final = 60
LATEST: Final = 1 << 40  # ms


def most(scene: Scene) -> float:
    """Whatever the computer's speed: what a network may have in that time, and a little more."""
    return AT_ONCE + A_SECOND * (scene.seconds + 4)


async def lessons_of(scene: Scene, game: str) -> list[dict[str, Any]]:
    found = (await scene.ask("GET", f"/api/lessons/{game}", source=scene.new_source())).json()
    lessons: list[dict[str, Any]] = found["lessons"]
    return lessons


@attack(law=1)
async def lessons(scene: Scene) -> None:
    """Law 1: steps of lessons, which are played within the request: every step of every game, with inputs."""
    asked = []
    for game in GAMES:
        for lesson in await lessons_of(scene, game):
            for step in range(len(lesson["steps"])):
                for inputs in ([], [{"do": "slap", "at": 600_000}]):
                    asked.append((f"/api/lessons/{game}/{lesson['name']}", {"step": step, "inputs": inputs}))
    answers = await flood(scene, lambda number: ("POST", *asked[number % len(asked)]))
    scene.insist(answers[200], "no lesson is given")
    scene.insist(answers[200] <= most(scene), f"{answers[200]} steps of lessons for one network")


@attack(law=4)
async def odd_lessons(scene: Scene) -> None:
    """Law 4: steps that are not there, and inputs that nobody can make."""
    for game in GAMES:
        name = (await lessons_of(scene, game))[0]["name"]
        bodies: list[dict[str, object]] = [
            {"step": 0, "inputs": [{"do": f"slap {odd}"[:120], "at": 600_000}] * 12} for odd in ODD_NUMBERS
        ]
        bodies += [{"step": 99}, {"step": 0, "inputs": [{"do": "x" * 120}] * 12}, {"step": 1, "inputs": [{"do": "\0"}]}]
        asked = (scene.ask("POST", f"/api/lessons/{game}/{name}", body, scene.new_source()) for body in bodies)
        wrong = {answer.status for answer in await scene.at_once(asked, 8) if not 200 <= answer.status < 500}
        scene.insist(not wrong, f"a lesson of {game} answers {wrong}")


async def examples_of(scene: Scene, game: str) -> list[dict[str, Any]]:
    found = (await scene.ask("GET", f"/api/examples/{game}", source=scene.new_source())).json()
    examples: list[dict[str, Any]] = found["examples"]
    return examples


@attack(law=1)
async def tried_examples(scene: Scene) -> None:
    """Law 1: positions to try, each played to the end of what one may do there, from its beginning, every time."""
    asked = []
    for game in GAMES:
        for example in await examples_of(scene, game):
            moves = [{"do": move["do"], "seat": max(move["seat"], 0)} for move in example["moves"]]
            waits = [{"do": "clock"}] * (MOST_MOVES - len(moves))
            asked += [(f"/api/examples/{game}/{example['name']}", {"seat": 0, "moves": (moves + waits)[:MOST_MOVES]})]
            asked += [(f"/api/examples/{game}/{example['name']}", {"seat": 0, "moves": waits})]
    answers = await flood(scene, lambda number: ("POST", *asked[number % len(asked)]))
    scene.insist(answers[200], "no example is played")
    scene.insist(answers[200] <= most(scene), f"{answers[200]} examples were played for one network")


@attack(law=4)
async def odd_tries(scene: Scene) -> None:
    """Law 4: moves at the end of time, of nobody, and in no language."""
    for game in GAMES:
        examples = await examples_of(scene, game)
        verbs = sorted({move["do"].split()[0] for example in examples for move in example["moves"]})
        bodies: list[dict[str, object]] = [
            {"seat": 0, "moves": [{"do": f"{verb} {odd}"[:120], "seat": 1, "at": LATEST}, {"do": "clock"}]}
            for odd in ODD_NUMBERS
            for verb in verbs[: scene.many(len(verbs), 2)]
        ]
        bodies += [{"seat": 5}, {"seat": 0, "moves": [{"do": "clock", "at": LATEST}] * MOST_MOVES}]
        bodies += [{"seat": 0, "moves": [{"do": verb, "seat": -1, "at": LATEST}] * MOST_MOVES} for verb in verbs]
        name = examples[0]["name"]
        asked = (scene.ask("POST", f"/api/examples/{game}/{name}", body, scene.new_source()) for body in bodies)
        wrong = {answer.status for answer in await scene.at_once(asked, 8) if not 200 <= answer.status < 500}
        scene.insist(not wrong, f"an example of {game} answers {wrong}")


@attack(law=1)
async def questions_to_the_rules(scene: Scene) -> None:
    """Law 1: questions to the rules, as long as they may be, in words of one letter, in marks and in numbers."""
    texts = ["a b c d e f g h i j k l m n o p q r s t u v w x y z " * 2, "sla" * 30, "sw 1 " * 16, "ß" * 80, "-" * 80]
    texts += ["card " * 16, "\0" * 80, "[" * 80, "(a+)+$" * 13, "́" * 80]

    def question(number: int) -> tuple[str, str, object]:
        return "GET", f"/api/rules/{GAMES[number % len(GAMES)]}?find={quote(texts[number % len(texts)][:80])}", None

    answers = await flood(scene, question)
    scene.insist(answers[200], "the rules do not answer")
    scene.insist(answers[200] <= most(scene), f"{answers[200]} questions of one network were answered")
