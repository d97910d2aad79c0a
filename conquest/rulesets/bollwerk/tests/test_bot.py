"""Bots: what they must not miss, at every strength."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import BotLevel, Seat, fold
from conquest.kit import chance
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.model import State

from .table import NO_STONES, new_game, set_up

GOALS = {"end_field": {"white": "a1", "black": "f6"}}
LEVELS = RULES.composing.levels


@pytest.fixture(params=LEVELS, ids=[level.name for level in LEVELS])
def level(request: pytest.FixtureRequest) -> BotLevel[State]:
    found: BotLevel[State] = request.param
    return found


def proposed_orders(level: BotLevel[State], state: State, key: bytes = b"whims") -> str:
    return level.propose_orders(state, state.turn, chance.keyed_numbers(key))


def play_orders(state: State, seat: Seat, text: str) -> State:
    return fold(
        RULES,
        state,
        RULES.judgement.decide(state, seat, RULES.notation.read_orders(state, seat, text)),
    )


def winner(state: State, seat: Seat, reason: str) -> bool:
    outcome = RULES.judgement.outcome(state)
    return outcome is not None and (outcome.winners, outcome.reason) == ((seat,), reason)


def open_board(pieces: dict[str, str], **position: Any) -> State:
    """Set up a bare board of 6 by 6 squares with an end field in two of its corners."""
    case = set_up("\n".join(["......"] * 6).replace(".", ". "), board=GOALS, bare=True)
    case["position"] |= {"pieces": pieces, **position}
    return RULES.judgement.open_case(case)


def test_there_is_a_weaker_and_a_stronger_bot() -> None:
    assert [level.name for level in LEVELS] == ["casual", "strong"]
    assert [str(level.title) for level in LEVELS] == ["casual", "strong"]


@pytest.mark.parametrize(
    ("pieces", "stock", "reason"),
    [
        ({"f1": "white Q", "c3": "black W"}, NO_STONES, "end_field"),
        ({"b1": "white N", "c5": "white N", "c1": "black W"}, {"white": {"X": 1}}, "bomb"),
        ({"c3": "white H", "c5": "black W", "a6": "white W"}, NO_STONES, "all_captured"),
    ],
    ids=["end field", "bomb", "all captured"],
)
def test_a_bot_takes_a_win(
    level: BotLevel[State], pieces: dict[str, str], stock: dict[str, Any], reason: str
) -> None:
    """HB3: by a move, by a bomb after it, by the last capture."""
    state = open_board(pieces, stock=stock)
    assert winner(play_orders(state, "white", proposed_orders(level, state)), "white", reason)


@pytest.mark.parametrize(
    ("pieces", "stock"),
    [
        ({"f5": "white Q", "c6": "white N", "a5": "black H"}, NO_STONES),
        ({"c2": "white Q", "f1": "white W", "a6": "black H"}, NO_STONES),
        ({"d3": "white G", "e6": "white W", "a5": "black H"}, {"white": {"B": 1}, "black": {}}),
    ],
    ids=["capture", "stand in the way", "block"],
)
def test_a_bot_stops_a_win(
    level: BotLevel[State], pieces: dict[str, str], stock: dict[str, Any]
) -> None:
    """HB3: by a capture, by a piece in the way, by a stone; whatever else there is to take."""
    state = open_board(pieces, stock=stock)
    threat = RULES.judgement.suppose_turn(state, "black")
    assert _can_win(threat)
    after = play_orders(state, "white", proposed_orders(level, state))
    assert not _can_win(after)


def _can_win(state: State) -> bool:
    seat = state.turn
    ends = (
        RULES.judgement.outcome(play_orders(state, seat, choice.text))
        for choice in RULES.composing.legal_choices(state, seat)
    )
    return any(end and seat in end.winners for end in ends)


def test_a_bot_answers_alike_to_the_same_numbers(level: BotLevel[State]) -> None:
    texts = {proposed_orders(level, new_game(), key) for key in (b"one", b"one")}
    assert len(texts) == 1


def test_a_bot_has_whims() -> None:
    """A casual player does not always begin alike."""
    casual = LEVELS[0]
    assert len({proposed_orders(casual, new_game(), bytes([n])) for n in range(6)}) > 1


def test_a_bot_plays_legal_turns_to_the_end() -> None:
    """B5: the casual one against itself."""
    state, numbers = new_game(), chance.keyed_numbers(b"a game")
    while RULES.judgement.outcome(state) is None and state.number < 80:
        text = LEVELS[0].propose_orders(state, state.turn, numbers)
        state = play_orders(state, state.turn, text)
    assert state.number > 20


def test_the_strong_bot_plays_legal_turns() -> None:
    """B5."""
    state = new_game()
    for number in range(3):
        state = play_orders(state, state.turn, proposed_orders(LEVELS[1], state, bytes([number])))
    assert state.number == 4


def test_a_bot_that_is_not_on_turn_hands_in_nothing(level: BotLevel[State]) -> None:
    """O4."""
    assert level.propose_orders(new_game(), "black", chance.keyed_numbers(b"")) == ""


def test_a_bot_accepts_a_draw_only_when_it_is_losing(level: BotLevel[State]) -> None:
    """O12."""
    even = {"a3": "white Q", "a5": "black W", "c5": "black W"}
    lost = {"e4": "white W", "a3": "black Q", "c1": "black H"}
    answers = [
        proposed_orders(level, open_board(pieces, stock=NO_STONES, draw="black"))
        for pieces in (even, lost)
    ]
    assert answers[0] != "draw!"
    assert answers[1] == "draw!"


def test_a_bot_places_a_stone_when_nothing_can_move(level: BotLevel[State]) -> None:
    """HB7: a bomb is no move, but the knight can remove a block."""
    state = RULES.judgement.open_case(set_up("N X X\nX X B", bare=True, stock=NO_STONES))
    assert proposed_orders(level, state) == "a2 ~c1"
