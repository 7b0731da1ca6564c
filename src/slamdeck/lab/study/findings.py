"""The study in sentences: of every question what stands out most, and only where the figures are clear."""

from __future__ import annotations

from collections.abc import Sequence

from slamdeck.lab.statistics import share_interval
from slamdeck.lab.study.asking import Duel, GameStudied, TableFigures, Varied

CHANGED = 1.25  # a length that differs by this factor is worth a sentence


def found_out(studied: Sequence[GameStudied]) -> list[str]:
    """Sentences, each about one question."""
    answers = (beginning(studied), heads(studied), hands(studied), missed(studied), harmful(studied), looking(studied))
    return [sentence for sentence in (*answers, lengths(studied), few_hands(studied)) if sentence]


def surely_above(duel: Duel) -> bool:
    return duel.standing.share - duel.standing.margin > 0.5


def surely_below(duel: Duel) -> bool:
    return duel.standing.share + duel.standing.margin < 0.5


def distance_from_fair(figures: TableFigures) -> float:
    """How far what is fair lies outside the interval of who began, as a share of it; 0: it may be fair."""
    began = figures.by_distance[0]
    low, high = share_interval(began.won, began.chances)
    return max(low * figures.seats - 1, 1 - high * figures.seats, 0.0)


def beginning(studied: Sequence[GameStudied]) -> str:
    every = [(one, figures) for one in studied for figures in one.tables]
    unfair = [(one, figures) for one, figures in every if distance_from_fair(figures) > 0]
    if not unfair:
        return "Who begins has neither an advantage nor a disadvantage that so few games could show."
    one, most = max(unfair, key=lambda pair: distance_from_fair(pair[1]))
    advice = "" if most.first_share > 1 / most.seats else ", so it is better not to"
    return (
        f"To begin matters at {len(unfair)} of {len(every)} tables, most in {one.title} with {most.seats}: "
        f"who begins wins {most.first_share:.0%} instead of {1 / most.seats:.0%}{advice}."
    )


def heads(studied: Sequence[GameStudied]) -> str:
    """Judgement against none, at equal hands."""
    return most_and_least(studied, ":uniform", "Thinking counts most in", "sensible moves at random lose")


def hands(studied: Sequence[GameStudied]) -> str:
    return most_and_least(studied, "casual:", "Quick hands count most in", "hands two levels slower lose")


def most_and_least(studied: Sequence[GameStudied], second: str, words: str, loses: str) -> str:
    asked = [
        (one.title, duel) for one in studied for duel in one.skill if duel.seats == 4 and second in duel.standing.second
    ]
    if len(asked) < 2:
        return ""
    ranked = sorted(asked, key=lambda pair: -pair[1].standing.share)
    (most, much), (least, little) = ranked[0], ranked[-1]
    return (
        f"{words} {most}: at four seats {loses} {much.standing.share:.0%} of their duels; "
        f"least in {least}: {little.standing.share:.0%}."
    )


def missed(studied: Sequence[GameStudied]) -> str:
    """Verbs that one could do without and still play on: the surprising ones are those that hardly matter."""
    idle = [f"“{verb}” in {one.title}" for one in studied for verb, duel in one.left_out if is_idle(duel)]
    if not idle:
        return ""
    return f"Hardly missed by who never does it: {', '.join(idle)}."


def is_idle(duel: Duel) -> bool:
    """Surely no more than a few duels."""
    return abs(duel.standing.share - 0.5) + duel.standing.margin < 0.05


def harmful(studied: Sequence[GameStudied]) -> str:
    better = [
        f"“{verb}” in {one.title} ({duel.standing.share:.0%} of the duels)"
        for one in studied
        for verb, duel in one.left_out
        if surely_above(duel)
    ]
    return f"Better never done, as our bots do it: {', '.join(better)}." if better else ""


def looking(studied: Sequence[GameStudied]) -> str:
    pays = [f"{one.title} ({one.unseen.standing.share:.0%})" for one in studied if surely_above(one.unseen)]
    costs = [f"{one.title} ({one.unseen.standing.share:.0%})" for one in studied if surely_below(one.unseen)]
    if pays:
        return f"To slap without looking pays in {', '.join(pays)}."
    return f"To slap without looking pays nowhere, and costs duels in {', '.join(costs)}." if costs else ""


def lengths(studied: Sequence[GameStudied]) -> str:
    """The house rule and the cards that change the length most."""
    named = []
    for one in studied:
        usual = min(one.tables, key=lambda figures: abs(figures.seats - 4)).minutes()[2]
        most = max([*one.house_rules, *one.cards], key=lambda other: factor(other, usual), default=None)
        if most is not None and factor(most, usual) > CHANGED:
            named.append(f"{one.title} {most.what} ({usual:.1f} → {most.figures.minutes()[2]:.1f} minutes)")
    return f"What changes the length most: {'; '.join(named)}." if named else ""


def factor(other: Varied, usual: float) -> float:
    minutes = max(other.figures.minutes()[2], 0.01)
    return max(minutes / usual, usual / minutes)


def few_hands(studied: Sequence[GameStudied]) -> str:
    """Where a game that is meant to have several hands is over after one or two."""
    short = [
        f"{one.title} with {figures.seats} ({figures.usual_hands:g})"
        for one in studied
        for figures in one.tables
        if figures.usual_hands is not None and figures.usual_hands <= 2
    ]
    return f"Over after very few hands: {', '.join(short)}." if short else ""
