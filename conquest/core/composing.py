"""A turn in the making: what a text does so far, what can follow it, what can be threatened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from conquest.core.art import Mark
from conquest.core.chance import Numbers
from conquest.core.judgement import State
from conquest.core.phrases import Phrase
from conquest.core.refusals import Refused, Unreadable
from conquest.core.seating import Options, Seat

NAMELESS = Phrase("")


def _no_routes(state: object, seat: Seat, words: str) -> tuple[Choice, ...]:
    return ()


def _no_refusal(piece: str, target: str, tool: str) -> Refused | None:
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can follow a text, as a page offers it: pick the ``piece``, then the
    ``target``.

    ``text`` is an order to add; where it ``replaces`` the last order, it is that order, grown.
    ``piece`` is called ``name`` and is one of a ``kind``; it stands on ``origin`` and goes by
    the fields of ``way``. ``then`` names it where it arrives, if it can go on from there.
    With a ``tool`` of the tray in hand, the choice is to use it on ``target``.
    """

    text: str
    piece: str
    origin: str
    target: str
    cost: int
    captures: bool
    label: Phrase
    way: tuple[str, ...] = ()
    name: Phrase = NAMELESS
    kind: Phrase = NAMELESS
    then: str = ""
    tool: str = ""
    replaces: bool = False

    @property
    def words(self) -> Phrase:
        """The choice in full: "captain d3: attack d4"."""
        if self.name == NAMELESS:
            return self.label
        return Phrase("%(name)s: %(label)s", name=self.name, label=self.label)


@dataclass(frozen=True, slots=True)
class Tool:
    """Something in the tray that can be used on a field: a stone, a rank, what can be built.

    ``symbol`` is the letter of its drawing; ``left`` how many there are, ``None`` for no end.
    """

    name: str
    label: Phrase
    symbol: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan: its words, what it does, what it costs in points, and how it is drawn.
    Its ``text`` is an order, or a few where a piece only goes on.

    ``kinds`` are those of the events it leads to. Where what follows rests on a step, it
    ``holds`` that: it cannot be taken out alone, nor change places. ``unforeseen`` says what
    decides what comes of it, where nobody can know; its words are then those of the choice.
    """

    text: str
    phrase: Phrase | None
    cost: int = 0
    marks: tuple[Mark, ...] = ()
    kinds: tuple[str, ...] = ()
    holds: bool = False
    unforeseen: Phrase | None = None

    @property
    def captures(self) -> bool:
        return any(mark.kind == "ghost" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Pause:
    """The turn halts after step ``after`` (from 1): ``seat`` is asked for a decision of this
    ``kind`` and may give one of these ``answers``, or be silent.

    It is asked in this ``state``. Where the plan says how it goes on if that is answered,
    ``sketch_branch`` works out what it does after one of the answers, None where nothing can
    follow.
    """

    after: int
    seat: Seat
    kind: str
    answers: tuple[Choice, ...]
    state: Any = field(default=None, compare=False)
    sketch_branch: Callable[[Choice], Sketch[Any] | None] | None = field(
        default=None, compare=False
    )

    @property
    def is_covered(self) -> bool:
        """Whether the plan says how it goes on if this is answered."""
        return self.sketch_branch is not None


@dataclass(frozen=True, kw_only=True)
class Sketch(Generic[State]):
    """A text played on what its author knows, as far as it goes.

    ``state`` is the position after it and ``close`` the last one of the same turn; ``used`` and
    ``left`` are points of this turn, ``left`` being ``None`` in games without points.
    ``refused`` tells why it stops; its orders from there on are the words of ``rest``.
    ``choices`` can follow it, some with a tool of the ``tray``; they are worked out by
    ``list_choices`` when they are asked for, since many a sketch is only looked at.
    ``refusal_for`` tells why a piece, with a tool in hand or "", cannot follow it to a target: the
    refusal of what would lead there, ``None`` where it can go there or nothing is to be said.
    ``lacks`` says what is still wanted before it can be handed in, or what more could be done;
    only in the first case it ``is_partial``. Where several orders that grew are one by now, the
    text as it is to be kept is ``merged_text``.
    """

    steps: tuple[PlannedStep, ...]
    pauses: tuple[Pause, ...]
    state: State
    close: State
    used: int = 0
    left: int | None = None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()
    list_choices: Callable[[], tuple[Choice, ...]] = field(default=tuple, compare=False)
    refusal_for: Callable[[str, str, str], Refused | None] = field(
        default=_no_refusal, compare=False
    )
    tray: tuple[Tool, ...] = ()
    lacks: Phrase | None = None
    is_partial: bool = False
    merged_text: str = ""

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What can follow."""
        return self.list_choices()

    @property
    def is_blocked(self) -> bool:
        """Whether the text as a whole would be refused: what follows a pause is only dropped."""
        if self.is_partial or isinstance(self.refused, Unreadable):
            return True
        return self.refused is not None and not self.pauses

    @property
    def step_texts(self) -> tuple[str, ...]:
        return tuple(step.text for step in self.steps)


