"""Letters that come back: by the provider's door, in any order, as often as it likes."""

from __future__ import annotations

import itertools
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from django.urls import clear_url_caches, include, path, reverse

from accounts import bounces, email_change, letters
from accounts.models import Person
from accounts.tasks import send_codes
from config import urls
from games.letters.writers import WRITERS
from games.models import Game
from games.tasks import send_letters
from mail import clock, compose, outbox
from mail.models import Delivery, Queue
from tests.servers import PostOffice, post_office
from web import webhooks

HOUR = timedelta(hours=1)
DOOR = "/anymail/postmark/tracking/"
JOINED = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def provider(settings: Any) -> Iterator[Client]:
    """The mail provider, who knows the secret."""
    settings.ANYMAIL_PROVIDER, settings.ANYMAIL_WEBHOOK_SECRET = "postmark", "post:secret"
    settings.ANYMAIL = {"WEBHOOK_SECRET": "post:secret"}
    module = ModuleType("tests.urls_with_a_provider")
    module.__dict__["urlpatterns"] = [
        path("anymail/", include(webhooks.webhook_patterns())),
        *urls.urlpatterns,
    ]
    settings.ROOT_URLCONF = module
    clear_url_caches()
    token = b64encode(b"post:secret").decode()
    yield Client(headers={"authorization": f"Basic {token}"})
    clear_url_caches()


@pytest.fixture
def alice(alice: Person) -> Person:
    Person.objects.filter(pk=alice.pk).update(joined_at=JOINED)
    return alice


def bounce(hour: int, address: str = "alice@example.org", kind: str = "HardBounce") -> Any:
    at = (JOINED + hour * HOUR).isoformat()
    return {"RecordType": "Bounce", "Type": kind, "Email": address, "BouncedAt": at, "ID": hour}


def complaint(hour: int) -> Any:
    return bounce(hour, kind="SpamComplaint") | {"RecordType": "SpamComplaint"}


def delivered(hour: int, test: Delivery, address: str = "alice@example.org") -> Any:
    at = (JOINED + hour * HOUR).isoformat()
    told = {"RecordType": "Delivery", "Recipient": address, "DeliveredAt": at}
    return told | {"Metadata": {"delivery": test.message_name}}


def tell(provider: Client, *events: Any) -> None:
    for event in events:
        answer = provider.post(DOOR, json.dumps(event), content_type="application/json")
        assert answer.status_code == 200


@pytest.fixture
def test_letter(alice: Person) -> Delivery:
    letters.post_code_letter(
        address=alice.email, code="C", kind="test", language="en", now=JOINED, person_id=alice.pk
    )
    return Delivery.objects.get(queue=Queue.CODES)


def mark_of(person: Person) -> tuple[Any, Any]:
    return Person.objects.values_list("bounced_at", "reached_at").get(pk=person.pk)


def hour(number: int) -> datetime:
    return JOINED + number * HOUR


@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (bounce(5), True),
        (complaint(5), True),
        (bounce(5, kind="BadEmailAddress"), True),
        (bounce(5, kind="SoftBounce"), True),  # Postmark has stopped trying
        (bounce(5, kind="Transient"), False),
        (bounce(5, kind="AutoResponder"), False),
        (bounce(5, "nobody@example.org"), False),
        (bounce(5, "bob@example.org"), False),
    ],
)
def test_a_bounce_marks_an_address_that_takes_no_letters(
    provider: Client, alice: Person, event: Any, counts: bool
) -> None:
    tell(provider, event)
    alice.refresh_from_db()
    assert (alice.bounced_at, alice.hears_letters) == (hour(5) if counts else None, not counts)


def test_a_bounce_has_one_effect_ten_times_and_in_any_order(
    provider: Client, alice: Person, test_letter: Delivery
) -> None:
    events = [bounce(3), complaint(5), delivered(6, test_letter), bounce(8)]
    outcomes = set()
    for shuffled in itertools.permutations(events):
        Person.objects.update(bounced_at=None, reached_at=None)
        tell(provider, *shuffled, *shuffled[:1] * 9)
        outcomes.add(mark_of(alice))
    assert outcomes == {(hour(8), hour(6))}


def test_delivery_of_the_test_letter_takes_the_mark_away(
    provider: Client, alice: Person, test_letter: Delivery
) -> None:
    tell(provider, bounce(3), delivered(6, test_letter), *[bounce(3)] * 10)
    assert mark_of(alice) == (None, hour(6))


