"""Notices: one row for each letter, and none about what its reader has done."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from accounts.models import Person
from games.letters import writers
from games.models import Decision, Game, Seat
from games.play import decisions, notices, tables, turns
from mail import outbox
from mail.channels import registration
from mail.models import Delivery
from tests import stage

HOUR = timedelta(hours=1)


def end_turn(game: Game, person: Person, now: datetime) -> None:
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    turns.submit(
        turns.Orders(
            game_id=game.pk, person=person, text="end", seen_version=version, key=f"{version}"
        ),
        now=now,
    )


def posted_keys(kind: str) -> list[str]:
    rows = Delivery.objects.filter(kind=kind).order_by("address")
    return [address.partition("@")[0] for address in rows.values_list("address", flat=True)]


def open_decision(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def test_the_start_is_notified_to_all_but_the_starter(game: Game) -> None:
    assert posted_keys("started") == ["bob", "dora", "erin"]


def test_a_decision_brings_one_letter(game: Game, alice: Person, now: datetime) -> None:
    end_turn(game, alice, now)
    notices.notify_players(game, [open_decision(game)], now=now)
    assert posted_keys("decision") == ["alice", "bob"]


def test_the_starter_gets_a_letter_about_their_own_turn(game: Game) -> None:
    assert posted_keys("decision") == ["alice"]
    assert open_decision(game).told_at is None


def test_a_player_without_letters_counts_as_notified(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(letters=False)
    end_turn(game, alice, now)
    assert posted_keys("decision") == ["alice"]
    assert open_decision(game).told_at == now


@pytest.mark.parametrize("reason", [{"is_house": True}, {"bounced_at": datetime.max}])
def test_bots_and_bounced_addresses_get_no_letter(
    game: Game, alice: Person, bob: Person, now: datetime, reason: dict[str, object]
) -> None:
    fields = {name: now if value == datetime.max else value for name, value in reason.items()}
    Person.objects.filter(pk=bob.pk).update(**fields)
    end_turn(game, alice, now)
    assert posted_keys("decision") == ["alice"]
    assert open_decision(game).told_at == now


def test_the_end_is_notified_to_everybody(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    pieces = {
        "S12": "south K", "S14": "west E(S)", "S01": "south S", "S02": "south S",
        "N01": "north S", "N02": "north S", "N03": "north S",
        "E01": "east S", "E02": "east S", "E03": "east S",
    }  # fmt: skip
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    orders = turns.Orders(
        game_id=game.pk, person=alice, text="S12-S13xS14", seen_version=1, key="last"
    )
    turns.submit(orders, now=now)
    assert posted_keys("over") == ["alice", "bob", "dora", "erin"]


def test_an_address_gets_one_invitation(table: Game, alice: Person, now: datetime) -> None:
    for _ in range(2):
        tables.invite_addresses(
            table.pk, alice, ["frank@example.net", " Frank@example.net"], now=now
        )
    assert posted_keys("invitation") == ["frank"]


def test_no_letter_is_posted_when_nothing_happened(
    game: Game, alice: Person, now: datetime
) -> None:
    with transaction.atomic():
        end_turn(game, alice, now)
        transaction.set_rollback(True)
    assert posted_keys("decision") == ["alice"]


def test_every_posted_kind_of_letter_has_a_writer(
    table: Game, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, ["frank@example.net"], now=now)
    for person in (bob, dora, erin):
        tables.join_table(table.pk, person, now=now)
    game = tables.start_by_host(table.pk, alice, now=now)
    end_turn(game, alice, now)
    decisions.mark_notified(open_decision(game), now)
    notices.post_reminders(now + 23 * HOUR)
    kinds = set(Delivery.objects.values_list("kind", flat=True))
    assert kinds == {"invitation", "table", "started", "decision", "reminder"}
    assert kinds <= set(writers.WRITERS)


@pytest.fixture
def bobs_turn(game: Game, alice: Person, now: datetime) -> Decision:
    """Bob's turn, of which he was notified."""
    end_turn(game, alice, now)
    decision = open_decision(game)
    decisions.mark_notified(decision, now)
    return decision


