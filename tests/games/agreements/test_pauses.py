"""Pauses by consent: who proposes, agrees and ends them, and what is left on the clocks."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from games import labels, tasks
from games.agreements import pauses
from games.letters import writers
from games.models import Decision, Game, PlayersPause
from games.models.pause import MOST_DAYS
from games.play import bots, clock, decisions, interventions, tables, turns
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from mail.models import Delivery
from tests import stage

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Outcome = PlayersPause.Outcome


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def game(people: list[Person], now: datetime) -> Game:
    """A game of four in which Alice is to move."""
    return stage.begin(people, stage.set_up(), now=now)


@pytest.fixture
def silent(game: Game) -> Game:
    """A game in which silence agrees to a pause."""
    game.pace = {**game.pace, "silent_pause": True}
    game.save()
    Delivery.objects.all().delete()
    return game


def in_days(days: int, now: datetime) -> date:
    return (now + days * DAY).date()


def propose(game: Game, person: Person, now: datetime, days: int = 7) -> PlayersPause:
    return pauses.propose_pause(game.pk, person, in_days(days, now), now=now)


def agree(pause: PlayersPause, *people: Person, now: datetime) -> PlayersPause:
    for person in people:
        pauses.agree_to_pause(pause.pk, person, now=now)
    pause.refresh_from_db()
    return pause


def agreed(game: Game, people: list[Person], now: datetime) -> PlayersPause:
    return agree(propose(game, people[0], now), *people[1:], now=now)


def asked(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def told(what: str) -> set[str]:
    rows = Delivery.objects.filter(kind="pause", about__what=what)
    return {row.person.name for row in rows.select_related("person") if row.person}


def write(what: str, person: Person, now: datetime) -> str:
    letter = Delivery.objects.filter(kind="pause", about__what=what, person=person).latest("pk")
    written = writers.WRITERS["pause"](letter, now)
    return " ".join(written.text.split()) if written else ""


def is_paused(game: Game) -> bool:
    game.refresh_from_db()
    return game.is_paused


def test_a_pause_begins_once_all_others_have_agreed(
    game: Game, people: list[Person], now: datetime
) -> None:
    alice, bob, dora, erin = people
    pause = propose(game, alice, now)
    assert told("asked") == {"Bob", "Dora", "Erin"}
    assert "Alice proposes to pause the game" in write("asked", bob, now)
    agree(pause, bob, dora, now=now)
    assert not is_paused(game)
    assert write("asked", bob, now) == ""  # has agreed
    agree(pause, bob, erin, now=now)
    assert is_paused(game)
    assert pause.outcome == Outcome.AGREED
    assert told("agreed") == {"Alice", "Bob", "Dora", "Erin"}
    assert "It is paused until" in write("agreed", erin, now)
    with pytest.raises(turns.GameIsPaused):
        stage.hand_in(game, alice, "end", now=now)


def test_a_pause_ends_with_what_was_left_and_at_least_a_day(
    game: Game, people: list[Person], now: datetime
) -> None:
    before = asked(game)
    agreed(game, people, now + HOUR)
    later = now + 3 * DAY
    pauses.end_pause(game.pk, people[2], now=later)
    assert not is_paused(game)
    assert asked(game).due_at == max(later + (before.due_at - now - HOUR), later + DAY)
    assert told("ended") == {"Alice", "Bob", "Erin"}
    text = write("ended", people[0], later)
    assert "Dora has ended the pause" in text
    assert "Deadline" in text
    pause = PlayersPause.objects.get()
    assert (pause.ended_by, pause.ended_at) == (people[2], later)


def test_a_pause_ends_on_its_last_day_by_itself_once(
    game: Game, people: list[Person], now: datetime
) -> None:
    pause = agreed(game, people, now)
    assert not pauses.end_due_pause(pause.pk, now=pause.until - HOUR)
    assert pauses.list_due_pauses(pause.until) == [pause.pk]
    assert pauses.end_due_pause(pause.pk, now=pause.until)
    assert not pauses.end_due_pause(pause.pk, now=pause.until)
    assert not is_paused(game)
    assert told("ended") == {"Alice", "Bob", "Dora", "Erin"}
    assert "last day of the pause" in write("ended", people[0], pause.until)
    assert not pauses.list_due_pauses(pause.until)


def test_one_who_declines_stops_a_pause(game: Game, people: list[Person], now: datetime) -> None:
    alice, bob, dora, erin = people
    pause = propose(game, alice, now)
    agree(pause, bob, now=now)
    pauses.decline_pause(pause.pk, dora, now=now)
    assert told("declined") == {"Alice", "Bob", "Erin"}
    assert "Dora has declined" in write("declined", alice, now)
    assert write("asked", erin, now) == ""
    with pytest.raises(turns.Rejected, match="not proposed any more"):
        agree(pause, erin, now=now)
    assert not is_paused(game)


def test_a_pause_is_withdrawn_by_its_author(
    game: Game, people: list[Person], now: datetime
) -> None:
    pause = propose(game, people[0], now)
    pauses.decline_pause(pause.pk, people[0], now=now)
    pause.refresh_from_db()
    assert pause.outcome == Outcome.WITHDRAWN
    assert not told("declined")


def test_house_players_and_absent_ones_are_not_asked(
    game: Game, people: list[Person], now: datetime
) -> None:
    alice, bob, dora, erin = people
    bots.get_or_create_bots()
    game.seats.filter(person=bob).update(is_absent=True)
    game.seats.filter(person=dora).update(person=Person.objects.filter(is_house=True)[0])
    pause = propose(game, alice, now)
    assert told("asked") == {"Erin"}
    with pytest.raises(turns.Rejected, match="You are absent"):
        agree(pause, bob, now=now)
    assert agree(pause, erin, now=now).outcome == Outcome.AGREED


def test_a_pause_begins_at_once_where_nobody_is_to_be_asked(
    game: Game, people: list[Person], now: datetime
) -> None:
    game.seats.exclude(person=people[0]).update(is_absent=True)
    assert propose(game, people[0], now).outcome == Outcome.AGREED
    assert is_paused(game)


def test_nobody_agrees_to_a_pause_who_has_no_seat(
    game: Game, people: list[Person], charlie: Person, now: datetime
) -> None:
    pause = propose(game, people[0], now)
    for act in (pauses.agree_to_pause, pauses.decline_pause):
        with pytest.raises(turns.NotSeated):
            act(pause.pk, charlie, now=now)
    with pytest.raises(turns.NotSeated):
        propose(game, charlie, now)
    agree(pause, *people[1:], now=now)
    with pytest.raises(turns.NotSeated):
        pauses.end_pause(game.pk, charlie, now=now)


@pytest.mark.parametrize("days", [0, -1, MOST_DAYS + 1, 10_000])
def test_a_pause_ends_within_thirty_days(
    days: int, game: Game, people: list[Person], now: datetime
) -> None:
    with pytest.raises(turns.Rejected):
        propose(game, people[0], now, days)
    assert propose(game, people[0], now, MOST_DAYS).until <= now + 31 * DAY


def test_the_database_bounds_a_pause(game: Game, people: list[Person], now: datetime) -> None:
    pause = propose(game, people[0], now)
    for until in (now, now + 32 * DAY):
        with pytest.raises(IntegrityError), transaction.atomic():
            PlayersPause.objects.filter(pk=pause.pk).update(until=until)
    pause.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        pause.save(force_insert=True)


def test_nobody_pesters_the_others_with_pauses(
    game: Game, people: list[Person], now: datetime
) -> None:
    for _time in range(pauses.MOST_IN_GAME):
        pause = propose(game, people[0], now)
        with pytest.raises(turns.Rejected, match="proposed in this game already"):
            propose(game, people[1], now)
        pauses.decline_pause(pause.pk, people[1], now=now)
    with pytest.raises(turns.Rejected, match="several pauses this week"):
        propose(game, people[0], now)
    assert propose(game, people[1], now).is_open
    pauses.decline_pause(PlayersPause.objects.latest("pk").pk, people[0], now=now)
    assert propose(game, people[0], now + 7 * DAY).is_open


def test_silence_agrees_after_two_days_where_the_table_says_so(
    silent: Game, people: list[Person], now: datetime
) -> None:
    pause = propose(silent, people[0], now)
    Delivery.objects.update(status="sent", sent_at=now)
    assert "If you have not answered by" in write("asked", people[1], now)
    assert not pauses.settle_proposal(pause.pk, now=now + 2 * DAY - HOUR)
    assert pauses.settle_proposal(pause.pk, now=now + 2 * DAY)
    assert not pauses.settle_proposal(pause.pk, now=now + 2 * DAY)
    assert is_paused(silent)
    assert told("agreed") == {"Alice", "Bob", "Dora", "Erin"}


def test_silence_agrees_to_nothing_elsewhere(
    game: Game, people: list[Person], now: datetime
) -> None:
    pause = propose(game, people[0], now)
    assert not pauses.settle_proposal(pause.pk, now=now + 6 * DAY)
    assert not is_paused(game)


def test_nobody_is_silent_to_a_letter_that_has_not_left(
    silent: Game, people: list[Person], now: datetime
) -> None:
    pause = propose(silent, people[0], now)
    last = now + 2 * DAY + decisions.GRACE
    assert not pauses.settle_proposal(pause.pk, now=last - timedelta(minutes=1))
    assert pauses.settle_proposal(pause.pk, now=last)


def test_a_proposed_pause_begins_when_the_last_one_asked_becomes_absent(
    game: Game, people: list[Person], now: datetime
) -> None:
    pause = agree(propose(game, people[0], now), *people[1:3], now=now)
    game.seats.filter(person=people[3]).update(is_absent=True)
    assert pauses.settle_proposal(pause.pk, now=now)
    assert is_paused(game)


@pytest.mark.parametrize("event", ["annulled", "too late", "left"])
def test_a_proposed_pause_is_withdrawn_once_it_is_hopeless(
    event: str, game: Game, people: list[Person], now: datetime
) -> None:
    pause, later = propose(game, people[0], now), now
    if event == "annulled":
        turns.annul_game(game.pk, now=now)
    elif event == "too late":
        later = pause.until
    else:
        turns.leave_game(game.pk, people[0], now=now)
    assert pauses.settle_proposal(pause.pk, now=later)
    pause.refresh_from_db()
    assert pause.outcome == Outcome.WITHDRAWN
    assert not is_paused(game)


def staff(frank: Person, key: str) -> StaffRequest:
    return StaffRequest(by=frank, reason="A fault of ours.", key=key)


@pytest.fixture
def frank(db: None) -> Person:
    return Person.objects.create_user("frank@example.org", name="Frank", is_staff=True)


def test_players_do_not_end_a_pause_of_the_staff(
    game: Game, people: list[Person], frank: Person, now: datetime
) -> None:
    interventions.pause(game.pk, staff(frank, "a"), now=now)
    with pytest.raises(turns.Rejected, match="have not paused"):
        pauses.end_pause(game.pk, people[0], now=now)
    with pytest.raises(turns.GameIsPaused):
        propose(game, people[0], now)
    assert interventions.find_halt(Game.objects.get(pk=game.pk)) is not None


def test_the_staff_takes_over_a_pause_of_the_players(
    game: Game, people: list[Person], frank: Person, now: datetime
) -> None:
    pause = agreed(game, people, now)
    assert interventions.find_halt(Game.objects.get(pk=game.pk)) is None
    interventions.pause(game.pk, staff(frank, "a"), now=now + HOUR)
    assert interventions.find_halt(Game.objects.get(pk=game.pk)) is not None
    with pytest.raises(turns.Rejected, match="have not paused"):
        pauses.end_pause(game.pk, people[0], now=now + HOUR)
    assert not pauses.end_due_pause(pause.pk, now=pause.until)
    assert is_paused(game)
    assert write("agreed", people[1], now) == ""
    interventions.resume(game.pk, staff(frank, "b"), now=pause.until)
    assert not is_paused(game)


def test_the_staff_resumes_and_annuls_games_that_players_have_paused(
    game: Game, people: list[Person], frank: Person, now: datetime
) -> None:
    pause = agreed(game, people, now)
    interventions.resume(game.pk, staff(frank, "a"), now=now + DAY)
    assert not is_paused(game)
    pause.refresh_from_db()
    assert pause.ended_at == now + DAY
    pause = agree(propose(game, people[1], now + DAY), people[0], *people[2:], now=now + DAY)
    interventions.annul(game.pk, staff(frank, "b"), now=now + DAY)
    pause.refresh_from_db()
    assert pause.ended_at == now + DAY


def test_a_pause_that_an_older_release_has_ended_lifts_no_pause_of_the_staff(
    game: Game, people: list[Person], frank: Person, now: datetime
) -> None:
    pause = agreed(game, people, now)
    # The release before knows no pauses of players: it leaves their rows as they are.
    Game.objects.filter(pk=game.pk).update(paused_at=now + DAY)
    assert not pauses.end_due_pause(pause.pk, now=pause.until)
    assert is_paused(game)
    with pytest.raises(turns.Rejected):
        pauses.end_pause(game.pk, people[0], now=now + DAY)


def test_the_tick_of_tables_begins_and_ends_pauses(
    silent: Game, people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause = propose(silent, people[0], now)
    Delivery.objects.update(status="sent", sent_at=now)
    monkeypatch.setattr(clock, "now", lambda: now + 2 * DAY)
    tasks.tend_tables()
    assert is_paused(silent)
    monkeypatch.setattr(clock, "now", lambda: pause.until)
    tasks.tend_tables()
    assert not is_paused(silent)


def test_a_pause_is_proposed_agreed_on_and_ended_by_pages(
    client: Client, alice: Person, bob: Person
) -> None:
    now = clock.now()
    game = stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")
    client.force_login(alice)
    assert "Pause the game" in client.get(game.get_absolute_url()).content.decode()
    form = {"until": str(in_days(9, now)), "key": "k"}
    for wrong in ("", "yesterday", str(in_days(-1, now)), str(in_days(99, now))):
        path = reverse("game_pause", args=[game.pk])
        assert client.post(path, form | {"until": wrong}).status_code == 422
    for _time in range(2):
        assert client.post(path, form).status_code == 302
    pause = PlayersPause.objects.get()
    assert "You propose to pause" in client.get(game.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert "Alice proposes to pause" in client.get(game.get_absolute_url()).content.decode()
    path = reverse("game_pause_agree", args=[game.pk])
    assert client.post(path, {"pause": pause.pk + 1}).status_code == 409
    assert client.post(path, {"pause": pause.pk}).status_code == 302
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The players have paused this game." in page
    assert "The reason" not in page
    assert client.post(reverse("game_pause_end", args=[game.pk])).status_code == 302
    assert client.post(reverse("game_pause_end", args=[game.pk])).status_code == 409
    assert not is_paused(game)


def test_strangers_see_a_pause_and_cannot_end_it(
    client: Client, game: Game, people: list[Person], charlie: Person, now: datetime
) -> None:
    agreed(game, people, now)
    client.force_login(charlie)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The players have paused this game." in page
    assert "End the pause" not in page


def test_silent_consent_is_named_before_one_sits_down(silent: Game) -> None:
    kinds = silent.rules.judgement.decision_kinds
    assert "silence of 2 days agrees to a pause" in labels.describe_pace(silent.pace, kinds)
    with translation.override("de"):
        assert "wer zwei Tage schweigt" in labels.describe_pace(silent.pace, kinds)


def test_tables_have_no_silent_consent_unless_they_say_so(alice: Person, now: datetime) -> None:
    terms = tables.TableTerms(ruleset="bollwerk", title="Autumn", pace=PRESETS["normal"])
    assert not pauses.silence_agrees(tables.open_table(alice, terms, now=now))
