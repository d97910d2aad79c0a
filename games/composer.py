"""A turn put together on the board by links alone: choose a piece, then where it goes.

The plan is a text in the game's notation and travels in the address. Nothing here changes
anything: each link leads to the same page with a longer or shorter plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext

from conquest.core import Choice, Link, Mark, RuleSet
from games import rehearsal

SEPARATOR = "; "


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be added to the plan, or chosen, by following a link."""

    label: str
    href: str
    cost: int = 0
    captures: bool = False
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A step of the plan with the link that takes it out again."""

    step: rehearsal.Step
    without: str


@dataclass(frozen=True, slots=True)
class Composer:
    """A plan, what it does, and what can be added to it."""

    text: str
    played: rehearsal.Rehearsal[Any]
    steps: tuple[Planned, ...]
    chosen: str
    figures: tuple[Offer, ...]
    targets: tuple[Offer, ...]
    words: tuple[Offer, ...]
    links: Mapping[str, Link]
    marks: tuple[Mark, ...]


def compose(
    rules: RuleSet[Any, Any, Any], state: Any, seat: str, text: str, piece: str
) -> Composer:
    """Play the plan and offer what can follow, for the ``piece`` chosen if it can still move."""
    played = rehearsal.rehearse(rules, state, seat, text)
    plan = SEPARATOR.join(played.texts)
    choices = (
        rules.legal(played.end, seat) if rules.number(played.end) == rules.number(state) else ()
    )
    mine = [choice for choice in choices if choice.piece == piece]
    return Composer(
        text=text,
        played=played,
        steps=tuple(_planned(played.texts, step, place) for place, step in enumerate(played.steps)),
        chosen=piece if mine else "",
        figures=tuple(_figures(choices, plan, mine)),
        targets=tuple(_target(choice, plan) for choice in mine),
        words=tuple(_target(choice, plan) for choice in choices if not choice.origin),
        links=_pieces(choices, plan) | _targets(mine, plan),
        marks=(*played.marks, *_rings(mine)),
    )


def address(plan: str, piece: str = "") -> str:
    """Give the link to the page with this plan, and a piece chosen."""
    query = {name: value for name, value in (("plan", plan), ("piece", piece)) if value}
    return f"?{urlencode(query)}#board"


def joined(*texts: str) -> str:
    """Put orders behind one another."""
    return SEPARATOR.join(text for text in texts if text)


def closed(text: str, end: str) -> str:
    """Put the word that ends a turn behind a text, unless it stands there already."""
    last = text.replace(";", "\n").strip().rpartition("\n")[2].strip()
    return text if last.casefold() == end.strip().casefold() else joined(text.strip(" ;\n\r"), end)


def _planned(texts: tuple[str, ...], step: rehearsal.Step, place: int) -> Planned:
    return Planned(step, address(joined(*texts[:place], *texts[place + 1 :])))


def _pieces(choices: Iterable[Choice], plan: str) -> dict[str, Link]:
    """Link every field with a piece that can move; what stands there as a whole comes first."""
    first: dict[str, Choice] = {}
    for choice in choices:
        if choice.origin and (choice.origin not in first or choice.piece == choice.origin):
            first[choice.origin] = choice
    return {
        field: Link(address(plan, choice.piece), gettext("Choose the piece on %s") % field)
        for field, choice in first.items()
    }


def _targets(mine: Iterable[Choice], plan: str) -> dict[str, Link]:
    return {
        choice.target: Link(address(joined(plan, choice.text), _arrived(choice)), _label(choice))
        for choice in reversed(tuple(mine))
    }


def _rings(mine: list[Choice]) -> tuple[Mark, ...]:
    """Ring the chosen piece, and each target with what it costs."""
    if not mine:
        return ()
    reach = [
        Mark("capture" if choice.captures else "reach", (choice.target,), label=str(choice.cost))
        for choice in mine
    ]
    return (Mark("ring", (mine[0].origin,)), *reach)


def _figures(choices: Iterable[Choice], plan: str, mine: list[Choice]) -> Iterable[Offer]:
    """Offer every figure on the chosen field, when more than one of them can move."""
    if not mine:
        return
    field, chosen = mine[0].origin, mine[0].piece
    there = dict.fromkeys(choice.piece for choice in choices if choice.origin == field)
    if len(there) > 1:
        for piece in there:
            yield Offer(piece, address(plan, piece), is_chosen=piece == chosen)


def _target(choice: Choice, plan: str) -> Offer:
    href = address(joined(plan, choice.text), _arrived(choice))
    return Offer(_label(choice), href, choice.cost, choice.captures)


def _arrived(choice: Choice) -> str:
    """Give the piece as it is called after the order, so that it stays chosen."""
    return choice.target if choice.piece == choice.origin else ""


def _label(choice: Choice) -> str:
    return choice.label.said(gettext)
