"""Notices on their way to channels: what they say, when they pause, and when they are withdrawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games.letters import channel_notices, digests, writers
from games.models import Decision, Game
from mail import outbox
from mail.channels import carrier, guard, registration, states, webhooks
from mail.channels.notices import Notice
from mail.models import Channel, Delivery
from tests import stage
from tests.mail.channels.conftest import PUBLIC, URL
from tests.mail.channels.receiver import Receiver


def deliver(now: datetime) -> int:
    return carrier.deliver_notices(
        channel_notices.WRITERS,
        told=writers.note_delivery,
        clock=lambda: now,
        quiet_until=digests.quiet_until,
    )


def ask(game: Game, webhook: Channel, now: datetime) -> Decision:
    """Have Alice asked for the turn that the game began with, in her channel."""
    decision = Decision.objects.get(game=game, closed_at=None)
    decision.told_at = None
    decision.save()
    outbox.post_letters(
        [
            outbox.build_delivery(
                key=f"again-{decision.pk}",
                kind="decision",
                address=webhook.person.email,
                person_id=webhook.person_id,
                about={"decision": decision.pk},
                now=now,
            )
        ]
    )
    return decision


def waiting() -> list[str]:
    rows = Delivery.objects.filter(queue="channels", status="waiting").order_by("pk")
    return [row.key for row in rows]


def test_a_turn_is_told_by_its_title_and_a_link(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    decision = ask(game, webhook, now)
    assert deliver(now) == 1
    (posted,) = received.posted
    assert (posted.path, posted.headers["Host"]) == ("/a-secret-topic", "ntfy.sh")
    assert posted.body.decode() == f"[Conquest {game.pk}] It is your turn"
    assert posted.headers["Click"].endswith(game.get_absolute_url())
    assert received.targets[0].machines == (PUBLIC,)
    decision.refresh_from_db()
    webhook.refresh_from_db()
    assert (decision.told_at, webhook.works_since, webhook.failures) == (now, now, 0)


def test_one_that_says_little_says_no_more_than_that(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    Channel.objects.update(says_little=True)
    Person.objects.filter(pk=webhook.person_id).update(language="de")
    ask(game, webhook, now)
    deliver(now)
    (posted,) = received.posted
    assert posted.body.decode() == "Etwas wartet auf dich."
    assert posted.headers["Click"] == "http://localhost:8000/"


def test_a_notice_that_is_late_waits_for_the_end_of_quiet_hours(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    quiet = {"quiet_from": 13, "quiet_to": 7, "time_zone": "UTC"}
    Person.objects.filter(pk=webhook.person_id).update(**quiet)
    decision = ask(game, webhook, now)
    received.statuses = [503, 204]
    deliver(now)
    later, morning = now + timedelta(hours=2), now + timedelta(hours=19)
    deliver(later)
    assert len(received.posted) == 1
    row = Delivery.objects.get(queue="channels", status="waiting")
    decision.refresh_from_db()
    assert (row.next_at, decision.told_at) == (morning, later)
    deliver(morning)
    assert (len(received.posted), waiting()) == (2, [])


FORMS = {
    "discord": ("discord.com", "content"),
    "slack": ("hooks.slack.com", "text"),
    "matrix": ("ntfy.sh", "html"),
    "json": ("ntfy.sh", "title"),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_what_its_service_reads(
    received: Receiver, game: Game, alice: Person, now: datetime, form: str
) -> None:
    host, field = FORMS[form]
    url = f"https://{host}/secret"
    ask(game, registration.add_webhook(
        alice.pk, form, host, url, says_little=False, now=now), now)  # fmt: skip
    deliver(now)
    (posted,) = received.posted
    assert posted.headers["Content-Type"] == "application/json"
    assert f"[Conquest {game.pk}] It is your turn" in json.loads(posted.body)[field]
    assert game.get_absolute_url() in posted.body.decode()


def test_nobody_is_called_by_a_name_in_a_title() -> None:
    notice = Notice("<!here> @everyone <b>", "https://example.org/", "en")
    assert json.loads(webhooks.FORMS["discord"](notice).body)["allowed_mentions"] == {"parse": []}
    assert "<!here>" not in webhooks.FORMS["slack"](notice).body.decode()
    assert "<b>" not in json.loads(webhooks.FORMS["matrix"](notice).body)["html"]


def test_what_is_answered_is_withdrawn_unsent(
    received: Receiver, game: Game, webhook: Channel, alice: Person, now: datetime
) -> None:
    ask(game, webhook, now)
    stage.hand_in(game, alice, "end", now=now)
    deliver(now)
    row = Delivery.objects.get(channel=webhook, kind="decision")
    assert (row.status, received.posted) == ("withdrawn", [])


def test_without_letters_channels_still_tell(
    received: Receiver, game: Game, webhook: Channel, bob: Person, now: datetime
) -> None:
    Channel.objects.update(person=bob)
    Person.objects.filter(pk=bob.pk).update(letters=False)
    Delivery.objects.all().delete()
    stage.hand_in(game, webhook.person, "end", now=now)
    assert not Delivery.objects.filter(person=bob, queue="letters").exists()
    deliver(now)
    assert [posted.body.decode() for posted in received.posted] == [
        f"[Conquest {game.pk}] It is your turn"
    ]


def test_a_channel_that_fails_pauses_and_the_notice_is_kept(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    received.statuses = [500, 204]
    ask(game, webhook, now)
    deliver(now)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.error) == (1, now, "500")
    assert deliver(now + timedelta(seconds=29)) == 0
    later = now + timedelta(seconds=31)
    assert deliver(later) == 1
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.works_since) == (0, None, later)
    assert len(received.posted) == 2


def test_the_second_notice_of_a_failing_channel_is_not_tried(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    received.statuses = [500]
    ask(game, webhook, now)
    deliver(now)
    carrier.post_test(webhook, now)
    Channel.objects.update(next_at=now + timedelta(minutes=9))
    deliver(now)
    assert len(received.posted) == 1
    row = Delivery.objects.get(kind=carrier.TEST)
    assert (row.next_at, row.attempts) == (now + timedelta(minutes=9), 0)


def test_a_channel_that_fails_holds_no_other_up(
    received: Receiver, game: Game, webhook: Channel, alice: Person, now: datetime
) -> None:
    Channel.objects.update(failures=3, failing_since=now, next_at=now + timedelta(hours=1))
    other = "https://ntfy.sh/other"
    registration.add_webhook(alice.pk, "ntfy", "ntfy.sh", other, says_little=False, now=now)
    ask(game, webhook, now)
    deliver(now)
    assert [posted.path for posted in received.posted] == ["/other"]


def test_after_twenty_failures_it_is_switched_off_until_one_switches_it_on(
    received: Receiver, game: Game, webhook: Channel, now: datetime
) -> None:
    received.statuses = [500]
    Channel.objects.update(failures=19, failing_since=now)
    ask(game, webhook, now)
    deliver(now)
    webhook.refresh_from_db()
    assert webhook.switched_off_at == now
    deliver(now + timedelta(days=1))
    assert waiting() == []  # withdrawn
    ask(game, webhook, now + timedelta(days=1))
    assert waiting() == []
    received.statuses = [204]
    states.switch_on(webhook, now + timedelta(days=1))
    carrier.post_test(webhook, now + timedelta(days=1))
    deliver(now + timedelta(days=1))
    webhook.refresh_from_db()
    assert webhook.works_since == now + timedelta(days=1)


@pytest.mark.parametrize("status", [301, 302, 307, 400, 403, 404, 429, 500])
def test_anything_but_a_yes_is_a_failure(
    received: Receiver, webhook: Channel, now: datetime, status: int
) -> None:
    received.statuses = [status]
    carrier.post_test(webhook, now)
    deliver(now)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.error) == (1, str(status))


def test_a_name_that_leads_elsewhere_later_is_followed_nowhere(
    received: Receiver, webhook: Channel, now: datetime, monkeypatch: Any
) -> None:
    """It is looked up once a request: what was looked at is what is connected to."""
    answers: Iterator[list[str]] = iter([[PUBLIC], ["127.0.0.1"]])
    monkeypatch.setattr(guard, "look_up", lambda host: next(answers))
    carrier.post_test(webhook, now)
    deliver(now)
    assert [target.machines for target in received.targets] == [(PUBLIC,)]
    carrier.post_test(webhook, now + timedelta(hours=1))
    deliver(now + timedelta(hours=1))
    webhook.refresh_from_db()
    assert (len(received.targets), webhook.error) == (1, carrier.BARRED)


def test_control_without_its_guard_it_would_be_followed(
    received: Receiver, webhook: Channel, now: datetime, monkeypatch: Any
) -> None:
    monkeypatch.setattr(guard, "look_up", lambda host: ["127.0.0.1"])
    monkeypatch.setattr(guard, "is_public", lambda machine: True)
    carrier.post_test(webhook, now)
    deliver(now)
    assert [target.machines for target in received.targets] == [("127.0.0.1",)]


def test_a_host_that_is_allowed_no_more_gets_nothing(
    received: Receiver, webhook: Channel, now: datetime, settings: Any
) -> None:
    settings.WEBHOOK_HOSTS = []
    carrier.post_test(webhook, now)
    deliver(now)
    webhook.refresh_from_db()
    assert (received.posted, webhook.error) == ([], carrier.BARRED)


def test_the_secret_of_an_address_is_in_no_row_and_no_log(
    received: Receiver, webhook: Channel, now: datetime, capfd: Any, caplog: Any
) -> None:
    received.statuses = [500]
    carrier.post_test(webhook, now)
    deliver(now)
    rows = [*Channel.objects.values_list(), *Delivery.objects.values_list()]
    assert "secret-topic" in URL
    assert "secret-topic" not in f"{rows} {caplog.text} {capfd.readouterr()}"
