"""How many hosts a site wants follows from what each act costs."""

from __future__ import annotations

import pytest

from tests.bench import hosts
from tests.bench.processor import Used

COSTS = dict.fromkeys(hosts.A_DAY, Used(0, 0)) | {
    "a turn": Used(0.009, 0.018),
    "a letter": Used(0.072, 0),
}


def test_the_busiest_hour_has_a_tenth_of_a_day_on_half_used_cores() -> None:
    site = hosts.plan_site(10_000, COSTS, turn_bytes=1000)
    assert site.turns == pytest.approx(10_000 * 4 * 0.1 / 3600)
    assert site.web == pytest.approx(site.turns * 0.009 / 0.5)
    assert site.database == pytest.approx(site.turns * 0.018 / 0.5)
    assert site.workers == pytest.approx(10_000 * 5 * 0.1 / 3600 * 0.072 / 0.5)
    assert site.gigabytes == pytest.approx(10_000 * 4 * 365 * 1000 / 1e9)


def test_a_site_of_few_cores_is_one_machine_and_others_stand_twice() -> None:
    assert hosts.plan_site(100, COSTS, 1000).hosts == "1"
    assert hosts.plan_site(1_000_000, COSTS, 1000).hosts == "2 + 3 + 3 + 3 + 2"


def test_costs_are_split_and_subtracted() -> None:
    assert (Used(3, 5) - Used(1, 1)).split(2) == Used(1, 2)
    assert Used(3, 5).total == 8


@pytest.mark.parametrize(("value", "shown"), [(0.01, "0.1"), (1.21, "1.3"), (12.1, "13")])
def test_figures_are_rounded_up(value: float, shown: str) -> None:
    assert hosts.round_up(value) == shown
