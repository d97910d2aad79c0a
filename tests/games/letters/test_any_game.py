"""Letters of a game with a set-up by all at once, secrets, questions and offers."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from games.letters import content, writers
from games.models import Game
from games.play import decisions, notices
from mail.letters import Letter
from mail.models import Delivery
from tests.games import skirmishes
from tests.games.skirmishes import ASKED, MET, OVER, READY, SET_UP


@pytest.fixture
def people(alice: Person, dora: Person) -> list[Person]:
    """Alice reads English, Dora German."""
    return [alice, dora]


def play_story(people: list[Person], now: datetime, upto: int) -> Game:
    game = skirmishes.begin(people, now=now)
    return skirmishes.tell(game, people, now=now, upto=upto)


def letter(kind: str, person: Person, now: datetime) -> Letter:
    """Write the last letter of a kind to a person."""
    found = writers.WRITERS[kind](
        Delivery.objects.filter(kind=kind, person_id=person.pk).latest("pk"), now
    )
    assert found is not None
    return found


def test_letters_ask_both_to_set_up(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, SET_UP)
    english, german = (letter("decision", person, now) for person in people)
    assert english.subject == f"[Skirmish {game.pk}] Set up your units · until Tue 3 Mar, 13:00"
    assert german.subject.startswith(f"[Scharmützel {game.pk}] Stelle deine Einheiten auf")
    assert "A boulder lies on c3." in english.text
    assert "Auf c3 liegt ein Felsblock." in german.text
    assert len(english.pictures) == 1


def test_letter_does_not_tell_the_other_setup(people: list[Person], now: datetime) -> None:
    play_story(people, now, READY)
    german = letter("decision", people[1], now)
    assert "Esche hat aufgestellt." in german.text
    assert "Esche: nichts." in german.text


def test_start_letter_tells_the_first_step(people: list[Person], now: datetime) -> None:
    play_story(people, now, SET_UP)
    german = letter("started", people[1], now)
    assert "du spielst braun (Birke)" in german.text


def test_decision_letter_of_a_game_without_points(people: list[Person], now: datetime) -> None:
    play_story(people, now, MET)
    english = letter("decision", people[0], now)
    assert "Your turn (turn 6)" in english.subject
    assert "point" not in english.text
    assert "Birch: unknown unit on b4, unknown unit on c5, unknown unit on d4." in english.text
    assert "Ash: scout on b1, guard on c1, captain on d3." in english.text


def test_decision_letter_has_the_question_with_its_answers(
    people: list[Person], now: datetime
) -> None:
    play_story(people, now, ASKED)
    german = letter("decision", people[1], now)
    assert "Weicht deine Einheit aus?" in german.text
    assert "Esche wirft 5: Hauptmann d3 schlägt Wache d4." in german.text
    for answer in ("A Nach c4 gehen", "B Nach d5 gehen", "C Nach e4 gehen", "– Bleiben und fallen"):
        assert answer in german.text
    assert german.pictures[0].png.startswith(b"\x89PNG")


def test_reminder_letter_of_a_setup(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, READY)
    waiting = game.decisions.get(closed_at=None)
    decisions.mark_notified(waiting, now)
    waiting.refresh_from_db()
    assert waiting.remind_at is not None
    assert notices.post_reminders(waiting.remind_at) == 1
    german = letter("reminder", people[1], waiting.remind_at)
    assert "Stelle deine Einheiten auf" in german.subject
    assert (
        "Läuft die Zeit ab, stehen deine Einheiten in der Reihenfolge ihrer Ränge." in german.text
    )


def test_game_over_letter_opens_all(people: list[Person], now: datetime) -> None:
    play_story(people, now, OVER)
    english = letter("over", people[0], now)
    assert english.subject.endswith("Game over: Nobody has won.")
    assert "all agreed on a draw" in english.text
    assert "Birch: captain on b3, scout on c5, guard on e4." in english.text


def test_offer_is_in_the_letter_to_the_other(people: list[Person], now: datetime) -> None:
    """It is a note of the game, on the page and in whatever letter comes next."""
    game = play_story(people, now, MET)
    skirmishes.hand_in(game, people[0], "offer draw / b1 to b2", now=now)
    german = letter("decision", people[1], now)
    assert "Esche bietet Remis an." in german.text
    assert "Esche möchte Remis." in german.text


def test_letter_after_an_offer_tells_all_since_the_last_turn(
    people: list[Person], now: datetime
) -> None:
    game = play_story(people, now, MET - 1)
    skirmishes.hand_in(game, people[0], "offer draw", now=now)
    skirmishes.hand_in(game, people[1], "b5 to b4", now=now)
    gathered = content.gather_digest(Game.objects.get(pk=game.pk), game.seats.get(name="ash"))
    sentences = [str(step.phrase) for step in gathered.news.steps]
    assert sentences == ["Birch goes from b5 to b4."]
