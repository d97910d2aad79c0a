"""Digests: several letters about games in one, as one seat of each knows it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from accounts.models import Person
from games.letters import digests, writers
from games.models import Decision, Game
from games.play import notices, turns
from mail import outbox
from mail.models import Delivery
from tests import servers, stage
from tests.servers import PostOffice

HOUR = timedelta(hours=1)
PEOPLE = 4


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with servers.post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    Person.objects.filter(pk=alice.pk).update(
        turns_manner="digest", events_manner="digest", digest_hours=[20], time_zone="UTC"
    )
    return [Person.objects.get(pk=one.pk) for one in (alice, bob, dora, erin)]


@pytest.fixture
def games(people: list[Person], now: datetime) -> list[Game]:
    """Three games in which it is Alice's turn; the last of them is the most urgent."""
    begun = [stage.begin(people, stage.set_up(), now=now - hours * HOUR) for hours in (3, 4, 5)]
    for number, game in enumerate(begun, start=1):
        Game.objects.filter(pk=game.pk).update(title=f"Autumn {number}")
        game.refresh_from_db()
    return begun


def send(now: datetime) -> None:
    outbox.deliver_letters(
        writers.WRITERS,
        told=writers.note_delivery,
        clock=lambda: now,
        join=digests.join_letters,
        quiet_until=digests.quiet_until,
        seconds=600,
    )


