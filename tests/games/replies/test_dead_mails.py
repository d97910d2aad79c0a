"""Who has sent a mail that is given up hears of that, once an hour, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from accounts.reply_address import Purpose
from games.letters.reply_to import account_reply_address, table_reply_address
from games.models import Game
from games.replies import answers, dead_mails
from inbox import handling, received, store
from inbox.handling import MAX_ATTEMPTS, DeadMail, MailOutcome
from inbox.models import IncomingMail
from inbox.received import ReceivedMail
from mail.letters import Letter
from mail.models import Delivery
from tests import incoming
from tests.games.replies.mailbox import WRITERS, Mailbox

MakeMailbox = Callable[[Person], Mailbox]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOBODY_VOUCHES = f"{incoming.SITE}; dmarc=fail header.from=example.org"
HEADLINE = "A mail in your name could not be handled."


@pytest.fixture(autouse=True)
def our_server(settings: Any) -> None:
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]


@pytest.fixture
def to(duel: Game, alice: Person, mailbox: MakeMailbox) -> str:
    """The address of the letter that asks Alice for her turn."""
    return mailbox(alice).letter("decision").reply_to


def fail(mail: ReceivedMail, at: datetime) -> MailOutcome:
    raise LookupError


def die(now: datetime, to: str, *, sender: str = incoming.ALICE, **fields: str) -> IncomingMail:
    """Let a mail arrive whose handling fails, for the last time."""
    row = incoming.arrive(incoming.write_mail(to, "HELP", **fields), to, now, sender=sender)
    return give_up(row, now, MAX_ATTEMPTS - 1)


def end_workers(now: datetime, to: str, *, sender: str = incoming.ALICE) -> IncomingMail:
    """Let a mail arrive that has ended all workers who have taken it."""
    row = incoming.arrive(incoming.write_mail(to, "HELP"), to, now, sender=sender)
    return give_up(row, now, MAX_ATTEMPTS)


def give_up(row: IncomingMail, now: datetime, attempts: int) -> IncomingMail:
    IncomingMail.objects.filter(pk=row.pk).update(attempts=attempts)
    handling.handle_mails(fail, tell_author=dead_mails.tell_author, clock=lambda: now)
    row.refresh_from_db()
    assert row.status == "dead"
    return row


def told() -> list[Delivery]:
    return list(Delivery.objects.filter(kind="answer").order_by("pk"))


def write(delivery: Delivery, now: datetime) -> Letter:
    letter = WRITERS["answer"](delivery, now)
    assert letter is not None
    return letter


def test_the_author_of_a_dead_mail_is_told(
    to: str, duel: Game, alice: Person, now: datetime, settings: Any
) -> None:
    die(now, to, name="<7@example.org>")
    (delivery,) = told()
    assert (delivery.person, delivery.address) == (alice, alice.email)
    letter = write(delivery, now)
    assert letter.subject == "Mail not handled"
    assert HEADLINE in letter.text
    assert "Nothing in the mail has counted." in " ".join(letter.text.split())
    assert f"{settings.SITE_URL}/games/{duel.pk}/" in letter.text
    assert letter.headers == {"Auto-Submitted": "auto-replied"}
    assert letter.in_reply_to == "<7@example.org>"


def test_a_dead_mail_is_told_of_in_the_language_of_its_author(
    duel: Game, dora: Person, now: datetime
) -> None:
    die(now, account_reply_address(dora, now), sender=dora.email, From=dora.email)
    letter = write(told()[0], now)
    assert letter.language == "de"
    assert "Eine Mail in deinem Namen konnte nicht bearbeitet werden." in letter.text
    assert "/games/" not in letter.text


def test_dead_mails_are_told_of_once_an_hour(to: str, bob: Person, now: datetime) -> None:
    half = now + HOUR / 2
    for at, count in ((half, 1), (half + 59 * MINUTE, 1), (half + HOUR, 2), (half + HOUR, 2)):
        die(at, to, name=f"<{at.timestamp()}-{len(told())}@example.org>")
        assert len(told()) == count
    die(half + HOUR, account_reply_address(bob, now), sender=bob.email, From=bob.email)
    assert len(told()) == 3


def test_without_the_hour_before_two_would_be_told_within_minutes(
    to: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: hours of the clock alone."""
    monkeypatch.setattr(dead_mails, "HOUR", timedelta())
    die(now + 59 * MINUTE, to)
    die(now + 61 * MINUTE, to)
    assert len(told()) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"results": NOBODY_VOUCHES},
        {"From": "charlie@example.org"},
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
    ],
    ids=["unproved", "another's", "responder", "list"],
)
def test_nobody_hears_of_a_dead_mail_of_strangers_and_machines(
    fields: dict[str, str], to: str, charlie: Person, now: datetime
) -> None:
    die(now, to, **fields)
    assert told() == []


@pytest.mark.parametrize(("automatic", "count"), [("", 1), ("list", 0)])
def test_a_machine_that_is_proved_hears_of_no_dead_mail(
    automatic: str, count: int, to: str, alice: Person, now: datetime
) -> None:
    what = ReceivedMail(
        number=1, key="1", recipient=to, sender=alice.email, is_authentic=True, subject="",
        text="HELP", arrived_at=now, automatic=automatic,
    )  # fmt: skip
    dead_mails.tell_author(DeadMail(to, alice.email, what), now)
    assert len(told()) == count


def test_nobody_hears_of_a_dead_mail_to_an_address_that_is_not_good(
    to: str, alice: Person, now: datetime
) -> None:
    alice.reply_round += 1
    alice.save()
    die(now, to)
    end_workers(now, to)
    assert told() == []


def test_nobody_hears_of_a_dead_mail_to_a_closed_account(
    to: str, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    end_workers(now, to)
    assert told() == []


def test_of_a_mail_that_ended_workers_only_its_envelope_is_read(
    to: str, alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((store, "read_raw"), (received, "read_mail"), (received, "read_author")):
        monkeypatch.setattr(module, name, None)
    end_workers(now, to)
    assert [one.person for one in told()] == [alice]


@pytest.mark.parametrize("sender", ["", "charlie@example.org", "mailer-daemon@example.org"])
def test_nobody_hears_of_a_mail_that_ended_workers_and_came_from_elsewhere(
    sender: str, to: str, now: datetime
) -> None:
    end_workers(now, to, sender=sender)
    assert told() == []


def test_nobody_hears_of_a_mail_that_ended_workers_at_an_old_address(
    to: str, now: datetime
) -> None:
    end_workers(now + 200 * DAY, to)
    assert told() == []


def test_a_dead_mail_is_told_of_with_its_mark_or_not_at_all(
    to: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell_and_fail(*given: Any, **more: Any) -> None:
        tell(*given, **more)
        raise LookupError

    tell = answers.post_answer_letter
    monkeypatch.setattr(dead_mails, "post_answer_letter", tell_and_fail)
    die(now, to)
    assert told() == []


def test_a_table_that_has_not_begun_is_linked_to(
    table: Game, bob: Person, now: datetime, settings: Any
) -> None:
    die(now, table_reply_address(table, bob, now), sender=bob.email, From=bob.email)
    assert f"{settings.SITE_URL}{table.get_absolute_url()}" in write(told()[0], now).text


def test_the_game_of_each_address_is_known_but_of_those_about_accounts() -> None:
    assert set(dead_mails.GAMES) == set(Purpose) - {Purpose.ACCOUNT, Purpose.MEASURE}
