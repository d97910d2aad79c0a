"""Every table that grows with games has the number of the game in each row."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models import Model
from django.test.utils import isolate_apps

from accounts.models import Person
from games.ahead import premoves
from games.models import Attempt, Decision, Draft, Game, PendingOffer, Premove, Preview, Seat
from games.planner import drafts
from games.play import attempts, offers

WITHOUT_GAME = {
    "games.Game": "its own number is the number of the game",
    "games.SetUp": "somebody's set-ups, for games to come",
    "games.StandInFriend": "a person names a friend for all their games, one at a time",
    "games.StandingDefault": "somebody's standing orders, for games to come",
    "inbox.IncomingMail": "stored before anybody has read what it is about, and kept for days",
    "mail.Channel": "ten rows for each person at most",
    "mail.ChannelOrder": "one row for each person who wants their channels one after another",
    "mail.ProgramHook": "five rows for each person at most",
    "mail.HookDelivery": "what their programs were told, for a month",
    "mail.Delivery": "the outbox knows no games, and most letters go when they are old",
    "mail.Breaker": "one row for each queue",
    "games.PlayerBlock": "a person keeps another away from all games, a few hundred at most",
    "games.PoolEntry": "a person wants to be asked for a rule set, one row for each of these",
    "games.Restriction": "what the staff keeps a person from, in all games",
    "leagues.LeagueStanding": "sums: as many rows as there are people, rule sets and years",
    "games.DayOff": "a person has it off in all their games, forty a year at most",
    "api.AccessToken": "twenty of a person at most, for all their games",
    "api.StoredAnswer": "what programs were answered, for a day",
    "feeds.PrivateFeed": "one row for each person",
    "records.OpeningNode": "a way in which games of a rule set began, with counts",
    **dict.fromkeys(
        ("records.ChangedMonth", "records.MonthlyDump", "records.DumpPart", "records.DumpChunk"),
        "of a month and rule set, whose games they hold as text",
    ),
    "records.KeyEntry": "a key signs the records of all games, one every few years",
    "training.CompletedLesson": "a person learns without a game",
    "training.MissionScore": "a person plays missions without a table",
    "reports.Appeal": "one for each measure about a person at most",
    "ops.Heartbeat": "one row for each tick",
    **dict.fromkeys(
        (
            "seasons.Assistant",
            "seasons.Championship",
            "seasons.Competition",
            "seasons.Entrant",
            "seasons.FixtureSeat",
            "seasons.Group",
            "seasons.Member",
            "seasons.Ruling",
            "seasons.Stage",
        ),
        "of a season or cup, whose fixtures name their games",
    ),
}
PEOPLE = (
    "accounts", "account", "mfa", "socialaccount", "usersessions", "sessions", "auth", "admin",
    "contenttypes",
)  # fmt: skip
# Partitioned by the game, a table can only guard what names it. What these would then need is told
# in docs/scale.md.
GUARDED_ACROSS_GAMES = {
    "games.Attempt: decision task",
    "games.ConditionalTurns: seat",
    "games.Decision: seat",
    "games.Draft: seat person",
    "games.Intervention: key",
    "games.PendingOffer: seat",
    "games.Premove: seat",
    "games.SeatRequest: person form_key",
    "games.SeatRequest: seat person",
    "games.Submission: seat key",
    "reports.Report: person matter",
    "seasons.Fixture: group number",
}


def names_game(table: type[Model]) -> bool:
    """Return whether a column of a table holds the number of a game."""
    return any(field.attname == "game_id" for field in table._meta.concrete_fields)


def lacks_game(tables: list[type[Model]]) -> set[str]:
    """Return the tables beside those of people that do not name the game."""
    own = [table for table in tables if table._meta.app_label not in PEOPLE]
    return {table._meta.label for table in own if not names_game(table)}


def unique_keys(table: type[Model]) -> set[str]:
    """Return what a table holds once, besides its row numbers."""
    meta = table._meta
    fields = [(one.attname,) for one in meta.concrete_fields if one.unique and not one.primary_key]
    rules = [one.fields for one in meta.constraints if isinstance(one, models.UniqueConstraint)]
    return {" ".join(key).removesuffix("_id") for key in (*fields, *rules)}


def test_every_table_that_grows_with_games_names_the_game() -> None:
    """A new table fails here until it names its game, or it is said why it has none."""
    assert lacks_game(apps.get_models(include_auto_created=True)) == set(WITHOUT_GAME)


def test_what_is_unique_names_the_game_or_is_listed() -> None:
    found = {
        f"{table._meta.label}: {key}"
        for table in apps.get_models(include_auto_created=True)
        if table._meta.app_label not in PEOPLE and names_game(table)
        for key in unique_keys(table)
        if "game" not in key.split()
    }
    assert found == GUARDED_ACROSS_GAMES


def test_a_table_that_lacks_the_game_is_found() -> None:
    """A control of the tests above."""
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    with isolate_apps("games"):
        meta = type("Meta", (), {"app_label": "games"})
        members = {"__module__": __name__, "Meta": meta, "seat": seat}
        table: type[Model] = type("NewTable", (Model,), members)
    assert lacks_game([table, Seat]) == {"games.NewTable"}


def test_a_draft_names_its_game(game: Game, alice: Person, now: datetime) -> None:
    seat = game.seats.get(person=alice)
    drafts.save_draft(seat, alice, "S40-S29", version=1, seen=None, now=now)
    assert Draft.objects.get().game == game


def test_an_attempt_names_its_game(game: Game, now: datetime) -> None:
    decision = Decision.objects.get(game=game, closed_at=None)
    with attempts.attempt_task(decision.pk, Attempt.Task.SILENCE, now=now):
        raise ConnectionError
    assert Attempt.objects.get().game == game


def test_an_offer_names_its_game(game: Game, alice: Person, now: datetime) -> None:
    seat = game.seats.get(person=alice)
    offers.update_offers(game, {}, {seat: "accept"}, (), now=now)
    assert PendingOffer.objects.get().game == game


def test_a_premove_names_its_game(game: Game, bob: Person, now: datetime) -> None:
    premoves.file_premove(
        game.pk, bob, "W40-W29; end", seen_version=game.version, is_careful=False, now=now
    )
    assert Premove.objects.get().game == game


@pytest.fixture
def rows(game: Game, alice: Person, now: datetime) -> list[Model]:
    """A row of each of the five tables as the last release writes it, without its game."""
    seat, decision = game.seats.get(person=alice), Decision.objects.get(game=game)
    mine = {"seat": seat, "person": alice, "version": 1}
    return [
        Attempt.objects.create(decision=decision, task="silence", count=1, retry_at=now),
        Draft.objects.create(**mine, number=1, kept_at=now),
        PendingOffer.objects.create(seat=seat, version=1, opened_at=now),
        Preview.objects.create(**mine, kind="turn", text="end", made_at=now),
        Premove.objects.create(
            **mine, text="end", stood={}, reach=[], is_careful=False, filed_at=now
        ),
    ]


def test_rows_of_the_last_release_get_their_game(rows: list[Model], game: Game) -> None:
    assert all(row.game_id is None for row in rows)  # type: ignore[attr-defined]
    migration = import_module("games.migrations.0055_fill_games_of_rows")
    with connection.schema_editor() as editor:
        migration.fill(apps, editor)
    for row in rows:
        row.refresh_from_db()
        assert row.game_id == game.pk  # type: ignore[attr-defined]
