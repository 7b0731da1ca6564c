"""From keys to actions. Reflexes have a key of their own; everything else is spelled word by word from a short list.

An action is what the game calls it ("play R4", "steal 2 5 1"). Whatever begins alike is one choice, so even hundreds
of actions are three keys away. Hands and shouts are reflexes: their keys work at any moment, whatever else is being
spelled, and they are the same in every game. The hand that races is on the space bar.
"""

from __future__ import annotations

from dataclasses import dataclass

from slamdeck.core.actions import HAND, HOST, SHOUT, Catalogue
from slamdeck.core.problems import UsageProblem

RESERVED = "qr"  # quit, rules
FEW = 9
ORDINALS = "1234567890abcdefghijklmnopstuvwxyz"  # without q and r
HAND_KEY = "space"
REFLEX_KEYS = ("tab", ".", ",", ";", "/", "-")  # of further hands and of shouts
Words = tuple[str, ...]


@dataclass(frozen=True)
class Prompt:
    """A key and the action (or the beginning of one) behind it."""

    key: str
    words: Words
    complete: bool = True
    gesture: bool = False
    also: str = ""  # a second key for the same


class Controls:
    """What the keys of one seat mean now. `spelled` is the beginning of an action, `digits` a number being typed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.reflexes = reflexes_of(catalogue)
        own = [verb.name for verb in catalogue.verbs if verb.manner != HOST]
        # Reflexes come first: what must be quick keeps its letter through the whole game.
        self.letters = letters_for([*self.reflexes, *[verb for verb in own if verb not in self.reflexes]])
        self.quick_letters = {verb: self.letters[verb] for verb in self.reflexes}
        self.turn_letters: dict[str, str] = {}
        self.actions: dict[Words, int] = {}
        self.spelled: Words = ()
        self.digits = ""
        self.complaint = ""

    def offer(self, legal: list[tuple[str, int]]) -> None:
        """The actions that are possible now; a beginning that leads nowhere any more is dropped."""
        self.actions = {}
        for text, code in legal:
            self.actions.setdefault(tuple(text.split()), code)
        verbs = dict.fromkeys(words[0] for words in self.actions if words[0] not in self.reflexes)
        self.turn_letters = letters_for(list(verbs), self.quick_letters)
        if self.spelled and not self.leads_somewhere(self.spelled):
            self.spelled = ()
            self.digits = ""

    def leads_somewhere(self, beginning: Words) -> bool:
        return any(words[: len(beginning)] == beginning for words in self.actions)

    # ---- what is on the keys ---------------------------------------------------------------------

    def prompts(self) -> list[Prompt]:
        """Every key that means something now, in the order to show them."""
        if self.spelled:
            return self.continuations()
        return [*self.turn_prompts(), *self.gesture_prompts()]

    def turn_prompts(self) -> list[Prompt]:
        """The moves of one's turn: all of them if they are few, else their verbs."""
        moves = [words for words in self.actions if words[0] not in self.reflexes]
        if len(moves) == 1:
            also = self.turn_letters[moves[0][0]] if len(moves[0]) == 1 else ""
            return [Prompt("enter", moves[0], also=also)]
        if len(moves) <= FEW:
            return [Prompt(key, words) for key, words in zip(self.keys_for(moves), moves, strict=True)]
        verbs = dict.fromkeys(words[0] for words in moves)
        return [Prompt(self.turn_letters[verb], (verb,), self.is_only((verb,))) for verb in verbs]

    def gesture_prompts(self) -> list[Prompt]:
        """What hands and voices can do at any time: alone on its key, with more words on its letter."""
        found: list[Prompt] = []
        for verb, key in self.reflexes.items():
            letter, forms = self.letters[verb], self.forms(verb)
            if (verb,) in self.actions:
                found.append(Prompt(key, (verb,), gesture=True, also="" if forms else letter))
            if len(forms) == 1:
                found.append(Prompt(letter, forms[0], gesture=True))
            elif forms:
                found.append(Prompt(letter, (verb,), complete=False, gesture=True))
        return found

    def continuations(self) -> list[Prompt]:
        """How the spelled beginning can go on; Enter if it is an action by itself."""
        found = [Prompt("enter", self.spelled)] if self.spelled in self.actions else []
        longer = self.longer()
        if self.types_number():
            return [*found, Prompt("0–9", (*self.spelled, f"{longer[0][-1]}–{longer[-1][-1]}"))]
        return found + [
            Prompt(key, words, self.is_only(words)) for key, words in zip(self.keys_for(longer), longer, strict=True)
        ]

    def longer(self) -> list[Words]:
        """The spelled beginning with one more word, for each word that can follow."""
        depth = len(self.spelled)
        following = [words for words in self.actions if len(words) > depth and words[:depth] == self.spelled]
        return list(dict.fromkeys(words[: depth + 1] for words in following))

    def types_number(self) -> bool:
        """Long rows of numbers are typed, not picked from a list."""
        longer = self.longer()
        return len(longer) > FEW + 1 and all(words[-1].isdigit() for words in longer)

    def keys_for(self, choices: list[Words]) -> list[str]:
        """Bare verbs keep their letter; a lone digit is its own key where it is clear; the rest is counted off."""
        longer = [words for words in choices if len(words) > 1]
        last = [words[-1] for words in longer]
        alike = len({words[:-1] for words in longer}) == 1
        if not (alike and all(len(word) == 1 and word.isdigit() for word in last)):
            last = list(ORDINALS[: len(longer)]) + [""] * (len(longer) - len(ORDINALS))
        numbered = iter(last)
        return [next(numbered) if len(words) > 1 else self.turn_letters[words[0]] for words in choices]

    def is_only(self, beginning: Words) -> bool:
        """Is this beginning a whole action, with nothing longer?"""
        return beginning in self.actions and sum(1 for w in self.actions if w[: len(beginning)] == beginning) == 1

    def forms(self, verb: str) -> list[Words]:
        """The actions of a verb that its letter reaches; a reflex without further words has a key of its own."""
        return [words for words in self.actions if words[0] == verb and not self.is_bare_reflex(words)]

    def is_bare_reflex(self, words: Words) -> bool:
        return len(words) == 1 and words[0] in self.reflexes

    # ---- pressing them -------------------------------------------------------------------------------

    def press(self, key: str) -> int | None:
        """The action that this key completes, if it does."""
        self.complaint = ""
        for verb, reflex in self.reflexes.items():
            if key == reflex:
                return self.react(verb)
        if key in ("esc", "back", "left"):
            self.step_back()
            return None
        if self.spelled and self.types_number() and (key.isdigit() or (key == "enter" and self.digits)):
            return self.type_digit(key)
        for prompt in self.prompts():
            if key in (prompt.key, prompt.also):
                return self.take(prompt.words)
        return None if self.spelled else self.press_verb(key)

    def react(self, verb: str) -> int | None:
        """At once, whether or not it is its moment: that is for the rules to say."""
        self.spelled = ()
        self.digits = ""
        try:
            return self.catalogue.encode(verb, [])
        except UsageProblem:  # it never comes without further words
            return self.say(verb)

    def press_verb(self, key: str) -> int | None:
        """A verb's own letter works even where the list shows numbers, or where the rules will refuse it."""
        turn_verbs = [verb for verb in self.letters if verb not in self.reflexes]
        if key == "enter" and len(turn_verbs) == 1:
            key = self.letters[turn_verbs[0]]
        for verb, letter in [*self.turn_letters.items(), *self.letters.items()]:
            if letter == key:
                return self.say(verb)
        return None

    def say(self, verb: str) -> int | None:
        if self.forms(verb):
            return self.take((verb,))
        try:
            return self.catalogue.encode(verb, [])
        except UsageProblem:
            self.complaint = f"You cannot {verb} now."
            return None

    def take(self, beginning: Words) -> int | None:
        """Go as far as there is only one way to go on."""
        if beginning == self.spelled and beginning in self.actions:
            return self.complete(beginning)  # Enter on a beginning that can stand alone
        forms = [words for words in self.actions if words[: len(beginning)] == beginning]
        if len(forms) > 1:
            forms = [words for words in forms if not self.is_bare_reflex(words)]
        if len(forms) == 1:
            return self.complete(forms[0])
        self.spelled = beginning
        longer = self.longer()
        if len(longer) == 1 and beginning not in self.actions:
            return self.take(longer[0])
        return None

    def complete(self, words: Words) -> int:
        self.spelled = ()
        self.digits = ""
        return self.actions[words]

    def type_digit(self, key: str) -> int | None:
        if key != "enter":
            self.digits = (self.digits + key)[-3:]
            return None
        words = (*self.spelled, str(int(self.digits)))
        if words in self.actions:
            return self.complete(words)
        self.complaint = f"{self.digits} is not possible here."
        self.digits = ""
        return None

    def step_back(self) -> None:
        if self.digits:
            self.digits = self.digits[:-1]
        else:
            self.spelled = self.spelled[:-1]


