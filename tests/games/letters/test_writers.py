"""Letters about games, written from the present as one seat knows it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import Person
from games.letters import writers
from games.models import Decision, Game
from games.play import decisions, repair, tables, turns
from mail import outbox
from mail.letters import Letter
from mail.models import Delivery
from tests import servers, stage
from tests.games import damage
from tests.servers import PostOffice

HOUR = timedelta(hours=1)

# South may capture west's soldier; west's knight stands two fields behind it.
DUEL = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S01": "south S", "S02": "south S",
    "W01": "west S", "N01": "north S", "N02": "north S", "N03": "north S",
    "E01": "east S", "E02": "east S", "E03": "east S",
}  # fmt: skip


@pytest.fixture
def office(settings: Any) -> Iterator[PostOffice]:
    with servers.post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def duel(people: list[Person], now: datetime) -> Game:
    return stage.begin(people, DUEL, now=now)


def play(game: Game, person: Person, text: str, now: datetime) -> None:
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    turns.submit(
        turns.Orders(
            game_id=game.pk, person=person, text=text, seen_version=version, key=f"{version}"
        ),
        now=now,
    )


def last(kind: str, person: Person) -> Delivery:
    return Delivery.objects.filter(kind=kind, person=person).latest("pk")


def write(kind: str, person: Person, now: datetime) -> Letter | None:
    return writers.WRITERS[kind](last(kind, person), now)


def write_letter(kind: str, person: Person, now: datetime) -> Letter:
    letter = write(kind, person, now)
    assert letter is not None
    return letter


def width(png: bytes) -> int:
    assert png.startswith(b"\x89PNG")
    wide: int = struct.unpack(">I", png[16:20])[0]
    return wide


def test_decision_letter_has_picture_news_points_and_deadline(
    game: Game, alice: Person, bob: Person, now: datetime, settings: Any
) -> None:
    settings.SITE_URL = "https://zugpost.example"
    play(game, alice, "S40-S29; end", now)
    letter = write_letter("decision", bob, now)
    assert letter.subject == f"[Conquest {game.pk}] Your turn (turn 2) · until Tue 3 Mar, 07:00"
    for told in (
        "Deadline: Tuesday 3 March 2026, 07:00 (EST, New York)",
        "1 day left",
        f"https://zugpost.example/games/{game.pk}/",
        " 2. South: knight from S40 to S29 · 1 point",
        "You have 10 points for this turn.",
        "West   Bob (you)",
        "Turns in a row without a capture: ",
        "West, island of West:",
        "you play beige (West)",
    ):
        assert told in letter.text
    picture, own, near = letter.pictures
    assert [width(one.png) for one in letter.pictures] == [640, 640, 640]
    assert max(len(one.png) for one in letter.pictures) <= 120_000
    assert letter.html.count("cid:") == 3
    assert own.alt == "A closer look at your pieces, with the names of the fields."
    assert near.alt == "A closer look at where it happened."
    assert picture.alt == "The board in turn 2. Latest: South: knight from S40 to S29"
    assert (letter.thread, letter.language) == (f"game-{game.pk}", "en")


def test_decision_letter_of_a_recapture_marks_answers_with_letters(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(duel, alice, "S12-S13xS14", now)
    letter = write_letter("decision", bob, now)
    assert letter.subject == (
        f"[Conquest {duel.pk}] Recapture? Your soldier on S14 was taken by South's"
        " knight · until today 19:00"
    )
    assert "  A Knight from S16 takes South's knight on S14\n  – No recapture\n" in letter.text
    assert f"/games/{duel.pk}/answer/" in letter.text
    assert letter.pictures[0].alt.startswith("The place in question: Your soldier on S14")


def test_letter_has_no_close_up_where_much_of_the_board_was_in_play(
    duel: Game, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    for person, text in ((alice, "S01-S31; end"), (bob, "W01-W31; end"), (dora, "N01-N31; end")):
        play(duel, person, text, now)
    pictures = write_letter("decision", erin, now).pictures
    assert [picture.cid for picture in pictures] == ["board", "own"]


def test_letter_is_in_the_readers_language(
    duel: Game, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    play(duel, alice, "end", now)
    play(duel, bob, "end", now)
    letter = write_letter("decision", dora, now)
    assert letter.language == "de"
    assert "Dienstag" in letter.text


def test_letter_tells_what_happened_since_the_reader_played(
    duel: Game, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    play(duel, alice, "S01-S31; end", now)
    for person, text in ((bob, "W01-W31; end"), (dora, "N01-N31; end"), (erin, "E01-E31; end")):
        play(duel, person, text, now)
    text = write_letter("decision", alice, now).text
    assert "S01-S31" not in text
    assert " 1. West: soldier from W01 to W31" in text
    assert " 6. East's turn ends." in text
    assert f"/games/{duel.pk}/history/?upto=4\n" in text


def test_letter_lists_the_last_twelve_steps_and_counts_the_others(
    duel: Game, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    play(duel, alice, "end", now)
    play(duel, bob, "; ".join(["S16-S17", "S17-S16"] * 3) + "; W01-W31; W31-W01; end", now)
    play(duel, dora, "N01-N31; N31-N01; N02-N32; N32-N02; end", now)
    letter = write_letter("decision", erin, now)
    assert "… 4 steps in which nothing was captured\n 5. West: knight" in letter.text
    assert "\n16. North's turn ends.\n" in letter.text
    assert "See what happened (16 steps)" in letter.text


def test_letter_says_where_a_plan_has_stopped_and_why(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """CP3: the rest waits on the page of the game."""
    play(duel, alice, "S12-S13xS14; S01-S31; end", now)
    play(duel, bob, "S16-S15xS14", now)
    letter = write_letter("decision", alice, now)
    assert "stopped" not in letter.subject
    assert (
        "Your plan stopped before S01-S31. Your knight on S14 was taken in return by West's"
        " knight. On the page of the game you can take up the rest again."
    ) in " ".join(letter.text.split())


def test_letter_says_what_is_left_of_a_plan(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """CP3: it can be written again, by letter."""
    play(duel, alice, "S12-S13xS14; S01-S31; S02-S32", now)
    play(duel, bob, "S16-S15xS14", now)
    text = " ".join(write_letter("decision", alice, now).text.split())
    assert "This is left of it: S01-S31; S02-S32. On the page" in text


@pytest.mark.parametrize(
    ("language", "steps", "sentence"),
    [
        ("en", "", "You have 4 points left. 1 is used."),
        ("en", "S01-S31; ", "You have 3 points left. 2 are used."),
        ("en", "S01-S31; S31-S01; S02-S32; ", "You have 1 point left. 4 are used."),
        ("de", "", "Du hast noch 4 Punkte. 1 ist verbraucht."),
        ("de", "S01-S31; ", "Du hast noch 3 Punkte. 2 sind verbraucht."),
        ("de", "S01-S31; S31-S01; S02-S32; ", "Du hast noch 1 Punkt. 4 sind verbraucht."),
    ],
)
def test_letter_counts_points_by_the_grammar(
    people: list[Person], now: datetime, language: str, steps: str, sentence: str
) -> None:
    alice, bob, *_others = people
    Person.objects.filter(pk=alice.pk).update(language=language)
    near = {"S13": "south K", **{field: who for field, who in DUEL.items() if field != "S12"}}
    game = stage.begin(people, near, now=now)
    play(game, alice, f"{steps}S13xS14", now)
    play(game, bob, "S16-S15xS14", now)
    assert sentence in write_letter("decision", alice, now).text


@pytest.mark.parametrize("plan", ["", "; S01-S31", "; S02-S32; end"])
def test_letter_tells_nothing_of_the_attackers_plan(
    duel: Game, alice: Person, bob: Person, now: datetime, plan: str
) -> None:
    letters = []
    for rest in ("; S01-S31; S02-S32; end", plan):
        with transaction.atomic():
            play(duel, alice, f"S12-S13xS14{rest}", now)
            letters.append(write_letter("decision", bob, now))
            transaction.set_rollback(True)
    assert letters[0] == letters[1]


def test_letter_of_an_answered_question_is_withdrawn(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(duel, alice, "S12-S13xS14", now)
    play(duel, bob, "pass", now)
    assert write("decision", bob, now) is None


def test_letter_to_somebody_who_left_is_withdrawn(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    turns.leave_game(game.pk, bob, now=now)
    assert write("decision", bob, now) is None


def test_letter_to_those_who_want_none_is_withdrawn(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    Person.objects.filter(pk=bob.pk).update(letters=False)
    assert [write(kind, bob, now) for kind in ("decision", "started")] == [None, None]


def test_reminder_letter_has_deadline_and_url(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    decision = Decision.objects.get(seat__person=bob, closed_at=None)
    delivery = outbox.build_delivery(
        key="reminder", kind="reminder", address=bob.email, person_id=bob.pk,
        about={"decision": decision.pk}, now=now,
    )  # fmt: skip
    letter = writers.WRITERS["reminder"](delivery, now + 20 * HOUR)
    assert letter is not None
    assert letter.subject.startswith(f"[Conquest {game.pk}] Still open: Your turn (turn 2)")
    assert f"/games/{game.pk}/" in letter.text
    Person.objects.filter(pk=bob.pk).update(reminders=False)
    assert writers.WRITERS["reminder"](delivery, now + 20 * HOUR) is None


def test_start_letter_tells_that_a_game_has_begun(game: Game, bob: Person, now: datetime) -> None:
    letter = write_letter("started", bob, now)
    assert letter.subject == f"[Conquest {game.pk}] The game has begun"
    assert "You play beige (West)." in letter.text
    assert "The game begins with South." in letter.text


def test_start_letter_is_withdrawn_when_the_game_is_over(
    game: Game, bob: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)
    assert write("started", bob, now) is None


def test_game_over_letter_tells_how_a_game_ended(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    rest = {field: stack for field, stack in DUEL.items() if "west" not in stack}
    pieces = {**rest, "S14": "west E(S)"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    play(game, alice, "S12-S13xS14", now)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    won, lost = write_letter("over", alice, now), write_letter("over", bob, now)
    assert won.subject == f"[Conquest {game.pk}] Game over: You have won."
    assert lost.subject == f"[Conquest {game.pk}] Game over: South has won."
    for letter in (won, lost):
        assert "The game is over:" in letter.text
        assert "Win points" in letter.text
        assert "The game is over.\n" in letter.text
        assert "Turn 2: " not in letter.text
        assert letter.pictures[0].alt.startswith("The board as the game ended.")


def test_invitation_letter_is_in_the_hosts_language_until_the_start(
    table: Game, alice: Person, now: datetime, settings: Any
) -> None:
    settings.SITE_URL = "https://zugpost.example"
    tables.invite_addresses(table.pk, alice, ["frank@example.net"], now=now)
    delivery = Delivery.objects.get(kind="invitation")
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert letter.subject == "Alice invites you to a game of Conquest"
    assert f"https://zugpost.example/invite/{table.invite_key}/" in letter.text
    assert "At the table so far: Alice." in letter.text
    assert (letter.language, letter.thread) == ("en", "")
    assert letter.unsubscribe.startswith("https://zugpost.example/never/")
    Game.objects.filter(pk=table.pk).update(status=Game.Status.CALLED_OFF)
    assert writers.WRITERS["invitation"](delivery, now) is None


def test_invitation_letter_is_withdrawn_once_it_is_declined(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    tables.decline_invitation(table.pk, bob, now=now)
    assert writers.WRITERS["invitation"](Delivery.objects.get(kind="invitation"), now) is None


def test_invitation_letter_is_withdrawn_after_an_optout(
    table: Game, alice: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, ["frank@example.org"], now=now)
    delivery = Delivery.objects.get(kind="invitation")
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert letter.unsubscribe in letter.text
    Client().post("/" + letter.unsubscribe.split("/", 3)[3])
    assert writers.WRITERS["invitation"](delivery, now) is None


def test_invitation_letter_to_a_person_is_in_their_own_language(
    table: Game, alice: Person, dora: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, [dora.email], now=now)
    delivery = Delivery.objects.get(kind="invitation")
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert letter.language == "de"
    tables.join_table(table.pk, dora, now=now)
    assert writers.WRITERS["invitation"](delivery, now) is None


def test_sent_letter_starts_the_clock_of_its_question(
    office: PostOffice, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    outbox.deliver_letters(
        writers.WRITERS, told=writers.note_delivery, clock=lambda: now + HOUR / 12, seconds=600
    )
    subjects = [str(letter["Subject"]) for letter in office.to(bob.email)]
    assert [subject.partition("]")[2].partition("·")[0].strip() for subject in subjects] == [
        "The game has begun",
        "Your turn (turn 2)",
    ]
    decision = Decision.objects.get(seat__person=bob, closed_at=None)
    assert decision.told_at == now + HOUR / 12
    assert office.to(alice.email) == []


def test_late_letter_states_its_later_deadline(
    office: PostOffice, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    letter = write_letter("decision", bob, now + 5 * HOUR)
    assert "Tuesday 3 March 2026, 12:00 (EST, New York)" in letter.text
    outbox.deliver_letters(
        writers.WRITERS, told=writers.note_delivery, clock=lambda: now + 5 * HOUR, seconds=600
    )
    decision = Decision.objects.get(seat__person=bob, closed_at=None)
    assert decision.due_at == now + 29 * HOUR
    assert decisions.due_when_notified(decision, now + 9 * HOUR) == now + 29 * HOUR


def test_sent_letter_leaves_the_clock_of_a_closed_question(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    delivery = last("decision", bob)
    play(game, bob, "end", now)
    writers.note_delivery(delivery, now + HOUR)
    assert Decision.objects.get(pk=delivery.about["decision"]).told_at is None


def test_letter_has_no_picture_after_crashes_of_workers(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "end", now)
    delivery = last("decision", bob)
    delivery.attempts = writers.MAX_CRASHES + 1
    crashed = writers.WRITERS["decision"](delivery, now)
    delivery.error = "refused (451)"
    put_off = writers.WRITERS["decision"](delivery, now)
    assert crashed is not None
    assert put_off is not None
    assert (len(crashed.pictures), len(put_off.pictures)) == (0, 2)
    assert "<img" not in crashed.html


def test_letter_headers_cannot_be_written_by_names_and_titles(
    office: PostOffice, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    rogue = "Al\r\nBcc: charlie@example.org\r\n"
    Person.objects.filter(pk=alice.pk).update(name=rogue)
    Game.objects.filter(pk=game.pk).update(title=rogue)
    play(game, alice, "end", now)
    outbox.deliver_letters(
        writers.WRITERS, told=writers.note_delivery, clock=lambda: now, seconds=600
    )
    letters = office.to(bob.email)
    assert len(letters) == 2
    assert [letter["Bcc"] for letter in letters] == [None, None]
    unsent = Delivery.objects.exclude(kind="table").exclude(status="sent")
    assert unsent.get() == last("decision", alice)


def test_unsubscribe_url_works_from_the_letter(
    game: Game, alice: Person, bob: Person, now: datetime, client: Client, settings: Any
) -> None:
    play(game, alice, "end", now)
    door = write_letter("decision", bob, now).unsubscribe.removeprefix(settings.SITE_URL)
    client.post(door, {"List-Unsubscribe": "One-Click"})
    bob.refresh_from_db()
    assert bob.letters is False


def test_letters_of_a_damaged_game_wait_until_it_is_repaired(
    duel: Game, office: PostOffice, now: datetime
) -> None:
    damage.position(duel, "emptied")
    for days in range(outbox.MAX_ATTEMPTS + 2):
        _deliver(now + timedelta(days=days))
    waiting = Delivery.objects.filter(kind="decision", status="waiting")
    assert {(one.attempts, one.lease) for one in waiting} == {(0, None)}
    told = len(office.letters)
    repair.repair_game(duel.pk, now=now)
    _deliver(now + timedelta(days=20))
    assert len(office.letters) > told
    assert not list(waiting.values())


def _deliver(now: datetime) -> None:
    outbox.deliver_letters(
        writers.WRITERS, told=writers.note_delivery, clock=lambda: now, seconds=600
    )
