"""Turns by letter that count at once, for those who have chosen that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import registry
from games.models import Draft, Game, Preview, Submission
from games.replies import at_once
from mail.letters import Letter
from tests import stage
from tests.games import espionage
from tests.games.replies.mailbox import Mailbox

SAMPLE = registry.get_ruleset("bollwerk").telling.sample_game()
assert SAMPLE
MOVES = [text for _seat, text in SAMPLE.submissions]
MOVE, REPLY = MOVES[:2]


@pytest.fixture
def duo(alice: Person, bob: Person, now: datetime) -> Game:
    """A game in which each turn is one move; the one who begins is Alice."""
    alice.turns_at_once = True
    alice.save()
    return stage.sit_down([alice, bob], "bollwerk", now=now)


@pytest.fixture
def hers(duo: Game, alice: Person, mailbox: Callable[[Person], Mailbox]) -> Mailbox:
    return mailbox(alice)


def counted(person: Person) -> list[str]:
    rows = Submission.objects.filter(person=person, via=Submission.Via.LETTER).order_by("pk")
    return list(rows.values_list("text", flat=True))


def plain(letter: Letter) -> str:
    return " ".join(letter.text.split())


def test_a_turn_counts_at_once_for_those_who_have_chosen_that(hers: Mailbox, alice: Person) -> None:
    assert hers.reply("decision", MOVE) == "counted"
    assert counted(alice) == [MOVE]
    assert Submission.objects.get(person=alice).key.startswith("mail-")
    assert f"They were recorded as: {MOVE}" in plain(hers.letter("answer"))
    assert not Preview.objects.exists()


def test_a_turn_at_once_is_answered_like_one_after_a_yes(
    duo: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", MOVE)
    told = hers.answer
    Person.objects.update(turns_at_once=False)
    again = stage.sit_down([alice, bob], "bollwerk", now=now)
    assert hers.reply("decision", MOVE) == "preview"
    assert hers.reply("answer", "YES") == "counted"
    seat = again.seats.get(person=alice).pk
    assert hers.answer == type(told)(**{**_fields(told), "seat": seat})


def test_a_turn_is_only_shown_to_those_who_have_not_chosen_otherwise(
    hers: Mailbox, alice: Person
) -> None:
    Person.objects.update(turns_at_once=False)
    assert hers.reply("decision", MOVE) == "preview"
    assert counted(alice) == []
    assert "at once" not in plain(hers.letter("answer"))


def test_a_set_up_counts_at_once(
    alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    Person.objects.update(turns_at_once=True)
    espionage.begin([alice, bob], now)
    assert mailbox(alice).reply("decision", espionage.WHITE_CAMP) == "counted"
    assert len(counted(alice)) == 1


def test_an_illegal_turn_does_not_count(hers: Mailbox, alice: Person) -> None:
    assert hers.reply("decision", f"{MOVE}-z99") == "refused"
    assert counted(alice) == []


@pytest.mark.parametrize(
    "text", ["S12xS14", "S01-S31", "S01-S31; end"], ids=["pauses", "open", "points-lapse"]
)
def test_a_turn_that_leaves_something_open_is_shown_first(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    Person.objects.update(turns_at_once=True)
    hers = mailbox(alice)
    assert hers.reply("decision", text) == "preview"
    assert counted(alice) == []
    assert "has not counted at once" in plain(hers.letter("answer"))
    assert hers.reply("answer", "YES") == "counted"


def test_a_turn_that_is_not_whole_would_count_without_the_check(
    duel: Game,
    alice: Person,
    mailbox: Callable[[Person], Mailbox],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at_once, "is_whole", lambda review: True)
    Person.objects.update(turns_at_once=True)
    assert mailbox(alice).reply("decision", "S01-S31") == "counted"


@pytest.mark.parametrize("text", ["RESIGN", "d2-d3 e2-e3 resign", "d2-d3 e2-e3\ndraw?"])
def test_what_cannot_be_taken_back_is_asked_about(
    text: str, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    people = [alice, bob]
    game = espionage.begin(people, now)
    for player, camp in espionage.STORY[:2]:
        stage.hand_in(game, people[player], camp, now=now)
    Person.objects.update(turns_at_once=True)
    assert mailbox(alice).reply("decision", text) == "preview"
    assert counted(alice) == []


def test_a_turn_for_an_old_position_becomes_a_draft(
    duo: Game, hers: Mailbox, alice: Person, bob: Person, now: datetime
) -> None:
    letter = hers.letter("decision")
    stage.hand_in(duo, alice, MOVE, now=now)
    stage.hand_in(duo, bob, REPLY, now=now)
    assert hers.reply(letter, MOVES[2]) == "stale"
    assert counted(alice) == []
    assert Draft.objects.get().text == MOVES[2]
    assert "The position in words" in plain(hers.letter("answer"))
    assert hers.reply("answer", MOVES[2]) == "counted"


def test_a_turn_whose_author_is_not_proved_becomes_a_draft(hers: Mailbox, alice: Person) -> None:
    assert hers.reply("decision", MOVE, is_authentic=False) == "unproved"
    assert counted(alice) == []
    assert Draft.objects.get().text == MOVE


def test_a_mail_that_is_handled_twice_hands_in_once_and_is_answered_alike(
    hers: Mailbox, alice: Person
) -> None:
    letter = hers.letter("decision")
    assert hers.reply(letter, MOVE, key="k" * 64) == "counted"
    told = hers.answer
    assert hers.reply(letter, MOVE, key="k" * 64) == "counted"
    assert hers.answer == told
    assert counted(alice) == [MOVE]
    assert hers.reply(letter, MOVE, key="l" * 64) in ("stale", "refused")


def test_the_letter_that_asks_says_that_orders_count_at_once(
    hers: Mailbox, duo: Game, bob: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    text = plain(hers.letter("decision"))
    assert "They count at once, as you have chosen." in text
    assert "they count once you answer YES" not in text
    assert hers.reply("decision", "HELP") == "help"
    assert "They count at once, as you have chosen." in plain(hers.letter("answer"))
    hers.reply("decision", MOVE)
    assert "they count once you answer YES" in plain(mailbox(bob).letter("decision"))


def _fields(answer: Any) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__struct_fields__}
