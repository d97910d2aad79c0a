"""House players: they try some ways to spend a turn and hand in the one that ends best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from conquest.core import Numbers, Refused, Seat
from conquest.islands.composing.choices import legal, march
from conquest.islands.house.chart import places
from conquest.islands.house.drafting import Draft, Drafting, Style
from conquest.islands.house.goals import plateau, ways_to_goals
from conquest.islands.house.grail import conquest_of_grail
from conquest.islands.house.muster import Muster, friends, muster
from conquest.islands.house.outlook import PACE, WON, Outlook
from conquest.islands.model import POINTS, State
from conquest.islands.orders import write_march
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.submissions import END, join, read
from conquest.islands.rules.tally import base, leads

FINE = 1_000_000
MOODS = 0.7, 1.4
OPEN = 2.0
URGE, LAST_URGE = 4.0, 40.0
HUNGER, HASTE, CARELESS = 8.0, 3.0, 0.2


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays: how many ways to spend a turn he tries, how boldly, and what
    his whims may cost him."""

    styles: tuple[Style, ...]
    whim: float
    zest: tuple[float, float] = MOODS
    doom: float = 0.0


STYLES = (
    Style(fear=1.0),
    Style(fear=0.5),
    Style(fear=0.15),
    Style(fear=0.7, strokes=False),
    Style(fear=0.4, zeal=8.0),
    Style(fear=1.0, strikes=False, strokes=False),
)
SEASONED = Skill(STYLES, whim=80.0, zest=(0.2, 2.5))
STRONG = Skill(STYLES, whim=0.3, doom=80.0)


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
    urge = _urge(state, seat)
    hunts = not given.chart.grail or (urge >= HUNGER and bool(state.captured))
    ways = ways_to_goals(given, seat, own, numbers, hunts=hunts)
    pace = HASTE if hunts else 1.0
    return Outlook(
        seat=seat,
        own=own,
        sides=sides,
        ahead=tuple(_ahead(state, seat, own)),
        ways=ways,
        near={
            letter: _nearness(PACE[letter] * pace * _between(numbers, *MOODS), found)
            for letter, found in ways.items()
        },
        foreign=sum(mask for other, mask in given.chart.towers.items() if other not in own),
        plateau=plateau(given.chart),
        urge=urge,
        hold=CARELESS if hunts else 1.0,
    )


def _nearness(pace: float, found: Mapping[int, int]) -> Mapping[int, float]:
    return {at: -pace * steps for at, steps in found.items()}


def _ahead(state: State, seat: Seat, own: tuple[Seat, ...]) -> Iterator[tuple[Seat, int]]:
    """Yield the foes who play before the next turn of a seat, and their points."""
    at = state.seats.index(state.turn)
    seats = state.seats[at + 1 :] + state.seats[:at]
    if state.turn not in own:
        yield state.turn, base(state) - state.used
    if state.turn != seat:
        seats = seats[: seats.index(seat)]
    for other in seats:
        if other not in own:
            yield other, POINTS


def _urge(state: State, seat: Seat) -> float:
    """Return how much a seat wants any capture at all: the more, the nearer a quiet end that it
    would not win (C40)."""
    quiet, seats = state.since_capture, len(state.seats)
    if leads(state, seat):
        return 0.0
    if quiet >= state.laws.quiet(seats) - seats:
        return LAST_URGE
    return URGE * max(0, quiet) / seats


def _turn(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    if won := _stormed(state, seat):
        return won
    seen = outlook(state, muster(state), seat, numbers)
    found: list[tuple[float, int, str]] = []
    for before, opened in _openings(state, seat, seen):
        given = muster(opened)
        if opened.outcome or opened.turn != seat:
            found.append((seen.weigh(given) + _ended(opened, seat), 0, join(before)))
            continue
        for rank, style in enumerate(skill.styles):
            draft = _drafted(skill, style, seen, given, numbers)
            text, worth = _tried(skill, opened, seat, seen, draft, numbers)
            found.append((worth, -rank, join([*before, text])))
            if worth > WON:
                return join([*before, text])
    return max(found)[2]


def _tried(
    skill: Skill, state: State, seat: Seat, seen: Outlook, draft: Draft, numbers: Numbers
) -> tuple[str, float]:
    """Return a draft as text, and what it is worth."""
    whim = skill.whim if state.captured else skill.whim + OPEN
    aside = draft.aside + _between(numbers, 0, whim)
    text, after = _submission(state, seat, draft)
    worth = seen.weigh(draft.muster) + aside + _ended(after, seat)
    if skill.doom and _is_doomed(seen, draft.muster):
        worth -= skill.doom
    return text, worth


def _stormed(state: State, seat: Seat) -> str:
    """Return a text that wins at once, "" if none does."""
    deeds = state.laws.deeds
    for text in deeds.storms(state) if deeds else ():
        try:
            after = _played(state, seat, text)
        except Refused:
            continue
        if after.outcome and seat in after.outcome.winners:
            return text
    return ""


def _openings(state: State, seat: Seat, seen: Outlook) -> Iterator[tuple[list[str], State]]:
    """Yield how a turn can begin: with all that improves the position for nothing but points and
    takes something, and then perhaps with what else could be done best besides walking."""
    texts = list[str]()
    while best := _best_deed(state, seat, seen, captures=True):
        texts, state = [*texts, best[1]], best[2]
    yield texts, state
    if best := _best_deed(state, seat, seen, captures=False):
        yield [*texts, best[1]], best[2]


def _best_deed(
    state: State, seat: Seat, seen: Outlook, *, captures: bool
) -> tuple[float, str, State] | None:
    """Return the deed that improves the position most, what it gains and what comes of it."""
    deeds = state.laws.deeds
    if deeds is None or state.outcome or state.turn != seat:
        return None
    before, found = seen.weigh(muster(state)), list[tuple[float, str, State]]()
    for choice in deeds.choices(state):
        if choice.captures == captures:
            after = _played(state, seat, choice.text)
            found.append((seen.weigh(muster(after)) - before, choice.text, after))
    best = max(found, key=lambda one: one[:2], default=None)
    return best if best and best[0] > 0 else None


def _drafted(skill: Skill, style: Style, seen: Outlook, given: Muster, numbers: Numbers) -> Draft:
    """Return a turn in a style, in the mood of the moment."""
    mood = replace(style, fear=style.fear * _between(numbers, *MOODS))
    zest = {at: _between(numbers, *skill.zest) for at in places(given.masks[seen.seat])}
    return Drafting(seen, mood, zest).drafted(given)


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


def _submission(state: State, seat: Seat, draft: Draft) -> tuple[str, State]:
    """Return a draft as text, up to the first question to somebody else, and what comes of it."""
    texts, number, fields = list[str](), state.number, draft.muster.chart.fields
    for move in draft.moves:
        order = march(state, fields[move.start], move.figure, fields[move.end])
        if order is None:
            continue
        text = write_march(replace(order, waived=move.waived))
        try:
            state = _played(state, seat, text)
        except Refused:
            continue
        texts.append(text)
        if state.window or state.outcome or state.number != number:
            return join(texts), state
    texts += _guarded(state, seat)
    return join([*texts, END.word]), _played(state, seat, END.word)


def _guarded(state: State, seat: Seat) -> Iterator[str]:
    """Yield what guards with the points that are left."""
    deeds = state.laws.deeds
    for text in deeds.guards(state) if deeds else ():
        try:
            state = _played(state, seat, text)
        except Refused:
            return
        if state.turn != seat:
            return
        yield text


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
