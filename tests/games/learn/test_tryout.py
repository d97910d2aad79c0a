"""Tryouts of positions, from a game as its viewer knows it and from the rules."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.learn import tryout
from games.models import Draft, Event, Game, Submission
from games.play import store, turns
from games.play.knowledge import KnownGame, mask_state
from tests import stage
from tests.games.forms import new_table
from tests.games.learn.test_rulebook import SLUGS, figures

SECRET = "S40-S29"
PIECES = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S40": "south S",
    **{f"{side}0{n}": f"{seat} S" for side, seat in (("N", "north"), ("E", "east"), ("S", "south"))
       for n in (1, 2, 3)},
    "W01": "west S", "W02": "west S",
}  # fmt: skip


@pytest.fixture
def interrupted_game(alice: Person, bob: Person, dora: Person, erin: Person, now: Any) -> Game:
    """A game in which West is asked for a recapture, and South has a secret plan for afterwards."""
    game = stage.begin([alice, bob, dora, erin], PIECES, now=now)
    orders = turns.Orders(
        game_id=game.pk, person=alice, text=f"S12-S13xS14; {SECRET}", seen_version=1, key="k"
    )
    turns.submit(orders, now=now)
    game.refresh_from_db()
    return game


def address(game: Game) -> str:
    return reverse("game_try", args=[game.pk])


def script_data(page: str) -> Any:
    """Return what the script of a page begins with."""
    return json.loads(
        page.partition('<script id="composer" type="application/json">')[2].partition("<")[0]
    )


def follow(page: str, words: str) -> str:
    """Return the address of the link with these words."""
    found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>\s*{words}\s*</a>', page)
    assert found, words
    return unescape(found[1])


def test_a_tryout_is_made_of_what_its_viewer_knows(interrupted_game: Game) -> None:
    """Two positions that look the same to a viewer make the same tryout for them."""
    rules, state, seats = (
        interrupted_game.rules,
        store.load_state(interrupted_game),
        interrupted_game.seats.all(),
    )
    other = rules.knowledge.read_view(rules.knowledge.write_view(state, None))
    assert other != state
    for viewer in ("west", "north", None):
        scenes = [
            tryout.from_known(
                KnownGame(interrupted_game, viewer, 3, mask_state(rules, one, viewer)),
                seats,
                seat=seat,
            )
            for one in (state, other)
            for seat in ("south", "west")
        ]
        assert scenes[0].state == scenes[2].state
        assert scenes[1].state == scenes[3].state


@pytest.mark.parametrize("who", ["bob", "charlie", None])
@pytest.mark.parametrize("seat", ["", "south", "west"])
def test_a_tryout_shows_nobody_the_plan_of_another_seat(
    client: Client, interrupted_game: Game, who: str | None, seat: str, charlie: Person
) -> None:
    assert SECRET in str(store.load_state(interrupted_game).plan)
    if who:
        client.force_login(Person.objects.get(name=who.capitalize()))
    page = client.get(address(interrupted_game), {"seat": seat})
    onward = {"seat": "south", "past": "west: pass"}
    later = client.get(address(interrupted_game), onward)
    answer = client.post(f"{address(interrupted_game)}?seat={seat}", {"text": "", "draft": "0"})
    for said in (page, later, answer):
        assert said.status_code == 200
    texts = [page.content.decode(), later.content.decode(), answer.json()["text"]]
    assert not [text for text in texts if f"{SECRET};" in text or f"{SECRET} " in text]
    at = script_data(later.content.decode())["stands"]
    assert "S40" in at
    assert "S29" not in at


def test_a_tryout_stores_nothing(client: Client, game: Game) -> None:
    client.force_login(game.host)
    before = (game.version, Event.objects.count())
    client.get(address(game), {"plan": "S40-S29"})
    client.post(address(game), {"text": "S40-S29; end", "draft": "0"})
    game.refresh_from_db()
    assert (game.version, Event.objects.count()) == before
    assert not Draft.objects.exists()
    assert not Submission.objects.exists()


def test_a_tryout_begins_with_the_visitors_own_seat(
    client: Client, game: Game, bob: Person
) -> None:
    client.force_login(bob)
    begun = script_data(client.get(address(game)).content.decode())
    assert "W40" in begun["pieces"]
    assert "S40" not in begun["pieces"]
    client.logout()
    watched = script_data(client.get(address(game)).content.decode())
    assert "S40" in watched["pieces"]


def test_a_tryout_names_the_pieces(client: Client, game: Game) -> None:
    """On the map's page and where a question is asked, in the colours of the player."""
    told = client.get(address(game), {"seat": "north"}).content.decode()
    legend = told.partition('class="legend"')[2].partition("</ul>")[0]
    assert "Galleon" in legend
    lesson = client.get(reverse("lesson", args=["conquest", 6])).content.decode()
    assert "<span>Elephant</span>" in lesson


