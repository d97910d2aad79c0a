"""Account deletion: name and addresses are nowhere, and the games of others are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import code_confirmation, email_change
from accounts.models import Person
from games import tasks
from games.fairness.proof import check_record
from games.letters.writers import WRITERS
from games.models import Game, Invitation, Seat
from games.planner import drafts
from games.play import (
    account_deletion,
    fairness,
    interventions,
    rematch,
    store,
    tables,
    thanks,
    turns,
)
from games.play.clock import PRESETS
from games.play.damage import DamagedError
from games.replay import export
from leagues import ratings
from mail import failpoints
from mail.models import Delivery
from tests import stage
from tests.games import espionage, skirmishes
from training.models import CompletedLesson

NAME, OLD, ADDRESS = "Zsófia Quill", "zsofia@old.example.net", "quill@new.example.net"
TRACES = ("Quill", "Zsófia", OLD, ADDRESS, "zsofia", "qu111")  # the last as names are compared
FORMER = "a former player"

pytestmark = pytest.mark.django_db


@pytest.fixture
def zsofia(db: None) -> Person:
    return Person.objects.create_user(OLD, name=NAME)


@pytest.fixture
def running_game(zsofia: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A game that goes on, whose table was hers, and whose title is the one that was offered."""
    game = stage.begin((zsofia, bob, dora, erin), stage.set_up(), now=now)
    Game.objects.filter(pk=game.pk).update(title=f"Conquest with {NAME}")
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def over(zsofia: Person, bob: Person, now: datetime) -> Game:
    """A game of secrets and chance that Zsófia has played to its end."""
    game = espionage.begin((zsofia, bob), now)
    story = espionage.STORY
    return skirmishes.tell(game, (zsofia, bob), now=now, upto=len(story), story=story)


@pytest.fixture
def life(
    running_game: Game, over: Game, zsofia: Person, bob: Person, charlie: Person, now: datetime,
    code_for: Callable[[str], str],
) -> Client:  # fmt: skip
    """Everything that a person can do on the site, done by Zsófia; return her browser."""
    browser = Client(headers={"user-agent": "Browser of Zsófia Quill"})
    browser.post(reverse("account_login"), {"login": OLD})
    browser.post(reverse("account_confirm_login_code"), {"code": code_for(OLD)})
    browser.post(reverse("change_address"), {"email": ADDRESS})
    browser.post(reverse("address_code"), {"code": code_for(ADDRESS)})
    zsofia.refresh_from_db()
    seat = running_game.seats.get(person=zsofia)
    drafts.save_draft(seat, zsofia, "S40-S29", version=running_game.version, seen=None, now=now)
    CompletedLesson.objects.create(person=zsofia, ruleset="conquest", number=1)
    Authenticator.objects.create(user=zsofia, type="webauthn", data={"name": NAME})
    thanks.give_thanks(over, zsofia, now=now)
    rematch.join_rematch(over.pk, bob, now=now)
    table = tables.open_table(
        zsofia,
        tables.TableTerms(ruleset="conquest", title=f"{NAME}s Tisch", pace=PRESETS["normal"]),
        now=now,
    )
    tables.invite_addresses(table.pk, zsofia, ["friend@example.org"], now=now)
    for_others = tables.open_table(
        charlie,
        tables.TableTerms(ruleset="conquest", title="Open", pace=PRESETS["normal"]),
        now=now,
    )
    tables.invite_addresses(for_others.pk, charlie, [OLD, ADDRESS, "bob@example.org"], now=now)
    tables.join_table(for_others.pk, zsofia, now=now)
    ratings.rate_games()
    LogEntry.objects.log_actions(charlie.pk, [zsofia], CHANGE, f"Renamed from {NAME}")
    return browser


@pytest.fixture
def code_for() -> Callable[[str], str]:
    from tests.accounts.conftest import _opened

    return lambda address: _opened(
        Delivery.objects.filter(address=address, kind="sign_in").latest("pk")
    )


COLUMNS = """
    SELECT table_name, column_name, data_type FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
"""


