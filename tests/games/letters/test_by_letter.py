"""How letters say that they can be answered: with an example of the position, in both languages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from accounts.reply_address import Purpose, read_reply_token
from games.letters import writers
from games.models import Decision, Game, Invitation, Seat, Submission
from games.play import notices, rematch, tables, turns
from games.play.clock import PRESETS
from mail.letters import Letter
from mail.models import Delivery
from tests import stage
from tests.games import skirmishes
from tests.games.skirmishes import SET_UP
from tests.letters import Read

DUEL = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S01": "south S", "W01": "west S",
    "N01": "north S", "E01": "east S",
}  # fmt: skip


@pytest.fixture(autouse=True)
def answerable(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture
def duel(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    return stage.begin([alice, bob, dora, erin], DUEL, now=now)


def write(kind: str, person: Person, now: datetime) -> Letter:
    delivery = Delivery.objects.filter(kind=kind, person=person).latest("pk")
    letter = writers.WRITERS[kind](delivery, now)
    assert letter is not None
    return letter


def topic_of(letter: Letter) -> tuple[Purpose, int]:
    """Return what an answer to a letter would be about, and whose it would be."""
    local, _at, _domain = letter.reply_to.partition("@")
    topic = read_reply_token(local.removeprefix("reply+"))
    assert topic is not None
    return topic.purpose, topic.person_id


def plain(text: str) -> str:
    return " ".join(text.split())


def capture(game: Game, person: Person, now: datetime) -> None:
    orders = turns.Orders(
        game_id=game.pk,
        person=person,
        text="S12-S13xS14",
        seen_version=game.version,
        key="capture",
        via=Submission.Via.WEB,
    )
    turns.submit(orders, now=now)


def test_turn_letter_has_an_example_of_orders(duel: Game, alice: Person, now: datetime) -> None:
    letter = write("decision", alice, now)
    assert "Answer this letter with your orders, such as: S01-S02" in plain(letter.text)
    assert "By letter" in Read(letter.html).said
    assert "Answer HELP" in letter.text


def test_a_letter_says_above_its_pictures_how_it_is_answered(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    def is_above(letter: Letter, words: str) -> bool:
        return 0 < letter.html.index(words) < letter.html.index("<img ")

    turn = write("decision", alice, now)
    assert is_above(turn, "Answer this letter with your orders, such as: ")
    assert not is_above(turn, "The players")
    capture(duel, alice, now)
    assert is_above(write("decision", bob, now), "Answer this letter with A or NO")


def test_turn_letter_without_replies_says_nothing_of_them(
    duel: Game, alice: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS = ""
    letter = write("decision", alice, now)
    assert "By letter" not in letter.text
    assert "Nobody reads replies" in letter.text


def test_question_letter_names_its_answers(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    capture(duel, alice, now)
    text = plain(write("decision", bob, now).text)
    assert "Answer this letter with A or NO: your answer counts at once." in text


def test_reminder_letter_says_how_to_answer(duel: Game, alice: Person, now: datetime) -> None:
    decision = Decision.objects.get(seat__person=alice, closed_at=None)
    reminder = Delivery(kind="reminder", about={"decision": decision.pk}, person=alice)
    letter = writers.WRITERS["reminder"](reminder, now)
    assert letter is not None
    assert "such as: S01-S02" in plain(letter.text)


def test_letters_name_the_commands_in_both_languages(
    alice: Person, dora: Person, now: datetime
) -> None:
    game = skirmishes.begin([alice, dora], now=now)
    skirmishes.tell(game, [alice, dora], now=now, upto=SET_UP)
    english, german = (write("decision", person, now).text for person in (alice, dora))
    assert "the board (BOARD, BRETT)" in plain(english)
    assert "das Brett (BRETT, BOARD)" in plain(german)
    assert "Antworte auf diesen Brief mit deinen Befehlen, zum Beispiel:" in plain(german)


def test_start_letter_asks_nothing_and_can_be_answered(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    notices.notify_start(duel, now=now, actor=alice)
    letter = write("started", bob, now)
    assert "By letter" not in letter.text
    assert topic_of(letter) == (Purpose.SEAT, bob.pk)


def test_letter_to_somebody_who_left_is_no_key_to_the_seat(
    duel: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(duel.pk, bob, now=now)
    Seat.objects.filter(game=duel, name="west").update(person=charlie)
    seat = Seat.objects.get(game=duel, name="west")
    about = {"what": "taken", "seat": seat.pk, "person": bob.pk, "successor": charlie.pk}
    letters = {
        person: writers.WRITERS["seat"](Delivery(kind="seat", about=about, person=person), now)
        for person in (alice, bob)
    }
    assert [letter.reply_to != "" for letter in letters.values() if letter] == [True, False]


def test_invitation_letter_can_be_answered_by_people_with_an_account(
    alice: Person, bob: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.invite_addresses(table.pk, alice, [bob.email, "nobody@example.org"], now=now)
    known, unknown = (
        writers.WRITERS["invitation"](delivery, now)
        for delivery in Delivery.objects.filter(kind="invitation").order_by("address")
    )
    assert known is not None
    assert unknown is not None
    assert topic_of(known) == (Purpose.TABLE, bob.pk)
    assert "with YES to sit down at the table" in plain(known.text)
    assert unknown.reply_to == ""
    assert "Nobody reads replies" in unknown.text
    assert "YES" not in unknown.text


def test_rematch_letter_can_be_answered(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Game.objects.filter(pk=duel.pk).update(status=Game.Status.OVER, ended_at=now)
    rematch.join_rematch(duel.pk, alice, now=now)
    invitation = Invitation.objects.get(person=bob)
    delivery = Delivery.objects.get(kind="invitation", about={"invitation": invitation.pk})
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert topic_of(letter) == (Purpose.TABLE, bob.pk)


def test_full_table_letter_says_how_the_game_begins(
    alice: Person, bob: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    letter = write("table", alice, now)
    assert "Answer this letter with YES, and the game begins." in plain(letter.text)
    assert topic_of(letter) == (Purpose.TABLE, alice.pk)


def open_table(host: Person, now: datetime) -> Game:
    terms = tables.TableTerms(ruleset="bollwerk", title="Autumn", pace=PRESETS["normal"])
    return tables.host_table(host, terms, now=now)
