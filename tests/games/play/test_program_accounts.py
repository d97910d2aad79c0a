"""Program accounts, which people call bots: who may have them, and where they may sit down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection

from accounts import names
from accounts.forms import clean_name
from accounts.models import Person
from games.models import Game, PlayerBlock, Restriction, Seat
from games.play import (
    account_deletion,
    blocks,
    interventions,
    keeping_away,
    program_accounts,
    program_seats,
    rematch,
    stand_in_friends,
    substitutes,
    tables,
    turns,
)
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from mail import failpoints
from mail.models import Delivery
from reports.matters import name_matter
from seasons import entering
from seasons.models import Competition
from tests import stage
from tests.servers import PATIENCE

MOST = program_accounts.MOST_OF_OWNER


def open_table(host: Person, now: datetime, **terms: Any) -> Game:
    wanted: dict[str, Any] = {"welcomes_programs": True, "is_rated": False, **terms}
    return tables.host_table(
        host,
        tables.TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"], **wanted),
        now=now,
    )


def join(table: Game, person: Person, now: datetime) -> str:
    """Sit down, and return why not."""
    try:
        tables.join_table(table.pk, person, now=now)
    except tables.TableRejected as rejection:
        return str(rejection)
    return ""


@pytest.fixture
def bot(bob: Person, now: datetime) -> Person:
    """A bot of Bob's."""
    return program_accounts.make_program(bob, "Castle", now=now)