def traces() -> set[str]:
    """Return each column of the whole database, new tables included, with a trace of her."""
    found = set()
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        for table, column, kind in cursor.fetchall():
            text = f"encode(\"{column}\", 'escape')" if kind == "bytea" else f'"{column}"::text'
            like = " OR ".join([f"{text} ILIKE %s"] * len(TRACES))
            cursor.execute(
                f'SELECT 1 FROM "{table}" WHERE {like} LIMIT 1',
                [f"%{trace}%" for trace in TRACES],
            )
            if cursor.fetchone():
                found.add(f"{table}.{column}")
    return found


def part(zsofia: Person, now: datetime) -> None:
    account_deletion.delete_account(Person.objects.get(pk=zsofia.pk), now=now)


def test_a_deleted_account_leaves_no_trace_in_any_column(
    life: Client, zsofia: Person, now: datetime
) -> None:
    assert traces() >= {
        "account_emailaddress.email",
        "accounts_formeraddress.address",
        "accounts_person.email",
        "accounts_person.likeness",
        "accounts_person.mailbox",
        "accounts_person.name",
        "django_admin_log.change_message",
        "django_admin_log.object_repr",
        "games_game.title",
        "games_invitation.address",
        "games_invitation.mailbox",
        "mail_delivery.address",
        "mfa_authenticator.data",
        "usersessions_usersession.user_agent",
    }
    part(zsofia, now)
    assert traces() == set()


def public(games: list[Game], zsofia: Person) -> Iterator[str]:
    """Yield every URL of a page that could name her."""
    names = ("game", "game_text", "game_history", "game_notation", "game_events", "game_film")
    for game in games:
        yield from (reverse(name, args=[game.pk]) for name in names)
    yield reverse("game_record", args=[games[1].pk])
    yield reverse("game_proof", args=[games[1].pk])
    yield reverse("player", args=[zsofia.pk])
    yield from (reverse("league"), reverse("league", args=["espionage"]), reverse("home"))
    yield from (f"{reverse('tables')}?show={show}" for show in ("open", "running", "over"))
    yield from (reverse("table", args=[table.pk]) for table in Game.objects.filter(version=0))


def pages(games: list[Game], zsofia: Person, bob: Person) -> dict[str, str]:
    found: dict[str, str] = {}
    for client in (Client(), Client()):
        if found:
            client.force_login(bob)
        for address in public(games, zsofia):
            answer = client.get(address, headers={"accept": "text/html, */*"})
            body = b"".join(answer) if answer.streaming else answer.content
            found[f"{bool(found)} {address}"] = body.decode()
    return found


def test_a_deleted_account_is_a_former_player_on_all_pages(
    life: Client, running_game: Game, over: Game, zsofia: Person, bob: Person, now: datetime
) -> None:
    before = pages([running_game, over], zsofia, bob)
    named = {address for address, page in before.items() if "Quill" in page}
    assert len(named) > 15
    part(zsofia, now)
    after = pages([running_game, over], zsofia, bob)
    assert [address for address, page in after.items() for one in TRACES if one in page] == []
    told = "".join(after[address] for address in named if address in after)
    assert told.count(FORMER) > 15
    assert f"[White {FORMER!r}]".replace("'", '"') in export.write_record(over, over.seats.all())


def test_a_deleted_account_is_a_former_player_in_later_letters(
    life: Client, running_game: Game, zsofia: Person, dora: Person, now: datetime
) -> None:
    part(zsofia, now)
    waiting = Delivery.objects.filter(status="waiting")
    assert not waiting.filter(person=zsofia).exists()
    letters = [WRITERS[one.kind](one, now) for one in waiting.select_related("person")]
    texts = [one.text + one.html + one.subject for one in letters if one is not None]
    assert len(texts) > 2
    assert not any(trace in text for text in texts for trace in TRACES)
    assert any(FORMER in text for text in texts)


def test_a_former_player_is_named_in_the_readers_language(
    zsofia: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "accounts.deleted_user._", lambda words: f"{translation.get_language()}: {words}"
    )
    part(zsofia, now)
    read = Person.objects.get(pk=zsofia.pk)
    with translation.override("de"):
        assert read.name == f"de: {FORMER}"
    assert (read.name, str(read)) == (f"en: {FORMER}", f"en: {FORMER}")


