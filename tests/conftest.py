"""What every test may use: a database, a moment, four people, a table and a game."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from _pytest import runner
from django.conf import settings
from django.test import override_settings
from django.utils import translation

from accounts.models import Person
from conquest import registry
from conquest.registry import AnyRules
from games import tasks
from games.models import Game
from games.play import tables
from games.play.clock import PRESETS
from games.sharing import painter
from inbox import handling, mailbox
from mail import answers, outbox, parallel
from mail.channels import carrier, sender
from mail.hooks import carrier as hook_carrier
from tests import checkers as other
from tests import database, scheduling, servers
from tests.browser import skip_without_browser
from web import errors

NUMBERS = count(1)
MOST_LINES = 8
TICK_MODULES = (tasks, outbox, carrier, hook_carrier, handling, mailbox)
WAITS = (
    (answers, "SECONDS"), (errors, "SHORT_PATIENCE_SECONDS"), (painter, "LONGEST"),
    (parallel, "JOIN_SECONDS"), (sender, "SECONDS"),
)  # fmt: skip

# An example takes as long as it takes: the machine may stand still in the middle of it.
hypothesis.settings.register_profile(
    "without haste", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("without haste")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without looking for garbage, which took nearly half of the time: all that
    is made meanwhile stays. It is left out of what is looked through later, and that more rarely.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    scheduling.mark_waiting(items)
    scheduling.alternate_places(items)
    scheduling.leave_shares(items, scheduling.count_commits())
    scheduling.sort_by_kind(items)
    skip_without_browser(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> scheduling.TwoEnded:
    """Let the test processes take files from both ends."""
    return scheduling.TwoEnded(config, log)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name what has failed at once, and how: a run that is stopped tells of it, too."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = crash.message if crash else report.longreprtext
        first = "\n    ".join(reason.splitlines()[:MOST_LINES])
        print(f"\nFAILED {report.nodeid} ({report.when})\n    {first}", flush=True)


def _roomy(call: Callable[[], object]) -> object:
    return call()


# Python keeps its frames in pieces of 16 KB. Until that was mended (python/cpython#142183), a loop
# whose calls cross the edge of one had a new piece mapped and unmapped at each call, and the deep
# stacks of pages within tests have such an edge wherever one looks: a quarter of all time went
# there. A frame said to be this wide makes one piece of a megabyte, with room for all above it.
_roomy.__code__ = _roomy.__code__.replace(co_stacksize=70_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run each test as ever, on a stack of one piece."""
    return _roomy(lambda: runner.pytest_runtest_protocol(item, nextitem))


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """Yield to each test process a copy of the migrated template."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with (
        django_db_blocker.unblock(),
        database.copied(worker) as name,
        database.connected(name),
    ):
        yield


# Tests that compare two games may give them the same number.
NOTHING_KEPT = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}


@pytest.fixture(scope="session")
def calm_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("calm")


@pytest.fixture(scope="session", autouse=True)
def calm_settings(django_test_environment: None, calm_folder: Path) -> Iterator[None]:
    """Keep tests off the static manifest and the folders of the site. Once for all, since a change
    of settings takes as long as many a test.

    A picture is known by what is drawn, so that a test process need not paint it twice; tests of
    what is painted ask for ``fresh_pictures``.
    """
    (calm_folder / "static").mkdir()
    files = "django.contrib.staticfiles.storage.StaticFilesStorage"
    caches: Any = settings.CACHES
    pictures = {**caches["pictures"], "LOCATION": calm_folder / "pictures"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": files}},
        CACHES={**caches, "records": NOTHING_KEPT, "pictures": pictures},
        LETTERS_AT_ONCE=1,  # in the transaction of the test, which other threads do not see
        EMAIL_TIMEOUT=servers.PATIENCE,
        STATIC_ROOT=calm_folder / "static",  # each client lists what is there
        API_SHARE=0,
        PERSON_BUDGET=0,  # a test process is one place, from which thousands of pages come
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def long_patience() -> Iterator[None]:
    """Let nothing be left or given up because the machine stands still for seconds: no tick is over
    before its work is done, and what answers late is waited for."""
    with pytest.MonkeyPatch.context() as patch:
        for module in TICK_MODULES:
            patch.setattr(module, "monotonic", lambda: 0.0)
        for owner, name in WAITS:
            patch.setattr(owner, name, servers.PATIENCE)
        yield


@pytest.fixture(autouse=True)
def letters_folder(calm_settings: None, calm_folder: Path) -> None:
    """Let each test have its letters in a folder of its own, which is made for the first one."""
    settings.LETTERS_DIR = calm_folder / f"test-{next(NUMBERS)}" / "letters"


@pytest.fixture
def fresh_pictures(settings: Any, tmp_path: Path) -> Path:
    """Return the folder of the pictures of this test, which has none yet."""
    folder = tmp_path / "pictures"
    pictures = {**settings.CACHES["pictures"], "LOCATION": folder}
    settings.CACHES = {**settings.CACHES, "pictures": pictures}
    return folder


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Start every test in English."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def person(name: str, **fields: Any) -> Person:
    """Make a person with an address for tests."""
    return Person.objects.create_user(f"{name.lower()}@example.org", name=name, **fields)


@pytest.fixture
def alice(db: None) -> Person:
    return person("Alice", time_zone="Europe/Berlin")


@pytest.fixture
def bob(db: None) -> Person:
    return person("Bob", time_zone="America/New_York")


@pytest.fixture
def charlie(db: None) -> Person:
    """A stranger: never at the table."""
    return person("Charlie")


@pytest.fixture
def dora(db: None) -> Person:
    return person("Dora", language="de", time_zone="Europe/Berlin")


@pytest.fixture
def erin(db: None) -> Person:
    return person("Erin", time_zone="Asia/Tokyo")


@pytest.fixture
def table(alice: Person, now: datetime) -> Game:
    """An open table of Alice, who sits in the south."""
    game = tables.open_table(
        alice,
        tables.TableTerms(ruleset="conquest", title="Autumn", pace=PRESETS["normal"]),
        now=now,
    )
    tables.join_table(game.pk, alice, seat_name="south", now=now)
    return game


@pytest.fixture
def game(table: Game, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A running game: Alice south and on turn, Bob west, Dora north, Erin east."""
    for player, seat in ((bob, "west"), (dora, "north"), (erin, "east")):
        tables.join_table(table.pk, player, seat_name=seat, now=now)
    return tables.start_by_host(table.pk, table.host, now=now)


@pytest.fixture
def checkers(monkeypatch: pytest.MonkeyPatch) -> str:
    """The slug of another game, which sorts before Conquest and is here for this test."""
    return _adopt(monkeypatch, other.rules())


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> str:
    """The same, where house players do not know the game."""
    rules = other.rules()
    return _adopt(monkeypatch, replace(rules, composing=replace(rules.composing, levels=())))


def _adopt(monkeypatch: pytest.MonkeyPatch, rules: AnyRules) -> str:
    there = {**registry.find_rulesets(), rules.slug: rules}
    monkeypatch.setattr(registry, "find_rulesets", lambda: there)
    return rules.slug
