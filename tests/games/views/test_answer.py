"""The page that asks for an answer in the middle of somebody else's turn."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Submission
from games.play import turns
from tests import stage

PIECES = {
    "S12": "south E(S,S)",
    "S14": "south K",
    "S32": "south K",
    "S13": "south K",
    "W12": "west K",
    "S30": "west K",
    "W15": "west S",
    "N12": "north K",
    "N30": "north C",
    "E12": "east K",
    "E14": "east E",
}


@pytest.fixture
def attack_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A game in which Bob has just captured Alice's elephant on S12, and has plans."""
    return begin_attack([alice, bob, dora, erin], "W12-W13; end", now)


def begin_attack(people: list[Person], plan: str, now: datetime) -> Game:
    game = stage.begin(people, PIECES, now=now, turn="west")
    orders = turns.Orders(
        game_id=game.pk,
        person=people[1],
        text=f"S30-S11xS12; {plan}",
        seen_version=game.version,
        key="attack",
    )
    turns.submit(orders, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def page(client: Client, attack_game: Game, alice: Person) -> str:
    client.force_login(alice)
    return client.get(address(attack_game)).content.decode()


def address(game: Game) -> str:
    return reverse("game_answer", args=[game.pk])


def decide(client: Client, game: Game, **fields: object) -> Any:
    return client.post(address(game), {"seen": game.version, "key": "k", **fields})


def test_answer_page_tells_what_happened_and_lists_the_answers(page: str) -> None:
    assert "Your elephant with 2 soldiers on S12 was taken by West&#x27;s knight" in page
    answers = re.findall(r'type="radio"\s+name="text"\s+value="([^"]*)"', page)
    assert answers == ["S13xS12", "S14-S13xS12", "pass"]
    assert "This also counts if you do not answer in time." in page


def test_answer_page_chooses_nothing_beforehand(page: str) -> None:
    assert " checked" not in page


def test_answer_page_letters_the_answers_on_the_board(page: str) -> None:
    assert re.search(r'<g class="m-ring">.*?>A</text>', page, re.S)
    assert "svgView(viewBox(" in unescape(page)


def test_answer_page_shows_only_the_place_in_question_and_each_candidate_by_itself(
    page: str,
) -> None:
    boxes = re.findall(r'<svg [^>]*viewBox="([^"]*)"', page)
    place, *candidates = (float(box.split()[2]) for box in boxes)
    assert place < 2660
    assert len(candidates) == page.count('class="letter"') - 1
    assert all(width < place for width in candidates)


def test_answer_page_decides_nothing_by_being_opened(page: str, attack_game: Game) -> None:
    attack_game.refresh_from_db()
    assert "Nothing is decided until you press the button." in page
    assert Submission.objects.filter(via="web").count() == 1


def test_answer_page_asks_again_when_nothing_was_chosen(
    client: Client, attack_game: Game, alice: Person
) -> None:
    client.force_login(alice)
    answer = decide(client, attack_game)
    assert answer.status_code == 422
    assert "Please choose one of the answers." in answer.content.decode()


def test_page_of_a_game_leads_to_the_answer_from_its_head(
    client: Client, attack_game: Game, alice: Person
) -> None:
    """So that it can be found at first sight on a phone, where the button is below the fold."""
    client.force_login(alice)
    page = client.get(attack_game.get_absolute_url()).content.decode()
    head = page[page.index("game-head") : page.index("</header>", page.index("game-head"))]
    assert f'<a href="{address(attack_game)}">Do you recapture?</a>' in head


def test_answer_is_played(client: Client, attack_game: Game, alice: Person) -> None:
    client.force_login(alice)
    answer = decide(client, attack_game, text="S13xS12")
    assert answer.status_code == 302
    text = client.get(answer["Location"]).content.decode()
    assert "Knight from S13 takes West&#x27;s knight on S12 in return" in text
    assert "Next: Bob (turn)." in text


def test_answer_sent_twice_gets_the_same_receipt(
    client: Client, attack_game: Game, alice: Person
) -> None:
    client.force_login(alice)
    first, second = (decide(client, attack_game, text="pass") for _ in range(2))
    assert first["Location"] == second["Location"]


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("name", ["game_answer", "game", "game_history", "game_text"])
def test_answer_page_shows_the_same_page_whatever_the_attacker_plans(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime, name: str
) -> None:
    """A21: what is hidden changes no byte of a page, but for numbers that mean nothing."""
    people = [alice, bob, dora, erin]
    games = [begin_attack(people, plan, now) for plan in ("W12-W13; end", "anyway; W15-W14")]
    for reader in (alice, dora):
        client.force_login(reader)
        one, other = (_bare(client, reverse(name, args=[game.pk]), game) for game in games)
        assert one == other


def test_attacker_is_shown_the_pending_submission(
    client: Client, attack_game: Game, bob: Person, dora: Person
) -> None:
    address = reverse("game", args=[attack_game.pk])
    client.force_login(bob)
    assert "S30-S11xS12; W12-W13; end" in client.get(address).content.decode()
    client.force_login(dora)
    assert "W12-W13" not in client.get(address).content.decode()


def _bare(client: Client, address: str, game: Game) -> str:
    text = client.get(address).content.decode()
    text = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"', "", text)
    text = re.sub(r'class="hash">[0-9a-f]{64}', "", text)  # of the seed, which is another one
    return re.sub(rf"(games/|games%2F|game |Partie ){game.pk}\b", r"\1N", text)


def test_late_answer_is_refused_with_a_sentence(
    client: Client, attack_game: Game, alice: Person, now: datetime
) -> None:
    client.force_login(alice)
    late = turns.Orders(
        game_id=attack_game.pk,
        person=alice,
        text="pass",
        seen_version=attack_game.version,
        key="other",
    )
    turns.submit(late, now=now)
    assert decide(client, attack_game, text="S13xS12").status_code == 409
    answer = client.get(address(attack_game))
    assert "There is nothing for you to answer here, or not any more." in answer.content.decode()


def test_answer_page_redirects_to_the_game_when_a_turn_is_due(
    client: Client, game: Game, alice: Person
) -> None:
    client.force_login(alice)
    answer = client.get(address(game))
    assert (answer.status_code, answer["Location"]) == (302, reverse("game", args=[game.pk]))


def test_answer_of_others_is_refused(client: Client, attack_game: Game, bob: Person) -> None:
    client.force_login(bob)
    assert decide(client, attack_game, text="pass").status_code == 409


def test_answer_page_is_linked_from_the_game_and_the_first_page(
    client: Client, attack_game: Game, alice: Person
) -> None:
    client.force_login(alice)
    for start in (reverse("game", args=[attack_game.pk]), reverse("home")):
        assert f'href="{address(attack_game)}"' in client.get(start).content.decode()


def test_answer_that_nobody_could_have_meant_is_refused(
    client: Client, attack_game: Game, alice: Person
) -> None:
    client.force_login(alice)
    assert decide(client, attack_game, text=f"pass # {'x' * 20_000}").status_code == 413
    assert decide(client, attack_game, text="pass # \0").status_code == 400
