"""The bots of the family: they draft a turn in several styles and submit the best one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

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

FINE = 1_000_000  # steps of a random fraction: the numbers that are drawn are whole
MOODS = 0.7, 1.4
# Added to the whim until the first capture, so that openings differ.
OPEN = 2.0
# A seat that would lose a quiet end wants captures, the more the nearer that end (C40).
URGE, LAST_URGE = 4.0, 40.0
HUNGER, HASTE, CARELESS = 8.0, 3.0, 0.2


@dataclass(frozen=True, slots=True)
class IslandsSkill:
    """The strength of a bot.

    The ``styles`` in which it drafts a turn, the largest random value (``whim``) added to each
    draft, the range of random factors for moves (``zest``), and what it deducts if a foe could
    take the whole grail next (``doom``).
    """

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
# Large whims make the seasoned bot weaker: without them it played as well as the strong one.
SEASONED = IslandsSkill(STYLES, whim=80.0, zest=(0.2, 2.5))
STRONG = IslandsSkill(STYLES, whim=0.3, doom=80.0)


def propose_orders(skill: IslandsSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the submission of a bot, as one text, "" if its seat owes nothing."""
    match to_act(state).get(seat):
        case "turn":
            return _propose_turn(skill, state, seat, numbers)
        case "recapture":
            return _propose_answer(state, seat, numbers)
        case _:
            return ""


def make_outlook(state: State, position: BitPosition, seat: Seat, numbers: Numbers) -> Outlook:
    """Return what a seat considers now, with fresh random moods."""
    sides = sides_by_seat(state)
    own = sides[seat]
    urge = _capture_urge(state, seat)
    hunts = not position.chart.grail or (urge >= HUNGER and bool(state.captured))
    ways = distances_to_goals(position, seat, own, numbers, hunts=hunts)
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
        foreign=sum(mask for other, mask in position.chart.towers.items() if other not in own),
        plateau=plateau_mask(position.chart),
        urge=urge,
        hold=CARELESS if hunts else 1.0,
    )


def _nearness_by_place(pace: float, distances: Mapping[int, int]) -> Mapping[int, float]:
    return {at: -pace * steps for at, steps in distances.items()}


def _foes_ahead(state: State, seat: Seat, own: tuple[Seat, ...]) -> Iterator[tuple[Seat, int]]:
    """Yield the foes that play before the next turn of a seat, with their points."""
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
    """Return how much a seat wants any capture: the more, the nearer a quiet end that it would
    not win (C40)."""
    quiet, seats = state.since_capture, len(state.seats)
    if is_leading(state, seat):
        return 0.0
    if quiet >= state.laws.quiet_limit(seats) - seats:
        return LAST_URGE
    return URGE * max(0, quiet) / seats


