"""What interrupts turns, answered by letter: recaptures, throws, consents, retreats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import registry
from games.models import Draft, Game, Submission
from tests import stage
from tests.games import armada, skirmishes
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]

# Two knights of west stand by the soldier that south can capture.
TWO = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S33": "west K", "S01": "south S",
    "S02": "south S", "W01": "west S", "N01": "north S", "N02": "north S", "N03": "north S",
    "E01": "east S", "E02": "east S", "E03": "east S",
}  # fmt: skip


def last_text(game: Game, person: Person) -> str:
    """Return what a person has handed in last."""
    return Submission.objects.filter(game=game, person=person).latest("pk").text


@pytest.fixture
def captured(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime, mailbox: Mailboxes
) -> Game:
    """A game in which Bob can answer a capture with either of two knights."""
    game = stage.begin([alice, bob, dora, erin], TWO, now=now)
    stage.hand_in(game, alice, "S12-S13xS14", now=now)
    return game


@pytest.mark.parametrize(
    ("text", "handed_in"),
    [
        ("A", "S16-S15xS14"),
        ("b", "S33xS14"),
        ("B)\n\nWell played!", "S33xS14"),
        ("NO", "pass"),
        ("Nein, danke", "pass"),
        ("pass", "pass"),
        ("s16–s15×s14", "S16-S15xS14"),
    ],
)
def test_a_recapture_is_answered(
    text: str, handed_in: str, captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    assert mailbox(bob).reply("decision", text) == "counted"
    assert last_text(captured, bob).casefold() == handed_in.casefold()


def test_a_recapture_without_its_route_is_completed(
    duel: Game, alice: Person, bob: Person, now: datetime, mailbox: Mailboxes
) -> None:
    stage.hand_in(duel, alice, "S12-S13xS14", now=now)
    assert mailbox(bob).reply("decision", "S16xS14") == "counted"
    assert last_text(duel, bob) == "S16-S15xS14"


@pytest.mark.parametrize("text", ["C", "YES", "S14xS16", "no idea", "A or B"])
def test_an_uncertain_answer_has_no_effect_and_can_be_given_again(
    text: str, captured: Game, bob: Person, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    assert his.reply("decision", text) == "refused"
    assert not Submission.objects.filter(person=bob).exists()
    assert not Draft.objects.exists()
    assert his.reply("answer", "A") == "counted"


def test_an_answer_to_an_old_question_is_no_draft_and_shows_the_new_one(
    captured: Game, alice: Person, bob: Person, now: datetime, mailbox: Mailboxes
) -> None:
    his = mailbox(bob)
    letter = his.letter("decision")
    stage.hand_in(captured, bob, "pass", now=now)
    stage.hand_in(captured, alice, "S01-S31; end", now=now)
    assert his.reply(letter, "A") == "stale"  # by now his turn is asked for
    assert not Draft.objects.exists()
    assert his.reply("answer", "W01-W31") == "preview"


def test_a_letter_of_the_alphabet_that_means_two_answers_is_asked_again(
    captured: Game, bob: Person, mailbox: Mailboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_many_answers(monkeypatch, captured)
    his = mailbox(bob)
    assert his.reply("decision", "A") == "refused"
    text = his.letter("answer").text
    assert "could be several answers" in text
    assert "S16-S15xS14" in text
    assert his.reply("answer", "S16-S15xS14") == "counted"


def make_many_answers(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Let the answers be listed twenty times, more than the alphabet has letters."""
    composing = game.rules.composing

    def many(state: Any, seat: str) -> tuple[Any, ...]:
        return composing.legal_choices(state, seat) * 20

    rules = replace(game.rules, composing=replace(composing, legal_choices=many))
    monkeypatch.setattr(Game, "rules", property(lambda _game: rules))


@pytest.fixture
def three(alice: Person, bob: Person, charlie: Person, now: datetime) -> Game:
    """A game of Iron Armada of three with their armies set up: South throws first."""
    game = armada.begin_three([alice, bob, charlie], now)
    for person, text in zip([alice, bob, charlie], armada.OF_THREE, strict=True):
        stage.hand_in(game, person, text, now=now)
    return game


@pytest.mark.parametrize(
    ("text", "handed_in"), [("throw f6", "throw f6"), ("NO", "skip"), ("Skip", "Skip")]
)
def test_a_throw_counts_at_once(
    text: str, handed_in: str, three: Game, alice: Person, mailbox: Mailboxes
) -> None:
    hers = mailbox(alice)
    assert "counts at once" in hers.letter("decision").text
    assert hers.reply("decision", text) == "counted"
    assert last_text(three, alice) == handed_in


@pytest.mark.parametrize("text", ["A", "YES", "e2-e3", "throw"])
def test_what_is_no_throw_is_refused(
    text: str, three: Game, alice: Person, mailbox: Mailboxes
) -> None:
    assert mailbox(alice).reply("decision", text) == "refused"
    assert Submission.objects.filter(person=alice).count() == 1  # her set-up


@pytest.mark.parametrize(
    ("text", "handed_in"),
    [("YES", "consent"), ("ja", "consent"), ("NO", "refuse"), ("consent", "consent")],
)
def test_a_consent_is_answered(
    text: str,
    handed_in: str,
    three: Game,
    alice: Person,
    bob: Person,
    charlie: Person,
    now: datetime,
    mailbox: Mailboxes,
) -> None:
    for person in (alice, bob, charlie):
        stage.hand_in(three, person, "skip", now=now)
    hers, his, third = mailbox(alice), mailbox(bob), mailbox(charlie)
    assert hers.reply("decision", "ally west") == "preview"
    assert hers.reply("answer", "YES") == "counted"
    letter = third.letter("decision")
    assert his.reply("decision", text) == "counted"
    assert last_text(three, bob) == handed_in
    # What another one says meanwhile makes this letter no older.
    expected = "counted" if handed_in == "consent" else "refused"
    assert third.reply(letter, "YES") == expected


def test_a_retreat_is_answered(
    alice: Person, bob: Person, now: datetime, mailbox: Mailboxes
) -> None:
    people = [alice, bob]
    game = skirmishes.begin(people, now=now)
    skirmishes.tell(game, people, now=now, upto=skirmishes.ASKED)
    his = mailbox(bob)
    assert his.reply("decision", "retreat to e4") == "counted"
    assert last_text(game, bob) == "retreat to e4"


def test_every_question_of_every_game_has_a_test_here() -> None:
    kinds = {
        name
        for slug, _title in registry.ruleset_choices()
        for name, kind in registry.get_ruleset(slug).judgement.decision_kinds.items()
        if kind.how == "choose" or kind.pace == "answer"
    }
    assert kinds <= {"recapture", "throw", "consent", "retreat"}
