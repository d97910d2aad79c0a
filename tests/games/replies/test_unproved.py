"""Mails in somebody's name that nobody vouches for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Person
from games.models import Draft, Game, Preview, Standing
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


@pytest.mark.parametrize(
    "text",
    [
        "Your account is closed, see http://evil.example.org/",
        "S12xS14 # see http://evil.example.org/",
        "DRAFT see http://evil.example.org/",
        "STANDING see http://evil.example.org/",
        "A\nAHEAD see http://evil.example.org/",
        "NOTE see http://evil.example.org/",
        "YES\nsee http://evil.example.org/",
    ],
)
def test_an_unproved_mail_sends_no_words_of_a_stranger_on(
    text: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", text, is_authentic=False) == "unproved"
    letter = hers.letter("answer")
    assert "evil" not in letter.text + letter.html
    assert not any("evil" in draft.text for draft in Draft.objects.all())


@pytest.mark.parametrize("word", ["AHEAD", "DRAFT", ""])
def test_unproved_orders_are_kept_after_any_word(
    word: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", f"{word} S12xS14", is_authentic=False) == "unproved"
    assert Draft.objects.get().text == "S12xS14"
    assert "S12xS14" in hers.letter("answer").text
    assert not Preview.objects.exists()


@pytest.mark.parametrize("text", ["STANDING\npass if lost S\nask", "A\nAHEAD pass if lost S\nask"])
def test_unproved_standing_orders_are_told_with_their_page(
    text: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", text, is_authentic=False) == "unproved"
    written = " ".join(hers.letter("answer").text.split())
    assert "for “Standing orders” on the page of the game: pass if lost S; ask" in written
    assert not Standing.objects.filter(person=alice).exists()


def test_unproved_orders_are_quoted_in_part(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "S12xS14\n" * 500, is_authentic=False) == "unproved"
    assert len(hers.answer.paragraphs[-1]) < 600
