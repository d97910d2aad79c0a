"""Read and write positions: a judge's case, the start of a game, the running position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import (
    Fault,
    Illegal,
    Json,
    Numbers,
    Options,
    Seat,
    TableLayout,
    Unforeseen,
    no_numbers,
)
from conquest.kit import duel
from conquest.kit.case_values import read_count, read_keyed_object, read_object
from conquest.kit.outcomes import write_outcome
from conquest.rulesets.espionage.board import (
    SETS_OF_VOLCANOES,
    SIZES,
    Square,
    board_squares,
    place_volcanoes,
    sort_squares,
)
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import (
    KINDS,
    PIECES,
    QUIET_MOVES,
    Places,
    RankedPiece,
    Started,
    State,
)
from conquest.rulesets.espionage.ranks import RANKS, SEATS, UNKNOWN, Rank, other_seat
from conquest.rulesets.espionage.rules import check_camp
from conquest.rulesets.espionage.spies import all_uncovered

KNOWN = {
    "turn",
    "number",
    "pieces",
    "volcanoes",
    "uncovered",
    "last",
    "lost",
    "quiet",
    "drawn",
    "setup",
    "draw",
    "outcome",
}
IN_PLAY = {"uncovered", "last", "lost", "quiet", "draw"}
LOT, CHOICE = "lot", "choice"
QUIET_AT_TABLES = (40, 1000)
"""The limits for games at tables: fewer quiet moves would end games that are still alive. A case
for the judge may have any number."""

DEFAULTS: Mapping[str, str | int | bool] = {
    "pair": KINDS,
    "size": SIZES[0],
    "moves": 2,
    "open": False,
    "quiet": QUIET_MOVES,
}
CHOICES: Mapping[str, tuple[str | int | bool, ...]] = {
    "pair": (KINDS, PIECES),
    "size": SIZES,
    "moves": (2, 1),
    "open": (False, True),
}


def board_name(size: int) -> str:
    """Return the name of the board of a size."""
    return f"{size}x{size}"


def table_layout(options: Options) -> TableLayout:
    """Return the board and its seats, which are drawn by lot or chosen (HE4).

    :raises Fault: if the options are invalid.
    """
    seats = options.get("seats", LOT)
    if seats not in (LOT, CHOICE):
        raise Fault("the option seats is 'lot' or 'choice'")
    chosen = read_options(_game_options(options))
    if not QUIET_AT_TABLES[0] <= chosen["quiet"] <= QUIET_AT_TABLES[1]:
        raise Fault("the option quiet is a number from {} to {}".format(*QUIET_AT_TABLES))
    sides = tuple((seat,) for seat in SEATS)
    return TableLayout(board_name(chosen["size"]), SEATS, sides, lots=seats == LOT)


def _game_options(options: Options) -> Options:
    """Return the options without ``seats``, which concerns the table and not the game."""
    return {name: chosen for name, chosen in options.items() if name != "seats"}


def start_game(options: Options, numbers: Numbers) -> tuple[Started, ...]:
    """Return the first event of a game at a table, with its volcanoes drawn (HE3).

    :raises Fault: if the options are invalid.
    """
    table_layout(options)
    return (start_event(read_options(_game_options(options)), numbers),)


def start_event(chosen: Options, numbers: Numbers) -> Started:
    """Return the first event of a game with complete options, as ``read_options`` returns them."""
    size = chosen["size"]
    return Started(
        seat=SEATS[0],
        size=size,
        pair=chosen["pair"],
        moves=chosen["moves"],
        open=chosen["open"],
        limit=chosen["quiet"],
        volcanoes=place_volcanoes(size, numbers),
        drawn=SETS_OF_VOLCANOES[size],
    )


def read_options(given: object) -> dict[str, Any]:
    """Return all options of a game, with defaults for those left out.

    :raises Fault: for an unknown option or value.
    """
    options = read_object(given, "options")
    if unknown := sorted(set(options) - set(DEFAULTS)):
        raise Fault(f"there is no option {str(unknown[0])[:40]!r}")
    for name, choices in CHOICES.items():
        value = options.get(name, DEFAULTS[name])
        # Python takes 1 for true, JSON does not: the type must be the same, too.
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise Fault(f"the option {name} is one of {', '.join(map(str, choices))}")
    quiet = read_count(options.get("quiet", QUIET_MOVES), "the option quiet", least=1)
    return {**DEFAULTS, **options, "quiet": quiet}


def open_case(case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Return the state of a judge's case with its ``options`` and ``position``.

    Without a position the game starts with its set-up. What spies see counts as uncovered,
    whether the position says so or not (EP12).

    :raises Fault: if the case is invalid.
    """
    if case.get("board") is not None:
        raise Fault("the board of Espionage follows from its options")
    options = read_options(case.get("options", {}))
    if case.get("position") is None:
        return _new_game(options, numbers)
    state = read_position(options, case["position"])
    _check_nothing_hidden(state)
    return replace(state, uncovered=all_uncovered(state)) if state.is_set_up else state


