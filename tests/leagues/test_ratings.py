"""Ratings follow from the finished games, in the order in which they ended."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import Person
from games.models import Decision, Departure, Game
from games.play import turns
from leagues import ratings, tasks
from leagues.models import Result
from tests.leagues.results import ended

HOUR = timedelta(hours=1)
Ending = Result.Ending


def everything() -> list[tuple[object, ...]]:
    fields = ("game", "person", "ending", "numbers", "timeouts", "mu", "sigma")
    return list(Result.objects.order_by("game", "person").values_list(*fields))


@pytest.fixture
def players(alice: Person, bob: Person, dora: Person, erin: Person) -> dict[str, Person]:
    return {"south": alice, "west": bob, "north": dora, "east": erin}


def test_ratings_lift_the_winner_and_lower_the_others_alike(
    players: dict[str, Person], now: datetime
) -> None:
    ended(players, winners=("south",), at=now)
    assert ratings.rate_games() == 1
    won, *lost = Result.objects.order_by("ending", "pk")
    assert won.person == players["south"]
    assert won.mu > 25 > lost[0].mu
    assert len({(result.mu, result.sigma) for result in lost}) == 1


def test_a_game_is_rated_only_once(players: dict[str, Person], now: datetime) -> None:
    ended(players, winners=("south",), at=now)
    assert (tasks.rate_games(), tasks.rate_games()) == (1, 0)
    assert Result.objects.count() == 4


def test_ratings_forget_games_that_are_annulled(players: dict[str, Person], now: datetime) -> None:
    games = [
        ended(players, winners=(winner,), at=now + hours * HOUR)
        for hours, winner in enumerate(("south", "west", "east", "west"))
    ]
    ratings.rate_games()
    for game in games[1], games[2]:
        turns.annul_game(game.pk, now=now + 9 * HOUR)
    assert ratings.rate_games() == 1
    piecemeal = everything()
    assert set(Result.objects.values_list("game", flat=True)) == {games[0].pk, games[3].pk}
    assert ratings.rate_games() == 0
    assert ratings.rate_again() == 2
    assert everything() == piecemeal


def test_ratings_forget_the_last_game_that_is_annulled(
    players: dict[str, Person], now: datetime
) -> None:
    game = ended(players, winners=("south",), at=now)
    ratings.rate_games()
    turns.annul_game(game.pk, now=now)
    assert ratings.rate_games() == 0
    assert not Result.objects.exists()


def test_rating_comes_to_an_end_where_nobody_is_left_of_a_game(
    players: dict[str, Person], now: datetime
) -> None:
    ended(players, winners=("south",), at=now).seats.update(person=None)
    assert ratings.rate_again() == 0


def test_friendly_and_running_games_are_not_rated(game: Game, now: datetime) -> None:
    people = {seat.name: seat.person for seat in game.seats.all() if seat.person}
    ended(people, winners=("south",), at=now, is_rated=False)
    assert ratings.rate_games() == 0


def test_a_rated_game_without_winners_is_a_draw(players: dict[str, Person], now: datetime) -> None:
    ended(players, winners=(), at=now)
    ratings.rate_games()
    assert {result.ending for result in Result.objects.all()} == {Ending.DRAWN}


def test_ratings_are_the_same_game_by_game_and_all_at_once(
    players: dict[str, Person], now: datetime
) -> None:
    for hours, winner in enumerate(("south", "west", "west", "east", "south")):
        ended(players, winners=(winner,), at=now + hours * HOUR)
        ratings.rate_games()
    step_by_step = everything()
    said = StringIO()
    call_command("rate", "--again", stdout=said)
    assert said.getvalue() == "5 games rated.\n"
    assert everything() == step_by_step


def test_a_game_that_is_rated_late_has_its_place(players: dict[str, Person], now: datetime) -> None:
    ended(players, winners=("south",), at=now + HOUR)
    ratings.rate_games()
    ended(players, winners=("west",), at=now)
    ratings.rate_games()
    late = everything()
    ratings.rate_again()
    assert everything() == late
    assert Result.objects.latest("ended_at").ended_at == now + HOUR


def test_leaving_is_rated_as_a_loss_behind_all_others(
    players: dict[str, Person], charlie: Person, now: datetime
) -> None:
    game = ended(players, winners=("west",), at=now)
    seat = game.seats.get(name="west")
    Departure.objects.create(game=game, seat=seat, person=charlie, at=now - HOUR)
    ratings.rate_games()
    of = {result.person: result for result in Result.objects.all()}
    assert of[charlie].ending == Ending.LEFT
    assert of[charlie].numbers == {}
    assert of[charlie].mu < of[players["south"]].mu < of[players["west"]].mu
    assert of[players["west"]].ending == Ending.WON


def test_a_silence_counts_against_the_one_who_sat_there(
    players: dict[str, Person], charlie: Person, now: datetime
) -> None:
    game = ended(players, winners=("west",), at=now)
    seat = game.seats.get(name="west")
    Departure.objects.create(game=game, seat=seat, person=charlie, at=now - 3 * HOUR)
    for hours in (5, 4, 1):
        Decision.objects.create(
            game=game, seat=seat, kind="turn", version=1, number=1, closed_by="silence",
            opened_at=now - 9 * HOUR, due_at=now, closed_at=now - hours * HOUR,
        )  # fmt: skip
    ratings.rate_games()
    of = {result.person: result.timeouts for result in Result.objects.all()}
    assert (of[charlie], of[players["west"]]) == (2, 1)


def test_partners_are_rated_as_one_team(players: dict[str, Person], now: datetime) -> None:
    sides = [("south", "north"), ("west", "east")]
    ended(players, winners=("south", "north"), at=now, sides=sides)
    ratings.rate_games()
    of = {result.person: result for result in Result.objects.all()}
    won, lost = (of[players[name]] for name in ("south", "west"))
    assert won.mu == of[players["north"]].mu > 25
    assert lost.mu == of[players["east"]].mu < 25
    assert won.mu - 25 == pytest.approx(25 - lost.mu)


@pytest.mark.parametrize(
    ("places", "endings"),
    [
        ({"south": 1, "west": 1}, (Ending.DRAWN, Ending.DRAWN)),
        ({"south": 1, "west": 2}, (Ending.DRAWN, Ending.LOST)),
    ],
)
def test_the_first_place_without_a_winner_is_rated_as_a_draw(
    alice: Person, bob: Person, now: datetime, places: dict[str, int], endings: tuple[int, int]
) -> None:
    ended({"south": alice, "west": bob}, winners=(), at=now, places=places)
    ratings.rate_games()
    assert (alice.results.get().ending, bob.results.get().ending) == endings


def test_ratings_follow_the_places_of_the_sides(players: dict[str, Person], now: datetime) -> None:
    places = {"south": 2, "west": 1, "north": 3, "east": 2}
    ended(players, winners=("west",), at=now, places=places)
    ratings.rate_games()
    of = {name: player.results.get().mu for name, player in players.items()}
    assert of["west"] > of["south"] > of["north"]
    assert of["south"] == pytest.approx(of["east"])


def test_leaving_a_partner_costs_more_than_losing(
    players: dict[str, Person], charlie: Person, now: datetime
) -> None:
    sides = [("south", "north"), ("west", "east")]
    game = ended(players, winners=("west", "east"), at=now, sides=sides)
    Departure.objects.create(
        game=game, seat=game.seats.get(name="south"), person=charlie, at=now - HOUR
    )
    ratings.rate_games()
    of = {result.person: result for result in Result.objects.all()}
    assert of[charlie].mu < of[players["south"]].mu == of[players["north"]].mu
    assert of[charlie].mu < 24 < 25 < of[players["west"]].mu


def test_a_side_whose_seats_are_empty_is_not_rated(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    game = ended({"south": alice, "west": bob, "north": dora}, winners=("south",), at=now)
    game.seats.filter(name="north").update(person=None)
    ratings.rate_games()
    assert {result.person for result in Result.objects.all()} == {alice, bob}
