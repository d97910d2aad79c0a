"""The bench starts a season and begins its first games, so that there is something to measure."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.bench import Measurements
from tests.bench import seasons


def test_a_season_of_few_people_begins_in_all_its_slices(
    django_db_setup: None, django_db_blocker: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = Measurements()
    with django_db_blocker.unblock():
        seasons.measure(figures, "bollwerk", 1, people=20)
    lines = capsys.readouterr().out.splitlines()
    assert [line.count("value") for line in lines] == [1, 1, 1]
    assert figures.missing == []
