"""What answers for a seat that is not asked: its standing orders (CP4), or silence (CP5)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from conquest.core import Phrase, StandingOrders
from games.ahead.standing_orders.filing import standing_text, text_for_turn
from games.models import Game, Seat
from games.play import clock, decisions


def answer_by_orders(seat: Seat, state: Any, kind: str) -> tuple[Any, ...] | None:
    """Return what the standing orders of a seat answer to a decision of this kind, None if the
    seat must be asked."""
    standing = seat.game.rules.standing
    if standing is None or kind != standing.kind:
        return None
    # Read whether the seat has any or not, so that nobody can tell by the time it takes (CP4).
    text = text_for_turn(seat, seat.game.rules.judgement.turn_number(state))
    orders: tuple[Any, ...] | None = standing.answer_orders(state, seat.name, text)
    return orders


def waits_for_moment(seat: Seat, kind: str, now: datetime) -> bool:
    """Whether the standing orders of a seat answer only after a while, as their owner would: not of
    somebody who is away, for whom nobody waits."""
    return decisions.waits_for_orders(seat, kind) and not is_seat_away(seat, kind, now)


def orders_for_silence(seat: Seat, state: Any, kind: str) -> tuple[Any, ...]:
    """Return what answers for a seat that stays silent: the choice of the table, else of the rules
    (CP5)."""
    rules, choice = seat.game.rules, decisions.pace_of(seat.game).silence
    orders: tuple[Any, ...] | None = None
    if rules.standing and kind == rules.standing.kind and choice:
        text = standing_text(seat) if choice == clock.OWN else _preset_text(rules.standing, choice)
        orders = rules.standing.answer_orders(state, seat.name, text)
    return rules.judgement.default_orders(state, seat.name) if orders is None else orders


def describe_silence(game: Game, kind: str) -> Phrase:
    """Return a sentence that says what silence means for a decision of this kind."""
    rules, choice = game.rules, decisions.pace_of(game).silence
    words = rules.judgement.decision_kinds[kind].silence
    if rules.standing is None or kind != rules.standing.kind or not choice:
        return words
    if choice == clock.OWN:
        return Phrase("%(words)s Your standing orders go before that.", words=words)
    presets = rules.standing.presets
    return next((preset.silence for preset in presets if preset.name == choice), words)


def _preset_text(orders: StandingOrders[Any, Any], name: str) -> str:
    return next((preset.text for preset in orders.presets if preset.name == name), "")


def is_seat_away(seat: Seat, kind: str, now: datetime) -> bool:
    """Whether the person at a seat is away, so that nobody waits for their answer: standing
    orders, or else silence, give it at once."""
    standing, person = seat.game.rules.standing, seat.person
    return bool(standing and kind == standing.kind and person and person.is_away(now))
