"""A turn put together on the board by links alone: choose a piece, then where it goes.

The plan is a text in the game's notation and travels in the address. Nothing here changes
anything: each link leads to the same page with a longer or shorter plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext

from conquest.core import Choice, FieldLink, Mark, PlannedStep, Seat, Sketch, as_sentence
from conquest.registry import AnyRules
from games.marks import label_choices, number_marks
from games.planner import reading
from games.planner.reading import Reading
from games.planner.sealing import sealed
from games.planner.threats import Exposed, Threat, exposed, threats

MAX_STUCK = 20  # each has a link with the whole plan
MAX_LINKED_CHARS = 1500


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be added to the plan, as ``text`` in notation, or chosen, by following
    a link."""

    label: str
    href: str
    text: str = ""
    cost: int = 0
    captures: bool = False
    is_chosen: bool = False
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A step of the plan with the links that take it out, or move it up or down."""

    step: PlannedStep
    without: str
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class Stuck:
    """An order of the plan that cannot be carried out, with the link that takes it out."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways that an order of the plan can mean: its letter on the board, what it is,
    and the link that takes it."""

    letter: str
    choice: Choice
    href: str


@dataclass(frozen=True, slots=True)
class Composer:
    """A plan, what it does, and what can be added to it.

    ``text`` is the plan in notation, as it was ``read``; ``choices`` all that can follow it,
    with the ``tool`` of the tray that is in hand where there is one. ``ways`` are those of its
    first order that could mean several. ``stuck`` is what cannot be carried out; what
    is added goes before it. ``figures`` are the pieces on the chosen field, ``pieces`` one for
    each field, ``tools`` what lies in the tray, ``shortcuts`` what is done ``at_once`` with
    neither, such as to take back or fill in many things, or to take what was kept. ``threats``
    are the captures that are possible after it, ``exposed`` what is left standing in reach of
    others. ``is_ahead`` tells that the turn is not yet asked for.
    """

    text: str
    read: Reading
    choices: tuple[Choice, ...]
    ways: tuple[Way, ...]
    steps: tuple[Planned, ...]
    stuck: tuple[Stuck, ...]
    shortened: str
    chosen: str
    tool: str
    name: str
    pieces: tuple[Offer, ...]
    figures: tuple[Offer, ...]
    targets: tuple[Offer, ...]
    tools: tuple[Offer, ...]
    at_once: tuple[Choice, ...]
    shortcuts: tuple[Offer, ...]
    links: Mapping[str, FieldLink]
    marks: tuple[Mark, ...]
    threats: Mapping[str, tuple[Threat, ...]] = field(default_factory=dict)
    exposed: tuple[Exposed, ...] = ()
    is_ahead: bool = False

    @property
    def sketch(self) -> Sketch[Any]:
        """The plan played as far as it goes."""
        return self.read.sketch

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields the chosen piece stands on and can reach."""
        rings = (mark for mark in self.marks if mark.kind in ("ring", "reach", "capture"))
        return tuple(field for mark in rings for field in mark.fields) if self.chosen else ()


@dataclass(frozen=True, slots=True)
class PlanLinks:
    """Where links lead: the page with a plan, keeping what else was asked of its picture.

    ``plan`` are the orders that can be carried out, ``rest`` those behind them that cannot. They
    are of the person ``author``, who alone can read them there if pieces are hidden.
    """

    rules: AnyRules
    plan: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    keep: Mapping[str, str] = field(default_factory=dict)
    author: int | None = None

    def choose(self, piece: str, tool: str = "") -> str:
        """Return the address with the same plan, and a piece and a tool chosen."""
        return self.to(*self.plan, *self.rest, piece=piece, tool=tool)

    def add(self, choice: Choice) -> str:
        """Return the address with a choice made; its piece stays chosen where it arrives."""
        head = self.plan
        if choice.replaces:
            head = self.rules.notation.split_words(self.rules.notation.join_words(self.plan))[:-1]
        return self.to(*head, choice.text, *self.rest, piece=choice.then)

    def to(self, *orders: str, piece: str = "", tool: str = "") -> str:
        """Return the address with these orders, and a piece and a tool chosen."""
        plan = sealed(self.rules.notation.join_words(orders), self.rules, self.author)
        query = {"plan": plan, "piece": piece, "tool": tool, **self.keep}
        said = {name: value for name, value in query.items() if value}
        return f"?{urlencode(said or {'plan': ''})}#board"


