"""Accounts that look alike, as the staff sees them: why, whether they play together, set aside."""

from __future__ import annotations

from datetime import datetime
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.lookalikes.pairs import point_out_pairs
from accounts.lookalikes.traces import record_sign_in
from accounts.models import LookalikePair, Person
from games.models import Game
from mail.models import Delivery
from tests import passkeys
from tests.conftest import person

LIST = reverse("admin:accounts_lookalikepair_changelist")


@pytest.fixture
def pair(alice: Person, bob: Person, now: datetime) -> LookalikePair:
    """Alice and Bob, who have signed in with the same browser."""
    for who in (alice, bob):
        record_sign_in(who, device="one", place="192.0.2.1", now=now)
        point_out_pairs(who, now=now)
    return LookalikePair.objects.get()


@pytest.fixture
def operator(db: None) -> Client:
    frank = person("Frank")
    call_command("operators", frank.email, verbosity=0)
    frank.refresh_from_db()
    return passkeys.sign_in(Client(), frank)


def page(pair: LookalikePair) -> str:
    return reverse("admin:accounts_lookalikepair_change", args=[pair.pk])


def look(client: Client, url: str) -> str:
    return unescape(client.get(url).content.decode())


def test_a_pair_is_listed_with_its_reasons(operator: Client, pair: LookalikePair) -> None:
    text = look(operator, LIST)
    assert "signed in with the same browser, signed in from the same network in 1 week" in text
    assert 'class="field-games">0<' in text


@pytest.mark.parametrize(("is_rated", "number"), [(True, 1), (False, 0)])
def test_rated_games_together_are_counted(
    operator: Client, pair: LookalikePair, game: Game, is_rated: bool, number: int
) -> None:
    Game.objects.update(is_rated=is_rated)
    assert f'class="field-games">{number}<' in look(operator, LIST)


def test_the_page_of_a_pair_leads_to_both(operator: Client, pair: LookalikePair) -> None:
    text = look(operator, page(pair))
    for who in (pair.first, pair.second):
        assert reverse("admin:accounts_person_change", args=[who.pk]) in text


def test_a_list_asks_as_often_for_three_pairs_as_for_one(
    operator: Client, pair: LookalikePair, charlie: Person, now: datetime
) -> None:
    with CaptureQueriesContext(connection) as one:
        operator.get(LIST)
    record_sign_in(charlie, device="one", place="192.0.2.1", now=now)
    point_out_pairs(charlie, now=now)
    with CaptureQueriesContext(connection) as three:
        operator.get(LIST)
    assert LookalikePair.objects.count() == 3
    assert len(three) == len(one)


def test_a_pair_is_set_aside_with_a_note_and_logged(operator: Client, pair: LookalikePair) -> None:
    url = reverse("admin:set_aside", args=[pair.pk])
    assert url in look(operator, page(pair))
    before = list(Person.objects.order_by("pk").values())
    sent = {"reason": "brothers", "key": "0" * 32}
    assert operator.post(url, sent)["Location"] == page(pair)
    pair.refresh_from_db()
    assert (pair.note, pair.set_aside_by) == ("brothers", Person.objects.get(name="Frank"))
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.change_message) == (str(pair.pk), "brothers")
    assert url not in look(operator, page(pair))
    assert list(Person.objects.order_by("pk").values()) == before
    assert not Delivery.objects.exists()


def test_a_second_answer_changes_nothing(operator: Client, pair: LookalikePair) -> None:
    url = reverse("admin:set_aside", args=[pair.pk])
    for note in ("brothers", "sisters"):
        operator.post(url, {"reason": note, "key": "0" * 32})
    pair.refresh_from_db()
    assert pair.note == "brothers"
    assert LogEntry.objects.count() == 1


def test_nobody_sets_a_pair_aside_without_the_right(pair: LookalikePair) -> None:
    frank = person("Frank", is_staff=True)
    frank.user_permissions.set(Permission.objects.filter(codename__startswith="view"))
    looker = passkeys.sign_in(Client(), frank)
    url = reverse("admin:set_aside", args=[pair.pk])
    assert url not in look(looker, page(pair))
    assert looker.post(url, {"reason": "n", "key": "0" * 32}).status_code == 403


def test_the_staff_finds_no_pair_of_themselves(pair: LookalikePair, alice: Person) -> None:
    call_command("operators", alice.email, verbosity=0)
    alice.refresh_from_db()
    client = passkeys.sign_in(Client(), alice)
    assert page(pair) not in look(client, LIST)
    assert client.get(page(pair)).status_code == 302
    url = reverse("admin:set_aside", args=[pair.pk])
    assert client.post(url, {"reason": "n", "key": "0" * 32}).status_code == 404
