"""House players: they try some ways to spend a turn and hand in the one that ends best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from conquest.core import Numbers, Refused, Seat
from conquest.islands.bot.bit_board import places_in
from conquest.islands.bot.bit_position import BitPosition, bit_position, sides_by_seat
from conquest.islands.bot.drafting import DraftingStyle, TurnDraft, TurnDrafter
from conquest.islands.bot.goals import distances_to_goals, plateau_mask
from conquest.islands.bot.grail import conquest_of_grail
from conquest.islands.bot.outlook import PACE, WON, Outlook
from conquest.islands.composing.choices import legal_choices, march_to
from conquest.islands.model import POINTS, State
from conquest.islands.orders import write_march
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.submissions import END, join_words, read_orders
from conquest.islands.rules.tally import base_points, is_leading

FINE = 1_000_000
MOODS = 0.7, 1.4
OPEN = 2.0
URGE, LAST_URGE = 4.0, 40.0
HUNGER, HASTE, CARELESS = 8.0, 3.0, 0.2


@dataclass(frozen=True, slots=True)
class IslandsSkill:
    """How well somebody plays: how many ways to spend a turn he tries, how boldly, and what
    his whims may cost him."""

    styles: tuple[DraftingStyle, ...]
    whim: float
    zest: tuple[float, float] = MOODS
    doom: float = 0.0


STYLES = (
    DraftingStyle(fear=1.0),
    DraftingStyle(fear=0.5),
    DraftingStyle(fear=0.15),
    DraftingStyle(fear=0.7, strokes=False),
    DraftingStyle(fear=0.4, zeal=8.0),
    DraftingStyle(fear=1.0, strikes=False, strokes=False),
)
SEASONED = IslandsSkill(STYLES, whim=80.0, zest=(0.2, 2.5))
STRONG = IslandsSkill(STYLES, whim=0.3, doom=80.0)


def propose_orders(skill: IslandsSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house player hands in now, as one text."""
    match to_act(state).get(seat):
        case "turn":
            return _propose_turn(skill, state, seat, numbers)
        case "recapture":
            return _propose_answer(state, seat, numbers)
        case _:
            return ""


def make_outlook(state: State, given: BitPosition, seat: Seat, numbers: Numbers) -> Outlook:
    """Return what a seat reckons with now."""
    sides = sides_by_seat(state)
    own = sides[seat]
    urge = _capture_urge(state, seat)
    hunts = not given.chart.grail or (urge >= HUNGER and bool(state.captured))
    ways = distances_to_goals(given, seat, own, numbers, hunts=hunts)
    pace = HASTE if hunts else 1.0
    return Outlook(
        seat=seat,
        own=own,
        sides=sides,
        ahead=tuple(_foes_ahead(state, seat, own)),
        ways=ways,
        near={
            letter: _nearness_by_place(
                PACE[letter] * pace * _random_between(numbers, *MOODS), found
            )
            for letter, found in ways.items()
        },
        foreign=sum(mask for other, mask in given.chart.towers.items() if other not in own),
        plateau=plateau_mask(given.chart),
        urge=urge,
        hold=CARELESS if hunts else 1.0,
    )


def _nearness_by_place(pace: float, found: Mapping[int, int]) -> Mapping[int, float]:
    return {at: -pace * steps for at, steps in found.items()}


def _foes_ahead(state: State, seat: Seat, own: tuple[Seat, ...]) -> Iterator[tuple[Seat, int]]:
    """Yield the foes who play before the next turn of a seat, and their points."""
    at = state.seats.index(state.turn)
    seats = state.seats[at + 1 :] + state.seats[:at]
    if state.turn not in own:
        yield state.turn, base_points(state) - state.used
    if state.turn != seat:
        seats = seats[: seats.index(seat)]
    for other in seats:
        if other not in own:
            yield other, POINTS


def _capture_urge(state: State, seat: Seat) -> float:
    """Return how much a seat wants any capture at all: the more, the nearer a quiet end that it
    would not win (C40)."""
    quiet, seats = state.since_capture, len(state.seats)
    if is_leading(state, seat):
        return 0.0
    if quiet >= state.laws.quiet_limit(seats) - seats:
        return LAST_URGE
    return URGE * max(0, quiet) / seats


