"""A turn composed on the board by links alone: choose a piece, then where it goes.

The plan is a text in the game's notation and travels in the URL. Nothing here is stored: each link
leads to the same page with a longer or shorter plan.
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
from games.planner import plan_reader
from games.planner.plan_crypto import encrypt_plan
from games.planner.plan_reader import Reading
from games.planner.threats import ExposedPiece, Threat, exposed_pieces, threats_by_field

MAX_STUCK = 20  # each has a link with the whole plan, so the page grows with the square
MAX_LINKED_CHARS = 1500


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be added to the plan, as ``text`` in notation, or chosen, by a link."""

    label: str
    href: str
    text: str = ""
    cost: int = 0
    captures: bool = False
    is_chosen: bool = False
    left: int | None = None


@dataclass(frozen=True, slots=True)
class EditableStep:
    """A step of the plan with the links that remove it, or move it up or down."""

    step: PlannedStep
    without: str
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class StuckOrder:
    """An order of the plan that cannot be carried out, with the link that removes it."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class RouteOffer:
    """One of the routes that an order of the plan can mean: its letter on the board, the choice,
    and the link that takes it."""

    letter: str
    choice: Choice
    href: str


@dataclass(frozen=True, slots=True)
class Composer:
    """A plan, what it does, and what can be added to it.

    ``text`` is the plan in notation, as it was ``read``; ``choices`` are all that can follow it,
    with the ``tool`` of the tray that is in hand, if any. ``ways`` are the routes of its first
    order if that could mean several. ``stuck`` is what cannot be carried out; additions go before
    it. ``figures`` are the pieces on the chosen field, ``pieces`` one for each field, ``tools``
    what lies in the tray, ``shortcuts`` what is done ``at_once`` with neither, such as taking back
    or filling in many things, or using a saved set-up. ``threats`` are the captures that are
    possible after it, ``exposed`` the own pieces left in reach of others. ``is_ahead`` says that
    the turn is not due yet.
    """

    text: str
    read: Reading
    choices: tuple[Choice, ...]
    ways: tuple[RouteOffer, ...]
    steps: tuple[EditableStep, ...]
    stuck: tuple[StuckOrder, ...]
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
    exposed: tuple[ExposedPiece, ...] = ()
    is_ahead: bool = False

    @property
    def sketch(self) -> Sketch[Any]:
        """The plan played as far as it can be."""
        return self.read.sketch

    @property
    def chosen_fields(self) -> tuple[str, ...]:
        """The fields that the chosen piece stands on and can reach."""
        rings = (mark for mark in self.marks if mark.kind in ("ring", "reach", "capture"))
        return tuple(field for mark in rings for field in mark.fields) if self.chosen else ()


@dataclass(frozen=True, slots=True)
class PlanLinks:
    """URLs of the page with a plan, keeping the other parameters of its picture.

    ``plan`` are the orders that can be carried out, ``rest`` those after them that cannot. Only the
    ``author`` can decrypt the plan if pieces are hidden.
    """

    rules: AnyRules
    plan: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    keep: Mapping[str, str] = field(default_factory=dict)
    author: int | None = None

    def choose_url(self, piece: str, tool: str = "") -> str:
        """Return the URL with the same plan, and a piece and a tool chosen."""
        return self.plan_url(*self.plan, *self.rest, piece=piece, tool=tool)

    def add_url(self, choice: Choice) -> str:
        """Return the URL with a choice made; its piece stays chosen where it arrives."""
        head = self.plan
        if choice.replaces:
            head = self.rules.notation.split_words(self.rules.notation.join_words(self.plan))[:-1]
        return self.plan_url(*head, choice.text, *self.rest, piece=choice.then)

    def plan_url(self, *orders: str, piece: str = "", tool: str = "") -> str:
        """Return the URL with these orders, and a piece and a tool chosen."""
        plan = encrypt_plan(self.rules.notation.join_words(orders), self.rules, self.author)
        query = {"plan": plan, "piece": piece, "tool": tool, **self.keep}
        params = {name: value for name, value in query.items() if value}
        return f"?{urlencode(params or {'plan': ''})}#board"


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a page asks for: a plan as ``text``, the ``piece`` chosen and the ``tool`` in hand.

    The links of the plan ``keep`` the other parameters of its picture. The saved set-ups in
    ``kept`` can begin a plan. The ``author`` is the person who composes it, None on public pages.
    Scripts find what can follow in the choices, and need no pieces that are linked.
    """

    text: str = ""
    piece: str = ""
    tool: str = ""
    keep: Mapping[str, str] = field(default_factory=dict)
    kept: tuple[Choice, ...] = ()
    author: int | None = None
    is_linked: bool = True


