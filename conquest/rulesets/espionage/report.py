"""A position in numbers and sentences, and in words for letters and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Column, Figure, Identity, Phrase, Report, Seat, SeatLine
from conquest.rulesets.espionage.board import Square, in_order
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ranks import ARMIES, RANKS, SEATS, UNKNOWN, Rank, other
from conquest.rulesets.espionage.telling import told_end
from conquest.rulesets.espionage.words import NAMES, listed, ranks_listed, seat_name

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


def report(state: State) -> Report:
    """Return a line for each seat, and what bears on the end of the game."""
    in_play = state.is_set_up and not state.outcome
    return Report(
        turn=state.turn if in_play else None,
        number=state.number,
        points=None,
        base=None,
        used=None,
        reasons=(),
        seats=tuple(_seat_line(state, seat) for seat in SEATS),
        notes=tuple(_notes(state)),
    )


def _seat_line(state: State, seat: Seat) -> SeatLine:
    numbers = {
        "pieces": _count(state, seat),
        "beaten": len(state.lost.get(other(seat), "")),
    }
    return SeatLine(seat, numbers, tuple(_facts(state, seat)))


def _count(state: State, seat: Seat) -> int:
    if state.is_set_up:
        return sum(piece.seat == seat for piece in state.pieces.values())
    return sum(ARMIES[state.size].values()) if seat in state.camps else 0


def _facts(state: State, seat: Seat) -> Iterator[Phrase]:
    if lost := state.lost.get(seat, ""):
        yield Phrase("lost: %(ranks)s", ranks=ranks_listed(lost))
    yield from _setting_up(state, seat)
    if state.offer == seat and not state.outcome:
        yield Phrase("offers a draw")


def _setting_up(state: State, seat: Seat) -> Iterator[Phrase]:
    if not state.is_set_up and not state.outcome:
        yield Phrase("has set up") if seat in state.camps else Phrase("is setting up")


def _notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield told_end(state.outcome.winners, state.outcome.reason)
    elif state.is_set_up:
        yield Phrase("Moves without a fight: %(n)s of %(limit)s", n=state.quiet, limit=state.limit)


def figure(seat: Seat, rank: Rank) -> Figure:
    """Return what stands on a square: "general of White", "hidden piece of Black"."""
    named = Phrase("%(piece)s of %(seat)s", piece=NAMES[rank], seat=seat_name(seat))
    return Figure(seat, named)


def _standing(state: State, square: Square) -> Figure:
    """Return what stands on a square, with where it came from: everybody has seen it go."""
    piece = state.pieces[square]
    found, home = figure(piece.seat, piece.rank), state.homes.get(square)
    if home is None:
        return found
    if home == square:
        return Figure(piece.seat, Phrase("%(piece)s, never moved", piece=found.label))
    label = Phrase("%(piece)s, set up on %(home)s", piece=found.label, home=home)
    return Figure(piece.seat, label)


def stands(state: State) -> dict[str, Figure]:
    """Return what stands on each square that is taken, volcanoes included."""
    camps = {
        square: figure(seat, rank)
        for seat, camp in state.camps.items()
        for square, rank in camp.items()
    }
    pieces = {square: _standing(state, square) for square in state.pieces}
    volcanoes = {square: Figure(None, Phrase("volcano")) for square in state.volcanoes}
    return {**volcanoes, **camps, **pieces}


def identities(state: State) -> dict[Square, Identity]:
    """Return the pieces by where they were set up: everybody can follow them from there. In an
    open game there is nothing to find out."""
    if state.open:
        return {}
    return {
        square: Identity(home, is_hidden=state.pieces[square].rank == UNKNOWN)
        for square, home in state.homes.items()
    }


def text(state: State) -> tuple[Phrase, ...]:
    """Return where everything stands: a line for each seat, one for the volcanoes."""
    return (_opening(state), *_lines(state))


def _opening(state: State) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    if not state.is_set_up:
        return Phrase("Both sides set up their armies.")
    return Phrase("Turn %(n)s: %(seat)s.", n=state.number, seat=seat_name(state.turn))


def _lines(state: State) -> Iterator[Phrase]:
    for seat in SEATS:
        groups = list(_groups(state, seat))
        said = listed(groups) if groups else next(_setting_up(state, seat), Phrase("no pieces"))
        yield Phrase("%(seat)s: %(stands)s.", seat=seat_name(seat), stands=said)
        if still := _never_moved(state, seat):
            squares = " ".join(in_order(still))
            yield Phrase(
                "%(seat)s never moved: %(squares)s.", seat=seat_name(seat), squares=squares
            )
    if state.volcanoes:
        yield Phrase("Volcanoes: %(squares)s.", squares=" ".join(in_order(state.volcanoes)))


def _never_moved(state: State, seat: Seat) -> list[Square]:
    """Return where pieces of a seat stand that were set up there; none before any has moved."""
    own = [at for at, piece in state.pieces.items() if piece.seat == seat and at in state.homes]
    still = [at for at in own if state.homes[at] == at]
    return still if len(still) < len(own) else []


def _groups(state: State, seat: Seat) -> Iterator[Phrase]:
    standing = {at: piece.rank for at, piece in state.pieces.items() if piece.seat == seat}
    placed = standing or state.camps.get(seat, {})
    for rank in (*RANKS, UNKNOWN):
        squares = in_order(at for at, there in placed.items() if there == rank)
        if squares:
            yield Phrase("%(name)s %(squares)s", name=NAMES[rank], squares=" ".join(squares))