def reflexes_of(catalogue: Catalogue) -> dict[str, str]:
    """The keys of hands and shouts.

    Of several hands the one that can say most is on the space bar, the first of equals: a fingertip has nothing to add.
    Where no hand races, the first shout is there.
    """
    hands = [verb for verb in catalogue.verbs if verb.manner == HAND]
    hands.sort(key=lambda verb: int(verb.size), reverse=True)
    main = hands[:1]
    others = [verb for verb in catalogue.verbs if verb.manner == HAND and verb not in main]
    shouts = [verb for verb in catalogue.verbs if verb.manner == SHOUT]
    reflexes = [*main, *others, *shouts]
    return {verb.name: key for verb, key in zip(reflexes, (HAND_KEY, *REFLEX_KEYS), strict=False)}


def letters_for(verbs: list[str], taken: dict[str, str] | None = None) -> dict[str, str]:
    """A letter for each verb: the first of its own that is free, so that it can be guessed; none if all are taken."""
    used = {*RESERVED, *(taken or {}).values()}
    letters: dict[str, str] = {}
    for verb in verbs:
        choices = (letter for letter in verb.lower() + ORDINALS[10:] if letter.isalpha() and letter not in used)
        letters[verb] = next(choices, "")
        used.add(letters[verb])
    return letters
