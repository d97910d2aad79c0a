"""The timeline of a game: numbers turn by turn, and key moves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest.core import Mark, Phrase
from games.models import Game
from games.play.history import HistoryStep
from games.replay.timeline import KeyMove, game_timeline, pick_key_moves
from tests import stage
from tests.games import armada, espionage, skirmishes

DAY = datetime(2026, 3, 2)
# South captures west's only soldier and so ends the game.
FEW = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


def key_move(seq: int, *, swing: int = 0, worth: float = 0) -> KeyMove:
    arrow = (Mark("arrow", ("a", "b")),)
    step = HistoryStep(seq, seq, DAY, "south", Phrase("step"), "", 0, arrow, ())
    return KeyMove(step, seq, {"south": swing} if swing else {}, worth)


def seqs(key_moves: list[KeyMove]) -> list[int]:
    return [one.step.seq for one in pick_key_moves(key_moves)]


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


def game_with_capture(people: list[Person], now: datetime) -> Game:
    game = stage.begin(people, FEW, now=now)
    stage.hand_in(game, people[0], "S12xS13", now=now)
    game.refresh_from_db()
    return game


def test_key_moves_are_swings_losses_and_the_last_move() -> None:
    swings = [key_move(seq, swing=seq) for seq in (1, 2, 3, 4)]
    losses = [key_move(seq, worth=seq) for seq in (5, 6, 7)]
    assert seqs([*swings, *losses, key_move(8), key_move(9)]) == [2, 3, 4, 6, 7, 9]


def test_key_moves_name_no_move_twice() -> None:
    key_moves = [key_move(1, swing=1), key_move(2, worth=1), key_move(3, swing=2, worth=5)]
    assert seqs(key_moves) == [1, 2, 3]


def test_key_moves_go_back_from_the_end_if_little_has_happened() -> None:
    assert seqs([key_move(1, swing=1), *map(key_move, range(2, 9))]) == [1, 7, 8]
    assert seqs([key_move(1), key_move(2)]) == [1, 2]


def test_key_moves_take_the_heavier_of_two_equal_swings() -> None:
    key_moves = [
        key_move(seq, swing=1, worth=worth) for seq, worth in enumerate((9, 8, 1, 7, 2, 1))
    ]
    assert seqs(key_moves) == [0, 1, 3, 4, 5]


def test_key_moves_are_none_if_nothing_was_done() -> None:
    assert seqs([]) == []


def test_a_timeline_has_the_main_number_and_points_of_every_turn(
    people: list[Person], now: datetime
) -> None:
    told = game_timeline(game_with_capture(people, now))
    assert told.main is not None
    assert told.main.name == "score"
    before, after = told.turns
    assert before.numbers == {"south": 2, "west": 1, "north": 2, "east": 2}
    assert after.numbers == {"south": 3, "west": 0, "north": 2, "east": 2}
    assert (before.number, after.number) == (0, 1)
    assert after.used == {"south": 1}


def test_a_timeline_weighs_a_capture(people: list[Person], now: datetime) -> None:
    game = game_with_capture(people, now)
    (only,) = game_timeline(game).key_moves
    assert only.changes == {"south": 1, "west": -1}
    assert only.worth == game.rules.telling.worth["S"]


def test_a_timeline_finds_the_step_that_changed_the_number(
    people: list[Person], now: datetime
) -> None:
    """Of two moves in a turn, it is the one that took a tower (C39)."""
    pieces = {field: piece for field, piece in FEW.items() if field != "S13"}
    pieces |= {"W01": "south S", "W12": "west K", "W13": "west K", "S40": "south K"}
    game = stage.begin(people, pieces, now=now)
    stage.hand_in(game, people[0], "W01-WT1; S40-S29; end", now=now)
    game.refresh_from_db()
    told = game_timeline(game)
    assert [(one.step.notation, dict(one.changes)) for one in told.key_moves] == [
        ("W01-WT1", {"south": 1}),
        ("S40-S29", {}),
    ]
    assert [turn.used for turn in told.turns] == [{}, {"south": 2}]


def test_a_timeline_counts_the_points_of_moves_without_an_arrow(
    people: list[Person], now: datetime
) -> None:
    """A drawbridge is raised from its tower (G33): that is drawn without an arrow."""
    pieces = {**FEW, "ST1": "south S"}
    game = stage.begin(people, pieces, now=now, ruleset="grand-conquest")
    stage.hand_in(game, people[0], "raise ST1; S14-S15; end", now=now)
    told = game_timeline(Game.objects.get(pk=game.pk))
    assert [turn.used for turn in told.turns] == [{}, {"south": 3}]


def test_a_timeline_has_no_key_move_in_a_set_up(alice: Person, bob: Person, now: datetime) -> None:
    people = [alice, bob]
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=skirmishes.OVER)
    told = game_timeline(game)
    assert told.turns[-1].numbers == {"ash": 3, "birch": 3}
    assert not told.has_points
    assert all(one.turn > 1 for one in told.key_moves)


def test_a_timeline_counts_a_loss_by_resignation_with_it(
    people: list[Person], now: datetime
) -> None:
    """Not with the next move on the board."""
    game = armada.begin_three(people[:3], now)
    for player, text in armada.told_of_three(armada.WEST, armada.ALLYING)[0]:
        stage.hand_in(game, people[player], text, now=now)
    stage.hand_in(game, people[armada.WEST], "c5-c6", now=now)
    told = game_timeline(Game.objects.get(pk=game.pk))
    assert [(one.step.notation, dict(one.changes)) for one in told.key_moves] == [
        ("resign", {"south": -1}),  # the King
        ("", {"south": -9, "west": 9}),  # whom the others go to
        ("c5-c6", {}),
    ]


def test_a_timeline_is_cached_for_all_viewers(
    people: list[Person], now: datetime, django_assert_num_queries: Any
) -> None:
    game = game_with_capture(people, now)
    told = game_timeline(game)
    with django_assert_num_queries(0):
        assert game_timeline(Game(pk=game.pk, head=game.head, status="over")) is told


def test_a_timeline_is_made_again_when_the_game_has_gone_on(
    people: list[Person], now: datetime
) -> None:
    pieces = {**FEW, "W12": "west K", "W14": "west K"}
    game = stage.begin(people, pieces, now=now)
    before = game_timeline(game)
    stage.hand_in(game, people[0], "end", now=now)
    game.refresh_from_db()
    assert len(game_timeline(game).turns) > len(before.turns)


def test_a_timeline_counts_from_what_both_have_set_up(
    alice: Person, bob: Person, now: datetime
) -> None:
    game = espionage.begin([alice, bob], now)
    for player, text in espionage.STORY:
        stage.hand_in(game, [alice, bob][player], text, now=now)
    told = game_timeline(Game.objects.get(pk=game.pk))
    assert told.turns[0].numbers == {"white": 16, "black": 16}
    assert all(abs(change) == 1 for one in told.key_moves for change in one.changes.values())
