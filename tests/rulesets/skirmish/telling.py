"""A skirmish in sentences, numbers, marks and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from conquest.core import (
    BoardStyle,
    Column,
    Figure,
    Loss,
    Mark,
    Phrase,
    PositionReport,
    Seat,
    SeatLine,
    Telling,
    Viewer,
)
from conquest.kit import picture
from conquest.kit.picture import Token
from conquest.kit.picture.symbols import HIDDEN
from conquest.kit.texts import markdown_reader
from tests.rulesets.skirmish.board import ARTIST, DIE, NAMES, Square
from tests.rulesets.skirmish.model import (
    RANKS,
    Accepted,
    Began,
    Event,
    Fell,
    Fought,
    GameEnded,
    Moved,
    Mustered,
    Offered,
    Resigned,
    Retreated,
    Started,
    State,
    TurnEnded,
    Unit,
)

RANK_NAMES: Mapping[int, Phrase] = {
    0: Phrase("unknown unit"),
    1: Phrase("scout"),
    2: Phrase("guard"),
    3: Phrase("captain"),
}
_REASONS = {
    "last": Phrase("one side is left"),
    "agreed": Phrase("all agreed on a draw"),
    "quiet": Phrase("nobody has fought for long"),
}
COLUMNS = (
    Column("units", Phrase("Units"), Phrase("%(n)s unit"), Phrase("%(n)s units"), is_main=True),
    Column(
        "won",
        Phrase("Fights won"),
        Phrase("%(n)s fight won"),
        Phrase("%(n)s fights won"),
        lasting=True,
    ),
)


def unit_name(unit: Unit) -> Phrase:
    """Return the name of a unit's rank, as far as it is known."""
    return RANK_NAMES[unit.rank]


def camp_phrase(seat: Seat, places: Mapping[Square, int]) -> Phrase:
    """Return where a seat has set up its units; without places, only that it has."""
    if not places:
        return Phrase("%(seat)s has set up its units.", seat=NAMES[seat])
    units = [
        Phrase("%(rank)s on %(at)s", rank=RANK_NAMES[rank], at=at) for at, rank in places.items()
    ]
    return Phrase("%(seat)s sets up: %(units)s.", seat=NAMES[seat], units=_join_phrases(units))


def _join_phrases(phrases: list[Phrase]) -> Phrase:
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)


