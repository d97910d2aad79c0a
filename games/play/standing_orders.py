"""Standing orders: filed in private by the person at a seat, and read where they answer (CP4)."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import Person
from conquest.core import Json, Phrase, StandingOrders, Unreadable, fold, no_numbers
from conquest.kit import commitments
from conquest.registry import AnyRules
from games.models import Game, Seat, Standing, StandingDefault
from games.play import clock, decisions, store

MAX_TEXT_CHARS = 4_000
SALT_BYTES = 16


def standing_text(seat: Seat) -> str:
    """Return the standing orders of the person at a seat, "" for none."""
    latest = filed_orders(seat).first()
    return latest.text if latest else ""


def filed_orders(seat: Seat) -> QuerySet[Standing]:
    """Return what the person at a seat has filed for the whole game, the latest first."""
    return _all_filed_orders(seat).filter(turn=None)


def text_for_turn(seat: Seat, turn: int) -> str:
    """Return what counts in a turn: first what was filed for it alone, then what always counts."""
    # Oldest first, so that the last filing of each kind stays.
    latest = {
        row.turn: row.text
        for row in _all_filed_orders(seat).filter(Q(turn=None) | Q(turn=turn))[::-1]
    }
    return "\n".join(filter(None, (latest.get(turn), latest.get(None))))


def _all_filed_orders(seat: Seat) -> QuerySet[Standing]:
    # By person, too: a substitute begins without any.
    return Standing.objects.filter(seat=seat, person=seat.person_id).order_by("-id")


def disclosed_since(game: Game) -> dict[int, datetime]:
    """Return by seat id since when its person has had standing orders, for a table that shows it.

    Orders for one turn alone are never shown.
    """
    if not (game.tells_standing and game.is_running):
        return {}
    rows = Standing.objects.filter(game=game, turn=None, person=F("seat__person")).order_by("id")
    latest = {row.seat_id: row for row in rows}
    return {seat: row.filed_at for seat, row in latest.items() if row.text}


def file_orders(game_id: int, person: Person, text: str, *, now: datetime) -> Standing | None:
    """File standing orders for a person's seat in a running game, in canonical form; return None
    if the same ones are filed already.

    They answer what is asked from now on, not what is asked already: that would tell others when
    they were filed.

    :raises Unreadable: with the number of the line that is no standing order.
    :raises Seat.DoesNotExist: if the person has no seat in a running game with this id.
    """
    with transaction.atomic():
        game, seats = store.lock_game(game_id)
        seat = next((seat for seat in seats.values() if seat.person_id == person.pk), None)
        if seat is None or not game.is_running or game.rules.standing is None:
            raise Seat.DoesNotExist
        text = game.rules.standing.canonical_text(store.load_state(game), text)
        return _store_orders(seat, text, now) if text != standing_text(seat) else None


def file_for_turn(seat: Seat, state: Any, text: str, *, now: datetime) -> None:
    """File orders that count in the present turn alone; the caller holds the lock of the game.

    :raises Unreadable: with the number of the line that is no standing order.
    """
    rules = seat.game.rules
    assert rules.standing is not None
    text = rules.standing.canonical_text(state, text[:MAX_TEXT_CHARS])
    if text:
        _store_orders(seat, text, now, turn=rules.judgement.turn_number(state))


def file_defaults(game: Game, state: Any, *, now: datetime) -> None:
    """File for every seat the default standing orders of its person.

    Orders that cannot be read on the board of this game are left out.
    """
    rules = game.rules
    if rules.standing is None:
        return
    defaults = dict(
        StandingDefault.objects.filter(
            ruleset=game.ruleset, person__in=game.seats.values("person")
        ).values_list("person", "text")
    )
    for seat in game.seats.filter(person__in=defaults).select_related("person"):
        assert seat.person_id is not None
        try:
            text = rules.standing.canonical_text(state, defaults[seat.person_id])
        except Unreadable:
            continue
        _store_orders(seat, text, now)


def export_orders(game: Game) -> list[Json]:
    """Return all that was filed in a game that is over, in order, with salts and commitments."""
    rows = Standing.objects.filter(game=game).select_related("seat").order_by("id")
    return [
        {
            "seat": row.seat.name,
            "text": row.text,
            "salt": bytes(row.salt).hex(),
            "commitment": row.commitment,
            **({"turn": row.turn} if row.turn else {}),
        }
        for row in rows
    ]


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


def saved_default(person: Person, ruleset: str) -> str:
    """Return the default standing orders of a person for a rule set, "" for none."""
    row = StandingDefault.objects.filter(person=person, ruleset=ruleset).first()
    return row.text if row else ""


def normalize_default(rules: AnyRules, text: str) -> str:
    """Return default standing orders in canonical form, read on the usual board of a rule set.

    :raises Unreadable: with the number of the line that is no standing order.
    """
    assert rules.standing is not None
    return str(rules.standing.canonical_text(_opening_state(rules), text))


def describe_default(rules: AnyRules, text: str) -> tuple[Phrase, ...]:
    """Return a sentence for each line of default standing orders, none if they cannot be read any
    more."""
    assert rules.standing is not None
    try:
        sentences: tuple[Phrase, ...] = rules.standing.describe_lines(_opening_state(rules), text)
    except Unreadable:
        return ()
    return sentences


def _opening_state(rules: AnyRules) -> Any:
    return fold(rules, None, rules.judgement.start_game({}, no_numbers))


def save_default(person: Person, ruleset: str, text: str) -> None:
    """Save default standing orders of a person for a rule set; delete them if the text is empty."""
    if not text:
        StandingDefault.objects.filter(person=person, ruleset=ruleset).delete()
        return
    StandingDefault.objects.update_or_create(
        person=person, ruleset=ruleset, defaults={"text": text}
    )


def _store_orders(seat: Seat, text: str, now: datetime, turn: int | None = None) -> Standing:
    assert seat.person is not None
    # Few texts are possible: without a salt the commitment could be opened by trying them all.
    salt = secrets.token_bytes(SALT_BYTES)
    return Standing.objects.create(
        game=seat.game,
        seat=seat,
        person=seat.person,
        text=text,
        turn=turn,
        salt=salt,
        commitment=commitments.hash_standing_orders(salt, seat.name, text),
        version=seat.game.version,
        filed_at=now,
    )
