"""The pages of hooks: added, tried, renewed, switched on and taken away by their person alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Person
from accounts.reauthentication import SESSION_KEY
from mail import crypto
from mail.hooks import carrier, registration
from mail.models import HookDelivery, ProgramHook

PAGE = "/preferences/programs/hooks/"
URL = "https://bot.example.org/news?a-secret"


@pytest.fixture
def browser(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    session = client.session
    session[SESSION_KEY] = timezone.now().timestamp()
    session.save()
    return client


def add(browser: Client, **fields: Any) -> Any:
    given = {"name": "bot", "url": URL, "topics": ["turn.asked", "game.over"], **fields}
    return browser.post(f"{PAGE}add/", given)


def test_a_hook_is_added_and_its_secret_shown_once(browser: Client, alice: Person) -> None:
    page = add(browser).content.decode()
    hook = ProgramHook.objects.get(person=alice)
    (secret,) = carrier.list_secrets(hook, timezone.now())
    assert secret in page.replace("&#x2B;", "+")
    assert (hook.host, hook.topics) == ("bot.example.org", ["game.over", "turn.asked"])
    assert crypto.decrypt(bytes(hook.sealed)) == URL.encode()
    assert HookDelivery.objects.get().kind == "test"
    for path in (PAGE, f"{PAGE}{hook.pk}/"):
        again = browser.get(path).content.decode()
        assert "bot.example.org" in again
        assert "a-secret" not in again
        assert secret.removeprefix("whsec_")[:20] not in again


def test_the_secret_and_the_address_are_not_in_the_row(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    (secret,) = carrier.list_secrets(hook, timezone.now())
    stored = b"".join(map(bytes, (hook.sealed, hook.sealed_secret)))
    assert b"a-secret" not in stored
    assert secret.encode() not in stored


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "http://bot.example.org/a-secret"},
        {"url": "https://127.0.0.1/a-secret"},
        {"url": "https://169.254.169.254/a-secret"},
        {"url": "https://[::1]/a-secret"},
        {"url": "https://localhost/a-secret"},
        {"url": "https://bot.example.org:8443/a-secret"},
        {"url": ""},
        {"topics": []},
        {"topics": ["position.seen"]},
        {"name": "\u200b"},
    ],
)
def test_what_is_no_hook_is_refused_without_a_word_of_its_address(
    browser: Client, fields: dict[str, Any]
) -> None:
    response = add(browser, **fields)
    assert response.status_code == 422
    assert "a-secret" not in response.content.decode()
    assert not ProgramHook.objects.exists()


def test_where_the_operator_allows_few_hosts_no_other_is_added(
    browser: Client, settings: Any
) -> None:
    settings.HOOK_HOSTS = [".bots.example"]
    assert add(browser).status_code == 422
    assert add(browser, url="https://a.bots.example/").status_code == 200


def test_five_are_enough(browser: Client) -> None:
    for _place in range(ProgramHook.MOST):
        assert add(browser).status_code == 200
    assert add(browser).status_code == 302
    assert ProgramHook.objects.count() == ProgramHook.MOST


def test_an_old_sign_in_is_not_enough_for_a_secret(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert add(client).status_code == 403
    assert not ProgramHook.objects.exists()


def test_a_hook_is_told_of_what_its_person_chooses(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    assert browser.post(f"{PAGE}{hook.pk}/", {"topics": ["season.news"]}).status_code == 302
    assert browser.post(f"{PAGE}{hook.pk}/", {"topics": []}).status_code == 422
    hook.refresh_from_db()
    assert hook.topics == ["season.news"]


def test_a_hook_is_told_of_bots_where_its_person_wants_that(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    assert not hook.hears_of_bots
    page = f"{PAGE}{hook.pk}/"
    browser.post(page, {"topics": hook.topics, "hears_of_bots": "on"})
    hook.refresh_from_db()
    assert hook.hears_of_bots
    assert "Of my bots, too" in browser.get(PAGE).content.decode()
    browser.post(page, {"topics": hook.topics})
    hook.refresh_from_db()
    assert not hook.hears_of_bots


def test_a_new_secret_signs_beside_the_one_before(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    (before,) = carrier.list_secrets(hook, timezone.now())
    assert browser.get(f"{PAGE}{hook.pk}/secret/").status_code == 200
    assert browser.post(f"{PAGE}{hook.pk}/secret/").status_code == 200
    hook.refresh_from_db()
    new, old = carrier.list_secrets(hook, timezone.now())
    assert (old, new != before) == (before, True)


def test_a_hook_is_switched_on_again_and_tried(browser: Client, now: datetime) -> None:
    add(browser)
    HookDelivery.objects.all().delete()
    ProgramHook.objects.update(switched_off_at=now, failures=9, failing_since=now, error="500")
    hook = ProgramHook.objects.get()
    assert "500" in browser.get(f"{PAGE}{hook.pk}/").content.decode()
    assert browser.post(f"{PAGE}{hook.pk}/on/").status_code == 302
    hook.refresh_from_db()
    assert (hook.switched_off_at, hook.failures) == (None, 0)
    assert HookDelivery.objects.get().kind == "test"


def test_hooks_are_added_and_switched_on_twenty_times_a_day_at_most(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    for _time in range(19):
        browser.post(f"{PAGE}{hook.pk}/on/")
    ProgramHook.objects.update(switched_off_at=timezone.now())
    refused = browser.post(f"{PAGE}{hook.pk}/on/", follow=True)
    assert "You have switched on enough for today" in refused.content.decode()
    add(browser)
    hook = ProgramHook.objects.get()
    assert hook.switched_off_at is not None


def test_control_hooks_of_others_do_not_count(
    browser: Client, bob: Person, now: datetime, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "hook_on": "1/d/key"}
    add(browser)
    hook, _secret = registration.add_hook(bob.pk, "bot", URL, ["turn.asked"], now=now)
    ProgramHook.objects.update(switched_off_at=now)
    browser.force_login(bob)
    browser.post(f"{PAGE}{hook.pk}/on/")
    assert [one.switched_off_at for one in ProgramHook.objects.order_by("pk")] == [now, None]


def test_of_tests_one_a_minute_is_sent(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    HookDelivery.objects.all().delete()
    moment = timezone.now()
    for _time in range(3):
        registration.post_test(hook, now=moment)
    assert HookDelivery.objects.count() == 1


def test_a_hook_is_taken_away_with_what_waits(browser: Client) -> None:
    add(browser)
    hook = ProgramHook.objects.get()
    assert browser.post(f"{PAGE}{hook.pk}/remove/").status_code == 302
    assert not HookDelivery.objects.exists()
    assert browser.post(f"{PAGE}{hook.pk}/remove/").status_code == 302


def test_nobody_touches_the_hook_of_another_person(browser: Client, bob: Person) -> None:
    hook, _secret = registration.add_hook(bob.pk, "bot", URL, ["turn.asked"], now=timezone.now())
    assert browser.get(f"{PAGE}{hook.pk}/").status_code == 404
    for action in ("", "test/", "on/", "secret/"):
        assert browser.post(f"{PAGE}{hook.pk}/{action}").status_code == 404
    browser.post(f"{PAGE}{hook.pk}/remove/")
    assert ProgramHook.objects.filter(pk=hook.pk).exists()
