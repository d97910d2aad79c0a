"""What a rule set is: a value of functions over frozen states.

The errors players meet, each one clear sentence with the rule it rests on::

    Refused
    ├── Unreadable   the text cannot be read
    ├── Illegal      the order is not allowed now
    └── Ambiguous    the order fits more than one piece

``Fault`` stands apart: a case, record or board that cannot be, which is nobody's order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

Seat: TypeAlias = str
Json: TypeAlias = dict[str, Any]

State = TypeVar("State")
Event = TypeVar("Event")
Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that can be said in any language: an English template and its parts.

    >>> str(Phrase("%(seat)s has %(n)s points.", seat=Phrase("South"), n=20))
    'South has 20 points.'
    """

    template: str
    parts: Mapping[str, str | int | Phrase]

    def __init__(self, template: str, /, **parts: str | int | Phrase) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "parts", parts)

    def said(self, translate: Callable[[str], str]) -> str:
        """Say the phrase, template and nested parts put through ``translate``."""
        said = {
            key: part.said(translate) if isinstance(part, Phrase) else part
            for key, part in self.parts.items()
        }
        template = translate(self.template) if self.template else ""
        return template % said if said else template

    def __str__(self) -> str:
        return self.said(str)


class Refused(Exception):
    """An order that does not count, with the sentence for its author."""

    kind: ClassVar[str] = "refused"

    def __init__(self, phrase: Phrase, rule: str = "", order: int | None = None) -> None:
        super().__init__(phrase, rule, order)
        self.phrase = phrase
        self.rule = rule
        self.order = order

    def at(self, order: int) -> Refused:
        """Give the same refusal, naming the order at fault, counted from 0."""
        return type(self)(self.phrase, self.rule, order)

    def __str__(self) -> str:
        return str(self.phrase)


class Unreadable(Refused):
    kind = "unreadable"


class Illegal(Refused):
    kind = "illegal"


class Ambiguous(Refused):
    kind = "ambiguous"


