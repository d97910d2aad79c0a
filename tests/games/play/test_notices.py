"""Who must hear what: one row for each letter, and none for what its reader did himself."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from accounts.models import Person
from games.letters import writers
from games.models import Decision, Game, Seat
from games.play import decisions, notices, tables, turns
from mail import outbox
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


def posted(kind: str) -> list[str]:
    rows = Delivery.objects.filter(kind=kind).order_by("address")
    return [address.partition("@")[0] for address in rows.values_list("address", flat=True)]


def open_decision(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def test_it_tells_the_start_to_all_but_the_starter(game: Game) -> None:
    assert posted("started") == ["bob", "dora", "erin"]


def test_it_posts_one_letter_for_a_question(game: Game, alice: Person, now: datetime) -> None:
    end_turn(game, alice, now)
    notices.notify_players(game, [open_decision(game)], now=now)
    assert posted("decision") == ["alice", "bob"]


def test_it_writes_to_the_starter_whose_turn_it_is(game: Game) -> None:
    assert posted("decision") == ["alice"]
    assert open_decision(game).told_at is None


def test_it_counts_as_told_whoever_hears_no_letters(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(letters=False)
    end_turn(game, alice, now)
    assert posted("decision") == ["alice"]
    assert open_decision(game).told_at == now


@pytest.mark.parametrize("reason", [{"is_house": True}, {"bounced_at": datetime.max}])
def test_it_writes_to_nobody_who_cannot_read(
    game: Game, alice: Person, bob: Person, now: datetime, reason: dict[str, object]
) -> None:
    fields = {name: now if value == datetime.max else value for name, value in reason.items()}
    Person.objects.filter(pk=bob.pk).update(**fields)
    end_turn(game, alice, now)
    assert posted("decision") == ["alice"]
    assert open_decision(game).told_at == now


def test_it_tells_the_end_to_everybody(
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
    assert posted("over") == ["alice", "bob", "dora", "erin"]


def test_it_invites_an_address_once(table: Game, alice: Person, now: datetime) -> None:
    for _ in range(2):
        tables.invite_addresses(
            table.pk, alice, ["frank@example.net", " Frank@example.net"], now=now
        )
    assert posted("invitation") == ["frank"]


def test_it_posts_nothing_when_nothing_happened(game: Game, alice: Person, now: datetime) -> None:
    with transaction.atomic():
        end_turn(game, alice, now)
        transaction.set_rollback(True)
    assert posted("decision") == ["alice"]


def test_it_has_a_writer_for_every_letter_it_posts(
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
def asked(game: Game, alice: Person, now: datetime) -> Decision:
    """Bob's turn, of which he has been told."""
    end_turn(game, alice, now)
    decision = open_decision(game)
    decisions.mark_notified(decision, now)
    return decision


def test_it_reminds_once_and_not_too_soon(asked: Decision, now: datetime) -> None:
    assert asked.remind_at == now + 18 * HOUR
    assert notices.post_reminders(now + 18 * HOUR - HOUR / 60) == 0
    assert [notices.post_reminders(now + 18 * HOUR) for _ in range(3)] == [1, 0, 0]
    assert posted("reminder") == ["bob"]


def test_it_leaves_further_reminders_to_the_next_time(
    asked: Decision, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Decision.objects.create(
        game=asked.game, seat=asked.game.seats.get(name="north"), kind="turn", version=99,
        number=9, opened_at=now, told_at=now, due_at=asked.due_at, remind_at=asked.remind_at,
    )  # fmt: skip
    monkeypatch.setattr(notices, "BATCH", 1)
    assert [notices.post_reminders(now + 18 * HOUR) for _ in range(3)] == [1, 1, 0]
    assert other.seat.person is not None
    assert posted("reminder") == ["bob", other.seat.person.name.lower()]


def test_it_does_not_remind_whoever_has_answered(
    asked: Decision, game: Game, bob: Person, now: datetime
) -> None:
    end_turn(game, bob, now + HOUR)
    assert notices.post_reminders(now + 18 * HOUR) == 0


def test_it_does_not_remind_whoever_wants_no_reminders(
    asked: Decision, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(reminders=False)
    notices.post_reminders(now + 18 * HOUR)
    assert posted("reminder") == []


def test_it_does_not_remind_of_what_nobody_was_told(
    game: Game, alice: Person, now: datetime
) -> None:
    end_turn(game, alice, now)
    assert notices.post_reminders(now + 20 * HOUR) == 0
    decisions.mark_notified(open_decision(game), now + 20 * HOUR)
    decision = open_decision(game)
    assert (decision.remind_at, decision.due_at) == (now + 38 * HOUR, now + 44 * HOUR)
    assert notices.post_reminders(now + 38 * HOUR) == 1


def looked(person: Person, at: datetime) -> None:
    Seat.objects.filter(person=person).update(looked_at=at)


def test_it_lets_a_letter_wait_while_its_reader_looks(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    looked(bob, now - timedelta(seconds=60))
    end_turn(game, alice, now)
    held = Delivery.objects.get(kind="decision", person=bob)
    assert held.next_at == now + timedelta(seconds=120)
    early, late = (outbox.claim_letters(now + timedelta(seconds=after), 10) for after in (119, 121))
    assert held not in early
    assert held in late


def test_it_writes_at_once_to_whoever_has_gone(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    looked(bob, now - timedelta(minutes=5))
    end_turn(game, alice, now)
    assert Delivery.objects.get(kind="decision", person=bob).next_at == now


def test_it_withdraws_a_letter_whose_question_is_answered(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    looked(bob, now)
    end_turn(game, alice, now)
    end_turn(game, bob, now)
    held = Delivery.objects.get(kind="decision", person=bob)
    assert writers.WRITERS["decision"](held, now) is None
