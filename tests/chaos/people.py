"""Those who play on meanwhile: each insists on a turn until there is a receipt for it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import (
    BAD_GATEWAY,
    FOUND,
    GATEWAY_TIMEOUT,
    OK,
    SERVICE_UNAVAILABLE,
    TOO_MANY_REQUESTS,
)

from django.urls import reverse

from conquest import fuzz
from conquest.core import Refused, Seat, fold
from conquest.kit import bot_random
from games.models import Game
from games.play import store
from tests.chaos.ledger import Ledger
from tests.faults.browsers import NO_ANSWER, Answer, Browser

AWAY = {NO_ANSWER, BAD_GATEWAY, SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT}
PATIENCE = 20.0  # seconds for one answer
PAUSE = (1.0, 4.0)  # seconds before the next turn
AGAIN = 0.3  # seconds before the same is sent again
NEWCOMERS = (5.0, 15.0)  # seconds between two


class UnexpectedError(AssertionError):
    """The site gave an answer that no fault explains."""


@dataclass
class Table:
    """A game with its players, which is played here, too, by the rules alone."""

    game: Game
    players: Mapping[Seat, Browser]
    mirror: fuzz.FuzzGame
    dice: random.Random

    @classmethod
    def at(cls, game: Game, players: Mapping[Seat, Browser], seed: int) -> Table:
        """Return the table of a game that has just begun."""
        dice = random.Random(seed)
        mirror = fuzz.FuzzGame(game.rules, dice, fuzz.Tally(), game.options)
        mirror.key = bytes(game.seed)
        mirror.events = [event for _row, event in store.read_events(game)]
        mirror.state = fold(game.rules, None, mirror.events)
        return cls(game, players, mirror, dice)

    def play(self, ledger: Ledger, closed: threading.Event) -> None:
        """Hand in turns, each until it is accepted, until the site is about to be closed."""
        judgement = self.mirror.rules.judgement
        while not closed.is_set() and not judgement.outcome(self.mirror.state):
            seat, text = self._choose()
            key = f"{self.game.pk}-{len(self.mirror.events)}"
            self._insist(ledger, seat, text, key)
            ledger.turn(self.game.pk, f"web-{key}", text)
            self.mirror.play_text(seat, text)
            closed.wait(self.dice.uniform(*PAUSE))

    def _choose(self) -> tuple[Seat, str]:
        rules, state = self.mirror.rules, self.mirror.state
        seat = self.dice.choice(sorted(rules.judgement.to_act(state)))
        text = self.mirror.compose_text(seat)
        try:
            self.mirror.decide_orders(seat, rules.notation.read_orders(state, seat, text))
        except Refused:
            known = rules.knowledge.known_state(state, seat)
            text = bot_random.any_legal_order(rules, known, seat, self.dice.randrange)
        return seat, text

    def _insist(self, ledger: Ledger, seat: Seat, text: str, key: str) -> None:
        begun, seen = time.monotonic(), len(self.mirror.events)
        while True:
            answer = self.players[seat].submit(
                self.game, text, seen=seen, key=key, patience=PATIENCE
            )
            ledger.answer(answer.status)
            if answer.is_receipt:
                return ledger.waited(time.monotonic() - begun)
            if answer.status not in AWAY:
                raise UnexpectedError(f"game {self.game.pk}, {text!r} after {seen}: {answer}")
            time.sleep(AGAIN)


def come(address: str, seed: int, ledger: Ledger, closed: threading.Event) -> None:
    """Let strangers sign up, one after another: each gets a code."""
    dice, visitor = random.Random(seed), Browser("", address)
    for number in range(1_000_000):
        if closed.wait(dice.uniform(*NEWCOMERS)):
            return
        mail = f"newcomer-{number}@example.org"
        form = {"name": f"Newcomer {number}", "email": mail, "time_zone": "UTC"}
        if _signed_up(visitor, form, ledger, closed):
            ledger.address(mail)


def _signed_up(
    visitor: Browser, form: Mapping[str, str], ledger: Ledger, closed: threading.Event
) -> bool:
    while not closed.is_set():
        answer: Answer = visitor.post(reverse("account_signup"), form, PATIENCE)
        ledger.answer(answer.status)
        if answer.status in (FOUND, OK, TOO_MANY_REQUESTS):
            return (
                answer.status == FOUND
            )  # OK: the name is taken, for an answer was lost on its way
        if answer.status not in AWAY:
            raise UnexpectedError(f"{form['email']} signs up: {answer}")
        time.sleep(AGAIN)
    return False