def describe_event(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event as one sentence; ``None`` for the end of a turn."""
    match event:
        case Started():
            return Phrase("A boulder lies on %(at)s. All set up their units.", at=event.boulder)
        case Mustered():
            return camp_phrase(event.seat, event.places)
        case Began():
            return Phrase("All units stand; %(seat)s begins.", seat=NAMES[event.seat])
        case Moved():
            return _move_phrase(event)
        case Fought():
            return _fight_phrase(event)
        case Retreated():
            retreats = Phrase("%(seat)s retreats from %(start)s to %(end)s.")
            return _with_squares(retreats, event)
        case Fell():
            return Phrase(
                "The %(rank)s of %(seat)s on %(at)s falls.",
                rank=RANK_NAMES[event.rank],
                seat=NAMES[event.seat],
                at=event.at,
            )
        case Offered():
            return Phrase("%(seat)s offers a draw.", seat=NAMES[event.seat])
        case Accepted():
            return Phrase("%(seat)s accepts the draw.", seat=NAMES[event.seat])
        case Resigned():
            return Phrase("%(seat)s resigns.", seat=NAMES[event.seat])
        case TurnEnded():
            return None
        case GameEnded():
            return Phrase("The game is over: %(reason)s.", reason=_REASONS[event.reason])


def _with_squares(phrase: Phrase, event: Moved | Retreated) -> Phrase:
    return Phrase(phrase.template, seat=NAMES[event.seat], start=event.start, end=event.end)


def _move_phrase(event: Moved) -> Phrase:
    walk = _with_squares(Phrase("%(seat)s goes from %(start)s to %(end)s."), event)
    if not event.fence:
        return walk
    return Phrase("%(gone)s A fence is laid on %(at)s.", gone=walk, at=event.fence)


def _fight_phrase(event: Fought) -> Phrase:
    parts: dict[str, Phrase | str | int] = {
        "seat": NAMES[event.seat],
        "rank": RANK_NAMES[event.rank],
        "against": RANK_NAMES[event.against],
        "start": event.start,
        "end": event.end,
        "throw": event.number + 1,
    }
    if event.is_won:
        return Phrase(
            "%(seat)s throws %(throw)s: %(rank)s %(start)s beats %(against)s %(end)s.",
            **parts,
        )
    return Phrase(
        "%(seat)s throws %(throw)s: %(rank)s %(start)s falls to %(against)s %(end)s.",
        **parts,
    )


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the units that fell by an event."""
    match event:
        case Fought(is_won=False):
            return (Loss(event.seat, event.foe, _loss_phrase(event.rank, event.start)),)
        case Fell():
            return (Loss(event.seat, None, _loss_phrase(event.rank, event.at)),)
        case _:
            return ()


def _loss_phrase(rank: int, at: Square) -> Phrase:
    return Phrase("%(rank)s on %(at)s", rank=RANK_NAMES[rank], at=at)


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event."""
    match event:
        case Moved() | Retreated():
            return (Mark("arrow", (event.start, event.end), event.seat),)
        case Fought():
            arrow = Mark("arrow", (event.start, event.end), event.seat)
            ghost = Mark("ghost", (event.start,), event.seat, str(event.rank))
            return (arrow,) if event.is_won else (arrow, ghost)
        case Fell():
            return (Mark("ghost", (event.at,), event.seat, str(event.rank)),)
        case _:
            return ()


def report(state: State) -> PositionReport:
    """Return a state in numbers and notes; the game has no points."""
    in_play = state.is_set_up and not state.outcome
    return PositionReport(
        turn=state.turn if in_play else None,
        number=state.number,
        points=None,
        base=None,
        used=None,
        reasons=(),
        seats=tuple(_seat_line(state, seat) for seat in state.seats),
        notes=tuple(_end_notes(state)),
    )


def _seat_line(state: State, seat: Seat) -> SeatLine:
    units = sum(unit.seat == seat for unit in state.units.values())
    facts = (Phrase("fences left: %(n)s", n=state.stock[seat]),) if state.stock[seat] else ()
    return SeatLine(seat, {"units": units, "won": state.won.get(seat, 0)}, facts)


def _end_notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield Phrase("The game is over: %(reason)s.", reason=_REASONS[state.outcome.reason])
        if state.outcome.winners:
            winners = [NAMES[seat] for seat in state.outcome.winners]
            yield Phrase("Winner: %(winners)s.", winners=_join_phrases(winners))
        return
    for seat in state.agreed:
        yield Phrase("%(seat)s wants a draw.", seat=NAMES[seat])


def describe_state(state: State) -> tuple[Phrase, ...]:
    """Return where everything stands, a line for each seat and for fences."""
    return tuple(_state_lines(state))


def _state_lines(state: State) -> Iterator[Phrase]:
    for seat in state.seats:
        units = [
            Phrase("%(rank)s on %(at)s", rank=unit_name(unit), at=at)
            for at, unit in sorted(state.units.items())
            if unit.seat == seat
        ]
        text = _join_phrases(units) if units else Phrase("nothing")
        yield Phrase("%(seat)s: %(units)s.", seat=NAMES[seat], units=text)
    yield Phrase("Fences and boulders: %(at)s.", at=", ".join(sorted(state.fences)))
    if state.thrown:
        yield Phrase("The last throw was %(throw)s.", throw=state.thrown)


def figures_by_field(state: State) -> Mapping[str, Figure]:
    """Return what stands on each field, and the die beside the board."""
    units = {
        at: Figure(
            unit.seat,
            Phrase("%(rank)s of %(seat)s", rank=unit_name(unit), seat=NAMES[unit.seat]),
        )
        for at, unit in state.units.items()
    }
    fences = {at: Figure(None, Phrase("fence")) for at in state.fences}
    return {**units, **fences, **_die_figure(state)}


def _die_figure(state: State) -> Mapping[str, Figure]:
    return {DIE: Figure(None, Phrase("die: %(n)s", n=state.thrown))} if state.thrown else {}


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG."""
    return picture.draw_svg(ARTIST, f"glade-{state.size}", _board_tokens(state), style)


def _board_tokens(state: State) -> Iterator[Token]:
    for at, unit in state.units.items():
        yield Token(at, unit.seat, str(unit.rank) if unit.rank else HIDDEN)
    for at in state.fences:
        yield Token(at, None, "fence")
    if state.thrown:
        yield Token(DIE, None, f"die{state.thrown}")


TELLING: Telling[State, Event] = Telling(
    describe_event=describe_event,
    losses=losses,
    points_spent=lambda event: 0,
    event_marks=event_marks,
    columns=COLUMNS,
    report=report,
    describe_state=describe_state,
    figures_by_field=figures_by_field,
    draw_board=draw_board,
    figures={str(rank): RANK_NAMES[rank] for rank in RANKS.values()} | {"fence": Phrase("fence")},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
)
