"""What is offered to seats and waits for their yes or no: the rules say what, rows since when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from conquest.core import SideAction
from conquest.registry import AnyRules
from games.models import Game, PendingOffer, Seat
from games.play.knowledge import KnownGame


def standing_offer(rules: AnyRules, state: Any, seat: str) -> SideAction | None:
    """Return the action by which a seat would accept what is offered to it, None if nothing is."""
    actions = rules.judgement.side_actions(state, seat)
    return next((action for action in actions if action.accepts), None)


def standing_offers(rules: AnyRules, state: Any, seats: Mapping[str, Seat]) -> dict[Seat, str]:
    """Return the orders with which seats would accept what is offered to them."""
    offered = {seat: standing_offer(rules, state, name) for name, seat in seats.items()}
    return {seat: action.text for seat, action in offered.items() if action}


def open_offer(known: KnownGame, seat: Seat) -> SideAction | None:
    """Return the action by which a seat would accept what its person is asked for, None if nothing
    is offered to them or they have declined it."""
    row = find_offer(seat)
    if row is None or not row.is_open or not known.game.is_running or known.game.is_paused:
        return None
    return standing_offer(known.rules, known.state, seat.name)


def find_offer(seat: Seat) -> PendingOffer | None:
    """Return the row of what is offered to a seat, None if nothing is."""
    return getattr(seat, "offer", None)


def update_offers(
    game: Game,
    before: Mapping[Seat, str],
    after: Mapping[Seat, str],
    lapsed: Collection[Seat],
    *,
    now: datetime,
) -> list[PendingOffer]:
    """Store what is offered to the seats of a game ``after`` a turn; return what is new.

    Meanwhile offers to some seats have ``lapsed``, even if the same is offered to them again. The
    caller holds the lock on the game's row.
    """
    # Nearly always nothing is offered: turns have no query for it.
    if not before and not after:
        return []
    changed = [seat for seat in before if before[seat] != after.get(seat) or seat in lapsed]
    PendingOffer.objects.filter(seat__in=changed).delete()
    # Asked of the rows: an offer may be older than they are.
    stored = set(PendingOffer.objects.filter(seat__in=after).values_list("seat", flat=True))
    made = [seat for seat in after if seat.pk not in stored]
    rows = [
        PendingOffer(game=game, seat=seat, version=game.version, opened_at=now) for seat in made
    ]
    return PendingOffer.objects.bulk_create(rows)


def decline_offer(seat: Seat, seen_version: int, *, now: datetime) -> bool:
    """Note that the person at a seat declines what was offered until a version; return whether it
    was still there."""
    offered = PendingOffer.objects.filter(seat=seat, version__lte=seen_version)
    return bool(offered.update(declined_at=now))
