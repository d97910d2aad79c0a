"""Conditional turns are played as far as the tree foresaw the game, and stop there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from conquest.core import Refused
from games import labels, tasks
from games.ahead import conditional_turns, premoves
from games.models import ConditionalTurns, Decision, Event, Game, PendingOffer, Seat, Submission
from games.play import clock, decisions, turns
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

OPENING = "a5-a6 +X b6"
FIRST, SECOND, OTHER = "a18-a17 +B a16", "c18-b17 +B a17", "e19-e20"
ANSWER, NEXT, FINAL = "j5-j6 +X i7", "e18-d17 +RA d16", "b4-c6"
TREE = f"{FIRST} > {ANSWER} > {NEXT} > {FINAL}\n{SECOND} > i5-i6"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def game(people: Sequence[Person], now: datetime) -> Game:
    """Bollwerk: White (Alice) has moved, Black (Bob) is asked."""
    game = stage.sit_down(people, "bollwerk", now=now, seats="choice")
    stage.hand_in(game, people[0], OPENING, now=now)
    return game


def version(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def file(
    game: Game, person: Person, text: str, *, now: datetime, delay: int = 0
) -> ConditionalTurns:
    """File conditional turns of a person who has seen the present position."""
    return conditional_turns.file_turns(
        game.pk, person, text, seen_version=version(game), delay=delay, now=now
    )


def played(game: Game) -> list[tuple[str, str]]:
    """Return how each turn came, and its text."""
    rows = Submission.objects.filter(game=game).order_by("first_seq")
    return [(row.via, row.text) for row in rows]


def asked(game: Game) -> list[str]:
    rows = Decision.objects.filter(game=game, closed_at=None)
    return list(rows.values_list("seat__name", flat=True))


def test_conditional_turns_are_played_as_far_as_they_were_foreseen(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, TREE, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    assert played(game)[1:] == [("web", FIRST), ("foreseen", ANSWER)]
    assert asked(game) == ["black"]
    assert ConditionalTurns.objects.get().text == f"{NEXT} > {FINAL}"
    stage.hand_in(game, bob, NEXT, now=now)
    assert played(game)[3:] == [("web", NEXT), ("foreseen", FINAL)]
    assert not ConditionalTurns.objects.exists()
    stage.hand_in(game, bob, OTHER, now=now)
    assert asked(game) == ["white"]


def test_conditional_turns_leave_the_events_of_turns_in_time(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    file(game, people[0], TREE, now=now)
    for text in (FIRST, NEXT):
        stage.hand_in(game, people[1], text, now=now)
    other = stage.sit_down(people, "bollwerk", now=now, seats="choice")
    stage.tell(other, people, [OPENING, FIRST, ANSWER, NEXT, FINAL], now=now)
    rows = Event.objects.order_by("seq").values_list("kind", "data")
    assert list(rows.filter(game=game)) == list(rows.filter(game=other))
    assert not Decision.objects.filter(game=game, seat__name="white").exclude(number=1).exists()


def test_conditional_turns_stop_at_what_they_do_not_cover(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    row = file(game, alice, TREE, now=now)
    stage.hand_in(game, bob, OTHER, now=now)
    assert asked(game) == ["white"]
    row.refresh_from_db()
    assert (row.stopped, row.stopped_in, row.text) == ("uncovered", 3, TREE)
    assert conditional_turns.stopped_turns(row.seat, 3) == row
    stage.hand_in(game, alice, ANSWER, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    assert asked(game) == ["white"]
    assert {via for via, _text in played(game)} == {"web"}


def test_a_draw_offered_with_a_turn_is_not_covered(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    file(game, people[0], TREE, now=now)
    stage.hand_in(game, people[1], f"{FIRST}; draw?", now=now)
    assert asked(game) == ["white"]


def test_a_premove_is_played_where_conditional_turns_stop(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, f"{SECOND} > i5-i6", now=now)
    premoves.file_premove(
        game.pk, alice, ANSWER, seen_version=version(game), is_careful=False, now=now
    )
    stage.hand_in(game, bob, FIRST, now=now)
    assert played(game)[-1] == ("premove", ANSWER)


def test_a_premove_does_not_decline_a_draw_unasked(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    premoves.file_premove(
        game.pk, alice, ANSWER, seen_version=version(game), is_careful=False, now=now
    )
    stage.hand_in(game, bob, f"{FIRST}; draw?", now=now)
    assert asked(game) == ["white"]
    seat = Seat.objects.get(game=game, name="white")
    dropped = premoves.dropped_premove(seat, 3)
    assert dropped
    assert dropped.dropped == "offered"
    why = labels.explain_dropped_premove(dropped.dropped, dropped.field)
    assert why.endswith("was not played: something has been offered to you.")
    assert PendingOffer.objects.get().is_open


def test_a_premove_waits_while_an_answer_waits_for_its_delay(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """What was said to this very turn goes before what was meant for any."""
    alice, bob = people
    file(game, alice, f"{FIRST} > {ANSWER}", delay=90, now=now)
    premoves.file_premove(
        game.pk, alice, "i5-i6", seen_version=version(game), is_careful=False, now=now
    )
    stage.hand_in(game, bob, FIRST, now=now)
    assert asked(game) == ["white"]
    late = Decision.objects.get(game=game, closed_at=None)
    assert turns.play_delayed_turn(late.pk, now=now + 90 * MINUTE)
    assert played(game)[-1] == ("foreseen", ANSWER)


def test_trees_of_both_players_answer_each_other(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """Where one has a delay, the other has the time to say their own turns ahead."""
    alice, bob = people
    stage.hand_in(game, bob, FIRST, now=now)
    file(game, bob, f"i5-i6 > {NEXT} > {FINAL} > {OTHER}", delay=10, now=now)
    stage.hand_in(game, alice, "i5-i6", now=now)
    file(game, alice, f"{NEXT} > {FINAL} > {OTHER} > i4-j6", now=now)
    for minutes in (10, 20):
        moment = now + minutes * MINUTE
        assert turns.play_delayed_turn(decisions.delayed_decisions(moment).get().pk, now=moment)
    assert played(game)[3:] == [("foreseen", text) for text in (NEXT, FINAL, OTHER, "i4-j6")]
    assert asked(game) == ["black"]


def test_an_answer_waits_for_the_delay_of_its_author(
    game: Game, people: Sequence[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = people
    file(game, alice, TREE, delay=90, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    assert asked(game) == ["white"]
    due = ConditionalTurns.objects.get().plays_at
    assert due is not None
    for minutes, count in ((-1, 0), (0, 1), (1, 0)):
        monkeypatch.setattr(clock, "now", lambda after=minutes: due + after * MINUTE)
        assert tasks.play_delayed_turns() == count
    assert played(game)[-1] == ("foreseen", ANSWER)
    assert asked(game) == ["black"]
    row = ConditionalTurns.objects.get()
    assert (row.text, row.plays_at) == (f"{NEXT} > {FINAL}", None)


def test_a_delay_tells_nothing_by_its_length(people: Sequence[Person], now: datetime) -> None:
    """It is drawn by lot from as much as its author wants to two thirds of it."""
    waits = set()
    games = list[Game]()
    for number in range(3):
        with stage.seeded(bytes([number]) * 32):
            games.append(stage.sit_down(people, "bollwerk", now=now, seats="choice"))
    for game in games:
        stage.hand_in(game, people[0], OPENING, now=now)
        file(game, people[0], TREE, delay=90, now=now)
        stage.hand_in(game, people[1], FIRST, now=now)
        due = ConditionalTurns.objects.get(game=game).plays_at
        assert due is not None
        waits.add(due - now)
    assert len(waits) == len(games)
    assert all(60 * MINUTE < wait <= 90 * MINUTE for wait in waits)


def test_of_two_pages_at_which_lines_are_built_none_loses_the_other_s(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    seen = version(game)
    for line in (
        f"{FIRST} > {ANSWER}",
        f"{SECOND} > i5-i6",
        f"{FIRST} > {ANSWER} > {NEXT} > {FINAL}",
    ):
        conditional_turns.file_turns(
            game.pk, people[0], line, seen_version=seen, delay=0, now=now, is_line=True
        )
    text = ConditionalTurns.objects.get().text
    assert text == f"{FIRST} > {ANSWER} > {NEXT} > {FINAL}\n{SECOND} > i5-i6"


def test_an_answer_that_waits_is_dropped_if_its_author_plays(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, TREE, delay=90, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    stage.hand_in(game, alice, "i5-i6", now=now)
    assert not ConditionalTurns.objects.exists()
    assert not decisions.delayed_decisions(now + 91 * MINUTE).exists()


@pytest.mark.parametrize("place", [0, 1])
def test_an_answer_that_waits_is_played_though_somebody_offers_a_draw(
    game: Game, people: Sequence[Person], now: datetime, place: int
) -> None:
    """Its author has been told that it is, and what follows it counts after it."""
    file(game, people[0], TREE, delay=90, now=now)
    stage.hand_in(game, people[1], FIRST, now=now)
    stage.hand_in(game, people[place], "draw?", now=now)
    late = Decision.objects.get(game=game, closed_at=None)
    assert late.seat.name == "white"
    assert turns.play_delayed_turn(late.pk, now=now + 90 * MINUTE)
    assert played(game)[-1] == ("foreseen", ANSWER)
    assert ConditionalTurns.objects.get().text == f"{NEXT} > {FINAL}"


@pytest.mark.parametrize("is_late", [False, True])
def test_an_answer_that_waited_in_vain_is_asked_for_again(
    game: Game, people: Sequence[Person], now: datetime, is_late: bool
) -> None:
    """By a new letter, since the one before has said that it would be played."""
    file(game, people[0], TREE, delay=90, now=now)
    stage.hand_in(game, people[1], FIRST, now=now)
    (before,) = Decision.objects.filter(game=game, closed_at=None)
    ConditionalTurns.objects.update(text=f"{FIRST} > i5-i19")
    Decision.objects.update(due_at=now + 80 * MINUTE, told_at=now)
    Delivery.objects.update(status="sent", sent_at=now)
    play = turns.expire_decision if is_late else turns.play_delayed_turn
    assert not play(before.pk, now=now + 90 * MINUTE)
    (again,) = Decision.objects.filter(game=game, closed_at=None)
    assert (again.seat, again.number) == (before.seat, before.number)
    assert again.due_at > now + 90 * MINUTE
    assert Delivery.objects.filter(key=f"decision-{again.pk}").exists()
    assert conditional_turns.stopped_turns(again.seat, again.number)


def test_an_answer_that_waits_is_played_before_time_is_up(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """Silence would be to resign."""
    alice, bob = people
    file(game, alice, TREE, delay=24 * 60, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    late = Decision.objects.get(game=game, closed_at=None)
    Decision.objects.update(due_at=now + MINUTE, told_at=now)
    Delivery.objects.update(status="sent", sent_at=now)
    assert turns.expire_decision(late.pk, now=now + 2 * MINUTE)
    assert played(game)[-1] == ("foreseen", ANSWER)
    assert Seat.objects.get(game=game, person=alice).timeouts == 0


def test_nothing_delayed_is_played_in_a_pause(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, TREE, delay=90, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    turns.pause_game(game.pk, now=now)
    assert not decisions.delayed_decisions(now + 91 * MINUTE).exists()


def test_conditional_turns_cannot_be_filed_out_of_time(
    game: Game, people: Sequence[Person], charlie: Person, now: datetime
) -> None:
    """Not by those who are asked, not on an old position, not in a pause, not by strangers."""
    alice, bob = people
    rejected = pytest.raises(conditional_turns.ConditionalRejected)
    with rejected:
        file(game, bob, TREE, now=now)
    with rejected:
        conditional_turns.file_turns(game.pk, alice, TREE, seen_version=1, delay=0, now=now)
    with pytest.raises(Seat.DoesNotExist):
        file(game, charlie, TREE, now=now)
    turns.pause_game(game.pk, now=now)
    with rejected:
        file(game, alice, TREE, now=now)


def test_conditional_turns_that_cannot_be_played_are_not_filed(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    with pytest.raises(Refused):
        file(game, people[0], f"{FIRST} > i5-i19", now=now)
    assert not ConditionalTurns.objects.exists()


def test_conditional_turns_are_for_games_of_two(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    of_four = stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)
    with pytest.raises(conditional_turns.ConditionalRejected):
        file(of_four, bob, "S40-S29; end > W40-W29; end", now=now)


def test_the_latest_conditional_turns_count_and_can_be_withdrawn(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, TREE, now=now)
    file(game, alice, f"{SECOND} > i5-i6", now=now)
    assert ConditionalTurns.objects.get().text == f"{SECOND} > i5-i6"
    assert conditional_turns.withdraw_turns(game.pk, alice)
    assert not conditional_turns.withdraw_turns(game.pk, alice)
    stage.hand_in(game, bob, SECOND, now=now)
    assert asked(game) == ["white"]


def test_conditional_turns_do_not_pass_to_a_substitute(
    game: Game, people: Sequence[Person], charlie: Person, now: datetime
) -> None:
    alice, bob = people
    row = file(game, alice, TREE, now=now)
    Seat.objects.filter(pk=row.seat_id).update(person=charlie)
    stage.hand_in(game, bob, FIRST, now=now)
    assert asked(game) == ["white"]


def test_conditional_turns_go_with_a_person_who_leaves(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    file(game, people[0], TREE, now=now)
    turns.vacate_seat(game.pk, "white", now=now)
    assert not ConditionalTurns.objects.exists()


def test_an_answer_that_waits_goes_where_its_author_becomes_absent(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """Else ticks would find it for ever, or it would be played for a player who is not there."""
    alice, bob = people
    file(game, alice, TREE, delay=90, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    assert ConditionalTurns.objects.exists()
    turns.pause_game(game.pk, now=now)  # so that silence does not end the game
    turns.mark_person_absent(game.pk, alice, now=now)
    assert not ConditionalTurns.objects.exists()


@pytest.mark.parametrize("kind", ["substitute", "absent"])
def test_the_tick_finds_no_answer_of_others(
    game: Game, people: Sequence[Person], charlie: Person, now: datetime, kind: str
) -> None:
    alice, bob = people
    file(game, alice, TREE, delay=90, now=now)
    stage.hand_in(game, bob, FIRST, now=now)
    due = now + 91 * MINUTE
    assert decisions.delayed_decisions(due).exists()
    seats = Seat.objects.filter(game=game, name="white")
    if kind == "absent":
        seats.update(is_absent=True)
    else:
        seats.update(person=charlie)
    assert not decisions.delayed_decisions(due).exists()


def test_the_tick_plays_first_what_is_due_longest(people: Sequence[Person], now: datetime) -> None:
    games = [stage.sit_down(people, "bollwerk", now=now, seats="choice") for _ in range(2)]
    for game, delay in zip(games, (60, 10), strict=True):
        stage.hand_in(game, people[0], OPENING, now=now)
        file(game, people[0], TREE, delay=delay, now=now)
        stage.hand_in(game, people[1], FIRST, now=now)
    due = decisions.delayed_decisions(now + 61 * MINUTE)
    assert [decision.game_id for decision in due] == [games[1].pk, games[0].pk]


def test_conditional_turns_go_with_the_end_of_the_game(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people
    file(game, alice, TREE, now=now)
    stage.hand_in(game, bob, "resign", now=now)
    assert not ConditionalTurns.objects.exists()
