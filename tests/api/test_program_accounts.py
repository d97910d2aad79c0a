"""Bots: made, stopped and deleted on the page of programs, marked and bounded in the API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import reauthentication
from accounts.models import Person
from api import program_accounts as own_programs
from api import tokens
from api.models import AccessToken
from games.models import Game
from games.play import account_deletion, program_accounts, tables
from games.play.clock import PRESETS
from mail.models import Delivery
from tests.api.conftest import Connect, make_secret

PAGE = reverse("tokens")


@pytest.fixture
def bot(bob: Person, now: datetime) -> Person:
    """A bot of Bob's."""
    return program_accounts.make_program(bob, "Castle", now=now)


@pytest.fixture
def browser(client: Client, bob: Person) -> Client:
    """A browser in which Bob has just signed in."""
    client.force_login(bob)
    session = client.session
    session[reauthentication.SESSION_KEY] = timezone.now().timestamp()
    session.save()
    return client


def open_table(host: Person, now: datetime, **terms: Any) -> Game:
    wanted = tables.TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"], **terms)
    return tables.host_table(host, wanted, now=now)


def test_an_owner_makes_a_bot_and_a_token_for_it(browser: Client, bob: Person) -> None:
    assert browser.post(reverse("bot_make"), {"name": "Castle"})["Location"] == PAGE
    bot = bob.program_accounts.get()
    page = browser.get(reverse("bot_token", args=[bot.pk]))
    assert page.context["form"]["scopes"].value() == ("read", "play", "tables")
    made = browser.post(
        reverse("bot_token", args=[bot.pk]), {"name": "desk", "scopes": ["read"], "days": "30"}
    )
    assert tokens.find_token(made.context["secret"], now=timezone.now()).person_id == bot.pk  # type: ignore[union-attr]
    assert [*Delivery.objects.values_list("address", flat=True)] == [bob.email]
    text = browser.get(PAGE).content.decode()
    assert "Castle (Bot)" in text
    assert "desk" in text
    assert "For your bot" in text


def test_a_bot_needs_a_recent_sign_in_and_a_name(browser: Client, bob: Person) -> None:
    assert browser.post(reverse("bot_make"), {"name": "Admin"}).status_code == 422
    session = browser.session
    session[reauthentication.SESSION_KEY] = timezone.now().timestamp() - 16 * 60
    session.save()
    assert browser.post(reverse("bot_make"), {"name": "Castle"}).status_code == 403
    assert not bob.program_accounts.exists()


def test_a_bot_is_stopped_at_once_and_started_again(
    browser: Client, bot: Person, connect: Connect
) -> None:
    program = connect(bot)
    assert program.get("/me").status_code == 200
    browser.post(reverse("bot_stop", args=[bot.pk]))
    assert program.get("/me").status_code == 401
    assert browser.get(reverse("bot_token", args=[bot.pk])).status_code == 404
    assert connect(bot).get("/me").status_code == 401
    browser.post(reverse("bot_start", args=[bot.pk]))
    assert program.get("/me").status_code == 401
    assert connect(bot).get("/me").status_code == 200


def test_a_bot_is_deleted_once_it_is_stopped(browser: Client, bot: Person) -> None:
    browser.post(reverse("bot_delete", args=[bot.pk]))
    bot.refresh_from_db()
    assert not bot.is_deleted
    browser.post(reverse("bot_stop", args=[bot.pk]))
    browser.post(reverse("bot_delete", args=[bot.pk]))
    bot.refresh_from_db()
    assert bot.is_deleted
    assert not AccessToken.objects.filter(person=bot).exists()


@pytest.mark.parametrize("door", ["bot_stop", "bot_start", "bot_delete", "bot_token"])
def test_nobody_touches_the_bot_of_another(
    browser: Client, alice: Person, door: str, now: datetime
) -> None:
    hers = program_accounts.make_program(alice, "Tower", now=now)
    own_programs.stop(alice, hers.pk, now=now)
    browser.post(reverse(door, args=[hers.pk]), {"name": "a", "scopes": ["read"], "days": "30"})
    hers.refresh_from_db()
    assert hers.stopped_at == now
    assert not hers.is_deleted
    assert not AccessToken.objects.filter(person=hers).exists()


