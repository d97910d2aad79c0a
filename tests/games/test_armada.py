"""A game of Iron Armada of three on the site: set-ups at once, throws, alliances, the defeated."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry, replay
from conquest.kit import chance
from games.letters import writers
from games.models import Decision, Game
from games.play import store
from mail.models import Delivery
from tests import stage

RULES = registry.get_ruleset("armada")
PAGES = ("game", "game_text", "game_history", "game_film", "game_outline", "game_notation")
MOST = 120


@pytest.fixture
def people(alice: Person, bob: Person, charlie: Person) -> list[Person]:
    return [alice, bob, charlie]


def seats(game: Game) -> dict[str, Person]:
    return {seat.name: seat.person for seat in game.seats.all() if seat.person}


def looked_at(client: Client, game: Game, people: Sequence[Person], plan: str) -> None:
    """Look at all pages of a game as each of its players, with a plan and without."""
    for person in people:
        client.force_login(person)
        for page in PAGES:
            answer = client.get(reverse(page, args=[game.pk]))
            assert answer.status_code == 200, (page, person.name)
        for page in ("game", "game_check", "game_answer", "game_act", "game_plan"):
            answer = client.get(reverse(page, args=[game.pk]), {"plan": plan})
            assert answer.status_code in (200, 302, 422, 400, 405), (page, answer.status_code)


def test_a_game_of_iron_armada_is_played_on_the_site(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = stage.sit_down(people, "armada", now=now, seats="choice", players=3, king="always")
    seen: dict[str, int] = {}
    for turn in range(MOST):
        game.refresh_from_db()
        if not game.is_running:
            break
        state = store.load_state(game)
        seat, kind = next(iter(RULES.judgement.to_act(state).items()))
        known = RULES.knowledge.known_state(state, seat)
        text = RULES.composing.levels[-1].propose_orders(
            known, seat, chance.keyed_numbers(b"%d" % turn)
        )
        if kind == "turn" and turn in (8, 30):
            choices = RULES.composing.sketch(known, seat, "").choices
            text = next((one.text for one in choices if one.text.startswith("ally")), text)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] == 1 or turn % 60 == 0:
            looked_at(client, game, people, text)
        stage.hand_in(game, seats(game)[seat], text, now=now)
    give_up(game, people[1:], now)
    looked_at(client, game, people, "")
    assert {"setup", "throw", "turn", "consent"} <= seen.keys()
    assert not Decision.objects.filter(game=game, closed_at=None).exists()
    end = str(RULES.telling.report(store.load_state(game)).notes[0])
    assert end in client.get(reverse("game", args=[game.pk])).content.decode()
    for person in people:
        letters = dict(written_letters(person, now))
        assert {"over", "decision"} <= letters.keys()
        assert end in " ".join(letters["over"].split())
    record = client.get(reverse("game_record", args=[game.pk])).content.decode()
    assert json.loads(replay.replay_record(record)[0])["outcome"]["reason"] == game.reason


def give_up(game: Game, people: Sequence[Person], now: datetime) -> None:
    """Let players resign who are not defeated, until the game is over."""
    for person in people:
        game.refresh_from_db()
        seat = game.seats.get(person=person).name
        if game.is_running and seat not in store.load_state(game).defeated:
            stage.hand_in(game, person, "resign", now=now)
    game.refresh_from_db()
    assert not game.is_running


def written_letters(person: Person, now: datetime) -> Iterator[tuple[str, str]]:
    """Yield the text of the last letter of each kind to a person; those that tell nothing any more
    are "", all are written."""
    sent = Delivery.objects.filter(person_id=person.pk).order_by("kind", "-pk").distinct("kind")
    for delivery in sent:
        letter = writers.WRITERS[delivery.kind](delivery, now)
        yield delivery.kind, letter.text if letter else ""


def test_a_throw_is_filmed(client: Client, people: list[Person], now: datetime) -> None:
    """HK24: flight, landing, roll and rest are shots of its frame, each with a scene of its own."""
    game = stage.sit_down(people, "armada", now=now, seats="choice", players=3)
    state, seats = store.load_state(game), ("south", "west", "north")
    set_ups = [RULES.judgement.default_orders(state, seat) for seat in seats]
    with_dice = [*map(RULES.notation.write_orders, set_ups), "throw g6"]
    for person, text in zip((*people, people[0]), with_dice, strict=True):
        stage.hand_in(game, person, text, now=now)
        game.refresh_from_db()
    film = client.get(reverse("game_film", args=[game.pk])).json()
    (shots,) = [frame["shots"] for frame in film["frames"] if "shots" in frame]
    assert shots[0]["said"] == "South: the die flies towards g6."
    assert shots[1]["said"].startswith("It lands ")
    scenes = [shot["scene"] for shot in shots]
    assert len(set(scenes[:-1])) == len(scenes) - 1 >= 2
    assert all("b-figures" in scene for scene in scenes)


def game_with_proposal(people: list[Person], now: datetime) -> Game:
    """Return a game of four in which North and East are asked for their consent."""
    game = stage.sit_down(people, "armada", now=now, seats="choice", players=4)
    for place in range(4):
        state = store.load_state(game)
        seat = RULES.seating.seats[place]
        orders = RULES.judgement.default_orders(state, seat)
        stage.hand_in(game, people[place], RULES.notation.write_orders(orders), now=now)
        game.refresh_from_db()
    for person in people:
        stage.hand_in(game, person, "skip", now=now)
    stage.hand_in(game, people[0], "e2-e3", now=now)
    stage.hand_in(game, people[1], "ally east", now=now)
    stage.hand_in(game, people[0], "consent", now=now)
    game.refresh_from_db()
    return game


def test_the_question_for_consent_names_the_proposal(
    client: Client, alice: Person, bob: Person, charlie: Person, dora: Person, now: datetime
) -> None:
    """I19: on the page of the question and in the letter, and not of some move before it."""
    game = game_with_proposal([alice, bob, charlie, dora], now)
    client.force_login(charlie)
    page = client.get(reverse("game_answer", args=[game.pk])).content.decode()
    assert "West: an alliance with East is proposed." in page
    assert "e2 to e3" not in page.split("<form", 2)[1]


@pytest.mark.parametrize("query", [{}, {"past": "throw"}])
def test_a_tryout_of_consent_shows_the_whole_board(
    client: Client,
    people: list[Person],
    dora: Person,
    now: datetime,
    query: dict[str, str],
) -> None:
    """K21: a proposal has no place on the board, so all of it is shown."""
    game = game_with_proposal([*people, dora], now)
    answer = client.get(reverse("game_try", args=[game.pk]), query)
    assert answer.status_code == 200
    assert "svgView" not in answer.content.decode()
