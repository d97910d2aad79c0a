"""Programs take a share of a web process's time together, so that people do not wait for them."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from api.models import AccessToken
from api.tokens import digest_of
from games.models import Game, Submission
from tests.api.conftest import Connect, Program, connect, full_budgets, make_secret
from web import program_share
from web.program_share import DEBT, LONG, OWN_SAVED, QUEUE, SAVED, ProgramShare

__all__ = ["connect", "full_budgets"]  # fixtures of the API

NOW = 1000.0


@pytest.fixture(autouse=True)
def share(settings: Any, monkeypatch: pytest.MonkeyPatch) -> ProgramShare:
    """A share of which nothing comes back while a test takes its time."""
    settings.API_SHARE = 25
    fresh = ProgramShare()
    still = SimpleNamespace(monotonic=lambda: NOW, thread_time=time.thread_time)
    monkeypatch.setattr(program_share, "share", fresh)
    monkeypatch.setattr(program_share, "time", still)
    return fresh


def use_up(share: ProgramShare, secret: str, seconds: float = 1) -> None:
    """Let a program be served, and all programs together have used up their share."""
    assert share.seconds_to_wait(digest_of(secret), NOW) == 0
    share.spend_seconds("others", SAVED + seconds, NOW)


def test_programs_have_a_quarter_of_the_time_together(share: ProgramShare) -> None:
    assert share.seconds_to_wait("alice", 100.0) == 0
    share.spend_seconds("others", SAVED + 1, now=100.0)
    assert share.seconds_to_wait("alice", 100.0) == 5
    assert share.seconds_to_wait("alice", 104.1) == 0


def test_who_was_not_served_for_long_is_served_before_others(share: ProgramShare) -> None:
    assert share.seconds_to_wait("alice", 100.0) == 0
    share.spend_seconds("others", SAVED + DEBT - 1, now=100.0)
    assert share.seconds_to_wait("bob", 100.0) == 0
    assert share.seconds_to_wait("bob", 101.0) > 0
    share.spend_seconds("others", SAVED + 1, now=100.0 + LONG)
    assert share.seconds_to_wait("alice", 100.0 + LONG) == 0


def test_those_who_were_not_served_have_a_limit_together(share: ProgramShare) -> None:
    share.spend_seconds("others", SAVED + DEBT, now=100.0)
    assert share.seconds_to_wait("bob", 100.0) > 0


def test_one_program_has_a_third_of_what_all_have(share: ProgramShare) -> None:
    assert share.seconds_to_wait("alice", 100.0) == 0
    share.spend_seconds("alice", OWN_SAVED + 1, now=100.0)
    assert share.seconds_to_wait("alice", 110.0) == 1 + 2  # a twelfth of a second comes each second
    assert share.seconds_to_wait("bob", 110.0) == 0
    assert share.seconds_to_wait("alice", 112.1) == 0


def test_programs_do_not_all_come_again_at_once(share: ProgramShare) -> None:
    share.spend_seconds("others", 10, now=100.0)
    told = [share.seconds_to_wait("alice", 100.0) for _number in range(3 * QUEUE)]
    assert max(told.count(seconds) for seconds in told) == QUEUE


def test_programs_that_were_served_long_ago_are_forgotten(
    share: ProgramShare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_share, "MAX_KNOWN", 3)
    for number in range(3):
        share.seconds_to_wait(f"{number}", now=0.0)
    share.seconds_to_wait("alice", now=100.0)
    assert list(share._served) == ["alice"]


def test_tokens_are_forgotten_where_too_many_were_good(
    share: ProgramShare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_share, "MAX_KNOWN", 3)
    for number in range(4):
        share.note_good(f"{number}")
    assert [number for number in range(4) if share.knows(f"{number}")] == [3]


def test_a_busy_program_is_told_when_to_come_again(
    share: ProgramShare, game: Game, alice: Person
) -> None:
    secret = make_secret(alice)
    program = Program(secret)
    assert program.get(f"/games/{game.pk}").status_code == 200
    share.spend_seconds(digest_of(secret), 10, NOW)
    told = program.get(f"/games/{game.pk}")
    assert (told.status_code, told["Content-Type"]) == (503, "application/problem+json")
    assert int(told["Retry-After"]) > 30
    assert told["X-Content-Type-Options"] == "nosniff"


def test_a_turn_is_taken_from_a_program_that_has_to_wait(
    share: ProgramShare, game: Game, alice: Person
) -> None:
    secret = make_secret(alice)
    use_up(share, secret)
    orders = {"text": "end", "version": game.version}
    assert Program(secret).post(f"/games/{game.pk}/orders", orders).status_code == 200
    assert Submission.objects.count() == 1


def test_a_request_is_counted_on_the_share_of_programs(
    share: ProgramShare, connect: Connect, game: Game
) -> None:
    connect().get(f"/games/{game.pk}")
    assert share.all.seconds_left("", 25, NOW) < SAVED


def test_people_do_not_wait_for_programs(share: ProgramShare, client: Client, game: Game) -> None:
    share.spend_seconds("others", 10, NOW)
    client.force_login(game.host)
    assert client.get(f"/games/{game.pk}/").status_code == 200


def test_a_share_that_is_switched_off_refuses_nobody(
    share: ProgramShare, game: Game, alice: Person, settings: Any
) -> None:
    secret = make_secret(alice)
    use_up(share, secret)
    settings.API_SHARE = 0
    assert Program(secret).get(f"/games/{game.pk}").status_code == 200


def test_tokens_that_are_made_up_have_no_budgets_of_their_own(
    share: ProgramShare, game: Game, alice: Person
) -> None:
    share.own.spend_seconds("at 127.0.0.1", 10, 10, NOW)
    made_up = [make_secret(alice) for _number in range(3)]
    AccessToken.objects.all().delete()
    told = [Program(one).get(f"/games/{game.pk}").status_code for one in made_up]
    assert told == [401, 503, 503]  # one of them, as the place was not served for long


def test_a_token_that_was_good_has_a_budget_of_its_own(
    share: ProgramShare, game: Game, alice: Person
) -> None:
    program = Program(make_secret(alice))
    assert program.get(f"/games/{game.pk}").status_code == 200
    share.own.spend_seconds("at 127.0.0.1", 10, 10, NOW)
    assert program.get(f"/games/{game.pk}").status_code == 200
