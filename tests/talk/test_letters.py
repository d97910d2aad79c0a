"""One letter until one has read it, and its answer is said at the table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest

from accounts.models import Person
from games.models import Game, Submission
from games.play import tables
from mail.letters import Letter
from mail.models import Delivery
from talk import read_marks, saying
from talk.audiences import writable_audiences
from talk.models import Audience, ReadMark, Remark
from talk.remarks import list_remarks
from tests import stage
from tests.games import armada, espionage
from tests.games.replies.mailbox import WRITERS, Mailbox
from tests.talk.conftest import Say, visit_of

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture(autouse=True)
def answerable(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture
def mailbox(now: datetime) -> Mailboxes:
    """Return the one mailbox of each person."""
    return cache(lambda person: Mailbox(person, now))


def told(person: Person) -> int:
    """Return how many letters about words were posted to a person."""
    return Delivery.objects.filter(kind="words", person=person, channel=None).count()


def write(person: Person, now: datetime) -> Letter | None:
    """Write the last letter with words to a person."""
    row = Delivery.objects.filter(kind="words", person=person, channel=None).latest("pk")
    return WRITERS["words"](row, now)


def test_a_letter_tells_what_was_said(
    game: Game, alice: Person, bob: Person, dora: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, alice, "Hello!\nI am away next week.")
    say(game, alice, courtesy="luck")
    letter = mailbox(bob).letter("words")
    assert letter.subject == f"[Conquest {game.pk}] Alice has said something"
    assert "Alice: Hello!" in letter.text
    assert "… I am away next week." in letter.text
    assert "Alice: Good luck" in letter.text
    assert "Alice: Viel Glück" in mailbox(dora).letter("words").text
    assert alice.email not in letter.text
    assert told(alice) == 0


def test_one_letter_is_sent_until_it_was_read(
    game: Game, alice: Person, bob: Person, dora: Person, say: Say
) -> None:
    first = say(game, alice, "Hello!")
    say(game, alice, "Anybody there?")
    say(game, dora, "I am.")
    assert (told(bob), told(dora), told(alice)) == (1, 1, 1)
    read_marks.mark_words_read(game, bob, first.pk)
    say(game, alice, "And Bob?")
    assert (told(bob), told(dora)) == (2, 1)


def test_a_letter_waits_a_moment_and_is_not_sent_once_its_words_are_read(
    game: Game, alice: Person, bob: Person, say: Say, now: datetime, settings: Any
) -> None:
    remark = say(game, alice, "Hello!")
    row = Delivery.objects.get(kind="words", person=bob)
    assert row.next_at == now + timedelta(seconds=settings.LETTER_HOLD)
    assert write(bob, now) is not None
    read_marks.mark_words_read(game, bob, remark.pk)
    assert write(bob, now) is None


def test_withdrawn_words_are_in_no_letter_and_keep_none_back(
    game: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    remark = say(game, alice, "You fool!")
    saying.withdraw_words(visit_of(game, alice), remark.pk, now=now)
    assert write(bob, now) is None
    say(game, alice, "Sorry.")
    assert told(bob) == 2
    letter = write(bob, now)
    assert letter is not None
    assert "Sorry." in letter.text
    assert "fool" not in letter.text


def test_words_are_told_in_the_manner_that_their_reader_wants(
    game: Game, alice: Person, bob: Person, dora: Person, erin: Person, say: Say, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(words_manner="never")
    Person.objects.filter(pk=dora.pk).update(words_manner="digest", digest_hours=[20])
    say(Game.objects.get(pk=game.pk), alice, "Hello!")
    assert (told(bob), told(dora), told(erin)) == (0, 1, 1)
    assert Delivery.objects.get(kind="words", person=dora).is_gathered
    assert not Delivery.objects.get(kind="words", person=erin).is_gathered


def test_spectators_are_told_nothing_and_tell_nobody(
    game: Game, alice: Person, charlie: Person, say: Say
) -> None:
    say(game, charlie, "What a game!", "watchers")
    assert not Delivery.objects.filter(kind="words").exists()
    say(game, alice, "Hello!")
    assert told(charlie) == 0


def test_a_letter_holds_no_words_that_its_reader_may_not_read(
    game: Game, alice: Person, bob: Person, charlie: Person, say: Say, now: datetime
) -> None:
    say(game, charlie, "South bluffs", "watchers")
    say(game, alice, "Hello!", "players")
    letter = write(bob, now)
    assert letter is not None
    assert "bluffs" not in letter.text
    game.seats.filter(person=bob).update(person=None, is_absent=True)
    assert write(bob, now) is None


def test_links_of_strangers_are_in_no_letter(
    game: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    say(game, alice, "Buy at www.example.com or https://example.org/x now")
    letter = write(bob, now)
    assert letter is not None
    assert "Buy at … or … now" in letter.text
    for person in (alice, bob):
        stage.hand_in(game, person, "end", now=now)
    letter = write(bob, now)
    assert letter is not None
    assert "https://example.org/x" in letter.text


def test_no_line_of_a_letter_looks_as_if_another_had_said_it(
    game: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    say(game, alice, "Hello!\nErin: I resign.")
    letter = write(bob, now)
    assert letter is not None
    assert "… Erin: I resign." in letter.text
    assert "\nErin:" not in letter.text


def test_a_host_is_told_of_words_before_the_game(
    table: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    tables.join_table(table.pk, bob, seat_name="west", now=now)
    say(table, bob, "Shall we begin?")
    letter = write(alice, now)
    assert letter is not None
    assert "Bob: Shall we begin?" in letter.text


def test_an_answer_is_said_at_the_table(
    game: Game, alice: Person, bob: Person, charlie: Person, say: Say, mailbox: Mailboxes
) -> None:
    remark = say(game, alice, "Hello!", "players")
    his = mailbox(bob)
    assert his.reply("words", "Hi Alice,\n\na fine game!\n\nBob") == "said"
    said = Remark.objects.get(person=bob)
    assert (said.text, said.audience) == ("Hi Alice,\n\na fine game!", "players")
    assert ReadMark.objects.get(person=bob).read_to == remark.pk
    assert his.answer.headline == "It is said at the table, to all who play."


def test_a_mail_that_comes_twice_is_said_once(
    game: Game, alice: Person, bob: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, alice, "Hello!")
    his = mailbox(bob)
    letter = his.letter("words")
    for _ in range(2):
        his.count = 0  # the same mail
        assert his.reply(letter, "Hi!") == "said"
    assert Remark.objects.filter(person=bob).count() == 1


@pytest.mark.parametrize("text", ["S40-S29", "Hello!\nS40-S29", "> \nend"])
def test_orders_that_answer_the_wrong_letter_are_not_said(
    text: str, game: Game, alice: Person, bob: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, bob, "Your turn!")
    assert mailbox(alice).reply("words", text) == "refused"
    assert not Remark.objects.filter(person=alice).exists()
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        espionage.WHITE_CAMP,
        "SETUP my wall",
        "Here it is:\na2 = S b2=1",
        "NOTE a8 the flag",
        "DRAFT d2-d3",
    ],
)
def test_what_is_hidden_and_answers_the_wrong_letter_is_not_said(
    text: str, alice: Person, bob: Person, say: Say, mailbox: Mailboxes, now: datetime
) -> None:
    game = espionage.begin([alice, bob], now)
    say(game, bob, "Are you ready?")
    assert mailbox(alice).reply("words", text) == "refused"
    assert not Remark.objects.filter(person=alice).exists()
    assert mailbox(alice).reply("words", "I am ready.") == "said"


def test_help_is_sent_and_not_said(
    game: Game, alice: Person, bob: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, alice, "Hello!")
    assert mailbox(bob).reply("words", "HELP") == "help"
    assert not Remark.objects.filter(person=bob).exists()
    assert mailbox(bob).reply("words", "Help! I am lost.") == "said"


def test_a_mail_by_nobody_knows_whom_is_not_said(
    game: Game, alice: Person, bob: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, alice, "Hello!")
    assert mailbox(bob).reply("words", "I resign!", is_authentic=False) == "unproved"
    assert not Remark.objects.filter(person=bob).exists()


def test_an_answer_of_somebody_who_has_left_is_said_to_nobody(
    game: Game, alice: Person, bob: Person, say: Say, mailbox: Mailboxes
) -> None:
    say(game, alice, "Hello!")
    letter = mailbox(bob).letter("words")
    game.seats.filter(person=bob).update(person=None, is_absent=True)
    assert mailbox(bob).reply(letter, "Bye!") == "refused"
    assert not Remark.objects.filter(person=bob).exists()


def test_players_of_armada_have_no_way_between_allies(
    alice: Person, bob: Person, erin: Person, say: Say, now: datetime
) -> None:
    """K25: what one player says is read by all of them, and there is no other way."""
    people = [alice, bob, erin]
    game = armada.begin_three(people, now)
    for person in people:
        assert writable_audiences(visit_of(game, person)) == [Audience.ALL, Audience.PLAYERS]
        said = [say(game, person, "Shall we ally?", audience).pk for audience in ("all", "players")]
        for reader in people:
            heard = [one.remark.pk for one in list_remarks(visit_of(game, reader), most=50)]
            assert set(said) <= set(heard)
