"""Set-ups by letter: written out, or by the name of one that its owner keeps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Draft, Game, Preview, Submission
from games.play.knowledge import known_game
from games.setups import collection
from tests.games import espionage
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]
CAMP = espionage.BLACK_CAMPS[0]


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    return espionage.begin([alice, bob], now)


@pytest.fixture
def castle(game: Game, bob: Person, now: datetime) -> str:
    """Bob keeps a set-up of this name."""
    return _keep(bob, game, "Old Castle", now)


def _keep(person: Person, game: Game, name: str, now: datetime) -> str:
    seat = game.seats.get(person=person).name
    state = known_game(game, seat).state
    pattern = collection.pattern_of(game.rules, state, seat, CAMP)
    collection.save_setup(person, game.rules, state, name=name, pattern=pattern, now=now)
    return name


def _placed(text: str) -> set[str]:
    return set(text.casefold().split()[1:])


@pytest.mark.parametrize(
    "text",
    [
        "Old Castle",
        "old  castle",
        "SETUP Old Castle",
        "Aufstellung OLD CASTLE",
        "Setup:\nOld Castle",
    ],
)
def test_a_kept_set_up_is_shown_by_its_name_and_counts_after_a_yes(
    text: str, castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", text) == "preview"
    assert his.answer.headline == his.answer.brief == "Is this your set-up?"
    assert "turn" not in " ".join(his.answer.paragraphs)
    assert _placed(Preview.objects.get().text) == _placed(CAMP)
    assert not Submission.objects.exists()
    assert his.reply("answer", "YES") == "counted"
    assert _placed(Submission.objects.get().text) == _placed(CAMP)


@pytest.mark.parametrize("word", ["setup", "SETUP", "Aufstellung", "AUFSTELLUNG:"])
def test_a_set_up_is_written_out_on_as_many_lines_as_one_likes(
    word: str, castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    lines = CAMP.replace("setup", word, 1).replace(" ", "\n")
    assert mailbox(bob).reply("decision", lines) == "preview"
    assert _placed(Preview.objects.get().text) == _placed(CAMP)


def test_an_unknown_name_is_told_with_those_that_there_are(
    castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", "SETUP New Castle") == "refused"
    assert his.answer.paragraphs[:2] == (
        "You keep no set-up “New Castle” for this board.",
        "These you keep: Old Castle.",
    )
    assert not Preview.objects.exists()


def test_who_keeps_none_is_told_what_has_to_stand_where(
    game: Game, bob: Person, mailbox: MakeMailbox
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", "Aufstellung Standard") == "refused"
    assert his.answer.paragraphs[0] == "You keep no set-up “Standard” for this board."
    army, fields = his.answer.paragraphs[-2:]
    assert "2 × 1 (corporal)" in army
    assert fields.startswith("These are your fields: a7 b7")


def test_a_name_that_is_an_order_is_read_as_the_order(
    game: Game, bob: Person, now: datetime, mailbox: MakeMailbox
) -> None:
    _keep(bob, game, "a8=3", now)
    assert mailbox(bob).reply("decision", "setup a8=3") == "refused"  # the rest is missing
    assert not Preview.objects.exists()


def test_nobody_hands_in_a_set_up_of_somebody_else(
    castle: str, alice: Person, mailbox: MakeMailbox
) -> None:
    assert mailbox(alice).reply("decision", "SETUP Old Castle") == "refused"
    assert "a8=3" not in mailbox(alice).letter("answer").text
    assert not Preview.objects.exists()


def test_a_stranger_learns_no_set_up_by_its_name(
    castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", "SETUP Old Castle", is_authentic=False) == "unproved"
    assert "a8=3" not in his.letter("answer").text
    assert not Draft.objects.exists()


def test_a_written_set_up_that_is_not_proved_is_kept_as_a_draft(
    castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    german = CAMP.replace("setup", "Aufstellung")
    assert mailbox(bob).reply("decision", german, is_authentic=False) == "unproved"
    assert _placed(Draft.objects.get().text) == _placed(CAMP)


def test_the_letter_that_asks_for_a_set_up_says_how_a_kept_one_is_named(
    castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    text = " ".join(mailbox(bob).letter("decision").text.split())
    assert "Or with SETUP and the name of a set-up that you keep." in text
    assert "1 × Q (headquarters)" in text
    assert "These are your fields: a7 b7" in text


def test_a_name_means_nothing_once_the_armies_stand(
    castle: str, bob: Person, mailbox: MakeMailbox
) -> None:
    his = mailbox(bob)
    asked = his.letter("decision")
    his.reply(asked, "Old Castle")
    his.reply("answer", "YES")
    assert his.reply(asked, "Old Castle") == "refused"
    assert Preview.objects.count() == 1  # the one that counted