def compose(
    rules: AnyRules,
    state: Any,
    seat: Seat,
    text: str,
    *,
    piece: str = "",
    tool: str = "",
    keep: Mapping[str, str] | None = None,
    kept: Iterable[Choice] = (),
    author: int | None = None,
) -> Composer:
    """Return the plan with what can follow, for the ``piece`` chosen if it can still move.

    With a ``tool`` in hand, what needs no piece can follow without one. What somebody has
    ``kept`` can begin a plan. It is put together by a person, its ``author``, or by anybody.
    Where the seat is not on turn the plan is one ahead, played as if it were. ``state`` is what
    the seat knows.
    """
    read = reading.read(rules, state, seat, text)
    sketch = read.sketch
    rest = sketch.rest if len(text) <= MAX_LINKED_CHARS else ()  # no address is so long
    links = PlanLinks(rules, sketch.step_texts, rest, keep or {}, author)
    tool = tool if any(one.tool == tool for one in sketch.choices) else ""
    in_hand = [choice for choice in sketch.choices if choice.tool == tool]
    mine = [choice for choice in in_hand if (choice.piece == piece if choice.piece else tool)]
    first = _first(sketch.choices)
    in_reach = threats(rules, sketch.state)
    at_once = (
        *(() if rules.notation.split_words(read.text) else kept),
        *shortcuts(rules, sketch, seat),
    )
    return Composer(
        text=rules.notation.join_words((*sketch.step_texts, *sketch.rest)),
        read=read,
        choices=sketch.choices,
        ways=tuple(_ways(read, links)),
        steps=tuple(_planned(sketch, place, links) for place in range(len(sketch.steps))),
        stuck=tuple(_stuck(links, place) for place in range(min(len(rest), MAX_STUCK))),
        shortened=links.to(*sketch.step_texts),
        chosen=piece if mine else "",
        tool=tool,
        name=_name(mine, sketch, tool),
        pieces=tuple(_piece(choice, links, piece) for choice in first.values()),
        figures=tuple(_figures(sketch.choices, links, mine)),
        targets=tuple(_target(choice, links) for choice in mine),
        tools=tuple(_tools(sketch, links, piece, tool)),
        at_once=at_once,
        shortcuts=tuple(_target(choice, links) for choice in at_once),
        links=_links(first, links) | _targets(mine, links),
        marks=(*plan_marks(read), *_rings(mine)),
        threats=in_reach,
        exposed=exposed(rules, sketch.state, seat, in_reach),
        is_ahead=seat not in rules.judgement.to_act(state),
    )


def plan_marks(read: Reading) -> tuple[Mark, ...]:
    """Return what to draw for the steps: each arrow in the plan's own colour, with its number;
    and for the ways to choose from, each with its letter."""
    steps = enumerate(read.sketch.steps, start=1)
    marks = number_marks((number, step.marks) for number, step in steps)
    own = (replace(mark, seat=None) if mark.kind == "arrow" else mark for mark in marks)
    ways = (Mark("path", way.way, label=letter) for letter, way in label_choices(read.ways))
    return (*own, *ways)


def closed(rules: AnyRules, text: str, end: str) -> str:
    """Return a text with the word that ends a turn behind it, unless it stands there already."""
    words = rules.notation.split_words(text)
    if not end or (words and words[-1].casefold() == end.casefold()):
        return text
    return _together(rules, text.rstrip(), end)


def insisted(rules: AnyRules, text: str) -> str:
    """Return a text that goes on whatever others answer, unless it says so already."""
    words, word = rules.notation.split_words(text), rules.notation.insist
    if not word or (words and words[0].casefold() == word.casefold()):
        return text
    return _together(rules, word, text)


def _together(rules: AnyRules, *texts: str) -> str:
    """Return texts behind one another as they were written; comments end with their line."""
    split, join = rules.notation.split_words, rules.notation.join_words
    has_orders_alone = all(text == join(split(text)) for text in texts)
    return (join if has_orders_alone else "\n".join)(filter(None, texts))


def _first(choices: Iterable[Choice]) -> dict[str, Choice]:
    """Return one choice for each field; what stands there as a whole comes first."""
    first: dict[str, Choice] = {}
    for choice in choices:
        if choice.origin and (choice.origin not in first or choice.piece == choice.origin):
            first[choice.origin] = choice
    return first


def _ways(read: Reading, links: PlanLinks) -> Iterable[Way]:
    """Offer the ways that the first order of the rest can mean."""
    for letter, choice in label_choices(read.ways):
        yield Way(letter, choice, links.to(*links.plan, choice.text, *links.rest[1:]))