@dataclass(frozen=True, slots=True)
class BotLevel(Generic[State]):
    """A strength of house players: ``propose_orders`` gives what a seat hands in, from its
    knowledge.

    ``numbers`` are its whims, which are not the game's chance.
    """

    name: str
    title: Phrase
    propose_orders: Callable[[State, Seat, Numbers], str]


@dataclass(frozen=True, slots=True)
class Patterns(Generic[State]):
    """Whole set-ups that can be kept for other games: a text, as the owner sees his own side,
    which is the same for every seat.

    ``pattern_kind`` names what fits a position, such as the size of an army, and ``table_options``
    those of a table of that kind. ``pattern_of`` gives the pattern of a seat's text, "" where that
    is no whole set-up. ``orders_for`` gives the orders that set a seat up so; it raises ``Refused``
    where the pattern is none or does not fit, or nothing is to be set up.
    """

    pattern_kind: Callable[[State], str]
    table_options: Callable[[str], Options]
    pattern_of: Callable[[State, Seat, str], str]
    orders_for: Callable[[State, Seat, str], str]


@dataclass(frozen=True, slots=True)
class Branching(Generic[State]):
    """Plans that say how they go on if a step is answered. A step's text may hold its branch.

    ``branch_in`` gives the branch in the text of a step, "" where it has none; ``with_branch`` the
    text with another, "" for none. ``state_after`` is the position once a pause has ended with an
    answer, None where its author is not to act then.
    """

    branch_in: Callable[[str], str]
    with_branch: Callable[[str, str], str]
    state_after: Callable[[Pause, Choice], State | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Composing(Generic[State]):
    """How turns are put together, on states as their author knows them.

    ``sketch`` plays a text so far for a seat that is to act. ``legal_choices`` lists complete
    orders, sorted by text, for referees, fuzzers and questions with few answers.
    ``possible_captures`` are the captures a seat could make if its turn began now;
    ``unaffordable_fields`` the fields in range of each piece that are too dear. ``routes`` are the
    shortest ways of an order that names only some fields of its way: pages write out what it leaves
    out, the judge never does. ``levels`` are the strengths of house players, the weakest first; a
    game without house players has none. ``patterns`` are there where people set up themselves,
    ``branching`` where plans can go on under conditions.
    """

    sketch: Callable[[State, Seat, str], Sketch[State]]
    legal_choices: Callable[[State, Seat], tuple[Choice, ...]]
    possible_captures: Callable[[State, Seat], tuple[Choice, ...]]
    unaffordable_fields: Callable[[State, Seat], Mapping[str, tuple[str, ...]]]
    routes: Callable[[State, Seat, str], tuple[Choice, ...]] = _no_routes
    levels: tuple[BotLevel[State], ...] = ()
    patterns: Patterns[State] | None = None
    branching: Branching[State] | None = None
