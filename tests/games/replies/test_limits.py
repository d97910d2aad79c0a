"""How many mails of one person count, how often we warn them, and what heads our answers have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games.models import Draft, Game
from games.play import notices
from games.replies import limits
from games.replies.handling import answer_mail
from games.replies.screening import why_unwanted
from inbox import received
from inbox.handling import handle_mails
from inbox.models import IncomingMail
from mail.compose import build_envelope
from mail.letters import Letter
from mail.models import Delivery
from tests import incoming
from tests.games.replies.mailbox import WRITERS, Mailbox

MakeMailbox = Callable[[Person], Mailbox]
MINUTE = timedelta(minutes=1)
NOBODY_VOUCHES = f"{incoming.SITE}; dmarc=fail header.from=example.org"


@pytest.fixture(autouse=True)
def our_server(settings: Any) -> None:
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]


def send(letter: Letter, text: str, now: datetime, **fields: Any) -> str:
    """Answer a letter by a mail that comes in; return what came of it."""
    sender = fields.get("sender", incoming.ALICE)
    raw = incoming.write_mail(letter.reply_to, text, **fields)
    incoming.arrive(raw, letter.reply_to, now, sender=sender)
    return incoming.handle(now)[-1]


def test_mails_beyond_the_day_have_no_effect(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_A_DAY", 2)
    letter = mailbox(alice).letter("decision")
    said = ("BOARD", "BOARD", "AWAY until 24 December")
    assert [send(letter, text, now) for text in said] == ["board", "board", "too-many"]
    alice.refresh_from_db()
    assert alice.back_on is None
    assert send(letter, "AWAY until 24 December", now + timedelta(days=1)) == "away"


def test_limit_of_one_person_is_none_of_another(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(limits, "MAILS_A_DAY", 1)
    notices.notify_start(duel, now=now, actor=alice)
    hers, his = mailbox(alice).letter("decision"), mailbox(bob).letter("started")
    assert [send(hers, "STATUS", now) for _mail in range(2)] == ["status", "too-many"]
    assert send(his, "STATUS", now, sender=bob.email) == "status"


def test_mails_of_a_person_are_counted_over_an_index(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    letter = mailbox(alice).letter("decision")
    with CaptureQueriesContext(connection) as queries:
        send(letter, "BOARD", now)
    inbox = [
        one["sql"] for one in queries if one["sql"].startswith("SELECT") and "inbox" in one["sql"]
    ]
    counts = [sql for sql in inbox if '"person_id" =' in sql]
    assert len(counts) == 3
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # as of a table that is not empty
        for query in counts:
            cursor.execute(f"EXPLAIN {query}")
            assert "mail_person" in " ".join(row[0] for row in cursor.fetchall())


def arrive(
    letter: Letter, said: Sequence[str], now: datetime, *, sender: str = incoming.ALICE
) -> None:
    """Let mails come in that answer a letter, one after the other."""
    for text in said:
        raw = incoming.write_mail(letter.reply_to, text, sender=sender)
        incoming.arrive(raw, letter.reply_to, now, sender=sender)


SAID = ("BOARD", "STATUS", "HELP", "AWAY until 24 December")


@pytest.mark.parametrize("span", [MINUTE, 60 * MINUTE])
def test_mails_beyond_the_pace_of_a_person_are_handled_later_in_their_order(
    span: timedelta, duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(limits.HANDLED, span, 2)
    arrive(mailbox(alice).letter("decision"), SAID, now)
    assert incoming.handle(now) == ["board", "status", "waiting", "waiting"]
    late = now + span
    assert incoming.handle(late - timedelta(seconds=1))[2:] == ["waiting", "waiting"]
    assert set(IncomingMail.objects.filter(status="waiting").values_list("attempts")) == {(0,)}
    assert incoming.handle(late) == ["board", "status", "help", "away"]


def test_a_person_is_handled_fifty_mails_a_minute_and_six_hundred_an_hour(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    assert limits.HANDLED == {MINUTE: 50, 60 * MINUTE: 600}
    for most, span in ((50, MINUTE), (600, 60 * MINUTE)):
        IncomingMail.objects.all().delete()
        IncomingMail.objects.bulk_create(
            IncomingMail(
                key=str(number), door="lmtp", person=alice, status="handled", envelope=b"", raw=b"",
                arrived_at=now, next_at=now, handled_at=now - span * number / most,
            )
            for number in range(most - 1)
        )  # fmt: skip
        limits.require_pace(alice, now)
        arrive(mailbox(alice).letter("decision"), SAID[:2], now)
        assert incoming.handle(now)[-2:] == ["board", "waiting"]


def test_an_older_mail_that_was_held_back_comes_before_a_new_one(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.HANDLED, MINUTE, 1)
    letter = mailbox(alice).letter("decision")
    arrive(letter, SAID[:3], now)
    incoming.handle(now)
    arrive(letter, SAID[3:], now + MINUTE - timedelta(seconds=1))  # due before those held back
    came = [incoming.handle(now + minutes * MINUTE) for minutes in (1, 2, 3)]
    assert came[0] == ["board", "status", "waiting", "waiting"]
    assert came[1] == ["board", "status", "help", "waiting"]
    assert came[2] == ["board", "status", "help", "away"]


def test_a_flood_of_one_person_holds_up_nobody_else(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(limits.HANDLED, MINUTE, 1)
    notices.notify_start(duel, now=now, actor=alice)
    arrive(mailbox(alice).letter("decision"), ["BOARD"] * 10, now)
    arrive(mailbox(bob).letter("started"), ["STATUS"], now, sender=bob.email)
    claimed = handle_mails(answer_mail, why_unwanted=why_unwanted, clock=lambda: now)
    assert claimed == 3  # one of hers, one that holds back the others, and his
    assert IncomingMail.objects.get(person=bob).outcome == "status"


def test_mails_held_back_are_not_read(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.HANDLED, MINUTE, 1)
    letter = mailbox(alice).letter("decision")
    send(letter, "BOARD", now)
    monkeypatch.setattr(received, "read_mail", None)
    assert send(letter, "BOARD", now) == "waiting"


def test_a_stranger_does_not_use_up_the_pace_of_a_person(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.HANDLED, MINUTE, 2)
    letter = mailbox(alice).letter("decision")
    for _mail in range(5):
        send(letter, "BOARD", now, results=NOBODY_VOUCHES)
    assert send(letter, "BOARD", now) == "board"


def test_mails_that_are_not_proved_are_answered_once_an_hour(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    letter = mailbox(alice).letter("decision")
    came = [
        send(letter, "S12xS14", now + minutes * MINUTE, results=NOBODY_VOUCHES)
        for minutes in (0, 10, 59, 60)
    ]
    assert came == ["unproved", "unproved-unanswered", "unproved-unanswered", "unproved"]
    assert Draft.objects.exists()


def test_mails_that_are_not_proved_use_up_nothing_and_are_not_kept(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_A_DAY", 2)
    letter = mailbox(alice).letter("decision")
    for _mail in range(5):
        send(letter, "BOARD", now, results=NOBODY_VOUCHES)
    assert send(letter, "BOARD", now) == "board"
    assert IncomingMail.objects.exclude(raw=b"").count() == 2


def headers_of(person: Person, now: datetime) -> dict[str, Any]:
    delivery = Delivery.objects.filter(kind="answer", person=person).latest("pk")
    letter = WRITERS["answer"](delivery, now)
    assert letter is not None
    return dict(build_envelope(letter, delivery).extra_headers)


def test_answer_stands_in_the_thread_of_game_and_mail(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    mailbox(alice).reply("decision", "BOARD", message_id="<7@example.org>")
    headers = headers_of(alice, now)
    thread = f"<game-{duel.pk}@localhost>"
    assert headers["In-Reply-To"] == "<7@example.org>"
    assert headers["References"] == f"{thread} <7@example.org>"
    assert headers["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize("message_id", ["no brackets", "<a b@example.org>", f"<{'a' * 1000}>"])
def test_answer_repeats_no_header_that_is_no_name_of_a_mail(
    message_id: str, duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    assert send(mailbox(alice).letter("decision"), "BOARD", now, name=message_id) == "board"
    headers = headers_of(alice, now)
    assert headers["References"] == f"<game-{duel.pk}@localhost>"


@pytest.mark.parametrize(
    ("fields", "is_written"),
    [({}, True), ({"letters": False}, True), ({"is_active": False}, False)],
)
def test_answer_goes_to_those_whose_address_takes_letters(
    fields: dict[str, Any], is_written: bool, duel: Game, alice: Person, mailbox: MakeMailbox,
    now: datetime,
) -> None:  # fmt: skip
    mailbox(alice).reply("decision", "BOARD")
    Person.objects.filter(pk=alice.pk).update(**fields)
    delivery = Delivery.objects.select_related("person").get(kind="answer")
    assert (WRITERS["answer"](delivery, now) is not None) is is_written


def test_answer_to_an_address_that_bounces_is_withdrawn(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    mailbox(alice).reply("decision", "BOARD")
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    delivery = Delivery.objects.select_related("person").get(kind="answer")
    assert WRITERS["answer"](delivery, now) is None


def test_warnings_are_four_a_day(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    letter = mailbox(alice).letter("decision")
    times = [now + 61 * MINUTE * number for number in range(5)]
    came = [send(letter, "BOARD", time, results=NOBODY_VOUCHES) for time in times]
    assert came == ["unproved"] * 4 + ["unproved-unanswered"]


def test_letters_that_are_too_old_are_said_so_once_an_hour(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    letter = mailbox(alice).letter("decision")
    times = [now + timedelta(days=121) + minutes * MINUTE for minutes in (0, 1, 62)]
    came = [send(letter, "BOARD", time) for time in times]
    assert came == ["expired", "expired-unanswered", "expired"]
