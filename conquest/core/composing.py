"""A turn being composed: what its text does so far, what can follow, what can be captured."""

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


def _none_unaffordable(state: object, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    return {}


def _no_refusal(piece: str, target: str, tool: str) -> Refused | None:
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can follow a text, as a page offers it: pick the ``piece``, then the
    ``target``.

    ``text`` is an order to add; where it ``replaces`` the last order, it is a longer form of that
    order. ``piece`` is called ``name`` and is one of a ``kind``; it stands on ``origin`` and moves
    along the fields of ``way``. ``then`` is its name where it arrives, if it can go on from there.
    With a ``tool`` of the tray selected, the choice is to use it on ``target``. The ``label`` names
    the piece, too, unless it ``is_brief``.
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
    is_brief: bool = False

    @property
    def words(self) -> Phrase:
        """The choice in full: "captain d3: attack d4"."""
        if not self.is_brief:
            return self.label
        return Phrase("%(name)s: %(label)s", name=self.name, label=self.label)


@dataclass(frozen=True, slots=True)
class Tool:
    """Something in the tray that can be used on a field: a stone, a rank, a building.

    ``symbol`` is the letter of its drawing; ``left`` how many there are, ``None`` for no limit.
    """

    name: str
    label: Phrase
    symbol: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan: what it does in words, its cost in points, and the marks that draw it.
    Its ``text`` is an order, or several where a piece only goes on.

    ``kinds`` are the kinds of the events it leads to. A step ``holds`` the steps after it where
    they depend on it: it cannot be removed alone or moved. ``unforeseen`` says what decides its
    result where nobody can know it; its ``phrase`` is then the text of the choice.
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
        """Whether a figure is lost by it."""
        return any(mark.kind == "ghost" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Pause:
    """A stop of the turn after step ``after`` (from 1): ``seat`` owes a decision of this ``kind``
    and may give one of these ``answers``, or none.

    ``state`` is the position at that time. Where the plan has a branch for the pause,
    ``sketch_branch`` sketches that branch after one of the answers, None where nothing can
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
        """Whether the plan has a branch for this pause."""
        return self.sketch_branch is not None


@dataclass(frozen=True, kw_only=True)
class Sketch(Generic[State]):  # no slots: cached_property needs a __dict__
    """A text played on what its author knows, as far as it can be played.

    ``state`` is the position after it and ``close`` the last one of the same turn; ``used`` and
    ``left`` are points of this turn, ``left`` being ``None`` in games without points.
    ``refused`` is why it stops; ``rest`` has the words of its orders from there on.
    ``choices`` can follow it, some with a tool of the ``tray``; ``list_choices`` computes them
    on first use, since many sketches are only displayed. ``refusal_for`` returns why a piece, with
    a tool or "", cannot go to a target next: the refusal of the order that would lead there,
    ``None`` where it can go there or there is nothing to say. ``lacks`` says what is missing
    before it can be handed in, or what more could be done; ``is_partial`` is true only in the
    first case. Where several orders have grown into one, ``merged_text`` is the text to keep.
    """

    state: State
    close: State
    steps: tuple[PlannedStep, ...] = ()
    pauses: tuple[Pause, ...] = ()
    used: int = 0
    left: int | None = None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()
    # not compared: two sketches of one text are equal, two closures never are
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
        """The choices that can follow."""
        return self.list_choices()

    @property
    def is_blocked(self) -> bool:
        """Whether the text as a whole would be refused."""
        # CP3: after a pause an order is part of a plan; one that fails is dropped, not refused
        if self.is_partial or isinstance(self.refused, Unreadable):
            return True
        return self.refused is not None and not self.pauses

    @property
    def step_texts(self) -> tuple[str, ...]:
        """The texts of its steps, in order."""
        return tuple(step.text for step in self.steps)


@dataclass(frozen=True, slots=True)
class BotLevel(Generic[State]):
    """A strength of bots: ``propose_orders`` returns what a seat hands in, from what it knows.

    The ``numbers`` vary the bot's choice; they are not the game's chance.
    """

    name: str
    title: Phrase
    propose_orders: Callable[[State, Seat, Numbers], str]


@dataclass(frozen=True, slots=True)
class Patterns(Generic[State]):
    """Whole set-ups that can be saved for other games: texts, as their owner sees their own side,
    so that one text serves every seat.

    ``pattern_kind`` names the kind that fits a position, such as the size of an army, and
    ``table_options`` returns the options of a table of that kind. ``pattern_of`` returns the
    pattern of a seat's text, "" where the text is not a whole set-up. ``orders_for`` returns the
    orders that set a seat up by a pattern; it raises ``Refused`` where the text is no pattern,
    does not fit, or the game is not being set up.
    """

    pattern_kind: Callable[[State], str]
    table_options: Callable[[str], Options]
    pattern_of: Callable[[State, Seat, str], str]
    orders_for: Callable[[State, Seat, str], str]


@dataclass(frozen=True, slots=True)
class Branching(Generic[State]):
    """Plans with branches: how to go on if a step is answered. A step's text may hold its branch.

    ``branch_in`` returns the branch in the text of a step, "" where it has none; ``with_branch``
    returns the text with another branch, "" for none. ``state_after`` is the position after an
    answer has ended a pause, None where the plan's author does not act next.
    """

    branch_in: Callable[[str], str]
    with_branch: Callable[[str, str], str]
    state_after: Callable[[Pause, Choice], State | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Composing(Generic[State]):
    """How turns are composed, on states as their author knows them.

    ``sketch`` plays a text so far for a seat that is to act. ``legal_choices`` lists complete
    orders, sorted by text, for referees, fuzzers and decisions with few answers.
    ``possible_captures`` are the captures a seat could make if its turn began now;
    ``unaffordable_fields`` the fields in range of each piece that cost too many points. ``routes``
    are the shortest routes of an order that names only some of its fields: pages complete such an
    order, the judge never does. ``levels`` are the strengths of bots, the weakest first, empty in
    a game without bots. ``patterns`` exists where people set up their own pieces, ``branching``
    where plans can have conditions.
    """

    sketch: Callable[[State, Seat, str], Sketch[State]]
    legal_choices: Callable[[State, Seat], tuple[Choice, ...]]
    possible_captures: Callable[[State, Seat], tuple[Choice, ...]]
    unaffordable_fields: Callable[[State, Seat], Mapping[str, tuple[str, ...]]] = _none_unaffordable
    routes: Callable[[State, Seat, str], tuple[Choice, ...]] = _no_routes
    levels: tuple[BotLevel[State], ...] = ()
    patterns: Patterns[State] | None = None
    branching: Branching[State] | None = None
