"""A skirmish in sentences, numbers and marks, and drawn."""

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
    Report,
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
    """Name a unit by its rank, as far as it is known."""
    return RANK_NAMES[unit.rank]


def camp(seat: Seat, places: Mapping[Square, int]) -> Phrase:
    """Tell where a seat has set up its units; to others only that it has."""
    if not places:
        return Phrase("%(seat)s has set up its units.", seat=NAMES[seat])
    told = [
        Phrase("%(rank)s on %(at)s", rank=RANK_NAMES[rank], at=at) for at, rank in places.items()
    ]
    return Phrase("%(seat)s sets up: %(units)s.", seat=NAMES[seat], units=_listed(told))


def _listed(phrases: list[Phrase]) -> Phrase:
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)


def tell(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Tell an event in one sentence; that a turn has ended goes without saying."""
    match event:
        case Started():
            return Phrase("A boulder lies on %(at)s. All set up their units.", at=event.boulder)
        case Mustered():
            return camp(event.seat, event.places)
        case Began():
            return Phrase("All units stand; %(seat)s begins.", seat=NAMES[event.seat])
        case Moved():
            return _move(event)
        case Fought():
            return _fight(event)
        case Retreated():
            retreats = Phrase("%(seat)s retreats from %(start)s to %(end)s.")
            return _named(retreats, event)
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


def _named(told: Phrase, event: Moved | Retreated) -> Phrase:
    return Phrase(told.template, seat=NAMES[event.seat], start=event.start, end=event.end)


def _move(event: Moved) -> Phrase:
    gone = _named(Phrase("%(seat)s goes from %(start)s to %(end)s."), event)
    if not event.fence:
        return gone
    return Phrase("%(gone)s A fence is laid on %(at)s.", gone=gone, at=event.fence)


def _fight(event: Fought) -> Phrase:
    told: dict[str, Phrase | str | int] = {
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
            **told,
        )
    return Phrase(
        "%(seat)s throws %(throw)s: %(rank)s %(start)s falls to %(against)s %(end)s.",
        **told,
    )


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the units that fell by an event."""
    match event:
        case Fought(is_won=False):
            return (Loss(event.seat, event.foe, _fallen(event.rank, event.start)),)
        case Fell():
            return (Loss(event.seat, None, _fallen(event.rank, event.at)),)
        case _:
            return ()


def _fallen(rank: int, at: Square) -> Phrase:
    return Phrase("%(rank)s on %(at)s", rank=RANK_NAMES[rank], at=at)


def trace(event: Event) -> tuple[Mark, ...]:
    """Return what draws an event."""
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


def report(state: State) -> Report:
    """Tell a state in numbers; the game has no points."""
    in_play = state.is_set_up and not state.outcome
    return Report(
        turn=state.turn if in_play else None,
        number=state.number,
        points=None,
        base=None,
        used=None,
        reasons=(),
        seats=tuple(_line(state, seat) for seat in state.seats),
        notes=tuple(_notes(state)),
    )


def _line(state: State, seat: Seat) -> SeatLine:
    units = sum(unit.seat == seat for unit in state.units.values())
    facts = (Phrase("fences left: %(n)s", n=state.stock[seat]),) if state.stock[seat] else ()
    return SeatLine(seat, {"units": units, "won": state.won.get(seat, 0)}, facts)


def _notes(state: State) -> Iterator[Phrase]:
    if state.outcome:
        yield Phrase("The game is over: %(reason)s.", reason=_REASONS[state.outcome.reason])
        if state.outcome.winners:
            winners = [NAMES[seat] for seat in state.outcome.winners]
            yield Phrase("Winner: %(winners)s.", winners=_listed(winners))
        return
    for seat in state.agreed:
        yield Phrase("%(seat)s wants a draw.", seat=NAMES[seat])


def text(state: State) -> tuple[Phrase, ...]:
    """Tell where everything stands."""
    return tuple(_text(state))


def _text(state: State) -> Iterator[Phrase]:
    for seat in state.seats:
        units = [
            Phrase("%(rank)s on %(at)s", rank=unit_name(unit), at=at)
            for at, unit in sorted(state.units.items())
            if unit.seat == seat
        ]
        told = _listed(units) if units else Phrase("nothing")
        yield Phrase("%(seat)s: %(units)s.", seat=NAMES[seat], units=told)
    yield Phrase("Fences and boulders: %(at)s.", at=", ".join(sorted(state.fences)))
    if state.thrown:
        yield Phrase("The last throw was %(throw)s.", throw=state.thrown)


def stands(state: State) -> Mapping[str, Figure]:
    """Tell what stands on each field, and the die beside them."""
    named = {
        at: Figure(
            unit.seat,
            Phrase("%(rank)s of %(seat)s", rank=unit_name(unit), seat=NAMES[unit.seat]),
        )
        for at, unit in state.units.items()
    }
    fences = {at: Figure(None, Phrase("fence")) for at in state.fences}
    return {**named, **fences, **_die(state)}


def _die(state: State) -> Mapping[str, Figure]:
    return {DIE: Figure(None, Phrase("die: %(n)s", n=state.thrown))} if state.thrown else {}


def draw(state: State, style: BoardStyle) -> str:
    """Draw a position as SVG."""
    return picture.draw_svg(ARTIST, f"glade-{state.size}", _tokens(state), style)


def _tokens(state: State) -> Iterator[Token]:
    for at, unit in state.units.items():
        yield Token(at, unit.seat, str(unit.rank) if unit.rank else HIDDEN)
    for at in state.fences:
        yield Token(at, None, "fence")
    if state.thrown:
        yield Token(DIE, None, f"die{state.thrown}")


TELLING: Telling[State, Event] = Telling(
    describe_event=tell,
    losses=losses,
    points_spent=lambda event: 0,
    event_marks=trace,
    columns=COLUMNS,
    report=report,
    describe_state=text,
    figures_by_field=stands,
    draw_board=draw,
    figures={str(rank): RANK_NAMES[rank] for rank in RANKS.values()} | {"fence": Phrase("fence")},
    rules_text=markdown_reader(__file__, "RULES"),
    lessons_text=markdown_reader(__file__, "LESSONS"),
)
