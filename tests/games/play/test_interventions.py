"""Interventions of the staff: recorded, notified once, and no event is changed."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import live, tasks
from games.letters import writers
from games.models import Attempt, Decision, Departure, Event, Game, Intervention
from games.play import bots, clock, decisions, interventions, notices, store, tables, turns
from games.play.interventions import StaffRequest
from mail import outbox
from mail.letters import Letter
from mail.models import Delivery
from tests import stage
from tests.conftest import person
from tests.games import damage

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WHY = "A fault of ours."


@pytest.fixture
def frank(db: None) -> Person:
    """A member of the staff who plays in no game."""
    return person("Frank", is_staff=True)


@pytest.fixture
def greta(db: None) -> Person:
    """A person without a seat."""
    return person("Greta")


def charge(by: Person) -> StaffRequest:
    return StaffRequest(by=by, reason=WHY, key=uuid.uuid4().hex)


def open_decision(game: Game) -> Decision:
    return Decision.objects.select_related("seat").get(game=game, closed_at=None)


def letters_of(done: Intervention) -> dict[str, Letter]:
    """Return the texts of the letters about an intervention, by their readers."""
    found = Delivery.objects.filter(about__intervention=done.pk).select_related("person")
    written = {one.person.name: _written_letter(one, done.at) for one in found if one.person}
    return {name: letter for name, letter in written.items() if letter}


def _written_letter(delivery: Delivery, now: datetime) -> Letter | None:
    return writers.WRITERS[delivery.kind](delivery, now)


def subjects(done: Intervention, game: Game) -> dict[str, str]:
    head = f"[Conquest {game.pk}] "
    return {name: one.subject.removeprefix(head) for name, one in letters_of(done).items()}


def seat_of(game: Game, name: str) -> int:
    return game.seats.get(name=name).pk


def test_an_intervention_keeps_who_did_what_when_and_why(
    game: Game, frank: Person, now: datetime
) -> None:
    done = interventions.pause(game.pk, charge(frank), now=now)
    assert (done.by, done.what, done.game, done.at, done.reason) == (
        frank, "pause", game, now, WHY,
    )  # fmt: skip
    for change in (lambda: Intervention.objects.update(reason="x"), done.delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    with pytest.raises(DatabaseError), transaction.atomic():
        interventions.resume(game.pk, StaffRequest(by=frank, reason="", key="1" * 32), now=now)
    game.refresh_from_db()
    assert game.is_paused


def test_a_form_sent_twice_is_one_intervention(game: Game, frank: Person, now: datetime) -> None:
    wish = charge(frank)
    first = interventions.pause(game.pk, wish, now=now)
    letters = Delivery.objects.count()
    assert interventions.pause(game.pk, wish, now=now + HOUR) == first
    assert (Intervention.objects.count(), Delivery.objects.count()) == (1, letters)
    with pytest.raises(turns.GameIsPaused):
        interventions.pause(game.pk, charge(frank), now=now)


def test_pause_stops_a_game_and_its_clocks(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    done = interventions.pause(game.pk, charge(frank), now=now)
    told = subjects(done, game)
    assert [told.pop(name) for name in ("Alice", "Bob", "Erin")] == ["The game is paused"] * 3
    assert list(told) == ["Dora"]
    assert f"The reason: {WHY}" in letters_of(done)["Bob"].text
    late = open_decision(game).due_at + 30 * DAY
    assert not decisions.overdue_decisions(late).exists()
    assert not turns.expire_decision(open_decision(game).pk, now=late)
    assert notices.post_reminders(open_decision(game).due_at - HOUR) == 0
    with pytest.raises(turns.GameIsPaused):
        stage.hand_in(game, alice, "end", now=now)
    with pytest.raises(turns.GameIsPaused):
        turns.leave_game(game.pk, alice, now=now)


def test_resume_leaves_the_rest_of_the_time_and_at_least_a_day(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    decision = open_decision(game)
    decision.due_at = now + 3 * DAY
    decision.save()
    interventions.pause(game.pk, charge(frank), now=now + DAY)
    done = interventions.resume(game.pk, charge(frank), now=now + 31 * DAY)
    assert open_decision(game).due_at == now + 33 * DAY
    letters = letters_of(done)
    assert letters["Alice"].subject.endswith("The game goes on")
    assert "\n\nIt is your turn.\n" in letters["Alice"].text
    assert "Deadline" in letters["Alice"].text
    assert "Deadline" not in letters["Bob"].text
    interventions.pause(game.pk, charge(frank), now=open_decision(game).due_at - HOUR)
    interventions.resume(game.pk, charge(frank), now=now + 50 * DAY)
    assert open_decision(game).due_at == now + 51 * DAY
    stage.hand_in(game, alice, "end", now=now + 50 * DAY)


def test_letters_about_decisions_wait_during_a_pause(
    game: Game, frank: Person, now: datetime
) -> None:
    Decision.objects.update(told_at=None)
    question = Delivery.objects.get(key=f"decision-{open_decision(game).pk}")
    due = open_decision(game).due_at
    interventions.pause(game.pk, charge(frank), now=now)
    with pytest.raises(outbox.NotNowError):
        _written_letter(question, now)
    interventions.resume(game.pk, charge(frank), now=now + 9 * DAY)
    assert _written_letter(question, now + 9 * DAY) is not None
    writers.note_delivery(question, now + 9 * DAY)
    assert open_decision(game).due_at == due + 9 * DAY


def test_bots_do_not_play_during_a_pause(alice: Person, frank: Person) -> None:
    game = tables.start_bot_game(
        host=alice,
        ruleset="conquest",
        title="Alone",
        house=bots.get_or_create_bots(),
        now=clock.now(),
    )
    stage.hand_in(game, alice, "end", now=clock.now())
    interventions.pause(game.pk, charge(frank), now=clock.now())
    assert tasks.play_bots() == 0
    interventions.resume(game.pk, charge(frank), now=clock.now())
    assert tasks.play_bots() > 0


def test_a_paused_game_shows_why_and_since_when(
    game: Game, alice: Person, frank: Person, client: Client, now: datetime
) -> None:
    client.force_login(alice)
    pages = {"game": reverse("game", args=[game.pk]), "home": reverse("home")}
    before = {name: client.get(address).content.decode() for name, address in pages.items()}
    stamp = live.page_stamp(live.OpenPage(alice.pk, game.pk))
    interventions.pause(game.pk, charge(frank), now=now)
    after = {name: client.get(address).content.decode() for name, address in pages.items()}
    assert WHY in after["game"]
    assert "2026-03-02T12:00:00Z" in after["game"]
    assert "It is your turn" in before["game"]
    assert "It is your turn" not in after["game"]
    assert "Your next turn can be expected" not in after["game"]
    assert "paused" in after["home"]
    assert "paused" not in before["home"]
    later = live.page_stamp(live.OpenPage(alice.pk, game.pk))
    assert stamp is not None
    assert later is not None
    assert (stamp.news, stamp.asked) != (later.news, later.asked)
    game = Game.objects.prefetch_related("seats").get(pk=game.pk)
    assert later.news == live.game_stamp(game)
    assert later.asked == 0
    submitted = client.post(
        reverse("game_submit", args=[game.pk]), {"text": "end", "seen": 1, "key": "k"}
    )
    assert submitted.status_code == 409
    assert "This game is paused." in submitted.content.decode()


def test_extend_moves_the_deadline(game: Game, frank: Person, now: datetime) -> None:
    decision = open_decision(game)
    until = decision.due_at + 5 * DAY
    done = interventions.extend(decision.pk, charge(frank), until=until, now=now)
    assert open_decision(game).due_at == until
    told = subjects(done, game)
    assert (told["Alice"], told["Bob"]) == ("You have more time", "Alice has more time")
    assert "Deadline: " in letters_of(done)["Alice"].text
    for moment in (until, now - HOUR):
        with pytest.raises(turns.Rejected):
            interventions.extend(decision.pk, charge(frank), until=moment, now=now)


def test_vacate_takes_a_seat_from_its_person(
    game: Game, alice: Person, frank: Person, greta: Person, now: datetime
) -> None:
    done = interventions.vacate(seat_of(game, "south"), charge(frank), now=now)
    told = subjects(done, game)
    assert (told["Alice"], told["Bob"]) == (
        "Your seat was taken from you",
        "Alice does not play any more",
    )
    assert open_decision(game).seat.name == "west"
    assert Departure.objects.get().person == alice
    turns.become_substitute(game.pk, "south", greta, now=now)
    with pytest.raises(turns.NotSeated):
        stage.hand_in(game, alice, "end", now=now)


def test_substitute_player_gives_the_seat_to_another_person(
    game: Game, alice: Person, frank: Person, greta: Person, now: datetime
) -> None:
    before = open_decision(game)
    later = now + HOUR
    done = interventions.substitute_player(
        seat_of(game, "south"), charge(frank), person=greta, now=later
    )
    told = subjects(done, game)
    assert (told["Alice"], told["Greta"], told["Bob"]) == (
        "Your seat was taken from you",
        "You play on in this game",
        "Greta plays on for Alice",
    )
    decision = open_decision(game)
    assert (decision.seat.person, decision.told_at) == (greta, None)
    assert decision.pk != before.pk
    assert decision.due_at == later + DAY
    assert Delivery.objects.get(key=f"decision-{decision.pk}").person == greta
    stage.hand_in(game, greta, "end", now=later)
    for nobody in (alice, greta):
        with pytest.raises(turns.Rejected):
            interventions.substitute_player(
                seat_of(game, "west"), charge(frank), person=nobody, now=later
            )


@pytest.mark.parametrize("is_superuser", [False, True])
def test_no_member_of_the_staff_takes_a_seat_themselves(
    game: Game, frank: Person, now: datetime, is_superuser: bool
) -> None:
    frank.is_superuser = is_superuser
    frank.save()
    with pytest.raises(turns.Rejected, match="seats themselves"):
        interventions.substitute_player(
            seat_of(game, "south"), charge(frank), person=frank, now=now
        )


def test_a_seat_can_be_vacated_during_a_pause(game: Game, frank: Person, now: datetime) -> None:
    interventions.pause(game.pk, charge(frank), now=now)
    interventions.vacate(seat_of(game, "south"), charge(frank), now=now)
    assert Game.objects.get(pk=game.pk).version == game.version
    interventions.resume(game.pk, charge(frank), now=now + DAY)
    assert open_decision(game).seat.name == "west"


def test_annul_keeps_the_record_of_a_game(
    game: Game, alice: Person, frank: Person, client: Client, now: datetime
) -> None:
    stage.hand_in(game, alice, "S40-S29; end", now=now)
    done = interventions.annul(game.pk, charge(frank), now=now)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == ("annulled", now)
    assert not Decision.objects.filter(game=game, closed_at=None).exists()
    assert store.verify_game(game) is None
    assert subjects(done, game)["Bob"] == "The game is annulled"
    with pytest.raises(turns.GameIsOver):
        stage.hand_in(game, alice, "end", now=now)
    with pytest.raises(turns.Rejected):
        interventions.annul(game.pk, charge(frank), now=now)
    client.force_login(alice)
    shown = client.get(reverse("game", args=[game.pk])).content.decode()
    assert WHY in shown
    assert "This game is annulled." in shown
    assert "annulled" in client.get(reverse("home")).content.decode()
    for name in ("game_record", "game_proof", "game_history", "game_text", "game_events"):
        assert client.get(reverse(name, args=[game.pk])).status_code == 200
    assert (
        "All of this game was checked"
        in client.get(reverse("game_proof", args=[game.pk])).content.decode()
    )


def test_retry_brings_a_failed_attempt_forward(game: Game, frank: Person, now: datetime) -> None:
    tried = Attempt.objects.create(
        decision=open_decision(game), task="silence", count=9, retry_at=now + 2 * HOUR
    )
    assert interventions.failing_attempts().count() == 1
    done = interventions.retry_attempt(tried.pk, charge(frank), now=now)
    tried.refresh_from_db()
    assert tried.retry_at == now
    assert subjects(done, game)["Alice"] == "A fault held up this game"
    Decision.objects.update(closed_at=now, closed_by="events")
    assert not interventions.failing_attempts().exists()
    with pytest.raises(turns.Rejected):
        interventions.retry_attempt(tried.pk, charge(frank), now=now)


def test_an_account_is_closed_and_reopened(
    game: Game, alice: Person, frank: Person, client: Client, now: datetime
) -> None:
    waiting = tables.open_table(
        alice, tables.TableTerms(ruleset="conquest", title="Winter", pace=game.pace), now=now
    )
    client.force_login(alice)
    done = interventions.close_account(alice.pk, charge(frank), now=now)
    alice.refresh_from_db()
    assert not alice.hears_letters
    assert client.get(reverse("preferences")).status_code == 302
    assert game.seats.get(name="south").is_absent
    assert open_decision(game).seat.name == "west"
    waiting.refresh_from_db()
    assert waiting.status == Game.Status.CALLED_OFF
    letters = letters_of(done)
    assert letters["Alice"].subject == "Your account is closed"
    assert WHY in letters["Alice"].text
    assert letters["Bob"].subject.endswith("Alice is absent")
    assert WHY not in letters["Bob"].text
    with pytest.raises(turns.Rejected):
        interventions.close_account(alice.pk, charge(frank), now=now)
    opened = interventions.reopen_account(alice.pk, charge(frank), now=now)
    assert [one.subject for one in letters_of(opened).values()] == ["Your account is open again"]
    assert not letters_of(done).get("Alice")
    turns.return_to_seat(game.pk, Person.objects.get(pk=alice.pk), now=now)
    assert not game.seats.get(name="south").is_absent


def test_a_closed_account_gets_no_code_and_cannot_sign_in(
    alice: Person, frank: Person, client: Client, now: datetime
) -> None:
    interventions.close_account(alice.pk, charge(frank), now=now)
    client.post(reverse("account_login"), {"login": alice.email})
    (told,) = Delivery.objects.filter(kind="sign_in")
    assert told.about["what"] == "unknown"


def test_close_account_refuses_staff_bots_and_oneself(
    alice: Person, frank: Person, now: datetime
) -> None:
    above, house = person("Ruth", is_staff=True), person("Hal", is_house=True)
    for who in (above, house, frank):
        with pytest.raises(turns.Rejected):
            interventions.close_account(who.pk, charge(frank), now=now)
    frank.is_superuser = True
    interventions.close_account(above.pk, charge(frank), now=now)


Deed = Callable[[Game, StaffRequest, datetime], Intervention]
DEEDS: dict[str, Deed] = {
    "pause": lambda game, why, now: interventions.pause(game.pk, why, now=now),
    "annul": lambda game, why, now: interventions.annul(game.pk, why, now=now),
    "extend": lambda game, why, now: interventions.extend(
        open_decision(game).pk, why, until=now + 9 * DAY, now=now
    ),
    "vacate": lambda game, why, now: interventions.vacate(seat_of(game, "west"), why, now=now),
    "replace": lambda game, why, now: interventions.substitute_player(
        seat_of(game, "west"), why, person=person("Hugo"), now=now
    ),
    "close": lambda game, why, now: interventions.close_account(
        Person.objects.get(name="Dora").pk, why, now=now
    ),
}


def stored_events(game: Game) -> list[Any]:
    return list(Event.objects.filter(game=game).order_by("seq").values())


@pytest.mark.parametrize("name", DEEDS)
def test_an_intervention_changes_no_event(
    game: Game, alice: Person, frank: Person, now: datetime, name: str
) -> None:
    stage.hand_in(game, alice, "S40-S29; end", now=now)
    before = stored_events(game)
    DEEDS[name](game, charge(frank), now)
    assert stored_events(game)[: len(before)] == before
    assert store.verify_game(Game.objects.get(pk=game.pk)) is None


@pytest.mark.parametrize("name", [name for name in DEEDS if name not in ("close", "vacate")])
def test_an_intervention_adds_no_event_without_an_absent_seat(
    game: Game, frank: Person, now: datetime, name: str
) -> None:
    before = stored_events(game)
    DEEDS[name](game, charge(frank), now)
    assert stored_events(game) == before


@pytest.mark.parametrize("name", [name for name in DEEDS if name != "close"])
def test_an_intervention_is_refused_in_ones_own_game(
    game: Game, bob: Person, now: datetime, name: str
) -> None:
    before = Game.objects.values().get(pk=game.pk), list(Decision.objects.values())
    with pytest.raises(turns.Rejected, match="yourself"):
        DEEDS[name](game, charge(bob), now)
    assert before == (Game.objects.values().get(pk=game.pk), list(Decision.objects.values()))
    assert not Intervention.objects.exists()


@pytest.mark.parametrize("name", ["pause", "annul", "extend", "close"])
def test_a_damaged_game_allows_interventions(
    game: Game, frank: Person, now: datetime, name: str
) -> None:
    damage.position(game, "emptied")
    assert letters_of(DEEDS[name](game, charge(frank), now))


def test_each_person_gets_one_letter_about_an_intervention(
    game: Game, frank: Person, now: datetime
) -> None:
    for name in ("extend", "pause"):
        done = DEEDS[name](game, charge(frank), now)
        told = Delivery.objects.filter(about__intervention=done.pk)
        assert sorted(told.values_list("person__name", flat=True)) == [
            "Alice",
            "Bob",
            "Dora",
            "Erin",
        ]


def test_an_intervention_sends_no_letter_to_people_without_letters(
    game: Game, bob: Person, frank: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(letters=False)
    done = interventions.pause(game.pk, charge(frank), now=now)
    assert sorted(letters_of(done)) == ["Alice", "Dora", "Erin"]


def test_a_letter_about_an_outdated_intervention_is_withdrawn(
    game: Game, frank: Person, now: datetime
) -> None:
    paused = interventions.pause(game.pk, charge(frank), now=now)
    interventions.resume(game.pk, charge(frank), now=now)
    assert not letters_of(paused)