def test_a_reminder_is_posted_once_and_not_too_soon(bobs_turn: Decision, now: datetime) -> None:
    assert bobs_turn.remind_at == now + 18 * HOUR
    assert notices.post_reminders(now + 18 * HOUR - HOUR / 60) == 0
    assert [notices.post_reminders(now + 18 * HOUR) for _ in range(3)] == [1, 0, 0]
    assert posted_keys("reminder") == ["bob"]


def test_further_reminders_are_left_to_the_next_tick(
    bobs_turn: Decision, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Decision.objects.create(
        game=bobs_turn.game, seat=bobs_turn.game.seats.get(name="north"), kind="turn", version=99,
        number=9, opened_at=now, told_at=now,
        due_at=bobs_turn.due_at, remind_at=bobs_turn.remind_at,
    )  # fmt: skip
    monkeypatch.setattr(notices, "BATCH", 1)
    assert [notices.post_reminders(now + 18 * HOUR) for _ in range(3)] == [1, 1, 0]
    assert other.seat.person is not None
    assert posted_keys("reminder") == ["bob", other.seat.person.name.lower()]


def test_a_player_who_has_answered_gets_no_reminder(
    bobs_turn: Decision, game: Game, bob: Person, now: datetime
) -> None:
    end_turn(game, bob, now + HOUR)
    assert notices.post_reminders(now + 18 * HOUR) == 0


def test_a_player_who_wants_no_reminders_gets_none(
    bobs_turn: Decision, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(reminders=False)
    notices.post_reminders(now + 18 * HOUR)
    assert posted_keys("reminder") == []


def test_no_reminder_is_posted_before_the_letter_has_left(
    game: Game, alice: Person, now: datetime
) -> None:
    end_turn(game, alice, now)
    assert notices.post_reminders(now + 20 * HOUR) == 0
    decisions.mark_notified(open_decision(game), now + 20 * HOUR)
    decision = open_decision(game)
    assert (decision.remind_at, decision.due_at) == (now + 38 * HOUR, now + 44 * HOUR)
    assert notices.post_reminders(now + 38 * HOUR) == 1


def record_look(person: Person, at: datetime) -> None:
    Seat.objects.filter(person=person).update(looked_at=at)


def test_a_letter_waits_while_its_reader_looks_at_the_game(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    record_look(bob, now - timedelta(seconds=60))
    end_turn(game, alice, now)
    held = Delivery.objects.get(kind="decision", person=bob)
    assert held.next_at == now + timedelta(seconds=120)
    early, late = (outbox.claim_letters(now + timedelta(seconds=after), 10) for after in (119, 121))
    assert held not in early
    assert held in late


def test_a_letter_leaves_at_once_if_its_reader_does_not_look(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    record_look(bob, now - timedelta(minutes=5))
    end_turn(game, alice, now)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == now


def test_a_letter_is_not_held_into_quiet_hours(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    late = now + timedelta(hours=10, minutes=59)  # a minute before quiet hours
    Person.objects.filter(pk=bob.pk).update(quiet_from=18, quiet_to=20)
    record_look(bob, late - timedelta(seconds=10))
    end_turn(game, alice, late)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == late


def test_a_letter_leaves_at_once_if_its_reader_wants_it_so(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(letters_while_looking=True)
    record_look(bob, now - timedelta(seconds=60))
    end_turn(game, alice, now)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == now


def keep_quiet(person: Person, **fields: object) -> None:
    """Let a person in New York want no letters from 6 to 20 o'clock: at noon UTC it is 7 there."""
    Person.objects.filter(pk=person.pk).update(quiet_from=6, quiet_to=20, **fields)


def test_a_letter_waits_for_the_end_of_quiet_hours_while_the_clock_runs(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    keep_quiet(bob)
    end_turn(game, alice, now)
    held, decision = Delivery.objects.get(kind="decision", person=bob), open_decision(game)
    assert held.next_at == now + 13 * HOUR
    assert (decision.told_at, decision.due_at) == (now, now + 24 * HOUR)
    assert writers.WRITERS["decision"](held, held.next_at) is not None
    writers.note_delivery(held, held.next_at)
    assert open_decision(game).due_at == now + 24 * HOUR


def test_a_letter_breaks_quiet_hours_if_time_runs_out_before_they_end(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    keep_quiet(bob)
    clocks = {"turn": [8, 8, 8], "answer": [4, 4, 4]}
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "clocks": clocks})
    end_turn(game, alice, now)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == now


def test_a_letter_breaks_no_quiet_hours_of_who_does_not_want_that(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    keep_quiet(bob, urgent_breaks_quiet=False)
    clocks = {"turn": [8, 8, 8], "answer": [4, 4, 4]}
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "clocks": clocks})
    end_turn(game, alice, now)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == now + 13 * HOUR


def test_a_letter_about_a_closed_decision_is_withdrawn(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    record_look(bob, now)
    end_turn(game, alice, now)
    end_turn(game, bob, now)
    held = Delivery.objects.get(kind="decision", person=bob)
    assert writers.WRITERS["decision"](held, now) is None


def want(person: Person, **fields: object) -> None:
    Person.objects.filter(pk=person.pk).update(**fields)


def letter_to(person: Person) -> Delivery:
    return Delivery.objects.get(kind="decision", person=person, channel=None)


def test_a_turn_waits_for_the_digest_while_the_clock_runs(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="digest", digest_hours=[8])  # at noon UTC it is 7 in New York
    end_turn(game, alice, now)
    letter, decision = letter_to(bob), open_decision(game)
    assert (letter.next_at, letter.is_gathered) == (now + HOUR, True)
    assert (decision.told_at, decision.due_at) == (now, now + 24 * HOUR)


def test_a_turn_waits_for_no_digest_that_leaves_too_little_time(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="digest", digest_hours=[6])
    end_turn(game, alice, now)
    assert (letter_to(bob).next_at, letter_to(bob).is_gathered) == (now, False)


def test_a_turn_that_waits_for_a_digest_is_told_to_channels_at_once(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="digest", digest_hours=[8])
    registration.add_webhook(
        bob.pk, "json", "hooks.example.org", "https://hooks.example.org/", says_little=False,
        now=now,
    )  # fmt: skip
    end_turn(game, alice, now)
    (notice,) = Delivery.objects.filter(kind="decision", person=bob).exclude(channel=None)
    assert (notice.next_at, notice.is_gathered) == (now, False)


def test_a_turn_of_who_wants_it_near_the_end_alone_is_told_by_its_reminder(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="near", reminders=False, reminder_hours=[12, 3])
    end_turn(game, alice, now)
    assert not Delivery.objects.filter(kind="decision", person=bob).exists()
    assert open_decision(game).told_at == now
    for hours, kinds in ((11, []), (12, ["decision"]), (21, ["decision"])):
        notices.post_reminders(now + hours * HOUR)
        rows = Delivery.objects.filter(person=bob, kind__in=("decision", "reminder"))
        assert [*rows.values_list("kind", flat=True)] == kinds


def test_a_turn_that_leaves_no_time_for_a_reminder_is_told_at_once(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="near", reminder_hours=[48])
    end_turn(game, alice, now)
    assert letter_to(bob).next_at == now


def test_a_turn_that_its_player_wants_to_hear_nothing_of_is_told_nowhere(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="never")
    end_turn(game, alice, now)
    notices.post_reminders(now + 23 * HOUR)
    assert not Delivery.objects.filter(person=bob, kind__in=("decision", "reminder")).exists()
    assert open_decision(game).told_at == now


def test_the_end_of_a_game_comes_in_the_manner_of_what_happens(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    want(bob, events_manner="digest", digest_hours=[9], turns_manner="never")
    want(dora, events_manner="never")
    people = [Person.objects.get(pk=one.pk) for one in (alice, bob, dora, erin)]
    start = {"S12": "south K", "S14": "west E(S)", "N01": "north S", "N02": "north S"}
    game = stage.begin(people, start, now=now)
    end_turn(game, people[0], now)
    sent = dict(Delivery.objects.filter(kind="started").values_list("person__name", "is_gathered"))
    assert sent == {}  # begun on a stage, without a host
    notices.notify_start(game, now=now, actor=people[0])
    sent = dict(Delivery.objects.filter(kind="started").values_list("person__name", "is_gathered"))
    assert sent == {"Bob": True, "Erin": False}


def test_reminders_come_at_each_chosen_hour_and_again_once_the_deadline_moves(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, reminder_hours=[12, 3])
    end_turn(game, alice, now)
    decisions.mark_notified(open_decision(game), now)
    assert open_decision(game).remind_at == now + 12 * HOUR
    for hours, count in ((12, 1), (13, 1), (21, 2), (22, 2)):
        notices.post_reminders(now + hours * HOUR)
        assert Delivery.objects.filter(kind="reminder", person=bob).count() == count
    assert open_decision(game).remind_at is None
    decisions.move_deadline(open_decision(game), now + 30 * HOUR, now=now + 22 * HOUR)
    notices.post_reminders(now + 27 * HOUR)
    assert Delivery.objects.filter(kind="reminder", person=bob).count() == 3


def test_a_letter_that_waits_for_a_digest_leaves_in_place_of_a_reminder(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="digest", digest_hours=[6], reminder_hours=[24])
    Game.objects.filter(pk=game.pk).update(
        pace={**game.pace, "clocks": {"turn": [48, 48, 48], "answer": [24, 24, 24]}}
    )
    end_turn(game, alice, now)
    assert letter_to(bob).next_at == now + 23 * HOUR
    decision = open_decision(game)
    Decision.objects.filter(pk=decision.pk).update(remind_at=now + HOUR)
    notices.post_reminders(now + HOUR)
    assert letter_to(bob).next_at == now + HOUR
    assert not Delivery.objects.filter(kind="reminder", person=bob).exists()


def test_a_reminder_whose_marks_have_all_passed_comes_now(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, reminder_hours=[12])
    end_turn(game, alice, now)
    decisions.move_deadline(open_decision(game), now + 10 * HOUR, now=now + HOUR)
    assert open_decision(game).remind_at == now + HOUR


@pytest.mark.parametrize("is_told", [False, True], ids=["nobody", "a channel"])
def test_a_deadline_waits_for_a_digest_that_no_server_has_taken(
    game: Game, alice: Person, bob: Person, now: datetime, is_told: bool
) -> None:
    want(bob, turns_manner="digest", digest_hours=[8])
    end_turn(game, alice, now)
    decision, late = open_decision(game), now + 24 * HOUR
    letter = letter_to(bob)
    Delivery.objects.filter(pk=letter.pk).update(error="HostError: away", next_at=late + HOUR)
    if is_told:
        channel = registration.add_webhook(
            bob.pk, "json", "hooks.example.org", "https://hooks.example.org/", says_little=False,
            now=now,
        )  # fmt: skip
        Delivery.objects.create(
            key=f"{letter.key}#{channel.pk}", kind="decision", person=bob, channel=channel,
            queue="channels", status="sent", sent_at=now, created_at=now, next_at=now,
        )  # fmt: skip
    assert turns.expire_decision(decision.pk, now=late) == is_told
    if not is_told:
        assert not decisions.overdue_decisions(late).exists()
        assert turns.expire_decision(decision.pk, now=late + decisions.GRACE)


def test_a_deadline_waits_for_no_letter_that_its_reader_wants_later(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    keep_quiet(bob, urgent_breaks_quiet=False)
    clocks = {"turn": [8, 8, 8], "answer": [4, 4, 4]}
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "clocks": clocks})
    end_turn(game, alice, now)
    assert turns.expire_decision(open_decision(game).pk, now=now + 8 * HOUR)


def test_a_digest_in_quiet_hours_comes_when_these_end(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    want(bob, turns_manner="digest", digest_hours=[8], quiet_from=8, quiet_to=10)
    end_turn(game, alice, now)
    assert letter_to(bob).next_at == now + 3 * HOUR
