"""Standing orders by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.ahead import standing_orders
from games.models import Game, Preview, Seat
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture
def seat(duel: Game, alice: Person) -> Seat:
    return duel.seats.get(person=alice)


def test_standing_orders_are_replaced_after_a_yes(
    seat: Seat, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "STANDING\npass if lost S\nRecapture with cheapest") == "preview"
    assert not standing_orders.standing_text(seat)
    assert "recapture with cheapest" in hers.letter("answer").text
    assert hers.reply("answer", "yes") == "filed"
    assert standing_orders.standing_text(seat) == "pass if lost S\nrecapture with cheapest"


def test_standing_alone_shows_them(seat: Seat, alice: Person, mailbox: Mailboxes) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "STANDING") == "standing"
    assert "no standing orders" in hers.letter("answer").text
    hers.reply("decision", "STANDING pass if lost S")
    hers.reply("answer", "JA")
    assert hers.reply("decision", "stehend") == "standing"
    assert "pass if lost S" in hers.letter("answer").text


@pytest.mark.parametrize("word", ["NONE", "keine"])
def test_standing_orders_are_removed_after_a_yes(
    word: str, seat: Seat, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "STANDING pass")
    hers.reply("answer", "YES")
    assert hers.reply("decision", f"STANDING {word}") == "preview"
    assert standing_orders.standing_text(seat) == "pass"
    assert hers.reply("answer", "YES") == "filed"
    assert standing_orders.standing_text(seat) == ""


def test_one_bad_line_refuses_all_standing_orders(
    seat: Seat, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "STANDING\npass if lost S\nrecapture with Z") == "refused"
    text = hers.letter("answer").text
    assert "Line 2, “recapture with Z”" in text
    assert "CP4" in text
    assert not Preview.objects.exists()


def test_no_forgets_the_preview(seat: Seat, alice: Person, mailbox: Mailboxes) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "STANDING pass")
    preview = hers.letter("answer")
    assert hers.reply(preview, "NO") == "discarded"
    assert hers.reply(preview, "YES") == "refused"
    assert not standing_orders.standing_text(seat)


def test_a_yes_to_standing_orders_counts_once(
    seat: Seat, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "STANDING pass")
    preview = hers.letter("answer")
    assert hers.reply(preview, "YES") == "filed"
    hers.reply("answer", "STANDING ask")
    assert hers.reply("answer", "YES") == "filed"
    assert hers.reply(preview, "YES") == "refused"
    assert standing_orders.standing_text(seat) == "ask"


def test_the_answer_to_a_turn_tells_what_others_have_answered_ahead(
    duel: Game, alice: Person, bob: Person, mailbox: Mailboxes, now: datetime
) -> None:
    standing_orders.file_orders(duel.pk, bob, "recapture with cheapest", now=now)
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    assert hers.reply("answer", "YES") == "counted"
    happened = next(part for part in hers.answer.parts if part.title == "What happened")
    assert "was taken in return by West's knight" in happened.lines[-1][1]
