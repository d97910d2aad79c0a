"""The rules of a game: how it starts, who has to decide, what orders cause, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from conquest.core.chance import Numbers, no_numbers
from conquest.core.phrases import Phrase
from conquest.core.seating import Options, Seat

Json: TypeAlias = dict[str, Any]
"""A JSON object, such as a position or a view."""

State = TypeVar("State")
"""The states of a game: frozen values of a class of its own."""
Event = TypeVar("Event")
"""The events of a game: frozen values, of a class for each kind."""
Order = TypeVar("Order")
"""The orders of a game, as its notation reads them."""
# protocols need type variables with the right variance
S = TypeVar("S", contravariant=True)
C = TypeVar("C", covariant=True)
E = TypeVar("E", covariant=True)
O = TypeVar("O", contravariant=True)  # noqa: E741


MAKE_MOVE, ANSWER = Phrase("Make your move"), Phrase("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewWords:
    """What pages and letters call orders before they count: ``check`` names the page that shows
    them, ``question`` asks whether they are meant, ``send`` is said by the button that hands them
    in."""

    check: Phrase
    question: Phrase
    send: Phrase


TURN_REVIEW = ReviewWords(
    check=Phrase("Check the turn"),
    question=Phrase("Is this your turn?"),
    send=Phrase("Send the turn"),
)
"""What is said of a turn before it counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionKind:
    """A kind of decision that a seat can owe, in words for pages and letters.

    ``of_you`` addresses the person who owes it, ``named`` names it ("turn"), ``briefly`` is for
    the subject of a letter, where ``%(number)s`` is the turn's, ``silence`` says what happens when
    the time is up. It is answered by composing orders, or by choosing one of a few. Several seats
    owe a ``parallel`` decision at once, and what others do meanwhile makes no answer to it stale.
    ``pace`` names the clock it runs on: an answer interrupts the turn of another seat and comes
    before turns. A decision with ``premove`` can be handed in before it is due. ``action`` is what
    a button that leads to it says, where that is neither a move nor an answer. ``review`` is what
    is said of composed orders before they count.
    """

    of_you: Phrase
    named: Phrase
    briefly: Phrase
    silence: Phrase
    how: Literal["compose", "choose"] = "compose"
    parallel: bool = False
    pace: Literal["turn", "answer"] = "turn"
    premove: bool = False
    action: Phrase | None = None
    review: ReviewWords = TURN_REVIEW

    @property
    def button(self) -> Phrase:
        """What a button that leads to it says."""
        return self.action or (MAKE_MOVE if self.how == "compose" else ANSWER)


