"""Turns: what submissions, silence and absence do to a running game."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Person
from conquest import registry
from conquest.core import Illegal, Outcome, Team, Unreadable
from games.models import Decision, Event, Game, Submission
from games.play import clock, decisions, store, turns
from mail.models import Delivery
from tests import stage

HOUR = timedelta(hours=1)

# South may capture west's soldier; west's knight stands two fields behind it.
DUEL = {
    "S12": "south K",
    "S14": "west S",
    "S16": "west K",
    "S01": "south S",
    "S02": "south S",
    "W01": "west S",
    "N01": "north S",
    "N02": "north S",
    "N03": "north S",
    "E01": "east S",
    "E02": "east S",
    "E03": "east S",
}


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def duel(people: list[Person], now: datetime) -> Game:
    return stage.begin(people, DUEL, now=now)


def orders(game: Game, person: Person, text: str, **more: object) -> turns.Orders:
    given = {
        "seen_version": Game.objects.get(pk=game.pk).version,
        "key": f"{text}-{person}",
        **more,
    }
    return turns.Orders(game_id=game.pk, person=person, text=text, **given)  # type: ignore[arg-type]


def open_decisions(game: Game) -> dict[str, str]:
    return dict(
        Decision.objects.filter(game=game, closed_at=None).values_list("seat__name", "kind")
    )


def notified_decision(game: Game, now: datetime) -> Decision:
    """Return the open decision of a game, once its letter has left."""
    decision = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(decision, now)
    return decision


def deadline(game: Game, seat: str) -> datetime:
    return Decision.objects.get(game=game, closed_at=None, seat__name=seat).due_at


def kinds(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))


def test_a_finished_turn_asks_the_next_seat(game: Game, alice: Person, now: datetime) -> None:
    receipt = turns.submit(orders(game, alice, "S40-S29; end"), now=now)
    assert open_decisions(game) == {"west": "turn"}
    assert kinds(game) == ["started", "moved", "turn_ended"]
    assert (receipt.submission.first_seq, receipt.submission.last_seq) == (2, 3)


def test_a_turn_is_handed_in_when_the_database_says_that_its_game_is_locked(
    game: Game, alice: Person
) -> None:
    before = clock.now()
    receipt = turns.submit(orders(game, alice, "end"))
    assert before < receipt.submission.at < clock.now()


def test_a_turn_without_an_end_stays_open(game: Game, alice: Person, now: datetime) -> None:
    before = deadline(game, "south")
    turns.submit(orders(game, alice, "S40-S29"), now=now + HOUR)
    assert open_decisions(game) == {"south": "turn"}
    assert deadline(game, "south") == before


def test_a_refused_submission_stores_nothing(game: Game, alice: Person, now: datetime) -> None:
    for text, refusal in (("S40-S29; S12-S13; end", Illegal), ("S40-S29; nonsense", Unreadable)):
        with pytest.raises(refusal):
            turns.submit(orders(game, alice, text), now=now)
    assert kinds(game) == ["started"]
    assert not Submission.objects.exists()


def test_a_submission_with_the_same_key_gets_the_same_receipt(
    game: Game, alice: Person, now: datetime
) -> None:
    one = orders(game, alice, "S40-S29; end", key="first")
    receipt, again = (turns.submit(one, now=now) for _ in range(2))
    assert not receipt.repeated
    assert again.repeated
    assert again.submission == receipt.submission
    assert kinds(game) == ["started", "moved", "turn_ended"]


def test_a_submission_for_an_older_version_is_stale(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    turns.submit(orders(duel, alice, "S12-S13xS14"), now=now)
    with pytest.raises(turns.StaleVersion):
        turns.submit(orders(duel, bob, "pass", seen_version=1), now=now)


def test_a_submission_for_a_future_version_is_stale(
    game: Game, alice: Person, now: datetime
) -> None:
    with pytest.raises(turns.StaleVersion):
        turns.submit(orders(game, alice, "end", seen_version=99), now=now)


def test_submissions_of_strangers_and_seats_without_a_decision_are_rejected(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    with pytest.raises(turns.NotSeated):
        turns.submit(orders(game, charlie, "end"), now=now)
    with pytest.raises(turns.NothingPending):
        turns.submit(orders(game, bob, "end"), now=now)


def test_a_capture_asks_the_victim_and_stops_the_attackers_clock(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """CP1, CP2: the window is the victim's; CP3: a pass lets the plan go on."""
    turns.submit(orders(duel, alice, "S12-S13xS14; S01-S31; end"), now=now + 2 * HOUR)
    assert open_decisions(duel) == {"west": "recapture"}
    assert deadline(duel, "west") == now + 14 * HOUR
    turns.submit(orders(duel, bob, "pass"), now=now + 5 * HOUR)
    assert open_decisions(duel) == {"west": "turn"}
    assert kinds(duel)[-2:] == ["moved", "turn_ended"]


