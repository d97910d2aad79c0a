"""A turn put together on the board by links alone: choose a piece, then where it goes.

The plan is a text in the game's notation and travels in the address. Nothing here changes
anything: each link leads to the same page with a longer or shorter plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext

from conquest.core import Choice, Link, Mark, Phrase, RuleSet
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
    """A plan, what it does, and what can be added to it.

    ``figures`` are the pieces on the chosen field, ``pieces`` one for each field.
    """

    text: str
    played: rehearsal.Rehearsal[Any]
    steps: tuple[Planned, ...]
    chosen: str
    name: str
    pieces: tuple[Offer, ...]
    figures: tuple[Offer, ...]
    targets: tuple[Offer, ...]
    words: tuple[Offer, ...]
    links: Mapping[str, Link]
    marks: tuple[Mark, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields the chosen piece stands on and can reach."""
        rings = (mark for mark in self.marks if mark.kind in ("ring", "reach", "capture"))
        return tuple(field for mark in rings for field in mark.fields) if self.chosen else ()


@dataclass(frozen=True, slots=True)
class Way:
    """Where links lead: the page with a plan, keeping what else was asked of its picture."""

    plan: str
    keep: Mapping[str, str] = field(default_factory=dict)

    def to(self, plan: str | None = None, piece: str = "") -> str:
        """Give the address with this plan, and a piece chosen."""
        query = {"plan": self.plan if plan is None else plan, "piece": piece, **self.keep}
        return f"?{urlencode({name: value for name, value in query.items() if value})}#board"


def compose(
    rules: RuleSet[Any, Any, Any],
    state: Any,
    seat: str,
    text: str,
    piece: str,
    keep: Mapping[str, str],
) -> Composer:
    """Play the plan and offer what can follow, for the ``piece`` chosen if it can still move."""
    played = rehearsal.rehearse(rules, state, seat, text)
    way = Way(SEPARATOR.join(played.texts), keep)
    goes_on = rules.number(played.end) == rules.number(state)
    choices = rules.legal(played.end, seat) if goes_on else ()
    mine = [choice for choice in choices if piece and choice.piece == piece]
    first = _first(choices)
    return Composer(
        text=text,
        played=played,
        steps=tuple(_planned(played, place, way) for place in range(len(played.steps))),
        chosen=piece if mine else "",
        name=_name(mine[0]) if mine else "",
        pieces=tuple(_piece(choice, way, piece) for choice in first.values()),
        figures=tuple(_figures(choices, way, mine)),
        targets=tuple(_target(choice, way) for choice in mine),
        words=tuple(_target(choice, way) for choice in choices if not choice.origin),
        links=_links(first, way) | _targets(mine, way),
        marks=(*played.marks, *_rings(mine)),
    )


def joined(*texts: str) -> str:
    """Put orders behind one another."""
    return SEPARATOR.join(text for text in texts if text)


def closed(text: str, end: str) -> str:
    """Put the word that ends a turn behind a text, unless it stands there already."""
    last = text.replace(";", "\n").strip().rpartition("\n")[2].strip()
    return text if last.casefold() == end.strip().casefold() else joined(text.strip(" ;\n\r"), end)


def _first(choices: Iterable[Choice]) -> dict[str, Choice]:
    """Give one choice for each field; what stands there as a whole comes first."""
    first: dict[str, Choice] = {}
    for choice in choices:
        if choice.origin and (choice.origin not in first or choice.piece == choice.origin):
            first[choice.origin] = choice
    return first


def _planned(played: rehearsal.Rehearsal[Any], place: int, way: Way) -> Planned:
    texts = played.texts
    without = joined(*texts[:place], *texts[place + 1 :])
    return Planned(played.steps[place], way.to(without))


def _links(first: Mapping[str, Choice], way: Way) -> dict[str, Link]:
    return {
        field: Link(way.to(piece=choice.piece), gettext("Choose: %s") % _name(choice))
        for field, choice in first.items()
    }


def _targets(mine: Sequence[Choice], way: Way) -> dict[str, Link]:
    return {
        choice.target: Link(_added(choice, way), choice.label.said(gettext))
        for choice in reversed(mine)
    }


def _rings(mine: Sequence[Choice]) -> tuple[Mark, ...]:
    """Ring the chosen piece, and each target with what it costs."""
    if not mine:
        return ()
    reach = [
        Mark("capture" if choice.captures else "reach", (choice.target,), label=str(choice.cost))
        for choice in mine
    ]
    return (Mark("ring", (mine[0].origin,)), *reach)


def _figures(choices: Iterable[Choice], way: Way, mine: Sequence[Choice]) -> Iterable[Offer]:
    """Offer every figure on the chosen field, when more than one of them can move."""
    if not mine:
        return
    there = {choice.piece: choice for choice in choices if choice.origin == mine[0].origin}
    if len(there) > 1:
        for choice in there.values():
            yield _piece(choice, way, mine[0].piece)


def _piece(choice: Choice, way: Way, chosen: str) -> Offer:
    is_chosen = choice.piece == chosen
    return Offer(_name(choice), way.to(piece=choice.piece), is_chosen=is_chosen)


def _target(choice: Choice, way: Way) -> Offer:
    label = choice.label.said(gettext)
    return Offer(label, _added(choice, way), choice.cost, choice.captures)


def _added(choice: Choice, way: Way) -> str:
    """Give the address with the choice added; the piece stays chosen where it arrives."""
    arrived = choice.target if choice.piece == choice.origin else ""
    return way.to(joined(way.plan, choice.text), arrived)


def _name(choice: Choice) -> str:
    """Name the figure of a choice and its field: "knight S40"."""
    figure = choice.label.parts.get("piece")
    said = figure.said(gettext) if isinstance(figure, Phrase) else choice.piece
    return f"{said} {choice.origin}"
