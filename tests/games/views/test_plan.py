"""A plan worked on from a page: what the script is sent, and the saved draft."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Draft, Event, Game
from games.planner import drafts
from tests import stage
from tests.markup import squeeze

MOVE = "S40-S29"


@pytest.fixture
def south(client: Client, game: Game) -> Client:
    """Alice's browser: she sits in the south and is on turn."""
    client.force_login(game.host)
    return client


def send_plan(client: Client, game: Game, text: str, **fields: object) -> Any:
    address = reverse("game_plan", args=[game.pk])
    return client.post(address, {"text": text, **fields}, headers={"accept": "application/json"})


def initial_data(client: Client, game: Game) -> Any:
    """Return what the script of the game's page begins with."""
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    return json.loads(
        page.partition('<script id="composer" type="application/json">')[2].partition("<")[0]
    )


def page_text(client: Client, game: Game, **query: str) -> str:
    return squeeze(client.get(reverse("game", args=[game.pk]), query).content.decode())


def test_plan_is_answered_with_what_it_does(south: Client, game: Game) -> None:
    answer = send_plan(south, game, f"{MOVE}; s29-s30").json()
    assert answer["text"] == "S40-S29; S29-S30"
    assert (answer["left"], answer["steps"], answer["rest"]) == (3, 1, "")
    assert 'data-f="S30"' in answer["layer"]
    assert "Knight from S40 to S30" in answer["panel"]
    assert answer["stands"]["S30"] == "knight of South"


def test_plan_answer_has_the_paths_of_pieces_and_fields_too_dear(south: Client, game: Game) -> None:
    knight = send_plan(south, game, "").json()["pieces"]["S40"]
    target = next(one for one in knight["targets"] if one["field"] == "S30")
    assert target["way"] == ["S40", "S29", "S30"]
    assert (target["cost"], target["then"], target["answers"]) == (2, "S30", None)
    assert not {one["field"] for one in knight["targets"]} & set(knight["afar"])
    assert knight["afar"]


def test_plan_goes_on_from_what_can_be_carried_out(south: Client, game: Game) -> None:
    answer = send_plan(south, game, f"{MOVE}; S40-S28; rubbish").json()
    assert (answer["head"], answer["rest"]) == (MOVE, "S40-S28; rubbish")
    assert "<s>S40-S28</s>" in answer["panel"]
    assert "#A8" in answer["panel"] or "rubbish" in answer["panel"]


def test_plan_is_completed_and_says_what_was_understood(south: Client, game: Game) -> None:
    answer = send_plan(south, game, "S40–S30.").json()
    assert answer["text"] == Draft.objects.get().text == "S40-S29-S30"
    assert 'Understood as: <code translate="no">S40-S29-S30</code>' in answer["panel"]
    assert "Understood" not in send_plan(south, game, "S40-S29-S30").json()["panel"]


def test_plan_with_several_routes_asks_which_is_meant(south: Client, game: Game) -> None:
    answer = send_plan(south, game, "S37-S17").json()
    assert Draft.objects.get().text == "S37-S17"
    assert "2 ways are equally short for S37-S17." in answer["panel"]
    assert 'href="?plan=S37-S38-S16-S17#board"' in answer["panel"]
    assert "#C6" not in answer["panel"]


def test_plan_changes_nothing_in_the_game(south: Client, game: Game) -> None:
    send_plan(south, game, f"{MOVE}; end")
    assert Event.objects.filter(game=game).count() == 1


def test_plan_is_kept_for_the_next_visit(south: Client, game: Game) -> None:
    first = send_plan(south, game, MOVE, draft=0).json()
    assert first["draft"] == 1
    assert initial_data(south, game)["text"] == MOVE
    assert initial_data(south, game)["draft"] == 1


def test_plan_of_another_page_is_reported_as_conflict(south: Client, game: Game) -> None:
    send_plan(south, game, MOVE, draft=0)
    answer = send_plan(south, game, "S10-S39", draft=0)
    assert answer.status_code == 409
    assert answer.json() == {"elsewhere": MOVE, "draft": 1}
    assert send_plan(south, game, "S10-S39", draft=1).json()["draft"] == 2


def test_plan_is_used_up_once_the_turn_is_sent(south: Client, game: Game) -> None:
    send_plan(south, game, MOVE, draft=0)
    south.post(
        reverse("game_submit", args=[game.pk]),
        {"text": f"{MOVE}; end", "seen": game.version, "key": "k"},
    )
    assert initial_data(south, game)["text"] == ""


