"""Conditional turns as they are filed, in private, and as their tree gets shorter with each answer.

They are read with the seats of a game, whether there are any or not, as premoves are.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db import transaction

from accounts.models import Person
from conquest.registry import AnyRules
from games.ahead import premoves
from games.ahead.conditional_turns import tree as trees
from games.ahead.conditional_turns.tree import Reply
from games.models import ConditionalTurns, Seat
from games.play import fairness, store
from games.play.knowledge import KnownGame, mask_state

STEPS = 10_000  # shares of a delay among which one is drawn


class ConditionalRejected(Exception):
    """Conditional turns cannot be filed: the turn is asked for by now, the game has gone on since
    its author looked at it, or it is paused or over."""


def can_file_turns(known: KnownGame, seat: Seat) -> bool:
    """Whether a seat can say ahead what answers the next turn of the other side: in games of two,
    where it could hand in a turn ahead."""
    is_of_two = len(known.rules.judgement.seats(known.state)) == 2
    return is_of_two and premoves.can_file_premove(known, seat)


def waiting_turns(seat: Seat) -> ConditionalTurns | None:
    """Return the conditional turns of the person at a seat, if they wait."""
    row: ConditionalTurns | None = getattr(seat, "conditional_turns", None)
    # Deleting the row leaves the object in the cache of the seat, without a key.
    if row is None or row.pk is None or row.stopped:
        return None
    # A substitute begins without what the person before has said.
    return row if row.person_id == seat.person_id else None


def waits_for_delay(seat: Seat) -> bool:
    """Whether an answer of the person at a seat waits for the delay that they wanted."""
    row = waiting_turns(seat)
    return row is not None and row.plays_at is not None


def stopped_turns(seat: Seat, number: int) -> ConditionalTurns | None:
    """Return the conditional turns that stopped when the turn of this ``number`` was asked for."""
    rows = ConditionalTurns.objects.filter(seat=seat, person=seat.person_id)
    return rows.filter(stopped_in=number).first()


def file_turns(
    game_id: int,
    person: Person,
    text: str,
    *,
    seen_version: int,
    delay: int,
    now: datetime,
    is_line: bool = False,
) -> ConditionalTurns:
    """File the conditional turns of a person, in place of those that may wait already; each answer
    is played after a ``delay`` in minutes. A text that ``is_line`` is one more line of those, in
    place of what contradicts it.

    :raises ConditionalRejected: if none are possible now, or the person has not seen the present.
    :raises Refused: if the text cannot be read, or a turn in it cannot be made or foreseen.
    :raises Seat.DoesNotExist: if the person has no seat in the game.
    """
    # Under the lock of the game, so that no turn is asked for between these checks and the row.
    with transaction.atomic():
        game, seats = store.lock_game(game_id)
        seat, rules = _own_seat(seats.values(), person), game.rules
        if not game.is_running or game.version != seen_version:
            raise ConditionalRejected
        state = mask_state(rules, store.load_state(game), seat.name)
        if not can_file_turns(KnownGame(game, seat.name, game.version, state), seat):
            raise ConditionalRejected
        filed = waiting_turns(seat)
        # Under the lock, too: else one of two pages that build lines would lose the other's.
        if is_line and filed is not None:
            text = trees.with_line(rules, filed.text, text.split(f" {trees.THEN} "))
        tree = trees.read_tree(rules, text)
        trees.check_tree(rules, state, seat.name, tree)
        values = {
            "game": game,
            "person": person,
            "text": trees.write_tree(tree),
            "foreseen": trees.foreseen_prints(rules, state, seat.name, tree),
            "delay": delay,
            "version": game.version,
            "filed_at": now,
            "plays_at": None,
            "stopped": "",
            "stopped_in": None,
        }
        row, _made = ConditionalTurns.objects.update_or_create(seat=seat, defaults=values)
        return row


def withdraw_turns(game_id: int, person: Person) -> bool:
    """Delete the conditional turns of a person; return whether they still waited.

    :raises Seat.DoesNotExist: if the person has no seat in the game.
    """
    with transaction.atomic():
        _game, seats = store.lock_game(game_id)
        waiting = waiting_turns(_own_seat(seats.values(), person))
        if waiting is not None:
            waiting.delete()
        return waiting is not None


def _own_seat(seats: Iterable[Seat], person: Person) -> Seat:
    for seat in seats:
        if seat.person_id == person.pk:
            return seat
    raise Seat.DoesNotExist


def find_reply(row: ConditionalTurns, rules: AnyRules, state: Any) -> Reply | None:
    """Return what answers the turn that was made, None if it was not foreseen."""
    tree = trees.read_tree(rules, row.text)
    # Since then something may have been offered: that the answer is due was found out before it.
    if row.plays_at is not None and len(tree) == 1:
        return tree[0]
    seen = trees.print_position(rules, state, row.seat.name)
    if seen not in row.foreseen:
        return None
    place: int = row.foreseen.index(seen)
    return tree[place]


def put_off_reply(row: ConditionalTurns, reply: Reply, now: datetime) -> bool:
    """Return whether an answer has to wait for about its author's delay. If that begins now, the
    tree is cut down to this answer and what follows it."""
    if row.plays_at is None and row.delay:
        row.plays_at = now + _spread_delay(row)
        row.text, row.foreseen = trees.write_tree((reply,)), []
        row.save(update_fields=["plays_at", "text", "foreseen"])
    return row.plays_at is not None and now < row.plays_at


def _spread_delay(row: ConditionalTurns) -> timedelta:
    """Return how long an answer waits: its author's delay, or up to a third less."""
    # By lot, since a turn that comes after an hour to the second tells that it was said ahead.
    lot = fairness.draw_lot(row.game, f"delay {row.seat_id} {row.version} {row.text}")
    share = Fraction(lot % STEPS, STEPS)
    return timedelta(minutes=row.delay) * float(1 - share / 3)


def go_on_after(row: ConditionalTurns, rules: AnyRules, state: Any, reply: Reply) -> None:
    """Keep what a tree says after an answer that was played, with what it foresees next; delete it
    if that was all."""
    if not reply.then:
        row.delete()
        return
    known = mask_state(rules, state, row.seat.name)
    row.text, row.plays_at = trees.write_tree(reply.then), None
    row.foreseen = trees.foreseen_prints(rules, known, row.seat.name, reply.then)
    row.save(update_fields=["text", "foreseen", "plays_at"])


def stop_turns(row: ConditionalTurns, reason: str, number: int) -> None:
    """Keep conditional turns with the reason why they end at the turn of this ``number``."""
    row.stopped, row.stopped_in, row.plays_at = reason, number, None
    row.save(update_fields=["stopped", "stopped_in", "plays_at"])


def drop_delayed_turn(seat: Seat) -> None:
    """Delete conditional turns whose answer waited for its delay when its turn was played
    otherwise."""
    row = waiting_turns(seat)
    if row is not None and row.plays_at is not None:
        row.delete()
