"""The order of the tests, and who gets which file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import scheduling


class Item(SimpleNamespace):
    """A test as far as its place in the order matters."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        super().__init__(nodeid=nodeid, marks=[*marks])

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, name: str) -> None:
        self.marks.append(name)


class Worker:
    """A test process that never ends what it is given."""

    shutting_down, gateway = False, SimpleNamespace(id="gw")

    def __init__(self) -> None:
        self.given: list[int] = []

    def send_runtest_some(self, indexes: list[int]) -> None:
        self.given += indexes


def order_tests() -> list[str]:
    items: list[Any] = [
        Item("tests/faults/test_chaos.py::test_it", "long"),
        Item("tests/faults/test_poison.py::test_it"),
        Item("tests/test_docs.py::test_it"),
        Item("tests/games/test_damaged.py::test_it", "long"),
    ]
    scheduling.mark_waiting(items)
    scheduling.sort_by_kind(items)
    return [item.nodeid for item in items]


def test_long_tests_that_compute_are_first_and_those_that_wait_last() -> None:
    assert [name.split("/")[-1].split("::")[0] for name in order_tests()] == [
        "test_damaged.py",
        "test_docs.py",
        "test_poison.py",
        "test_chaos.py",
    ]


def test_journeys_are_played_in_one_place_each_another_one_each_time() -> None:
    journeys: list[Any] = []
    for test in ("test_talk.py::test_words", "test_talk.py::test_courtesies"):
        for place in ("phone-de", "desk-en"):
            item = Item(f"{test}[{place}]")
            item.callspec = SimpleNamespace(params={"place": place})
            journeys.append(item)
    journeys.append(Item("tests/test_docs.py::test_it"))
    scheduling.alternate_places(journeys)
    kept = [item.nodeid for item in journeys[:-1] if "thorough" not in item.marks]
    assert kept == [
        "test_talk.py::test_words[phone-de]",
        "test_talk.py::test_courtesies[desk-en]",
    ]


def test_three_commits_together_run_all_faults_and_journeys() -> None:
    files = [
        f"tests/{kind}/test_{name}.py" for kind in ("faults", "journeys") for name in "abcdefgh"
    ]
    kept: list[str] = []
    for commits in (7, 8, 9):
        items: list[Any] = [Item(f"{file}::test_it") for file in files]
        scheduling.leave_shares(items, commits)
        share = [item.nodeid.partition("::")[0] for item in items if not item.marks]
        assert 0 < len(share) < len(files)
        kept += share
    assert sorted(kept) == sorted(files)


def test_tests_that_compute_are_run_with_each_commit() -> None:
    items: list[Any] = [Item(f"tests/games/test_{name}.py::test_it") for name in "abcdefgh"]
    for commits in (7, 8, 9):
        scheduling.leave_shares(items, commits)
    assert not any(item.marks for item in items)


def test_commits_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert scheduling.count_commits() > 0
    monkeypatch.setattr(scheduling, "ROOT", tmp_path)  # a folder that git knows nothing of
    assert scheduling.count_commits() == 0


def test_no_commits_are_counted_without_git(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert scheduling.count_commits() == 0


def test_all_but_the_chosen_one_are_left_to_the_thorough_tests() -> None:
    first, chosen, last = scheduling.choose_one(["a", "b", "c"], "b")
    assert chosen == "b"
    for other, name in ((first, "a"), (last, "c")):
        assert other.values == (name,)
        assert [mark.name for mark in other.marks] == ["thorough"]


def test_all_but_some_cases_are_left_to_the_thorough_tests() -> None:
    cases = [("a", 1), ("a", 2), ("b", 1)]
    kept, left, also_kept = scheduling.choose_some(cases, [("a", 1), ("b", 1)])
    assert (kept, also_kept) == (cases[0], cases[2])
    assert left.values == cases[1]
    with pytest.raises(AssertionError):
        scheduling.choose_some(cases, [("c", 1)])


def test_test_processes_take_files_from_both_ends(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig.option, "tx", ["2*popen"])
    schedule = scheduling.TwoEnded(pytestconfig)
    workers: list[Any] = [Worker(), Worker()]
    names = [f"tests/test_{letter}.py::test_it" for letter in "abcdef"]
    for worker in workers:
        schedule.add_node(worker)
        schedule.add_node_collection(worker, names)
    schedule.schedule()
    assert [worker.given for worker in workers] == [[0, 1], [5, 4]]
