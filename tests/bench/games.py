"""Games that stand where they are wanted, and the people who play them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.models import Person
from conquest import bench
from conquest.core import fold
from games.models import Game
from games.play import clock, decisions, store, tables, turns
from games.play.clock import PRESETS


def people(count: int, name: str = "player") -> list[Person]:
    """Create people who have this name and a number."""
    return [
        Person.objects.create_user(f"{name}{number}@example.org", name=f"{name.title()} {number}")
        for number in range(1, count + 1)
    ]


def start(players: Sequence[Person]) -> Game:
    """Begin a game of Conquest."""
    table, now = _table("conquest", players), clock.now()
    return tables.start_by_host(table.pk, players[0], now=now)


def begin(match: bench.BenchGame, players: Sequence[Person]) -> Game:
    """Begin a game with all that has happened in a match."""
    table, now = _table(match.rules.slug, players), clock.now()
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=table.pk)
        game.seed = bench.KEY
        game.save(update_fields=["seed"])
        turns.record_start(game, match.events, now=now)
    return game


def _table(ruleset: str, players: Sequence[Person]) -> Game:
    """Open a table and fill it, one seat after the other."""
    now = clock.now()
    table = tables.open_table(
        players[0],
        tables.TableTerms(ruleset=ruleset, title="Bench", pace=PRESETS["leisurely"]),
        now=now,
    )
    for seat, person in zip(table.seats.all(), players, strict=False):
        tables.join_table(table.pk, person, seat_name=seat.name, now=now)
    return table


def grow(game: Game, length: int) -> None:
    """Let a game go on by random single steps, captures only where it would end, to ``length``."""
    rules, dice, state = game.rules, random.Random(5), store.load_state(game)
    fresh: list[Any] = []
    while (
        game.version + len(fresh) < length or "recapture" in rules.judgement.to_act(state).values()
    ):
        seat = next(iter(rules.judgement.to_act(state)))
        text = _step(rules, state, seat, dice)
        happened = rules.judgement.decide(
            state, seat, rules.notation.read_orders(state, seat, text)
        )
        state = fold(rules, state, happened)
        assert rules.judgement.outcome(state) is None, "the game ended too soon"
        fresh += happened
    with transaction.atomic():
        now = clock.now()
        closed, opened = decisions.diff_pending(
            game, _asked(game, store.load_state(game)), _asked(game, state), (), now=now
        )
        answered = {seat.pk: "answer" for seat in closed}
        record = store.TurnResult(events=fresh, state=state, closed=answered, opened=opened)
        store.append_events(game, record, now=now)


def _asked(game: Game, state: Any) -> decisions.PendingDecisions:
    seats = {seat.name: seat for seat in game.seats.select_related("person")}
    owing = {seats[name]: kind for name, kind in game.rules.judgement.to_act(state).items()}
    return decisions.PendingDecisions(owing, game.rules.judgement.turn_number(state))


def _step(rules: Any, state: Any, seat: str, dice: random.Random) -> str:
    if "turn" not in rules.judgement.to_act(state).values():
        return "pass"
    quiet = rules.judgement.write_position(state)["since_capture"]
    choices = rules.composing.legal_choices(state, seat)
    captures: list[str] = [choice.text for choice in choices if choice.captures]
    steps: list[str] = [c.text for c in choices if c.cost == 1 and not c.captures]
    if captures and quiet >= 8:
        return dice.choice(captures)
    return dice.choice(steps) if steps else "end"