def test_saving_a_former_player_keeps_the_stored_name(
    zsofia: Person, bob: Person, now: datetime
) -> None:
    part(zsofia, now)
    part(bob, now)
    for one in (zsofia, bob):
        Person.objects.get(pk=one.pk).save()
        Person.objects.defer("name").get(pk=one.pk).save()
    assert [one.is_deleted for one in Person.objects.order_by("pk")] == [True, True]


def test_account_deletion_leaves_the_games_of_others_whole(
    life: Client, running_game: Game, over: Game, zsofia: Person, now: datetime
) -> None:
    heads = [game.events.order_by("-seq")[0].hash for game in (running_game, over)]
    part(zsofia, now)
    call_command("verify", verbosity=0)
    assert over.events.order_by("-seq")[0].hash == heads[1]
    assert running_game.events.filter(hash=heads[0]).exists()
    proven = check_record(over, over.seats.all())
    assert (proven.fault, len(proven.set_ups)) == ("", 2)
    assert fairness.check_commitments().broken is None
    assert all(store.verify_game(game) is None for game in Game.objects.filter(version__gt=0))


def test_account_deletion_leaves_running_games_as_by_hand(
    life: Client, running_game: Game, zsofia: Person, now: datetime
) -> None:
    part(zsofia, now)
    seat = running_game.seats.get(name="south")
    assert (seat.person, seat.is_absent) == (None, True)
    assert running_game.departures.get().person_id == zsofia.pk
    assert not Game.objects.filter(host=zsofia, status="open").exists()
    assert not Seat.objects.filter(person=zsofia, game__status="open").exists()


def test_account_deletion_ends_all_sessions(life: Client, zsofia: Person, now: datetime) -> None:
    assert life.get(reverse("preferences")).status_code == 200
    part(zsofia, now)
    assert life.get(reverse("preferences")).status_code == 302
    Client().post(reverse("account_login"), {"login": ADDRESS})
    assert Delivery.objects.latest("pk").about["what"] == "unknown"


def test_account_deletion_frees_name_and_address(zsofia: Person, now: datetime) -> None:
    part(zsofia, now)
    again = Person.objects.create_user(OLD, name=NAME)
    assert (again.name, again.is_deleted) == (NAME, False)


def test_account_deletion_spares_later_owners_of_an_address(
    zsofia: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    email_change.change_email(zsofia, ADDRESS, now=now)
    email_change.change_email(bob, OLD, now=now)
    later = now + timedelta(hours=1)
    table = tables.open_table(
        charlie,
        tables.TableTerms(ruleset="conquest", title="Open", pace=PRESETS["normal"]),
        now=later,
    )
    tables.invite_addresses(table.pk, charlie, [OLD], now=later)
    part(zsofia, later)
    assert Invitation.objects.get().address == OLD
    assert Delivery.objects.get(kind="invitation").address == OLD


def test_account_deletion_removes_a_name_that_runs_from_the_right_from_titles(
    bob: Person, running_game: Game, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(name="שלום כהן")
    Game.objects.update(title="Conquest with שלום כהן")
    part(bob, now)
    assert Game.objects.get().title == f"Conquest with {FORMER}"


def test_account_deletion_removes_a_name_from_titles_as_a_whole_word(
    bob: Person, running_game: Game, now: datetime
) -> None:
    Game.objects.update(title="bob, Bobsleigh and BOB, Bobs, Bob’s")
    part(bob, now)
    assert Game.objects.get().title == f"{FORMER}, Bobsleigh and {FORMER}, {FORMER}, {FORMER}"[:60]


def test_account_deletion_goes_past_a_damaged_game(
    running_game: Game, zsofia: Person, now: datetime
) -> None:
    Game.objects.update(state=b"\0sealed\0nothing")
    with pytest.raises(DamagedError):
        store.load_state(Game.objects.get())
    part(zsofia, now)
    seat = running_game.seats.get(name="south")
    assert seat.person is not None
    assert (seat.person.is_deleted, seat.is_absent) == (True, True)


def test_an_interrupted_account_deletion_can_be_started_again(
    life: Client, running_game: Game, zsofia: Person, now: datetime, settings: Any
) -> None:
    settings.FAULT = "parted_from_games:raise"
    with pytest.raises(failpoints.PlantedError):
        part(zsofia, now)
    assert running_game.seats.get(name="south").person is None
    assert traces()
    settings.FAULT = ""
    part(zsofia, now)
    part(zsofia, now)
    assert traces() == set()


def test_account_deletion_is_confirmed_twice(
    client: Client, zsofia: Person, code_for: Callable[[str], str]
) -> None:
    client.post(reverse("account_login"), {"login": OLD})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(OLD)})
    page, code = reverse("delete_account"), reverse("delete_account_code")
    assert client.get(page).status_code == 200
    assert client.post(code, {"code": "X"})["Location"] == page
    client.post(page)
    assert client.post(code, {"code": "X"}).status_code == 422
    assert not Person.objects.get(pk=zsofia.pk).is_deleted
    done = client.post(code, {"code": code_for(OLD)})
    assert "Your account is deleted" in done.content.decode()
    assert Person.objects.get(pk=zsofia.pk).is_deleted
    assert code_confirmation.SESSION_KEY not in client.session


