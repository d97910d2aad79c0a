"""What a person was told: on a page of their own, with what became of each letter."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from mail import outbox
from mail.channels import registration
from mail.models import Delivery, Queue
from tests import stage

PAGE = reverse("sent_notices")
HOUR = timedelta(hours=1)


@pytest.fixture
def hers(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def letter(game: Game, person: Person) -> Delivery:
    return Delivery.objects.get(
        kind="decision", person=person, channel=None, about__decision__isnull=False
    )


def page(client: Client, game: Game | None = None) -> str:
    address = reverse("game_sent_notices", args=[game.pk]) if game else PAGE
    return " ".join(client.get(address).content.decode().split())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"next_at": datetime.min}, "by letter: is on its way"),
        ({"next_at": datetime.max}, "by letter: waits until"),
        ({"error": "refused (451)"}, "by letter: could not be sent so far; the next try:"),
        ({"status": "sent"}, "by letter: taken by the mail server:"),
        ({"status": "sent", "delivered_at": datetime.min}, "by letter: delivered:"),
        ({"status": "sent", "returned_at": datetime.min}, "by letter: came back:"),
        ({"status": "withdrawn"}, "by letter: not sent, as it was not needed any more"),
        ({"status": "dead"}, "by letter: could not be sent"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_state_of_a_letter_is_said(
    hers: Client, game: Game, alice: Person, now: datetime, fields: dict[str, object], words: str
) -> None:
    moments = {datetime.min: now, datetime.max: now + timedelta(days=10_000)}
    given = {name: moments.get(value, value) if isinstance(value, datetime) else value
             for name, value in fields.items()}  # fmt: skip
    sent = {"sent_at": now} if fields.get("status") == "sent" else {}
    Delivery.objects.filter(person=alice, kind="decision").update(**given, **sent)
    assert words in page(hers)
    assert game.title in page(hers)


def test_a_notice_to_a_channel_names_its_host_alone(
    hers: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    registration.add_webhook(
        alice.pk, "json", "hooks.example.org", "https://hooks.example.org/secret",
        says_little=False, now=now,
    )  # fmt: skip
    stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)
    assert "hooks.example.org</span>: is on its way" in page(hers)
    assert "secret" not in page(hers)


def test_notices_of_one_game_alone_are_shown_if_it_is_named(
    hers: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    people = [alice, bob, dora, erin]
    games = [stage.begin(people, stage.set_up(), now=now) for _number in range(2)]
    for game, title in zip(games, ("Spring", "Winter"), strict=True):
        Game.objects.filter(pk=game.pk).update(title=title)
    assert "Spring" in page(hers)
    assert "Winter" in page(hers)
    shown = page(hers, games[0])
    assert "Spring" in shown
    assert "Winter" not in shown


def test_nobody_is_shown_what_others_were_told(client: Client, game: Game, charlie: Person) -> None:
    client.force_login(charlie)
    assert "Nothing so far." in page(client)
    assert game.title not in page(client, game)


def test_codes_are_not_among_what_was_told(hers: Client, alice: Person, now: datetime) -> None:
    outbox.post_letters(
        [outbox.build_delivery(
            key="code-1", kind="sign-in", address=alice.email, person_id=alice.pk, now=now,
            queue=Queue.CODES,
        )]
    )  # fmt: skip
    assert "Nothing so far." in page(hers)
