"""Premoves where something is hidden: they rest on what their author knows, and tell no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import pytest
from django.db import transaction

from accounts.models import Person
from games.ahead import premoves
from games.models import Game, Premove, Submission
from games.play import history
from tests.games import armada, espionage, skirmishes

pytestmark = pytest.mark.django_db

Story: TypeAlias = Sequence[tuple[int, str]]
Told: TypeAlias = list[Any]
TellTwice: TypeAlias = Callable[..., list[Told]]

# How each game begins, the story with either set-up of Bob, how far it is told before Alice hands
# in ahead, and what she hands in: in Espionage she attacks a piece that has come by then.
PLOTS: Mapping[str, tuple[Any, Sequence[Story], int, str]] = {
    "espionage": (
        espionage.begin,
        [((1, camp), *espionage.REST) for camp in espionage.BLACK_CAMPS],
        5,
        "e4-e5 f2-f3",
    ),
    "armada": (armada.begin, [((1, camp), *armada.REST) for camp in armada.CAMPS], 9, "e5-d5"),
}


@pytest.fixture
def tell_twice(alice: Person, bob: Person, now: datetime) -> TellTwice:
    """Tell a game with two set-ups of Bob, in which Alice hands a turn in ahead; return what was
    kept of it, by which way each turn came, and what the public has seen."""

    def tell(slug: str, is_careful: bool = False) -> list[Told]:
        begin, stories, length, text = PLOTS[slug]
        found = []
        for story in stories:
            with transaction.atomic():
                game = skirmishes.tell(
                    begin((alice, bob), now), (alice, bob), now=now, upto=length, story=story
                )
                premoves.file_premove(
                    game.pk, alice, text,
                    seen_version=game.version, is_careful=is_careful, now=now,
                )  # fmt: skip
                filed = list(Premove.objects.values_list("stood", "reach"))
                skirmishes.hand_in(game, bob, story[length][1], now=now)
                found.append([filed, *_played(game)])
                transaction.set_rollback(True)
        return found

    return tell


def _played(game: Game) -> Told:
    game.refresh_from_db()
    ways = Submission.objects.filter(game=game).order_by("pk").values_list("via", flat=True)
    steps = history.list_steps(game, None)
    return [list(ways), [str(step.phrase) for step in steps]]


@pytest.mark.parametrize("slug", PLOTS)
def test_a_premove_is_played_whatever_is_hidden(slug: str, tell_twice: TellTwice) -> None:
    for _filed, ways, _steps in tell_twice(slug):
        assert ways[-2:] == ["web", "premove"]


@pytest.mark.parametrize("is_careful", [False, True])
@pytest.mark.parametrize("slug", PLOTS)
def test_a_premove_tells_nothing_that_its_author_does_not_know(
    slug: str, is_careful: bool, tell_twice: TellTwice
) -> None:
    one, other = tell_twice(slug, is_careful)
    assert one == other


@pytest.mark.parametrize("slug", PLOTS)
def test_a_leak_by_a_premove_is_found(
    slug: str, tell_twice: TellTwice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were it dropped by what is hidden from its author, this would be seen."""

    def by_the_truth(premove: Premove, rules: Any, state: Any) -> tuple[str, str] | None:
        hidden = state.pieces["b8" if slug == "espionage" else "d11"]
        return None if str(hidden.rank) == "2" else (Premove.Reason.REFUSED, "")

    monkeypatch.setattr(premoves, "premove_conflict", by_the_truth)
    one, other = tell_twice(slug)
    assert one != other