def carriers_first(choices: Iterable[Choice]) -> list[Choice]:
    """Return choices in their order, those of what is aboard behind those of what stands there."""
    return sorted(choices, key=lambda choice: choice.piece != choice.origin)


def _planned(sketch: Sketch[Any], place: int, links: PlanLinks) -> Planned:
    texts, steps, last = sketch.step_texts, sketch.steps, len(sketch.steps) - 1
    behind = () if steps[place].holds else texts[place + 1 :]
    return Planned(
        steps[place],
        without=links.to(*texts[:place], *behind, *links.rest),
        earlier=_swapped(links, place - 1) if place and _are_loose(steps, place - 1) else "",
        later=_swapped(links, place) if place < last and _are_loose(steps, place) else "",
    )


def _are_loose(steps: Sequence[PlannedStep], place: int) -> bool:
    """Whether a step and the next one can change places."""
    return not (steps[place].holds or steps[place + 1].holds)


def _swapped(links: PlanLinks, place: int) -> str:
    """Return the address with a step and the next one in each other's place."""
    before, after = links.plan[:place], links.plan[place + 2 :]
    one, other = links.plan[place : place + 2]
    return links.to(*before, other, one, *after, *links.rest)


def _stuck(links: PlanLinks, place: int) -> Stuck:
    without = links.to(*links.plan, *links.rest[:place], *links.rest[place + 1 :])
    return Stuck(links.rest[place], without)


def _links(first: Mapping[str, Choice], links: PlanLinks) -> dict[str, FieldLink]:
    return {
        field: FieldLink(
            links.choose(choice.piece), gettext("Choose: %s") % choice.name.translate_with(gettext)
        )
        for field, choice in first.items()
    }


def _targets(mine: Sequence[Choice], links: PlanLinks) -> dict[str, FieldLink]:
    return {
        choice.target: FieldLink(
            links.add(choice), as_sentence(choice.label).translate_with(gettext)
        )
        for choice in reversed(mine)
    }


def shortcuts(rules: AnyRules, sketch: Sketch[Any], seat: Seat) -> Iterator[Choice]:
    """Yield the choices that are made neither on the board nor with anything of the tray.

    The word that ends a turn is a box of its own.
    """
    end = rules.judgement.end_word(sketch.close, seat)
    for choice in sketch.choices:
        if not choice.origin and not choice.tool and choice.text != end:
            yield choice


def _name(mine: Sequence[Choice], sketch: Sketch[Any], tool: str) -> str:
    """Return what is chosen: a piece, or what is in hand where that needs no piece."""
    if not mine:
        return ""
    label = next((one.label for one in sketch.tray if one.name == tool), mine[0].name)
    return (mine[0].name if mine[0].piece else label).translate_with(gettext)


def _rings(mine: Sequence[Choice]) -> tuple[Mark, ...]:
    """Ring the chosen piece, and each target with what it costs."""
    if not mine:
        return ()
    reach = [
        Mark(
            "capture" if choice.captures else "reach",
            (choice.target,),
            label=str(choice.cost or ""),
        )
        for choice in mine
    ]
    stands = (Mark("ring", (mine[0].origin,)),) if mine[0].origin else ()
    return (*stands, *reach)


def _figures(
    choices: Iterable[Choice], links: PlanLinks, mine: Sequence[Choice]
) -> Iterable[Offer]:
    """Offer every figure on the chosen field, when more than one of them can move."""
    if not mine:
        return
    here = (choice for choice in carriers_first(choices) if choice.origin == mine[0].origin)
    there = {choice.piece: choice for choice in here}
    if len(there) > 1:
        for choice in there.values():
            yield _piece(choice, links, mine[0].piece)


def _tools(sketch: Sketch[Any], links: PlanLinks, piece: str, in_hand: str) -> Iterable[Offer]:
    """Offer what lies in the tray, to be taken in hand or laid down again."""
    for tool in sketch.tray:
        is_chosen = tool.name == in_hand
        href = links.choose(piece, "" if is_chosen else tool.name)
        label = tool.label.translate_with(gettext)
        yield Offer(label, href, is_chosen=is_chosen, left=tool.left)


def _piece(choice: Choice, links: PlanLinks, chosen: str) -> Offer:
    is_chosen = choice.piece == chosen
    return Offer(
        choice.name.translate_with(gettext), links.choose(choice.piece), is_chosen=is_chosen
    )


def _target(choice: Choice, links: PlanLinks) -> Offer:
    label = as_sentence(choice.label).translate_with(gettext)
    return Offer(label, links.add(choice), choice.text, choice.cost, choice.captures)