def _propose_turn(skill: IslandsSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    if won := _winning_storm(state, seat):
        return won
    seen = make_outlook(state, bit_position(state), seat, numbers)
    found: list[tuple[float, int, str]] = []
    for before, opened in _turn_openings(state, seat, seen):
        given = bit_position(opened)
        if opened.outcome or opened.turn != seat:
            found.append(
                (seen.weigh_turn(given) + _outcome_value(opened, seat), 0, join_words(before))
            )
            continue
        for rank, style in enumerate(skill.styles):
            draft = _draft_in_mood(skill, style, seen, given, numbers)
            text, worth = _score_draft(skill, opened, seat, seen, draft, numbers)
            found.append((worth, -rank, join_words([*before, text])))
            if worth > WON:
                return join_words([*before, text])
    return max(found)[2]


def _score_draft(
    skill: IslandsSkill, state: State, seat: Seat, seen: Outlook, draft: TurnDraft, numbers: Numbers
) -> tuple[str, float]:
    """Return a draft as text, and what it is worth."""
    whim = skill.whim if state.captured else skill.whim + OPEN
    aside = draft.aside + _random_between(numbers, 0, whim)
    text, after = _write_draft(state, seat, draft)
    worth = seen.weigh_turn(draft.muster) + aside + _outcome_value(after, seat)
    if skill.doom and _is_doomed(seen, draft.muster):
        worth -= skill.doom
    return text, worth


def _winning_storm(state: State, seat: Seat) -> str:
    """Return a text that wins at once, "" if none does."""
    deeds = state.laws.special_actions
    for text in deeds.storm_texts(state) if deeds else ():
        try:
            after = _play_text(state, seat, text)
        except Refused:
            continue
        if after.outcome and seat in after.outcome.winners:
            return text
    return ""


def _turn_openings(state: State, seat: Seat, seen: Outlook) -> Iterator[tuple[list[str], State]]:
    """Yield how a turn can begin: with all that improves the position for nothing but points and
    takes something, and then perhaps with what else could be done best besides walking."""
    texts = list[str]()
    while best := _best_action(state, seat, seen, captures=True):
        texts, state = [*texts, best[1]], best[2]
    yield texts, state
    if best := _best_action(state, seat, seen, captures=False):
        yield [*texts, best[1]], best[2]


def _best_action(
    state: State, seat: Seat, seen: Outlook, *, captures: bool
) -> tuple[float, str, State] | None:
    """Return the deed that improves the position most, what it gains and what comes of it."""
    deeds = state.laws.special_actions
    if deeds is None or state.outcome or state.turn != seat:
        return None
    before, found = seen.weigh_turn(bit_position(state)), list[tuple[float, str, State]]()
    for choice in deeds.action_choices(state):
        if choice.captures == captures:
            after = _play_text(state, seat, choice.text)
            found.append((seen.weigh_turn(bit_position(after)) - before, choice.text, after))
    best = max(found, key=lambda one: one[:2], default=None)
    return best if best and best[0] > 0 else None


def _draft_in_mood(
    skill: IslandsSkill, style: DraftingStyle, seen: Outlook, given: BitPosition, numbers: Numbers
) -> TurnDraft:
    """Return a turn in a style, in the mood of the moment."""
    mood = replace(style, fear=style.fear * _random_between(numbers, *MOODS))
    zest = {at: _random_between(numbers, *skill.zest) for at in places_in(given.masks[seen.seat])}
    return TurnDrafter(seen, mood, zest).draft_turn(given)


def _is_doomed(seen: Outlook, given: BitPosition) -> bool:
    """Whether a foe could take all of the grail before the next turn."""
    return any(
        conquest_of_grail(given._replace(points=points), foe, seen.sides[foe])
        for foe, points in seen.ahead
    )


def _random_between(numbers: Numbers, low: float, high: float) -> float:
    return low + (high - low) * numbers(FINE) / FINE


def _outcome_value(state: State, seat: Seat) -> float:
    if state.outcome is None:
        return 0.0
    return 2 * WON if seat in state.outcome.winners else -2 * WON


def _write_draft(state: State, seat: Seat, draft: TurnDraft) -> tuple[str, State]:
    """Return a draft as text, up to the first question to somebody else, and what comes of it."""
    texts, number, fields = list[str](), state.number, draft.muster.chart.fields
    for move in draft.moves:
        order = march_to(state, fields[move.start], move.figure, fields[move.end])
        if order is None:
            continue
        text = write_march(replace(order, waived=move.waived))
        try:
            state = _play_text(state, seat, text)
        except Refused:
            continue
        texts.append(text)
        if state.window or state.outcome or state.number != number:
            return join_words(texts), state
    texts += _guard_orders(state, seat)
    return join_words([*texts, END.word]), _play_text(state, seat, END.word)


def _guard_orders(state: State, seat: Seat) -> Iterator[str]:
    """Yield what guards with the points that are left."""
    deeds = state.laws.special_actions
    for text in deeds.guard_texts(state) if deeds else ():
        try:
            state = _play_text(state, seat, text)
        except Refused:
            return
        if state.turn != seat:
            return
        yield text


def _play_text(state: State, seat: Seat, text: str) -> State:
    for event in decide(state, seat, read_orders(state, seat, text)):
        state = evolve(state, event)
    return state


def _propose_answer(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the recapture that ends best, or none."""
    seen = make_outlook(state, bit_position(state), seat, numbers)
    found = [
        (_score_answer(seen, _play_text(state, seat, one.text)), one.text)
        for one in legal_choices(state, seat)
    ]
    return max(found)[1]


def _score_answer(seen: Outlook, after: State) -> float:
    return seen.weigh_turn(bit_position(after)) + _outcome_value(after, seen.seat)
