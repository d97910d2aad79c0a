"""Whole games in which a third of the turns are said ahead go as those in which none is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import registry
from conquest.core import Refused, Seat, fold
from conquest.kit import chance
from games.ahead import conditional_turns, premoves
from games.models import Event, Game, Submission
from tests import stage

pytestmark = pytest.mark.django_db

KEY = bytes(32)
Turn = tuple[Seat, str]
GAMES: Mapping[str, tuple[Mapping[str, Any], int]] = {
    "bollwerk": ({}, 1),
    "espionage": ({"size": 8}, 5),
}


def play_by_bots(slug: str, options: Mapping[str, Any], seed: int) -> list[Turn]:
    """Return the turns of a game of house players up to its end."""
    rules, dice = registry.get_ruleset(slug), random.Random(seed)
    judgement, played = rules.judgement, list[Turn]()
    state = fold(rules, None, judgement.start_game(options, chance.keyed_numbers(KEY)))
    while not judgement.outcome(state):
        seat = next(iter(judgement.to_act(state)))
        known = rules.knowledge.known_state(state, seat)
        numbers = chance.keyed_numbers(dice.randbytes(32))
        played.append((seat, rules.composing.levels[0].propose_orders(known, seat, numbers)))
        orders = rules.notation.read_orders(state, *played[-1])
        drawn = chance.keyed_numbers(KEY, judgement.numbers_drawn(state))
        state = fold(rules, state, judgement.decide(state, seat, orders, drawn))
    return played


class Retelling:
    """A game that is played again, of whose turns a ``share`` is tried to be said ahead."""

    def __init__(self, game: Game, turns: Sequence[Turn], share: float, now: datetime) -> None:
        self.share = share
        self.game, self.turns, self.now = game, turns, now
        self.people = {seat.name: seat.person for seat in game.seats.select_related("person")}
        self.dice = random.Random(7)

    def play(self) -> None:
        """Hand in each turn that has not come by itself."""
        while (place := self._turns_played()) < len(self.turns):
            if self.dice.random() < self.share:
                self._say_ahead(place)
            seat, text = self.turns[place]
            stage.hand_in(self.game, self._person(seat), text, now=self.now)

    def _turns_played(self) -> int:
        return Submission.objects.filter(game=self.game).count()

    def _person(self, seat: Seat) -> Person:
        person = self.people[seat]
        assert person is not None
        return person

    def _say_ahead(self, place: int) -> None:
        """Say the turns that come after the next one ahead, as far as their player can."""
        waiting = next((seat for seat in self.people if seat != self.turns[place][0]), "")
        texts = [text for _seat, text in self.turns[place : place + self.dice.choice((2, 4))]]
        if len(texts) % 2 == 0 and not self._file_line(waiting, texts):
            self._file_premove(waiting, texts[1])

    def _file_line(self, seat: Seat, texts: Sequence[str]) -> bool:
        self.game.refresh_from_db()
        try:
            conditional_turns.file_turns(
                self.game.pk, self._person(seat), " > ".join(texts),
                seen_version=self.game.version, delay=0, now=self.now,
            )  # fmt: skip
        except (Refused, conditional_turns.ConditionalRejected):
            return False
        return True

    def _file_premove(self, seat: Seat, text: str) -> None:
        with suppress(Refused, premoves.PremoveRejected):
            premoves.file_premove(
                self.game.pk, self._person(seat), text,
                seen_version=self.game.version, is_careful=False, now=self.now,
            )  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_with_turns_said_ahead_has_the_events_of_turns_in_time(
    slug: str, alice: Person, bob: Person, now: datetime
) -> None:
    options, seed = GAMES[slug]
    played, events, counts = play_by_bots(slug, options, seed), list[Any](), list[int]()
    for share in (0.0, 0.8):
        with stage.seeded(KEY):
            game = stage.sit_down((alice, bob), slug, now=now, seats="choice", **options)
        Retelling(game, played, share, now).play()
        rows = Event.objects.filter(game=game).order_by("seq")
        events.append(list(rows.values_list("seq", "kind", "data")))
        said = Submission.objects.filter(game=game, via__in=Submission.AHEAD)
        counts.append(said.count())
    assert events[0] == events[1]
    assert events[0][-1][1] == "game_ended"
    assert counts[0] == 0
    assert counts[1] > len(played) / 3
