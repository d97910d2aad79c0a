"""Forms of guests that are sent twice at the same moment count once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import bots
from mail import crypto
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

Stop = Callable[[], None]

PLAY, SIGN_UP, SIGN_IN = map(reverse, ("table_play", "account_signup", "account_login"))
CONFIRM = reverse("account_email_verification_sent")
CONFIRM_SIGN_IN = reverse("account_confirm_login_code")
FORM = {"ruleset": "bollwerk", "key": "k" * 32}
BOB = {"name": "Robert", "email": "robert@example.net"}


def twin_of(client: Client) -> Client:
    """Return a second tab of the same browser."""
    twin = Client()
    twin.cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
    return twin


def post_twice(client: Client, path: str, form: dict[str, str], stop: Stop) -> list[Any]:
    """Send a form in two tabs, both of which wait at a stop until the other is there."""

    def post(one: Client) -> Any:
        try:
            return one.post(path, form)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            stop()
            posts = [pool.submit(post, one) for one in (client, twin_of(client))]
            servers.until(lambda: sites.waiting() == 2, "both at the stop")
        return [each.result() for each in posts]


@pytest.fixture
def client(site: Site) -> Client:
    bots.get_or_create_bots()
    return Client()


def _lock_people() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE accounts_person IN EXCLUSIVE MODE")


def _lock_newcomer() -> None:
    Person.objects.select_for_update().get(email=BOB["email"])


def test_two_equal_forms_at_once_make_one_guest_with_one_game(
    client: Client,
) -> None:
    client.get(PLAY)
    answers = post_twice(client, PLAY, FORM, _lock_people)
    guest = Person.objects.get(is_guest=True)
    game = Game.objects.get(host=guest)
    assert {answer["Location"] for answer in answers} == {reverse("game", args=[game.pk])}
    assert {one.client.session["_auth_user_id"] for one in answers} == {str(guest.pk)}


@pytest.mark.parametrize("path", [CONFIRM, CONFIRM_SIGN_IN])
def test_a_code_that_is_sent_twice_at_once_makes_one_person(client: Client, path: str) -> None:
    client.get(PLAY)
    client.post(PLAY, FORM)
    guest = Person.objects.get(is_guest=True)
    client.post(SIGN_UP, BOB)
    if path == CONFIRM_SIGN_IN:  # the first sign-in of those who have missed that code
        for _try in range(3):
            client.post(CONFIRM, {"action": "verify", "code": "WRNG-WRNG"})
        client.post(SIGN_IN, {"login": BOB["email"]})
    secret = Delivery.objects.filter(address=BOB["email"]).latest("pk").about["secret"]
    code = (crypto.decrypt(secret.encode()) or b"").decode()
    answers = post_twice(client, path, {"action": "verify", "code": code}, _lock_newcomer)
    assert sorted(answer["Location"] for answer in answers) == ["/", reverse("account_login")]
    robert = Person.objects.get(name="Robert")
    assert (robert.pk, robert.is_guest, robert.email) == (guest.pk, False, BOB["email"])
    [done] = [answer for answer in answers if answer["Location"] == "/"]
    assert done.client.get("/").context["user"] == robert
