"""How new a standby is, by the positions of both servers in the log."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib.sessions.models import Session
from django.db import OperationalError

from accounts.models import Person
from db.postgres import standby
from db.postgres.standby import INTERVAL, MAX_AGE, PAUSE, Freshness, StandbyRouter


@dataclass
class Pair:
    """A primary and its standby at a moment."""

    now: float = 0
    written: int = 100
    replayed: int = 100
    is_down: bool = False
    looks: int = 0
    freshness: Freshness = field(init=False)

    def __post_init__(self) -> None:
        self.freshness = Freshness(lambda: self.written, self.ask_standby, lambda: self.now)

    def ask_standby(self) -> int:
        self.looks += 1
        if self.is_down:
            raise OperationalError("down")
        return self.replayed

    def is_fresh(self, after: float) -> bool:
        """Ask after some seconds more."""
        self.now += after
        return self.freshness.is_fresh()


def test_a_standby_at_rest_is_fresh_for_ever() -> None:
    pair = Pair()
    assert all(pair.is_fresh(after) for after in (0, 1, 3600, 5))


def test_a_standby_that_is_paused_is_not_read_after_two_seconds() -> None:
    pair = Pair()
    assert pair.is_fresh(0)
    pair.written += 1
    assert pair.is_fresh(MAX_AGE - 0.1)
    assert not any(pair.is_fresh(after) for after in (0.1, 1, 3600))
    pair.replayed = pair.written
    assert pair.is_fresh(INTERVAL)


def test_a_busy_standby_is_as_new_as_what_it_has_replayed() -> None:
    """It never has the very last record of a site that writes all the time."""
    pair = Pair(replayed=99)
    assert not pair.is_fresh(0)
    for _ in range(9):
        pair.replayed, pair.written = pair.written, pair.written + 1
        assert pair.is_fresh(INTERVAL)


def test_a_standby_that_replays_three_seconds_late_is_not_read() -> None:
    pair = Pair()
    for _ in range(20):
        pair.written += 1
        pair.replayed = pair.written - int(3 / INTERVAL)
        pair.is_fresh(INTERVAL)
    assert not pair.is_fresh(0)


def test_servers_are_asked_now_and_then() -> None:
    pair = Pair()
    for _ in range(100):
        pair.is_fresh(INTERVAL / 10)
    assert 9 <= pair.looks <= 11


def test_a_standby_that_is_down_is_left_alone_for_a_while() -> None:
    pair = Pair(is_down=True)
    assert not any(pair.is_fresh(1) for _ in range(int(PAUSE)))
    assert pair.looks == 1
    pair.is_down = False
    assert pair.is_fresh(1)


def test_a_server_that_is_no_standby_any_more_is_not_read() -> None:
    assert not Pair(replayed=-1).is_fresh(0)


def test_what_is_read_comes_from_the_standby_and_what_is_written_goes_to_the_primary() -> None:
    router = StandbyRouter()
    with standby.reading_standby():
        assert router.db_for_read(Person) == standby.ALIAS
        assert router.db_for_write(Person) == "default"
    assert router.db_for_read(Person) == "default"


def test_sessions_are_never_read_from_the_standby() -> None:
    with standby.reading_standby():
        assert StandbyRouter().db_for_read(Session) == "default"
