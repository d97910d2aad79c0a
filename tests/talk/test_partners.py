"""Words among partners (CP7): they reach the side that plays together, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import pytest

from accounts.models import Person
from games.models import Departure, Game
from mail.models import Delivery
from talk import audiences, remarks
from talk.models import Audience, ReadMark, Remark
from talk.refusals import RemarkRefused
from talk.unread import count_unread
from tests import stage
from tests.games.replies.mailbox import Mailbox
from tests.talk.conftest import Say, visit_of

Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture
def team_game(alice: Person, bob: Person, erin: Person, dora: Person, now: datetime) -> Game:
    """A game of Alice and Erin, South and North, against Bob and Dora."""
    return stage.sit_down([alice, bob, erin, dora], "conquest", now=now, partners=True)


@pytest.fixture
def mailbox(now: datetime, settings: Any) -> Mailboxes:
    """Return the one mailbox of each person."""
    settings.REPLY_ADDRESS = "reply@play.example.org"
    return cache(lambda person: Mailbox(person, now))


def hears(game: Game, *people: Person) -> list[str]:
    """Return who of some people reads words among partners."""
    return [
        person.name
        for person in people
        if any(
            one.remark.audience == Audience.PARTNERS
            for one in remarks.list_remarks(visit_of(game, person), most=50)
        )
    ]


def test_partners_alone_read_it(
    team_game: Game, alice: Person, bob: Person, erin: Person, dora: Person, charlie: Person,
    say: Say,
) -> None:  # fmt: skip
    say(team_game, alice, "I take the tower.", "partners")
    assert hears(team_game, alice, bob, erin, dora, charlie) == ["Alice", "Erin"]
    Game.objects.filter(pk=team_game.pk).update(status="over", ended_at=team_game.started_at)
    assert hears(team_game, alice, bob, erin, dora, charlie) == ["Alice", "Erin"]


def test_a_leak_to_the_other_side_is_found(
    team_game: Game, alice: Person, bob: Person, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without a look at the side both sides read it."""
    say(team_game, alice, "I take the tower.", "partners")
    monkeypatch.setattr(remarks, "written_side", lambda _visit: "south north")
    assert hears(team_game, bob) == ["Bob"]


@pytest.mark.parametrize("who", ["alice", "charlie"])
def test_nobody_has_partners_who_plays_for_themselves(
    who: str, game: Game, alice: Person, charlie: Person, say: Say
) -> None:
    person = {"alice": alice, "charlie": charlie}[who]
    assert Audience.PARTNERS not in audiences.writable_audiences(visit_of(game, person))
    with pytest.raises(RemarkRefused):
        say(game, person, "Shall we ally?", "partners")


def test_new_words_are_counted_for_partners_alone(
    team_game: Game, alice: Person, bob: Person, erin: Person, say: Say
) -> None:
    say(team_game, alice, "I take the tower.", "partners")
    counts = [count_unread(person, [team_game.pk]) for person in (alice, bob, erin)]
    assert counts == [{}, {}, {team_game.pk: 1}]


def test_who_takes_the_seat_over_reads_it_and_who_left_does_not(
    team_game: Game, alice: Person, charlie: Person, erin: Person, say: Say, now: datetime
) -> None:
    say(team_game, alice, "I take the tower.", "partners")
    seat = team_game.seats.get(person=erin)
    Departure.objects.create(game=team_game, seat=seat, person=erin, at=now)
    team_game.seats.filter(pk=seat.pk).update(person=charlie)
    assert hears(team_game, charlie, erin) == ["Charlie"]


def test_a_friend_reads_it_while_they_stand_in(
    team_game: Game, alice: Person, charlie: Person, erin: Person, say: Say
) -> None:
    """They decide what their partner waits for; afterwards they are strangers there."""
    say(team_game, alice, "I take the tower.", "partners")
    seat = team_game.seats.filter(person=erin)
    seat.update(is_absent=True, stand_in=charlie)
    assert hears(team_game, charlie, erin) == ["Charlie", "Erin"]
    seat.update(is_absent=False, stand_in=None)
    assert hears(team_game, charlie, erin) == ["Erin"]


def test_the_partner_alone_gets_a_letter_and_its_answer_stays_among_them(
    team_game: Game, alice: Person, bob: Person, erin: Person, say: Say, mailbox: Mailboxes
) -> None:
    told = say(team_game, alice, "I take the tower.", "partners")
    say(team_game, bob, "Hello all!")
    assert not Delivery.objects.filter(kind="words", person=bob).exists()
    hers = mailbox(erin)
    letter = hers.letter("words")
    assert "Alice, to you alone: I take the tower." in letter.text
    assert "said to your partner alone" in letter.text
    assert hers.reply(letter, "Good, I go north.") == "said"
    answer = Remark.objects.get(person=erin)
    assert (answer.audience, answer.side) == ("partners", "south north")
    assert hers.answer.headline == "It is said to your partner alone."
    assert ReadMark.objects.get(person=erin).read_to == told.pk


def test_an_answer_to_a_partner_is_said_to_nobody_else_once_they_are_gone(
    team_game: Game, alice: Person, erin: Person, say: Say, mailbox: Mailboxes
) -> None:
    """The words that a mail answers can be deleted with their author's account."""
    say(team_game, alice, "I take the tower.", "partners")
    hers = mailbox(erin)
    letter = hers.letter("words")
    Remark.objects.all().delete()
    assert hers.reply(letter, "Good, I go north.") == "refused"
    assert not Remark.objects.exists()
