"""Report a position in numbers and sentences, and as text for letters and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Column, Figure, Phrase, PositionReport, Seat, SeatLine
from conquest.islands.board import SEATS
from conquest.islands.laws import AnyLaws
from conquest.islands.model import FIRST_POINTS, POINTS, PRICE, State
from conquest.islands.pieces import Piece
from conquest.islands.rules.tally import (
    base_points,
    is_immobilised,
    lost_fields,
    pieces_left,
    points_left,
    spendable_points,
    win_points,
)
from conquest.islands.rules.walking import Parts
from conquest.islands.words import count_points, seat_name, stack_name
from conquest.kit.wording import join_phrases

COMPASS = {seat[0].upper(): seat for seat in SEATS}


WIN_POINTS = Column(
    "score",
    Phrase("Win points"),
    Phrase("%(n)s win point"),
    Phrase("%(n)s win points"),
    is_main=True,
    lasting=True,
)
CAPTURED = Column(
    "captured",
    Phrase("Captured"),
    Phrase("%(n)s captured"),
    Phrase("%(n)s captured"),
    lasting=True,
)


def columns(laws: AnyLaws) -> tuple[Column, ...]:
    """Return the columns of numbers that are shown for each seat."""
    return (WIN_POINTS, laws.scarcity.column, CAPTURED)


def report(state: State) -> PositionReport:
    """Return the points of the seat on turn with the reasons for them, and a line for each seat."""
    return PositionReport(
        turn=None if state.outcome else state.turn,
        number=state.number,
        points=points_left(state),
        base=base_points(state),
        used=state.used,
        reasons=tuple(_points_reasons(state)),
        seats=tuple(_seat_lines(state)),
        notes=tuple(_game_notes(state)),
    )


def _points_reasons(state: State) -> Iterator[Phrase]:
    if base_points(state) < POINTS:
        first = [*FIRST_POINTS[len(state.seats)], POINTS]
        yield Phrase(
            "points instead of %(all)s: the first turns of the game have %(points)s",
            all=POINTS,
            points=_list_numbers(first),
        )
    for field in lost_fields(state, state.turn):
        yield _lost_field_phrase(state, field)


def _lost_field_phrase(state: State, field: str) -> Phrase:
    parts: Parts = {"n": PRICE, "field": field, "seat": seat_name(state.pieces[field].seat)}
    if field in state.board.grail:
        return Phrase("− %(n)s (grail field %(field)s held by %(seat)s)", **parts)
    return Phrase("− %(n)s (tower %(field)s held by %(seat)s)", **parts)


def _list_numbers(numbers: list[int]) -> Phrase:
    return join_phrases([Phrase(str(number)) for number in numbers])


def _seat_lines(state: State) -> Iterator[SeatLine]:
    scores, left = win_points(state), pieces_left(state)
    for seat in state.seats:
        yield SeatLine(
            seat=seat,
            numbers={
                "points": _expected_points(state, seat),
                "score": scores[seat],
                "pieces": left[seat],
                "captured": state.captured.get(seat, 0),
            },
            facts=tuple(_seat_facts(state, seat)),
        )


def _expected_points(state: State, seat: Seat) -> int:
    """Return the points of the seat on turn, or those another seat would have in this position."""
    if seat == state.turn:
        return spendable_points(state)
    return max(0, POINTS - PRICE * len(lost_fields(state, seat)))


def _seat_facts(state: State, seat: Seat) -> Iterator[Phrase]:
    if is_immobilised(state, seat):
        yield Phrase("immobilised")
    if state.laws.is_exposed(state, seat):
        yield state.laws.scarcity.told
    if state.window and state.window.seat == seat:
        yield Phrase("may recapture on %(field)s", field=state.window.at)


def _game_notes(state: State) -> Iterator[Phrase]:
    turns, limit = max(0, state.since_capture), state.laws.quiet_limit(len(state.seats))
    if state.outcome:
        winners = [seat_name(seat) for seat in state.outcome.winners]
        yield Phrase(
            "The game is over: %(reason)s.", reason=state.laws.reasons[state.outcome.reason]
        )
        if winners:
            yield Phrase("Winner: %(winners)s.", winners=join_phrases(winners))
        return
    round_, turn = divmod(state.number - 1, len(state.seats))
    yield Phrase(
        "Round %(round)s, turn %(turn)s of %(all)s: in a round each player has one turn.",
        round=round_ + 1,
        turn=turn + 1,
        all=len(state.seats),
    )
    yield Phrase(
        "Turns in a row without a capture: %(turns)s. After %(all)s the game ends.",
        turns=turns,
        all=limit,
    )
    if state.raised:
        yield Phrase("Raised drawbridges: %(towers)s", towers=", ".join(state.raised))
    if state.risked:
        yield Phrase(
            "%(seat)s has already risked a recapture this turn.", seat=seat_name(state.turn)
        )


def figures_by_field(state: State) -> dict[str, Figure]:
    """Return the piece on each occupied field: "elephant with 1 soldier of South"."""
    return {
        field: _name_figure(stack, state.lent.get(field)) for field, stack in state.pieces.items()
    }


def _name_figure(stack: Piece, owner: Seat | None) -> Figure:
    parts = {"piece": stack_name(stack), "seat": seat_name(stack.seat)}
    label = Phrase("%(piece)s of %(seat)s", **parts)
    if owner:
        label = Phrase("%(figure)s, on %(seat)s's camel", figure=label, seat=seat_name(owner))
    return Figure(stack.seat, label)


def describe_state(state: State) -> tuple[Phrase, ...]:
    """Return where all pieces stand: a line for each seat and region."""
    return (_turn_line(state), *_seat_places(state))


def _turn_line(state: State) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    return Phrase(
        "Turn %(n)s: %(seat)s, %(points)s.",
        n=state.number,
        seat=seat_name(state.turn),
        points=count_points(points_left(state)),
    )


def _seat_places(state: State) -> Iterator[Phrase]:
    for seat in state.seats:
        places: dict[str, dict[str, list[str]]] = {}
        names: dict[str, Phrase] = {}
        for field, stack in sorted(state.pieces.items()):
            if stack.seat == seat:
                name = stack_name(stack)
                names[str(name)] = name
                region = state.board.regions.get(field, "")
                places.setdefault(region, {}).setdefault(str(name), []).append(field)
        if not places:
            yield Phrase("%(seat)s: no pieces.", seat=seat_name(seat))
        for region, stands in places.items():
            groups = [
                Phrase("%(piece)s %(fields)s", piece=names[name], fields=" ".join(fields))
                for name, fields in stands.items()
            ]
            yield _region_line(seat, region, groups)


def _region_line(seat: Seat, region: str, groups: list[Phrase]) -> Phrase:
    stands = join_phrases(groups)
    if not region:
        return Phrase("%(seat)s: %(stands)s.", seat=seat_name(seat), stands=stands)
    return Phrase(
        "%(seat)s, %(region)s: %(stands)s.",
        seat=seat_name(seat),
        region=region_name(region),
        stands=stands,
    )


def region_name(region: str) -> Phrase:
    """Return the name of a region of a drawn board, such as ``island-S`` or ``strait-SW``."""
    kind, _, where = region.partition("-")
    owners = [seat_name(COMPASS[letter]) for letter in where if letter in COMPASS]
    match kind, owners:
        case "island", [owner]:
            return Phrase("island of %(seat)s", seat=owner)
        case "castle", [owner]:
            return Phrase("castle of %(seat)s", seat=owner)
        case "coast", [owner]:
            return Phrase("harbours of %(seat)s", seat=owner)
        case "wild", [owner]:
            return Phrase("wilderness of %(seat)s", seat=owner)
        case "strait", [one, other]:
            return Phrase("strait between %(one)s and %(other)s", one=one, other=other)
        case _:
            return REGIONS.get(region, Phrase("elsewhere"))


REGIONS = {
    "centre": Phrase("central island"),
    "coast-C": Phrase("central harbours"),
    "coast-isles": Phrase("harbours of the isles"),
    "isles": Phrase("isles"),
    "grail-plateau": Phrase("plateau of the grail"),
    "grail": Phrase("grail"),
    "bridges": Phrase("bridges"),
    "inner-sea": Phrase("inner sea"),
    "outer-sea": Phrase("outer sea"),
}
