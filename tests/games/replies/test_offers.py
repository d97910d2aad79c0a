"""What is offered, accepted by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Game, Preview, Submission
from tests import stage
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture
def offered(alice: Person, bob: Person, now: datetime) -> Game:
    """A game in which Alice has offered a draw to Bob."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    stage.hand_in(game, alice, "draw?", now=now)
    return game


def accepted(bob: Person) -> bool:
    return Submission.objects.filter(person=bob, text="draw!").exists()


def test_a_yes_to_the_letter_of_an_offer_accepts_it(
    offered: Game, bob: Person, mailbox: Mailboxes
) -> None:
    assert mailbox(bob).reply("offer", "YES") == "counted"
    assert accepted(bob)


def test_a_yes_to_a_letter_that_names_no_offer_is_asked_about(
    offered: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    assert his.reply("offer", "BOARD") == "board"
    assert his.reply("answer", "YES") == "preview"
    assert not accepted(bob)
    assert Preview.objects.get().kind == Preview.Kind.ACTION
    assert "Accept the draw?" in his.letter("answer").text
    assert his.reply("answer", "YES") == "counted"
    assert accepted(bob)


def test_the_order_that_accepts_a_draw_offers_none(
    alice: Person, bob: Person, now: datetime, mailbox: Mailboxes
) -> None:
    stage.sit_down([alice, bob], "bollwerk", now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", "draw!") == "refused"
    assert "draw!" in hers.letter("answer").text
    assert not Submission.objects.filter(person=alice).exists()


def test_the_order_that_accepts_a_draw_is_read_as_the_rules_write_it(
    offered: Game, bob: Person, mailbox: Mailboxes
) -> None:
    assert mailbox(bob).reply("offer", "Draw!\nDanke") == "counted"
    assert accepted(bob)
