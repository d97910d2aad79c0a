"""House players: they try some ways to spend a turn and hand in the one that ends best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from conquest.core import Numbers, Refused, Seat
from conquest.islands.orders import March, write_march
from conquest.islands.pieces import figures
from conquest.rulesets.conquest.chart import places
from conquest.rulesets.conquest.choices import legal, reach
from conquest.rulesets.conquest.drafting import Draft, Drafting, Style
from conquest.rulesets.conquest.evolution import evolve
from conquest.rulesets.conquest.goals import plateau, ways_to_goals
from conquest.rulesets.conquest.grail import conquest_of_grail
from conquest.rulesets.conquest.model import POINTS, QUIET_ROUNDS, State
from conquest.rulesets.conquest.muster import Move, Muster, friends, muster
from conquest.rulesets.conquest.orders import join, read
from conquest.rulesets.conquest.outlook import PACE, WON, Outlook
from conquest.rulesets.conquest.rules import decide, to_act
from conquest.rulesets.conquest.tally import base, leads, remaining

FINE = 1_000_000
MOODS = 0.7, 1.4
OPEN = 2.0
PASS, END = "pass", "end"


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays: how many ways to spend a turn he tries, how boldly, and what
    his whims may cost him."""

    styles: tuple[Style, ...]
    whim: float
    zest: tuple[float, float] = MOODS
    doom: float = 0.0


SEASONED = Skill(
    styles=(Style(fear=0.5, strokes=False, sees_grail=False),), whim=0.0, zest=(0.3, 2.0)
)
STRONG = Skill(
    styles=(
        Style(fear=1.0),
        Style(fear=0.5),
        Style(fear=0.15),
        Style(fear=0.7, strokes=False),
        Style(fear=0.4, zeal=8.0),
        Style(fear=1.0, strikes=False, strokes=False),
    ),
    whim=0.3,
    doom=80.0,
)


def propose(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house player hands in now, as one text."""
    match to_act(state).get(seat):
        case "turn":
            return _turn(skill, state, seat, numbers)
        case "recapture":
            return _answer(state, seat, numbers)
        case _:
            return ""


def outlook(state: State, given: Muster, seat: Seat, numbers: Numbers) -> Outlook:
    """Return what a seat reckons with now."""
    sides = friends(state)
    own = sides[seat]
    ways = ways_to_goals(given, seat, own, numbers)
    return Outlook(
        seat=seat,
        own=own,
        sides=sides,
        ahead=tuple(_ahead(state, seat, own)),
        ways=ways,
        near={
            letter: _nearness(PACE[letter] * _between(numbers, *MOODS), found)
            for letter, found in ways.items()
        },
        foreign=sum(mask for other, mask in given.chart.towers.items() if other not in own),
        plateau=plateau(given.chart),
        urge=_urge(state, seat),
    )


def _nearness(pace: float, found: Mapping[int, int]) -> Mapping[int, float]:
    return {at: -pace * steps for at, steps in found.items()}


def _ahead(state: State, seat: Seat, own: tuple[Seat, ...]) -> Iterator[tuple[Seat, int]]:
    """Yield the foes who play before the next turn of a seat, and their points."""
    at, seats = state.seats.index(state.turn), state.seats
    if state.turn not in own:
        yield state.turn, base(state) - state.used
    if state.turn != seat:
        seats = seats[at + 1 :] + seats[:at]
        seats = seats[: seats.index(seat)]
    else:
        seats = seats[at + 1 :] + seats[:at]
    for other in seats:
        if other not in own:
            yield other, POINTS


def _urge(state: State, seat: Seat) -> float:
    """Return how much a seat wants any capture at all: the more, the nearer a quiet end that it
    would not win (C40)."""
    quiet, seats = state.since_capture, len(state.seats)
    if leads(state, seat):
        return 0.0
    if quiet >= (QUIET_ROUNDS - 1) * seats:
        return 40.0
    return 4.0 * max(0, quiet) / seats


def _turn(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    given = muster(state)
    seen = outlook(state, given, seat, numbers)
    written: list[tuple[float, int, str]] = []
    for rank, style in enumerate(skill.styles):
        dared = replace(style, fear=style.fear * _between(numbers, *MOODS))
        zest = {at: _between(numbers, *skill.zest) for at in places(given.masks[seat])}
        draft = Drafting(seen, dared, seat, zest).drafted(given)
        whim = _between(numbers, 0, skill.whim if state.captured else skill.whim + OPEN)
        text, after = _written(state, seat, draft)
        worth = seen.weigh(draft.muster) + draft.aside + whim + _ended(after, seat)
        worth -= skill.doom * _is_doomed(seen, draft.muster)
        written.append((worth, -rank, text))
        if worth > WON:
            break
    return max(written)[2]


def _is_doomed(seen: Outlook, given: Muster) -> bool:
    """Tell whether a foe could take all of the grail before the next turn."""
    return any(
        conquest_of_grail(given._replace(points=points), foe, seen.sides[foe])
        for foe, points in seen.ahead
    )


def _between(numbers: Numbers, low: float, high: float) -> float:
    return low + (high - low) * numbers(FINE) / FINE


def _ended(state: State, seat: Seat) -> float:
    if state.outcome is None:
        return 0.0
    return 2 * WON if seat in state.outcome.winners else -2 * WON


def _written(state: State, seat: Seat, draft: Draft) -> tuple[str, State]:
    """Return a draft as text, up to the first question to somebody else, and what comes of it."""
    texts, number = list[str](), state.number
    for move in draft.moves:
        text = _text(state, draft.muster, move)
        try:
            after = _played(state, seat, text)
        except Refused:
            continue
        texts.append(text)
        state = after
        if state.window or state.outcome or state.number != number:
            return join(texts), state
    return join([*texts, END]), _played(state, seat, END)


def _text(state: State, given: Muster, move: Move) -> str:
    fields = given.chart.fields
    start, end = fields[move.start], fields[move.end]
    stack = state.pieces.get(start)
    if stack is None:
        return END
    there = list(figures(stack))
    if move.figure >= len(there):
        return END
    target = reach(state, start, move.figure, remaining(state)).get(end)
    if target is None:
        return ""
    letter = there[move.figure].letter if move.figure else ""
    links = "-" * (len(target.path) - 2) + ("x" if target.captures else "-")
    rank = _rank(state, start, move.figure, end) if letter else 0
    return write_march(March(letter, rank, target.path, links, move.waived and target.captures))


def _rank(state: State, field: str, figure: int, end: str) -> int:
    """Number a soldier aboard where another could be meant (A43)."""
    there = list(figures(state.pieces[field]))
    equal: dict[int, int] = {}
    for place, one in enumerate(there):
        if place and one.letter == there[figure].letter:
            equal.setdefault(one.steps, place)
    able = [place for place in equal.values() if end in reach(state, field, place, POINTS)]
    if len(able) < 2:
        return 0
    return 1 + sorted(equal).index(there[figure].steps)


def _played(state: State, seat: Seat, text: str) -> State:
    for event in decide(state, seat, read(state, seat, text)):
        state = evolve(state, event)
    return state


def _answer(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the recapture that ends best, or none."""
    seen = outlook(state, muster(state), seat, numbers)
    found = [(_worth(seen, _played(state, seat, one.text)), one.text) for one in legal(state, seat)]
    return max(found)[1]


def _worth(seen: Outlook, after: State) -> float:
    return seen.weigh(muster(after)) + _ended(after, seen.seat)