def test_the_attackers_clock_runs_on_after_a_recapture(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """CP3: the plan is dropped, its owner is asked again and the clock runs on."""
    turns.submit(orders(duel, alice, "S12-S13xS14; S01-S31; end"), now=now + 2 * HOUR)
    turns.submit(orders(duel, bob, "S16-S15xS14"), now=now + 5 * HOUR)
    assert open_decisions(duel) == {"south": "turn"}
    assert deadline(duel, "south") == now + 5 * HOUR + 22 * HOUR


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_second_capture_asks_the_victim_again(
    people: list[Person], now: datetime, is_silent: bool
) -> None:
    """CP1, CP2: the second question has a letter and a clock of its own."""
    pieces = stage.set_up() | {"S13": "east K"}
    game, (alice, _bob, _dora, erin) = stage.begin(people, pieces, now=now, turn="east"), people
    turns.submit(orders(game, erin, "S13xS33; S33xS32; end"), now=now)
    first = notified_decision(game, now)
    if is_silent:
        assert turns.expire_decision(first.pk, now=now + 12 * HOUR)
    else:
        turns.submit(orders(game, alice, "pass"), now=now + 5 * HOUR)
    second = Decision.objects.get(game=game, closed_at=None)
    assert (second.seat, second.kind) == (first.seat, "recapture")
    assert second.pk != first.pk
    assert second.due_at > first.due_at
    letters = Delivery.objects.filter(person=alice, kind="decision")
    assert {one.about["decision"] for one in letters} == {first.pk, second.pk}
    first.refresh_from_db()
    silence, answer = Decision.ClosedBy.SILENCE, Decision.ClosedBy.ANSWER
    assert first.closed_by == (silence if is_silent else answer)


def test_a_timeout_ends_the_turn(game: Game, alice: Person, now: datetime) -> None:
    """CP5: what was already played stands."""
    turns.submit(orders(game, alice, "S40-S29"), now=now)
    decision = notified_decision(game, now)
    assert not turns.expire_decision(decision.pk, now=now + 23 * HOUR)
    assert turns.expire_decision(decision.pk, now=now + 25 * HOUR)
    assert not turns.expire_decision(decision.pk, now=now + 25 * HOUR)
    assert open_decisions(game) == {"west": "turn"}
    assert kinds(game) == ["started", "moved", "turn_ended"]
    decision.refresh_from_db()
    assert decision.closed_by == Decision.ClosedBy.SILENCE


def test_a_timeout_of_the_victim_is_a_pass(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """CP5: a window that times out is a pass."""
    turns.submit(orders(duel, alice, "S12-S13xS14; end"), now=now)
    decision = notified_decision(duel, now)
    assert turns.expire_decision(decision.pk, now=now + 12 * HOUR)
    assert open_decisions(duel) == {"west": "turn"}
    seat = duel.seats.get(name="west")
    assert (seat.timeouts, seat.timeouts_in_row) == (1, 1)


def test_a_deadline_waits_until_the_letter_has_left(
    game: Game, alice: Person, now: datetime
) -> None:
    turns.submit(orders(game, alice, "end"), now=now)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert decision.told_at is None
    assert not turns.expire_decision(decision.pk, now=now + 25 * HOUR)
    decisions.mark_notified(decision, now + 26 * HOUR)
    assert not turns.expire_decision(decision.pk, now=now + 27 * HOUR)
    assert turns.expire_decision(decision.pk, now=now + 50 * HOUR)


def test_a_late_letter_moves_a_deadline_to_no_hour_of_rest(
    game: Game, alice: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "night": [22, 8]})
    turns.submit(orders(game, alice, "end"), now=now)
    decision = Decision.objects.get(game=game, closed_at=None)
    before = decision.due_at
    decisions.mark_notified(decision, now + 9 * HOUR)
    pace, zone = decisions.pace_of(decision.game), ZoneInfo("America/New_York")
    assert clock.waking_time_left(before, decision.due_at, pace, zone) == 9 * HOUR
    assert decision.due_at == clock.due_at(decision.due_at - HOUR / 60, HOUR / 60, pace, zone)


def test_a_late_letter_keeps_a_fixed_hour(game: Game, alice: Person, now: datetime) -> None:
    fixed = {"days": [0, 3], "hour": 20, "zone": "Europe/Berlin"}
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "fixed_hour": fixed})
    turns.submit(orders(game, alice, "end"), now=now)
    decision = Decision.objects.get(game=game, closed_at=None)
    thursday = decision.due_at
    assert f"{thursday:%A %H:%M}" == "Thursday 19:00"
    assert decisions.due_when_notified(decision, now + 9 * HOUR) == thursday
    decisions.mark_notified(decision, thursday - HOUR)
    assert decision.due_at == thursday + timedelta(days=4)