@pytest.fixture
def running(alice: Person, bot: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A running game of Alice, Bob's bot, and others."""
    game = open_table(alice, now, starts_itself=True)
    for player in (bot, dora, erin):
        tables.join_table(game.pk, player, now=now)
    return Game.objects.get(pk=game.pk)


def test_a_bot_has_an_owner_and_a_marked_name_and_no_letters(bot: Person, bob: Person) -> None:
    assert (bot.owner, bot.is_program, bot.name) == (bob, True, "Castle (Bot)")
    assert not (bot.takes_letters)
    assert not (bot.hears_letters)
    assert not bot.hears_notices
    assert bot.addresses_ever_held() == []


@pytest.mark.parametrize("name", ["Admin", "Alice", "Chess Bot", "\u202eeltsaC", "Castle"])
def test_a_bot_has_no_name_that_a_person_could_not_have(
    bot: Person, bob: Person, alice: Person, name: str, now: datetime
) -> None:
    with pytest.raises(program_accounts.ProgramRefused):
        program_accounts.make_program(bob, name, now=now)


@pytest.mark.parametrize("name", ["Castle (Bot)", "Castle bot", "Castle [B0T]", "Bot"])
def test_a_person_has_no_name_of_a_bot(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_name(name)


@pytest.mark.parametrize("name", ["Robot", "Talbot", "Botany", "Bot of Ghent"])
def test_a_person_may_have_other_names_with_these_letters(db: None, name: str) -> None:
    assert clean_name(name) == name


def test_an_owner_has_four_bots_at_most(bob: Person, now: datetime) -> None:
    for number in range(MOST):
        program_accounts.make_program(bob, f"Castle {number}", now=now)
    with pytest.raises(program_accounts.ProgramRefused, match="You have 4 bots"):
        program_accounts.make_program(bob, "Castle more", now=now)


def test_an_owner_makes_twelve_bots_a_month_at_most(bob: Person, now: datetime) -> None:
    for number in range(program_accounts.MOST_A_MONTH):
        bot = program_accounts.make_program(bob, f"Castle {number}", now=now)
        account_deletion.start_deletion(bot, now=now)
    with pytest.raises(program_accounts.ProgramRefused, match="12 bots in 30 days"):
        program_accounts.make_program(bob, "Tower", now=now + timedelta(days=29))
    later = program_accounts.make_program(bob, "Tower", now=now + timedelta(days=30))
    assert later.is_active
    bob.refresh_from_db()
    assert bob.programs_made_at == [now + timedelta(days=30)]


def test_a_bot_that_is_not_made_is_not_counted(bob: Person, now: datetime) -> None:
    with pytest.raises(program_accounts.ProgramRefused):
        program_accounts.make_program(bob, "Admin", now=now)
    bob.refresh_from_db()
    assert bob.programs_made_at == []


@pytest.mark.parametrize("field", ["is_staff", "is_superuser", "is_house", "is_guest"])
def test_the_database_gives_a_bot_no_other_part(bot: Person, field: str) -> None:
    with pytest.raises(IntegrityError, match="person_"):
        Person.objects.filter(pk=bot.pk).update(**{field: True})


def test_the_database_gives_nobody_else_an_owner(alice: Person, bob: Person) -> None:
    with pytest.raises(IntegrityError, match="person_program_account"):
        Person.objects.filter(pk=alice.pk).update(owner=bob)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Do things at the same time; return why those did not work that did not."""
    ready, refusals = Barrier(len(acts)), list[str]()

    def do(act: Callable[[], object]) -> None:
        ready.wait()
        try:
            act()
        except (program_accounts.ProgramRefused, tables.TableRejected) as refused:
            refusals.append(str(refused))
        finally:
            connection.close()

    threads = [Thread(target=do, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refusals


def make_many(owner: Person, now: datetime) -> list[str]:
    """Ask for more bots at once than somebody may have; return the refusals."""
    names_wanted = [f"Castle {number}" for number in range(MOST + 2)]
    made = [partial(program_accounts.make_program, owner, name, now=now) for name in names_wanted]
    return at_once(*made)


@pytest.mark.django_db(transaction=True)
def test_an_owner_has_no_more_bots_by_asking_at_once(bob: Person, now: datetime) -> None:
    assert len(make_many(bob, now)) == 2
    assert program_accounts.list_programs(bob).count() == MOST


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_an_owner_would_have_more_bots(
    bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above: each counts before any has made one."""
    counted = Barrier(MOST + 2, timeout=PATIENCE)
    create = program_accounts._create_program

    def create_late(owner: Person, name: str) -> Person:
        counted.wait()
        return create(owner, name)

    monkeypatch.setattr(
        type(Person.objects), "lock_person", lambda self, pk, **_how: self.get(pk=pk)
    )
    monkeypatch.setattr(program_accounts, "_create_program", create_late)
    assert make_many(bob, now) == []
    assert program_accounts.list_programs(bob).count() == MOST + 2


def test_a_bot_sits_down_where_bots_are_welcome_alone(
    alice: Person, bot: Person, now: datetime
) -> None:
    assert join(open_table(alice, now), bot, now) == ""
    for terms in ({"welcomes_programs": False}, {"welcomes_programs": False, "is_private": True}):
        refusal = join(open_table(alice, now, **terms), bot, now)
        assert refusal == "Bots are not welcome at this table."


def test_a_bot_sits_down_at_a_private_table_of_its_owner(
    bob: Person, bot: Person, now: datetime
) -> None:
    private = open_table(bob, now, welcomes_programs=False, is_private=True)
    assert join(private, bot, now) == ""
    assert join(open_table(bob, now, welcomes_programs=False), bot, now) != ""


def test_a_bot_meets_neither_its_owner_nor_another_of_theirs_where_it_counts(
    alice: Person, bob: Person, bot: Person, now: datetime
) -> None:
    other = program_accounts.make_program(bob, "Tower", now=now)
    table = open_table(alice, now, is_rated=True)
    assert join(table, bot, now) == ""
    for own in (bob, other):
        assert "does not play with it where the game counts" in join(table, own, now)
    hosted = open_table(bob, now, is_rated=True)
    assert "does not play with it where the game counts" in join(hosted, bot, now)
    assert join(open_table(bob, now), bot, now) == ""


def test_a_bot_opens_no_table(bot: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="open none"):
        open_table(bot, now)


def test_a_bot_plays_a_number_of_games_at_once(
    alice: Person, bot: Person, now: datetime, settings: Any
) -> None:
    settings.MAX_PROGRAM_GAMES = 2
    tables_of_alice = [open_table(alice, now) for _number in range(3)]
    refusals = [join(table, bot, now) for table in tables_of_alice]
    assert refusals == ["", "", "This bot plays 2 games. It finishes one first."]
    tables.stand_up(tables_of_alice[0].pk, bot, now=now)
    assert join(tables_of_alice[2], bot, now) == ""


@pytest.mark.parametrize("who", ["owner", "bot"])
def test_a_bot_of_somebody_who_is_kept_away_is_kept_away(
    alice: Person, bob: Person, bot: Person, now: datetime, who: str
) -> None:
    blocks.block(alice, {"owner": bob, "bot": bot}[who], now=now)
    assert join(open_table(alice, now), bot, now) == keeping_away.say_no_seat()


def test_a_bot_keeps_away_from_whom_its_owner_keeps_away(
    alice: Person, bob: Person, bot: Person, now: datetime
) -> None:
    blocks.block(bob, alice, now=now)
    assert join(open_table(alice, now), bot, now) == "You keep away from Alice."
    PlayerBlock.objects.all().delete()
    assert join(open_table(alice, now), bot, now) == ""


def test_a_block_parts_those_who_sit_with_the_bot(
    alice: Person, bob: Person, bot: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bot, now=now)
    blocks.block(alice, bob, now=now)
    assert not Seat.objects.filter(game=table, person=bot).exists()


def test_what_keeps_an_owner_from_tables_keeps_their_bot(
    alice: Person, bob: Person, bot: Person, now: datetime
) -> None:
    Restriction.objects.create(person=bob, kind="no_tables", until=now + timedelta(days=1))
    assert "As the staff has decided" in join(open_table(alice, now), bot, now)


def test_nothing_is_decided_about_a_bot_but_about_its_owner(
    alice: Person, bob: Person, bot: Person, now: datetime
) -> None:
    assert name_matter(bot).about == bob
    request = StaffRequest(key="k", by=alice, reason="r")
    with pytest.raises(turns.Rejected):
        interventions.close_account(bot.pk, request, now=now)


def test_the_account_of_an_owner_that_is_closed_closes_those_of_their_bots(
    alice: Person, bob: Person, bot: Person, running: Game, erin: Person, now: datetime
) -> None:
    staff = Person.objects.create_superuser("staff@example.org", name="Charlie")
    interventions.close_account(bob.pk, StaffRequest(key="k", by=staff, reason="r"), now=now)
    assert running.seats.get(person=bot).is_absent
    assert join(open_table(alice, now), bot, now) == "This account is closed."


def test_a_bot_takes_over_no_seat_and_stands_in_for_nobody(
    running: Game, dora: Person, bob: Person, now: datetime
) -> None:
    other = program_accounts.make_program(bob, "Tower", now=now)
    turns.mark_person_absent(running.pk, dora, now=now)
    seat = running.seats.get(person=dora)
    with pytest.raises(turns.Rejected, match="Bots take over no seats"):
        turns.become_substitute(running.pk, seat.name, other, now=now)
    assert substitutes.refuse_stand_in(running, other) == "Bots take over no seats."


def test_the_owner_of_a_bot_takes_over_no_seat_beside_it(
    running: Game, dora: Person, bob: Person, now: datetime
) -> None:
    turns.mark_person_absent(running.pk, dora, now=now)
    seat = running.seats.get(person=dora)
    with pytest.raises(turns.Rejected, match="Another account of yours"):
        turns.become_substitute(running.pk, seat.name, bob, now=now)


def test_a_bot_that_is_stopped_is_absent_and_leaves_tables(
    running: Game, alice: Person, bot: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bot, now=now)
    for _time in range(2):  # done twice it is as done once
        program_accounts.stop_program(bot, now=now)
    seat = running.seats.get(person=bot)
    assert seat.is_absent
    assert seat.can_be_taken_over
    assert not Seat.objects.filter(game=table, person=bot).exists()
    assert join(table, bot, now) == "This account is closed."
    program_accounts.start_program(bot)
    assert join(table, bot, now) == ""


def test_a_rematch_writes_no_letter_to_a_bot(
    running: Game, alice: Person, bot: Person, now: datetime
) -> None:
    Game.objects.filter(pk=running.pk).update(status="over", ended_at=now)
    Delivery.objects.all().delete()
    table = rematch.join_rematch(running.pk, alice, now=now)
    assert table.welcomes_programs
    addresses = set(Delivery.objects.values_list("address", flat=True))
    assert addresses == {"dora@example.org", "erin@example.org"}
    rematch.join_rematch(running.pk, bot, now=now)
    assert Seat.objects.filter(game=table, person=bot).exists()


def test_no_letter_goes_to_a_bot(running: Game, bot: Person) -> None:
    assert not Delivery.objects.filter(address__icontains="invalid").exists()
    assert not Delivery.objects.filter(person=bot).exclude(address="").exists()


def test_a_deleted_owner_leaves_no_bot_that_plays(
    running: Game, bob: Person, bot: Person, now: datetime
) -> None:
    assert account_deletion.start_deletion(bob, now=now)
    bot.refresh_from_db()
    assert (bot.is_deleted, bot.is_active, bot.owner_id, bot.is_program) == (
        True, False, None, True,
    )  # fmt: skip
    assert not running.seats.filter(person=bot).exists()
    with pytest.raises(Person.DoesNotExist):
        program_accounts.make_program(bob, "Tower", now=now)


def test_an_interrupted_deletion_of_an_owner_goes_on_with_their_bots(
    running: Game, bob: Person, bot: Person, now: datetime, settings: Any
) -> None:
    settings.FAULT = "account_closed:raise"
    with pytest.raises(failpoints.PlantedError):
        account_deletion.start_deletion(bob, now=now)
    bot.refresh_from_db()
    assert bot.leaving_at is None
    settings.FAULT = ""
    assert [*account_deletion.delete_accounts(lambda: now)]
    for person in (bob, bot):
        person.refresh_from_db()
        assert person.is_deleted
    assert not running.seats.filter(person=bot).exists()


@pytest.fixture
def waiting(bot: Person, bob: Person, alice: Person, now: datetime) -> Game:
    """A game of Alice, whose turn it is, and Bob's bot, which can offer a draw meanwhile."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    game.seats.filter(person=bob).update(person=bot)
    return game


def test_orders_that_wait_while_their_bot_is_stopped_do_not_count(
    waiting: Game, bot: Person, now: datetime
) -> None:
    program_accounts.stop_program(Person.objects.get(pk=bot.pk), now=now)
    with pytest.raises(turns.ProgramStopped, match="This bot was stopped"):
        stage.hand_in(waiting, bot, "draw?", now=now)
    with pytest.raises(turns.ProgramStopped):
        turns.return_to_seat(waiting.pk, bot, now=now)
    assert waiting.seats.get(person=bot).is_absent
    program_accounts.start_program(bot)
    stage.hand_in(waiting, bot, "draw?", now=now)
    assert not waiting.seats.get(person=bot).is_absent


def test_orders_that_wait_while_the_account_of_an_owner_is_closed_do_not_count(
    waiting: Game, bot: Person, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(turns.ProgramStopped):
        stage.hand_in(waiting, bot, "draw?", now=now)


def test_orders_that_were_played_are_answered_again_once_their_bot_is_stopped(
    waiting: Game, bot: Person, now: datetime
) -> None:
    orders = turns.Orders(
        game_id=waiting.pk, person=bot, text="draw?", seen_version=waiting.version, key="k"
    )
    assert not turns.submit(orders, now=now).repeated
    program_accounts.stop_program(Person.objects.get(pk=bot.pk), now=now)
    assert turns.submit(orders, now=now).repeated


def test_a_bot_enters_no_cup(bot: Person, now: datetime) -> None:
    competition = Competition(welcomes_bots=True, is_rated=True)
    assert entering._refuse_person(competition, bot, now) == "Bots enter no seasons and cups."


def test_nobody_lets_a_bot_stand_in(alice: Person, bot: Person, now: datetime) -> None:
    with pytest.raises(stand_in_friends.FriendRefused):
        stand_in_friends.name_friend(alice, bot.name, now=now)


def test_only_where_a_game_counts_company_of_ones_own_is_refused(
    bob: Person, bot: Person, now: datetime
) -> None:
    game = Game(is_rated=False, welcomes_programs=True)
    assert program_seats.refuse_seat(game, bot) == ""