def _new_game(options: Options, numbers: Numbers) -> State:
    try:
        return evolve(None, start_event(options, numbers))
    except Unforeseen as unforeseen:
        raise Fault("the volcanoes of a new game are drawn") from unforeseen


def _check_nothing_hidden(state: State) -> None:
    """Check that nothing is hidden, as in a view, and that no complete set-up awaits its play.

    :raises Fault: if it is not so.
    """
    if any(piece.rank == UNKNOWN for piece in state.pieces.values()):
        raise Fault("the position has a hidden piece")
    if not all(state.camps.values()):
        raise Fault("the position has a hidden set-up")
    if state.outcome is None and set(state.camps) == set(SEATS):
        raise Fault("once both have set up the pieces stand on the board")


def read_position(options: Options, given: object) -> State:
    """Return the state of a position, in which ranks and set-ups may be hidden.

    :raises Fault: if the position is invalid.
    """
    position = read_object(given, "position")
    if unknown := sorted(set(position) - KNOWN):
        raise Fault(f"the position has an unknown key {str(unknown[0])[:40]!r}")
    size = options["size"]
    state = State(
        size=size,
        pair=options["pair"],
        moves=options["moves"],
        open=options["open"],
        limit=options["quiet"],
        turn=_read_seat(position.get("turn", SEATS[0])),
        number=read_count(position.get("number", 1), "number", least=1),
        is_set_up="setup" not in position,
        pieces=_read_pieces(position.get("pieces", {}), size),
        volcanoes=_read_squares(position.get("volcanoes", []), size, "volcanoes"),
        quiet=read_count(position.get("quiet", 0), "quiet"),
        drawn=read_count(position.get("drawn", 0), "drawn"),
        offer=_read_seat(position["draw"]) if position.get("draw") is not None else "",
        outcome=duel.read_outcome(position.get("outcome"), SEATS),
    )
    if taken := [square for square in state.volcanoes if square in state.pieces]:
        raise Fault(f"a piece stands on the volcano {taken[0]}")
    if not state.is_set_up:
        return _read_setup_phase(state, position)
    return replace(
        state,
        uncovered=_read_uncovered(position.get("uncovered", {}), state),
        last=_read_last(position.get("last", {}), size),
        lost=_read_lost(position.get("lost", {})),
    )


def _read_setup_phase(state: State, position: Mapping[str, Any]) -> State:
    """Return a state in which the armies are still being set up.

    :raises Fault: if the position has anything that happens only in play.
    """
    in_play = {name for name in IN_PLAY if _has_content(position.get(name))}
    if in_play or state.pieces or state.turn != SEATS[0] or state.number != 1:
        raise Fault("a position with a setup has no pieces and nothing has happened in it")
    camps = read_keyed_object(position["setup"], _read_seat, "setup")
    return replace(state, camps={seat: _read_camp(state, seat, camps[seat]) for seat in camps})


def _has_content(given: object) -> bool:
    """Return whether a part of a position is other than empty."""
    return any(given.values()) if isinstance(given, Mapping) else bool(given)


def _read_camp(state: State, seat: Seat, given: object) -> Places:
    """Return a set-up; a hidden one, which is ``true`` in a view, is empty."""
    if given is True:
        return {}
    camp = read_object(given, "set-up")
    named = {_read_square(name, state.size): _read_rank(rank) for name, rank in camp.items()}
    if len(named) != len(camp) or UNKNOWN in named.values():
        raise Fault("the set-up names a square twice or a rank that there is not")
    try:
        check_camp(state, seat, named)
    except Illegal as illegal:
        raise Fault(str(illegal)) from illegal
    return {square: named[square] for square in sort_squares(named)}