class Fault(Exception):
    """A case, record or board that cannot be; said in one line."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: no winner is a draw; ``scores`` are win points by seat."""

    winners: tuple[Seat, ...]
    reason: str
    scores: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table can choose: ``choices`` are the values, the first is the default."""

    name: str
    title: Phrase
    choices: tuple[tuple[str | bool | int, Phrase], ...]

    @property
    def default(self) -> str | bool | int:
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal order as a page offers it: pick the ``piece``, then the ``target``.

    ``way`` are the fields it leads over, from the ``origin`` to the ``target``.
    """

    text: str
    piece: str
    origin: str
    target: str
    cost: int
    captures: bool
    label: Phrase
    way: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What everybody may know of one seat, for tables and letters."""

    seat: Seat
    points: int
    score: int
    pieces: int
    captured: int
    facts: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A view told in numbers and sentences: points of the seat on turn with the reasons."""

    turn: Seat | None
    number: int
    points: int | None
    base: int | None
    used: int | None
    reasons: tuple[Phrase, ...]
    seats: tuple[SeatLine, ...]
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn over the board: ``kind`` is ring, reach, capture, path, arrow or ghost.

    ``label`` is a short text at its end, such as a cost or a number in a list.
    """

    kind: str
    fields: tuple[str, ...]
    seat: Seat | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """An anchor laid over a field, so that a board works without any script."""

    href: str
    title: str


@dataclass(frozen=True, slots=True)
class Figure:
    """What stands on a field, and whose it is: ``label`` names both."""

    seat: Seat | None
    label: Phrase


@dataclass(frozen=True, slots=True)
class Style:
    """How a position is drawn. ``backdrop`` is the address of the empty board's picture, or ""
    where the page lays it beneath; with ``None`` the whole board is drawn into the same SVG.
    ``box`` crops: x, y, width, height in board units. ``colours`` gives each seat its set.
    ``magnify`` sets the numbers of arrows larger, for a picture that is shown small.
    ``prefix`` begins the ids of a picture that is to change: it then has every figure at hand.
    With ``bare`` only what changes is drawn, figures and marks, for such a picture."""

    theme: str = "light"
    labels: bool = False
    colours: Mapping[Seat, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    links: Mapping[str, Link] = field(default_factory=dict)
    backdrop: str | None = None
    box: tuple[float, float, float, float] | None = None
    title: str = ""
    magnify: float = 1.0
    prefix: str = ""
    bare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(Generic[State, Event, Order]):
    """A game's rules as a value. Functions are pure; ``decide`` is the only judgement.

    ``open`` reads a judge's case (board, options, position); ``start`` the set-up of a real game.
    ``read`` and ``decide`` raise ``Refused``; ``open`` and ``thaw`` raise ``Fault``;
    ``evolve`` never refuses. ``view`` and ``witness`` are the only ways out for what is
    hidden: a position, and an event, as one seat (or the public, ``None``) may see it.
    ``seats`` stand in the order of play, ``names`` and ``colours`` are what players read.
    ``seen`` gives back the state that a view shows; what the view hides is not in it.
    ``manual`` and ``lessons`` are Markdown in a language; a game without lessons has "" for them.
    ``text`` tells a view in sentences, ``stands`` what stands on each field of it.
    ``insist`` is the word before a plan that has it go on whatever others answer, or "".
    ``number`` counts turns from 1: what is asked twice within one number runs on one clock.
    ``split`` takes a submission apart into the words of its orders, readable or not.
    ``suppose`` gives the position as if a seat were asked for a turn now, so that it can plan
    ahead; ``afar`` the fields in range of each piece (as ``legal`` names it) that are too dear.
    ``standing`` answers for a seat by its standing orders, one a line; None is to ask it.
    It raises ``Unreadable``; a game without standing orders has none.
    """

    slug: str
    title: Phrase
    seats: tuple[Seat, ...]
    names: Mapping[Seat, Phrase]
    colours: Mapping[str, Phrase]
    boards: tuple[str, ...]
    options: tuple[Option, ...]
    events: Mapping[str, type[Event]]

    open: Callable[[Mapping[str, Any]], State]
    start: Callable[[str, tuple[Seat, ...], bytes, Mapping[str, Any]], tuple[Event, ...]]
    evolve: Callable[[State | None, Event], State]
    read: Callable[[State, Seat, str], tuple[Order, ...]]
    write: Callable[[tuple[Order, ...]], str]
    split: Callable[[str], tuple[str, ...]]
    decide: Callable[[State, Seat, tuple[Order, ...]], tuple[Event, ...]]
    to_act: Callable[[State], Mapping[Seat, str]]
    points: Callable[[State], int | None]
    number: Callable[[State], int]
    outcome: Callable[[State], Outcome | None]
    default: Callable[[State, Seat], tuple[Order, ...]]
    legal: Callable[[State, Seat], tuple[Choice, ...]]
    suppose: Callable[[State, Seat], State]
    afar: Callable[[State, Seat], Mapping[str, tuple[str, ...]]]
    weigh: Callable[[State, Seat], float]

    position: Callable[[State], Json]
    view: Callable[[State, Seat | None], Json]
    seen: Callable[[Json], State]
    witness: Callable[[Event, Seat | None], Event]
    freeze: Callable[[State], bytes]
    thaw: Callable[[bytes], State]

    tell: Callable[[Event], Phrase | None]
    cost: Callable[[Event], int]
    trace: Callable[[Event], tuple[Mark, ...]]
    report: Callable[[Json], Report]
    draw: Callable[[Json, Style], str]
    text: Callable[[Json], tuple[Phrase, ...]]
    stands: Callable[[Json], Mapping[str, Figure]]
    manual: Callable[[str], str]
    lessons: Callable[[str], str]

    standing: Callable[[State, Seat, str], tuple[Order, ...] | None] | None = None
    insist: str = ""


def fold(
    rules: RuleSet[State, Event, Order], state: State | None, events: Iterable[Event]
) -> State:
    """Carry ``state`` through ``events``; ``None`` stands for a game not yet started."""
    return reduce(rules.evolve, events, state)  # type: ignore[return-value]
