"""What programs read: positions as their person knows them, news by ETag and by waiting."""

from __future__ import annotations

import base64
import time
from typing import Any

import pytest

from accounts.models import Person
from api import waiting
from conquest import registry
from games.models import Game, Seat
from games.play.knowledge import known_game
from tests.api.conftest import Connect, Program


def orders(program: Program, game: Game, text: str = "end") -> Any:
    game.refresh_from_db()
    return program.post(f"/games/{game.pk}/orders", {"text": text, "version": game.version})


def test_a_position_is_read_by_the_rules_library(
    game: Game, alice: Person, connect: Connect
) -> None:
    told = connect(alice).get(f"/games/{game.pk}/position").json()
    rules = registry.get_ruleset(game.ruleset)
    state = rules.knowledge.read_view(told["state"])
    assert state == known_game(game, "south").state
    assert told["figures"].keys() == rules.telling.figures_by_field(state).keys()
    assert told["lines"]


def test_events_go_on_after_a_number(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    orders(program, game)
    first = program.get(f"/games/{game.pk}/events").json()
    rest = program.get(f"/games/{game.pk}/events", after=1).json()
    assert [event["seq"] for event in first["events"]] == list(range(1, first["version"] + 1))
    assert rest["events"] == first["events"][1:]
    assert rest["after"] == first["version"]


@pytest.mark.parametrize("path", ["/games/{pk}", "/games/{pk}/position", "/me/asked"])
def test_nothing_new_is_answered_by_304(
    game: Game, alice: Person, connect: Connect, path: str
) -> None:
    program, address = connect(alice), path.format(pk=game.pk)
    etag = program.get(address)["ETag"]
    again = program.client.get(f"/api/v1{address}", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    orders(program, game)
    fresh = program.client.get(f"/api/v1{address}", headers={"If-None-Match": etag})
    assert fresh.status_code == 200


def test_a_seat_that_changes_hands_is_news(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    etag = program.get(f"/games/{game.pk}")["ETag"]
    Seat.objects.filter(game=game, name="west").update(is_absent=True)
    assert program.get(f"/games/{game.pk}")["ETag"] != etag


def test_a_program_waits_until_something_happens(
    game: Game, alice: Person, bob: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seconds pass at once here; in the third one Alice moves."""
    seconds: list[float] = []

    def sleep(length: float) -> None:
        seconds.append(length)
        if len(seconds) == 3:
            orders(connect(alice), game)

    monkeypatch.setattr(time, "sleep", sleep)
    told = connect(bob).get(f"/games/{game.pk}/events", after=game.version, wait=25).json()
    assert len(seconds) == 3
    assert told["events"]


def test_no_program_waits_where_others_do(
    game: Game, bob: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Control: it does where there is a place."""
    seconds: list[float] = []
    monkeypatch.setattr(time, "sleep", seconds.append)
    for places in (0, 1):
        settings.API_WAITING = places
        connect(bob).get(f"/games/{game.pk}/events", after=game.version, wait=25)
        assert bool(seconds) == bool(places)


def test_a_person_has_two_places_to_wait(settings: Any) -> None:
    settings.API_WAITING = 10
    room = waiting.WaitingRoom()
    with room.enter("7") as first, room.enter("7") as second, room.enter("7") as third:
        assert (first, second, third) == (True, True, False)
        with room.enter("8") as other:
            assert other
    with room.enter("7") as again:
        assert again


def test_lists_go_on_where_the_page_before_ended(
    game: Game, alice: Person, bob: Person, connect: Connect
) -> None:
    program = connect(alice)
    for title in ("Spring", "Summer", "Winter"):
        program.post("/tables", {"rule_set": "bollwerk", "title": title})
    seen, after = [], ""
    while True:
        page = program.get("/tables", limit=2, after=after).json()
        seen += [one["title"] for one in page["games"]]
        after = page["after"]
        if not after:
            break
    assert seen == ["Winter", "Summer", "Spring"]


def test_a_wrong_cursor_is_refused(connect: Connect, db: None) -> None:
    for after in ("x", "2026", "MjAyNiAx", "é"):
        assert connect().get("/tables", after=after).status_code == 422


@pytest.mark.parametrize("at", ["2026-01-01T00:00:00+23:00", "0001-01-01T00:00:00+12:00"])
def test_a_cursor_of_any_offset_is_answered(connect: Connect, db: None, at: str) -> None:
    after = base64.urlsafe_b64encode(f"{at} 1".encode()).decode()
    assert connect().get("/tables", after=after).status_code in (200, 422)


def test_words_go_on_from_any_of_them(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    for after, status in (("1000000", 200), ("9" * 18, 200), ("9" * 19, 422), ("-1", 422)):
        assert program.get(f"/games/{game.pk}/words", after=after).status_code == status


def test_sentences_come_in_the_language_of_the_person(
    game: Game, dora: Person, connect: Connect
) -> None:
    path = f"/games/{game.pk}/steps"
    german = connect(dora).get(path).json()["steps"][0]["sentence"]
    english = connect(dora, Accept_Language="en").get(path).json()["steps"][0]["sentence"]
    assert german != english