def test_account_deletion_is_refused_to_staff(client: Client, zsofia: Person) -> None:
    Person.objects.filter(pk=zsofia.pk).update(is_staff=True)
    client.force_login(Person.objects.get(pk=zsofia.pk))
    session = client.session
    session["signed_in_at"] = 9e9
    session.save()
    client.post(reverse("delete_account"))
    assert not Delivery.objects.filter(about__what="deletion").exists()


def test_a_former_player_is_invited_to_no_rematch(
    over: Game, zsofia: Person, bob: Person, now: datetime
) -> None:
    part(zsofia, now)
    table = rematch.join_rematch(over.pk, bob, now=now)
    assert (table.status, table.seats.filter(person=None).count()) == ("open", 1)
    assert not Invitation.objects.filter(game=table).exists()


def test_account_of_a_person_is_deleted_whose_number_somebody_is_called(
    alice: Person, now: datetime
) -> None:
    Person.objects.create_user("bob@example.org", name=str(alice.pk))
    account_deletion.delete_account(alice, now=now)
    alice.refresh_from_db()
    assert alice.is_deleted


@pytest.fixture
def host_of_many(zsofia: Person, now: datetime, settings: Any) -> Person:
    """Zsófia with more open tables than a request leaves."""
    settings.MAX_OPEN_TABLES = settings.MAX_PLACES = 100
    terms = tables.TableTerms(ruleset="conquest", title=f"{NAME}s Tisch", pace=PRESETS["normal"])
    for _ in range(3 * account_deletion.AT_ONCE):
        tables.open_table(zsofia, terms, now=now)
    return zsofia


def delete_by_code(client: Client, code_for: Callable[[str], str]) -> str:
    client.post(reverse("account_login"), {"login": OLD})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(OLD)})
    client.post(reverse("delete_account"))
    return client.post(
        reverse("delete_account_code"), {"code": code_for(OLD)}, follow=True
    ).content.decode()


def test_deletion_of_many_games_is_told_and_done_by_a_task(
    client: Client,
    host_of_many: Person,
    code_for: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "30 games are still to be left" in delete_by_code(client, code_for)
    monkeypatch.setattr(tasks, "SECONDS", -1.0)
    for _ in range(10):
        assert tasks.delete_accounts() == 1
    progress = reverse("delete_account_progress")
    assert "20 games are still to be left" in client.get(progress).content.decode()
    assert not Person.objects.get(pk=host_of_many.pk).is_deleted
    monkeypatch.undo()
    tasks.delete_accounts()
    assert "Your account is deleted" in client.get(progress).content.decode()
    assert traces() == set()
    assert tasks.delete_accounts() == 0


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "All your games are left. Your"), ("de", "Alle deine Partien sind verlassen. Dein")],
)
def test_an_account_whose_games_are_left_is_still_being_deleted(
    client: Client, zsofia: Person, now: datetime, language: str, words: str
) -> None:
    Person.objects.filter(pk=zsofia.pk).update(leaving_at=now)
    session = client.session
    session["leaving"] = zsofia.pk
    session.save()
    headers = {"accept-language": language}
    page = client.get(reverse("delete_account_progress"), headers=headers).content.decode()
    assert words in page