def test_a_fixed_hour_saves_no_time(game: Game, people: list[Person], now: datetime) -> None:
    fixed = {"days": list(range(7)), "hour": 20, "zone": "UTC"}
    bank = {"turn": [24, 24, 168], "answer": [24, 24, 24]}
    Game.objects.filter(pk=game.pk).update(pace={"clocks": bank, "fixed_hour": fixed})
    for turn in range(5):
        player = people[turn % len(people)]
        turns.submit(orders(game, player, "end"), now=now + turn * HOUR)
    latest = Decision.objects.get(game=game, closed_at=None)
    assert latest.due_at - latest.opened_at <= timedelta(days=2)


def test_a_deadline_does_not_wait_for_a_letter_for_ever(
    game: Game, alice: Person, now: datetime
) -> None:
    turns.submit(orders(game, alice, "end"), now=now)
    decision = Decision.objects.get(game=game, closed_at=None)
    last = now + 24 * HOUR + decisions.GRACE
    assert not turns.expire_decision(decision.pk, now=last - timedelta(seconds=1))
    assert turns.expire_decision(decision.pk, now=last)


def test_a_seat_is_absent_after_three_timeouts(
    game: Game, people: list[Person], now: datetime
) -> None:
    """CP5: its turns are passed at once until its player returns."""
    later = now
    for round_ in range(3):
        for number, person in enumerate(people):
            if number == 1:
                later += 24 * HOUR + decisions.GRACE
                turns.expire_decision(Decision.objects.get(game=game, closed_at=None).pk, now=later)
            else:
                turns.submit(orders(game, person, "end", key=f"{round_}{number}"), now=later)
    turns.submit(orders(game, people[0], "end", key="last"), now=later)
    west = game.seats.get(name="west")
    assert west.is_absent
    assert Submission.objects.filter(game=game, via="absence").count() == 1
    turns.return_to_seat(game.pk, people[1], now=later)
    assert not game.seats.get(name="west").is_absent


def test_an_answer_resets_the_count_of_timeouts(
    game: Game, people: list[Person], now: datetime
) -> None:
    first = notified_decision(game, now)
    turns.expire_decision(first.pk, now=now + 25 * HOUR)
    assert game.seats.get(name="south").timeouts_in_row == 1
    for number, person in enumerate([*people[1:], people[0]]):
        turns.submit(orders(game, person, "end", key=f"{number}"), now=now + 26 * HOUR)
    south = game.seats.get(name="south")
    assert (south.timeouts, south.timeouts_in_row) == (1, 0)


