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
from games import outlook, rehearsal

SEPARATOR = "; "
MOST_STUCK = 20  # each has a link with the whole plan


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
    """A step of the plan with the links that take it out, or move it up or down."""

    step: rehearsal.Step
    without: str
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class Stuck:
    """An order of the plan that cannot be carried out, with the link that takes it out."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class Exposed:
    """What somebody leaves standing on a field, and by what others could capture it there."""

    field: str
    figure: Phrase
    threats: tuple[outlook.Threat, ...]


@dataclass(frozen=True, slots=True)
class Composer:
    """A plan, what it does, and what can be added to it.

    ``text`` is the plan in notation, ``choices`` all that can follow it. ``stuck`` is what
    cannot be carried out; what is added goes before it. ``figures`` are the pieces on the
    chosen field, ``pieces`` one for each field. ``threats`` are the captures that are possible
    after it, ``exposed`` what is left standing in reach of others, by field. ``is_ahead`` tells
    that the turn is not yet asked for.
    """

    text: str
    played: rehearsal.Rehearsal[Any]
    choices: tuple[Choice, ...]
    steps: tuple[Planned, ...]
    stuck: tuple[Stuck, ...]
    shortened: str
    chosen: str
    name: str
    pieces: tuple[Offer, ...]
    figures: tuple[Offer, ...]
    targets: tuple[Offer, ...]
    words: tuple[Offer, ...]
    links: Mapping[str, Link]
    marks: tuple[Mark, ...]
    threats: Mapping[str, tuple[outlook.Threat, ...]] = field(default_factory=dict)
    exposed: tuple[Exposed, ...] = ()
    is_ahead: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields the chosen piece stands on and can reach."""
        rings = (mark for mark in self.marks if mark.kind in ("ring", "reach", "capture"))
        return tuple(field for mark in rings for field in mark.fields) if self.chosen else ()


@dataclass(frozen=True, slots=True)
class Way:
    """Where links lead: the page with a plan, keeping what else was asked of its picture.

    ``plan`` are the orders that can be carried out, ``rest`` those behind them that cannot.
    """

    plan: tuple[str, ...]
    rest: tuple[str, ...] = ()
    keep: Mapping[str, str] = field(default_factory=dict)

    def choose(self, piece: str) -> str:
        """Give the address with the same plan and a piece chosen."""
        return self.to(*self.plan, *self.rest, piece=piece)

    def add(self, order: str, piece: str) -> str:
        """Give the address with an order more, and a piece chosen."""
        return self.to(*self.plan, order, *self.rest, piece=piece)

    def to(self, *orders: str, piece: str = "") -> str:
        """Give the address with these orders, and a piece chosen."""
        query = {"plan": joined(*orders), "piece": piece, **self.keep}
        said = {name: value for name, value in query.items() if value}
        return f"?{urlencode(said or {'plan': ''})}#board"


def compose(
    rules: RuleSet[Any, Any, Any],
    state: Any,
    seat: str,
    text: str,
    piece: str,
    keep: Mapping[str, str],
) -> Composer:
    """Play the plan and offer what can follow, for the ``piece`` chosen if it can still move.

    Where the seat is not on turn the plan is one ahead, played as if it were.
    """
    is_ahead = seat not in rules.to_act(state)
    if is_ahead:
        state = rules.suppose(state, seat)
    played = rehearsal.rehearse(rules, state, seat, text)
    way = Way(played.texts, played.rest, keep)
    goes_on = rules.number(played.end) == rules.number(state)
    choices = rules.legal(played.end, seat) if goes_on else ()
    mine = [choice for choice in choices if piece and choice.piece == piece]
    first = _first(choices)
    threats = outlook.threats(outlook.chances(rules, played.end, seat))
    return Composer(
        text=joined(*played.texts, *played.rest),
        played=played,
        choices=choices,
        steps=tuple(_planned(played, place, way) for place in range(len(played.steps))),
        stuck=tuple(_stuck(way, place) for place in range(min(len(played.rest), MOST_STUCK))),
        shortened=way.to(*played.texts),
        chosen=piece if mine else "",
        name=name_of(mine[0]) if mine else "",
        pieces=tuple(_piece(choice, way, piece) for choice in first.values()),
        figures=tuple(_figures(choices, way, mine)),
        targets=tuple(_target(choice, way) for choice in mine),
        words=tuple(_target(choice, way) for choice in choices if not choice.origin),
        links=_links(first, way) | _targets(mine, way),
        marks=(*played.marks, *_rings(mine)),
        threats=threats,
        exposed=exposed(rules, played.end, seat, threats),
        is_ahead=is_ahead,
    )


