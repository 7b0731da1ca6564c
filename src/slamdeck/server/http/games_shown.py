"""What a start page, a lobby and a rules page need to know about the games."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Literal

import msgspec
from msgspec import convert, inspect

from slamdeck.bots.levels import LEVELS
from slamdeck.bots.roster import policies_for
from slamdeck.core.actions import Catalogue, Parameter
from slamdeck.core.deck import Deck, Kind
from slamdeck.core.dice import FastDice
from slamdeck.core.examples import scenarios_in, set_up_of, title_of
from slamdeck.core.game import GameInfo
from slamdeck.core.options import LAST_RESORT
from slamdeck.core.rulebook import sections
from slamdeck.games import all_games
from slamdeck.server.http.answers import (
    PROTOCOL,
    ClauseShown,
    EventShown,
    ExampleOffered,
    Games,
    GameShown,
    KindShown,
    LevelShown,
    Manner,
    Meaning,
    OptionShown,
    ParameterShown,
    PhaseShown,
    PresetShown,
    SectionShown,
    VerbShown,
)
from slamdeck.server.http.lessons import offered
from slamdeck.table.messages import EMOTES
from slamdeck.table.settings import Settings

log = logging.getLogger("slamdeck.http")


def all_about_games() -> Games:
    return Games(
        protocol=PROTOCOL,
        games=list(games_shown()),
        levels=[
            LevelShown(name=level.name, slap_ms=round(level.chance.mean), miss=level.miss, fooled=level.fooled)
            for level in LEVELS.values()
        ],
        emotes=list(EMOTES),
        settings=options_of(Settings),
    )


def games_shown() -> Iterator[GameShown]:
    """A game from elsewhere whose declarations make no sense is not offered; the others are."""
    for info in all_games().values():
        try:
            yield about(info)
        except Exception:
            log.exception("%s cannot be shown", info.title)


def about(info: GameInfo) -> GameShown:
    deck = info.deck()
    return GameShown(
        slug=info.slug,
        title=info.title,
        tagline=info.tagline,
        prefix=info.prefix,
        fewest=info.fewest,
        most=info.most,
        minutes=info.minutes,
        ages=info.ages,
        rules_version=info.rules_version,
        cards=deck.size,
        policies=policies_for(info),
        options=options_of(info.options),
        presets=[convert(asdict(preset), PresetShown) for preset in info.presets],
        kinds=[kind_shown(info, kind) for kind in deck.kinds],
        verbs=verbs_of(catalogue_of(info, deck, info.most)),
        events={name: convert(asdict(telling), EventShown) for name, telling in info.events.items()},
        phases=[PhaseShown(name=phase.name, between_hands=phase.between_hands) for phase in info.phases],
        rules=rules_shown(info),
        setup=set_up_of(info),
        examples=[
            ExampleOffered(name=name, title=title_of(scenario), clauses=scenario.clauses)
            for name, scenario in scenarios_in(info.folder).items()
        ],
        lessons=offered(info),
    )


def kind_shown(info: GameInfo, kind: Kind) -> KindShown:
    values = {name: value if isinstance(value, int) else str(value) for name, value in kind.values.items()}
    return KindShown(
        name=kind.name,
        words=info.card_words(kind),
        family=kind.family,
        values=values,
        copies=kind.copies,
        points=kind.points,
        back=kind.back,
    )


# ---- actions ---------------------------------------------------------------------------------------


def catalogue_of(info: GameInfo, deck: Deck, seats: int) -> Catalogue:
    """The actions of a table of that size."""
    return info.table(seats, deck, info.read_options({}, seats), FastDice(1)).catalogue


def verbs_of(catalogue: Catalogue) -> list[VerbShown]:
    return [
        VerbShown(
            name=verb.name,
            manner=convert(verb.manner, Manner),
            parameters=[parameter_shown(one) for one in verb.parameters],
        )
        for verb in catalogue.verbs
    ]


def parameter_shown(one: Parameter) -> ParameterShown:
    return ParameterShown(
        name=one.name,
        means=convert(one.means, Meaning),
        values=list(one.values),
        optional=one.optional,
        keyword=one.keyword,
        nearest=one.nearest,
    )


# ---- options ---------------------------------------------------------------------------------------


def options_of(kind: type[msgspec.Struct]) -> list[OptionShown]:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return [option_shown(field) for field in shape.fields]


def option_shown(field: inspect.Field) -> OptionShown:
    parts = list(alternatives(field.type))
    value = next(part for part in parts if not isinstance(part, inspect.NoneType))
    return OptionShown(
        name=field.name,
        title=schema_word(field.type, "title"),
        type=form_of(value),
        default=field.default,
        may_be_none=any(isinstance(part, inspect.NoneType) for part in parts),
        least=bound(value, "ge"),
        most=bound(value, "le"),
        unit=unit_of(field.type),
        last_resort=is_last_resort(field.type),
        choices=[str(one) for one in getattr(value, "values", ())],
        meaning=schema_word(field.type, "description"),
    )


def alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        yield from alternatives(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from alternatives(one)
    else:
        yield kind


def form_of(kind: inspect.Type) -> Literal["switch", "number", "choice", "text"]:
    if isinstance(kind, inspect.BoolType):
        return "switch"
    if isinstance(kind, inspect.IntType):
        return "number"
    return "choice" if isinstance(kind, inspect.LiteralType) else "text"


def bound(kind: inspect.Type, which: str) -> int | None:
    found: Any = getattr(kind, which, None)
    return None if found is None else int(found)


def unit_of(kind: inspect.Type) -> Literal["", "ms"]:
    if isinstance(kind, inspect.Metadata):
        return "ms" if (kind.extra or {}).get("unit") == "ms" else unit_of(kind.type)
    if isinstance(kind, inspect.UnionType):
        return "ms" if any(unit_of(one) for one in kind.types) else ""
    return ""


def is_last_resort(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and (
        (kind.extra or {}).get("is") == LAST_RESORT["is"] or is_last_resort(kind.type)
    )


def schema_word(kind: inspect.Type, word: str) -> str:
    """What the option says of itself: its "title", its "description"."""
    if isinstance(kind, inspect.Metadata):
        return str((kind.extra_json_schema or {}).get(word, "")) or schema_word(kind.type, word)
    return ""


# ---- rules -----------------------------------------------------------------------------------------


def rules_shown(info: GameInfo) -> list[SectionShown]:
    """RULES.md by its headings; the clauses of each, and what is said before them."""
    return [
        SectionShown(one.title, one.text, [ClauseShown(clause.id, clause.text, clause.under) for clause in one.clauses])
        for one in sections(info)
    ]