def test_a_player_leaves_and_a_substitute_sits_down(
    game: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    """CP6: the seat is absent at once; the leaver has lost."""
    turns.leave_game(game.pk, alice, now=now)
    assert open_decisions(game) == {"west": "turn"}
    assert game.departures.get().person == alice
    seat = turns.become_substitute(game.pk, "south", charlie, now=now)
    assert seat.person == charlie
    assert not seat.is_absent
    with pytest.raises(turns.NotSeated):
        turns.submit(orders(game, alice, "end"), now=now)


def test_a_substitute_needs_a_free_seat_and_no_other(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    with pytest.raises(turns.Rejected):
        turns.become_substitute(game.pk, "west", charlie, now=now)
    turns.leave_game(game.pk, alice, now=now)
    for person in (alice, bob):
        with pytest.raises(turns.Rejected):
            turns.become_substitute(game.pk, "south", person, now=now)


def test_a_game_that_everybody_has_left_ends(
    game: Game, people: list[Person], now: datetime
) -> None:
    """C40: sixteen turns without a capture, all of them passed at once."""
    for person in people:
        turns.leave_game(game.pk, person, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert game.reason == "quiet_rounds"
    assert open_decisions(game) == {}


def test_a_won_game_is_over_and_stores_its_result(people: list[Person], now: datetime) -> None:
    """C37: the last two pieces; everybody hears of it, and the scores stand at the seats."""
    stack = {"S12": "south K", "S14": "west E(S)", "S01": "south S", "S02": "south S"}
    rest = {
        f"{side}0{n}": f"{name} S"
        for side, name in (("N", "north"), ("E", "east"))
        for n in (1, 2, 3)
    }
    game = stage.begin(people, {**stack, **rest}, now=now)
    turns.submit(orders(game, people[0], "S12-S13xS14"), now=now)
    game.refresh_from_db()
    assert (game.status, game.reason, game.winners) == ("over", "last_two", ["south"])
    assert game.seats.get(name="south").has_won
    assert game.seats.get(name="south").numbers["captured"] == 2
    places = {seat.name: (seat.side, seat.place) for seat in game.seats.all()}
    assert places == {"south": (0, 1), "west": (1, 2), "north": (2, 2), "east": (3, 2)}
    assert Delivery.objects.filter(kind="over").count() == 4
    with pytest.raises(turns.GameIsOver):
        turns.submit(orders(game, people[1], "end"), now=now)


def test_partners_share_a_side_and_a_place(people: list[Person], now: datetime) -> None:
    """CP7: the partner of the player who has captured the last piece has won, too."""
    pieces = {"S12": "south K", "S01": "south S", "S02": "south S", "S13": "west S"}
    pieces |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}
    game = stage.begin(people, pieces, now=now)
    Game.objects.filter(pk=game.pk).update(options={"partners": True})
    turns.submit(orders(game, people[0], "S12xS13"), now=now)
    places = {seat.name: (seat.side, seat.place) for seat in game.seats.all()}
    assert places == {"south": (0, 1), "north": (0, 1), "west": (1, 2), "east": (1, 2)}


def test_places_of_sides_come_from_the_rules(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = {"S12": "south K", "S01": "south S", "S02": "south S", "S13": "west S"}
    pieces |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}
    game = stage.begin(people, pieces, now=now)
    outcome = game.rules.judgement.outcome
    teams = (Team(("south", "east"), 1), Team(("north",), 2), Team(("west",), 3))

    def notified_decision(state: Any) -> Outcome | None:
        found = outcome(state)
        return found and replace(found, teams=teams)

    rules = replace(game.rules, judgement=replace(game.rules.judgement, outcome=notified_decision))
    monkeypatch.setattr(registry, "find_rulesets", lambda: {"conquest": rules})
    turns.submit(orders(game, people[0], "S12xS13"), now=now)
    places = {seat.name: (seat.side, seat.place) for seat in game.seats.all()}
    assert places == {"south": (0, 1), "east": (0, 1), "north": (1, 2), "west": (2, 3)}


def test_the_stored_position_follows_from_the_events(
    duel: Game, alice: Person, bob: Person, now: datetime
) -> None:
    turns.submit(orders(duel, alice, "S12-S13xS14; S01-S31; end"), now=now)
    turns.submit(orders(duel, bob, "pass"), now=now)
    duel.refresh_from_db()
    rules = duel.rules
    assert rules.judgement.write_position(store.load_state(duel)) == rules.judgement.write_position(
        _fold_events(duel, duel.version)
    )
    assert store.verify_game(duel) is None


def _fold_events(game: Game, version: int) -> object:
    from conquest.core import fold

    return fold(game.rules, None, (event for _, event in store.read_events(game, upto=version)))


def test_time_is_saved_where_all_others_are_absent(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    # The next turn is asked for in the transaction that closes the one before it.
    hour = timedelta(hours=1)
    game = stage.begin([alice, bob, dora, erin], stage.set_up(), now=now, pace="banked")
    game.seats.exclude(person=alice).update(is_absent=True)
    stage.hand_in(game, alice, "end", now=now + hour)
    asked = Decision.objects.get(game=game, closed_at=None)
    assert (asked.seat.person, asked.due_at) == (alice, now + hour + (71 + 24) * hour)
