"""Conditional turns where something is hidden: what is foreseen is what their author sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import pytest
from django.db import transaction

from accounts.models import Person
from conquest.core import Refused
from games.ahead import conditional_turns
from games.ahead.conditional_turns.tree import Reply
from games.models import ConditionalTurns, Game, Submission
from games.play import history
from tests.games import espionage, skirmishes

pytestmark = pytest.mark.django_db

Told: TypeAlias = list[Any]
MOVE = espionage.REST[4][1]  # Black's, after which its pieces are uncovered by White's spy
LINES = {"far": f"{espionage.REST[2][1]} > d3-d4 e3-e4", "near": f"{MOVE} > e4-e5 f2-f3"}


@pytest.fixture
def tell_twice(alice: Person, bob: Person, now: datetime) -> Callable[[str], list[Told]]:
    """Tell a game with two set-ups of Bob, in which Alice answers his turn ahead; return what was
    kept of it, by which way each turn came, and what the public has seen."""

    def tell(line: str) -> list[Told]:
        found = []
        upto = {"far": 3, "near": 5}[line]
        for camp in espionage.BLACK_CAMPS:
            with transaction.atomic():
                story: Sequence[tuple[int, str]] = ((1, camp), *espionage.REST)
                game = skirmishes.tell(
                    espionage.begin((alice, bob), now), (alice, bob),
                    now=now, upto=upto, story=story,
                )  # fmt: skip
                _file(game, alice, LINES[line], now)
                filed = list(ConditionalTurns.objects.values_list("text", "foreseen"))
                skirmishes.hand_in(game, bob, story[upto][1], now=now)
                found.append([filed, *_played(game)])
                transaction.set_rollback(True)
        return found

    return tell


def _file(game: Game, person: Person, text: str, now: datetime) -> None:
    conditional_turns.file_turns(game.pk, person, text, seen_version=game.version, delay=0, now=now)


def _played(game: Game) -> Told:
    game.refresh_from_db()
    ways = Submission.objects.filter(game=game).order_by("pk").values_list("via", flat=True)
    stops = ConditionalTurns.objects.values_list("stopped", flat=True)
    return [list(ways), list(stops), [str(step.phrase) for step in history.list_steps(game, None)]]


def test_conditional_turns_answer_pieces_that_are_hidden(tell_twice: Any) -> None:
    for _filed, ways, _stops, _steps in tell_twice("far"):
        assert ways[-2:] == ["web", "foreseen"]


def test_conditional_turns_stop_where_more_is_uncovered_than_was_foreseen(tell_twice: Any) -> None:
    """EP13: what a spy uncovers is another position for its side."""
    for _filed, ways, stops, _steps in tell_twice("near"):
        assert (ways[-1], stops) == ("web", ["uncovered"])


@pytest.mark.parametrize("line", LINES)
def test_conditional_turns_tell_nothing_that_their_author_does_not_know(
    line: str, tell_twice: Any
) -> None:
    one, other = tell_twice(line)
    assert one == other


def test_a_leak_by_conditional_turns_is_found(
    tell_twice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were the answer found by what is hidden from its author, this would be seen."""

    def by_the_truth(row: ConditionalTurns, rules: Any, state: Any) -> Reply | None:
        return Reply("", "d3-d4 e3-e4") if state.pieces["b8"].rank == "2" else None

    monkeypatch.setattr(conditional_turns, "find_reply", by_the_truth)
    one, other = tell_twice("far")
    assert one != other


def test_a_turn_whose_fight_is_unknown_cannot_be_foreseen(
    alice: Person, bob: Person, now: datetime
) -> None:
    """What comes of it depends on a rank that its author does not know: one clear sentence."""
    story = ((1, espionage.BLACK_CAMPS[0]), *espionage.REST)
    game = skirmishes.tell(
        espionage.begin((alice, bob), now), (alice, bob), now=now, upto=5, story=story
    )
    with pytest.raises(Refused, match=r"What comes of d5-d4 c7-c6 cannot be known"):
        _file(game, alice, f"{MOVE} > b2-b3 c2-c3 > d5-d4 c7-c6 > b3-b4 c3-c4", now)
