"""The page of standing orders, typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from accounts.models import Person
from conquest import registry
from conquest.core import Clause, Phrase, Preset, StandingOrders, Unreadable
from conquest.registry import AnyRules
from games.ahead import standing_orders
from games.ahead.standing_orders.tryouts import (
    Danger,
    OrdersTryout,
    pieces_in_danger,
    try_on_past,
    try_on_present,
)
from games.models import Game, Seat, Standing
from games.play.knowledge import KnownGame, known_game

MOST_AHEAD = 12
AnyStanding: TypeAlias = StandingOrders[Any, Any]


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A standing order as it is written, and in words."""

    number: int
    text: str
    told: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPage:
    """The standing orders of a seat, as they stand or were typed: line by line, tried out on what
    could happen ``now`` and on what happened ``before``; and what else the form offers.

    ``filed`` is what counts now. ``is_usual`` says that the person's other games begin with the
    same.
    """

    game: Game
    text: str
    lines: Sequence[OrderLine]
    filed: Standing | None
    is_usual: bool
    clauses: Sequence[Clause]
    presets: Sequence[Preset]
    now: Sequence[OrdersTryout]
    before: Sequence[OrdersTryout]
    trouble: str


@dataclass(frozen=True, slots=True)
class DangerPresets:
    """A piece in danger, and the preset standing orders that answer its capture in this turn; for
    the capture of any piece if there is no ``danger``."""

    danger: Danger | None
    presets: Sequence[Preset]


def danger_presets(known: KnownGame) -> tuple[DangerPresets, ...]:
    """Return the presets with which somebody can answer further captures of the turn; empty if
    there can be none."""
    orders, seat = known.rules.standing, known.viewer
    # What could be taken is worked out without the attacker's plan: the list must not tell it.
    dangers = pieces_in_danger(known, seat) if seat else ()
    if orders is None or not dangers:
        return ()
    offered = (_presets_for_danger(orders, known.state, danger) for danger in dangers[:MOST_AHEAD])
    return (*offered, DangerPresets(None, orders.presets))


def _presets_for_danger(
    orders: StandingOrders[Any, Any], state: Any, danger: Danger
) -> DangerPresets:
    narrowed = [_narrow_preset(orders, preset, state, danger.field) for preset in orders.presets]
    return DangerPresets(danger, narrowed)


def _narrow_preset(orders: AnyStanding, preset: Preset, state: Any, field: str) -> Preset:
    return replace(preset, text=orders.narrow_to_field(state, preset.text, field))


@dataclass(frozen=True, slots=True)
class DefaultOrdersEntry:
    """The standing orders with which a person's games of a rule set begin, as saved or as typed, in
    phrases and with presets; and what was wrong with them."""

    rules: AnyRules
    text: str
    told: Sequence[Phrase]
    presets: Sequence[Preset]
    trouble: str = ""


def standing_defaults(
    person: Person, typed: Mapping[str, tuple[str, str]]
) -> list[DefaultOrdersEntry]:
    """Return the person's default of each rule set that knows standing orders.

    ``typed`` has, by rule set, a text that was refused just now and the reason.
    """
    return [
        _default_entry(person, rules, *typed.get(slug, ("", "")))
        for slug, rules in registry.find_rulesets().items()
        if rules.standing
    ]


def _default_entry(person: Person, rules: AnyRules, typed: str, error: str) -> DefaultOrdersEntry:
    assert rules.standing is not None
    saved = standing_orders.saved_default(person, rules.slug)
    phrases = standing_orders.describe_default(rules, saved)
    return DefaultOrdersEntry(
        rules, typed if error else saved, phrases, rules.standing.presets, error
    )


def standing_page(game: Game, seat: Seat, text: str | None = None, error: str = "") -> StandingPage:
    """Return the page of a seat's standing orders, with a ``text`` as it was typed."""
    rules, known = game.rules, known_game(game, seat.name)
    assert rules.standing is not None
    filed = standing_orders.filed_orders(seat).first()
    filed_text = filed.text if filed else ""
    shown = filed_text if text is None else text
    assert seat.person is not None
    return StandingPage(
        game=game,
        text=shown,
        lines=_order_lines(game, seat, filed_text),
        filed=filed if filed_text else None,
        is_usual=bool(filed_text)
        and filed_text == standing_orders.saved_default(seat.person, game.ruleset),
        clauses=rules.standing.clauses,
        presets=rules.standing.presets,
        now=try_on_present(known, seat.name, filed_text) if filed_text else (),
        before=try_on_past(game, seat, filed_text) if filed_text else (),
        trouble=error,
    )


def _order_lines(game: Game, seat: Seat, text: str) -> list[OrderLine]:
    rules = game.rules
    assert rules.standing is not None
    try:
        phrases = rules.standing.describe_lines(known_game(game, seat.name).state, text)
    except Unreadable:  # filed before the words of the game changed
        return []
    pairs = zip(text.splitlines(), phrases, strict=True)
    return [OrderLine(number, line, phrase) for number, (line, phrase) in enumerate(pairs)]
