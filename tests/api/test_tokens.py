"""Access tokens: good for what they say, for as long as they say, and told to nobody."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.reauthentication import SESSION_KEY
from api import budgets, tokens
from api.models import AccessToken
from api.problems import Problem
from games.play import program_accounts
from mail.models import Delivery
from tests.api.conftest import Connect, Program, make_secret

pytestmark = pytest.mark.django_db


def test_a_token_says_that_it_is_one() -> None:
    secret = make_secret(Person.objects.create_user("a@example.org", name="Alice"))
    assert tokens.is_well_formed(secret)
    assert not tokens.is_well_formed(secret[:-1] + ("0" if secret[-1] != "0" else "1"))
    assert not tokens.is_well_formed("zugpost_")


def test_the_database_does_not_tell_a_token(alice: Person) -> None:
    secret = make_secret(alice)
    row = AccessToken.objects.values().get()
    assert secret not in repr(row)
    assert secret[: tokens.SHOWN_CHARS] == row["start"]


BAD = ["unknown", "revoked", "ended", "closed account"]


@pytest.mark.parametrize("what", BAD)
def test_a_token_that_is_not_good_cannot_be_told_from_none(alice: Person, what: str) -> None:
    """The same answer, after the same queries."""
    secret, now = make_secret(alice), timezone.now()
    match what:
        case "unknown":
            AccessToken.objects.all().delete()
        case "revoked":
            tokens.revoke_token(alice, AccessToken.objects.get().pk, now=now)
        case "ended":
            past = now - timedelta(days=400)
            AccessToken.objects.update(made_at=past, ends_at=past + timedelta(days=1))
        case "closed account":
            Person.objects.update(is_active=False)
    with CaptureQueriesContext(connection) as asked:
        answer = Program(secret).get("/me")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["detail"] == "This needs an access token that is good."
    assert len(asked) == 1


def test_a_token_stays_good_where_the_key_of_the_site_has_changed(
    alice: Person, settings: Any
) -> None:
    secret = make_secret(alice)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one, which is long enough"
    assert Program(secret).get("/me").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Program(secret).get("/me").status_code == 401


def test_a_session_opens_nothing(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.get("/api/v1/me").status_code == 401


def test_a_person_has_a_bounded_number_of_tokens(alice: Person) -> None:
    for _number in range(tokens.MOST_TOKENS):
        make_secret(alice)
    with pytest.raises(tokens.TokenRefused):
        make_secret(alice)


def test_budgets_fill_up_again(alice: Person, settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = 8
    for _number in range(2):
        budgets.charge("7", is_change=True, now=0.0)
    with pytest.raises(Problem) as refused:
        budgets.charge("7", is_change=False, now=0.0)
    assert refused.value.headers["Retry-After"] == "8"
    assert budgets.charge("8", is_change=False, now=0.0).left == 7
    assert budgets.charge("7", is_change=False, now=7.5).left == 0


def test_all_tokens_of_a_person_share_one_budget(alice: Person, settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = 2
    one, other = (Program(make_secret(alice)) for _token in range(2))
    answers = [program.get("/me").status_code for program in (one, other, one)]
    assert answers == [200, 200, 429]


# --- Their pages -----------------------------------------------------------------------------


@pytest.fixture
def browser(client: Client, alice: Person) -> Client:
    return _sign_in(client, alice)


def _sign_in(client: Client, person: Person) -> Client:
    client.force_login(person)
    session = client.session
    session[SESSION_KEY] = timezone.now().timestamp()
    session.save()
    return client


FORM = {"name": "My bot", "scopes": ["read", "play"], "days": "90"}


def test_a_token_is_shown_once_and_told_by_letter(browser: Client, alice: Person) -> None:
    page = browser.post(reverse("token_make"), FORM).content.decode()
    secret = page.partition("zugpost_")[2].partition("<")[0]
    assert Program(f"zugpost_{secret}").get("/me").json()["scopes"] == ["play", "read"]
    assert secret not in browser.get(reverse("tokens")).content.decode()
    (letter,) = Delivery.objects.filter(address=alice.email)
    assert letter.about["what"] == "token_made"


def test_a_token_is_made_after_a_sign_in_that_is_not_long_ago(
    client: Client, alice: Person
) -> None:
    client.force_login(alice)
    assert client.post(reverse("token_make"), FORM).status_code == 403
    assert not AccessToken.objects.exists()


def test_one_button_revokes_a_token(browser: Client, alice: Person) -> None:
    secret = make_secret(alice)
    browser.post(reverse("token_revoke", args=[AccessToken.objects.get().pk]))
    assert Program(secret).get("/me").status_code == 401


def test_nobody_revokes_the_token_of_somebody_else(browser: Client, bob: Person) -> None:
    secret = make_secret(bob)
    browser.post(reverse("token_revoke", args=[AccessToken.objects.get().pk]))
    assert Program(secret).get("/me").status_code == 200


def test_tokens_are_made_twenty_times_a_day_at_most_those_of_bots_included(
    browser: Client, alice: Person
) -> None:
    """Revoked ones count, too."""
    bot = program_accounts.make_program(alice, "Castle", now=timezone.now())
    for number in range(20):
        page = reverse("bot_token", args=[bot.pk]) if number % 2 else reverse("token_make")
        assert browser.post(page, FORM).status_code == 200
        AccessToken.objects.update(revoked_at=timezone.now())
    for page in (reverse("token_make"), reverse("bot_token", args=[bot.pk])):
        refused = browser.post(page, FORM, follow=True).content.decode()
        assert "You have made enough access tokens for today" in refused
    assert AccessToken.objects.count() == 20
    assert Delivery.objects.filter(about__what="token_made").count() == 20


def test_control_a_form_with_a_mistake_and_tokens_of_others_do_not_count(
    browser: Client, bob: Person, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "token_made": "1/d/key"}
    assert browser.post(reverse("token_make"), {**FORM, "scopes": []}).status_code == 422
    assert browser.post(reverse("token_make"), FORM).status_code == 200
    assert browser.post(reverse("token_make"), FORM).status_code == 302
    other = _sign_in(Client(), bob)
    assert other.post(reverse("token_make"), FORM).status_code == 200


# --- Nowhere else ----------------------------------------------------------------------------


def test_a_token_is_in_no_log_and_no_answer(
    alice: Person, connect: Connect, capfd: pytest.CaptureFixture[str], caplog: Any
) -> None:
    """Also where something fails on the way."""
    secret = make_secret(alice)
    program = Program(secret)
    answers = [
        program.get("/me"),
        program.get("/games/999"),
        program.post("/games/1/orders", {"text": 7}),
        program.post("/tables", {"rule_set": secret}),
        Program(secret[:-1]).get("/me"),
    ]
    told = capfd.readouterr()
    assert secret not in told.out + told.err + caplog.text
    assert not any(secret in answer.content.decode() for answer in answers)


def test_an_export_has_no_token(alice: Person) -> None:
    from api import personal_data

    secret = make_secret(alice)
    exported = dict(personal_data.export(alice))
    assert exported["access-tokens"][0]["start"] in secret
    assert secret not in repr(exported)
    assert AccessToken.objects.get().digest not in repr(exported)


def test_a_dump_has_no_token(alice: Person) -> None:
    secret, out = make_secret(alice), io.StringIO()
    call_command("dumpdata", "api", stdout=out)
    assert secret not in out.getvalue()