def test_plan_ahead_is_kept_from_a_plain_form(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    address = reverse("game_plan", args=[game.pk])
    answer = client.post(address, {"text": "W40-W29"}, follow=True)
    assert answer.redirect_chain == [(reverse("game", args=[game.pk]), 302)]
    assert initial_data(client, game)["head"] == "W40-W29"


def test_plan_ahead_is_completed_from_a_plain_form(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    client.post(reverse("game_plan", args=[game.pk]), {"text": "W40–W30."})
    assert '<textarea id="orders"' in (text := page_text(client, game))
    assert ">W40-W29-W30</textarea>" in text


def test_plan_ahead_shows_the_points_of_its_turn(client: Client, game: Game, bob: Person) -> None:
    """C4: West has ten points in the first turn. It is South who is on turn."""
    client.force_login(bob)
    assert "<strong>10 of 10 points left</strong>" in page_text(client, game)
    panel = squeeze(send_plan(client, game, "W40-W29").json()["panel"])
    for text in (panel, page_text(client, game)):
        assert "<strong>9 of 10 points left</strong>" in text
    assert "The points are those of your next turn, as things stand now." in text


def test_empty_plan_is_confirmed_before_it_is_kept(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    address, home = (reverse(name, args=[game.pk]) for name in ("game_plan", "game"))
    client.post(address, {"text": "W40-W29"})
    answer = client.post(address, {"text": " "})
    assert answer["Location"] == f"{home}?empty=1#plan"
    asked = page_text(client, game, empty="1")
    assert "An empty plan uses none of your 10 points. Keep it anyway?" in asked
    assert Draft.objects.get().text == "W40-W29"
    client.post(address, {"text": "", "sure": "1"})
    assert Draft.objects.get().text == ""
    assert "Keep it anyway" not in page_text(client, game)


def test_empty_plan_is_kept_unasked_in_a_game_without_points(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    client.force_login(bob)
    answer = client.post(reverse("game_plan", args=[game.pk]), {"text": ""})
    assert answer["Location"] == reverse("game", args=[game.pk])


def test_plan_is_shown_to_nobody_else(client: Client, game: Game, bob: Person) -> None:
    drafts.save_draft(
        game.seats.get(name="south"), game.host, MOVE, version=1, seen=None, now=game.opened_at
    )
    client.force_login(bob)
    for name in ("game", "game_history", "game_text"):
        assert MOVE not in client.get(reverse(name, args=[game.pk])).content.decode()
    assert send_plan(client, game, "").json()["text"] == ""


def test_plan_of_a_stranger_is_refused(client: Client, game: Game, charlie: Person) -> None:
    client.force_login(charlie)
    answer = send_plan(client, game, MOVE)
    assert (answer.status_code, answer.json()) == (
        403,
        {"trouble": "You have no seat in this game."},
    )
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("text", "status"), [("x" * 20_000, 413), ("a\0b", 400), ("\ud800", 200), (";" * 5_000, 200)]
)
def test_plan_of_nonsense_is_answered(south: Client, game: Game, text: str, status: int) -> None:
    given = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    assert send_plan(south, game, given).status_code == status


@pytest.mark.parametrize("draft", ["", "-1", "x", "9" * 40])
def test_plan_ignores_a_draft_that_is_no_number(south: Client, game: Game, draft: str) -> None:
    assert send_plan(south, game, MOVE, draft=draft).json()["draft"] == 1


def test_plan_of_a_signed_out_script_is_refused(south: Client, game: Game) -> None:
    """And leads nobody to a page that the script cannot show."""
    south.logout()
    answer = send_plan(south, game, MOVE)
    assert answer.status_code == 401
    assert answer.json() == {"trouble": "You are signed out here. Sign in to go on."}
    assert not Draft.objects.exists()


def ask_refusal(client: Client, game: Game, text: str, piece: str, field: str) -> Any:
    return send_plan(client, game, text, piece=piece, field=field, tool="")


def test_move_refusal_says_why_a_piece_cannot_go_to_a_field(south: Client, game: Game) -> None:
    """C14: by the rules, with the address where they tell it; nothing is kept."""
    assert ask_refusal(south, game, MOVE, "S29", "N30").json() == {
        "sentence": "The knight on S29 has only 5 of its 6 steps left this turn.",
        "rule": "C14",
        "address": "/rules/conquest/#C14",
    }
    assert not Draft.objects.exists()


def test_move_refusal_is_empty_where_a_piece_can_go_or_nobody_stands(
    south: Client, game: Game
) -> None:
    assert ask_refusal(south, game, "", "S40", "S30").json() == {}
    assert ask_refusal(south, game, "", "N40", "S30").json() == {}
    assert ask_refusal(south, game, "", "", "").json() == {}


def test_move_refusal_is_told_only_to_the_player_of_the_seat(client: Client, game: Game) -> None:
    client.force_login(Person.objects.get(name="Bob"))
    assert ask_refusal(client, game, "", "W40", "N30").json()["rule"] == "C14"
    assert ask_refusal(client, game, "", "S40", "N30").json() == {}
