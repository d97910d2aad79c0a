"""The judgement of a game: how it starts, what is asked, what comes of orders, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from conquest.core.chance import Numbers, no_numbers
from conquest.core.phrases import Phrase
from conquest.core.seating import Options, Seat

Json: TypeAlias = dict[str, Any]

State = TypeVar("State")
Event = TypeVar("Event")
Order = TypeVar("Order")
S = TypeVar("S", contravariant=True)
C = TypeVar("C", covariant=True)
E = TypeVar("E", covariant=True)
O = TypeVar("O", contravariant=True)  # noqa: E741


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionKind:
    """A kind of thing that a seat can owe, in words for pages and letters.

    ``of_you`` is said to whoever owes it, ``named`` names it ("turn"), ``briefly`` stands in
    the subject of a letter, where ``%(number)s`` is the turn's, ``silence`` says what becomes of it
    when the time is up. It is answered by composing
    orders, or by choosing one of a few. What is ``parallel`` is owed by several at once, and
    what others do meanwhile makes no answer to it stale. ``pace`` names the clock it runs on:
    an answer interrupts another's turn and is asked for before turns. A ``premove`` can be handed
    in before it is asked.
    """

    of_you: Phrase
    named: Phrase
    briefly: Phrase
    silence: Phrase
    how: Literal["compose", "choose"] = "compose"
    parallel: bool = False
    pace: Literal["turn", "answer"] = "turn"
    premove: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A side and the place it reached, from 1; sides that share a place have drawn."""

    seats: tuple[Seat, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: no winner is a draw; ``scores`` are win points by seat, if there are any.

    ``teams`` gives the places of the sides, where more is to be said than who has won.
    """

    winners: tuple[Seat, ...]
    reason: str
    scores: Mapping[Seat, int]
    teams: tuple[Team, ...] = ()


@dataclass(frozen=True, slots=True)
class SideAction:
    """What a seat may do beside its turn or out of it, such as to offer a draw.

    ``text`` is the order, ``label`` names it on a button, ``about`` says what it means before
    it is done. What may be done at ``any_time`` is never too late: nothing makes it stale. One
    that ``leaves`` gives the game up for the seat; whoever leaves the table does it.
    """

    text: str
    label: Phrase
    about: Phrase
    any_time: bool = False
    is_grave: bool = False
    leaves: bool = False


class OpenCase(Protocol[C]):
    """Read a case; ``numbers`` are given where its set-up is drawn."""

    def __call__(self, case: Mapping[str, Any], numbers: Numbers = no_numbers, /) -> C: ...


class Decide(Protocol[S, O, E]):
    """Carry out a submission; ``numbers`` are given only where orders count."""

    def __call__(
        self, state: S, seat: Seat, orders: tuple[O, ...], numbers: Numbers = no_numbers, /
    ) -> tuple[E, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Generic[State, Event, Order]):
    """What the rules say; functions are pure, states and events are frozen values.

    ``events`` are the kinds of what can happen, by name. ``open_case`` reads a judge's case (board,
    options, position, seed) and ``start_game`` sets a real game up; both raise ``Fault``.
    ``decide`` is the only judgement: it gives events or raises ``Refused``, and ``Unforeseen``
    where ``numbers`` are blind or something unknown decides. ``evolve`` never refuses.
    ``numbers_drawn`` counts the numbers that a game has used.

    ``seats`` gives who plays, in order. ``to_act`` names what each seat owes, by the kinds in
    ``decision_kinds``. ``turn_number`` counts turns from 1: what is asked twice within one number
    runs on one clock. ``points_left`` are those left to the seat on turn, ``None`` in games
    without. ``side_actions`` is what a seat may do at any time or beside its turn. ``end_word`` is
    the word that ends a seat's turn, "" where turns end of themselves; ``default_orders`` what its
    silence means. ``suppose_turn`` gives the position as if a seat were asked for its turn now, so
    that it can plan ahead.

    ``figures_added`` says by how much an event changes the number of figures, on the board and
    captured, for games that make some or take some out.

    ``write_position`` writes the running position as the judge tells it, ``freeze`` a state as
    bytes; ``thaw`` gives it back, or raises ``Fault``.
    """

    events: Mapping[str, type[Event]]
    decision_kinds: Mapping[str, DecisionKind]

    open_case: OpenCase[State]
    start_game: Callable[[Options, Numbers], tuple[Event, ...]]
    decide: Decide[State, Order, Event]
    evolve: Callable[[State | None, Event], State]
    numbers_drawn: Callable[[State], int]

    seats: Callable[[State], tuple[Seat, ...]]
    to_act: Callable[[State], Mapping[Seat, str]]
    turn_number: Callable[[State], int]
    points_left: Callable[[State], int | None]
    outcome: Callable[[State], Outcome | None]
    side_actions: Callable[[State, Seat], tuple[SideAction, ...]]
    end_word: Callable[[State, Seat], str]
    default_orders: Callable[[State, Seat], tuple[Order, ...]]
    suppose_turn: Callable[[State, Seat], State]
    figures_added: Callable[[State, Event], int] | None = None

    write_position: Callable[[State], Json]
    freeze: Callable[[State], bytes]
    thaw: Callable[[bytes], State]

    @property
    def clocks(self) -> frozenset[str]:
        """The clocks that its asks run on."""
        return frozenset(ask.pace for ask in self.decision_kinds.values())
