"""Games in their middle, played and stored like every other game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any
from unittest import mock

from django.db import transaction

from accounts.models import Person
from conquest.core import fold, no_numbers
from games.models import Game
from games.play import store, tables, turns
from games.play.clock import PRESETS
from games.play.turns import Orders, SubmissionReceipt

SEATS = ("south", "west", "north", "east")


def set_up(ruleset: str = "conquest") -> dict[str, str]:
    """Return the pieces of the real set-up of a game on islands."""
    rules = Game(ruleset=ruleset).rules
    (started,) = rules.judgement.start_game({}, no_numbers)
    pieces: dict[str, str] = started.pieces
    return pieces


def begin(
    people: Sequence[Person],
    pieces: Mapping[str, str],
    *,
    now: datetime,
    turn: str = "south",
    pace: str = "normal",
    ruleset: str = "conquest",
) -> Game:
    """Start a game of four from ``pieces`` (``{"S12": "south E(S)"}``), in its first turn."""
    host = people[0]
    table = tables.open_table(
        host, tables.TableTerms(ruleset=ruleset, title="Autumn", pace=PRESETS[pace]), now=now
    )
    for player, seat in zip(people, SEATS, strict=True):
        tables.join_table(table.pk, player, seat_name=seat, now=now)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=table.pk)
        started = game.rules.judgement.events["started"](
            seat=turn, board=game.board, seats=SEATS, pieces=dict(pieces)
        )
        turns.record_start(game, [started], now=now)
    return game


def sit_down(
    people: Sequence[Person],
    ruleset: str,
    *,
    now: datetime,
    pace: str = "normal",
    title: str = "Autumn",
    **options: Any,
) -> Game:
    """Start a game from its set-up: the people sit down as they come."""
    host = people[0]
    table = tables.open_table(
        host,
        tables.TableTerms(ruleset=ruleset, title=title, pace=PRESETS[pace], options=options),
        now=now,
    )
    for player in people:
        tables.join_table(table.pk, player, now=now)
    return tables.start_by_host(table.pk, host, now=now)


def seeded(seed: bytes) -> AbstractContextManager[object]:
    """Let the next tables have this seed, and be committed to it."""
    field = Game._meta.get_field("seed")
    return mock.patch.object(field, "_get_default", return_value=seed)


def tell(game: Game, people: Sequence[Person], texts: Sequence[str], *, now: datetime) -> Game:
    """Let the people, in the order of their seats, hand in a text each, round and round."""
    for place, text in enumerate(texts):
        hand_in(game, people[place % len(people)], text, now=now)
    game.refresh_from_db()
    return game


def hand_in(
    game: Game, person: Person, text: str, *, now: datetime, seen: int | None = None
) -> SubmissionReceipt:
    """Hand a text in as a person who has seen the game as it is, or as it was."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    orders = Orders(
        game_id=game.pk,
        person=person,
        text=text,
        seen_version=version if seen is None else seen,
        key=f"{version}-{person.pk}-{text}"[:64],
    )
    return turns.submit(orders, now=now)


def prolong(game: Game, length: int, *, now: datetime) -> Game:
    """Let a game of Conquest go on to some length: South's knight walks, the others do nothing.

    Quiet rounds end no game here, since nobody judges them.
    """
    state, ended = store.load_state(game), game.rules.judgement.events["turn_ended"]
    while game.version < length:
        events: list[Any] = []
        for text in ("S40-S29", "S29-S40") * 5:
            orders = game.rules.notation.read_orders(state, "south", text)
            walk = game.rules.judgement.decide(state, "south", orders)[:1]
            turn = game.rules.judgement.turn_number(state)
            ends = [
                ended(seat=seat, number=turn + place, next=SEATS[(place + 1) % 4])
                for place, seat in enumerate(SEATS)
            ]
            state = fold(game.rules, state, [*walk, *ends])
            events += [*walk, *ends]
        with transaction.atomic():
            store.append_events(game, store.TurnResult(events=events, state=state), now=now)
    return game
