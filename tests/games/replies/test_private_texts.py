"""Drafts and notes by letter: kept where the page keeps them, and handed in by nobody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Draft, Game, Note, Submission
from tests import stage
from tests.games import espionage, skirmishes
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


def test_a_draft_is_kept_and_shown(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "DRAFT S12xS14\nS01-S10") == "draft"
    assert Draft.objects.get().text == "S12xS14\nS01-S10"
    assert not Submission.objects.filter(person=alice).exists()
    assert hers.reply("decision", "Entwurf") == "draft"
    assert "S01-S10" in hers.letter("answer").text


def test_without_a_draft_none_is_shown(duel: Game, alice: Person, mailbox: MakeMailbox) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "DRAFT") == "draft"
    assert hers.answer.headline == "You have no draft."


def test_a_game_that_hides_nothing_knows_no_notes(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "NOTE S99 a bluff") == "refused"
    assert "This game knows no notes" in hers.letter("answer").text
    assert not Note.objects.exists()


@pytest.mark.parametrize("language", ["en", "de"])
def test_bollwerk_hides_nothing_and_knows_no_notes(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime, language: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")
    hers = mailbox(alice)
    for text in ("NOTE e18 his queen", "NOTIZ e18 seine Dame", "NOTE"):
        assert hers.reply("decision", text) == "refused"
        said = {"en": "This game knows no notes", "de": "In diesem Spiel gibt es keine Notizen"}[
            language
        ]
        assert said in " ".join(hers.letter("answer").text.split())
    assert not Note.objects.exists()
    assert hers.reply("decision", "HELP") == "help"
    text = " ".join(hers.letter("answer").text.split())
    assert "NOTE, a field" not in text
    assert "NOTIZ, ein Feld" not in text


def test_a_note_is_pinned_and_removed(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    people, hers = [alice, bob], mailbox(alice)
    game = espionage.begin(people, now)
    skirmishes.tell(game, people, now=now, upto=espionage.BEGUN, story=espionage.STORY)
    assert hers.reply("decision", "NOTIZ D7 S or 5") == "noted"
    assert Note.objects.get().text == "S or 5"
    assert hers.reply("decision", "NOTE d7") == "noted"
    assert not Note.objects.exists()