def _read_pieces(given: object, size: int) -> dict[Square, RankedPiece]:
    pieces = read_object(given, "pieces")
    by_square = {_read_square(name, size): _read_piece(text) for name, text in pieces.items()}
    if len(by_square) != len(pieces):
        raise Fault("the pieces name a square twice")
    return {square: by_square[square] for square in sort_squares(by_square)}


def _read_piece(text: object) -> RankedPiece:
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2:
        raise Fault(f"there is no piece {str(text)[:20]!r}; write 'white S'")
    return RankedPiece(_read_seat(words[0]), _read_rank(words[1]))


def _read_rank(text: object) -> Rank:
    rank = text.upper() if isinstance(text, str) else ""
    if rank not in (*RANKS, UNKNOWN):
        raise Fault(f"there is no rank {str(text)[:20]!r}")
    return rank


def _read_squares(given: object, size: int, name: str) -> tuple[Square, ...]:
    if not isinstance(given, list):
        raise Fault(f"the {name} are a list of squares")
    squares = tuple(sorted({_read_square(square, size) for square in given}))
    if len(squares) != len(given):
        raise Fault(f"the {name} name a square twice")
    return squares


def _read_uncovered(given: object, state: State) -> dict[Seat, tuple[Square, ...]]:
    """Return the squares of the enemy pieces that each seat has uncovered (EP11)."""
    by_seat = read_keyed_object(given, _read_seat, "uncovered")
    uncovered = {
        seat: _read_squares(by_seat.get(seat, []), state.size, "uncovered") for seat in SEATS
    }
    for seat, squares in uncovered.items():
        for square in squares:
            piece = state.pieces.get(square)
            if piece is None or piece.seat != other_seat(seat):
                raise Fault(f"{seat} cannot have uncovered {square}: no enemy stands there")
    return uncovered


def _read_last(given: object, size: int) -> dict[Seat, tuple[str, ...]]:
    by_seat = read_keyed_object(given, _read_seat, "last")
    return {seat: _read_moves(by_seat.get(seat, []), size) for seat in SEATS}


def _read_moves(given: object, size: int) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise Fault("the last moves are a list")
    return tuple(sorted({_read_move(text, size) for text in given}))


def _read_move(text: object, size: int) -> str:
    parts = text.lower().replace("x", "-").split("-") if isinstance(text, str) else []
    if len(parts) != 2:
        raise Fault(f"there is no move {str(text)[:20]!r}; write 'a3-a4'")
    return "-".join(_read_square(part, size) for part in parts)


def _read_lost(given: object) -> dict[Seat, str]:
    by_seat = read_keyed_object(given, _read_seat, "lost")
    return {seat: _read_ranks(by_seat.get(seat, [])) for seat in SEATS}


def _read_ranks(given: object) -> str:
    if not isinstance(given, list):
        raise Fault("the lost pieces are a list of ranks")
    ranks = "".join(map(_read_rank, given))
    if UNKNOWN in ranks:
        raise Fault("a lost piece is known to everybody")
    return ranks


def _read_seat(name: object) -> Seat:
    return duel.read_seat(name, SEATS)


def _read_square(name: object, size: int) -> Square:
    square = name.lower() if isinstance(name, str) else ""
    if square not in board_squares(size):
        raise Fault(f"there is no square {str(name)[:20]!r} on this board")
    return square


def write_position(state: State) -> Json:
    """Return the running position as JSON that a case can feed back."""
    written: Json = {
        "turn": state.turn,
        "number": state.number,
        "pieces": {
            square: f"{state.pieces[square].seat} {state.pieces[square].rank}"
            for square in sort_squares(state.pieces)
        },
        "volcanoes": list(state.volcanoes),
        "uncovered": {seat: list(state.uncovered.get(seat, ())) for seat in SEATS},
        "last": {seat: list(state.last.get(seat, ())) for seat in SEATS},
        "lost": {seat: list(state.lost.get(seat, "")) for seat in SEATS},
        "quiet": state.quiet,
        "drawn": state.drawn,
    }
    if not state.is_set_up:
        camps = {seat: state.camps[seat] for seat in SEATS if seat in state.camps}
        # An empty camp is one that is hidden: a viewer learns only that it was handed in.
        written["setup"] = {seat: camp or True for seat, camp in camps.items()}
    extra: Json = {"draw": state.offer, "outcome": write_outcome(state.outcome)}
    return written | {key: value for key, value in extra.items() if value}