def test_delivery_of_any_other_letter_leaves_the_mark(
    provider: Client, alice: Person, game: Game
) -> None:
    other = Delivery.objects.filter(person=alice)[0]
    tell(provider, bounce(3), delivered(6, other))
    assert mark_of(alice) == (hour(3), None)


def test_a_bounce_of_a_former_address_marks_nobody(
    provider: Client, alice: Person, bob: Person, test_letter: Delivery
) -> None:
    Person.objects.filter(pk=bob.pk).update(joined_at=JOINED)
    email_change.change_email(alice, "alice@new.example.org", now=hour(4))
    email_change.change_email(bob, "alice@example.org", now=hour(6))
    tell(provider, bounce(3), bounce(5), delivered(7, test_letter))
    assert (mark_of(alice), mark_of(bob)) == ((None, hour(4)), (None, hour(6)))
    tell(provider, bounce(7))  # the control: this one is about Bob
    assert (mark_of(alice), mark_of(bob)) == ((None, hour(4)), (hour(7), hour(6)))


def test_a_bounce_from_before_somebody_joined_marks_nobody(provider: Client, alice: Person) -> None:
    tell(provider, bounce(-1))
    assert mark_of(alice) == (None, None)


def test_the_door_of_the_provider_wants_the_secret(provider: Client, alice: Person) -> None:
    for headers in ({}, {"authorization": "Basic " + b64encode(b"post:guess").decode()}):
        answer = Client(headers=headers).post(
            DOOR, json.dumps(bounce(3)), content_type="application/json"
        )
        assert answer.status_code == 403
    assert mark_of(alice) == (None, None)


NONSENSE = [
    "", "{", "null", "[]", "7", '"x"', "[null]", "[[]]", "9" * 5_000, "[" * 100_000, "\xff",
    json.dumps(bounce(1) | {"Email": ["alice@example.org"]}),
    json.dumps(bounce(1) | {"Email": "\ud800@example.org"}),
    json.dumps(bounce(1) | {"Metadata": [1]}),
    json.dumps({"RecordType": "Delivery", "Recipient": "a@b.c", "Metadata": {"delivery": [1]}}),
]  # fmt: skip


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_a_report_that_cannot_be_read_is_a_bad_request(
    provider: Client, alice: Person, body: str
) -> None:
    answer = provider.post(DOOR, body, content_type="application/json")
    assert answer.status_code == 400
    assert mark_of(alice) == (None, None)