def test_a_tryout_works_out_a_plan_for_any_seat(client: Client, game: Game) -> None:
    answer = client.post(f"{address(game)}?seat=north", {"text": "N40-N29", "draft": "0"}).json()
    assert (answer["head"], answer["left"], answer["draft"]) == ("N40-N29", 14, 0)
    assert "Knight from N40 to N29" in answer["panel"]


def test_a_tryout_understands_typed_orders_as_a_game_does(client: Client, game: Game) -> None:
    answer = client.post(address(game), {"text": "S40–S30."}).json()
    assert answer["text"] == "S40-S29-S30"
    assert 'Understood as: <code translate="no">S40-S29-S30</code>' in answer["panel"]
    page = client.get(address(game), {"plan": "S37-S17"}).content.decode()
    assert "2 ways are equally short for S37-S17." in page
    assert "plan=S37-S19-S18-S17" in page


def test_a_tryout_goes_on_with_the_next_seat(client: Client, game: Game) -> None:
    page = client.get(address(game), {"plan": "S40-S29"}).content.decode()
    onward = follow(page, "End the turn and go on as West")
    west = client.get(onward).content.decode()
    begun = script_data(west)
    assert begun["stands"]["S29"] == "knight of South"
    assert "W40" in begun["pieces"]
    north = client.post(begun["address"], {"text": "W40-W29", "draft": "0"}).json()
    assert "go on as North" in north["panel"]
    assert follow(west, "Back to where it began").startswith("?upto=1")


def test_a_tryout_goes_on_with_an_answer(
    client: Client, interrupted_game: Game, bob: Person
) -> None:
    client.force_login(bob)
    page = client.get(address(interrupted_game), {"plan": "S16-S15xS14"}).content.decode()
    assert page.count('type="radio"') == 2
    south = client.get(follow(page, "Go on as South")).content.decode()
    assert script_data(south)["stands"]["S14"] == "knight of West"


def test_a_tryout_begins_with_any_past_step(client: Client, interrupted_game: Game) -> None:
    first = script_data(
        client.get(address(interrupted_game), {"upto": "1", "seat": "south"}).content.decode()
    )
    assert first["stands"]["S12"] == "knight of South"
    history = client.get(reverse("game_history", args=[interrupted_game.pk]), {"upto": "1"})
    assert f"{address(interrupted_game)}?upto=1" in history.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"upto": "x"}, {"upto": "-3"}, {"upto": "9" * 30}, {"seat": "nobody"}, {"past": "x"},
        {"past": "south"}, {"past": "south: rubbish\nwest:\n\n:"},
        {"plan": ";" * 5000}, {"piece": "X99"}, {"past": "north: end\n" * 400},
    ],
)  # fmt: skip
def test_a_tryout_leaves_out_nonsense(client: Client, game: Game, query: dict[str, str]) -> None:
    assert client.get(address(game), query).status_code == 200


def test_a_tryout_is_refused_while_the_table_does_not_allow_it(client: Client, game: Game) -> None:
    Game.objects.update(may_try=False)
    client.force_login(game.host)
    assert client.get(address(game)).status_code == 403
    assert client.post(address(game), {"text": ""}).status_code == 403
    for door in ("game", "game_history"):
        assert address(game) not in client.get(reverse(door, args=[game.pk])).content.decode()


def test_a_tryout_is_open_to_all_once_the_game_is_over(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: Any
) -> None:
    last = {"S12": "south K", "S14": "south K", "S13": "west S", "N12": "north K", "E12": "east K"}
    game = stage.begin([alice, bob, dora, erin], last, now=now)
    orders = turns.Orders(game_id=game.pk, person=alice, text="S12xS13", seen_version=1, key="k")
    turns.submit(orders, now=now)
    Game.objects.update(may_try=False)
    assert Game.objects.get().status == Game.Status.OVER
    assert client.get(address(game)).status_code == 200
    page = client.get(address(game), {"upto": "1", "seat": "south"}).content.decode()
    assert script_data(page)["stands"]["S13"] == "soldier of West"


def test_tryouts_are_an_option_of_a_new_table(client: Client, alice: Person) -> None:
    client.force_login(alice)
    new_table(client, title="Strict", unticked=["may_try"])
    new_table(client, title="Free")
    tried = dict(Game.objects.values_list("title", "may_try"))
    assert tried == {"Strict": False, "Free": True}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tryout_opens_every_example_of_the_rules(client: Client, slug: str) -> None:
    rules = client.get(reverse("rules", args=[slug])).content.decode()
    count = len(figures(rules))
    for number in range(1, count + 1):
        example = reverse("example", args=[slug, number])
        assert rules.count(f'href="{example}"') == 1
        assert client.get(example).status_code == 200
    assert client.get(reverse("example", args=[slug, count + 1])).status_code == 404
    assert client.get(reverse("example", args=[slug, 0])).status_code == 404


def test_a_tryout_shows_the_orders_of_an_example(client: Client) -> None:
    page = client.get(reverse("example", args=["conquest", 1])).content.decode()
    shown = client.get(
        f"{reverse('example', args=['conquest', 1])}{follow(page, 'Do what the picture shows')}"
    )
    assert "S12-S13-S14" in shown.content.decode()
