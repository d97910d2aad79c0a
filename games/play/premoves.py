"""Turns that are handed in before they are asked for, and played when they are.

Whether a seat has one is looked up with the seats of a game, whether it has or not: so nobody can
tell by the time it takes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from conquest.registry import AnyRules
from games.models import Premove, Seat
from games.play import store
from games.play.knowledge import KnownGame, mask_state


class PremoveRejected(Exception):
    """A turn that cannot be handed in ahead any more: it is asked for by now, or the game has gone
    on since it was looked at, or does not go on for now."""


def allows_premoves(rules: AnyRules) -> bool:
    """Tell whether turns of a game can be handed in ahead."""
    return any(ask.premove for ask in rules.judgement.decision_kinds.values())


def can_file_premove(known: KnownGame, seat: Seat) -> bool:
    """Tell whether a seat can hand in its next turn ahead: another's is under way."""
    judgement, game = known.rules.judgement, seat.game
    if not (allows_premoves(known.rules) and game.is_running) or game.is_paused or seat.is_absent:
        return False
    supposed = judgement.suppose_turn(known.state, seat.name)
    is_next = judgement.turn_number(supposed) != judgement.turn_number(known.state)
    return is_next and seat.name not in judgement.to_act(known.state)


def waiting_premove(seat: Seat) -> Premove | None:
    """Return the turn that whoever sits at a seat has handed in ahead, if it waits."""
    found: Premove | None = getattr(seat, "premove", None)
    if found is None or found.pk is None:  # it has just been played
        return None
    return found if found.person_id == seat.person_id and not found.dropped else None


def dropped_premove(seat: Seat, number: int) -> Premove | None:
    """Return the one that was dropped when the turn of this ``number`` was asked for."""
    return _premoves_of(seat).filter(dropped_in=number).first()


def _premoves_of(seat: Seat) -> QuerySet[Premove]:
    return Premove.objects.filter(seat=seat, person=seat.person_id)


def file_premove(
    game_id: int, person: Person, text: str, *, seen_version: int, is_careful: bool, now: datetime
) -> Premove:
    """Hand in a person's next turn ahead, in place of one that may wait already.

    :raises NotNow: if it is not to be handed in ahead now, or the person has not seen the present.
    :raises Refused: if it cannot be carried out as things stand.
    :raises Seat.DoesNotExist: if the person has no seat in a game of this number.
    """
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
    """Take back the turn that a person has handed in ahead; say whether it still waited.

    :raises Seat.DoesNotExist: if the person has no seat in a game of this number.
    """
    with transaction.atomic():
        _game, seats = store.lock_game(game_id)
        waiting = waiting_premove(_own_seat(seats.values(), person))
        if waiting is not None:
            waiting.delete()
        return waiting is not None


def drop_premove(premove: Premove, reason: str, field: str, number: int) -> None:
    """Note why a turn that was handed in ahead is not played in the turn of this ``number``."""
    premove.dropped, premove.field, premove.dropped_in = reason, field, number
    premove.save(update_fields=["dropped", "field", "dropped_in"])


def premove_conflict(premove: Premove, rules: AnyRules, state: Any) -> tuple[str, str] | None:
    """Return why a turn is not played that its seat is asked for now, with the field that is about;
    None where all is as its author wanted."""
    seat = premove.seat
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
    """Return what a seat has on which field."""
    figures = rules.telling.figures_by_field(state).items()
    return {field: str(one.label) for field, one in figures if one.seat == seat.name}


def _capturable_fields(
    rules: AnyRules, state: Any, seat: Seat, stands: dict[str, str]
) -> list[str]:
    """Return on which of its fields others could capture what a seat has."""
    others = (name for name in rules.judgement.seats(state) if name != seat.name)
    found = {
        one.target for name in others for one in rules.composing.possible_captures(state, name)
    }
    return sorted(found & stands.keys())