def compose_turn(rules: AnyRules, state: Any, seat: Seat, asked: PlanRequest) -> Composer:
    """Return the plan with what can follow, for the piece chosen if it can still move.

    With a tool in hand, what needs no piece can follow without one. If the seat is not on turn the
    plan is for its next turn, played as if that had begun. ``state`` is what the seat knows.
    """
    read = plan_reader.read_plan(rules, state, seat, asked.text)
    sketch, links = read.sketch, _plan_links(rules, read.sketch, asked)
    tool, mine = _selected_choices(sketch, asked)
    first = _choice_by_field(sketch.choices) if asked.is_linked else {}
    in_reach = threats_by_field(rules, sketch.state)
    at_once = _choices_at_once(rules, read, seat, asked.kept)
    return Composer(
        text=rules.notation.join_words((*sketch.step_texts, *sketch.rest)),
        read=read,
        choices=sketch.choices,
        ways=tuple(_route_offers(read, links)),
        steps=tuple(_editable_step(sketch, place, links) for place in range(len(sketch.steps))),
        stuck=tuple(_stuck_orders(links)),
        shortened=links.plan_url(*sketch.step_texts),
        chosen=asked.piece if mine else "",
        tool=tool,
        name=_chosen_name(mine, sketch, tool),
        pieces=tuple(_piece_offer(choice, links, asked.piece) for choice in first.values()),
        figures=tuple(_figure_offers(sketch.choices, links, mine)),
        targets=tuple(_target_offer(choice, links) for choice in mine),
        tools=tuple(_tool_offers(sketch, links, asked.piece, tool)),
        at_once=at_once,
        shortcuts=tuple(_target_offer(choice, links) for choice in at_once),
        links=_piece_links(first, links) | _target_links(mine, links),
        marks=(*plan_marks(read), *_reach_marks(mine)),
        threats=in_reach,
        exposed=exposed_pieces(rules, sketch.state, seat, in_reach),
        is_ahead=seat not in rules.judgement.to_act(state),
    )


def _plan_links(rules: AnyRules, sketch: Sketch[Any], asked: PlanRequest) -> PlanLinks:
    """Return the links of a plan; those of a long one leave out what cannot be carried out."""
    rest = sketch.rest if len(asked.text) <= MAX_LINKED_CHARS else ()  # URLs have a limit
    return PlanLinks(rules, sketch.step_texts, rest, asked.keep, asked.author)


def _selected_choices(sketch: Sketch[Any], asked: PlanRequest) -> tuple[str, tuple[Choice, ...]]:
    """Return the tool in hand, "" if it has no use any more, and what the piece can do with it."""
    tool = asked.tool if any(one.tool == asked.tool for one in sketch.choices) else ""
    in_hand = (choice for choice in sketch.choices if choice.tool == tool)
    return tool, tuple(
        choice for choice in in_hand if (choice.piece == asked.piece if choice.piece else tool)
    )


def _choices_at_once(
    rules: AnyRules, read: Reading, seat: Seat, kept: tuple[Choice, ...]
) -> tuple[Choice, ...]:
    """Return what is done with neither piece nor tool; saved set-ups only begin a plan."""
    has_orders = bool(rules.notation.split_words(read.text))
    return (*(() if has_orders else kept), *shortcut_choices(rules, read.sketch, seat))


def plan_marks(read: Reading) -> tuple[Mark, ...]:
    """Return the marks of the steps: each arrow in the plan's own colour, with its number; and of
    the routes to choose from, each with its letter."""
    steps = enumerate(read.sketch.steps, start=1)
    marks = number_marks((number, step.marks) for number, step in steps)
    own = (replace(mark, seat=None) if mark.kind == "arrow" else mark for mark in marks)
    ways = (Mark("path", way.way, label=letter) for letter, way in label_choices(read.ways))
    return (*own, *ways)


def with_end_word(rules: AnyRules, text: str, end: str) -> str:
    """Return a text with the word that ends a turn at its end, unless it is there already."""
    words = rules.notation.split_words(text)
    if not end or (words and words[-1].casefold() == end.casefold()):
        return text
    return _join_texts(rules, text.rstrip(), end)


def with_insist_word(rules: AnyRules, text: str) -> str:
    """Return a text that goes on whatever others answer, unless it says so already."""
    words, word = rules.notation.split_words(text), rules.notation.insist
    if not word or (words and words[0].casefold() == word.casefold()):
        return text
    return _join_texts(rules, word, text)


def _join_texts(rules: AnyRules, *texts: str) -> str:
    """Return texts one after the other as they were written; a comment ends with its line."""
    split, join = rules.notation.split_words, rules.notation.join_words
    has_orders_alone = all(text == join(split(text)) for text in texts)
    # After a comment, orders on the same line would be read as part of the comment.
    return (join if has_orders_alone else "\n".join)(filter(None, texts))


def _choice_by_field(choices: Iterable[Choice]) -> dict[str, Choice]:
    """Return one choice for each field, preferably that of the whole stack on it."""
    first: dict[str, Choice] = {}
    for choice in choices:
        if choice.origin and (choice.origin not in first or choice.piece == choice.origin):
            first[choice.origin] = choice
    return first


