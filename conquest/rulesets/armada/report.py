"""A position in numbers and sentences, for pages, letters and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Column, Figure, Identity, Phrase, PositionReport, Seat, SeatLine
from conquest.kit.hidden_army import UNKNOWN, Square, setup_status, sort_squares
from conquest.kit.wording import join_phrases
from conquest.rulesets.armada.board import MONASTERY, MOUNTAIN
from conquest.rulesets.armada.ending import QUIET
from conquest.rulesets.armada.model import Blocker, State
from conquest.rulesets.armada.rank_odds import known_phase
from conquest.rulesets.armada.ranks import ARMY
from conquest.rulesets.armada.rounds import GRACE
from conquest.rulesets.armada.rules import to_act
from conquest.rulesets.armada.telling import end_phrase
from conquest.rulesets.armada.words import SEAT_NAMES, WORDS

COLUMNS = (
    Column("units", Phrase("Units"), Phrase("%(n)s unit"), Phrase("%(n)s units"), is_main=True),
    Column(
        "lost",
        Phrase("Units lost"),
        Phrase("%(n)s unit lost"),
        Phrase("%(n)s units lost"),
        lasting=True,
    ),
)
PHASES = {
    1: Phrase("phase 1: ones go, one square"),
    2: Phrase("phase 2: twos go, up to two squares"),
    3: Phrase("phase 3: threes go, up to three squares"),
    4: Phrase("phase 4: the King goes alone, along a line"),
}
TURNS_LEFT = Phrase("the King has %(n)s more turns to leave his start zone; then all may enter it")
LAST_TURN = Phrase("the King has 1 more turn to leave his start zone; then all may enter it")


def report(state: State) -> PositionReport:
    """Return a line for each seat, and notes on the end of the game."""
    in_play = state.is_set_up and not state.outcome
    return PositionReport(
        turn=state.turn if in_play else None,
        number=state.number,
        seats=tuple(_seat_line(state, seat) for seat in state.seats),
        notes=tuple(_end_notes(state)),
    )


def _seat_line(state: State, seat: Seat) -> SeatLine:
    numbers = {"units": _piece_count(state, seat), "lost": len(state.lost.get(seat, ""))}
    return SeatLine(seat, numbers, tuple(_seat_facts(state, seat)))


def _piece_count(state: State, seat: Seat) -> int:
    if state.is_set_up:
        return len(state.ranks_of(seat))
    return sum(ARMY.values()) if seat in state.camps else 0


def _seat_facts(state: State, seat: Seat) -> Iterator[Phrase]:
    if not state.is_set_up:
        yield setup_status(state, seat)
        return
    if seat in state.defeated:
        yield Phrase("defeated")
    elif phase := known_phase(state, seat):
        yield PHASES[phase]
    if lost := state.lost.get(seat, ""):
        yield Phrase("lost: %(ranks)s", ranks=WORDS.list_ranks(lost))
    if others := [other for other in state.team_of(seat) if other != seat]:
        yield Phrase("allied with %(seats)s", seats=WORDS.list_seats(others))
    if seat not in state.defeated:
        yield from _zone_facts(state, seat)


def _zone_facts(state: State, seat: Seat) -> Iterator[Phrase]:
    """Yield how long a King may stay in its zone, or that the zone is cancelled (K13, K14)."""
    if not state.zones.get(seat):
        yield Phrase("start zone cancelled")
    elif (turns := state.turns.get(seat, 0)) < GRACE:
        left = GRACE - turns
        yield LAST_TURN if left == 1 else Phrase(TURNS_LEFT.template, n=left)


def _end_notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield end_phrase(state.outcome.winners, state.outcome.reason)
        return
    if not state.is_set_up:
        return
    yield Phrase("Dice off the board: %(n)s", n=state.pool)
    if not state.opening:
        # The running round is not over, so it does not count yet.
        quiet = max(0, state.round - 1 - state.stirred)
        yield Phrase(
            "Round %(round)s; rounds in a row without a capture or a damaged blocker:"
            " %(n)s of %(limit)s",
            round=state.round,
            n=quiet,
            limit=QUIET,
        )
    yield from _alliance_notes(state)


def _alliance_notes(state: State) -> Iterator[Phrase]:
    """Yield which alliances are proposed or will take effect."""
    if state.proposal:
        one, other = SEAT_NAMES[state.proposal.seat], SEAT_NAMES[state.proposal.to]
        yield Phrase("%(one)s proposes an alliance with %(other)s.", one=one, other=other)
    for pair in state.sworn:
        yield Phrase("Allied from the next round on: %(seats)s.", seats=WORDS.list_seats(pair))


def _figure_with_home(state: State, square: Square) -> Figure:
    """Return the unit on a square with the square it was set up on, which all have seen."""
    unit = state.pieces[square]
    figure = WORDS.owned_figure(unit.seat, unit.rank)
    if unit.home in ("", square):
        return figure
    label = Phrase("%(piece)s, set up on %(home)s", piece=figure.label, home=unit.home)
    return Figure(unit.seat, label)


def figures_by_field(state: State) -> dict[str, Figure]:
    """Return what stands or lies on each taken square, terrain included."""
    camps = WORDS.camp_figures(state.camps)
    units = {square: _figure_with_home(state, square) for square in state.pieces}
    return {**_terrain_figures(state), **_blocker_figures(state), **camps, **units}


def _terrain_figures(state: State) -> dict[str, Figure]:
    if not state.terrain:
        return {}
    mountain, monastery = Phrase("mountain"), Phrase("monastery")
    return {square: Figure(None, mountain) for square in MOUNTAIN} | {
        square: Figure(None, monastery) for square in MONASTERY
    }


def _blocker_figures(state: State) -> dict[str, Figure]:
    return {
        square: Figure(None, Phrase("blocker of %(n)s", n=blocker.strength))
        for blocker in state.blockers.values()
        for square in blocker.squares
    }


def identities(state: State) -> dict[Square, Identity]:
    """Return units identified by where they were set up: all players can follow them from there."""
    return {
        square: Identity(unit.home, is_hidden=unit.rank == UNKNOWN)
        for square, unit in state.pieces.items()
        if unit.home
    }


def describe_state(state: State) -> tuple[Phrase, ...]:
    """Return where everything stands: a line for each seat, one for blockers, one for terrain."""
    return (_opening_line(state), *_position_lines(state))


def _opening_line(state: State) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    if not state.is_set_up:
        return Phrase("All set up their armies.")
    pending = to_act(state)
    if set(pending.values()) == {"turn"}:
        return Phrase("Turn %(n)s: %(seat)s.", n=state.number, seat=SEAT_NAMES[state.turn])
    if state.proposal:
        return Phrase(
            "An alliance is proposed; to answer: %(seats)s.", seats=WORDS.list_seats(pending)
        )
    return Phrase("A throw: %(seat)s.", seat=SEAT_NAMES[state.turn])


def _position_lines(state: State) -> Iterator[Phrase]:
    for seat in state.seats:
        groups = list(WORDS.rank_groups(state, seat))
        text = join_phrases(groups) if groups else _no_units_text(state, seat)
        yield Phrase("%(seat)s: %(stands)s.", seat=SEAT_NAMES[seat], stands=text)
    if state.blockers:
        blockers = [_describe_blocker(state.blockers[key]) for key in sort_squares(state.blockers)]
        yield Phrase("Blockers: %(stands)s.", stands=join_phrases(blockers))
    if state.terrain:
        squares = " ".join((*MOUNTAIN, *MONASTERY))
        yield Phrase("Closed by terrain: %(squares)s.", squares=squares)
    for square, unit in state.shown.items():
        label = WORDS.owned_figure(unit.seat, unit.rank).label
        yield Phrase("Just revealed on %(square)s: %(unit)s.", square=square, unit=label)


def _no_units_text(state: State, seat: Seat) -> Phrase:
    return Phrase("no units") if state.is_set_up else setup_status(state, seat)


def _describe_blocker(blocker: Blocker) -> Phrase:
    squares = " ".join(blocker.squares)
    return Phrase("%(n)s on %(squares)s", n=blocker.strength, squares=squares)
