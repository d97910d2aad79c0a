"""All that is one's own as one file: complete, and nothing that its person may not know now."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Mapping
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts import personal_data, reauthentication
from accounts.models import Person
from conquest.kit import record
from games.models import Game, Note, Seat
from games.planner import drafts
from games.play import turns
from games.play.knowledge import known_game
from leagues import ratings
from tests.games import espionage, skirmishes
from web import data_export

EXPORT = reverse("export")


def unpacked(person: Person) -> Mapping[str, str]:
    packed = zipfile.ZipFile(io.BytesIO(b"".join(data_export.zip_archive(person))))
    assert packed.testzip() is None
    return {name: packed.read(name).decode() for name in packed.namelist()}


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden ranks, some turns after both have set up."""
    game = espionage.begin((alice, bob), now)
    upto, story = espionage.MOVED, espionage.STORY
    return skirmishes.tell(game, (alice, bob), now=now, upto=upto, story=story)


def test_the_export_is_a_zip_for_who_has_just_signed_in(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.post(EXPORT).status_code == 403
    session = client.session
    session[reauthentication.SESSION_KEY] = time.time()
    session.save()
    answer = client.post(EXPORT, headers={"accept-encoding": "gzip"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert answer.streaming
    names = zipfile.ZipFile(io.BytesIO(answer.getvalue())).namelist()
    assert {"README.txt", "account.json", "account.txt", "letters.json", "league.txt"} <= set(names)
    answers = [client.post(EXPORT) for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]


def test_the_export_holds_what_is_ones_own_as_json_and_as_text(
    game: Game, alice: Person, now: datetime
) -> None:
    drafts.save_draft(game.seats.get(person=alice), alice, "S40-S29", version=1, seen=None, now=now)
    files = unpacked(alice)
    assert json.loads(files["account.json"])["email"] == "alice@example.org"
    assert "email: alice@example.org" in files["account.txt"]
    assert [one["text"] for one in json.loads(files["drafts.json"])] == ["S40-S29"]
    assert "  text: S40-S29" in files["drafts.txt"]
    about = json.loads(files[f"games/{game.pk}/table.json"])
    assert (about["my_seat"], about["players"]["west"]) == ("south", "Bob")
    assert f'[Game "{game.pk}"]' in files[f"games/{game.pk}/notation.txt"]


def test_the_export_holds_no_address_and_no_text_of_others(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    seat = game.seats.get(person=bob)
    drafts.save_draft(seat, bob, "W40-W29", version=1, seen=None, now=now)
    Note.objects.create(game=game, person=bob, piece="p", text="a bluff")
    mine, his = ["\n".join(unpacked(one).values()) for one in (alice, bob)]
    for word in ("W40-W29", "a bluff", "bob@example.org"):
        assert word in his
        assert word not in mine


def revealing(files: Mapping[str, str], game: Game) -> str:
    """Return all of an export but what differs for everybody: numbers and moments of rows."""
    whole = "\n".join(files[name] for name in sorted(files) if f"games/{game.pk}/" in name)
    return re.sub(r'(?i)(game"?:? "?)\d+', r"\1?", whole)


def test_the_export_tells_nothing_hidden_of_others_during_a_game(
    alice: Person, bob: Person, now: datetime
) -> None:
    told = []
    for camp in espionage.BLACK_CAMPS:
        story = ((1, camp), *espionage.REST)
        game = espionage.begin((alice, bob), now)
        skirmishes.tell(game, (alice, bob), now=now, upto=espionage.MOVED, story=story)
        told.append([revealing(unpacked(one), game) for one in (alice, bob)])
    (alices, bobs), (alices_too, bobs_too) = told
    assert alices == alices_too
    assert bobs != bobs_too  # the control: who has set it up is told of it


def test_the_export_tells_a_player_who_left_what_the_public_knows(
    hidden: Game, alice: Person, now: datetime
) -> None:
    public = json.loads(json.dumps(known_game(hidden, None).view))
    assert json.loads(unpacked(alice)[f"games/{hidden.pk}/position.json"]) != public
    Seat.objects.filter(game=hidden, person=alice).update(person=None, is_absent=True)
    seat = hidden.seats.get(name="white")
    hidden.departures.create(seat=seat, person=alice, at=now)
    files = unpacked(alice)
    assert json.loads(files[f"games/{hidden.pk}/position.json"]) == public
    assert json.loads(files[f"games/{hidden.pk}/table.json"])["my_seat"] is None


def test_the_export_has_the_record_when_the_game_is_over(
    hidden: Game, alice: Person, now: datetime
) -> None:
    assert f"games/{hidden.pk}/record.txt" not in unpacked(alice)
    turns.leave_game(hidden.pk, alice, now=now)
    ratings.rate_games()
    files = unpacked(alice)
    read = record.read_record(files[f"games/{hidden.pk}/record.txt"])
    assert record.prove_record(hidden.rules, read).set_ups
    assert json.loads(files["league.json"])[0]["ending"] == "lost"


def test_the_export_goes_past_a_damaged_game(game: Game, alice: Person) -> None:
    Game.objects.update(state=b"\0sealed\0nothing")
    files = unpacked(alice)
    assert f"games/{game.pk}/damaged.txt" in files
    assert "league.json" in files


def test_the_export_is_in_its_readers_language_without_secrets(game: Game, dora: Person) -> None:
    said = "\n".join(unpacked(dora).values())
    assert "Süd" in said
    for secret in (game.invite_key, bytes(game.seed).hex(), dora.password):
        assert secret not in said


def test_the_export_has_every_column_of_a_person() -> None:
    """A new one fails here until it is told or, for a reason, is not."""
    untold = {
        "id", "password", "likeness", "mailbox", "unsubscribe_round", "reply_round", "is_active",
        "is_house", "is_superuser", "is_guest", "leaving_at", "last_day_off", "is_program", "owner",
        "stopped_at",
    }  # fmt: skip
    assert {*personal_data.ACCOUNT} | untold == {one.name for one in Person._meta.concrete_fields}
