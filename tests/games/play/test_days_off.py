"""Days off: what they do to deadlines, and that nobody takes more than there are."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import personal_data
from games.letters import writers
from games.models import ConditionalTurns, DayOff, Decision, Game, Seat
from games.play import clock, days_off, decisions, turns
from leagues import game_results
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MONDAY = date(2026, 3, 2)
TUESDAY, WEDNESDAY, THURSDAY = (MONDAY + number * DAY for number in (1, 2, 3))
HOLIDAY, VACATION = days_off.Kind.HOLIDAY, days_off.Kind.VACATION


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def heeding(people: list[Person], now: datetime) -> Game:
    """Alice is on turn for a day, from Monday noon, at a table that heeds days off."""
    return begin(people, now, days_off=True)


def begin(people: list[Person], now: datetime, **pace: object) -> Game:
    game = stage.begin(people, stage.set_up(), now=now)
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, **pace})
    decisions.mark_notified(asked(game), now)
    game.refresh_from_db()
    return game


def asked(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def test_a_deadline_is_put_off_by_a_day_off(heeding: Game, alice: Person, now: datetime) -> None:
    before = asked(heeding)
    turns.take_days_off(alice, HOLIDAY, TUESDAY, WEDNESDAY, now=now)
    after = asked(heeding)
    assert after.due_at == before.due_at + 2 * DAY
    assert (after.moves, before.moves) == (1, 0)
    assert not turns.expire_decision(after.pk, now=before.due_at + HOUR)
    assert turns.expire_decision(after.pk, now=after.due_at)


def test_a_deadline_of_another_table_or_player_stays(
    people: list[Person], heeding: Game, alice: Person, bob: Person, now: datetime
) -> None:
    other = begin(people, now)
    before = asked(other).due_at, asked(heeding).due_at
    turns.take_days_off(alice, HOLIDAY, TUESDAY, TUESDAY, now=now)
    assert asked(other).due_at == before[0]
    turns.take_days_off(bob, HOLIDAY, TUESDAY, TUESDAY, now=now)
    assert asked(heeding).due_at == before[1] + DAY


def test_a_turn_that_is_asked_later_knows_of_days_off(
    heeding: Game, alice: Person, bob: Person, now: datetime
) -> None:
    turns.take_days_off(bob, VACATION, MONDAY, WEDNESDAY, now=now)
    orders = turns.Orders(
        game_id=heeding.pk, person=alice, text="end", seen_version=heeding.version, key="k" * 32
    )
    turns.submit(orders, now=now)
    due = asked(heeding).due_at.astimezone(bob.zone)
    assert (due.date(), due.hour) == (THURSDAY + DAY, 0)


@pytest.fixture
def saving(people: list[Person], now: datetime) -> Game:
    """Alice is on turn for a day, from Monday noon, and saves what is left over."""
    return begin(people, now, days_off=True, clocks={"turn": [72, 24, 168], "answer": [24] * 3})


def play(game: Game, *people: Person, now: datetime) -> Decision:
    """Let people play one after the other, and return what is asked then."""
    for person in people:
        game.refresh_from_db()
        orders = turns.Orders(
            game_id=game.pk, person=person, text="end", seen_version=game.version, key="k" * 32
        )
        turns.submit(orders, now=now)
    return asked(game)


def test_nobody_saves_time_by_giving_days_back(
    saving: Game, people: list[Person], now: datetime
) -> None:
    alice = people[0]
    turns.take_days_off(alice, VACATION, TUESDAY, THURSDAY, now=now)
    play(saving, alice, now=now)
    turns.return_days_off(alice, TUESDAY, THURSDAY, now=now + HOUR)
    again = play(saving, *people[1:], now=now + 2 * HOUR)
    assert again.due_at == now + 2 * HOUR + (24 + 24) * HOUR


def test_nobody_loses_what_they_have_saved_by_taking_days_off(
    saving: Game, people: list[Person], now: datetime
) -> None:
    alice = people[0]
    play(saving, alice, now=now)
    turns.take_days_off(alice, VACATION, TUESDAY, TUESDAY, now=now + HOUR)
    turns.take_days_off(alice, VACATION, WEDNESDAY, WEDNESDAY, now=now + HOUR)
    again = play(saving, *people[1:], now=now + 2 * HOUR)
    assert again.due_at == now + 2 * HOUR + (24 + 24) * HOUR + 2 * DAY


def test_days_that_are_given_back_bring_the_deadline_back(
    heeding: Game, alice: Person, now: datetime
) -> None:
    before = asked(heeding).due_at
    turns.take_days_off(alice, VACATION, TUESDAY, THURSDAY, now=now)
    turns.return_days_off(alice, TUESDAY, THURSDAY, now=now)
    after = asked(heeding)
    assert (after.due_at, after.moves) == (before, 2)
    alice.refresh_from_db()
    assert alice.last_day_off is None


def test_who_is_back_early_has_at_least_a_day(heeding: Game, alice: Person, now: datetime) -> None:
    turns.take_days_off(alice, VACATION, MONDAY, MONDAY + 9 * DAY, now=now)
    tuesday = now + DAY
    turns.return_days_off(alice, MONDAY, MONDAY + 9 * DAY, now=tuesday)
    assert asked(heeding).due_at >= tuesday + DAY
    kept = DayOff.objects.filter(person=alice).values_list("day", flat=True)
    assert list(kept) == [MONDAY, TUESDAY]  # what has begun is used up


def test_a_deadline_that_is_over_does_not_come_back(
    heeding: Game, alice: Person, now: datetime
) -> None:
    late = asked(heeding).due_at + HOUR
    turns.take_days_off(alice, HOLIDAY, WEDNESDAY, WEDNESDAY, now=late)
    assert turns.expire_decision(asked(heeding).pk, now=late)


def test_nothing_runs_out_on_a_day_off_that_was_not_known_of(
    heeding: Game, alice: Person, now: datetime
) -> None:
    due = asked(heeding).due_at
    DayOff.objects.create(person=alice, day=TUESDAY, kind=HOLIDAY)
    assert turns.expire_decision(asked(heeding).pk, now=due) is True  # the control: no last day off


def test_nothing_runs_out_on_a_day_off(heeding: Game, alice: Person, now: datetime) -> None:
    due = asked(heeding).due_at
    DayOff.objects.create(person=alice, day=TUESDAY, kind=HOLIDAY)
    Person.objects.filter(pk=alice.pk).update(last_day_off=TUESDAY)
    assert not turns.expire_decision(asked(heeding).pk, now=due)
    left = asked(heeding).due_at.astimezone(alice.zone)
    assert (left.date(), left.hour) == (THURSDAY, 0)  # the whole day after


def test_days_off_during_a_pause_count(heeding: Game, alice: Person, now: datetime) -> None:
    turns.pause_game(heeding.pk, now=now)
    turns.take_days_off(alice, HOLIDAY, TUESDAY, TUESDAY, now=now + HOUR)
    turns.resume_game(heeding.pk, now=now + 2 * HOUR)
    assert asked(heeding).due_at == now + 26 * HOUR + DAY


def test_there_are_so_many_days_a_year(alice: Person, now: datetime) -> None:
    turns.take_days_off(alice, HOLIDAY, TUESDAY, TUESDAY + 8 * DAY, now=now)
    assert days_off.days_left(alice, 2026) == {HOLIDAY: 1, VACATION: 30}
    with pytest.raises(days_off.DaysRefused, match="1 days off left in 2026"):
        turns.take_days_off(alice, HOLIDAY, date(2026, 5, 1), date(2026, 5, 2), now=now)
    turns.take_days_off(alice, HOLIDAY, date(2027, 1, 1), date(2027, 1, 2), now=now)
    turns.take_days_off(alice, HOLIDAY, TUESDAY, TUESDAY + 9 * DAY, now=now)  # nine are off already
    assert days_off.days_left(alice, 2026)[HOLIDAY] == 0


@pytest.mark.parametrize(
    ("first", "last"),
    [(MONDAY - DAY, MONDAY), (MONDAY + 366 * DAY, MONDAY + 367 * DAY)],
)
def test_days_off_lie_ahead_but_not_far(
    alice: Person, first: date, last: date, now: datetime
) -> None:
    with pytest.raises(days_off.DaysRefused):
        turns.take_days_off(alice, VACATION, first, last, now=now)
    assert not DayOff.objects.exists()


def test_stretches_are_days_in_a_row(alice: Person, now: datetime) -> None:
    turns.take_days_off(alice, VACATION, TUESDAY, THURSDAY, now=now)
    turns.take_days_off(alice, HOLIDAY, THURSDAY + DAY, THURSDAY + DAY, now=now)
    found = [(one.kind, one.first, one.last) for one in days_off.list_stretches(alice, MONDAY)]
    assert found == [
        (VACATION, TUESDAY, THURSDAY),
        (HOLIDAY, THURSDAY + DAY, THURSDAY + DAY),
    ]
    assert days_off.resting_until(alice, now) is None
    assert days_off.resting_until(alice, now + DAY) == THURSDAY + 2 * DAY


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_take_no_more_than_there_are(alice: Person, now: datetime) -> None:
    gate, refused = Barrier(2), list[str]()

    def take(first: date) -> None:
        gate.wait()
        try:
            turns.take_days_off(alice, HOLIDAY, first, first + 5 * DAY, now=now)
        except days_off.DaysRefused as refusal:
            refused.append(str(refusal))
        finally:
            connection.close()

    threads = [Thread(target=take, args=[day]) for day in (TUESDAY, TUESDAY + 30 * DAY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), DayOff.objects.count()) == (1, 6)


def end_time(game: Game, person: Person) -> Decision:
    """Let the time of a person who has their vacation begin by itself run out, as a tick does."""
    Person.objects.filter(pk=person.pk).update(vacation_by_itself=True)
    decision = asked(game)
    turns.begin_vacation(decision.pk, now=decision.due_at)
    turns.expire_decision(decision.pk, now=decision.due_at)
    return decision


def test_vacation_begins_by_itself_once(heeding: Game, alice: Person, now: datetime) -> None:
    decision = end_time(heeding, alice)
    put_off = asked(heeding)
    assert put_off.pk == decision.pk
    assert put_off.due_at.astimezone(alice.zone).date() == TUESDAY + 8 * DAY
    assert DayOff.objects.filter(person=alice, kind=VACATION).count() == 7
    letter = Delivery.objects.get(kind="vacation", person=alice)
    written = writers.WRITERS["vacation"](letter, decision.due_at)
    assert written is not None
    assert "your clocks rest until 10 March 2026" in " ".join(written.text.split())
    assert not turns.begin_vacation(put_off.pk, now=put_off.due_at)
    assert turns.expire_decision(put_off.pk, now=put_off.due_at)


def test_vacation_does_not_begin_without_days_or_at_a_table_that_does_not_heed_it(
    people: list[Person], heeding: Game, alice: Person, now: datetime
) -> None:
    other = begin(people, now)
    assert end_time(other, alice).pk not in Decision.objects.filter(closed_at=None).values_list(
        "pk", flat=True
    )
    first = date(2026, 5, 1)
    turns.take_days_off(alice, VACATION, first, first + 29 * DAY, now=now)
    decision = end_time(heeding, alice)
    assert asked(heeding).pk != decision.pk
    assert not Delivery.objects.filter(kind="vacation").exists()


def test_vacation_does_not_begin_before_time_is_up(
    heeding: Game, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(vacation_by_itself=True)
    due = asked(heeding).due_at
    assert not turns.begin_vacation(asked(heeding).pk, now=due - HOUR)
    Person.objects.filter(pk=alice.pk).update(vacation_by_itself=False)
    assert not turns.begin_vacation(asked(heeding).pk, now=due)


def test_vacation_does_not_begin_where_an_answer_waits_for_its_delay(
    heeding: Game, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(vacation_by_itself=True)
    due = asked(heeding).due_at
    row = ConditionalTurns.objects.create(
        game=heeding, seat=asked(heeding).seat, person=alice, text="a > b", foreseen=["x"],
        delay=60, version=1, filed_at=now, plays_at=due,
    )  # fmt: skip
    assert not turns.begin_vacation(asked(heeding).pk, now=due)
    row.delete()
    assert turns.begin_vacation(asked(heeding).pk, now=due)


def test_vacation_that_begins_at_the_end_of_a_year_takes_no_days_of_the_next(
    people: list[Person], alice: Person
) -> None:
    end = datetime(2026, 12, 28, 12, tzinfo=UTC)
    game = begin(people, end, days_off=True)
    first = date(2027, 1, 10)
    turns.take_days_off(alice, VACATION, first, first + 29 * DAY, now=end)
    decision = end_time(game, alice)
    assert asked(game).pk == decision.pk
    taken = DayOff.objects.filter(person=alice, day__lt=first).values_list("day", flat=True)
    assert max(taken) == date(2026, 12, 31)


SUNDAY = MONDAY + 6 * DAY


@pytest.fixture
def counting(people: list[Person], now: datetime) -> Game:
    """Alice is on turn at a table where others play after two days off in a row."""
    return begin(people, now, days_off=True, most_days_off=2)


def noon_of(day: date, person: Person) -> datetime:
    return datetime.combine(day, time(12), person.zone)


def midnight_of(day: date, person: Person) -> datetime:
    return datetime.combine(day, time(), person.zone)


def seat_of(game: Game, person: Person) -> Seat:
    return Seat.objects.select_related("game", "person").get(game=game, person=person)


def hand_over(game: Game, person: Person, now: datetime) -> datetime:
    """Let a person take the days from Tuesday to Sunday off, and the table be tired of it; return
    when that is."""
    turns.take_days_off(person, VACATION, TUESDAY, SUNDAY, now=now)
    moment = asked(game).hands_over_at
    assert moment is not None
    assert turns.list_handovers(moment - HOUR) == []
    assert turns.list_handovers(moment) == [asked(game).pk]
    assert turns.hand_over(asked(game).pk, now=moment)
    return moment


def test_others_play_after_as_many_days_off_in_a_row_as_the_table_bears(
    counting: Game, alice: Person, bob: Person, now: datetime
) -> None:
    pk = asked(counting).pk
    moment = hand_over(counting, alice, now)
    assert moment == midnight_of(THURSDAY, alice)
    seat = seat_of(counting, alice)
    assert seat.is_absent
    assert seat.absent_until == midnight_of(SUNDAY + DAY, alice)
    assert (seat.timeouts, seat.timeouts_in_row) == (0, 0)
    assert asked(counting).seat.person == bob
    assert not turns.hand_over(pk, now=moment)  # by another worker
    letters = Delivery.objects.filter(kind="seat", about__what="absent")
    assert {row.person.name for row in letters if row.person} == {"Alice", "Bob", "Dora", "Erin"}
    assert "on vacation for longer than this table waits" in told(letters, bob, moment)
    assert "Others play for you until Monday" in told(letters, alice, moment)


def test_the_page_says_until_when_somebody_is_away(
    counting: Game, alice: Person, bob: Person, now: datetime, client: Client
) -> None:
    moment = clock.now()
    today = moment.astimezone(alice.zone).date()
    turns.take_days_off(alice, VACATION, today, today + 4 * DAY, now=moment)
    client.force_login(bob)
    address = reverse("game", args=[counting.pk])
    assert "clock rests until" in client.get(address).content.decode()
    Seat.objects.filter(game=counting, person=alice).update(is_absent=True)
    page = client.get(address).content.decode()
    assert "on vacation until" in page
    assert "clock rests until" not in page


def told(letters: QuerySet[Delivery], person: Person, now: datetime) -> str:
    """Return what the letter to a person says."""
    written = writers.WRITERS["seat"](letters.get(person=person), now)
    assert written is not None
    return " ".join(written.text.split())


def test_the_deadline_rests_however_long_the_days_off_are(
    counting: Game, alice: Person, now: datetime
) -> None:
    """Else days that are given back would bring less time back than they took."""
    before = asked(counting).due_at
    turns.take_days_off(alice, VACATION, TUESDAY, WEDNESDAY, now=now)
    assert (asked(counting).due_at, asked(counting).hands_over_at) == (before + 2 * DAY, None)
    # One day more makes them too many: others play from that one on.
    turns.take_days_off(alice, HOLIDAY, THURSDAY, THURSDAY, now=now)
    assert asked(counting).due_at == before + 3 * DAY
    assert asked(counting).hands_over_at == midnight_of(THURSDAY, alice)
    turns.return_days_off(alice, TUESDAY, THURSDAY, now=now)
    assert (asked(counting).due_at, asked(counting).hands_over_at) == (before, None)


def test_a_turn_that_is_asked_for_late_in_a_vacation_is_handed_over_at_once(
    counting: Game, alice: Person, bob: Person, now: datetime
) -> None:
    turns.take_days_off(bob, VACATION, MONDAY, SUNDAY, now=now)
    later = noon_of(THURSDAY, bob)
    Decision.objects.filter(game=counting, closed_at=None).update(due_at=later + DAY)
    stage.hand_in(counting, alice, "end", now=later)
    assert turns.list_handovers(later) == [asked(counting).pk]
    assert turns.hand_over(asked(counting).pk, now=later)
    assert seat_of(counting, bob).is_absent


def test_who_came_back_has_as_many_days_again(
    counting: Game, people: list[Person], alice: Person, now: datetime
) -> None:
    """One tap must not hold the table up for the rest of a vacation, nor be undone at once."""
    moment = hand_over(counting, alice, now)
    turns.return_to_seat(counting.pk, alice, now=moment)
    for person in people[1:]:
        stage.hand_in(counting, person, "end", now=moment)
    assert asked(counting).seat.person == alice
    # Back on Thursday: Thursday and Friday off again, and others play from Saturday.
    again = midnight_of(THURSDAY + 2 * DAY, alice)
    assert asked(counting).hands_over_at == again
    turns.take_days_off(alice, HOLIDAY, SUNDAY + DAY, SUNDAY + 4 * DAY, now=moment)
    assert asked(counting).hands_over_at == again
    assert turns.hand_over(asked(counting).pk, now=again)
    assert seat_of(counting, alice).absent_until == midnight_of(SUNDAY + 5 * DAY, alice)


def test_a_deadline_that_is_put_off_by_days_off_knows_when_others_play(
    counting: Game, alice: Person, now: datetime
) -> None:
    """It was asked for in the moment in which the days were taken, and did not know of them."""
    due = asked(counting).due_at
    turns.take_days_off(alice, VACATION, TUESDAY, SUNDAY, now=now)
    Decision.objects.filter(game=counting).update(due_at=due, hands_over_at=None)
    assert not turns.expire_decision(asked(counting).pk, now=due)
    assert asked(counting).hands_over_at == midnight_of(THURSDAY, alice)


def test_who_has_played_or_is_paused_is_not_replaced(
    counting: Game, alice: Person, now: datetime
) -> None:
    turns.take_days_off(alice, VACATION, TUESDAY, SUNDAY, now=now)
    asked_for = asked(counting)
    assert asked_for.hands_over_at
    turns.pause_game(counting.pk, now=now)
    assert turns.list_handovers(asked_for.hands_over_at) == []
    assert not turns.hand_over(asked_for.pk, now=asked_for.hands_over_at)
    turns.resume_game(counting.pk, now=now)
    stage.hand_in(counting, alice, "end", now=now)
    assert not turns.hand_over(asked_for.pk, now=asked_for.hands_over_at)
    assert not seat_of(counting, alice).is_absent


def test_who_is_on_vacation_at_the_end_has_not_left(
    counting: Game, alice: Person, now: datetime
) -> None:
    """Who is absent for no vacation has, while a house player plays for them (CP6)."""
    Person.objects.create_user("", name="Hugo", is_house=True)
    Game.objects.filter(pk=counting.pk).update(stand_in="casual", is_rated=True)
    hand_over(counting, alice, now)
    Game.objects.filter(pk=counting.pk).update(status=Game.Status.OVER, ended_at=now)
    Seat.objects.filter(game=counting).update(place=1, side=0)
    game = Game.objects.get(pk=counting.pk)
    endings = {one.person_id: one.has_left for one in game_results.read_results([game])[game.pk]}
    assert endings[alice.pk] is False
    # Nor once the vacation is over.
    assert turns.list_seats_to_return(now + 30 * DAY) == []
    seat = seat_of(counting, alice)
    assert not turns.end_handover(seat.pk, now=now + 30 * DAY)
    assert seat_of(counting, alice).absent_until == seat.absent_until
    Seat.objects.filter(game=counting, person=alice).update(absent_until=None)
    endings = {one.person_id: one.has_left for one in game_results.read_results([game])[game.pk]}
    assert endings[alice.pk] is True


def test_a_player_is_there_again_when_their_days_off_end(
    counting: Game, alice: Person, now: datetime
) -> None:
    hand_over(counting, alice, now)
    seat, back = seat_of(counting, alice), midnight_of(SUNDAY + DAY, alice)
    assert turns.list_seats_to_return(back - HOUR) == []
    assert turns.list_seats_to_return(back) == [seat.pk]
    assert not turns.end_handover(seat.pk, now=back - HOUR)
    assert turns.end_handover(seat.pk, now=back)
    assert not turns.end_handover(seat.pk, now=back)
    seat.refresh_from_db()
    assert (seat.is_absent, seat.absent_until) == (False, None)
    assert Delivery.objects.filter(kind="seat", about__what="back").count() == 3


def test_days_that_are_given_back_or_added_move_the_return(
    counting: Game, alice: Person, now: datetime
) -> None:
    moment = hand_over(counting, alice, now)
    seat = seat_of(counting, alice)
    turns.take_days_off(alice, HOLIDAY, SUNDAY + DAY, SUNDAY + DAY, now=moment)
    assert not turns.end_handover(seat.pk, now=midnight_of(SUNDAY + DAY, alice))
    seat.refresh_from_db()
    assert seat.absent_until == midnight_of(SUNDAY + 2 * DAY, alice)
    turns.return_days_off(alice, MONDAY, SUNDAY + 2 * DAY, now=moment)
    assert turns.list_seats_to_return(moment) == [seat.pk]
    assert not turns.end_handover(seat.pk, now=moment)  # that day has begun
    assert turns.end_handover(seat.pk, now=midnight_of(THURSDAY + DAY, alice))


def test_nobody_takes_the_seat_of_somebody_who_has_days_off(
    counting: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    moment = hand_over(counting, alice, now)
    with pytest.raises(turns.Rejected, match="taken"):
        turns.become_substitute(counting.pk, "south", charlie, now=moment)
    Seat.objects.filter(game=counting, person=alice).update(absent_until=None)
    assert turns.become_substitute(counting.pk, "south", charlie, now=moment).person == charlie


def test_a_house_player_who_stands_in_has_a_day(
    counting: Game, alice: Person, now: datetime
) -> None:
    house = Person.objects.create_user("", name="Hugo", is_house=True)
    Game.objects.filter(pk=counting.pk).update(stand_in="casual")
    moment = hand_over(counting, alice, now)
    decision = asked(counting)
    assert decision.seat.stand_in == house
    assert decision.is_for_bot
    assert decision.due_at == moment + DAY


def test_a_turn_brings_somebody_back_whose_seat_was_handed_over(
    counting: Game, alice: Person, now: datetime
) -> None:
    moment = hand_over(counting, alice, now)
    turns.return_to_seat(counting.pk, alice, now=moment)
    assert not seat_of(counting, alice).is_absent
    assert seat_of(counting, alice).absent_until is None


def rest_of(person: Person) -> list[date]:
    return sorted(DayOff.objects.filter(person=person).values_list("day", flat=True))


def test_days_off_end_an_hour_after_a_turn_of_their_person(
    heeding: Game, alice: Person, now: datetime
) -> None:
    turns.take_days_off(alice, VACATION, MONDAY, SUNDAY, now=now, ends_by_turn=True)
    later = SUNDAY + 3 * DAY
    turns.take_days_off(alice, VACATION, later, later, now=now, ends_by_turn=True)
    alice.refresh_from_db()
    stage.hand_in(heeding, alice, "end", now=now + HOUR)
    assert days_off.list_ended(now + HOUR) == []
    assert days_off.list_ended(now + 2 * HOUR) == [alice.pk]
    turns.end_by_turn(alice.pk, now=now + 2 * HOUR)
    # Another row of days off stays as it is.
    assert rest_of(alice) == [MONDAY, later]
    assert days_off.list_ended(now + 9 * DAY) == []


def test_days_off_end_by_no_turn_of_others_and_where_nobody_said_so(
    heeding: Game, alice: Person, bob: Person, now: datetime
) -> None:
    turns.take_days_off(alice, VACATION, MONDAY, SUNDAY, now=now)
    turns.take_days_off(bob, VACATION, TUESDAY, SUNDAY, now=now, ends_by_turn=True)
    alice.refresh_from_db()
    stage.hand_in(heeding, alice, "end", now=now)
    stage.hand_in(heeding, bob, "end", now=now)  # before the first of these days
    assert days_off.list_ended(now + 9 * DAY) == []
    assert not DayOff.objects.filter(ends_at__isnull=False).exists()


def test_days_off_that_end_bring_deadlines_back(
    heeding: Game, people: list[Person], alice: Person, now: datetime
) -> None:
    other = begin(people, now, days_off=True)
    turns.take_days_off(alice, VACATION, MONDAY, SUNDAY, now=now, ends_by_turn=True)
    put_off = asked(other).due_at
    alice.refresh_from_db()
    stage.hand_in(heeding, alice, "end", now=now)
    turns.end_by_turn(alice.pk, now=now + HOUR)
    assert asked(other).due_at < put_off
    assert asked(other).due_at >= now + HOUR + DAY


def test_a_seat_whose_person_deletes_their_account_on_vacation_is_absent_for_good(
    counting: Game, alice: Person, now: datetime
) -> None:
    moment = hand_over(counting, alice, now)
    personal_data.erase(alice)
    seat = seat_of(counting, alice)
    assert seat.can_be_taken_over
    assert turns.list_seats_to_return(moment + 30 * DAY) == []
