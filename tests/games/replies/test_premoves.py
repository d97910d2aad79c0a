"""Turns handed in ahead by letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Person
from games.ahead import standing_orders
from games.models import Draft, Game, Premove, Preview, Standing, Submission
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture
def waiting(duel: Game, alice: Person, mailbox: Mailboxes) -> Game:
    """A game in which Alice has ended her turn, and Bob is to move."""
    hers = mailbox(alice)
    hers.reply("decision", "S01-S31\nend")
    assert hers.reply("answer", "YES") == "counted"
    return duel


def test_a_premove_is_shown_and_filed_after_a_yes(
    waiting: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("answer", "AHEAD S12xS14") == "preview"
    assert not Premove.objects.exists()
    assert hers.reply("answer", "YES") == "filed"
    premove = Premove.objects.get()
    assert (premove.text, premove.is_careful) == ("S12-S13xS14", False)
    assert "S12-S13xS14" in hers.letter("answer").text


def test_a_premove_can_be_careful(waiting: Game, alice: Person, mailbox: Mailboxes) -> None:
    hers = mailbox(alice)
    hers.reply("answer", "VORAUS S12xS14")
    assert hers.reply("answer", "JA, vorsichtig") == "filed"
    assert Premove.objects.get().is_careful


def test_plain_orders_out_of_turn_are_shown_as_a_premove(
    waiting: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("answer", "S12xS14") == "preview"
    assert Preview.objects.latest("pk").kind == Preview.Kind.PREMOVE
    assert "not your turn" in hers.letter("answer").text
    assert Draft.objects.get().text == "S12xS14"


def test_a_premove_is_taken_back(waiting: Game, alice: Person, mailbox: Mailboxes) -> None:
    hers = mailbox(alice)
    hers.reply("answer", "AHEAD S12xS14")
    hers.reply("answer", "YES")
    assert hers.reply("answer", "AHEAD") == "filed"
    assert hers.reply("answer", "VORAUS NEIN") == "withdrawn"
    assert not Premove.objects.exists()
    assert hers.reply("answer", "AHEAD NO") == "refused"


def test_a_premove_is_shown_again_if_the_game_has_gone_on(
    waiting: Game, alice: Person, bob: Person, mailbox: Mailboxes
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("answer", "AHEAD S12xS14")
    preview = hers.letter("answer")
    his.reply("decision", "W01-W31\nend")
    his.reply("answer", "YES")
    assert hers.reply(preview, "YES") == "preview"
    assert not Premove.objects.exists()
    assert "gone on" in hers.letter("answer").text
    assert hers.reply("answer", "YES") == "filed"


def test_no_premove_where_the_turn_is_asked_for(
    duel: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "AHEAD S12xS14") == "refused"
    assert "without AHEAD" in hers.letter("answer").text
    assert not Preview.objects.exists()


def test_a_premove_that_cannot_be_carried_out_is_refused(
    waiting: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("answer", "AHEAD S12xS02") == "refused"
    assert (
        "“S12-S11-S31-S01xS02”: Your own soldier stands on S02. (C14)" in hers.letter("answer").text
    )
    assert not Preview.objects.filter(kind=Preview.Kind.PREMOVE).exists()


@pytest.fixture
def captured(duel: Game, alice: Person, mailbox: Mailboxes) -> Game:
    """A game in which Alice has captured a soldier of Bob, and he is asked."""
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    return duel


@pytest.mark.parametrize("text", ["NO\nAHEAD pass", "pass\nVORAUS pass", "nein\nvoraus\npass"])
def test_an_answer_says_ahead_what_answers_next(
    text: str, captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", text) == "counted"
    assert Submission.objects.get(person=bob).text == "pass"
    assert [row.text for row in Standing.objects.filter(person=bob)] == ["pass"]
    assert Standing.objects.get(person=bob).turn == 1


def test_a_bad_line_ahead_refuses_the_answer_too(
    captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", "A\nAHEAD recapture with any\nAHEAD recapture with Z") == "refused"
    text = his.letter("answer").text
    assert "recapture with Z" in text
    assert "CP4" in text
    assert not Submission.objects.filter(person=bob).exists()
    assert not Standing.objects.exists()


def test_ahead_alone_does_not_answer_a_question(
    captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", "AHEAD pass") == "refused"
    assert "below your answer" in his.letter("answer").text
    assert not standing_orders.filed_orders(captured.seats.get(person=bob)).exists()


@pytest.mark.parametrize(
    ("language", "word", "other"), [("en", "AHEAD", "VORAUS"), ("de", "VORAUS", "AHEAD")]
)
def test_what_can_be_said_ahead_is_told_in_the_language_of_the_letter(
    language: str, word: str, other: str, captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    Person.objects.filter(pk=bob.pk).update(language=language)
    his = mailbox(bob)
    assert his.reply("decision", "AHEAD pass") == "refused"
    text = his.letter("answer").text
    assert f"{word} pass" in text
    assert other not in text


def test_ahead_does_not_go_below_a_turn(duel: Game, alice: Person, mailbox: Mailboxes) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "S12xS14\nAHEAD pass") == "refused"
    assert not Preview.objects.exists()
