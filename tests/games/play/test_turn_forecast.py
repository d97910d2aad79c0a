"""Forecasts of a seat's next turn, from how long people have taken."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from django.test import Client

from accounts.models import Person
from games.letters import writers
from games.models import Decision, Game, PlayersPause, Submission
from games.play import turn_forecast, turns
from games.play.forecast import Forecast
from games.play.knowledge import known_game
from mail.models import Delivery
from tests import stage
from tests.games.test_every_page import plain

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    return stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)


def expected_turn(game: Game, seat: str, now: datetime) -> Forecast | None:
    game.refresh_from_db()
    seats = list(game.seats.select_related("person"))
    return turn_forecast.forecast_next_turn(known_game(game, seat), seats, now)


@pytest.mark.django_db
def test_a_turn_forecast_expects_seats_in_their_order(game: Game, now: datetime) -> None:
    found = [expected_turn(game, seat, now) for seat in ("west", "north", "east")]
    west, north, east = (one.at for one in found if one)
    assert now < west < north < east
    assert expected_turn(game, "south", now) is None


@pytest.mark.django_db
def test_a_turn_forecast_waits_for_no_absent_seat(game: Game, now: datetime) -> None:
    """CP5: silence or a bot plays at once."""
    before, neighbour = expected_turn(game, "east", now), expected_turn(game, "west", now)
    game.seats.filter(name__in=["west", "north"]).update(is_absent=True)
    after = expected_turn(game, "east", now)
    assert before
    assert after == neighbour
    assert after != before


@pytest.mark.django_db
def test_a_turn_forecast_learns_from_past_times(game: Game, alice: Person, now: datetime) -> None:
    seat = game.seats.get(name="south")
    before = expected_turn(game, "west", now)
    Decision.objects.bulk_create(
        Decision(
            game=game, seat=seat, kind="turn", version=1, number=n, opened_at=now - HOUR,
            due_at=now, closed_at=now, closed_by=Decision.ClosedBy.ANSWER,
        )
        for n in range(10, 16)
    )  # fmt: skip
    after = expected_turn(game, "west", now)
    assert before
    assert after
    assert after.at < before.at
    assert after.earliest == now + HOUR


@pytest.mark.django_db
def test_a_turn_forecast_learns_from_premoves(game: Game, alice: Person, now: datetime) -> None:
    seat, before = game.seats.get(name="south"), expected_turn(game, "west", now)
    Submission.objects.bulk_create(
        Submission(
            game=game, seat=seat, person=alice, key=f"premove-{n}", text="end", seen_version=1,
            first_seq=n, last_seq=n, via=Submission.Via.PREMOVE, at=now,
        )
        for n in range(10, 16)
    )  # fmt: skip
    after = expected_turn(game, "west", now)
    assert before
    assert after
    assert after.at < before.at


@pytest.mark.django_db
def test_a_turn_forecast_tells_nothing_of_answers_that_waited_for_their_delay(
    game: Game, alice: Person, now: datetime
) -> None:
    """As many turns, taken as long: the forecast is the same, said ahead or by hand."""
    seat = game.seats.get(name="south")
    Decision.objects.bulk_create(
        Decision(
            game=game, seat=seat, kind="turn", version=n, number=n, opened_at=now - HOUR,
            due_at=now, closed_at=now, closed_by=Decision.ClosedBy.ANSWER,
        )
        for n in range(10, 16)
    )  # fmt: skip
    forecasts = []
    for via in (Submission.Via.WEB, Submission.Via.FORESEEN):
        Submission.objects.filter(game=game).delete()
        Submission.objects.bulk_create(
            Submission(
                game=game, seat=seat, person=alice, key=f"{via}-{n}", text="end", seen_version=1,
                first_seq=n, last_seq=n, via=via, at=now,
            )
            for n in range(10, 16)
        )  # fmt: skip
        forecasts.append(expected_turn(game, "west", now))
    assert forecasts[0] is not None
    assert forecasts[0] == forecasts[1]


@pytest.mark.django_db
def test_the_turn_forecast_is_on_the_page_and_in_the_letter(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    Person.objects.update(language="en")
    pieces = stage.set_up() | {"S13": "east K"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now, turn="east")
    stage.hand_in(game, erin, "S13xS33; end", now=now)
    client.force_login(alice)
    assert "Your next turn can be expected about" in plain(client.get(game.get_absolute_url()))
    delivery = Delivery.objects.get(person=alice, kind="decision")
    letter = writers.WRITERS["decision"](delivery, now)
    assert letter
    assert "Your next turn can be expected about" in " ".join(letter.text.split())


@pytest.mark.django_db
def test_a_turn_forecast_learns_from_repeated_turns(
    game: Game, alice: Person, now: datetime
) -> None:
    """Turns that were each asked for three times take three times as long."""

    def told(times: int) -> None:
        game.decisions.exclude(closed_at=None).delete()
        Decision.objects.bulk_create(
            Decision(
                game=game, seat=game.seats.get(name=name), kind="turn", version=1, number=number,
                opened_at=now - 4 * HOUR * (n + 1), due_at=now, closed_at=now - 4 * HOUR * n,
                closed_by=Decision.ClosedBy.ANSWER,
            )
            for name in ("south", "west", "north", "east")
            for number in range(10, 22)
            for n in range(times)
        )  # fmt: skip

    told(1)
    once = expected_turn(game, "east", now)
    told(3)
    thrice = expected_turn(game, "east", now)
    assert once
    assert thrice
    assert thrice.at - now == 3 * (once.at - now)


def heeding(game: Game, **terms: object) -> Game:
    game.pace = {**game.pace, "days_off": True, **terms}
    game.save(update_fields=["pace"])
    return game


def take_days(person: Person, game: Game, now: datetime, first: int, last: int) -> datetime:
    """Let a person take days off, counted from today; return when they are back."""
    today = now.astimezone(person.zone).date()
    turns.take_days_off(person, "vacation", today + first * DAY, today + last * DAY, now=now)
    return datetime.combine(today + (last + 1) * DAY, time(), person.zone)


@pytest.mark.django_db
def test_a_turn_forecast_expects_nobody_on_their_days_off(
    game: Game, alice: Person, now: datetime
) -> None:
    """Alice, who is asked, is away: Bob's turn comes once she is back, and not before."""
    heeding(game)
    before = expected_turn(game, "west", now)
    back = take_days(alice, game, now, 0, 5)
    after = expected_turn(game, "west", now)
    assert before
    assert after
    assert before.at < back <= after.earliest
    assert after.at - back == before.at - now
    # Those after her wait for her, too.
    later = expected_turn(game, "east", now)
    assert later
    assert later.earliest >= back


