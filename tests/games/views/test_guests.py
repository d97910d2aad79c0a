"""Guests: people without an account, who play against the house in one browser."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import bots
from mail import crypto
from mail.models import Delivery

PLAY = reverse("table_play")
FORM = {"ruleset": "bollwerk", "key": "k" * 32, "time_zone": "Europe/Vienna"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house() -> None:
    bots.get_or_create_bots()


def play(client: Client, **fields: str) -> Any:
    """Begin a game from the page that offers it."""
    client.get(PLAY)
    return client.post(PLAY, FORM | fields)


def test_visitor_plays_as_a_guest_at_once(client: Client) -> None:
    answer = play(client)
    guest, game = Person.objects.get(is_guest=True), Game.objects.get()
    assert answer["Location"] == reverse("game", args=[game.pk])
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert (game.host, game.is_private, game.is_rated) == (guest, True, False)
    assert (guest.name[:6], guest.time_zone, guest.letters) == ("Guest ", "Europe/Vienna", True)
    assert not guest.hears_letters
    page = client.get(answer["Location"]).content.decode()
    assert "You play as a guest" in page


def test_guest_form_that_is_sent_twice_makes_one_guest(client: Client) -> None:
    client.get(PLAY)
    twin = Client()
    twin.cookies = client.cookies.__class__(client.cookies.output(header="", sep=";"))
    first, second = client.post(PLAY, FORM), twin.post(PLAY, FORM)
    assert first["Location"] == second["Location"]
    assert Person.objects.filter(is_guest=True).count() == 1
    assert second.client.session["_auth_user_id"] == client.session["_auth_user_id"]


def test_guest_form_of_another_browser_is_another_guest(client: Client) -> None:
    play(client)
    stranger = Client()
    assert play(stranger)["Location"] != reverse("game", args=[Game.objects.earliest("pk").pk])
    assert stranger.get(reverse("game", args=[Game.objects.earliest("pk").pk])).status_code == 404
    assert Person.objects.filter(is_guest=True).count() == 2


SIGN_UP, SIGN_IN = reverse("account_signup"), reverse("account_login")
CONFIRM = reverse("account_email_verification_sent")
CONFIRM_SIGN_IN = reverse("account_confirm_login_code")
BOB = {"name": "Bob", "email": "bob@example.net", "time_zone": "Europe/Berlin"}


def ask_for_account(client: Client) -> dict[str, str]:
    """Sign up as far as the code; return what confirms it."""
    assert client.get(SIGN_UP).status_code == 200
    assert client.post(SIGN_UP, BOB)["Location"] == CONFIRM
    return confirmation_of(BOB["email"])


def ask_for_sign_in(client: Client, address: str) -> dict[str, str]:
    """Sign in as far as the code; return what confirms it."""
    assert client.post(SIGN_IN, {"login": address})["Location"] == CONFIRM_SIGN_IN
    return confirmation_of(address)


def confirmation_of(address: str) -> dict[str, str]:
    delivery = Delivery.objects.filter(address=address).latest("pk")
    code = crypto.decrypt(delivery.about["secret"].encode())
    return {"action": "verify", "code": code.decode() if code else ""}


def test_guest_who_signs_up_keeps_what_they_have(client: Client) -> None:
    game = play(client)["Location"]
    guest = Person.objects.get(is_guest=True)
    before = client.session.session_key
    confirmation = ask_for_account(client)
    assert client.get(game).status_code == 200  # still a guest
    assert client.post(CONFIRM, confirmation)["Location"] == "/"
    bob = Person.objects.get(name="Bob")
    assert (bob.pk, bob.email, bob.is_guest) == (guest.pk, "bob@example.net", False)
    assert (bob.time_zone, bob.hears_letters) == ("Europe/Berlin", True)
    assert EmailAddress.objects.get(user=bob, verified=True).email == bob.email
    assert client.session.session_key != before
    assert client.session.get_expiry_age() > 30 * 24 * 60 * 60
    page = client.get(game).content.decode()
    assert "You play as a guest" not in page
    assert client.get(reverse("sessions")).status_code == 200
    assert Person.objects.filter(is_house=False).count() == 1


def test_other_sessions_of_a_guest_end_when_they_sign_up(client: Client) -> None:
    client.get(PLAY)
    twin = Client()
    twin.cookies = client.cookies.__class__(client.cookies.output(header="", sep=";"))
    game = client.post(PLAY, FORM)["Location"]
    twin.post(PLAY, FORM)
    assert twin.get(game).status_code == 200
    client.post(CONFIRM, ask_for_account(client))
    assert client.get(game).status_code == 200
    assert twin.get(game).status_code == 404


def test_account_that_was_used_meanwhile_is_not_taken_by_a_guest(client: Client) -> None:
    play(client)
    confirmation = ask_for_account(client)
    bob = Person.objects.get(name="Bob")
    Person.objects.filter(pk=bob.pk).update(last_login=bob.joined_at)
    client.post(CONFIRM, confirmation)
    assert client.session["_auth_user_id"] == str(bob.pk)
    assert Person.objects.filter(is_guest=True).count() == 1


def test_guest_who_signs_in_leaves_their_games_and_is_told_before(
    client: Client, alice: Person
) -> None:
    game = play(client)["Location"]
    assert "stays behind" in client.get(SIGN_IN).content.decode()
    client.post(CONFIRM_SIGN_IN, ask_for_sign_in(client, alice.email))
    assert client.session["_auth_user_id"] == str(alice.pk)
    assert client.get(game).status_code == 404


def test_guest_whose_sign_up_failed_keeps_their_games_at_the_first_sign_in(client: Client) -> None:
    game = play(client)["Location"]
    guest = Person.objects.get(is_guest=True)
    ask_for_account(client)
    for _try in range(3):
        client.post(CONFIRM, {"action": "verify", "code": "WRNG-WRNG"})
    client.post(CONFIRM_SIGN_IN, ask_for_sign_in(client, BOB["email"]))
    bob = Person.objects.get(name="Bob")
    assert (bob.pk, bob.is_guest) == (guest.pk, False)
    assert EmailAddress.objects.get(user=bob, verified=True).email == bob.email
    assert client.session["_auth_user_id"] == str(bob.pk)
    assert client.get(game).status_code == 200


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_account_with_rights_is_not_taken_by_a_guest(client: Client, right: str) -> None:
    play(client)
    boss = Person.objects.create_user(BOB["email"], name="Bob", **{right: True})
    EmailAddress.objects.create(user=boss, email=boss.email, primary=True)
    client.post(CONFIRM_SIGN_IN, ask_for_sign_in(client, boss.email))
    assert client.session["_auth_user_id"] == str(boss.pk)
    assert Person.objects.filter(is_guest=True).count() == 1


def test_code_of_an_account_that_a_guest_has_taken_is_void(client: Client) -> None:
    play(client)
    bob = Person.objects.create_user(BOB["email"], name="Bob")
    EmailAddress.objects.create(user=bob, email=bob.email, primary=True)
    other = Client()
    late = ask_for_sign_in(other, BOB["email"])
    client.post(CONFIRM_SIGN_IN, ask_for_sign_in(client, BOB["email"]))
    assert other.post(CONFIRM_SIGN_IN, late)["Location"] == SIGN_IN
    assert other.get(SIGN_IN).status_code == 200
    assert "_auth_user_id" not in other.session


def test_guest_who_begins_has_no_more_tries_at_a_code(client: Client, alice: Person) -> None:
    client.get(PLAY)
    confirmation = ask_for_sign_in(client, alice.email)
    before = dict(client.session)
    for _try in range(3):
        client.post(CONFIRM_SIGN_IN, {"action": "verify", "code": "WRNG-WRNG"})
        session = client.session
        session.update(before)  # as another request has left it
        session.save()
    client.post(PLAY, FORM)
    client.post(CONFIRM_SIGN_IN, confirmation)
    assert client.session["_auth_user_id"] != str(alice.pk)


def test_no_letter_goes_to_a_guest(client: Client) -> None:
    play(client)
    guest = Person.objects.get(is_guest=True)
    Client().post(SIGN_IN, {"login": guest.email})
    assert not Delivery.objects.filter(about__what="sign_in").exists()
    assert not Delivery.objects.filter(person=guest).exists()


def test_guest_may_change_how_pages_look_and_no_name(client: Client) -> None:
    play(client)
    name = Person.objects.get(is_guest=True).name
    wishes = {"name": "Alice", "language": "de", "time_zone": "Asia/Tokyo", "letters": "on"}
    page = client.get(reverse("preferences"))
    assert [*page.context["form"].fields] == [
        "language", "time_zone", "own_side_near", "one_tap",
    ]  # fmt: skip
    for part in ("guest.invalid", reverse("export"), reverse("delete_account")):
        assert part not in page.content.decode()
    client.post(reverse("preferences"), wishes)
    guest = Person.objects.get(is_guest=True)
    assert (guest.name, guest.language, guest.time_zone) == (name, "de", "Asia/Tokyo")


def test_guest_plays_again_within_the_limits_of_guests(client: Client) -> None:
    play(client)
    first = Game.objects.get()
    client.post(reverse("game_leave", args=[first.pk]))
    client.post(PLAY, {"ruleset": "bollwerk"})
    client.post(PLAY, {"ruleset": "bollwerk"})
    rematch = reverse("game_rematch", args=[first.pk])
    client.post(rematch)
    assert Game.objects.count() == 3
    client.post(reverse("game_leave", args=[Game.objects.latest("pk").pk]))
    client.post(rematch)
    again = Game.objects.get(rematch_of=first)
    assert (again.status, again.is_private, again.is_rated) == ("running", True, False)


def test_guest_is_shown_to_nobody(client: Client, alice: Person) -> None:
    play(client)
    guest, game = Person.objects.get(is_guest=True), Game.objects.get()
    reader = Client()
    reader.force_login(alice)
    assert reader.get(reverse("player", args=[guest.pk])).status_code == 404
    assert reader.get(reverse("game", args=[game.pk])).status_code == 404
    for page in ("/", "/tables/?show=running", "/tables/?show=running&words=Guest", "/league/"):
        for visitor in (reader, Client()):
            text = visitor.get(page).content.decode()
            assert guest.name not in text
            assert reverse("game", args=[game.pk]) not in text


def test_guest_who_takes_another_address_stays_the_guest(client: Client) -> None:
    game = play(client)["Location"]
    ask_for_account(client)
    again = client.post(reverse("account_logout"), {"next": f"{SIGN_UP}?next=/tables/"})
    assert again["Location"] == f"{SIGN_UP}?next=/tables/"
    assert client.get(SIGN_UP).status_code == 200
    assert client.get(game).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(game).status_code == 404


def test_guest_form_that_is_sent_again_and_again_is_counted(client: Client, settings: Any) -> None:
    rates = {**settings.ACCOUNT_RATE_LIMITS, "visitor_session": "2/h/key"}
    settings.ACCOUNT_RATE_LIMITS = rates
    client.get(PLAY)
    cookie = client.cookies[settings.CSRF_COOKIE_NAME].value
    answers = []
    for _time in range(4):
        again = Client()
        again.cookies[settings.CSRF_COOKIE_NAME] = cookie
        answers.append(again.post(PLAY, FORM).status_code)
    assert answers == [302, 302, 302, 429]
    assert Person.objects.filter(is_guest=True).count() == 1