def part(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content


def test_a_digest_tells_all_games_the_most_urgent_first(
    office: PostOffice, games: list[Game], alice: Person, now: datetime
) -> None:
    send(now + 7 * HOUR)
    assert office.to(alice.email) == []
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    assert (
        str(letter["Subject"]).strip() == "3 games wait for you · the first until Tue 3 Mar, 07:00"
    )
    for kind in ("plain", "html"):
        text = part(letter, kind)
        places = [text.index(f"Autumn {number}") for number in (3, 2, 1)]
        assert places == sorted(places)
    pictures = [one for one in letter.walk() if one.get_content_type() == "image/png"]
    assert len(pictures) == 3
    cids = {str(one["Content-ID"]).strip("<>") for one in pictures}
    assert all(f'src="cid:{cid}"' in part(letter, "html") for cid in cids)
    assert not Delivery.objects.filter(person=alice, status="waiting").exists()


def test_a_digest_is_answered_about_its_first_game_and_names_the_addresses_of_others(
    office: PostOffice, games: list[Game], alice: Person, now: datetime, settings: Any
) -> None:
    settings.REPLY_ADDRESS = "reply@example.org"
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    text = part(letter, "plain")
    assert f"An answer to this letter is an answer about Conquest {games[2].pk}" in " ".join(
        text.split()
    )
    addresses = [line for line in text.splitlines() if line.startswith("reply+")]
    assert len(set(addresses)) == 3
    assert letter["Reply-To"] == addresses[0]


def test_a_game_that_was_answered_meanwhile_is_not_in_the_digest(
    office: PostOffice, games: list[Game], alice: Person, now: datetime
) -> None:
    stage.hand_in(games[2], alice, "end", now=now + HOUR)
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    assert "2 games wait for you" in str(letter["Subject"])
    assert "Autumn 3" not in part(letter, "plain")


def test_a_digest_names_a_decision_once_however_often_it_was_told(
    office: PostOffice, games: list[Game], alice: Person, now: datetime
) -> None:
    decision = Decision.objects.get(game=games[0], closed_at=None)
    reminder = outbox.build_delivery(
        key=f"reminder-{decision.pk}", kind="reminder", address=alice.email, person_id=alice.pk,
        about={"decision": decision.pk}, now=now, is_gathered=True,
    )  # fmt: skip
    outbox.post_letters([reminder])
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    assert part(letter, "plain").count("Autumn 1") == 1
    assert not Delivery.objects.filter(person=alice, status="waiting").exists()


def test_what_happened_comes_after_what_is_asked(
    office: PostOffice, games: list[Game], people: list[Person], now: datetime
) -> None:
    alice = people[0]
    notices.notify_departure(games[0].seats.get(name="west"), people[1], now=now - HOUR)
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    text = part(letter, "plain")
    assert text.index("Autumn 1") > text.index("Autumn 3")
    assert "Bob" in text
    assert text.count("Autumn 1") == 2


def test_a_digest_starts_no_clock_again(
    office: PostOffice, games: list[Game], alice: Person, now: datetime
) -> None:
    before = dict(Decision.objects.values_list("pk", "due_at"))
    send(now + 8 * HOUR)
    assert dict(Decision.objects.values_list("pk", "due_at")) == before


def test_letters_of_quiet_hours_come_together_when_these_end(
    office: PostOffice, people: list[Person], now: datetime
) -> None:
    alice = people[0]
    Person.objects.filter(pk=alice.pk).update(turns_manner="now", quiet_from=10, quiet_to=14)
    people[0] = Person.objects.get(pk=alice.pk)
    for _number in range(2):
        stage.begin(people, stage.set_up(), now=now)
    send(now + HOUR)
    assert office.to(alice.email) == []
    send(now + 2 * HOUR)
    (letter,) = office.to(alice.email)
    assert "2 games wait for you" in str(letter["Subject"])


def test_a_digest_in_german_has_no_english(
    office: PostOffice, games: list[Game], alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(language="de")
    send(now + 8 * HOUR)
    (letter,) = office.to(alice.email)
    assert "3 Partien warten auf dich" in str(letter["Subject"])
    assert "Answer by letter" not in part(letter, "plain")


def test_a_digest_tells_what_happened_as_its_letters_do(
    office: PostOffice, games: list[Game], people: list[Person], now: datetime
) -> None:
    Person.objects.filter(pk=people[1].pk).update(turns_manner="digest", digest_hours=[20])
    for number, game in enumerate(games[:2]):
        stage.hand_in(game, people[0], "S40-S29; end", now=now + number * HOUR / 60)
    Delivery.objects.filter(person=people[1]).update(is_gathered=True, next_at=now)
    send(now + 8 * HOUR)
    (letter,) = office.to(people[1].email)
    text = part(letter, "plain")
    assert text.count("Until now:") == 2
    assert text.count("S40-S29") == 2


@pytest.mark.parametrize(
    ("kind", "hours", "held"),
    [("decision", 1, True), ("decision", 23, False), ("over", 23, True), ("answer", 1, False)],
)
def test_what_is_urgent_or_an_answer_is_not_held_back(
    games: list[Game], alice: Person, now: datetime, kind: str, hours: int, held: bool
) -> None:
    decision = Decision.objects.get(game=games[0], closed_at=None)
    row = Delivery(kind=kind, person=alice, about={"decision": decision.pk})
    until = decision.due_at - (24 - hours) * HOUR
    assert (digests.hold_until(row, until) == until) is held


def test_what_is_held_back_waits_for_the_end_of_quiet_hours(alice: Person, now: datetime) -> None:
    alice.time_zone, alice.quiet_from, alice.quiet_to = "UTC", 10, 14
    row = Delivery(kind="over", person=alice, about={})
    assert digests.hold_until(row, now) == now + 2 * HOUR


@pytest.fixture
def late(office: PostOffice, game: Game, alice: Person, now: datetime) -> Decision:
    """What Alice is asked, by a letter that could not leave before her quiet hours: they begin in
    an hour and last until seven the next day."""
    start = {"quiet_from": 13, "quiet_to": 7, "time_zone": "UTC"}
    Person.objects.filter(pk=alice.pk).update(**start)
    office.refusal = "451 later"
    send(now)
    office.refusal = ""
    return Decision.objects.get(game=game, closed_at=None)


def test_a_letter_that_is_late_waits_for_the_end_of_quiet_hours(
    office: PostOffice, late: Decision, alice: Person, now: datetime
) -> None:
    send(now + 2 * HOUR)
    assert office.to(alice.email) == []
    waiting = Delivery.objects.get(kind="decision", person=alice)
    assert (waiting.status, waiting.next_at) == ("waiting", now + 19 * HOUR)
    late.refresh_from_db()
    assert (late.told_at, late.due_at) == (now + 2 * HOUR, now + 26 * HOUR)
    send(now + 19 * HOUR)
    assert len(office.to(alice.email)) == 1
    late.refresh_from_db()
    assert late.due_at == now + 26 * HOUR


def test_silence_waits_for_a_late_letter_that_nothing_took_after_quiet_hours_either(
    office: PostOffice, late: Decision, now: datetime
) -> None:
    """The clock has begun in them; but the mail server is still out of order."""
    send(now + 2 * HOUR)
    late.refresh_from_db()
    assert late.told_at is not None
    office.refusal = "451 later"
    send(now + 19 * HOUR)
    assert not turns.expire_decision(late.pk, now=late.due_at)
    asked = Decision.objects.get(pk=late.pk)
    assert (asked.closed_at, asked.told_at) == (None, None)


@pytest.mark.parametrize("breaks", [True, False])
def test_a_letter_that_is_late_breaks_through_quiet_hours_where_time_runs_out_in_them(
    office: PostOffice, late: Decision, alice: Person, now: datetime, breaks: bool
) -> None:
    Person.objects.filter(pk=alice.pk).update(urgent_breaks_quiet=breaks)
    Decision.objects.filter(pk=late.pk).update(due_at=now + 6 * HOUR)
    send(now + 2 * HOUR)
    assert (Delivery.objects.get(kind="decision", person=alice).status == "sent") == breaks


def test_control_a_letter_that_does_not_ask_for_quiet_hours_leaves_in_them(
    late: Decision, alice: Person, now: datetime
) -> None:
    outbox.deliver_letters(writers.WRITERS, told=writers.note_delivery, clock=lambda: now + HOUR)
    assert Delivery.objects.get(kind="decision", person=alice).status == "sent"


def test_what_a_paused_game_asks_for_starts_no_clock_in_quiet_hours(
    late: Decision, alice: Person, now: datetime
) -> None:
    Game.objects.filter(pk=late.game_id).update(paused_at=now + HOUR)
    send(now + 2 * HOUR)
    late.refresh_from_db()
    assert late.told_at is None
    Game.objects.filter(pk=late.game_id).update(paused_at=None)
    send(now + 3 * HOUR)
    waiting = Delivery.objects.get(kind="decision", person=alice)
    assert (waiting.status, waiting.next_at) == ("waiting", now + 19 * HOUR)


def test_silence_waits_for_an_urgent_letter_that_no_mail_server_takes(
    office: PostOffice, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    # It is wanted in a digest, but leaves at once, as too little time would be left then.
    wanted = {"turns_manner": "digest", "digest_hours": [12], "time_zone": "UTC"}
    Person.objects.filter(pk=bob.pk).update(**wanted)
    office.refusal = "451 later"
    asked_at = now + HOUR
    stage.hand_in(game, alice, "end", now=asked_at)
    asked = Decision.objects.get(game=game, closed_at=None)
    assert not Delivery.objects.get(key=f"decision-{asked.pk}").is_gathered
    send(asked_at)
    assert not turns.expire_decision(asked.pk, now=asked.due_at)
    asked.refresh_from_db()
    assert (asked.told_at, asked.closed_at) == (None, None)
