"""Sign-in by a provider of the operator's: who is let in by which claims. The provider is a stub;
the journey has a real one."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import email_change, openid_views
from accounts.models import FormerAddress, Person
from accounts.openid_adapter import ProviderAdapter
from mail import clock
from mail.models import Delivery

ISSUER, SECRET = "https://login.example.org/realm", "planted-secret-of-the-client"
BEGIN, CALLBACK = reverse("openid_begin"), reverse("openid_callback")
NAME, PREFERENCES = reverse("socialaccount_signup"), reverse("preferences")
TOLD = {"email_verified": True, "name": "Nora"}

pytestmark = pytest.mark.django_db


@dataclass
class Provider:
    """A provider whose answers a test chooses; ``seen`` is what was posted to it."""

    claims: dict[str, Any] = field(default_factory=dict)
    userinfo: dict[str, Any] | None = None
    token: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    error: Exception | None = None
    seen: list[dict[str, Any]] = field(default_factory=list)

    def answer(self, method: str, url: str, **sent: Any) -> requests.Response:
        """Answer a request as a provider does."""
        if self.error:
            raise self.error
        if sent.get("data"):
            self.seen.append(sent["data"])
        path = urlsplit(url).path.rpartition("/")[2]
        known = {"openid-configuration": self.config, "token": self.tokens, "me": self.told}
        return _response(self.status, known[path]())

    def config(self) -> dict[str, Any]:
        found = {"issuer": ISSUER, "token_endpoint": f"{ISSUER}/token", "jwks_uri": f"{ISSUER}/k"}
        more = {} if self.userinfo is None else {"userinfo_endpoint": f"{ISSUER}/me"}
        return {**found, **more, "authorization_endpoint": f"{ISSUER}/authorize"}

    def tokens(self) -> dict[str, Any]:
        now = timezone.now().timestamp()
        claims = {"iss": ISSUER, "aud": "zugpost", "exp": now + 60, **self.claims, **self.token}
        return {"access_token": "a", "id_token": jwt.encode(claims, "k" * 32)}

    def told(self) -> dict[str, Any]:
        return self.userinfo or {}


def _response(status: int, told: dict[str, Any]) -> requests.Response:
    answer = requests.Response()
    answer.status_code, answer._content = status, json.dumps(told).encode()
    answer.headers["content-type"] = "application/json"
    return answer


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Provider:
    settings.OIDC_URL, settings.OIDC_NAME = ISSUER, "Village"
    settings.OIDC_CLIENT_ID, settings.OIDC_SECRET = "zugpost", SECRET
    here = Provider()

    def session(_adapter: ProviderAdapter) -> requests.Session:
        found = requests.Session()
        monkeypatch.setattr(found, "request", here.answer)
        monkeypatch.setattr(found, "get", lambda url, **sent: here.answer("GET", url, **sent))
        return found

    monkeypatch.setattr(ProviderAdapter, "get_requests_session", session)
    return here


def begin(client: Client, query: str = "", **sent: str) -> dict[str, str]:
    """Ask for the provider; return with what the browser is led there."""
    page = client.post(f"{BEGIN}{query}", sent).content.decode()
    onward = re.search(r'href="(https://login.example.org[^"]+)"', page)
    assert onward
    found = parse_qs(urlsplit(onward[1].replace("&amp;", "&")).query)
    return {name: values[0] for name, values in found.items()}


def come_back(client: Client, provider: Provider, **claims: Any) -> Any:
    """Sign in by the provider, with these claims."""
    provider.claims = TOLD | claims
    state = begin(client)["state"]
    return client.get(CALLBACK, {"code": "c", "state": state})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def refusal(answer: Any) -> str:
    assert answer.status_code == 403
    return str(answer.context["reason"])


def test_without_settings_there_is_no_button_and_no_address(client: Client) -> None:
    assert b"openid" not in client.get(reverse("account_login")).content
    for name in (BEGIN, CALLBACK, NAME):
        assert {client.get(name).status_code, client.post(name).status_code} == {404}


def test_provider_is_asked_with_pkce_for_what_we_use_alone(
    client: Client, provider: Provider
) -> None:
    query = begin(client, "?scope=admin&process=connect&auth_params=prompt%3Dnone")
    assert query.pop("redirect_uri") == "http://localhost:8000/accounts/openid/callback/"
    assert {*query.pop("scope").split()} == {"openid", "profile", "email"}
    assert (query["client_id"], query["code_challenge_method"]) == ("zugpost", "S256")
    assert {*query} == {
        "client_id", "response_type", "state", "code_challenge", "code_challenge_method"
    }  # fmt: skip


def test_new_person_chooses_a_name_and_the_address_is_the_providers(
    client: Client, provider: Provider
) -> None:
    answer = come_back(client, provider, sub="7", email="Nora@example.net")
    assert answer["Location"] == NAME
    page = client.get(NAME)
    assert page.context["form"].initial["name"] == "Nora"
    assert "email" not in page.context["form"].fields
    sent = {"name": "Nora", "email": "else@example.net", "time_zone": "Europe/Vienna"}
    assert client.post(NAME, sent)["Location"] == "/"
    nora = Person.objects.get(name="Nora")
    assert (nora.email, nora.time_zone) == ("Nora@example.net", "Europe/Vienna")
    assert is_signed_in(client)
    way = SocialAccount.objects.get(user=nora)
    assert (way.uid, way.provider, way.extra_data) == ("7", ISSUER, {})
    assert not SocialToken.objects.exists()
    assert provider.seen[0]["code_verifier"]
    assert not Delivery.objects.exists()


def test_name_page_refuses_a_name_that_is_taken(
    client: Client, provider: Provider, alice: Person
) -> None:
    come_back(client, provider, sub="7", email="nora@example.net")
    assert client.post(NAME, {"name": "Alice"}).status_code == 422
    assert not is_signed_in(client)


def test_name_page_is_good_for_half_an_hour(
    client: Client, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    come_back(client, provider, sub="7", email="nora@example.net")
    later = clock.now() + timedelta(seconds=openid_views.PENDING_SECONDS + 1)
    monkeypatch.setattr(clock, "now", lambda: later)
    answer = client.post(NAME, {"name": "Nora"})
    assert answer["Location"] == reverse("account_login")
    assert not Person.objects.filter(name="Nora").exists()


def test_known_person_is_connected_once_and_told(
    client: Client, provider: Provider, alice: Person
) -> None:
    come_back(client, provider, sub="7", email="ALICE@example.org")
    assert client.get(PREFERENCES).context["user"] == alice
    letter = Delivery.objects.get()
    assert (letter.address, letter.about["what"]) == (alice.email, "provider_added")
    again = Client()
    come_back(again, provider, sub="7", email="moved@example.net")
    assert again.get(PREFERENCES).context["user"] == alice
    assert Delivery.objects.count() == 1


def test_address_of_an_account_that_never_confirmed_it_is_confirmed_by_the_provider(
    client: Client, provider: Provider, alice: Person
) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True)
    come_back(client, provider, sub="7", email=alice.email)
    assert EmailAddress.objects.get().verified
    assert client.get(PREFERENCES).context["user"] == alice


def test_provider_that_came_with_a_change_of_address_goes_with_it(
    client: Client, provider: Provider, alice: Person, now: datetime
) -> None:
    """Who has taken over an account, and connected one of theirs, does not keep a way in."""
    owned = SocialAccount.objects.create(user=alice, provider="https://old.example.org", uid="6")
    SocialAccount.objects.filter(pk=owned.pk).update(date_joined=now - timedelta(days=9))
    left = FormerAddress.objects.create(
        person=alice, address=alice.email, left_at=now, may_object=True
    )
    Person.objects.filter(pk=alice.pk).update(email="thief@example.net")
    thief = SocialAccount.objects.create(user=alice, provider=ISSUER, uid="7")
    SocialAccount.objects.filter(pk=thief.pk).update(date_joined=now + timedelta(hours=1))
    email_change.restore_address(left, now=now + timedelta(days=1))
    assert [*SocialAccount.objects.all()] == [owned]


def test_identifier_counts_without_any_address(
    client: Client, provider: Provider, alice: Person
) -> None:
    SocialAccount.objects.create(user=alice, provider=ISSUER, uid="7")
    come_back(client, provider, sub="7")
    assert is_signed_in(client)


def test_identifier_of_another_provider_does_not_count(
    client: Client, provider: Provider, alice: Person
) -> None:
    SocialAccount.objects.create(user=alice, provider="https://old.example.org", uid="7")
    answer = come_back(client, provider, sub="7", email="nora@example.net")
    assert answer["Location"] == NAME


@pytest.mark.parametrize("verified", [False, None, "false", "yes", 0])
def test_unverified_address_opens_nothing(
    client: Client, provider: Provider, alice: Person, verified: Any
) -> None:
    answer = come_back(client, provider, sub="7", email=alice.email, email_verified=verified)
    assert refusal(answer) == "unverified"
    assert not is_signed_in(client)
    assert client.get(NAME)["Location"] == reverse("account_login")


@pytest.mark.parametrize("flag", ["is_staff", "is_superuser", "is_program", "is_house"])
def test_account_with_rights_or_of_a_program_is_not_found_by_its_address(
    client: Client, provider: Provider, alice: Person, flag: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(**{flag: True})
    assert refusal(come_back(client, provider, sub="7", email=alice.email)) == "by_code"
    assert not is_signed_in(client)


def test_closed_account_is_not_opened(client: Client, provider: Provider, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert refusal(come_back(client, provider, sub="7", email=alice.email)) == "by_code"
    SocialAccount.objects.create(user=alice, provider=ISSUER, uid="7")
    answer = come_back(client, provider, sub="7", email=alice.email)
    assert answer["Location"] == reverse("account_inactive")
    assert not is_signed_in(client)


def test_address_with_a_new_owner_at_the_provider_does_not_open_the_account(
    client: Client, provider: Provider, alice: Person
) -> None:
    SocialAccount.objects.create(user=alice, provider=ISSUER, uid="6")
    assert refusal(come_back(client, provider, sub="7", email=alice.email)) == "by_code"


@pytest.mark.parametrize(
    "token",
    [{"sub": ""}, {"sub": 7}, {"sub": "x" * 192}, {"sub": "a\0"}, {"iss": "https://x"},
     {"aud": "other"}, {"exp": 1}],
)  # fmt: skip
def test_bad_token_signs_nobody_in(
    client: Client, provider: Provider, alice: Person, token: dict[str, Any]
) -> None:
    provider.token = token
    assert refusal(come_back(client, provider, sub="7", email=alice.email)) == "failed"
    assert not is_signed_in(client)


def test_claims_of_somebody_else_are_refused(
    client: Client, provider: Provider, alice: Person
) -> None:
    provider.userinfo = {"sub": "8", "email": alice.email, "email_verified": True}
    assert refusal(come_back(client, provider, sub="7")) == "failed"


def test_claims_beside_the_token_count(client: Client, provider: Provider, alice: Person) -> None:
    provider.userinfo = {"sub": "7", "email": alice.email, "email_verified": True}
    come_back(client, provider, sub="7")
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("token", "userinfo"),
    [
        ({"email": "charlie@example.org", "email_verified": True}, {"email": "alice@example.org"}),
        ({"email": "alice@example.org", "email_verified": False}, {"email_verified": True}),
    ],
)
def test_address_and_its_verification_come_from_one_answer(
    client: Client,
    provider: Provider,
    alice: Person,
    token: dict[str, Any],
    userinfo: dict[str, Any],
) -> None:
    """Each of the two may be about another address."""
    provider.userinfo = {"sub": "7", **userinfo}
    come_back(client, provider, sub="7", **token)
    assert not is_signed_in(client)


def test_address_of_the_token_counts_where_only_it_says_that_it_is_verified(
    client: Client, provider: Provider, alice: Person
) -> None:
    provider.userinfo = {"sub": "7", "email": alice.email}
    come_back(client, provider, sub="7", email=alice.email, email_verified=True)
    assert is_signed_in(client)


def test_state_is_good_once_and_in_one_browser(
    client: Client, provider: Provider, alice: Person
) -> None:
    provider.claims = TOLD | {"sub": "7", "email": alice.email}
    back = {"code": "c", "state": begin(client)["state"]}
    stranger = Client()
    assert refusal(stranger.get(CALLBACK, back)) == "failed"
    assert refusal(client.get(CALLBACK, {**back, "state": "x" * 16})) == "failed"
    client.get(CALLBACK, back)
    assert is_signed_in(client)
    client.logout()
    assert refusal(client.get(CALLBACK, back)) == "failed"


def test_refusal_at_the_provider_is_told(client: Client, provider: Provider) -> None:
    back = {"error": "access_denied", "state": begin(client)["state"]}
    assert refusal(client.get(CALLBACK, back)) == "cancelled"


@pytest.mark.parametrize("fault", ["down", "page", "status"])
def test_failing_provider_is_told_on_a_page(
    client: Client, provider: Provider, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    state = begin(client)["state"]
    if fault == "down":
        provider.error = requests.ConnectTimeout()
    elif fault == "status":
        provider.status = 500
    else:
        monkeypatch.setattr(provider, "config", lambda: ["no configuration"])
    assert refusal(client.post(BEGIN)) == "failed"
    assert refusal(client.get(CALLBACK, {"code": "c", "state": state})) == "failed"


def test_sign_ins_are_limited_as_those_by_code(client: Client, provider: Provider) -> None:
    answers = [client.post(BEGIN).status_code for _try in range(31)]
    assert (answers[0], answers[-1]) == (200, 429)


def test_sign_in_by_the_provider_is_a_recent_one(
    client: Client, provider: Provider, alice: Person
) -> None:
    come_back(client, provider, sub="7", email=alice.email)
    assert client.get(reverse("mfa_add_webauthn")).status_code == 200


def test_next_page_is_one_of_ours(client: Client, provider: Provider, alice: Person) -> None:
    provider.claims = TOLD | {"sub": "7", "email": alice.email}
    for wanted, shown in ((PREFERENCES, PREFERENCES), ("https://evil.example/", "/")):
        visitor = Client()
        state = begin(visitor, next=wanted)["state"]
        assert visitor.get(CALLBACK, {"code": "c", "state": state})["Location"] == shown


def test_guest_takes_their_games_along(client: Client, provider: Provider) -> None:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    client.force_login(guest)
    come_back(client, provider, sub="7", email="nora@example.net")
    client.post(NAME, {"name": "Nora"})
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.is_guest) == ("Nora", "nora@example.net", False)
    assert SocialAccount.objects.get().user_id == guest.pk
    assert client.get(PREFERENCES).context["user"] == guest


def test_provider_is_separated_after_a_recent_sign_in_and_told(
    client: Client, provider: Provider, alice: Person, bob: Person
) -> None:
    come_back(client, provider, sub="7", email=alice.email)
    assert "Village" in client.get(PREFERENCES).content.decode()
    theirs = SocialAccount.objects.create(user=bob, provider=ISSUER, uid="8")
    way = SocialAccount.objects.get(user=alice)
    assert client.post(reverse("separate_provider", args=[theirs.pk])).status_code == 404
    assert client.post(reverse("separate_provider", args=[way.pk]))["Location"] == PREFERENCES
    assert [one.user for one in SocialAccount.objects.all()] == [bob]
    assert Delivery.objects.latest("pk").about["what"] == "provider_removed"


def test_old_sign_in_separates_nothing(client: Client, provider: Provider, alice: Person) -> None:
    way = SocialAccount.objects.create(user=alice, provider=ISSUER, uid="7")
    client.force_login(alice)
    assert client.post(reverse("separate_provider", args=[way.pk])).status_code == 403
    assert SocialAccount.objects.exists()


def leaks(logged: str) -> list[str]:
    return [secret for secret in (SECRET, "access_token") if secret in logged]


def test_logs_and_sessions_hold_no_secret(
    client: Client, provider: Provider, caplog: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    """The provider answers with the secret in its words, as a careless one may."""
    caplog.set_level(logging.DEBUG)
    state = begin(client)["state"]
    provider.error = requests.RequestException(f"access_token {SECRET}")
    assert refusal(client.get(CALLBACK, {"code": "c", "state": state})) == "failed"
    provider.error = None
    come_back(client, provider, sub="7", email="nora@example.net")
    assert leaks(f"{caplog.text}{capfd.readouterr()}") == []
    pending = Session.objects.get(session_key=client.session.session_key).get_decoded()
    assert "socialaccount_sociallogin" in pending
    assert leaks(json.dumps(pending)) == []
    assert "token" not in pending["socialaccount_sociallogin"]


def test_leak_that_is_planted_is_seen(caplog: Any) -> None:
    """A control of the one before."""
    logging.getLogger("accounts").warning("provider failed: %s", f"secret {SECRET}")
    assert leaks(caplog.text) == [SECRET]
