"""Premoves: turns that are handed in before they are asked for, and played when they are.

Premoves are read with the seats of a game, whether there are any or not, so that nobody can tell
by the time it takes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from conquest.registry import AnyRules
from games.models import Premove, Seat
from games.play import offers, store
from games.play.knowledge import KnownGame, mask_state


class PremoveRejected(Exception):
    """A premove cannot be filed: the turn is asked for by now, the game has gone on since its
    author looked at it, or it is paused or over."""


def allows_premoves(rules: AnyRules) -> bool:
    """Whether a rule set has turns that can be handed in ahead."""
    return any(kind.premove for kind in rules.judgement.decision_kinds.values())


def can_file_premove(known: KnownGame, seat: Seat) -> bool:
    """Whether a seat can hand in its next turn ahead: it owes nothing, and its turn is not under
    way."""
    judgement, game = known.rules.judgement, seat.game
    if not (allows_premoves(known.rules) and game.is_running) or game.is_paused or seat.is_absent:
        return False
    supposed = judgement.suppose_turn(known.state, seat.name)
    is_next = judgement.turn_number(supposed) != judgement.turn_number(known.state)
    return is_next and seat.name not in judgement.to_act(known.state)


def waiting_premove(seat: Seat) -> Premove | None:
    """Return the premove of the person at a seat, if it waits."""
    premove: Premove | None = getattr(seat, "premove", None)
    # Deleting the row when it is played leaves the object in the cache of the seat, without a key.
    if premove is None or premove.pk is None:
        return None
    # A substitute begins without the premove of the person before.
    return premove if premove.person_id == seat.person_id and not premove.dropped else None


def dropped_premove(seat: Seat, number: int) -> Premove | None:
    """Return the premove that was dropped when the turn of this ``number`` was asked for."""
    return _premoves_of(seat).filter(dropped_in=number).first()


def _premoves_of(seat: Seat) -> QuerySet[Premove]:
    return Premove.objects.filter(seat=seat, person=seat.person_id)


def file_premove(
    game_id: int, person: Person, text: str, *, seen_version: int, is_careful: bool, now: datetime
) -> Premove:
    """File a premove for a person's next turn, in place of one that may wait already.

    :raises PremoveRejected: if no premove is possible now, or the person has not seen the present.
    :raises Refused: if the turn cannot be carried out as things stand.
    :raises Seat.DoesNotExist: if the person has no seat in the game.
    """
    # Under the lock of the game, so that no turn is asked for between these checks and the row.
    with transaction.atomic():
        game, seats = store.lock_game(game_id)
        seat = _own_seat(seats.values(), person)
        if not game.is_running or game.version != seen_version:
            raise PremoveRejected
        seen = KnownGame(
            game, seat.name, game.version, mask_state(game.rules, store.load_state(game), seat.name)
        )
        if not can_file_premove(seen, seat):
            raise PremoveRejected
        _require_playable(seen, seat, text)
        stood = _own_figures(game.rules, seen.state, seat)
        row, _made = Premove.objects.update_or_create(
            seat=seat,
            defaults={
                "game": game,
                "person": person,
                "text": text,
                "stood": stood,
                "reach": _capturable_fields(game.rules, seen.state, seat, stood),
                "is_careful": is_careful,
                "version": game.version,
                "filed_at": now,
                "dropped": "",
                "dropped_in": None,
                "field": "",
            },
        )
        return row


def withdraw_premove(game_id: int, person: Person) -> bool:
    """Delete the premove of a person; return whether it still waited.

    :raises Seat.DoesNotExist: if the person has no seat in the game.
    """
    with transaction.atomic():
        _game, seats = store.lock_game(game_id)
        waiting = waiting_premove(_own_seat(seats.values(), person))
        if waiting is not None:
            waiting.delete()
        return waiting is not None


def drop_premove(premove: Premove, reason: str, field: str, number: int) -> None:
    """Keep a premove with the reason why it is not played in the turn of this ``number``."""
    premove.dropped, premove.field, premove.dropped_in = reason, field, number
    premove.save(update_fields=["dropped", "field", "dropped_in"])


def premove_conflict(premove: Premove, rules: AnyRules, state: Any) -> tuple[str, str] | None:
    """Return why a turn is not played that its seat is asked for now, with the field that is about;
    None where all is as its author wanted."""
    seat = premove.seat
    # To go on would be to decline, and nobody has asked them.
    if offers.standing_offer(rules, state, seat.name):
        return Premove.Reason.OFFERED, ""
    seen = mask_state(rules, state, seat.name)
    stands = _own_figures(rules, seen, seat)
    if gone := sorted(field for field, what in premove.stood.items() if stands.get(field) != what):
        return Premove.Reason.LOST, gone[0]
    if premove.is_careful:
        reached = sorted({*_capturable_fields(rules, seen, seat, stands)} - {*premove.reach})
        if reached:
            return Premove.Reason.REACHED, reached[0]
    return None


def _own_seat(seats: Any, person: Person) -> Seat:
    for seat in seats:
        if seat.person_id == person.pk:
            return seat  # type: ignore[no-any-return]
    raise Seat.DoesNotExist


def _require_playable(seen: KnownGame, seat: Seat, text: str) -> None:
    rules = seen.rules
    supposed = rules.judgement.suppose_turn(seen.state, seat.name)
    sketch = rules.composing.sketch(supposed, seat.name, text)
    if sketch.is_blocked or not sketch.steps:
        raise sketch.refused or PremoveRejected


def _own_figures(rules: AnyRules, state: Any, seat: Seat) -> dict[str, str]:
    """Return by field what a seat has there, with its load."""
    figures = rules.telling.figures_by_field(state).items()
    return {field: str(figure.label) for field, figure in figures if figure.seat == seat.name}


def _capturable_fields(
    rules: AnyRules, state: Any, seat: Seat, stands: dict[str, str]
) -> list[str]:
    """Return the fields on which others could capture what a seat has."""
    others = (name for name in rules.judgement.seats(state) if name != seat.name)
    targets = {
        capture.target
        for name in others
        for capture in rules.composing.possible_captures(state, name)
    }
    return sorted(targets & stands.keys())
