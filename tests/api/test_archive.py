"""The public archive as programs read it: what its pages show, and nothing of other games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Person
from conquest.__main__ import main
from games.models import Game
from records import archiving, dumps, keys, openings
from records.models import ArchivedGame
from tests.api.conftest import Connect
from tests.records.games import TURNS, finished

DAY = timedelta(days=1)


@pytest.fixture
def games(alice: Person, bob: Person, charlie: Person, now: datetime) -> list[Game]:
    """Three games in the archive, each of which its second player has resigned."""
    people = [[alice, bob], [bob, alice], [alice, charlie]]
    played = [finished(pair, now=now + days * DAY) for days, pair in enumerate(people)]
    list(archiving.archive_changed_games())
    return played


def found(connect: Connect, **criteria: Any) -> list[int]:
    return [game["id"] for game in connect().get("/archive", **criteria).json()["games"]]


def test_criteria_narrow_the_archive(
    games: Sequence[Game], connect: Connect, now: datetime
) -> None:
    first, second, third = (game.pk for game in games)
    assert found(connect) == [third, second, first]
    assert found(connect, player="Bob") == [second, first]
    assert found(connect, player="bob", result="won") == [second]
    assert found(connect, player="Bob", opponent="Charlie") == []
    assert found(connect, rule_set="bollwerk", winner="black") == []
    assert found(connect, until=f"{now:%Y-%m-%d}") == [first]
    assert found(connect, since=f"{now + 2 * DAY:%Y-%m-%d}") == [third]
    assert found(connect, least_turns=len(TURNS) + 2) == []
    assert found(connect, until="9999-12-31", since="0001-01-01") == [third, second, first]


def test_a_game_of_the_archive_is_told_with_its_players(
    games: Sequence[Game], connect: Connect
) -> None:
    told = connect().get("/archive").json()
    (game, *_others) = told["games"]
    assert (game["rule_set"], game["winners"], game["was_left"]) == ("bollwerk", ["white"], False)
    assert [one["name"] for one in game["players"]] == ["Alice", "Charlie"]
    assert game["record"].endswith(f"/games/{game['id']}/signed-record.txt")
    assert (told["after"], told["is_cut"], told["unknown_names"]) == ("", False, [])


def test_a_name_that_is_nobodys_finds_nothing(games: Sequence[Game], connect: Connect) -> None:
    told = connect().get("/archive", player="Nobody").json()
    assert (told["games"], told["unknown_names"]) == ([], ["Nobody"])


def test_the_archive_goes_on_after_a_page(
    games: Sequence[Game], connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("records.search.PAGE", 1)
    seen, after = [], ""
    for _page in games:
        told = connect().get("/archive", after=after).json()
        seen += [game["id"] for game in told["games"]]
        after = told["after"]
    assert seen == [game.pk for game in games[::-1]]
    assert after == ""


@pytest.mark.parametrize(
    ("criteria", "wrong"),
    [
        ({"rule_set": "chess"}, "rule_set"),
        ({"winner": "white"}, "winner"),
        ({"rule_set": "bollwerk", "winner": "south"}, "winner"),
        ({"result": "luck"}, "result"),
        ({"reason": "No move!"}, "reason"),
        ({"since": "tomorrow"}, "since"),
        ({"least_turns": -1}, "least_turns"),
        ({"opening": "x"}, "opening"),
    ],
)
def test_a_criterion_that_means_nothing_is_refused(
    db: None, connect: Connect, criteria: dict[str, Any], wrong: str
) -> None:
    answer = connect().get("/archive", **criteria)
    assert answer.status_code == 422
    assert [one["value"].rpartition(".")[2] for one in answer.json()["errors"]] == [wrong]


def test_a_wrong_cursor_of_the_archive_is_refused(db: None, connect: Connect) -> None:
    assert connect().get("/archive", after="2026").status_code == 422


@pytest.mark.parametrize(
    "change",
    [{"is_private": True}, {"is_rated": False}, {"status": Game.Status.ANNULLED}],
)
def test_games_that_are_not_public_are_not_in_the_archive(
    games: Sequence[Game], connect: Connect, change: dict[str, Any]
) -> None:
    """Also before a worker has taken them out."""
    Game.objects.filter(pk=games[0].pk).update(**change)
    assert ArchivedGame.objects.filter(pk=games[0].pk).exists()
    assert games[0].pk not in found(connect)


def test_openings_are_walked_turn_by_turn(
    alice: Person, bob: Person, now: datetime, connect: Connect
) -> None:
    for _number in range(openings.LEAST):
        finished([alice, bob], now=now)
    list(archiving.archive_changed_games())
    first = connect().get("/archive/openings/bollwerk").json()
    (following,) = first["following"]
    assert (following["turn"], following["games"]) == (f"white: {TURNS[0]}", openings.LEAST)
    deeper = connect().get("/archive/openings/bollwerk", opening=following["key"]).json()
    assert deeper["turns"] == [f"white: {TURNS[0]}"]
    assert found(connect, opening=following["key"]) == found(connect)
    missing = connect().get("/archive/openings/bollwerk", opening="0" * 32)
    assert missing.status_code == 404


def test_a_rule_set_without_games_has_no_openings_yet(db: None, connect: Connect) -> None:
    told = connect().get("/archive/openings/conquest").json()
    assert (told["rule_set"], told["here"], told["following"]) == ("conquest", None, [])
    assert connect().get("/archive/openings/chess").status_code == 404


def test_files_of_months_are_listed(games: Sequence[Game], connect: Connect) -> None:
    assert sum(dumps.make_dumps(lambda: datetime(2026, 4, 1, 2, tzinfo=UTC))) == len(games)
    (month,) = connect().get("/archive/files").json()["months"]
    assert (month["rule_set"], month["month"]) == ("bollwerk", "2026-03")
    (file,) = month["files"]
    answer = connect().client.get(file["url"].removeprefix("http://localhost:8000"))
    assert len(b"".join(answer.streaming_content)) == file["bytes"]  # type: ignore[attr-defined]


def test_a_signed_record_is_verified_by_the_keys(
    games: Sequence[Game],
    connect: Connect,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    keys.register_key(now=now)
    record, known = tmp_path / "record.txt", tmp_path / "keys.json"
    record.write_bytes(connect().get(f"/games/{games[0].pk}/signed-record").content)
    known.write_bytes(connect().get("/archive/keys").content)
    assert main(["replay", str(record), "--key", str(known)]) == 0
    assert json.loads(capsys.readouterr().out)["signature"]["checked"]


def test_without_a_key_nothing_is_signed(games: Sequence[Game], connect: Connect) -> None:
    assert connect().get(f"/games/{games[0].pk}/signed-record").status_code == 503


@pytest.mark.parametrize("path", ["/archive/keys", "/archive/files", "/archive/openings/bollwerk"])
def test_what_has_not_changed_is_not_sent_again(
    games: Sequence[Game], connect: Connect, path: str
) -> None:
    program = connect()
    etag = program.get(path)["ETag"]
    again = program.client.get(f"/api/v1{path}", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("day", ["0", "86400", "2026-11-31", "2026-11-30T00:00:00", "20261130"])
def test_a_day_is_one_of_the_calendar(connect: Connect, day: str) -> None:
    program = connect()
    assert program.get("/archive", until="2026-11-30").status_code == 200
    assert program.get("/archive", until=day).status_code == 422
