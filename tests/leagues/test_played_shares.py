"""The result counts by how long each has played: for half of the turns of a seat, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.models import Departure, Game, Seat, Submission
from leagues import ratings
from leagues.models import Result
from tests.leagues.results import ended

Ending = Result.Ending
HOUR = timedelta(hours=1)


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    """A game that Alice has won against Bob."""
    return ended({"south": alice, "west": bob}, winners=("south",), at=now)


def hand_in(seat: Seat, person: Person | None, times: int, via: str = "web") -> None:
    first = Submission.objects.filter(seat=seat).count() + 1
    assert seat.game.ended_at is not None
    Submission.objects.bulk_create(
        Submission(
            game=seat.game, seat=seat, person=person, key=f"k{seq}", seen_version=1, first_seq=seq,
            last_seq=seq, via=via, at=seat.game.ended_at,
        )
        for seq in range(first, first + times)
    )  # fmt: skip


def play(game: Game, name: str, before: int, after: int, predecessor: Person) -> None:
    """Let somebody have left a seat after some turns, and its person play some."""
    seat = game.seats.get(name=name)
    assert game.ended_at is not None
    Departure.objects.create(game=game, seat=seat, person=predecessor, at=game.ended_at - HOUR)
    hand_in(seat, predecessor, before)
    hand_in(seat, seat.person, after)


def endings() -> dict[str, int]:
    ratings.rate_games()
    found = dict(Result.objects.values_list("person__name", "ending"))
    # Worked out from scratch it is the same.
    ratings.rate_again()
    assert dict(Result.objects.values_list("person__name", "ending")) == found
    return found


@pytest.mark.parametrize(("after", "counts"), [(9, False), (10, True), (11, True)])
def test_a_loss_counts_for_a_substitute_who_has_played_half_of_the_turns(
    game: Game, charlie: Person, after: int, *, counts: bool
) -> None:
    play(game, "west", 10, after, charlie)
    found = endings()
    assert found == {
        "Alice": Ending.WON,
        "Charlie": Ending.LEFT,
        **({"Bob": Ending.LOST} if counts else {}),
    }


@pytest.mark.parametrize(("after", "counts"), [(9, False), (10, True)])
def test_a_win_is_not_taken_over_with_the_seat(
    game: Game, charlie: Person, after: int, *, counts: bool
) -> None:
    play(game, "south", 10, after, charlie)
    assert ("Alice" in endings()) == counts


def test_what_silence_and_house_players_have_played_is_nobodys(game: Game, alice: Person) -> None:
    seat = game.seats.get(name="south")
    Seat.objects.filter(pk=seat.pk).update(timeouts=3)
    hand_in(seat, alice, 5)
    hand_in(seat, None, 3, "silence")
    hand_in(seat, None, 3, "absence")
    assert endings() == {"Bob": Ending.LOST}


def test_who_lets_others_play_has_lost_all_the_same(game: Game, bob: Person) -> None:
    seat = game.seats.get(name="west")
    Seat.objects.filter(pk=seat.pk).update(timeouts=3)
    hand_in(seat, bob, 1)
    hand_in(seat, None, 9, "absence")
    assert endings() == {"Alice": Ending.WON, "Bob": Ending.LOST}


def test_answers_of_standing_orders_take_nothing_away(game: Game, alice: Person) -> None:
    seat = game.seats.get(name="south")
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    hand_in(seat, alice, 5)
    hand_in(seat, None, 20, "standing")
    assert endings()["Alice"] == Ending.WON


def test_vacation_that_a_table_heeds_takes_nothing_away(game: Game, alice: Person) -> None:
    """Nobody was late there."""
    hand_in(game.seats.get(name="south"), alice, 1)
    hand_in(game.seats.get(name="south"), None, 9, "absence")
    assert endings()["Alice"] == Ending.WON