def test_a_failure_while_a_report_is_handled_asks_for_it_again(
    provider: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.raise_request_exception = False
    monkeypatch.setattr(bounces, "mark_bounced", lambda *_: 1 / 0)
    answer = provider.post(DOOR, json.dumps(bounce(1)), content_type="application/json")
    assert answer.status_code == 500


def test_there_is_no_door_without_provider_or_secret(settings: Any) -> None:
    assert webhooks.webhook_patterns() == []
    settings.ANYMAIL_PROVIDER = "postmark"
    assert webhooks.webhook_patterns() == []
    settings.ANYMAIL_WEBHOOK_SECRET = "post:secret"
    assert [one.name for one in webhooks.webhook_patterns()] == ["postmark_tracking_webhook"]


def test_no_letters_about_games_go_to_an_address_that_is_marked(game: Game, alice: Person) -> None:
    waiting = Delivery.objects.filter(person=alice, status="waiting")
    assert set(waiting.values_list("kind", flat=True)) == {"decision", "table"}
    Person.objects.filter(pk=alice.pk).update(bounced_at=hour(3))
    outbox.deliver_letters(WRITERS, told=lambda *_: None, clock=clock.now)
    assert {one.status for one in Delivery.objects.filter(person=alice)} == {"withdrawn"}


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


def test_an_address_that_the_mail_server_refuses_is_marked_and_spared(
    client: Client, office: PostOffice, game: Game, alice: Person, bob: Person
) -> None:
    office.refused[alice.email] = "550 5.1.1 no such mailbox"
    send_letters()
    dead = Delivery.objects.filter(status="dead", person=alice)
    assert dead.update(status="waiting", next_at=JOINED) == 1  # the next letter
    send_letters()
    assert statuses_of(alice) == {"withdrawn"}
    assert (mark_of(alice)[0] is not None, mark_of(bob)) == (True, (None, None))
    assert office.to(bob.email)
    client.force_login(alice)
    assert reverse("test_letter") in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize(
    "arrange",
    [
        lambda office: office.refused.update({"alice@example.org": "550 5.7.1 blocked"}),
        lambda office: office.refused.update({"alice@example.org": "450 4.2.1 later"}),
        lambda office: setattr(office, "refusal", "550 5.7.1 spam"),
    ],
)
def test_an_address_is_not_marked_for_what_a_mail_server_says_of_the_sender_or_the_letter(
    office: PostOffice, game: Game, alice: Person, arrange: Callable[[PostOffice], None]
) -> None:
    arrange(office)
    send_letters()
    assert statuses_of(alice) & {"dead", "waiting"}
    assert not office.to(alice.email)
    assert mark_of(alice) == (None, None)


def test_an_address_that_refuses_a_code_is_marked(office: PostOffice, alice: Person) -> None:
    Client().post(reverse("account_login"), {"login": alice.email})
    office.refused[alice.email] = "550 5.1.1 no such mailbox"
    send_codes()
    assert mark_of(alice)[0] is not None


def statuses_of(person: Person) -> set[str]:
    return set(Delivery.objects.filter(person=person).values_list("status", flat=True))


@pytest.fixture
def signed(client: Client, alice: Person) -> Client:
    Person.objects.filter(pk=alice.pk).update(bounced_at=hour(3))
    client.force_login(alice)
    return client


def test_a_test_letter_is_offered_on_every_page(signed: Client, alice: Person) -> None:
    button = reverse("test_letter")
    pages = ["home", "tables", "league", "help", "privacy", "preferences"]
    assert all(button in signed.get(reverse(name)).content.decode() for name in pages)
    Person.objects.update(bounced_at=None)
    assert not any(button in signed.get(reverse(name)).content.decode() for name in pages)


def test_the_code_of_the_test_letter_takes_the_mark_away(
    signed: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    led = signed.post(reverse("test_letter"))
    assert signed.post(led["Location"], {"code": "WRONG"}).status_code == 422
    assert mark_of(alice)[0] == hour(3)
    signed.post(led["Location"], {"code": code_for(alice.email)})
    bounced, reached = mark_of(alice)
    assert bounced is None
    assert reached > hour(3)


def test_codes_still_go_to_an_address_that_is_marked(
    client: Client, signed: Client, alice: Person
) -> None:
    Client().post(reverse("account_login"), {"login": alice.email})
    row = Delivery.objects.get(queue=Queue.CODES)
    assert row.address == alice.email
    assert letters.write_letter(row, clock.now()) is not None


def test_the_provider_is_told_by_which_name_to_speak_of_a_letter(test_letter: Delivery) -> None:
    written = letters.write_letter(test_letter, JOINED)
    assert written is not None
    assert compose.build_envelope(written, test_letter).metadata == {
        "delivery": test_letter.message_name
    }


@pytest.mark.parametrize("name", ["", "delivery-", "delivery-x-y", "delivery-1-0", "delivery-²-0"])
def test_a_letter_is_found_by_its_whole_name_alone(test_letter: Delivery, name: str) -> None:
    assert outbox.find_delivery(name) is None
    assert outbox.find_delivery(test_letter.message_name) == test_letter


def game_letter(person: Person, **more: Any) -> Delivery:
    row = outbox.build_delivery(
        key=f"news-{more}", kind="news", address=person.email, person_id=person.pk, now=JOINED
    )
    outbox.post_letters([row])
    Delivery.objects.filter(key=row.key).update(status="sent", sent_at=hour(2), **more)
    return Delivery.objects.get(key=row.key)


def test_what_became_of_a_letter_is_noted_with_all_that_left_in_it(
    provider: Client, alice: Person
) -> None:
    first, second = (game_letter(alice, is_gathered=True, attempts=n) for n in range(2))
    other = game_letter(alice)
    tell(provider, delivered(3, second), delivered(4, second))
    noted = dict(Delivery.objects.values_list("pk", "delivered_at"))
    assert noted == {first.pk: hour(3), second.pk: hour(3), other.pk: None}


def test_a_letter_that_came_back_is_noted_once_and_by_its_own_address_alone(
    provider: Client, alice: Person
) -> None:
    letter = game_letter(alice)
    named = {"Metadata": {"delivery": letter.message_name}}
    tell(provider, bounce(3, "bob@example.org") | named)
    assert Delivery.objects.get(pk=letter.pk).returned_at is None
    tell(provider, bounce(5) | named, bounce(7) | named)
    assert Delivery.objects.get(pk=letter.pk).returned_at == hour(5)