def test_an_owner_revokes_a_token_of_their_bot(browser: Client, bot: Person) -> None:
    make_secret(bot)
    token = AccessToken.objects.get(person=bot)
    browser.post(reverse("token_revoke", args=[token.pk]))
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_bot_asks_for_a_code_in_vain(client: Client, bot: Person) -> None:
    client.post(reverse("account_login"), {"login": bot.email})
    assert not Delivery.objects.filter(kind="sign_in").exists()


def test_the_token_of_a_bot_is_good_while_its_owner_is_there(
    bob: Person, bot: Person, connect: Connect, now: datetime
) -> None:
    program = connect(bot)
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    assert program.get("/me").status_code == 401
    Person.objects.filter(pk=bob.pk).update(is_active=True)
    assert program.get("/me").status_code == 200
    account_deletion.start_deletion(bob, now=now)
    assert program.get("/me").status_code == 401


def test_a_bot_and_its_owner_are_told_in_the_api(
    alice: Person, bob: Person, bot: Person, connect: Connect, now: datetime
) -> None:
    table = open_table(alice, now, welcomes_programs=True)
    joined = connect(bot).post(f"/tables/{table.pk}/join")
    assert joined.status_code == 200, joined.content
    told = [seat["person"] for seat in joined.json()["seats"] if seat["person"]]
    assert [(one["is_bot"], one["owner"]) for one in told] == [(False, None), (True, bob.pk)]
    assert joined.json()["welcomes_bots"] is True


def test_a_bot_is_refused_at_other_tables_with_a_sentence(
    alice: Person, bot: Person, connect: Connect, now: datetime
) -> None:
    answer = connect(bot).post(f"/tables/{open_table(alice, now).pk}/join")
    assert (answer.status_code, answer.json()["detail"]) == (
        409, "Bots are not welcome at this table.",
    )  # fmt: skip


def test_a_program_finds_and_opens_tables_that_welcome_bots(
    alice: Person, connect: Connect, now: datetime
) -> None:
    open_table(alice, now)
    sent = {"rule_set": "conquest", "welcomes_bots": True, "is_rated": False}
    opened = connect(alice).post("/tables", sent).json()
    found = connect().get("/tables", welcomes_bots="true").json()["games"]
    assert [game["id"] for game in found] == [opened["id"]]
    assert len(connect().get("/tables").json()["games"]) == 2


def test_a_bot_shares_the_budget_of_its_owner(
    bob: Person, bot: Person, connect: Connect, settings: Any
) -> None:
    settings.API_REQUESTS_A_MINUTE = 3
    program, hand = connect(bot), connect(bob)
    assert [program.get("/me").status_code for _time in range(3)] == [200] * 3
    assert hand.get("/me").status_code == 429


def test_a_bot_sends_a_number_of_orders_a_minute(
    bob: Person, bot: Person, connect: Connect, settings: Any
) -> None:
    settings.PROGRAM_ORDERS_A_MINUTE = 2
    program = connect(bot)
    answers = [program.post("/tables", {}).status_code for _time in range(3)]
    assert answers[-1] == 429
    assert 429 not in answers[:2]
    assert program.get("/me").status_code == 200
    person = connect(bob)
    assert 429 not in [person.post("/tables", {}).status_code for _time in range(3)]


def test_pages_mark_a_bot_as_that_of_its_owner(
    client: Client, alice: Person, bot: Person, now: datetime
) -> None:
    table = open_table(alice, now, welcomes_programs=True)
    tables.join_table(table.pk, bot, now=now)
    page = client.get(reverse("player", args=[bot.pk])).content.decode()
    assert "Castle (Bot)" in page
    assert "Bot of" in page
    assert reverse("player", args=[bot.owner_id]) in page
    assert "Bot of Bob" in client.get(reverse("table", args=[table.pk])).content.decode()


def test_a_search_finds_tables_that_welcome_bots(
    client: Client, alice: Person, now: datetime
) -> None:
    wanted = open_table(alice, now, welcomes_programs=True)
    open_table(alice, now)
    found = client.get(reverse("tables"), {"bots": "on"}).context["page"]
    assert [row.game.pk for row in found.rows] == [wanted.pk]
