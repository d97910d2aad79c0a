"""Letters of a person that leave together, and how many an hour they want."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts.models import Person
from mail import outbox
from mail.letters import Letter
from mail.models import Delivery
from mail.outbox import NotNowError
from tests.mail.conftest import Post
from tests.servers import PATIENCE, PostOffice

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def gather(post: Post, alice: Person) -> Post:
    """Put a row into the outbox that leaves together with others of Alice."""

    def gathered(key: str, **more: object) -> Delivery:
        return post(key, alice.email, person_id=alice.pk, **{"is_gathered": True, **more})

    return gathered


class Desk:
    """Writes letters by their keys, joins them, and notes what was told."""

    def __init__(self, letter: Letter, now: datetime) -> None:
        self.letter, self.now = letter, now
        self.told: list[str] = []
        self.failing: dict[str, Exception | None] = {}
        self.urgent: set[str] = set()

    def write(self, delivery: Delivery, now: datetime) -> Letter | None:
        if delivery.key in self.failing:
            failure = self.failing[delivery.key]
            if failure is None:
                return None
            raise failure
        part = " (part)" if delivery.is_part else ""
        return replace(self.letter, subject=f"{delivery.key}{part}")

    def join(self, parts: Sequence[tuple[Delivery, Letter]], now: datetime) -> Letter:
        return replace(self.letter, subject=" + ".join(letter.subject for _row, letter in parts))

    def deliver(self, now: datetime | None = None) -> int:
        moment = now or self.now
        return outbox.deliver_letters(
            {"news": self.write},
            told=lambda delivery, at: self.told.append(delivery.key),
            clock=lambda: moment,
            join=self.join,
            hold_until=lambda one, until: None if one.key in self.urgent else until,
        )


@pytest.fixture
def desk(letter: Letter, now: datetime) -> Desk:
    return Desk(letter, now)


def subjects(office: PostOffice) -> list[str]:
    return [str(letter["Subject"]) for letter in office.letters]


def statuses() -> dict[str, str]:
    return dict(Delivery.objects.values_list("key", "status"))


def test_what_is_gathered_is_one_letter(office: PostOffice, gather: Post, desk: Desk) -> None:
    rows = [gather(name) for name in ("a", "b", "c")]
    assert desk.deliver() == 1
    assert subjects(office) == ["a (part) + b (part) + c (part)"]
    assert statuses() == {"a": "sent", "b": "sent", "c": "sent"}
    assert desk.told == ["a", "b", "c"]
    assert office.ids() == [f"<{rows[0].message_name}@{settings.SITE_HOST}>"]


def test_a_letter_that_is_gathered_alone_is_as_ever(
    office: PostOffice, gather: Post, desk: Desk
) -> None:
    gather("a")
    desk.deliver()
    assert subjects(office) == ["a"]


def test_what_is_due_later_stays(
    office: PostOffice, gather: Post, desk: Desk, now: datetime
) -> None:
    gather("a")
    gather("b", not_before=now + HOUR)
    desk.deliver()
    assert subjects(office) == ["a"]
    desk.deliver(now + HOUR)
    assert subjects(office) == ["a", "b"]


def test_letters_of_others_and_letters_of_their_own_leave_by_themselves(
    office: PostOffice, gather: Post, post: Post, desk: Desk, bob: Person
) -> None:
    gather("a")
    gather("b")
    post("alone")
    post("of Bob", bob.email, person_id=bob.pk, is_gathered=True)
    assert desk.deliver() == 3
    assert sorted(subjects(office)) == ["a (part) + b (part)", "alone", "of Bob"]


def test_what_is_not_needed_or_cannot_be_written_is_left_out(
    office: PostOffice, gather: Post, desk: Desk
) -> None:
    for name in ("a", "b", "c", "d", "e"):
        gather(name)
    desk.failing = {"b": None, "c": NotNowError("paused"), "d": ValueError("no ink")}
    desk.deliver()
    assert subjects(office) == ["a (part) + e (part)"]
    assert statuses() == {
        "a": "sent", "b": "withdrawn", "c": "waiting", "d": "waiting", "e": "sent",
    }  # fmt: skip
    assert dict(Delivery.objects.values_list("key", "attempts"))["c"] == 0


def test_the_only_one_that_is_left_is_a_letter_of_its_own(
    office: PostOffice, gather: Post, desk: Desk
) -> None:
    gather("a")
    gather("b")
    desk.failing = {"a": None}
    desk.deliver()
    assert subjects(office) == ["b"]


def test_a_refused_digest_is_sent_again_with_all_of_it_under_the_same_name(
    office: PostOffice, gather: Post, desk: Desk, now: datetime
) -> None:
    for name in ("a", "b"):
        gather(name)
    office.answers.append("451 Later")
    desk.deliver()
    assert statuses() == {"a": "waiting", "b": "waiting"}
    desk.deliver(now + HOUR)
    assert subjects(office) == ["a (part) + b (part)"]
    assert len(set(office.ids())) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_make_two_letters_of_what_is_gathered(
    gather: Post, post: Post, now: datetime
) -> None:
    for name in ("a", "b", "c"):
        gather(name)
    others: list[Delivery] = []

    def other_worker() -> None:
        others.extend(outbox.claim_letters(now, 10))
        connection.close()

    with transaction.atomic():
        (mine,) = outbox.claim_letters(now, 1)
        worker = threading.Thread(target=other_worker)
        worker.start()
        worker.join(PATIENCE)
        assert not worker.is_alive()
    assert [one.key for one in mine.whole] == ["a", "b", "c"]
    assert others == []
    assert outbox.claim_letters(now, 10) == []


def test_a_lost_digest_is_claimed_again_as_it_was(gather: Post, now: datetime) -> None:
    for name in ("a", "b"):
        gather(name)
    (first,) = outbox.claim_letters(now, 1)
    (again,) = outbox.claim_letters(now + HOUR, 1)
    assert [one.key for one in again.whole] == [one.key for one in first.whole]


def test_no_digest_holds_more_than_it_may(gather: Post, now: datetime) -> None:
    for number in range(outbox.MOST_TOGETHER + 3):
        gather(f"news-{number}")
    first, second = outbox.claim_letters(now, 1)[0], outbox.claim_letters(now, 1)[0]
    assert (len(first.whole), len(second.whole)) == (outbox.MOST_TOGETHER + 1, 2)


def test_no_more_letters_an_hour_than_their_reader_wants(
    office: PostOffice, gather: Post, desk: Desk, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(letters_an_hour=2)
    for name in ("a", "b", "c", "d"):
        gather(name, is_gathered=False)
    desk.deliver()
    assert sorted(subjects(office)) == ["a", "b"]
    assert set(desk.told) == {"a", "b", "c", "d"}, "their clocks have not begun"
    held = Delivery.objects.filter(status="waiting")
    assert {(one.next_at, one.is_gathered, one.attempts) for one in held} == {(now + HOUR, True, 0)}
    desk.deliver(now + HOUR - MINUTE)
    assert len(subjects(office)) == 2
    desk.deliver(now + HOUR)
    assert subjects(office)[2:] == ["c (part) + d (part)"]


def test_a_digest_counts_as_one_letter_of_those_an_hour(
    office: PostOffice, gather: Post, desk: Desk, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(letters_an_hour=2)
    for name in ("a", "b", "c"):
        gather(name)
    desk.deliver()
    gather("d", is_gathered=False)
    desk.deliver()
    assert subjects(office) == ["a (part) + b (part) + c (part)", "d"]


def test_letters_that_left_an_hour_ago_count_no_more(
    office: PostOffice, gather: Post, desk: Desk, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(letters_an_hour=1)
    gather("a", is_gathered=False)
    desk.deliver(now)
    gather("b", is_gathered=False)
    desk.deliver(now + HOUR)
    assert subjects(office) == ["a", "b"]


def test_what_was_refused_together_is_due_together(
    office: PostOffice, gather: Post, desk: Desk
) -> None:
    for name in ("a", "b", "c"):
        gather(name)
    office.answers.append("451 Later")
    desk.deliver()
    assert len(set(Delivery.objects.values_list("next_at", flat=True))) == 1


def test_letters_that_fail_together_again_and_again_leave_one_by_one(
    office: PostOffice, gather: Post, desk: Desk, now: datetime
) -> None:
    for name in ("a", "b"):
        gather(name)
    Delivery.objects.update(attempts=outbox.MOST_ATTEMPTS_TOGETHER)
    desk.deliver()
    assert subjects(office) == ["a", "b"]


def test_a_digest_that_a_server_will_never_take_is_taken_apart(
    office: PostOffice, gather: Post, desk: Desk
) -> None:
    for name in ("a", "b"):
        gather(name)
    office.answers.append("552 Too large")
    desk.deliver()
    assert statuses() == {"a": "sent", "b": "sent"}
    assert subjects(office) == ["a", "b"]


def test_what_must_leave_now_is_not_held_back(
    office: PostOffice, gather: Post, desk: Desk, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(letters_an_hour=1)
    desk.urgent = {"b"}
    for name in ("a", "b", "c"):
        gather(name, is_gathered=False)
    desk.deliver()
    assert sorted(subjects(office)) == ["a", "b"]
