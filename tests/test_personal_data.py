"""Personal data: every table that points to people is in the lists of its app, and these hold."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.db import models
from django.db.models import Model
from django.test.utils import isolate_apps

from accounts import personal_data
from accounts.models import (
    FormerAddress,
    FormerName,
    LookalikePair,
    Person,
    PlayerNote,
    SignInTrace,
)
from api import tokens
from api.models import StoredAnswer
from feeds.models import PrivateFeed
from games.models import (
    ConditionalTurns,
    DayOff,
    Decision,
    Diary,
    DiaryEntry,
    Draft,
    Extension,
    Game,
    Intervention,
    Invitation,
    Mute,
    Note,
    Nudge,
    PauseConsent,
    PlayerBlock,
    PlayersPause,
    PoolEntry,
    Premove,
    Preview,
    ReliabilityRecord,
    Removal,
    Restriction,
    Seat,
    SeatRequest,
    Seen,
    SetUp,
    StandInFriend,
    Standing,
    StandingDefault,
    StandInTerm,
    Submission,
    SubstituteAsk,
    TakeBack,
    TakeBackConsent,
    Thanks,
)
from games.play import program_accounts
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from leagues.models import LeagueStanding, QueuedGame, Result, StagedResult
from mail import outbox
from mail.channels import order, registration
from mail.hooks import registration as hooks
from records.models import ArchivedGame, ArchivedSeat
from reports.models import Appeal, Report
from seasons.models import Assistant, Competition, Entrant, Ruling
from talk.models import ReadMark, Remark
from training.models import CompletedLesson, MissionScore
from web import data_export

EXPORTED = {
    "account": "name email language time_zone letters letters_while_looking reminders nudges"
    " quiet_from quiet_to urgent_breaks_quiet"
    " turns_manner answers_manner events_manner tables_manner words_manner digest_hours"
    " letters_an_hour"
    " reminder_hours"
    " own_side_near one_tap turns_at_once orders_wait bounced_at reached_at back_on"
    " vacation_by_itself is_staff joined_at last_login programs_made_at",
    "passkeys": "name created_at last_used_at",
    "sign-in-providers": "provider since",
    "sessions": "ip user_agent created_at last_seen_at",
    "former-addresses": "address left_at",
    "former-names": "name left_at",
    "notes-about-players": "about text",
    "sign-in-traces": "kind seen_at",
    "bots": "name made_at stopped_at",
    "accounts-that-look-alike": "found_at seen_at set_aside_at",
    "incoming-mails": "number arrived_at door outcome",
    "letters": "kind address status created_at sent_at delivered_at returned_at",
    "conditional-turns": "game_id text foreseen delay version filed_at plays_at stopped stopped_in",
    "days-off": "day kind ends_by_turn ends_at",
    "diaries": "game_id note opened_at",
    "diary-entries": "game_id turn text written_at",
    "drafts": "game_id text version number kept_at",
    "mission-scores": "ruleset mission stars rounds",
    "learned": "ruleset number",
    "extensions": "game_id number allowed hours until at",
    "nudges": "game_id on at",
    "blocks-of-players": "other_id at",
    "mutes": "game_id other_id at",
    "notes": "game_id piece text",
    "private-feed": "alarm_hours",
    "pauses": "game_id proposed_at until silent_at outcome started_at ended_at",
    "consents-to-pauses": "game_id at",
    "take-backs": "game_id asked_at lapses_at version to outcome closed_at happened",
    "consents-to-take-backs": "game_id at",
    "second-addresses": "address",
    "channel-order": "place channel",
    "channels": "form host says_little created_at works_since failing_since switched_off_at",
    "previews": "game_id kind text version made_at closed_at",
    "premoves": "game_id text stood reach is_careful version filed_at dropped dropped_in field",
    "reliability-records": "game_id kind at is_kept seconds",
    "removals": "game_id at",
    "restrictions": "kind until",
    "requests-for-seats": "game_id asked_at outcome",
    "entries-in-the-pool-of-substitutes": "ruleset asked_at",
    "questions-to-substitutes": "game_id asked_at outcome",
    "friends-who-stand-in": "friend_id asked_at outcome",
    "times-as-stand-ins": "game_id since until",
    "seen": "game_id version",
    "set-ups": "ruleset kind name pattern kept_at",
    "standing-defaults": "ruleset text",
    "interventions": "at what reason game_id until",
    "standing-orders": "game_id text turn version filed_at",
    "submissions": "game_id text seen_version first_seq last_seq via is_side_action at",
    "thanks": "game_id at",
    "words-at-tables": "game_id audience side text courtesy said_at edited_at withdrawn_at",
    "reports": "kind game_id reported_at outcome settled_at reason sentence text",
    "appeals": "intervention_id text made_at outcome answered_at answer",
    "reports-about-me": "kind game_id reported_at outcome settled_at text",
    "read-words": "game_id read_to told_to",
    "program-hooks": (
        "name host topics hears_of_bots created_at works_since failing_since switched_off_at"
    ),
    "told-to-programs": "hook__name kind status attempts created_at sent_at error",
    "access-tokens": "name scopes start made_at ends_at used_at revoked_at",
    "competitions": "competition_id entered_at is_reserve is_lasting at_once left rank title",
    "directed-cups": "id title kind opened_at",
    "assisted-cups": "competition_id",
    "rulings": "competition_id what reason at until",
    "invitations": "game to by_me at declined_at",
    "games/N/table": "game ruleset title board options pace status winners reason opened_at"
    " started_at ended_at my_seat my_word players",
    "games/N/steps": "number at seat notation told",
    "standings": "ruleset season games wins draws timeouts numbers",
    "league": "game title ruleset ended_at ending place numbers timeouts rating",
}
WHOSE = re.compile(r"address|mail|member|person|user", re.IGNORECASE)


def names_somebody(field: models.Field[object, object]) -> bool:
    """Return whether a field without a relation is likely to hold an address or whose a row is."""
    if field.is_relation or field.primary_key:
        return False
    return isinstance(field, models.EmailField) or bool(WHOSE.search(field.name))


def pointing_tables(tables: list[type[Model]]) -> set[type[Model]]:
    """Return those that point to people, at any remove, or are likely to name some.

    A game is nobody's: what points to games alone tells of seats.
    """
    found = {one for one in tables if any(map(names_somebody, one._meta.concrete_fields))}
    reached: set[type[Model]] = {Person}
    while reached:
        found |= reached
        reached = {
            one
            for one in tables
            if any(field.related_model in found - {Game} for field in one._meta.concrete_fields)
        } - found
    return found


def listed_tables() -> set[type[Model]]:
    modules = personal_data.all_modules()
    return {table for module in modules for table in (*module.ERASED, *module.KEPT)}


def test_personal_data_lists_every_table_that_points_to_people() -> None:
    """A new table fails here until its app says whether it is erased or kept."""
    tables = list(apps.get_models(include_auto_created=True))
    unlisted = pointing_tables(tables) - listed_tables()
    assert {table._meta.label for table in unlisted} == set()


def test_personal_data_lists_each_table_once_and_in_its_app() -> None:
    for module in personal_data.all_modules():
        assert not {*module.ERASED} & {*module.KEPT}
    lists = [(*module.ERASED, *module.KEPT) for module in personal_data.all_modules()]
    assert sum(map(len, lists)) == len(listed_tables())


def new_table(field: models.Field[object, object]) -> type[Model]:
    """Return a table with a field more than its key, which no other test knows of."""
    meta = type("Meta", (), {"app_label": "games"})
    with isolate_apps("games"):
        return type("NewTable", (Model,), {"__module__": __name__, "Meta": meta, "field": field})


def pointer(to: type[Model]) -> models.ForeignKey[object, object]:
    return models.ForeignKey(to, on_delete=models.CASCADE, related_name="+")


@pytest.mark.parametrize(
    "field", [pointer(Person), pointer(Seat), pointer(Decision), models.EmailField()]
)
def test_a_table_that_points_to_people_is_found(field: models.Field[object, object]) -> None:
    table = new_table(field)
    assert table in pointing_tables([table, Decision, Game, Person, Seat])


def test_a_table_with_the_number_of_a_person_is_found() -> None:
    table = new_table(models.PositiveIntegerField(name="user_id"))
    assert pointing_tables([table]) == {table, Person}


def test_a_table_of_a_game_points_to_nobody() -> None:
    table = new_table(pointer(Game))
    assert table not in pointing_tables([table, Decision, Game, Person, Seat])


@pytest.fixture
def rows(game: Game, alice: Person, bob: Person, now: datetime) -> Game:
    """A game of Alice with a row of hers in every table that points to people."""
    seat = game.seats.get(person=alice)
    mine = {"person": alice}
    address = EmailAddress.objects.create(user=alice, email=alice.email)
    EmailConfirmation.objects.create(email_address=address, key="k")
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "key"})
    way = SocialAccount.objects.create(user=alice, provider="https://login.example.org", uid="7")
    SocialToken.objects.create(account=way, token="t")
    UserSession.objects.create(user=alice, session_key="s", ip="127.0.0.1")
    LogEntry.objects.log_actions(alice.pk, [bob], CHANGE, "name")
    FormerAddress.objects.create(**mine, address="a@example.net", left_at=now)
    alice.groups.add(Group.objects.create(name="staff"))
    alice.user_permissions.add(Permission.objects.all()[0])
    outbox.post_letters(
        [outbox.build_delivery(key="k", kind="k", address="a", now=now, person_id=alice.pk)]
    )
    store_mail(b"\r\nA1-A2", MailEnvelope(recipient="reply"), IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(**mine)
    Draft.objects.create(
        **mine, game=game, seat=seat, text="S40-S29", version=1, number=1, kept_at=now
    )
    Extension.objects.create(
        **mine, game=game, seat=seat, decision=seat.decisions.get(), number=1, allowed=1, hours=24,
        until=now, at=now,
    )  # fmt: skip
    PrivateFeed.objects.create(**mine)
    program_accounts.make_program(alice, "Castle", now=now)
    tokens.make_token(alice, "bot", ["read"], days=30, now=now)
    StoredAnswer.objects.create(**mine, key="k", request="r", body=b"closed", at=now)
    hook, _secret = hooks.add_hook(alice.pk, "bot", "https://x.example/", ["game.over"], now=now)
    hooks.post_test(hook, now=now)
    registration.add_webhook(
        alice.pk, "ntfy", "ntfy.sh", "https://ntfy.sh/secret", says_little=False, now=now
    )
    registration.add_second_address(alice.pk, "alice@second.example.org", now=now)
    order.tell_in_turn(alice.pk)
    CompletedLesson.objects.create(**mine, ruleset="conquest", number=1)
    MissionScore.objects.create(**mine, ruleset="espionage", mission="1", stars=1, rounds=5)
    ConditionalTurns.objects.create(
        **mine, game=game, seat=seat, text="e7-e5 > d2-d3", foreseen=[""], version=1, filed_at=now
    )
    DayOff.objects.create(person=alice, day=now.date(), kind="holiday")
    FormerName.objects.create(**mine, name="Alicia", left_at=now)
    PlayerNote.objects.create(**mine, about=bob, text="plays fast")
    SignInTrace.objects.create(**mine, kind="device", mark="m", seen_at=now)
    first, second = sorted((alice, bob), key=lambda one: one.pk)
    LookalikePair.objects.create(
        first=first, second=second,
        found_at=now, seen_at=now, set_aside_at=now, set_aside_by=alice, note="brothers",
    )  # fmt: skip
    Diary.objects.create(**mine, game=game, note="plays fast", opened_at=now)
    DiaryEntry.objects.create(**mine, game=game, turn=1, text="south looks weak", written_at=now)
    dora = Person.objects.get(name="Dora")  # not Bob, whose invitation would not be seen
    PlayerBlock.objects.create(**mine, other=dora, at=now)
    PlayerBlock.objects.create(person=dora, other=alice, at=now)
    Mute.objects.create(**mine, other=dora, game=game, at=now)
    Mute.objects.create(person=dora, other=alice, game=game, at=now)
    Note.objects.create(**mine, game=game, piece="p", text="a bluff")
    Nudge.objects.create(
        **mine, game=game, seat=seat, decision=seat.decisions.get(), on=now.date(), at=now
    )
    pause = PlayersPause.objects.create(
        **mine, game=game, proposed_at=now, until=now + timedelta(days=1), outcome="agreed",
        started_at=now, ended_at=now, ended_by=alice,
    )  # fmt: skip
    PauseConsent.objects.create(**mine, game=game, pause=pause, at=now)
    asked = TakeBack.objects.create(
        **mine, game=game, seat=seat, asked_at=now, lapses_at=now, version=2, to=1
    )
    TakeBackConsent.objects.create(**mine, game=game, take_back=asked, at=now)
    PoolEntry.objects.create(**mine, ruleset="conquest")
    StandInFriend.objects.create(**mine, friend=dora, asked_at=now)
    StandInFriend.objects.create(person=dora, friend=alice, asked_at=now)
    StandInTerm.objects.create(**mine, game=game, seat=seat, since=now)
    SubstituteAsk.objects.create(**mine, game=game, seat=seat, asked_at=now)
    Premove.objects.create(
        **mine, game=game, seat=seat, text="S40-S29", stood={}, reach={}, is_careful=True,
        version=1, filed_at=now,
    )  # fmt: skip
    Preview.objects.create(
        **mine, game=game, seat=seat, kind="turn", text="S40-S29", version=1, made_at=now
    )
    ReliabilityRecord.objects.create(**mine, game=game, kind="game", at=now, is_kept=True)
    Removal.objects.create(**mine, game=game, at=now)
    Restriction.objects.create(**mine, kind="silence", until=now)
    SeatRequest.objects.create(**mine, game=game, seat=seat, asked_at=now)
    Seen.objects.create(**mine, game=game, version=1)
    SetUp.objects.create(**mine, ruleset="espionage", kind="k", name="n", pattern="p", kept_at=now)
    StandingDefault.objects.create(**mine, ruleset="conquest", text="take")
    Standing.objects.create(
        **mine, game=game, seat=seat, text="take", salt=b"s", version=1, filed_at=now
    )
    Invitation.objects.create(**mine, game=game, address="a@example.org", invited_by=bob, at=now)
    Submission.objects.create(
        **mine, game=game, seat=seat, key="k", text="S40-S29", seen_version=1, first_seq=1,
        last_seq=1, via="web", at=now,
    )  # fmt: skip
    Thanks.objects.create(**mine, game=game, at=now)
    Remark.objects.create(**mine, game=game, audience="all", text="Hello", said_at=now)
    ReadMark.objects.create(**mine, game=game, read_to=1)
    done = Intervention.objects.create(**mine, key="k", at=now, by=bob, what="close", reason="r")
    Appeal.objects.create(intervention=done, text="It was a joke.", made_at=now)
    warned = Intervention.objects.create(
        key="w", person=bob, at=now, by=alice, what="warn", reason="r"
    )
    Appeal.objects.create(
        intervention=warned, text="It was a joke.", made_at=now, outcome="declined",
        answered_at=now, answered_by=alice, answer="No.",
    )  # fmt: skip
    for by, about in ((alice, bob), (bob, alice)):
        Report.objects.create(
            person=by, about=about, kind="name", matter="m", evidence="n", reason="other",
            reported_at=now, outcome="acted", settled_at=now, settled_by=bob, intervention=done,
        )  # fmt: skip
    cup = Competition.objects.create(
        kind="swiss", title="Cup", ruleset="conquest", pace={}, table_size=4, opened_at=now,
        begins_at=now, directed_by=alice, status="running", began_at=now,
    )  # fmt: skip
    entry = Entrant.objects.create(**mine, competition=cup, entered_at=now, seeding=1)
    Assistant.objects.create(**mine, competition=cup)
    Ruling.objects.create(key="k", at=now, by=alice, competition=cup, what="warn", reason="r",
                          entry=entry)  # fmt: skip
    game.departures.create(**mine, seat=seat, at=now)
    Result.objects.create(
        **mine, game=game, ruleset="conquest", ended_at=now, ending=4, side=1, place=1,
        timeouts=0, mu=25.0, sigma=8.0,
    )  # fmt: skip
    queued = QueuedGame.objects.create(game=game, ruleset="conquest", ended_at=now, is_done=True)
    StagedResult.objects.create(
        **mine, game=queued, ruleset="conquest", ended_at=now, ending=4, side=1, place=1,
        timeouts=0, mu=25.0, sigma=8.0,
    )  # fmt: skip
    archived = ArchivedGame.objects.create(
        game=game, ruleset="conquest", board="four-islands", ended_at=now, turns=1, winners=[],
        reason="", was_left=False,
    )  # fmt: skip
    ArchivedSeat.objects.create(
        **mine, game=archived, name="south", order=0, has_won=False, ended_at=now
    )
    LeagueStanding.objects.create(
        **mine, ruleset="", season=0, games=1, wins=0, draws=0, timeouts=0
    )
    return game


def tables_with_rows(person: Person) -> set[type[Model]]:
    """Return the listed tables in which a column points to a person."""
    return {
        table
        for table in listed_tables()
        for field in table._meta.concrete_fields
        if field.related_model is Person
        and table._default_manager.filter(**{field.name: person}).exists()
    }


def test_account_deletion_empties_the_erased_tables_and_no_others(
    rows: Game, alice: Person
) -> None:
    before = tables_with_rows(alice)
    everywhere = {
        table
        for table in listed_tables()
        if any(field.related_model is Person for field in table._meta.concrete_fields)
    }
    assert before == everywhere
    for module in personal_data.all_modules():
        module.erase(alice)
    kept = {table for module in personal_data.all_modules() for table in module.KEPT}
    assert tables_with_rows(alice) == everywhere & kept


def exported_files(person: Person) -> Iterator[tuple[str, str]]:
    """Yield each structured file of an export with the names of what its entries hold."""
    pack = zipfile.ZipFile(io.BytesIO(b"".join(data_export.zip_archive(person))))
    for name in pack.namelist():
        if name.endswith(".json"):
            data = json.loads(pack.read(name))
            entry = data[0] if isinstance(data, list) else data
            yield name.removesuffix(".json"), " ".join(entry)


def test_personal_data_is_exported_from_every_table(rows: Game, alice: Person) -> None:
    files = {re.sub(r"/\d+/", "/N/", name): names for name, names in exported_files(alice)}
    del files["games/N/position"]  # as the rules know it
    assert files == EXPORTED
