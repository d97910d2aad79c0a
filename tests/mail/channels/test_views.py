"""The page of channels: added, tried, switched on and taken away by their person alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from mail import crypto
from mail.channels import carrier, order
from mail.models import Channel, Delivery

PAGE = "/preferences/channels/"
URL = "https://discord.com/api/webhooks/1/a-secret"


@pytest.fixture
def browser(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def add(browser: Client, **fields: str) -> Any:
    return browser.post(f"{PAGE}add/", {"form": "discord", "url": URL, **fields})


def test_a_webhook_is_added_and_its_address_never_shown(browser: Client, alice: Person) -> None:
    assert add(browser, says_little="on").status_code == 302
    channel = Channel.objects.get(person=alice)
    assert (channel.form, channel.host, channel.says_little) == ("discord", "discord.com", True)
    assert crypto.decrypt(bytes(channel.sealed)) == URL.encode()
    assert Delivery.objects.get(kind=carrier.TEST).channel == channel
    page = browser.get(PAGE).content.decode()
    assert "discord.com" in page
    assert "a-secret" not in page


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "http://discord.com/a-secret"},
        {"url": "https://example.org/a-secret"},
        {"url": "https://discord.com@127.0.0.1/a-secret"},
        {"form": "slack"},
        {"form": "push"},
        {"form": "carrier-pigeon"},
        {"url": ""},
    ],
)
def test_what_is_no_webhook_is_refused_without_a_word_of_its_address(
    browser: Client, fields: dict[str, str]
) -> None:
    response = add(browser, **fields)
    assert response.status_code == 400
    assert "a-secret" not in response.content.decode()
    assert not Channel.objects.exists()


def test_one_that_is_there_already_is_refused(browser: Client) -> None:
    add(browser)
    response = add(browser)
    assert (response.status_code, Channel.objects.count()) == (400, 1)
    assert "You have this one already, or ten." in response.content.decode()


def test_without_hosts_there_is_no_form(browser: Client, settings: Any) -> None:
    settings.WEBHOOK_HOSTS = []
    assert "Add a webhook" not in browser.get(PAGE).content.decode()
    assert add(browser).status_code == 400


def test_a_test_is_sent_once_a_minute(browser: Client, webhook: Channel) -> None:
    for _again in range(3):
        browser.post(f"{PAGE}{webhook.pk}/test/")
    assert 1 <= Delivery.objects.filter(channel=webhook).count() <= 2  # a minute may begin


STATES = [
    ({}, "Nothing was sent there yet."),
    ({"works_since": True}, "Works since "),
    ({"failures": 2, "failing_since": True, "error": "500"}, "Failing since "),
    (
        {"failures": 20, "failing_since": True, "error": "silent", "switched_off_at": True},
        "Switched off after 20 failures in a row.",
    ),
]


@pytest.mark.parametrize(("state", "words"), STATES)
def test_the_page_says_how_a_channel_does(
    browser: Client, webhook: Channel, now: datetime, state: dict[str, Any], words: str
) -> None:
    Channel.objects.update(**{name: now if one is True else one for name, one in state.items()})
    page = browser.get(PAGE).content.decode()
    assert words in page
    assert ("Switch on" in page) == ("switched_off_at" in state)


def test_one_is_switched_on_again(browser: Client, webhook: Channel, now: datetime) -> None:
    Channel.objects.update(failures=20, failing_since=now, error="500", switched_off_at=now)
    browser.post(f"{PAGE}{webhook.pk}/on/")
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.switched_off_at) == (0, None)


def test_one_is_taken_away(browser: Client, webhook: Channel) -> None:
    for _again in range(2):
        assert browser.post(f"{PAGE}{webhook.pk}/remove/").status_code == 302
    assert not Channel.objects.exists()


def test_nobody_touches_the_channels_of_another(
    client: Client, webhook: Channel, bob: Person
) -> None:
    client.force_login(bob)
    assert client.post(f"{PAGE}{webhook.pk}/test/").status_code == 404
    assert client.post(f"{PAGE}{webhook.pk}/on/").status_code == 404
    client.post(f"{PAGE}{webhook.pk}/remove/")
    assert Channel.objects.filter(pk=webhook.pk).exists()
    assert "ntfy.sh ·" not in client.get(PAGE).content.decode()


def test_the_order_is_chosen_and_changed_by_its_person_alone(
    browser: Client, alice: Person, bob: Person
) -> None:
    add(browser)
    channel = Channel.objects.get()
    assert "One after another" in browser.get(PAGE).content.decode()
    browser.post(f"{PAGE}order/", {"one_by_one": "yes"})
    assert order.wanted_order(alice.pk) == [0, channel.pk]
    page = browser.get(PAGE).content.decode()
    assert page.index("Letters to your address") < page.index("Move up")
    browser.force_login(bob)
    browser.post(f"{PAGE}{channel.pk}/earlier/")
    browser.post(f"{PAGE}order/")
    assert order.wanted_order(alice.pk) == [0, channel.pk]
    browser.force_login(alice)
    browser.post(f"{PAGE}{channel.pk}/earlier/")
    assert order.wanted_order(alice.pk) == [channel.pk, 0]
    browser.post(f"{PAGE}order/")
    assert order.wanted_order(alice.pk) is None
