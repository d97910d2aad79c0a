"""News on their way to programs: signed, tried again for a day, then the hook is switched off."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from standardwebhooks import Webhook

from accounts.models import Person
from games.models import Decision, Game
from games.play import notices
from mail.channels import guard
from mail.hooks import carrier, registration, states
from mail.models import Delivery, HookDelivery, ProgramHook
from tests.mail.channels.receiver import Posted, Receiver
from tests.mail.hooks.conftest import ToldHook, deliver

DAY = timedelta(days=1)


def read(posted: Posted, secret: str, monkeypatch: Any) -> Any:
    """Return what a program reads, once its signature is checked as its library does it."""
    at = datetime.fromtimestamp(int(posted.headers["webhook-timestamp"]), UTC)
    monkeypatch.setattr("standardwebhooks.webhooks.datetime", _stopped_clock(at))
    return Webhook(secret).verify(posted.body, {k.lower(): v for k, v in posted.headers.items()})


def _stopped_clock(at: datetime) -> Any:
    class StoppedClock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return at

    return StoppedClock


def ask(game: Game, now: datetime) -> Decision:
    """Have Alice asked for the turn that the game began with."""
    decision = Decision.objects.get(game=game, closed_at=None)
    notices.notify_players(game, [decision], now=now)
    return decision


def rows() -> list[tuple[str, str]]:
    return list(HookDelivery.objects.order_by("pk").values_list("kind", "status"))


def test_a_turn_is_told_signed_and_without_a_position(
    received: Receiver, told: ToldHook, game: Game, now: datetime, monkeypatch: Any
) -> None:
    decision = Decision.objects.get(game=game, closed_at=None)
    assert rows() == [("turn.asked", "waiting"), ("game.started", "waiting")]
    deliver(now)
    first, second = (read(one, told.secrets[0], monkeypatch) for one in received.posted)
    assert (first["type"], second["type"]) == ("turn.asked", "game.started")
    assert first["data"] == {
        "game": game.pk,
        "title": game.title,
        "rule_set": "conquest",
        "version": decision.version,
        "seat": "south",
        "person": told.hook.person_id,
        "kind": decision.kind,
        "due_at": decision.due_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "url": f"http://localhost:8000{game.get_absolute_url()}",
    }
    posted = received.posted[0]
    assert (posted.path, posted.headers["Host"]) == ("/news?a-secret", "bot.example.org")
    assert posted.headers["User-Agent"] == carrier.USER_AGENT
    assert received.targets[0].machines == ("8.8.8.8",)


def test_who_wants_no_letters_hears_by_their_program(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    Person.objects.filter(pk=told.hook.person_id).update(letters=False, turns_manner="never")
    decision = ask(game, now)
    deliver(now)
    assert json.loads(received.posted[0].body)["data"]["version"] == decision.version


def test_a_program_hears_of_what_it_wants_alone(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    registration.choose_topics(told.hook, ["game.over"], hears_of_bots=False)
    ask(game, now)
    assert rows() == []


def test_the_end_of_a_game_is_told_to_each_program_of_those_who_play(
    told: ToldHook, game: Game, charlie: Person, bob: Person, now: datetime
) -> None:
    for person in (charlie, bob):
        registration.add_hook(person.pk, "bot", "https://x.example.org/", ["game.over"], now=now)
    _end(game, now)
    over = HookDelivery.objects.filter(kind="game.over").values_list(
        "hook__person__name", flat=True
    )
    assert sorted(over) == ["Alice", "Bob"]


def _end(game: Game, now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)
    game.refresh_from_db()
    notices.notify_players(game, [], now=now)


def test_what_is_settled_before_is_withdrawn(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.exclude(kind="turn.asked").delete()
    Decision.objects.filter(game=game).update(closed_at=now, closed_by="answer")
    deliver(now)
    assert (rows(), received.posted) == ([("turn.asked", "withdrawn")], [])


def test_nothing_of_a_game_is_told_to_somebody_who_is_not_in_it(
    received: Receiver, told: ToldHook, game: Game, charlie: Person, now: datetime
) -> None:
    """A row for a stranger, planted: no writer tells it."""
    hook, _secret = registration.add_hook(
        charlie.pk, "spy", "https://spy.example.org/", told.hook.topics, now=now
    )
    HookDelivery.objects.update(hook=hook)
    plant = {"hook": hook, "created_at": now, "next_at": now}
    HookDelivery.objects.create(kind="table.full", key="t", about={"game": game.pk}, **plant)
    HookDelivery.objects.create(kind="game.over", key="o", about={"game": game.pk}, **plant)
    deliver(now)
    assert received.posted == []
    assert {status for _kind, status in rows()} == {"withdrawn"}


def test_news_for_a_hook_keep_their_id_until_they_are_taken(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.exclude(kind="turn.asked").delete()
    received.statuses = [500, 302, 204]
    deliver(now)
    assert deliver(now + timedelta(seconds=29)) == 0
    deliver(now + timedelta(seconds=30))
    deliver(now + timedelta(minutes=5))
    ids = {posted.headers["webhook-id"] for posted in received.posted}
    moments = {posted.headers["webhook-timestamp"] for posted in received.posted}
    assert (len(received.posted), len(ids), len(moments)) == (3, 1, 3)
    row = HookDelivery.objects.get()
    assert (row.status, row.attempts, row.sent_at) == ("sent", 3, now + timedelta(minutes=5))
    hook = ProgramHook.objects.get()
    assert (hook.failures, hook.works_since) == (0, now + timedelta(minutes=5))


def test_a_day_of_failures_switches_a_hook_off_and_says_so_once(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    Delivery.objects.all().delete()
    received.statuses = [500]
    at = now
    while at <= now + timedelta(hours=30):
        deliver(at)
        at += timedelta(minutes=10)
    hook = ProgramHook.objects.get()
    assert hook.switched_off_at is not None
    assert DAY <= hook.switched_off_at - now <= DAY + states.PAUSES[1]
    assert {status for _kind, status in rows()} == {"failed"}
    assert len(received.posted) < 2 * carrier.MAX_ATTEMPTS
    (letter,) = Delivery.objects.all()
    assert letter.about["what"] == "hook_off"
    ask(game, at)
    assert deliver(at) == 0


def test_control_a_hook_that_works_again_in_time_stays_on(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    received.statuses = [500]
    for hours in range(20):
        deliver(now + timedelta(hours=hours))
    received.statuses = [204]
    for hours in range(20, 30):
        deliver(now + timedelta(hours=hours))
    hook = ProgramHook.objects.get()
    assert (hook.switched_off_at, hook.failures, hook.failing_since) == (None, 0, None)
    assert {status for _kind, status in rows()} == {"sent"}


def test_a_program_that_is_gone_is_switched_off_at_once(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    received.statuses = [410]
    deliver(now)
    assert ProgramHook.objects.get().switched_off_at == now
    assert len(received.posted) == 1


@pytest.mark.parametrize(("days", "letters"), [(0, 1), (1, 2)], ids=["same day", "control"])
def test_a_hook_that_is_switched_off_twice_in_a_day_says_so_once(
    received: Receiver, told: ToldHook, now: datetime, days: int, letters: int
) -> None:
    received.statuses = [410]
    for at in (now, now + timedelta(days=days, minutes=1)):
        states.switch_on(told.hook, at)
        registration.post_test(told.hook, now=at)
        deliver(at)
        assert ProgramHook.objects.get().switched_off_at == at
    assert Delivery.objects.filter(about__what="hook_off").count() == letters


def test_a_hook_that_fails_keeps_no_other_one_waiting(
    received: Receiver, told: ToldHook, game: Game, bob: Person, now: datetime
) -> None:
    received.statuses = [500, 204]
    deliver(now)
    hook, _secret = registration.add_hook(
        bob.pk, "bot", "https://b.example.org/", ["turn.asked"], now=now
    )
    registration.post_test(hook, now=now)
    deliver(now + timedelta(seconds=1))
    assert HookDelivery.objects.get(hook=hook).status == "sent"
    assert received.posted[-1].headers["Host"] == "b.example.org"


def test_one_that_comes_while_a_hook_pauses_waits_for_it(
    received: Receiver, told: ToldHook, game: Game, now: datetime
) -> None:
    received.statuses = [500]
    deliver(now)
    deliver(now + timedelta(minutes=1))
    HookDelivery.objects.all().delete()
    ask(game, now + timedelta(minutes=1))
    hook, row = ProgramHook.objects.get(), HookDelivery.objects.get()
    assert row.next_at == hook.next_at > now + timedelta(minutes=1)


@pytest.mark.parametrize("machine", ["127.0.0.1", "169.254.169.254", "::1", "10.0.0.1"])
def test_a_host_that_leads_inside_is_not_asked(
    received: Receiver, told: ToldHook, game: Game, now: datetime, monkeypatch: Any, machine: str
) -> None:
    monkeypatch.setattr(guard, "look_up", lambda host: ["8.8.8.8", machine])
    deliver(now)
    assert (received.posted, received.targets) == ([], [])
    assert ProgramHook.objects.get().error == carrier.BARRED


def test_for_a_day_the_secret_before_signs_too(
    received: Receiver, told: ToldHook, now: datetime, monkeypatch: Any
) -> None:
    new = registration.renew_secret(told.hook, now=now)
    for at, signers in ((now, [told.secrets[0], new]), (now + DAY, [new])):
        registration.post_test(told.hook, now=at)
        deliver(at)
        posted = received.posted[-1]
        assert len(posted.headers["webhook-signature"].split()) == len(signers)
        for secret in signers:
            assert read(posted, secret, monkeypatch)["type"] == "test"


def test_a_turn_writes_its_news_without_a_statement_of_their_own(
    told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    with_hook = _count_statements(now)
    assert rows() == [("turn.asked", "waiting")]
    ProgramHook.objects.all().delete()
    assert _count_statements(now) == with_hook


def _count_statements(now: datetime) -> int:
    decision = Decision.objects.select_related("seat__person", "game").get(closed_at=None)
    with CaptureQueriesContext(connection) as captured:
        notices.notify_players(decision.game, [decision], now=now)
    return len(captured)


def test_old_news_are_forgotten_and_what_waits_is_not(
    told: ToldHook, game: Game, now: datetime
) -> None:
    HookDelivery.objects.filter(kind="turn.asked").update(status="failed")
    assert carrier.forget_old(now=now + timedelta(days=29), most=100) == 0
    assert carrier.forget_old(now=now + timedelta(days=30), most=100) == 1
    assert rows() == [("game.started", "waiting")]
