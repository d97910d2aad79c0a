"""How armies are set up: what a set-up must be, the usual ones, drafts, and patterns.

A draft is a sequence of set-ups: each place adds a piece, changes one, or with ``-`` takes one
off; of two places on the same square the later one counts. It is handed in as one set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from conquest.core import Notation, Numbers, Options, Patterns, Phrase, Refused, Seat
from conquest.kit.hidden_army.model import ArmyState, Places, Rank
from conquest.kit.hidden_army.orders import SETUP_WORD, write_setup
from conquest.kit.hidden_army.squares import Square, sort_squares
from conquest.kit.hidden_army.words import ArmyWords, count_ranks
from conquest.kit.submission import RuleRefusal

State = TypeVar("State", bound=ArmyState)
Rows: TypeAlias = tuple[tuple[Square, ...], ...]
Camps: TypeAlias = tuple[tuple[Phrase, str], ...]

TAKEN_OFF = "-"
no_set_up_now = RuleRefusal(Phrase("The armies stand already; nothing is set up any more."), "O20")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmySetup(Generic[State]):
    """The set-ups of a game; by the size of the board, ``army`` is how many there are of each rank,
    ``camps`` are usual set-ups in rows. ``rows`` are the squares of a seat in rows as it sees them,
    the front row first. ``army_rule`` is the number of the rule about armies, ``again_rule`` of the
    one about handing in twice, ``outside`` the refusal of a square that is not the seat's own.
    ``all_stand`` is told about a complete draft."""

    words: ArmyWords
    notation: Notation[State, Any]
    evolve: Callable[[State | None, Any], State]
    army: Callable[[int], Mapping[Rank, int]]
    rows: Callable[[Seat, int], Rows]
    camps: Callable[[int], Camps]
    army_rule: Callable[[int], str]
    again_rule: str
    outside: RuleRefusal
    all_stand: Phrase

    def zone(self, seat: Seat, size: int) -> tuple[Square, ...]:
        """Return the squares on which a seat sets up, row by row."""
        return _zone_squares(self.rows, seat, size)

    def check_open(self, state: State, seat: Seat) -> None:
        """Check that a seat still has to set up.

        :raises Illegal: if it has done so, or play has begun (O20).
        """
        if state.is_set_up:
            raise no_set_up_now()
        if seat in state.camps:
            twice = RuleRefusal(Phrase("%(seat)s has already set up."), self.again_rule)
            raise twice(seat=self.words.seats[seat])

    def check_camp(self, size: int, seat: Seat, places: Places) -> None:
        """Check that a set-up fills the own rows with the whole army (HE2, E13, HK3 to HK5).

        :raises Illegal: if it does not.
        """
        # an army has as many pieces as there are squares: the right count leaves none empty
        own = self.zone(seat, size)
        if outside := [square for square in places if square not in own]:
            raise self.outside(square=outside[0])
        if count_ranks(places.values(), self.words.ranks) != self.army(size):
            raise self._wrong_army(size)

    def _wrong_army(self, size: int) -> Refused:
        army = self.words.list_ranks(_each_piece(self.army(size)))
        phrase = Phrase("An army consists of: %(army)s, no more and no less.")
        return RuleRefusal(phrase, self.army_rule(size))(army=army)

    def _too_many(self, size: int, rank: Rank) -> Refused:
        phrase = Phrase("Too many of a kind: in an army there is %(n)s × %(piece)s.")
        refuse = RuleRefusal(phrase, self.army_rule(size))
        return refuse(n=self.army(size)[rank], piece=self.words.names[rank])

    def camp_from_rows(self, size: int, seat: Seat, rows: str) -> Places:
        """Return the set-up of rows of ranks, the front row first, as its owner sees it."""
        squares = (square for row in self.rows(seat, size) for square in row)
        return dict(zip(squares, rows.replace(" ", ""), strict=True))

    def usual_camp(self, size: int, seat: Seat, number: int = 0) -> Places:
        """Return one of the usual set-ups, the first of which serves seats that stay silent."""
        return self.camp_from_rows(size, seat, self.camps(size)[number][1])

    def draw_camp(self, size: int, seat: Seat, numbers: Numbers) -> Places:
        """Return one of the usual set-ups, mirrored or not, at random."""
        camp = self.usual_camp(size, seat, numbers(len(self.camps(size))))
        return self.mirror_places(size, seat, camp) if numbers(2) else camp

    def mirror_places(self, size: int, seat: Seat, places: Places) -> Places:
        """Return places with left and right exchanged from their owner's point of view."""
        rows = self.rows(seat, size)
        opposite = {square: row[-1 - at] for row in rows for at, square in enumerate(row)}
        return {opposite[square]: rank for square, rank in places.items()}

    def missing_ranks(self, size: int, places: Places) -> list[Rank]:
        """Return the ranks still to be placed, each as often as it is missing."""
        placed = list(places.values())
        army = self.army(size)
        return list(_each_piece({rank: army[rank] - placed.count(rank) for rank in army}))

    def fill_rest(self, size: int, seat: Seat, places: Places) -> Places:
        """Return a draft completed with the remaining pieces: where the first usual set-up has them
        if that square is free, else in its order."""
        model, left = self.usual_camp(size, seat), self.missing_ranks(size, places)
        filled = dict(places)
        for square, rank in model.items():
            if square not in filled and rank in left:
                filled[square] = rank
                left.remove(rank)
        for square in model:
            if square not in filled:
                filled[square] = left.pop(0)
        return filled

    def read_draft(self, state: State, seat: Seat, text: str) -> Places:
        """Return the pieces of a draft by square.

        :raises Refused: if a place is unreadable, outside the zone, or exceeds the army.
        """
        own, places = self.zone(seat, state.size), Places()
        marks = (*self.words.ranks.lower(), TAKEN_OFF)
        orders = self.notation.split_words(text)
        for word in (word for order in orders for word in order.split()[1:]):
            square, _, mark = word.lower().partition("=")
            if square not in own or mark not in marks:
                # raises the refusal of the notation; a readable place is outside the zone
                self.notation.read_orders(state, seat, f"{SETUP_WORD} {word}")
                raise self.outside(square=square)
            places[square] = mark.upper()
        placed = {square: places[square] for square in own if places.get(square, "-") != TAKEN_OFF}
        for rank, n in count_ranks(placed.values(), self.words.ranks).items():
            if n > self.army(state.size)[rank]:
                raise self._too_many(state.size, rank)
        return placed

    def patterns(
        self, kind: Callable[[State], str], table_options: Callable[[str], Options]
    ) -> Patterns[State]:
        """Return the set-ups that people save for other games of the same ``kind``, row by row."""
        return Patterns(kind, table_options, self._pattern_of, self._orders_for)

    def _pattern_of(self, state: State, seat: Seat, text: str) -> str:
        if not is_draft(self.notation.split_words(text)):
            return ""
        try:
            places = self.read_draft(state, seat, text)
        except Refused:
            return ""
        if self.missing_ranks(state.size, places):
            return ""
        rows = self.rows(seat, state.size)
        return " ".join("".join(places[square] for square in row) for row in rows)

    def _orders_for(self, state: State, seat: Seat, pattern: str) -> str:
        if state.is_set_up:
            raise no_set_up_now()
        # camp_from_rows takes only rows that fill the zone
        if len(pattern.replace(" ", "")) != len(self.zone(seat, state.size)):
            raise self._wrong_army(state.size)
        camp = self.camp_from_rows(state.size, seat, pattern)
        self.check_camp(state.size, seat, camp)
        return write_setup(camp)


def is_draft(orders: Iterable[str]) -> bool:
    """Whether all orders are set-ups; with any other order they are no draft."""
    return all(order.split()[0].lower() == SETUP_WORD for order in orders)


# a game has a few seats and sizes of board
@cache
def _zone_squares(rows: Callable[[Seat, int], Rows], seat: Seat, size: int) -> tuple[Square, ...]:
    return sort_squares(square for row in rows(seat, size) for square in row)


def _each_piece(counts: Mapping[Rank, int]) -> Iterator[Rank]:
    return (rank for rank, n in counts.items() for _ in range(n))
