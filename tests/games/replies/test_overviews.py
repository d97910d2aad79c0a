"""What people ask for by letter: the board, all their games, the rules, what can be said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

import pytest

from accounts.models import Person
from accounts.reply_address import Purpose, read_reply_token
from games.models import Game, Submission
from games.play import notices, tables
from games.play.clock import PRESETS
from tests import stage
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def duel(duel: Game, alice: Person, now: datetime) -> Game:
    """The game, of which the others have heard."""
    notices.notify_start(duel, now=now, actor=alice)
    return duel


def open_table(host: Person, now: datetime) -> Game:
    terms = tables.TableTerms(ruleset="bollwerk", title="Spring", pace=PRESETS["normal"])
    return tables.host_table(host, terms, now=now)


def test_board_is_sent_drawn_and_in_words(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "BOARD") == "board"
    letter = hers.letter("answer")
    assert len(letter.pictures) >= 1
    assert "The position in words" in letter.text
    assert "It is your turn." in letter.text
    assert "Deadline: " in letter.text


@pytest.mark.parametrize("said", ["BOARD N12", "Brett n12 und c16!", "BOARD w N12"])
def test_board_shows_a_named_place_from_close(
    duel: Game, alice: Person, mailbox: MakeMailbox, said: str
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", said) == "board"
    assert [picture.alt for picture in hers.letter("answer").pictures][1:] == [
        "A closer look at this place, with the names of the fields."
    ]


def test_board_that_tells_its_names_is_shown_whole(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    stage.sit_down([alice, bob], "bollwerk", now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", "BOARD e7") == "board"
    assert [picture.cid for picture in hers.letter("answer").pictures] == ["board"]


def test_board_answers_a_question(duel: Game, bob: Person, mailbox: MakeMailbox) -> None:
    his = mailbox(bob)
    assert his.reply("started", "Brett w S14") == "board"
    text = plain(his.letter("answer").text)
    assert "Your question: w S14" in text
    assert "These could capture on S14:" in text
    assert "Nothing is asked of you in this game now." in text


def test_board_of_another_game_is_sent_by_its_number(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    other = stage.sit_down([alice, bob], "bollwerk", now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", f"BOARD {duel.pk}") == "board"
    assert f"[Conquest {duel.pk}]" in hers.letter("answer").subject
    assert hers.reply("decision", f"BOARD {other.pk}") == "board"
    assert f"[Bollwerk {other.pk}]" in hers.letter("answer").subject


def test_board_of_a_game_of_others_is_not_sent(
    duel: Game, alice: Person, charlie: Person, dora: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    others = stage.sit_down([charlie, dora], "bollwerk", now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", f"BOARD {others.pk}") == "no-game"
    assert not hers.letter("answer").pictures


def test_status_lists_what_is_asked_with_where_to_answer(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    waiting = stage.sit_down([bob, alice], "bollwerk", now=now)
    table = open_table(bob, now)
    tables.invite_addresses(table.pk, bob, [alice.email], now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", "STATUS") == "status"
    text = plain(hers.letter("answer").text)
    assert "2 games are waiting for you." in text
    assert f"Conquest {duel.pk} “Autumn”" in text
    assert "It is your turn · until Tue 3 Mar, 13:00 · 1 day left" in text
    assert f"Bollwerk {waiting.pk} “Autumn”: Bob (turn)" in text
    assert "Bob invites you." in text
    assert "mailto:" not in text
    assert f"/games/{duel.pk}/" in text


def test_status_has_an_address_for_each_game(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now)
    tables.invite_addresses(table.pk, bob, [alice.email], now=now)
    hers = mailbox(alice)
    hers.reply("decision", "STATUS")
    letter = hers.letter("answer")
    links = [link for part in hers.answer.parts for _label, link in part.links]
    addresses = [link.removeprefix("mailto:") for link in links if link.startswith("mailto:")]
    tokens = [address.removeprefix("reply+").partition("@")[0] for address in addresses]
    topics = [read_reply_token(token) for token in tokens]
    assert [topic.purpose for topic in topics if topic] == [Purpose.SEAT, Purpose.TABLE]
    assert all(f'href="{link}"' in letter.html for link in links)
    assert hers.reply(letter, "S12xS14", recipient=addresses[0].partition("?")[0]) == "preview"


def test_status_in_german_says_who_is_away(
    duel: Game, dora: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    dora.back_on = date(2026, 12, 24)
    dora.save()
    hers = mailbox(dora)
    assert hers.reply("started", "Status") == "status"
    text = plain(hers.letter("answer").text)
    assert "Du bist verreist und am 24. Dezember 2026 zurück" in text
    assert "Andere sind dran" in text


def test_orders_without_a_game_are_asked_about(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "STATUS")
    assert hers.reply("answer", "S12xS14") == "no-game"
    assert "Which game do you mean?" in hers.letter("answer").text
    assert not Submission.objects.filter(person=alice).exists()


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("RULES recapture", "Rules: The recapture"),
        ("Regeln C22", "Rules: Capturing"),
        ("RULES bollwerk queen", "Rules: Queen"),
        ("RULES", "Rules: Conquest"),
        ("RULES Grand Conquest", "Rules: Grand Conquest"),
        ("RULES nonsense", "Rules: Conquest"),
    ],
)
def test_rules_are_sent_by_chapter_or_number(
    said: str, subject: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", said) == "rules"
    letter = hers.letter("answer")
    assert letter.subject == f"[Conquest {duel.pk}] {subject}"
    assert "/rules/" in letter.text
    assert hers.reply(letter, "S12xS14") == "preview"


def test_rules_in_german_are_sent_in_german(duel: Game, dora: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(dora)
    hers.reply("started", "REGELN Abtausch")
    assert "Wer gerade eine Figur verloren hat" in plain(hers.letter("answer").text)


def test_rules_of_no_game_are_asked_about(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "STATUS")
    hers.reply("answer", "RULES")
    assert hers.answer.headline == "The rules of which game?"


def test_help_has_an_example_of_the_position(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "Hilfe") == "help"
    text = plain(hers.letter("answer").text)
    assert "Answer this letter with your orders, such as: S01-S10" in text
    assert "STATUS: all your games" in text
    assert len([line for part in hers.answer.parts for line in part.lines]) <= 30


def test_help_has_the_answers_to_a_question(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "yes")
    assert his.reply("decision", "help") == "help"
    text = plain(his.letter("answer").text)
    assert "Answer this letter with A or NO" in text
    assert "What you can answer" in text


def test_help_after_a_preview_names_the_yes(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "HELP")
    said = plain(hers.letter("answer").text)
    assert "YES, in answer to the letter that showed them, hands in your orders." in said
