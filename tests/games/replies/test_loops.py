"""Robots that answer each of our letters: mails end, and known robots get no answer at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import pytest

from accounts.models import Person
from games.models import Game
from games.replies import limits
from inbox import machines
from mail.letters import Letter
from mail.models import Delivery
from tests import database, incoming
from tests.games.replies.mailbox import WRITERS

A_MINUTE = timedelta(minutes=1)
AN_HOURS, A_DAYS, MANY = 4, 9, 15

Robot: TypeAlias = Callable[[Letter], bytes]


@pytest.fixture(autouse=True)
def our_server(settings: Any) -> None:
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]
    settings.MAIL_FROM = f"Zugpost <letters@{incoming.SITE}>"


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = zip(limits.LIMITS, (AN_HOURS, A_DAYS), strict=True)
    monkeypatch.setattr(limits, "LIMITS", dict(numbers))


def robot(text: str, **fields: str) -> Robot:
    """Return what answers each letter with a text."""
    return lambda letter: incoming.write_mail(letter.reply_to, text, **fields)


def echo(letter: Letter) -> bytes:
    """Answer a letter with all of it, not marked as quoted."""
    return incoming.write_mail(letter.reply_to, letter.text, Subject=f"Re: {letter.subject}")


def letters_to(person: Person, now: datetime) -> Iterator[Letter]:
    """Yield each letter about turns and each answer that there is for a person, as it comes."""
    seen = 0
    while row := Delivery.objects.filter(person=person, pk__gt=seen).order_by("pk").first():
        seen = row.pk
        if row.kind in ("decision", "answer") and (letter := WRITERS[row.kind](row, now)):
            yield letter


def exchange(person: Person, answer: Robot, now: datetime, pause: timedelta = A_MINUTE) -> int:
    """Let a robot answer all letters of a person, one after each pause, and many at most; return
    how many answers of ours there are in the end."""
    for _count, letter in zip(range(MANY), letters_to(person, now), strict=False):
        incoming.arrive(answer(letter), letter.reply_to, now)
        now += pause
        incoming.handle(now)
    return Delivery.objects.filter(kind="answer").count()


TELLING = {
    "auto-submitted": {"Auto_Submitted": "auto-replied"},
    "of old": {"Precedence": "bulk"},
    "English": {"Subject": "Out of office: Your turn"},
    "German": {"Subject": "Abwesenheitsnotiz: Du bist am Zug"},
    "German, of Outlook": {"Subject": "Automatische Antwort: Du bist am Zug"},
    "a bounce": {"Content_Type": 'multipart/report; report-type=delivery-status; boundary="x"'},
    "a daemon": {"sender": "MAILER-DAEMON@example.org"},
    "ourselves": {"sender": f"letters@{incoming.SITE}"},
    "a letter of ours": {"sender": f"reply+{'a' * 55}@{incoming.SITE}"},
}
SILENT = {
    "out of office": robot("I am out of the office until Monday."),
    "abwesend": robot("Ich bin bis Montag nicht erreichbar."),
    "help desk": robot("Help desk: we have received your request."),
    "status": robot("Status: open"),
    "orders": robot("S12-X14"),
    "nothing": robot(""),
    "echo": echo,
}


@pytest.mark.parametrize("kind", TELLING)
def test_a_robot_that_says_so_gets_no_answer(
    kind: str, duel: Game, alice: Person, now: datetime
) -> None:
    before = database.hash_tables()
    assert exchange(alice, robot("S12xS14", **TELLING[kind]), now) == 0
    assert database.changed_tables(before) == {"inbox_incomingmail"}


def test_a_robot_that_says_so_would_get_answers_if_nobody_looked(
    duel: Game, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "why_automatic", lambda *given: "")
    monkeypatch.setattr(limits, "LIMITS", {})
    assert exchange(alice, robot("I am away.", **TELLING["auto-submitted"]), now) == MANY


@pytest.mark.parametrize("kind", SILENT)
def test_a_robot_that_nobody_knows_is_answered_only_so_often(
    kind: str, duel: Game, alice: Person, now: datetime
) -> None:
    assert exchange(alice, SILENT[kind], now) == AN_HOURS


def test_a_slow_robot_is_answered_only_so_often_a_day(
    duel: Game, alice: Person, now: datetime
) -> None:
    assert exchange(alice, SILENT["abwesend"], now, timedelta(minutes=20)) == A_DAYS


def test_a_robot_that_nobody_knows_would_be_answered_for_ever_without_limits(
    duel: Game, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIMITS", {})
    assert exchange(alice, SILENT["abwesend"], now) == MANY


def test_who_has_been_answered_too_often_still_hands_in_their_turn(
    duel: Game, alice: Person, now: datetime
) -> None:
    exchange(alice, SILENT["abwesend"], now)
    letter = next(letters_to(alice, now))
    later = now + AN_HOURS * A_MINUTE
    incoming.arrive(incoming.write_mail(letter.reply_to, "S12xS14"), letter.reply_to, later)
    assert incoming.handle(later)[-1] == "preview"
