"""A request for an absent seat is answered by the host with YES or NO, by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.models import Game, SeatRequest
from games.play import notices, seat_requests, turns
from tests import stage
from tests.games.replies.mailbox import Mailbox

KIND = "seat-request"


@pytest.fixture
def asked(alice: Person, bob: Person, charlie: Person, now: datetime) -> SeatRequest:
    """Charlie asks Alice, who hosts a game of hidden pieces, for the seat of Bob."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - timedelta(days=30))
    charlie.refresh_from_db()
    game = stage.sit_down([alice, bob], "espionage", now=now)
    game.seats.filter(person=bob).update(is_absent=True)
    seat = game.seats.get(is_absent=True).name
    return seat_requests.ask_host(game.pk, seat, charlie, now=now)


def ask_another_host(asked: SeatRequest, host: Person, who: Person, now: datetime) -> SeatRequest:
    """Return the request as somebody else hosts the game and is asked, if they do not host it."""
    if host == asked.game.host:
        return asked
    asked.delete()
    Game.objects.filter(pk=asked.game_id).update(host=host)
    return seat_requests.ask_host(asked.game_id, asked.seat.name, who, now=now)


def outcome_of(request: SeatRequest) -> str:
    request.refresh_from_db()
    return request.outcome


@pytest.mark.parametrize(("word", "outcome"), [("JA", "accepted"), ("no", "declined")])
@pytest.mark.parametrize("host", ["alice", "dora"])
def test_a_request_is_answered_by_letter(
    asked: SeatRequest,
    charlie: Person,
    mailbox: Callable[[Person], Mailbox],
    request: pytest.FixtureRequest,
    now: datetime,
    word: str,
    outcome: str,
    host: str,
) -> None:
    """Dora hosts without a seat, and reads German."""
    person: Person = request.getfixturevalue(host)
    asked = ask_another_host(asked, person, charlie, now)
    hers = mailbox(person)
    letter = hers.letter(KIND)
    assert "Charlie" in letter.text
    assert ("mit JA" if host == "dora" else "with YES") in letter.text
    assert hers.reply(KIND, word) == outcome
    assert outcome_of(asked) == outcome
    assert asked.game.seats.filter(person=charlie).exists() is (outcome == "accepted")
    assert hers.reply(letter, "YES") == "refused"
    assert outcome_of(asked) == outcome


@pytest.mark.parametrize(
    ("host", "word", "said"),
    [
        ("alice", "HELP", "Answer this letter with YES to give the seat away"),
        ("dora", "HILFE", "Antworte auf diesen Brief mit JA"),
    ],
)
def test_help_says_how_a_request_is_answered(
    asked: SeatRequest,
    charlie: Person,
    mailbox: Callable[[Person], Mailbox],
    request: pytest.FixtureRequest,
    now: datetime,
    host: str,
    word: str,
    said: str,
) -> None:
    """Dora hosts without a seat, and reads German."""
    person: Person = request.getfixturevalue(host)
    asked = ask_another_host(asked, person, charlie, now)
    hers = mailbox(person)
    letter = hers.letter(KIND)
    assert hers.reply(letter, word) == "help"
    assert said in " ".join(hers.letter("answer").text.split())
    assert outcome_of(asked) == ""
    assert hers.reply(letter, "NO") == "declined"
    assert hers.reply(letter, word) == "help"
    assert said not in " ".join(hers.letter("answer").text.split())


def test_the_letters_to_the_stranger_say_what_came_of_the_request(
    asked: SeatRequest, alice: Person, charlie: Person, mailbox: Callable[[Person], Mailbox],
    now: datetime,
) -> None:  # fmt: skip
    seat_requests.decline_request(asked.pk, alice, now=now)
    assert "Alice, the host, has declined." in mailbox(charlie).letter(KIND).text
    SeatRequest.objects.update(outcome="")
    seat_requests.accept_request(asked.pk, alice, now=now)
    letter = mailbox(charlie).letter(KIND)
    assert "Alice, the host, has accepted." in letter.text
    assert letter.reply_to, "it is about a seat of theirs"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": {"is_absent": False}}, "Somebody plays in this seat again."),
        ({"game": {"status": Game.Status.RUNNING}}, "The seat cannot be taken over any more."),
        ({"request": {"days": 7}}, "Alice, the host, has not answered within a week."),
    ],
)
def test_the_letter_of_a_lapse_says_why(
    asked: SeatRequest, charlie: Person, mailbox: Callable[[Person], Mailbox], now: datetime,
    changes: dict[str, dict[str, object]], words: str,
) -> None:  # fmt: skip
    asked.game.seats.filter(pk=asked.seat_id).update(**changes.get("seat", {"is_absent": True}))
    if "request" in changes:
        SeatRequest.objects.update(asked_at=now - seat_requests.GOOD_FOR)
    asked.refresh_from_db()
    asked.outcome = SeatRequest.Outcome.LAPSED
    asked.save()
    notices.notify_request_answer(asked, now=now)
    assert words in mailbox(charlie).letter(KIND).text


def test_a_yes_that_comes_too_late_gives_no_seat(
    asked: SeatRequest, alice: Person, bob: Person, charlie: Person,
    mailbox: Callable[[Person], Mailbox], now: datetime,
) -> None:  # fmt: skip
    hers = mailbox(alice)
    letter = hers.letter(KIND)
    turns.return_to_seat(asked.game_id, bob, now=now)
    assert hers.reply(letter, "YES") == "lapsed"
    assert asked.game.seats.get(pk=asked.seat_id).person == bob
    assert "Charlie cannot take over this seat any more" in hers.answer.paragraphs[0]


def test_a_request_is_answered_by_nobody_who_is_not_proved_to_be_the_host(
    asked: SeatRequest, alice: Person, charlie: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    letter = hers.letter(KIND)
    assert hers.reply(letter, "YES", is_authentic=False) == "unproved"
    assert hers.reply(letter, "YES", sender=charlie.email) == "other-sender"
    assert hers.reply(letter, "YES, but wait") == "refused"
    assert outcome_of(asked) == ""


def test_status_lists_a_request_with_where_to_answer_it(
    asked: SeatRequest, alice: Person, charlie: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply(KIND, "STATUS")
    (part,) = (part for part in hers.answer.parts if "Charlie asks" in part.lines[0][1])
    address = part.links[0][1].removeprefix("mailto:").partition("?")[0]
    assert hers.reply(KIND, "YES", recipient=address) == "accepted"
    assert asked.game.seats.filter(person=charlie).exists()


def test_a_host_who_hosts_no_more_gives_no_seat_away(
    asked: SeatRequest, alice: Person, dora: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    letter = hers.letter(KIND)
    Game.objects.filter(pk=asked.game_id).update(host=dora)
    assert hers.reply(letter, "YES") == "refused"
    assert outcome_of(asked) == ""
