"""Chance, questions, offers and ends of a game of fights on the site."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from conquest.core import Illegal
from conquest.kit import record
from conquest.replay import replay_record
from games.models import Decision, Event, Game, Submission
from games.play import bots, decisions, store, tables, turns
from games.replay import export
from tests.games import skirmishes
from tests.games.skirmishes import ASH, ASKED, BIRCH, MET, OVER, STORY


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def play_story(people: list[Person], now: datetime, upto: int, throw: int = 5) -> Game:
    game = skirmishes.begin(people, now=now, throws=(throw,))
    return skirmishes.tell(game, people, now=now, upto=upto)


def places(game: Game) -> list[tuple[tuple[str, ...], int]]:
    outcome = game.rules.judgement.outcome(store.load_state(game))
    assert outcome is not None
    return [(team.seats, team.place) for team in outcome.teams]


@pytest.mark.parametrize(("throw", "won"), [(1, False), (2, False), (3, True), (6, True)])
def test_submitted_orders_throw_the_die_of_the_game(
    people: list[Person], now: datetime, throw: int, won: bool
) -> None:
    """S5: the captain (3) needs a three against the guard (2)."""
    game = play_story(people, now, ASKED, throw)
    fought = Event.objects.get(game=game, kind="fought")
    assert (fought.data["number"] + 1, fought.data["is_won"]) == (throw, won)
    asked = Decision.objects.get(game=game, closed_at=None)
    assert (asked.seat.name, asked.kind) == ("birch", "retreat" if won else "turn")


def test_a_question_runs_on_the_clock_of_answers(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, ASKED)
    asked = Decision.objects.get(game=game, closed_at=None)
    assert (asked.ask.how, (asked.due_at - now).total_seconds() / 3600) == ("choose", 12)


def test_silence_to_a_question_lets_a_unit_fall(people: list[Person], now: datetime) -> None:
    """S8: silence to a question is not what silence in a turn means."""
    game = play_story(people, now, ASKED)
    asked = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(asked, now)
    assert turns.expire_decision(asked.pk, now=asked.due_at)
    kinds = list(
        Event.objects.filter(game=game, seq__gt=game.version).values_list("kind", flat=True)
    )
    assert kinds == ["fell", "turn_ended"]
    game.refresh_from_db()
    assert game.is_running


def test_silence_in_a_turn_resigns(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, MET)
    asked = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(asked, now)
    assert turns.expire_decision(asked.pk, now=asked.due_at)
    game.refresh_from_db()
    assert (game.status, game.winners, game.reason) == (Game.Status.OVER, ["birch"], "last")
    assert Submission.objects.get(via=Submission.Via.SILENCE).text == "resign"


def test_an_accepted_offer_ends_in_a_draw(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, OVER)
    assert (game.status, game.winners, game.reason) == (Game.Status.OVER, [], "agreed")
    assert [place for _seats, place in places(game)] == [1, 1]
    seats = {seat.name: seat for seat in game.seats.all()}
    assert seats["ash"].numbers == {"won": 1}
    assert not any(seat.has_won for seat in seats.values())


def test_a_draw_can_be_offered_beside_a_turn(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, 2)
    skirmishes.hand_in(game, people[ASH], "d1 to d2 / offer draw", now=now)
    skirmishes.hand_in(game, people[BIRCH], "accept draw", now=now)
    game.refresh_from_db()
    assert game.reason == "agreed"
    assert record.verify_record(
        game.rules, record.read_record(export.write_record(game, game.seats.all()))
    )


@pytest.mark.parametrize(
    ("upto", "place", "text", "is_beside"),
    [
        (MET, ASH, "offer draw", True),
        (MET, BIRCH, "Offer  Draw", True),
        (OVER - 1, BIRCH, "accept draw", True),
        (MET, ASH, "resign", False),
        (MET, ASH, "offer draw / b1 to b2", False),
        (MET, ASH, "b1 to b2", False),
    ],
)
def test_a_side_action_is_stored_as_beside_the_turn(
    people: list[Person], now: datetime, upto: int, place: int, text: str, is_beside: bool
) -> None:
    game = play_story(people, now, upto)
    receipt = skirmishes.hand_in(game, people[place], text, now=now)
    receipt.submission.refresh_from_db()
    assert receipt.submission.is_side_action is is_beside


def test_an_offer_of_a_draw_lapses(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, OVER - 1)
    skirmishes.hand_in(game, people[ASH], "b1 to b2", now=now)
    skirmishes.hand_in(game, people[BIRCH], "e4 to e3", now=now)
    skirmishes.hand_in(game, people[ASH], "b2 to b1", now=now)
    with pytest.raises(Illegal):
        skirmishes.hand_in(game, people[BIRCH], "accept draw", now=now)


def test_leaving_the_game_resigns(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, MET)
    turns.leave_game(game.pk, people[BIRCH], now=now)
    game.refresh_from_db()
    assert (game.status, game.winners) == (Game.Status.OVER, ["ash"])


def test_a_resignation_never_goes_stale(people: list[Person], now: datetime) -> None:
    game = play_story(people, now, MET)
    skirmishes.hand_in(game, people[BIRCH], "resign", now=now, seen=1)
    game.refresh_from_db()
    assert game.winners == ["ash"]


def test_team_members_win_together_and_losers_share_a_place(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """Ash and Birch win together; the others fell one after the other and share a place."""
    people = [alice, bob, dora, erin]
    game = skirmishes.begin(people, now=now, options={"players": 4, "teams": True, "size": 6},
                            throws=())  # fmt: skip
    turns.leave_game(game.pk, bob, now=now)
    turns.leave_game(game.pk, erin, now=now)
    game.refresh_from_db()
    assert game.winners == ["ash", "birch"]
    assert places(game) == [(("ash", "birch"), 1), (("cedar", "elm"), 2)]
    assert [seat.name for seat in game.seats.filter(has_won=True)] == ["ash", "birch"]


def test_seats_are_drawn_by_lot_if_the_table_wants_it(people: list[Person], now: datetime) -> None:
    game = skirmishes.begin(people, now=now, options={"lots": True})
    again = skirmishes.begin(people, now=now, options={"lots": True})
    sitting, same = ([seat.person for seat in one.seats.all()] for one in (game, again))
    assert set(sitting) == set(people)
    assert sitting == same


@pytest.mark.parametrize("level", ["hasty", "bold"])
def test_bots_play_a_game_of_fights_to_its_end(alice: Person, now: datetime, level: str) -> None:
    game = tables.start_bot_game(
        host=alice,
        ruleset="skirmish",
        title="House",
        house=bots.get_or_create_bots(),
        now=now,
        level=level,
    )
    seat = game.seats.get(person=alice)
    seat.person, seat.level = bots.get_or_create_bots()[-1], level
    seat.save()
    for _turn in range(200):
        asked = Decision.objects.filter(game=game, closed_at=None).select_related("seat__person")
        for decision in asked:
            assert bots.answer_decision(decision, now=now)
        game.refresh_from_db()
        if not game.is_running:
            break
    assert game.status == Game.Status.OVER
    assert '"ruleset": "skirmish"' in replay_record(export.write_record(game, game.seats.all()))[0]


def test_the_record_of_a_finished_game_of_fights_verifies(
    people: list[Person], now: datetime
) -> None:
    game = play_story(people, now, len(STORY))
    written = export.write_record(game, game.seats.all())
    assert "1. ash: muster b1 scout, c1 guard, d1 captain {birch: muster" in written
    assert "6. ash: d3 to d4 {birch: retreat to e4}" in written
    assert record.verify_record(game.rules, record.read_record(written)) == store.load_state(game)
