"""A position in numbers and sentences, and as text for letters and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquest.core import Column, Figure, Phrase, PositionReport, Seat, SeatLine
from conquest.kit.wording import join_phrases
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.sides import FREE, KINDS, LETTERS, SEATS, SIDES, STONES, seat_of
from conquest.rulesets.bollwerk.telling import end_phrase
from conquest.rulesets.bollwerk.words import SEAT_NAMES, STONE_NAMES, piece_name, stone_count

COLUMNS = (
    Column("pieces", Phrase("Pieces"), Phrase("%(n)s piece"), Phrase("%(n)s pieces"), is_main=True),
    Column(
        "stones", Phrase("Stones"), Phrase("%(n)s stone in stock"), Phrase("%(n)s stones in stock")
    ),
    Column(
        "captured",
        Phrase("Captured"),
        Phrase("%(n)s captured"),
        Phrase("%(n)s captured"),
        lasting=True,
    ),
)


def report(state: State) -> PositionReport:
    """Return a line for each seat, and notes on how near the end of the game is."""
    return PositionReport(
        turn=None if state.outcome else state.turn,
        number=state.number,
        seats=tuple(_seat_line(state, seat) for seat in SEATS),
        notes=tuple(_end_notes(state)),
    )


def _seat_line(state: State, seat: Seat) -> SeatLine:
    other = SIDES[seat].other
    # A case may have more pieces than the set-up, and an inline board has no set-up.
    lost = _pieces_left(state.board.setup, other) - _pieces_left(state.cells, other)
    numbers = {"pieces": _pieces_left(state.cells, seat), "stones": sum(state.stock[seat])}
    return SeatLine(seat, numbers | {"captured": max(0, lost)}, tuple(_seat_facts(state, seat)))


def _seat_facts(state: State, seat: Seat) -> Iterator[Phrase]:
    yield _stock_phrase(state, seat)
    if state.offer == seat and not state.outcome:
        yield Phrase("offers a draw")


def _pieces_left(cells: str, seat: Seat) -> int:
    return len(SIDES[seat].own.findall(cells))


def _stock_phrase(state: State, seat: Seat) -> Phrase:
    stock = zip(KINDS, state.stock[seat], strict=True)
    counts = [stone_count(kind, count) for kind, count in stock if count]
    return join_phrases(counts) if counts else Phrase("no stones in stock")


def _end_notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield end_phrase(state.outcome.winners, state.outcome.reason)
        return
    yield Phrase(
        "Turns without capture or stone: %(n)s of %(limit)s", n=state.quiet, limit=state.limit
    )
    if state.barred:
        squares = " ".join(state.board.squares[square] for square in state.barred)
        yield Phrase("No stone may be put on %(squares)s in this turn.", squares=squares)


def figures_by_field(state: State) -> dict[str, Figure]:
    """Return the piece or stone on each occupied square: "queen of White", "arrow"."""
    return {
        square: _cell_figure(sign)
        for square, sign in zip(state.board.squares, state.cells, strict=True)
        if sign != FREE
    }


def _cell_figure(sign: str) -> Figure:
    if sign in STONES:
        return Figure(None, STONE_NAMES[STONES[sign]])
    seat, piece = seat_of(sign), piece_name(sign)
    return Figure(seat, Phrase("%(piece)s of %(seat)s", piece=piece, seat=SEAT_NAMES[seat]))


def describe_state(state: State) -> tuple[Phrase, ...]:
    """Return where everything stands: a line on the turn, one for each seat, one for the stones."""
    return (_opening_line(state), *_position_lines(state))


def _opening_line(state: State) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    return Phrase("Turn %(n)s: %(seat)s.", n=state.number, seat=SEAT_NAMES[state.turn])


def _position_lines(state: State) -> Iterator[Phrase]:
    squares = squares_by_sign(state)
    for seat in SEATS:
        signs = LETTERS if seat == "white" else LETTERS.lower()
        groups = [_place_phrase(piece_name(at), squares[at]) for at in signs if at in squares]
        stands = join_phrases(groups) if groups else Phrase("no pieces")
        yield Phrase("%(seat)s: %(stands)s.", seat=SEAT_NAMES[seat], stands=stands)
    laid = [(STONE_NAMES[kind], squares[sign]) for sign, kind in STONES.items() if sign in squares]
    if laid:
        stands = join_phrases([_place_phrase(*stones) for stones in laid])
        yield Phrase("Stones: %(stands)s.", stands=stands)


def squares_by_sign(state: State) -> Mapping[str, list[str]]:
    """Return the squares of each sign on the board, in the order of the board."""
    squares: dict[str, list[str]] = {}
    for square, sign in zip(state.board.squares, state.cells, strict=True):
        if sign != FREE:
            squares.setdefault(sign, []).append(square)
    return squares


def _place_phrase(name: Phrase, squares: list[str]) -> Phrase:
    return Phrase("%(name)s %(squares)s", name=name, squares=" ".join(squares))
