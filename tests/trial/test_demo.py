"""Demo games: their titles read alike on pages of every language, and none stands twice."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

import pytest

from conquest import registry
from games.models import Game
from trial import demo


@pytest.mark.django_db
def test_titles_of_demo_games_are_names_and_none_is_given_twice(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "PATIENCE_SECONDS", 0)
    demo.set_up(now=now)
    titles = list(Game.objects.values_list("title", flat=True))
    assert len(set(titles)) == len(titles) >= 4 * len(registry.ruleset_choices()) - 2
    assert set(titles) <= set(demo.TITLES)


def test_titles_do_not_repeat_however_many_games_there_are() -> None:
    titles = list(islice(demo.list_titles(), 3 * len(demo.TITLES)))
    assert len(set(titles)) == len(titles)
