"""The branches of a plan: composed on the board as it would be, and saved in the draft."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Draft, Game, Submission
from games.play import store
from tests import stage
from tests.games.test_every_page import plain

pytestmark = pytest.mark.django_db

PIECES = stage.set_up() | {"S13": "east K"}
ATTACK = "S13xS33"


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """East (Erin) is on turn and can take a knight of South (Alice), who can answer."""
    return stage.begin([alice, bob, dora, erin], PIECES, now=now, turn="east")


@pytest.fixture
def east(client: Client, game: Game, erin: Person) -> Client:
    """Erin, who reviews her attack."""
    client.force_login(erin)
    review(client, game, ATTACK)
    return client


def review(client: Client, game: Game, text: str, end: str = "end") -> str:
    given = {"text": text, "seen": game.version, "end": end}
    return plain(client.post(reverse("game_check", args=[game.pk]), given, follow=True))


def branch(game: Game, at: str = "1", door: str = "game_branch") -> str:
    return f"{reverse(door, args=[game.pk])}?end=1&at={at}"


def quiet_step(game: Game) -> str:
    """Return a step of East's that has nothing to do with the attack."""
    options = game.rules.composing.legal_choices(store.load_state(game), "east")
    return next(
        one.text for one in options if one.origin and one.origin != "S13" and not one.captures
    )


def test_review_offers_a_branch_at_every_pause(east: Client, game: Game) -> None:
    page = east.get(f"{reverse('game_check', args=[game.pk])}?end=1").content.decode()
    assert "What if this is answered?" in page
    assert branch(game).replace("&", "&amp;") in page


def test_branch_shows_the_board_as_it_would_be(east: Client, game: Game) -> None:
    page = plain(east.get(branch(game)))
    assert "If South answers step 1" in page
    assert "Suppose this answer" in page


def test_branch_map_opens_where_the_answer_was(east: Client, game: Game) -> None:
    page = east.get(f"{branch(game)}&answer=0").content.decode()
    happened = re.search(r'data-happened="([^"]*)"', page)
    assert happened
    assert happened[1].endswith("S33")


def test_branch_is_saved_in_the_plan(east: Client, game: Game) -> None:
    step = quiet_step(game)
    door = branch(game, door="game_branch_keep")
    answer = east.post(door, {"text": step, "do": "put"}, follow=True)
    draft = Draft.objects.get(seat__game=game)
    assert draft.text == f"{ATTACK}; if taken at S33: {step}; else:"
    assert "If it is answered with" in plain(answer)
    again = east.get(branch(game)).content.decode()
    assert f">{step}</textarea>" in again


def test_branch_ends_the_turn_if_ticked(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    east.post(door, {"text": quiet_step(game), "do": "put", "end": "end"})
    draft = Draft.objects.get(seat__game=game)
    assert draft.text.endswith("; end; else:")


def test_branch_is_removed_again(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    east.post(door, {"text": quiet_step(game), "do": "put"})
    east.post(door, {"text": "", "do": "drop"})
    assert Draft.objects.get(seat__game=game).text == ATTACK


def test_unreadable_branch_is_not_saved(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    answer = east.post(door, {"text": "nonsense", "do": "put"}, follow=True)
    assert "cannot be read" in plain(answer)
    assert Draft.objects.get(seat__game=game).text == ATTACK


def test_branch_takes_no_other_end_word(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    east.post(door, {"text": quiet_step(game), "do": "put", "end": "; else: resign"})
    assert Draft.objects.get(seat__game=game).text.endswith("; end; else:")


def test_branch_that_would_close_its_own_branch_is_not_saved(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    answer = east.post(door, {"text": f"{quiet_step(game)}; always: end; else: end", "do": "put"})
    assert answer.status_code == 302
    assert Draft.objects.get(seat__game=game).text == ATTACK


def test_branch_that_is_too_long_is_not_saved(east: Client, game: Game) -> None:
    door = branch(game, door="game_branch_keep")
    answer = east.post(door, {"text": "end; " * 13_000, "do": "put"})
    assert answer.status_code == 302
    assert Draft.objects.get(seat__game=game).text == ATTACK


def test_turn_goes_on_by_its_branch(east: Client, game: Game, alice: Person, now: datetime) -> None:
    step = quiet_step(game)
    east.post(branch(game, door="game_branch_keep"), {"text": step, "do": "put", "end": "end"})
    text = Draft.objects.get(seat__game=game).text
    given = {"text": f"{text}; end", "seen": game.version, "key": "k"}
    east.post(reverse("game_submit", args=[game.pk]), given)
    assert Submission.objects.filter(game=game).count() == 1
    game.refresh_from_db()
    state = store.load_state(game)
    assert state.window
    recapture = next(
        one.text for one in game.rules.composing.legal_choices(state, "south") if one.origin
    )
    stage.hand_in(game, alice, recapture, now=now)
    game.refresh_from_db()
    assert store.load_state(game).turn == "south"


@pytest.mark.parametrize("at", ["0", "2", "1.1", "", "99999999999999999999", "x"])
def test_branch_of_a_missing_pause_redirects_to_the_game(east: Client, game: Game, at: str) -> None:
    for door in ("game_branch", "game_branch_keep"):
        answer = east.post(branch(game, at, door), {"text": "end"})
        assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


@pytest.mark.parametrize("who", ["alice", "charlie"])
def test_branch_is_shown_to_nobody_else(
    east: Client, game: Game, who: str, request: pytest.FixtureRequest
) -> None:
    """A plan is its author's alone."""
    client = Client()
    client.force_login(request.getfixturevalue(who))
    answer = client.get(branch(game))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
