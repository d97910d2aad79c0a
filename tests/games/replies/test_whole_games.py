"""Whole games by letter: the events are those of the same orders by web."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import registry
from games.models import Decision, Event, Game, Submission
from games.play.knowledge import known_game
from games.setups import collection
from mail import pictures
from tests import stage
from tests.games.replies.mailbox import Mailbox
from tests.scheduling import choose_one

pytestmark = [pytest.mark.django_db, pytest.mark.long]
SAMPLES = {
    slug: sample
    for slug, _title in registry.ruleset_choices()
    if (sample := registry.get_ruleset(slug).telling.sample_game())
}
SEED = bytes(32)


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing: there are hundreds of pictures, which have tests of their own."""
    monkeypatch.setattr(pictures, "cached_picture", lambda *_drawing: b"PNG")


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.mark.parametrize("slug", choose_one(SAMPLES, "conquest"))
def test_a_whole_game_by_letter_has_the_events_of_the_same_orders_by_web(
    slug: str, people: list[Person], now: datetime
) -> None:
    by_web, by_letter = (_start(slug, people, now) for _way in range(2))
    players = _players(by_web)
    boxes = {seat: Mailbox(person, now) for seat, person in _players(by_letter).items()}
    for seat, text in SAMPLES[slug].submissions:
        stage.hand_in(by_web, players[seat], text, now=now)
        _answer(by_letter, boxes[seat], text)
    by_letter.refresh_from_db()
    assert by_letter.status == Game.Status.OVER
    assert _events(by_letter) == _events(by_web)
    assert set(Submission.objects.filter(game=by_letter).values_list("via", flat=True)) == {
        "letter"
    }


def _start(slug: str, people: list[Person], now: datetime) -> Game:
    count = len(registry.get_ruleset(slug).seating.table_layout({}).seats)
    with stage.seeded(SEED):
        return stage.sit_down(people[:count], slug, now=now)


def _players(game: Game) -> dict[str, Person]:
    return {seat.name: seat.person for seat in game.seats.all() if seat.person}


def _answer(game: Game, box: Mailbox, text: str) -> None:
    """Answer the letter that asks for a turn or an answer, and say yes to what it shows."""
    decision = Decision.objects.get(seat__game=game, seat__person=box.person, closed_at=None)
    word = box.reply(box.letter_about(decision), _kept_name(game, decision, text, box.now) or text)
    if word == "preview":
        word = box.reply("answer", "YES")
    assert word == "counted", box.answer


def _kept_name(game: Game, decision: Decision, text: str, now: datetime) -> str:
    """Keep a set-up; return the name by which it is handed in, "" for what is none."""
    person, seat = decision.seat.person, decision.seat.name
    state = known_game(game, seat).state
    pattern = collection.pattern_of(game.rules, state, seat, text)
    if not person or not pattern:
        return ""
    collection.save_setup(person, game.rules, state, name=f"{seat} 1", pattern=pattern, now=now)
    return f"{seat} 1"


def _events(game: Game) -> list[tuple[str, Any]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("kind", "data"))