@pytest.mark.django_db
def test_a_turn_forecast_counts_the_time_of_days_off_as_none(
    game: Game, alice: Person, now: datetime
) -> None:
    heeding(game)
    back = take_days(alice, game, now, 0, 5)
    early, late = (expected_turn(game, "west", moment) for moment in (now, back - HOUR))
    assert early
    assert late
    assert early.at == late.at


@pytest.mark.django_db
def test_a_turn_forecast_leaves_days_off_out_where_the_table_does_not_heed_them(
    game: Game, alice: Person, now: datetime
) -> None:
    before = expected_turn(game, "west", now)
    take_days(alice, game, now, 0, 5)
    assert expected_turn(game, "west", now) == before


@pytest.mark.django_db
def test_a_turn_forecast_expects_others_to_play_for_somebody_who_is_away_for_long(
    game: Game, alice: Person, now: datetime
) -> None:
    heeding(game, most_days_off=2)
    take_days(alice, game, now, 0, 9)
    found = expected_turn(game, "west", now)
    today = now.astimezone(alice.zone).date()
    assert found
    assert found.at == datetime.combine(today + 2 * DAY, time(), alice.zone)


@pytest.mark.django_db
def test_a_turn_forecast_begins_when_the_pause_of_the_players_ends(
    game: Game, alice: Person, now: datetime
) -> None:
    before = expected_turn(game, "west", now)
    turns.pause_game(game.pk, now=now)
    assert expected_turn(game, "west", now) is None  # nobody knows when the staff ends it
    until = now + 7 * DAY
    PlayersPause.objects.create(
        game=game, person=alice, proposed_at=now, until=until, outcome="agreed", started_at=now
    )
    after = expected_turn(game, "west", now)
    assert before
    assert after
    assert after.at - until == before.at - now
