"""Orders to the King of Iron Armada by letter: refused, and told why in both languages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Game, Submission
from tests import stage
from tests.games import armada
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]
FRONT = "setup d1=3 e1=2 f1=1 g1=2 h1=3 d2=1 e2=1 f2=K g2=1 h2=2"


@pytest.fixture
def kings_game(alice: Person, bob: Person, now: datetime) -> Game:
    """A game in which the King of Alice, who plays South and is to move, stands in front."""
    people = [alice, bob]
    game = armada.begin(people, now)
    stage.tell(game, people, (FRONT, armada.CAMPS[0]), now=now)
    stage.hand_in(game, alice, "throw f6", now=now)
    stage.hand_in(game, bob, "skip", now=now)
    return game


def read_refusal(mailbox: Mailbox, orders: str) -> str:
    """Order something that is refused; return its letter in one line."""
    assert mailbox.reply("decision", orders) == "refused"
    return " ".join(mailbox.letter("answer").text.split())


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("f2-f1", "“f2-f1”: A unit of your own stands on f1. (K29)"),
        ("f2-f3-f4", "In phase 1, which yours is now, a unit goes one square only. (K5)"),
        ("f2-g3", "“f2-g3”: No straight line leads from f2 to g3. (HK7)"),
        ("f2*f3", "“f2*f3”: No blocker touches f3. (I6)"),
    ],
)
def test_an_order_to_the_king_is_refused_with_what_the_king_could_do(
    order: str, why: str, kings_game: Game, alice: Person, mailbox: Mailboxes
) -> None:
    text = read_refusal(mailbox(alice), order)
    assert why in text
    assert "What this piece could do" in text
    assert "f2-f3 – " in text
    assert not Submission.objects.filter(text=order).exists()


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "The three on h1 cannot be moved yet: only your ones and the King can. (K11)"),
        ("de", "kann noch nicht ziehen: nur deine Einer und der König. (K11)"),
    ],
)
def test_a_unit_that_waits_is_refused_with_the_king_who_need_not(
    language: str, why: str, kings_game: Game, alice: Person, mailbox: Mailboxes
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    assert why in read_refusal(mailbox(alice), "h1-h2")


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "f2 lies in a start zone, which the King does not enter. (I10)"),
        ("de", "f2 liegt in einer Startzone, die der König nicht betritt. (I10)"),
    ],
)
def test_the_king_comes_back_into_no_start_zone(
    language: str,
    why: str,
    kings_game: Game,
    alice: Person,
    bob: Person,
    mailbox: Mailboxes,
    now: datetime,
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    hers = mailbox(alice)
    assert hers.reply("decision", "f2-f3") == "preview"
    assert hers.reply("answer", "OK") == "counted"
    stage.hand_in(kings_game, bob, "d10-d9", now=now)
    assert why in read_refusal(hers, "f3-f2")