def _propose_turn(skill: IslandsSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    if winning := _winning_storm(state, seat):
        return winning
    outlook = make_outlook(state, bit_position(state), seat, numbers)
    proposals: list[tuple[float, int, str]] = []
    for before, opened in _turn_openings(state, seat, outlook):
        position = bit_position(opened)
        if opened.outcome or opened.turn != seat:
            proposals.append(
                (outlook.weigh_turn(position) + _outcome_value(opened, seat), 0, join_words(before))
            )
            continue
        for rank, style in enumerate(skill.styles):
            draft = _draft_in_mood(skill, style, outlook, position, numbers)
            text, worth = _score_draft(skill, opened, seat, outlook, draft, numbers)
            proposals.append((worth, -rank, join_words([*before, text])))
            if worth > WON:
                return join_words([*before, text])
    return max(proposals)[2]


def _score_draft(
    skill: IslandsSkill,
    state: State,
    seat: Seat,
    outlook: Outlook,
    draft: TurnDraft,
    numbers: Numbers,
) -> tuple[str, float]:
    """Return a draft as text, and its value."""
    whim = skill.whim if state.captured else skill.whim + OPEN
    aside = draft.aside + _random_between(numbers, 0, whim)
    text, after = _write_draft(state, seat, draft)
    worth = outlook.weigh_turn(draft.muster) + aside + _outcome_value(after, seat)
    if skill.doom and _is_doomed(outlook, draft.muster):
        worth -= skill.doom
    return text, worth


def _winning_storm(state: State, seat: Seat) -> str:
    """Return a submission that wins at once, "" if none is found."""
    actions = state.laws.special_actions
    for text in actions.storm_texts(state) if actions else ():
        try:
            after = _play_text(state, seat, text)
        except Refused:
            continue
        if after.outcome and seat in after.outcome.winners:
            return text
    return ""


def _turn_openings(state: State, seat: Seat, outlook: Outlook) -> Iterator[tuple[list[str], State]]:
    """Yield how a turn can begin: the texts of special actions, and the state after them.

    First come all shots that improve the position, then perhaps the best other action, too.
    """
    texts = list[str]()
    while best := _best_action(state, seat, outlook, captures=True):
        texts, state = [*texts, best[1]], best[2]
    yield texts, state
    if best := _best_action(state, seat, outlook, captures=False):
        yield [*texts, best[1]], best[2]


def _best_action(
    state: State, seat: Seat, outlook: Outlook, *, captures: bool
) -> tuple[float, str, State] | None:
    """Return the gain, the text and the result of the special action that gains most, if any."""
    actions = state.laws.special_actions
    if actions is None or state.outcome or state.turn != seat:
        return None
    before, results = outlook.weigh_turn(bit_position(state)), list[tuple[float, str, State]]()
    for choice in actions.action_choices(state):
        if choice.captures == captures:
            after = _play_text(state, seat, choice.text)
            results.append((outlook.weigh_turn(bit_position(after)) - before, choice.text, after))
    best = max(results, key=lambda result: result[:2], default=None)
    return best if best and best[0] > 0 else None


def _draft_in_mood(
    skill: IslandsSkill,
    style: DraftingStyle,
    outlook: Outlook,
    position: BitPosition,
    numbers: Numbers,
) -> TurnDraft:
    """Return a turn drafted in a style, with random deviations from it."""
    mood = replace(style, fear=style.fear * _random_between(numbers, *MOODS))
    zest = {
        at: _random_between(numbers, *skill.zest) for at in places_in(position.masks[outlook.seat])
    }
    return TurnDrafter(outlook, mood, zest).draft_turn(position)


def _is_doomed(outlook: Outlook, position: BitPosition) -> bool:
    """Whether a foe could take enough of the grail to win before the next turn."""
    return any(
        conquest_of_grail(position._replace(points=points), foe, outlook.sides[foe])
        for foe, points in outlook.ahead
    )


def _random_between(numbers: Numbers, low: float, high: float) -> float:
    return low + (high - low) * numbers(FINE) / FINE


def _outcome_value(state: State, seat: Seat) -> float:
    if state.outcome is None:
        return 0.0
    return 2 * WON if seat in state.outcome.winners else -2 * WON


def _write_draft(state: State, seat: Seat, draft: TurnDraft) -> tuple[str, State]:
    """Return a draft as text, up to the first window that it opens, and the state after it.

    Moves that the rules refuse are left out: the draft is only an estimate.
    """
    texts, number, fields = list[str](), state.number, draft.muster.chart.fields
    for move in draft.moves:
        order = march_to(state, fields[move.start], move.figure, fields[move.end])
        if order is None:
            continue
        text = write_march(structs.replace(order, waived=move.waived))
        try:
            state = _play_text(state, seat, text)
        except Refused:
            continue
        texts.append(text)
        # The turn will be thought over again once the window has been answered.
        if state.window or state.outcome or state.number != number:
            return join_words(texts), state
    texts += _guard_orders(state, seat)
    return join_words([*texts, END.word]), _play_text(state, seat, END.word)


def _guard_orders(state: State, seat: Seat) -> Iterator[str]:
    """Yield orders that guard the seat with the points that are left."""
    actions = state.laws.special_actions
    for text in actions.guard_texts(state) if actions else ():
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
    """Return the recapture with the best result, or the pass."""
    outlook = make_outlook(state, bit_position(state), seat, numbers)
    answers = [
        (_score_answer(outlook, _play_text(state, seat, choice.text)), choice.text)
        for choice in legal_choices(state, seat)
    ]
    return max(answers)[1]


def _score_answer(outlook: Outlook, after: State) -> float:
    return outlook.weigh_turn(bit_position(after)) + _outcome_value(after, outlook.seat)
