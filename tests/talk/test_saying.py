"""What is said at tables: by whom, how much, edited and withdrawn."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from games.models import Game
from games.play import tables
from talk import saying
from talk.models import MAX_TEXT_CHARS, Remark
from talk.refusals import RemarkRefused
from tests.talk.conftest import Say, visit_of

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def test_words_are_stored_plain(game: Game, alice: Person, say: Say) -> None:
    assert say(game, alice, "  Good \u202emorning\r\nBob ").text == "Good morning\nBob"


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u202e", "\u3164"])
def test_words_that_say_nothing_are_refused(text: str, game: Game, alice: Person, say: Say) -> None:
    with pytest.raises(RemarkRefused, match="nothing to read"):
        say(game, alice, text)


def test_words_have_a_length(game: Game, alice: Person, say: Say) -> None:
    assert say(game, alice, "x" * MAX_TEXT_CHARS)
    for text in ("x" * (MAX_TEXT_CHARS + 1), "x\u200b" * 10 * MAX_TEXT_CHARS):
        with pytest.raises(RemarkRefused, match="2000 characters"):
            say(game, alice, text)


def test_words_have_lines_to_a_number(game: Game, alice: Person, say: Say) -> None:
    assert say(game, alice, "\n".join("x" * saying.MAX_LINES))
    with pytest.raises(RemarkRefused, match="too many lines"):
        say(game, alice, "\n".join("x" * (saying.MAX_LINES + 1)))


def test_a_courtesy_is_stored_by_its_key(game: Game, alice: Person, say: Say) -> None:
    remark = say(game, alice, courtesy="luck")
    assert (remark.text, remark.courtesy) == ("", "luck")
    with pytest.raises(RemarkRefused, match="not known"):
        say(game, alice, courtesy="insult")


def test_words_are_limited_within_an_hour(
    game: Game, alice: Person, bob: Person, say: Say, settings: Any, now: datetime
) -> None:
    settings.WORDS_AN_HOUR = 3
    for _ in range(3):
        said = say(game, alice, "Hello")
    with pytest.raises(RemarkRefused, match="within an hour"):
        say(game, alice, "Hello")
    assert say(game, bob, "Hello")
    saying.withdraw_words(visit_of(game, alice), said.pk, now=now)
    with pytest.raises(RemarkRefused, match="within an hour"):
        say(game, alice, "Hello")
    words = saying.Words("all", "Hello")
    assert saying.say_words(visit_of(game, alice), words, now=now + HOUR)


def test_words_at_many_tables_are_limited_too(
    game: Game, table: Game, alice: Person, say: Say, settings: Any, now: datetime
) -> None:
    settings.WORDS_AN_HOUR = 1
    terms = tables.TableTerms(ruleset="conquest", title="Winter", pace=game.pace)
    more = [tables.open_table(alice, terms, now=now) for _ in range(5)]
    for one in more[:4]:
        say(one, alice, "Hello")
    with pytest.raises(RemarkRefused, match="within an hour"):
        say(more[4], alice, "Hello")


def test_words_are_edited_within_five_minutes(
    game: Game, alice: Person, say: Say, now: datetime
) -> None:
    remark, visit = say(game, alice, "Helo"), visit_of(game, alice)
    saying.edit_words(visit, remark.pk, "Hello\u202e", now=now + 5 * MINUTE)
    remark.refresh_from_db()
    assert (remark.text, remark.edited_at) == ("Hello", now + 5 * MINUTE)
    with pytest.raises(RemarkRefused, match="five minutes"):
        saying.edit_words(visit, remark.pk, "Hi", now=now + 5 * MINUTE + timedelta(seconds=1))


def test_words_of_others_are_neither_edited_nor_withdrawn(
    game: Game, table: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    remark = say(game, alice, "Hello")
    with pytest.raises(RemarkRefused, match="not your words"):
        saying.edit_words(visit_of(game, bob), remark.pk, "Hi", now=now)
    with pytest.raises(RemarkRefused, match="not your words"):
        saying.withdraw_words(visit_of(game, bob), remark.pk, now=now)
    remark.refresh_from_db()
    assert (remark.text, remark.withdrawn_at) == ("Hello", None)


def test_withdrawn_words_are_edited_no_more(
    game: Game, alice: Person, say: Say, now: datetime
) -> None:
    remark, visit = say(game, alice, "Hello"), visit_of(game, alice)
    saying.withdraw_words(visit, remark.pk, now=now)
    saying.withdraw_words(visit, remark.pk, now=now + HOUR)
    remark.refresh_from_db()
    assert remark.withdrawn_at == now
    with pytest.raises(RemarkRefused, match="withdrawn"):
        saying.edit_words(visit, remark.pk, "Hi", now=now)


@pytest.mark.parametrize("audience", ["all", "players", "watchers", "everybody"])
def test_a_stranger_says_something_to_spectators_alone(
    audience: str, game: Game, charlie: Person, say: Say
) -> None:
    if audience == "watchers":
        assert say(game, charlie, "Hello", audience)
        return
    with pytest.raises(RemarkRefused, match="cannot say"):
        say(game, charlie, "Hello", audience)


def test_a_player_says_nothing_to_spectators_alone(game: Game, alice: Person, say: Say) -> None:
    with pytest.raises(RemarkRefused, match="cannot say"):
        say(game, alice, "I have the flag on a1", "watchers")


def test_strangers_say_nothing_at_an_open_table(table: Game, charlie: Person, say: Say) -> None:
    for audience in ("all", "players", "watchers"):
        with pytest.raises(RemarkRefused):
            say(table, charlie, "Hello", audience)


def test_words_are_said_before_the_game_and_not_at_a_table_that_is_called_off(
    table: Game, alice: Person, say: Say
) -> None:
    assert say(table, alice, "Who will play?", "players")
    Game.objects.filter(pk=table.pk).update(status=Game.Status.CALLED_OFF)
    with pytest.raises(RemarkRefused):
        say(table, alice, "Who will play?")


def test_the_database_refuses_words_without_sense(game: Game, alice: Person, now: datetime) -> None:
    fine = {"game": game, "person": alice, "audience": "all", "text": "Hello", "said_at": now}
    for more in (
        {"text": ""},
        {"courtesy": "luck"},
        {"audience": "nobody"},
        {"audience": "partners"},
        {"side": "south north"},
        {"edited_at": now - MINUTE},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Remark.objects.create(**{**fine, **more})
