"""Conditional turns that are said ahead by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games.models import ConditionalTurns, Game, Premove, Preview, Submission
from tests import stage
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]
OPENING = "a5-a6 +X b6"
FIRST, SECOND = "a18-a17 +B a16", "c18-b17 +B a17"
ANSWER = "j5-j6 +X i7"
LINE = f"{FIRST} > {ANSWER}"


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    """Bollwerk: Alice has White, Bob has Black."""
    return stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")


@pytest.fixture
def hers(game: Game, alice: Person, mailbox: Mailboxes) -> Mailbox:
    """Alice, who has moved: Bob is asked."""
    hers = mailbox(alice)
    hers.reply("decision", OPENING)
    assert hers.reply("answer", "YES") == "counted"
    return hers


def test_lines_are_shown_and_kept_after_a_yes(
    game: Game, hers: Mailbox, bob: Person, now: datetime
) -> None:
    assert hers.reply("answer", f"VORAUS\n{LINE}\n{SECOND} > i5-i6\n\nGruß, Alice") == "preview"
    assert not ConditionalTurns.objects.exists()
    shown = hers.letter("answer").text
    assert "Are these your conditional turns?" in shown
    assert LINE in shown
    assert hers.reply("answer", "YES") == "filed"
    assert ConditionalTurns.objects.get().text == f"{LINE}\n{SECOND} > i5-i6"
    stage.hand_in(game, bob, FIRST, now=now)
    last = Submission.objects.filter(game=game).latest("pk")
    assert (last.via, last.text) == ("foreseen", ANSWER)


def test_a_line_may_stand_beside_the_word(hers: Mailbox) -> None:
    assert hers.reply("answer", f"AHEAD {LINE}") == "preview"
    assert Preview.objects.get(kind=Preview.Kind.CONDITIONAL).text == LINE


def test_what_waits_is_shown_and_taken_back(hers: Mailbox) -> None:
    hers.reply("answer", f"AHEAD {LINE}")
    hers.reply("answer", "YES")
    assert hers.reply("answer", "AHEAD") == "filed"
    assert LINE in hers.letter("answer").text
    assert hers.reply("answer", "AHEAD NO") == "withdrawn"
    assert not ConditionalTurns.objects.exists()
    assert hers.reply("answer", "AHEAD NO") == "refused"


def test_lines_that_cannot_be_read_or_played_are_refused(hers: Mailbox) -> None:
    for text, why in (
        (f"AHEAD {FIRST} > {ANSWER} > {SECOND}", "ends with a turn of the other side"),
        (f"AHEAD {FIRST} > a1-a9", "a1-a9"),
    ):
        assert hers.reply("answer", text) == "refused"
        assert why in " ".join(hers.letter("answer").text.split())
    assert not Preview.objects.filter(kind=Preview.Kind.CONDITIONAL).exists()


def test_lines_are_shown_again_if_the_game_has_gone_on(
    game: Game, hers: Mailbox, alice: Person, bob: Person, now: datetime
) -> None:
    hers.reply("answer", f"AHEAD {LINE}")
    shown = hers.letter("answer")
    stage.hand_in(game, bob, SECOND, now=now)
    assert hers.reply(shown, "YES") == "refused"
    assert not ConditionalTurns.objects.exists()
    assert "gone on" in hers.letter("answer").text


def test_a_no_forgets_what_was_shown(hers: Mailbox) -> None:
    hers.reply("answer", f"AHEAD {LINE}")
    shown = hers.letter("answer")
    assert hers.reply(shown, "NO") == "discarded"
    assert hers.reply(shown, "YES") != "filed"
    assert not ConditionalTurns.objects.exists()


def test_lines_are_no_turns_where_more_than_two_play(
    duel: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S01-S31\nend")
    hers.reply("answer", "YES")
    assert hers.reply("answer", "AHEAD W01-W31; end > S01-S31; end") == "refused"
    assert "W01-W31" in hers.letter("answer").text
    assert not Preview.objects.filter(kind=Preview.Kind.CONDITIONAL).exists()
    assert not Premove.objects.exists()
