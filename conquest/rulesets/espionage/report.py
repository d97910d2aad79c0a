"""A position in numbers and sentences, and as text for letters and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Column, Figure, Identity, Phrase, PositionReport, Seat, SeatLine
from conquest.kit.hidden_army import UNKNOWN, Square, setup_status, sort_squares
from conquest.kit.wording import join_phrases
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import ARMIES, SEATS, other_seat
from conquest.rulesets.espionage.telling import end_phrase
from conquest.rulesets.espionage.words import SEAT_NAMES, WORDS

COLUMNS = (
    Column("pieces", Phrase("Pieces"), Phrase("%(n)s piece"), Phrase("%(n)s pieces"), is_main=True),
    Column(
        "beaten",
        Phrase("Beaten"),
        Phrase("%(n)s enemy piece beaten"),
        Phrase("%(n)s enemy pieces beaten"),
        lasting=True,
    ),
)


def report(state: State) -> PositionReport:
    """Return a line for each seat, and notes on how near the end of the game is."""
    in_play = state.is_set_up and not state.outcome
    return PositionReport(
        turn=state.turn if in_play else None,
        number=state.number,
        seats=tuple(_seat_line(state, seat) for seat in SEATS),
        notes=tuple(_end_notes(state)),
    )


def _seat_line(state: State, seat: Seat) -> SeatLine:
    numbers = {
        "pieces": _piece_count(state, seat),
        "beaten": len(state.lost.get(other_seat(seat), "")),
    }
    return SeatLine(seat, numbers, tuple(_seat_facts(state, seat)))


def _piece_count(state: State, seat: Seat) -> int:
    if state.is_set_up:
        return sum(piece.seat == seat for piece in state.pieces.values())
    return sum(ARMIES[state.size].values()) if seat in state.camps else 0


def _seat_facts(state: State, seat: Seat) -> Iterator[Phrase]:
    if lost := state.lost.get(seat, ""):
        yield Phrase("lost: %(ranks)s", ranks=WORDS.list_ranks(lost))
    if not state.is_set_up and not state.outcome:
        yield setup_status(state, seat)
    if state.offer == seat and not state.outcome:
        yield Phrase("offers a draw")


def _end_notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield end_phrase(state.outcome.winners, state.outcome.reason)
    elif state.is_set_up:
        yield Phrase("Moves without a fight: %(n)s of %(limit)s", n=state.quiet, limit=state.limit)


def _figure_with_home(state: State, square: Square) -> Figure:
    """Return the piece on a square with its home square, which everybody can follow."""
    piece = state.pieces[square]
    figure, home = WORDS.owned_figure(piece.seat, piece.rank), state.homes.get(square)
    if home is None:
        return figure
    if home == square:
        return Figure(piece.seat, Phrase("%(piece)s, never moved", piece=figure.label))
    label = Phrase("%(piece)s, set up on %(home)s", piece=figure.label, home=home)
    return Figure(piece.seat, label)


def figures_by_field(state: State) -> dict[str, Figure]:
    """Return the figure on each occupied square, volcanoes included."""
    pieces = {square: _figure_with_home(state, square) for square in state.pieces}
    volcanoes = {square: Figure(None, Phrase("volcano")) for square in state.volcanoes}
    return {**volcanoes, **WORDS.camp_figures(state.camps), **pieces}


def identities(state: State) -> dict[Square, Identity]:
    """Return the piece on each square identified by its home, from which everybody can follow it;
    none in an open game, where nothing is hidden."""
    if state.open:
        return {}
    return {
        square: Identity(home, is_hidden=state.pieces[square].rank == UNKNOWN)
        for square, home in state.homes.items()
    }


def describe_state(state: State) -> tuple[Phrase, ...]:
    """Return where everything stands: lines on the turn, each seat and the volcanoes."""
    return (_opening_line(state), *_position_lines(state))


def _opening_line(state: State) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    if not state.is_set_up:
        return Phrase("Both sides set up their armies.")
    return Phrase("Turn %(n)s: %(seat)s.", n=state.number, seat=SEAT_NAMES[state.turn])


def _position_lines(state: State) -> Iterator[Phrase]:
    for seat in SEATS:
        name, groups = SEAT_NAMES[seat], list(WORDS.rank_groups(state, seat))
        stands = join_phrases(groups) if groups else _empty_phrase(state, seat)
        yield Phrase("%(seat)s: %(stands)s.", seat=name, stands=stands)
        if still := _unmoved_squares(state, seat):
            squares = " ".join(sort_squares(still))
            yield Phrase("%(seat)s never moved: %(squares)s.", seat=name, squares=squares)
    if state.volcanoes:
        yield Phrase("Volcanoes: %(squares)s.", squares=" ".join(sort_squares(state.volcanoes)))


def _empty_phrase(state: State, seat: Seat) -> Phrase:
    is_over = state.is_set_up or state.outcome
    return Phrase("no pieces") if is_over else setup_status(state, seat)


def _unmoved_squares(state: State, seat: Seat) -> list[Square]:
    """Return the squares of a seat's pieces that have never moved; none before any has moved."""
    # As long as all have not moved, the list would repeat the whole army.
    own = [at for at, piece in state.pieces.items() if piece.seat == seat and at in state.homes]
    still = [at for at in own if state.homes[at] == at]
    return still if len(still) < len(own) else []
