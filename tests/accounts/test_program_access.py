"""An account that was stolen and given back: no program of the thief can do anything any more."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import email_change
from accounts.models import FormerAddress, Person
from api import tokens
from api.models import AccessToken
from games import tasks
from games.models import Game, Seat
from games.play import program_accounts, tables, turns
from games.play.clock import PRESETS
from mail.hooks import registration
from mail.models import HookDelivery, ProgramHook

DAY = timedelta(days=1)


def make_token(person: Person, now: datetime) -> AccessToken:
    return tokens.make_token(person, "desk", ["play"], days=365, now=now)[0]


def make_bot(owner: Person, name: str, now: datetime) -> Person:
    bot = program_accounts.make_program(owner, name, now=now)
    Person.objects.filter(pk=bot.pk).update(joined_at=now)
    return bot


def add_hook(person: Person, name: str, now: datetime) -> ProgramHook:
    url = "https://bot.example.org/news"
    return registration.add_hook(person.pk, name, url, ["turn"], now=now)[0]


def steal(alice: Person, now: datetime) -> None:
    email_change.change_email(alice, "thief@example.org", now=now)


def give_back(alice: Person, now: datetime) -> None:
    email_change.restore_address(FormerAddress.objects.get(person=alice), now=now)


def test_the_account_given_back_has_no_young_access_token(
    alice: Person, bob: Person, now: datetime
) -> None:
    bot = make_bot(alice, "Castle", now - 9 * DAY)
    old = [make_token(one, now - 8 * DAY) for one in (alice, bot)]
    steal(alice, now)
    young = [make_token(one, now) for one in (alice, bot)]
    others = make_token(bob, now)
    give_back(alice, now + DAY)
    good = AccessToken.objects.filter(revoked_at=None)
    assert set(good) == {*old, others}
    assert {one.revoked_at for one in AccessToken.objects.filter(pk__in=[y.pk for y in young])} == {
        now + DAY
    }


def test_the_account_given_back_has_no_young_hook_and_none_whose_secret_was_shown(
    alice: Person, bob: Person, now: datetime
) -> None:
    before = now - 9 * DAY
    old, renewed = add_hook(alice, "old", before), add_hook(alice, "renewed", before)
    registration.renew_secret(old, now=before + DAY)
    steal(alice, now)
    registration.renew_secret(renewed, now=now)
    young, others = add_hook(alice, "young", now), add_hook(bob, "other", now)
    registration.post_test(young, now=now)
    give_back(alice, now + DAY)
    assert set(ProgramHook.objects.all()) == {old, others}
    assert not HookDelivery.objects.exists()


@pytest.fixture
def stolen(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A running game of two bots of Alice: a thief has made the one called Thief."""
    make_bot(alice, "Castle", now - 9 * DAY)
    steal(alice, now)
    make_bot(alice, "Thief", now)
    table = tables.host_table(
        bob,
        tables.TableTerms(
            ruleset="conquest", title="Spring", pace=PRESETS["normal"], is_rated=False,
            welcomes_programs=True, starts_itself=True,
        ),
        now=now,
    )  # fmt: skip
    for player in (*alice.program_accounts.all(), dora):
        tables.join_table(table.pk, player, now=now)
    return Game.objects.get(pk=table.pk)


def test_the_account_given_back_has_no_young_bot_that_plays(
    stolen: Game, alice: Person, now: datetime
) -> None:
    assert stolen.is_running
    give_back(alice, now + DAY)
    stopped = alice.program_accounts.filter(stopped_at=now + DAY)
    assert [one.name for one in stopped] == ["Thief (Bot)"]
    assert [*program_accounts.list_stopped_players()] == [*stopped]
    tasks.tend_tables()
    assert not program_accounts.list_stopped_players()
    assert [seat.person for seat in Seat.objects.filter(is_absent=True)] == [*stopped]


def test_a_program_that_cannot_leave_does_not_stop_the_tick(
    stolen: Game, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_back(alice, now + DAY)
    monkeypatch.setattr(turns, "mark_person_absent", lambda *_args, **_more: 1 / 0)
    tasks.tend_tables()
    assert program_accounts.list_stopped_players().exists()
