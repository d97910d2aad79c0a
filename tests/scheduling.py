"""Who runs which file: half of the test processes begin with tests that compute, half with those
that wait for servers and browsers, and they meet in the middle. So there is always both to do."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).parent.parent
SERVED = ("tests/faults/", "tests/journeys/", "tests/trial/")
SHARED, SHARES = ("tests/faults/", "tests/journeys/"), 3


def mark_waiting(items: list[pytest.Item]) -> None:
    """Mark the tests of the folders whose tests start servers."""
    for item in items:
        if item.nodeid.startswith(SERVED):
            item.add_marker("servers")


def count_commits() -> int:
    """Return how many commits there are up to this one, 0 where git is missing or does not tell."""
    git = shutil.which("git")
    if git is None:
        return 0
    command = [git, "rev-list", "--count", "HEAD"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return int(told.stdout or 0)


def leave_shares(items: Iterable[pytest.Item], commits: int) -> None:
    """Leave all but a third of the files of faults and journeys to ``make thorough``, another third
    with each commit (decision 96)."""
    for item in items:
        file = item.nodeid.partition("::")[0]
        if file.startswith(SHARED) and zlib.crc32(file.encode()) % SHARES != commits % SHARES:
            item.add_marker("thorough")


def alternate_places(items: Iterable[pytest.Item]) -> None:
    """Leave all but one of the places in which a journey is played to ``make thorough``: of one
    test it is a phone in German, of the next one a desk in English."""
    journeys: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        parameters = dict(item.callspec.params) if hasattr(item, "callspec") else {}
        if parameters.pop("place", None) is not None:
            journey = item.nodeid.partition("[")[0], repr(parameters)
            journeys.setdefault(journey, []).append(item)
    for number, places in enumerate(journeys.values()):
        for item in places:
            if item is not places[number % len(places)]:
                item.add_marker("thorough")


def choose_one(values: Iterable[Any], chosen: Any) -> list[Any]:
    """Return values as parameters of a test or a fixture, all but one of which are left to
    ``make thorough``: a dear test then shows of one game, or language, what it shows there of all.
    """
    return choose_some(values, [chosen])


def choose_some(cases: Iterable[Any], chosen: Sequence[Any]) -> list[Any]:
    """Return cases as parameters, all but some of which are left to ``make thorough``."""
    found = list(cases)
    assert all(case in found for case in chosen)
    return [case if case in chosen else _leave_out(case) for case in found]


def _leave_out(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)


def sort_by_kind(items: list[pytest.Item]) -> None:
    """Put tests that compute first and those that wait last; what takes minutes is outermost, so
    that no process is left alone with it in the end."""

    def place(item: pytest.Item) -> tuple[bool, bool]:
        is_waiting = item.get_closest_marker("servers") is not None
        is_long = item.get_closest_marker("long") is not None
        return is_waiting, is_long == is_waiting

    items.sort(key=place)


class TwoEnded(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Whole files, taken from both ends of the queue."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        if self.nodes.index(node) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