def _route_offers(read: Reading, links: PlanLinks) -> Iterable[RouteOffer]:
    """Yield the routes that the first order of the rest can mean."""
    for letter, choice in label_choices(read.ways):
        yield RouteOffer(letter, choice, links.plan_url(*links.plan, choice.text, *links.rest[1:]))


def carriers_first(choices: Iterable[Choice]) -> list[Choice]:
    """Return choices in their order, those of passengers after those of their carriers."""
    return sorted(choices, key=lambda choice: choice.piece != choice.origin)


def _editable_step(sketch: Sketch[Any], place: int, links: PlanLinks) -> EditableStep:
    texts, steps, last = sketch.step_texts, sketch.steps, len(sketch.steps) - 1
    # A step can hold those after it: they depend on it, and are removed with it.
    following = () if steps[place].holds else texts[place + 1 :]
    return EditableStep(
        steps[place],
        without=links.plan_url(*texts[:place], *following, *links.rest),
        earlier=_swap_url(links, place - 1) if place and _can_swap(steps, place - 1) else "",
        later=_swap_url(links, place) if place < last and _can_swap(steps, place) else "",
    )


def _can_swap(steps: Sequence[PlannedStep], place: int) -> bool:
    """Whether a step and the next one can change places."""
    return not (steps[place].holds or steps[place + 1].holds)


def _swap_url(links: PlanLinks, place: int) -> str:
    """Return the URL with a step and the next one swapped."""
    before, after = links.plan[:place], links.plan[place + 2 :]
    first, second = links.plan[place : place + 2]
    return links.plan_url(*before, second, first, *after, *links.rest)


def _stuck_orders(links: PlanLinks) -> Iterator[StuckOrder]:
    for place, order in enumerate(links.rest[:MAX_STUCK]):
        without = links.plan_url(*links.plan, *links.rest[:place], *links.rest[place + 1 :])
        yield StuckOrder(order, without)


def _piece_links(first: Mapping[str, Choice], links: PlanLinks) -> dict[str, FieldLink]:
    return {
        field: FieldLink(
            links.choose_url(choice.piece),
            gettext("Choose: %s") % choice.name.translate_with(gettext),
        )
        for field, choice in first.items()
    }


def _target_links(mine: Sequence[Choice], links: PlanLinks) -> dict[str, FieldLink]:
    return {
        choice.target: FieldLink(
            links.add_url(choice), as_sentence(choice.label).translate_with(gettext)
        )
        # Several choices can share a target: reversed, so that the first of them wins.
        for choice in reversed(mine)
    }


def shortcut_choices(rules: AnyRules, sketch: Sketch[Any], seat: Seat) -> Iterator[Choice]:
    """Yield the choices that are made neither on the board nor with a tool of the tray.

    The word that ends a turn is a check box of its own, and so left out.
    """
    end = rules.judgement.end_word(sketch.close, seat)
    for choice in sketch.choices:
        if not choice.origin and not choice.tool and choice.text != end:
            yield choice


def _chosen_name(mine: Sequence[Choice], sketch: Sketch[Any], tool: str) -> str:
    """Return the name of the chosen piece, or of the tool in hand if that needs no piece."""
    if not mine:
        return ""
    label = next((one.label for one in sketch.tray if one.name == tool), mine[0].name)
    return (mine[0].name if mine[0].piece else label).translate_with(gettext)


def _reach_marks(mine: Sequence[Choice]) -> tuple[Mark, ...]:
    """Return a ring round the chosen piece, and a mark with its cost for each target."""
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
    ring = (Mark("ring", (mine[0].origin,)),) if mine[0].origin else ()
    return (*ring, *reach)


def _figure_offers(
    choices: Iterable[Choice], links: PlanLinks, mine: Sequence[Choice]
) -> Iterable[Offer]:
    """Yield the figures on the chosen field, if more than one of them can move."""
    if not mine:
        return
    choices_here = (choice for choice in carriers_first(choices) if choice.origin == mine[0].origin)
    by_piece = {choice.piece: choice for choice in choices_here}
    if len(by_piece) > 1:
        for choice in by_piece.values():
            yield _piece_offer(choice, links, mine[0].piece)


def _tool_offers(
    sketch: Sketch[Any], links: PlanLinks, piece: str, in_hand: str
) -> Iterable[Offer]:
    """Yield the tools of the tray, to be taken in hand or put down again."""
    for tool in sketch.tray:
        is_chosen = tool.name == in_hand
        href = links.choose_url(piece, "" if is_chosen else tool.name)
        label = tool.label.translate_with(gettext)
        yield Offer(label, href, is_chosen=is_chosen, left=tool.left)


def _piece_offer(choice: Choice, links: PlanLinks, chosen: str) -> Offer:
    is_chosen = choice.piece == chosen
    return Offer(
        choice.name.translate_with(gettext), links.choose_url(choice.piece), is_chosen=is_chosen
    )


def _target_offer(choice: Choice, links: PlanLinks) -> Offer:
    label = as_sentence(choice.label).translate_with(gettext)
    return Offer(label, links.add_url(choice), choice.text, choice.cost, choice.captures)
