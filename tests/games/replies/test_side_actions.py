"""RESIGN and DRAW by letter, and the answers to an offer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Game, PendingOffer, Preview, Submission
from games.play import history
from tests import stage
from tests.games import armada
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture
def bollwerk(alice: Person, bob: Person, now: datetime) -> Game:
    """A game in which Alice, who plays White, is to move."""
    return stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")


@pytest.fixture
def offered(bollwerk: Game, alice: Person, mailbox: Mailboxes) -> Game:
    """A game in which Alice has offered a draw."""
    assert mailbox(alice).reply("decision", "DRAW") == "counted"
    return bollwerk


def test_resigning_is_asked_about_once(
    bollwerk: Game, alice: Person, bob: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "RESIGN") == "preview"
    bollwerk.refresh_from_db()
    assert bollwerk.is_running
    assert "the other side has won" in hers.letter("answer").text
    assert hers.reply("answer", "JA") == "counted"
    bollwerk.refresh_from_db()
    assert (bollwerk.status, bollwerk.winners) == (Game.Status.OVER, ["black"])


def test_an_agreement_alone_resigns_no_game(
    bollwerk: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "RESIGN") == "preview"
    assert hers.reply("answer", "ok") == "refused"
    assert hers.answer.paragraphs[0].startswith("Did you mean YES?")
    bollwerk.refresh_from_db()
    assert bollwerk.is_running


def test_resigning_is_never_too_late(
    bollwerk: Game, alice: Person, bob: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    hers.reply(letter, "DRAW")
    assert hers.reply(letter, "aufgeben") == "preview"
    preview = hers.letter("answer")
    mailbox(bob).reply("offer", "NO")
    assert hers.reply(preview, "YES") == "counted"
    bollwerk.refresh_from_db()
    assert bollwerk.status == Game.Status.OVER


def test_a_draw_is_offered_at_once(offered: Game, alice: Person, bob: Person) -> None:
    assert PendingOffer.objects.get().seat.person == bob
    assert Submission.objects.get().via == Submission.Via.LETTER


@pytest.mark.parametrize("word", ["YES", "ja"])
def test_yes_to_the_letter_of_an_offer_accepts_it(
    word: str, offered: Game, bob: Person, mailbox: Mailboxes
) -> None:
    assert mailbox(bob).reply("offer", word) == "counted"
    offered.refresh_from_db()
    assert (offered.status, offered.winners) == (Game.Status.OVER, [])


def test_no_to_the_letter_of_an_offer_declines_it(
    offered: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    letter = his.letter("offer")
    assert his.reply(letter, "NEIN") == "declined"
    assert PendingOffer.objects.get().declined_at is not None
    assert [his.reply(letter, word) for word in ("YES", "DRAW")] == ["refused", "refused"]
    offered.refresh_from_db()
    assert offered.is_running


@pytest.mark.parametrize(("word", "is_over"), [("YES", True), ("NO", False)])
def test_an_offer_is_answered_by_the_letter_of_a_turn_that_mentions_it(
    word: str, is_over: bool, offered: Game, alice: Person, bob: Person, mailbox: Mailboxes
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "g5-e7")
    assert hers.reply("answer", "YES") == "counted"
    assert "YES to accept" in his.letter("decision").text
    assert his.reply("decision", word) == ("counted" if is_over else "declined")
    offered.refresh_from_db()
    assert (offered.status == Game.Status.OVER) is is_over


def test_draw_asks_once_before_it_accepts(offered: Game, bob: Person, mailbox: Mailboxes) -> None:
    his = mailbox(bob)
    assert his.reply("offer", "remis") == "preview"
    offered.refresh_from_db()
    assert offered.is_running
    assert his.reply("answer", "YES") == "counted"
    offered.refresh_from_db()
    assert offered.status == Game.Status.OVER


def test_an_offer_is_not_accepted_by_a_letter_from_before_it(
    bollwerk: Game, alice: Person, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    started = his.letter("started")
    mailbox(alice).reply("decision", "DRAW")
    assert his.reply(started, "YES") == "stale"
    bollwerk.refresh_from_db()
    assert bollwerk.is_running


def test_who_does_not_resign_after_all_plays_on(
    bollwerk: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "RESIGN")
    assert hers.reply("answer", "NO") == "discarded"
    assert hers.answer.headline == "Nothing has happened: the game goes on."


def test_nobody_resigns_where_the_rules_know_it_not(
    duel: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "RESIGN") == "refused"
    assert hers.reply("decision", "DRAW") == "refused"
    assert not Preview.objects.exists()


def test_ones_own_offer_makes_no_older_letter_stale(
    bollwerk: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    assert hers.reply(letter, "g5-e7") == "preview"
    preview = hers.letter("answer")
    assert hers.reply(letter, "DRAW") == "counted"
    assert hers.reply(letter, "g5-e7") == "preview"
    assert hers.reply(preview, "YES") == "counted"


@pytest.fixture
def three(alice: Person, bob: Person, charlie: Person, now: datetime) -> Game:
    """A game of Iron Armada in which Alice, who plays South, is asked for a throw."""
    game = armada.begin_three([alice, bob, charlie], now)
    return stage.tell(game, [alice, bob, charlie], armada.OF_THREE, now=now)


def test_a_resignation_makes_older_letters_stale(
    three: Game, alice: Person, charlie: Person, mailbox: Mailboxes, now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    stage.hand_in(three, charlie, "resign", now=now)
    assert hers.reply(letter, "throw f6") == "stale"
    assert Submission.objects.filter(text="throw f6").count() == 0


def test_a_resignation_that_passed_for_an_offer_would_leave_them_valid(
    three: Game,
    alice: Person,
    charlie: Person,
    mailbox: Mailboxes,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A control of the test above."""
    monkeypatch.setattr(history, "has_only_offers", lambda _game, after: True)
    hers = mailbox(alice)
    letter = hers.letter("decision")
    stage.hand_in(three, charlie, "resign", now=now)
    assert hers.reply(letter, "throw f6") == "counted"