@dataclass(frozen=True, slots=True)
class Team:
    """A side and its place, from 1; sides that share a place have drawn."""

    seats: tuple[Seat, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: no winner is a draw; ``scores`` are win points by seat, if there are any.

    ``teams`` gives the places of the sides, where there is more to say than who has won.
    """

    winners: tuple[Seat, ...]
    reason: str
    scores: Mapping[Seat, int]
    teams: tuple[Team, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication(Generic[State]):
    """How a game counts that is stopped before its end, as on the last day of a season: ``rule``
    says it in a sentence, ``decide`` returns the outcome of a position."""

    rule: Phrase
    decide: Callable[[State], Outcome]


@dataclass(frozen=True, slots=True)
class OfferWords:
    """What is offered to a seat, such as a draw, in words for pages and letters.

    ``of_you`` asks the person for their answer, ``briefly`` is for the subject of a letter,
    ``by_you`` confirms it to the one who offers, ``silence`` says what happens without an answer.
    """

    of_you: Phrase
    briefly: Phrase
    by_you: Phrase
    silence: Phrase


@dataclass(frozen=True, slots=True)
class SideAction:
    """An action of a seat besides its turn or outside of it, such as to offer a draw.

    ``text`` is the order, ``label`` its name on a button, ``about`` explains it before it is
    confirmed. An action for ``any_time`` is never too late: nothing makes it stale. One that
    ``leaves`` gives the game up for the seat; it is played for people who leave the table. One that
    ``accepts`` an offer is there for as long as that stands.
    """

    text: str
    label: Phrase
    about: Phrase
    any_time: bool = False
    is_grave: bool = False
    leaves: bool = False
    accepts: OfferWords | None = None


class OpenCase(Protocol[C]):
    """Read a case; ``numbers`` are needed only where its set-up is drawn by lot."""

    def __call__(self, case: Mapping[str, Any], numbers: Numbers = no_numbers, /) -> C: ...


class Decide(Protocol[S, O, E]):
    """Carry out a submission; callers pass ``numbers`` only where orders count."""

    def __call__(
        self, state: S, seat: Seat, orders: tuple[O, ...], numbers: Numbers = no_numbers, /
    ) -> tuple[E, ...]: ...


def _no_points(state: object) -> int | None:
    return None


def _no_numbers_drawn(state: object) -> int:
    return 0


def _no_end_word(state: object, seat: Seat) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Generic[State, Event, Order]):
    """What the rules say; functions are pure, states and events are frozen values.

    ``events`` are the classes of events by kind. ``open_case`` reads a judge's case (board,
    options, position, seed) and ``start_game`` sets a real game up; both raise ``Fault``.
    ``decide`` alone judges orders: it returns events or raises ``Refused``, and ``Unforeseen``
    where it has no ``numbers`` or something unknown decides. ``evolve`` never refuses.
    ``numbers_drawn`` counts the numbers that a game has used. ``offers`` are the classes of events
    that change nothing but what another seat may accept, such as an offer of a draw.

    ``seats`` returns the seats that play, in order. ``to_act`` maps each seat that owes a decision
    to its kind in ``decision_kinds``. ``turn_number`` counts turns from 1: equal decisions within
    one number run on one clock. ``points_left`` are the points of the seat on turn, ``None`` in
    games without points. ``side_actions`` is what a seat may do at any time or besides its turn.
    ``end_word`` is the word that ends a seat's turn, "" where turns end by themselves;
    ``default_orders`` is what its silence means. ``suppose_turn`` returns the position as if it
    were a seat's turn now, so that it can plan ahead. ``adjudication`` says how a game counts that
    is stopped.

    ``figures_added`` returns by how much an event changes the number of figures, on the board and
    captured, for games that create or remove figures. ``defeated_seats`` are those that have lost
    before the game is over, for games that go on without them.

    ``write_position`` writes the running position in the format of the judge, ``freeze`` a state
    as bytes; ``thaw`` reads those bytes, or raises ``Fault``.
    """

    events: Mapping[str, type[Event]]
    decision_kinds: Mapping[str, DecisionKind]

    open_case: OpenCase[State]
    start_game: Callable[[Options, Numbers], tuple[Event, ...]]
    decide: Decide[State, Order, Event]
    evolve: Callable[[State | None, Event], State]
    numbers_drawn: Callable[[State], int] = _no_numbers_drawn
    offers: tuple[type[Event], ...] = ()

    seats: Callable[[State], tuple[Seat, ...]]
    to_act: Callable[[State], Mapping[Seat, str]]
    turn_number: Callable[[State], int]
    points_left: Callable[[State], int | None] = _no_points
    outcome: Callable[[State], Outcome | None]
    adjudication: Adjudication[State]
    side_actions: Callable[[State, Seat], tuple[SideAction, ...]]
    end_word: Callable[[State, Seat], str] = _no_end_word
    default_orders: Callable[[State, Seat], tuple[Order, ...]]
    suppose_turn: Callable[[State, Seat], State]
    figures_added: Callable[[State, Event], int] | None = None
    defeated_seats: Callable[[State], tuple[Seat, ...]] | None = None

    write_position: Callable[[State], Json]
    freeze: Callable[[State], bytes]
    thaw: Callable[[bytes], State]

    @property
    def clocks(self) -> frozenset[str]:
        """The clocks that the game's decisions run on."""
        return frozenset(kind.pace for kind in self.decision_kinds.values())