def exposed(
    rules: RuleSet[Any, Any, Any],
    state: Any,
    seat: str,
    threats: Mapping[str, tuple[outlook.Threat, ...]],
) -> tuple[Exposed, ...]:
    """Give what the seat has standing in reach of others."""
    stands = rules.stands(rules.view(state, seat))
    return tuple(
        Exposed(field, stands[field].label, those)
        for field, those in threats.items()
        if field in stands and stands[field].seat == seat
    )


def joined(*texts: str) -> str:
    """Put orders behind one another."""
    return SEPARATOR.join(text for text in texts if text)


def closed(text: str, end: str) -> str:
    """Put the word that ends a turn behind a text, unless it stands there already."""
    last = text.replace(";", "\n").strip().rpartition("\n")[2].strip()
    return text if last.casefold() == end.strip().casefold() else joined(text.strip(" ;\n\r"), end)


def insisted(text: str, word: str) -> str:
    """Put the word that has a plan go on before a text, unless it stands there already."""
    first = text.replace(";", "\n").strip().partition("\n")[0].strip()
    return text if not word or first.casefold() == word.casefold() else joined(word, text)


def _first(choices: Iterable[Choice]) -> dict[str, Choice]:
    """Give one choice for each field; what stands there as a whole comes first."""
    first: dict[str, Choice] = {}
    for choice in choices:
        if choice.origin and (choice.origin not in first or choice.piece == choice.origin):
            first[choice.origin] = choice
    return first


def _planned(played: rehearsal.Rehearsal[Any], place: int, way: Way) -> Planned:
    texts, last = played.texts, len(played.texts) - 1
    return Planned(
        played.steps[place],
        without=way.to(*texts[:place], *texts[place + 1 :], *way.rest),
        earlier=_swapped(way, place - 1) if place else "",
        later=_swapped(way, place) if place < last else "",
    )


def _swapped(way: Way, place: int) -> str:
    """Give the address with a step and the next one in each other's place."""
    before, (one, other), after = (
        way.plan[:place],
        way.plan[place : place + 2],
        way.plan[place + 2 :],
    )
    return way.to(*before, other, one, *after, *way.rest)


def _stuck(way: Way, place: int) -> Stuck:
    without = way.to(*way.plan, *way.rest[:place], *way.rest[place + 1 :])
    return Stuck(way.rest[place], without)


def _links(first: Mapping[str, Choice], way: Way) -> dict[str, Link]:
    return {
        field: Link(way.choose(choice.piece), gettext("Choose: %s") % name_of(choice))
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
    return Offer(name_of(choice), way.choose(choice.piece), is_chosen=is_chosen)


def _target(choice: Choice, way: Way) -> Offer:
    label = choice.label.said(gettext)
    return Offer(label, _added(choice, way), choice.cost, choice.captures)


def _added(choice: Choice, way: Way) -> str:
    """Give the address with the choice added; the piece stays chosen where it arrives."""
    return way.add(choice.text, arrived(choice))


def arrived(choice: Choice) -> str:
    """Name the piece of a choice as it is called where it arrives, if it can be told."""
    return choice.target if choice.piece == choice.origin else ""


def name_of(choice: Choice) -> str:
    """Name the figure of a choice and its field: "knight S40", "soldier 2 SH1"."""
    figure = choice.label.parts.get("piece")
    said = figure.said(gettext) if isinstance(figure, Phrase) else choice.piece
    letter, is_aboard, _ = choice.piece.partition("@")
    rank = letter[1:] if is_aboard else ""
    return " ".join(part for part in (said, rank, choice.origin) if part)
