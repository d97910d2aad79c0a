"""Extensions: who may take more time and how often, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from feeds import calendar, entries
from games import forms, labels
from games.agreements import extensions
from games.letters import writers
from games.models import Decision, Extension, Game, Submission
from games.play import clock, tables, turns
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import stage
from tests.games.replies.mailbox import Mailbox

Mailboxes = Callable[[Person], Mailbox]
TERMS = {"extensions": [2, 24]}
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of two in which Alice is to move; each may take a day more, twice."""
    return begin([alice, bob], now)


def begin(people: list[Person], now: datetime, **terms: object) -> Game:
    pace = {**PRESETS["normal"], **(terms or TERMS)}
    host = people[0]
    table = tables.open_table(
        host,
        tables.TableTerms(
            ruleset="bollwerk", title="Autumn", pace=pace, options={"seats": "choice"}
        ),
        now=now,
    )
    for player in people:
        tables.join_table(table.pk, player, now=now)
    return tables.start_by_host(table.pk, host, now=now)


def asked(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def take(game: Game, person: Person, now: datetime, key: str = "") -> Extension:
    return extensions.take_extension(game.pk, person, now=now, form_key=key)


def test_an_extension_moves_the_deadline_and_its_reminder(
    game: Game, alice: Person, now: datetime
) -> None:
    before = asked(game)
    taken = take(game, alice, now)
    after = asked(game)
    assert after.due_at == before.due_at + DAY == taken.until
    assert after.remind_at == clock.remind_at(now, after.due_at) != before.remind_at


def test_an_extension_gives_waking_hours(alice: Person, bob: Person, now: datetime) -> None:
    game = begin([alice, bob], now, extensions=[1, 24], night=[22, 8])
    before = asked(game).due_at
    take(game, alice, now)
    pace = clock.read_pace(game.pace)
    assert asked(game).due_at == clock.due_at(before, DAY, pace, alice.zone)


def test_an_extension_is_told_to_the_others_once(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    for _time in range(2):
        take(game, alice, now, key="k")
    letter = Delivery.objects.get(kind="extension")
    assert letter.person == bob
    written = writers.WRITERS["extension"](letter, now)
    assert written is not None
    assert "Alice has taken 1 day more" in written.text
    assert "once in this game" in written.text
    assert alice.email not in written.text
    stage.hand_in(game, alice, "e5-e6", now=now)
    assert writers.WRITERS["extension"](letter, now) is None  # there is nothing to wait for


def test_no_more_extensions_than_the_table_allows(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    take(game, alice, now)
    take(game, alice, now)
    with pytest.raises(turns.Rejected, match="all the extensions"):
        take(game, alice, now)
    assert asked(game).due_at == asked(game).opened_at + 3 * DAY


@pytest.mark.parametrize("number", [1, 3])
def test_the_database_counts_no_more_extensions_than_are_allowed(
    number: int, game: Game, alice: Person, now: datetime
) -> None:
    taken = take(game, alice, now)
    taken.pk, taken.number = None, number
    with pytest.raises(IntegrityError), transaction.atomic():
        taken.save(force_insert=True)


def test_each_seat_has_its_own_extensions(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    take(game, alice, now)
    take(game, alice, now)
    stage.hand_in(game, alice, "e5-e6", now=now)
    assert take(game, bob, now).number == 1


def test_tables_of_old_allow_no_extensions(alice: Person, bob: Person, now: datetime) -> None:
    game = begin([alice, bob], now, silence="")
    with pytest.raises(turns.Rejected, match="nobody can take more time"):
        take(game, alice, now)


def test_nobody_takes_more_time_who_is_not_asked(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    with pytest.raises(turns.NothingPending):
        take(game, bob, now)
    with pytest.raises(turns.NotSeated):
        take(game, charlie, now)


def test_no_extension_once_the_time_is_up(game: Game, alice: Person, now: datetime) -> None:
    with pytest.raises(turns.Rejected, match="time for this is up"):
        take(game, alice, asked(game).due_at)


def test_no_extension_while_the_game_is_paused_or_over(
    game: Game, alice: Person, now: datetime
) -> None:
    turns.pause_game(game.pk, now=now)
    with pytest.raises(turns.GameIsPaused):
        take(game, alice, now)
    turns.annul_game(game.pk, now=now)
    with pytest.raises(turns.GameIsOver):
        take(game, alice, now)


def test_no_extension_for_somebody_absent(
    game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    seat = game.seats.get(person=alice)
    seat.is_absent, seat.stand_in = True, erin
    seat.save()
    with pytest.raises(turns.Rejected, match="You are absent"):
        take(game, alice, now)
    with pytest.raises(turns.NotSeated):
        take(game, erin, now)


def test_the_calendar_follows_an_extension(game: Game, alice: Person, now: datetime) -> None:
    def read() -> tuple[Any, Any]:
        written = calendar.write_calendar(entries.open_entries(alice), host="play.example.org")
        (event,) = icalendar.Calendar.from_ical(written).walk("VEVENT")
        return event["sequence"], event.decoded("dtend")

    before = read()
    take(game, alice, now)
    after = read()
    assert after[0] > before[0]
    assert after[1] == before[1] + DAY


def test_an_extension_is_taken_by_the_button_of_the_page(
    client: Client, alice: Person, bob: Person
) -> None:
    game = begin([alice, bob], clock.now())
    client.force_login(alice)
    path = reverse("game_extend", args=[game.pk])
    assert "Take 1 day more" in client.get(game.get_absolute_url()).content.decode()
    for _time in range(2):
        assert client.post(path, {"key": "k"}).status_code == 302
    assert Extension.objects.get().person == alice
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You can do so once more" in page
    assert client.post(path, {"key": "l"}).status_code == 302
    assert client.post(path, {"key": "m"}).status_code == 409
    client.force_login(bob)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Alice has taken 1 day more" in page
    assert "Take 1 day more" not in page
    assert client.post(path, {"key": "k"}).status_code == 409


def test_an_extension_is_taken_by_letter(
    game: Game, alice: Person, bob: Person, now: datetime, mailbox: Mailboxes
) -> None:
    before = asked(game).due_at
    hers = mailbox(alice)
    assert hers.reply("decision", "EXTEND please") == "extended"
    assert asked(game).due_at == before + DAY
    assert hers.answer.headline == "You have 1 day more."
    assert hers.reply("decision", "verlängern") == "extended"
    assert hers.reply("decision", "EXTEND") == "refused"
    assert mailbox(alice).reply("decision", "HELP") == "help"
    assert not Submission.objects.exists()


def test_extensions_are_named_before_one_sits_down(game: Game) -> None:
    kinds = game.rules.judgement.decision_kinds
    assert labels.describe_pace(game.pace, kinds) == (
        "turn: 1 day, each may take 1 day more 2 times"
    )
    with translation.override("de"):
        assert "jeder darf 2-mal um 1 Tag verlängern" in labels.describe_pace(game.pace, kinds)


@pytest.mark.parametrize(("times", "terms"), [("", None), ("3", [3, 48])])
def test_the_form_of_a_table_offers_extensions(times: str, terms: object) -> None:
    usual = forms.usual_values("bollwerk") | {"title": "Autumn"}
    assert "extensions" not in usual
    form = forms.TableForm("bollwerk", usual | {"extensions": times, "extension_hours": "48"})
    assert form.is_valid(), form.errors
    assert form.terms.pace.get("extensions") == terms