def test_a_request_for_deletion_takes_few_queries(
    host_of_many: Person, now: datetime, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(10):
        assert not account_deletion.start_deletion(host_of_many, now=now)


def test_nothing_brings_an_account_back_that_is_being_deleted(
    client: Client,
    host_of_many: Person,
    charlie: Person,
    code_for: Callable[[str], str],
    now: datetime,
) -> None:
    other = Client()
    other.force_login(Person.objects.get(pk=host_of_many.pk))
    delete_by_code(client, code_for)
    for browser in (client, other):
        assert browser.get(reverse("preferences")).status_code == 302
    with pytest.raises(Person.DoesNotExist):
        Person.objects.lock_person(host_of_many.pk)
    with pytest.raises(tables.TableRejected):
        tables.open_table(
            host_of_many,
            tables.TableTerms(ruleset="conquest", title="Again", pace=PRESETS["normal"]),
            now=now,
        )
    Person.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    request = interventions.StaffRequest(
        by=Person.objects.get(pk=charlie.pk), reason="Asked by letter", key="1"
    )
    with pytest.raises(turns.Rejected):
        interventions.reopen_account(host_of_many.pk, request, now=now)


def test_an_account_that_cannot_be_deleted_does_not_stop_the_others(
    host_of_many: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    account_deletion.start_deletion(host_of_many, now=now)
    Person.objects.filter(pk=bob.pk).update(leaving_at=now + timedelta(seconds=1))
    with monkeypatch.context() as broken:
        broken.setattr(tables, "stand_up", lambda *_args, **_more: 1 / 0)
        tasks.delete_accounts()
    deleted = {one.pk for one in Person.objects.all() if one.is_deleted}
    assert deleted == {bob.pk}
    tasks.delete_accounts()
    assert Person.objects.get(pk=host_of_many.pk).is_deleted


def test_account_deletion_waits_for_a_table_that_begins_meanwhile(
    zsofia: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = tables.TableTerms(ruleset="bollwerk", title="Autumn", pace=PRESETS["normal"])
    table, stand_up = tables.open_table(bob, terms, now=now), tables.stand_up
    for person in (bob, zsofia):
        tables.join_table(table.pk, person, now=now)

    def begin_first(game_id: int, person: Person, *, now: datetime) -> None:
        tables.start_by_host(game_id, bob, now=now)
        stand_up(game_id, person, now=now)

    with monkeypatch.context() as racing:
        racing.setattr(tables, "stand_up", begin_first)
        assert not account_deletion.start_deletion(zsofia, now=now)
    assert not Person.objects.get(pk=zsofia.pk).is_deleted
    tasks.delete_accounts()
    assert Person.objects.get(pk=zsofia.pk).is_deleted
    table.refresh_from_db()
    assert (table.status, table.winners) == ("over", [table.seats.get(person=bob).name])


def test_a_game_that_cannot_be_left_does_not_stop_the_others(
    host_of_many: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    account_deletion.start_deletion(host_of_many, now=now)
    hosted = Game.objects.filter(host=host_of_many, status="open")
    broken, stand_up = hosted.earliest("pk").pk, tables.stand_up

    def fail_once(game_id: int, person: Person, *, now: datetime) -> None:
        if game_id == broken:
            raise ZeroDivisionError
        stand_up(game_id, person, now=now)

    with monkeypatch.context() as failing:
        failing.setattr(tables, "stand_up", fail_once)
        tasks.delete_accounts()
    assert [game.pk for game in hosted] == [broken]
    assert not Person.objects.get(pk=host_of_many.pk).is_deleted
    tasks.delete_accounts()
    assert Person.objects.get(pk=host_of_many.pk).is_deleted


def test_an_account_that_is_being_deleted_takes_no_seat(
    running_game: Game, dora: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(running_game.pk, dora, now=now)
    seat = running_game.seats.get(person=None)
    Person.objects.filter(pk=charlie.pk).update(is_active=False, leaving_at=now)
    for take in (turns.become_substitute, turns.substitute_player):
        with pytest.raises(turns.Rejected, match="closed"):
            take(running_game.pk, seat.name, charlie, now=now)
    assert not Seat.objects.filter(person=charlie).exists()
