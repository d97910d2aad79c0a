"""Away until a day, and back, by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games.models import Game, Seat
from games.play import notices, turns
from mail.models import Delivery
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


def plain(text: str) -> str:
    return " ".join(text.split())


def test_away_is_saved_and_confirmed(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "AWAY until 24 December") == "away"
    alice.refresh_from_db()
    assert alice.back_on == date(2026, 12, 24)
    text = plain(hers.letter("answer").text)
    assert "You are away, and back on 24 December 2026." in text
    assert "nobody waits for your answers to captures" in text


def test_away_in_german_is_saved(
    duel: Game, alice: Person, dora: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    notices.notify_start(duel, now=now, actor=alice)
    hers = mailbox(dora)
    assert hers.reply("started", "Abwesend bis 24. Dezember") == "away"
    dora.refresh_from_db()
    assert dora.back_on == date(2026, 12, 24)
    assert "Du bist verreist und am 24. Dezember 2026 zurück." in plain(hers.letter("answer").text)


@pytest.mark.parametrize(
    ("said", "back_on"),
    [
        ("AWAY until Friday", date(2026, 3, 6)),
        ("abwesend bis Freitag", date(2026, 3, 6)),
        ("Away for 10 days", date(2026, 3, 12)),
        ("verreist 10 Tage", date(2026, 3, 12)),
        ("WEG bis 24.12.", date(2026, 12, 24)),
        ("AWAY tomorrow", date(2026, 3, 3)),
        ("weg bis übermorgen\n\nLG\nAlice", date(2026, 3, 4)),
    ],
)
def test_away_takes_a_day_in_many_ways(
    said: str, back_on: date, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    assert mailbox(alice).reply("decision", said) == "away"
    alice.refresh_from_db()
    assert alice.back_on == back_on


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("ABWESEND bis 1. März", "1 March 2026 is over already."),
        ("AWAY 0 days", "“0 days” is no day that we can read."),
        ("AWAY", "such as AWAY until 16 March 2026"),
        ("AWAY until soon", "“until soon” is no day that we can read."),
        ("AWAY until 1 March", "1 March 2026 is over already."),
        ("AWAY until 2020-01-01", "1 January 2020 is over already."),
    ],
)
def test_away_without_a_day_to_come_is_asked_about(
    said: str, reason: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", said) == "asked-day"
    alice.refresh_from_db()
    assert alice.back_on is None
    assert reason in plain(hers.letter("answer").text)


def test_back_ends_an_absence(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "AWAY until 24 December")
    assert hers.reply("answer", "BACK") == "back"
    alice.refresh_from_db()
    assert alice.back_on is None
    assert "You are back." in hers.letter("answer").text


def test_back_of_somebody_who_is_here_changes_nothing(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "back") == "back"
    assert "nothing has changed" in hers.letter("answer").text


def test_back_returns_to_an_absent_seat(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    Seat.objects.filter(game=duel, person=alice).update(is_absent=True)
    hers = mailbox(alice)
    assert hers.reply("decision", "BACK") == "back"
    assert not Seat.objects.get(game=duel, person=alice).is_absent
    assert "You are back in the game." in hers.letter("answer").text
    assert Delivery.objects.filter(kind="seat", person=bob).exists()


def test_back_to_a_game_that_is_over_is_refused(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    Seat.objects.filter(game=duel, person=alice).update(is_absent=True)
    Game.objects.filter(pk=duel.pk).update(status=Game.Status.OVER, ended_at=now)
    assert hers.reply(letter, "BACK") == "refused"
    assert Seat.objects.get(game=duel, person=alice).is_absent


def test_letter_about_an_absent_seat_says_how_to_come_back(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    seat = Seat.objects.get(game=duel, person=alice)
    decision = duel.decisions.get(seat=seat)
    seat.is_absent = True
    seat.save()
    notices.notify_timeout(decision, seat, now=now)
    hers = mailbox(alice)
    letter = hers.letter("missed")
    assert "Answer this letter with BACK" in plain(letter.text)
    assert hers.reply(letter, "BACK") == "back"


def test_back_ends_an_absence_although_the_game_is_over(
    duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    hers.reply(letter, "AWAY until 24 December")
    Seat.objects.filter(game=duel, person=alice).update(is_absent=True)
    Game.objects.filter(pk=duel.pk).update(status=Game.Status.OVER, ended_at=now)
    assert hers.reply(letter, "BACK") == "back"
    alice.refresh_from_db()
    assert alice.back_on is None
    assert "You are back." in hers.letter("answer").text


def test_back_waits_for_its_game_before_it_locks_the_person(
    duel: Game, alice: Person, mailbox: MakeMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "AWAY until 24 December")
    Seat.objects.filter(game=duel, person=alice).update(is_absent=True)
    with CaptureQueriesContext(connection) as queries:
        before_game: list[str] = []
        return_to_seat = turns.return_to_seat

        def return_and_note(*args: Any, **kwargs: Any) -> Seat:
            before_game.extend(row["sql"] for row in queries)
            return return_to_seat(*args, **kwargs)

        monkeypatch.setattr(turns, "return_to_seat", return_and_note)
        assert hers.reply("decision", "BACK") == "back"
    assert before_game
    assert not any(sql.endswith("UPDATE") for sql in before_game)
    locks = [row["sql"] for row in queries if row["sql"].endswith("UPDATE")]
    assert [lock for lock in locks if 'FROM "accounts_person"' in lock and "NO KEY" in lock]
    assert not [lock for lock in locks if 'FROM "accounts_person"' in lock and "NO KEY" not in lock]
