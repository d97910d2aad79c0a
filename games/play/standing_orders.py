"""Standing orders: filed by whoever sits at a seat, in private, and read where they answer.

They are asked for whenever a seat is asked what they can answer, whether it has any or not: so
nobody can tell by the time it takes (CP4).
"""

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
    """Return the standing orders of whoever sits at a seat, "" for none."""
    latest = filed_orders(seat).first()
    return latest.text if latest else ""


def filed_orders(seat: Seat) -> QuerySet[Standing]:
    """Return what whoever sits at a seat has filed for the whole game, the latest first."""
    return _all_filed_orders(seat).filter(turn=None)


def text_for_turn(seat: Seat, turn: int) -> str:
    """Return what counts in a turn: what was filed for it alone, and behind it what always does."""
    latest = {
        one.turn: one.text
        for one in _all_filed_orders(seat).filter(Q(turn=None) | Q(turn=turn))[::-1]
    }
    return "\n".join(filter(None, (latest.get(turn), latest.get(None))))


def _all_filed_orders(seat: Seat) -> QuerySet[Standing]:
    return Standing.objects.filter(seat=seat, person=seat.person_id).order_by("-id")


def disclosed_since(game: Game) -> dict[int, datetime]:
    """Return by seat since when whoever sits there has had standing orders, at a table that tells
    it; what counts in one turn alone is never told."""
    if not (game.tells_standing and game.is_running):
        return {}
    rows = Standing.objects.filter(game=game, turn=None, person=F("seat__person")).order_by("id")
    latest = {row.seat_id: row for row in rows}
    return {seat: row.filed_at for seat, row in latest.items() if row.text}


def file_orders(game_id: int, person: Person, text: str, *, now: datetime) -> Standing | None:
    """File standing orders for a person's seat in a running game, in canonical form; None if
    they are those that stand already.

    They answer what is asked from now on, not what is asked already.

    :raises Unreadable: with the number of the line that is no standing order.
    :raises Seat.DoesNotExist: if the person has no seat in a running game of this number.
    """
    with transaction.atomic():
        game, seats = store.lock_game(game_id)
        seat = next((one for one in seats.values() if one.person_id == person.pk), None)
        if seat is None or not game.is_running or game.rules.standing is None:
            raise Seat.DoesNotExist
        text = game.rules.standing.canonical_text(store.load_state(game), text)
        return _store_orders(seat, text, now) if text != standing_text(seat) else None


def file_for_turn(seat: Seat, state: Any, text: str, *, now: datetime) -> None:
    """File orders that count in the present turn alone; the caller has the lock of the game.

    :raises Unreadable: with the number of the line that is no standing order.
    """
    rules = seat.game.rules
    assert rules.standing is not None
    text = rules.standing.canonical_text(state, text[:MAX_TEXT_CHARS])
    if text:
        _store_orders(seat, text, now, turn=rules.judgement.turn_number(state))


def file_defaults(game: Game, state: Any, *, now: datetime) -> None:
    """File for every seat what its person begins games with. What cannot be read on the board of
    this game is left out."""
    rules = game.rules
    if rules.standing is None:
        return
    usual = dict(
        StandingDefault.objects.filter(
            ruleset=game.ruleset, person__in=game.seats.values("person")
        ).values_list("person", "text")
    )
    for seat in game.seats.filter(person__in=usual).select_related("person"):
        assert seat.person_id is not None
        try:
            text = rules.standing.canonical_text(state, usual[seat.person_id])
        except Unreadable:
            continue
        _store_orders(seat, text, now)


def export_orders(game: Game) -> list[Json]:
    """Return all that was filed in a game that is over, in order, with what it was committed to."""
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
    """Return what the standing orders of a seat answer to what it is asked, None if it is to be
    asked itself."""
    standing = seat.game.rules.standing
    if standing is None or kind != standing.kind:
        return None
    text = text_for_turn(seat, seat.game.rules.judgement.turn_number(state))
    orders: tuple[Any, ...] | None = standing.answer_orders(state, seat.name, text)
    return orders


def orders_for_silence(seat: Seat, state: Any, kind: str) -> tuple[Any, ...]:
    """Return what answers for a seat that does not: what the table says, else the rules (CP5)."""
    rules, said = seat.game.rules, decisions.pace_of(seat.game).silence
    orders: tuple[Any, ...] | None = None
    if rules.standing and kind == rules.standing.kind and said:
        own = standing_text(seat) if said == clock.OWN else _preset_text(rules.standing, said)
        orders = rules.standing.answer_orders(state, seat.name, own)
    return rules.judgement.default_orders(state, seat.name) if orders is None else orders


def describe_silence(game: Game, kind: str) -> Phrase:
    """Return what silence means when something of a kind is asked, in words."""
    rules, said = game.rules, decisions.pace_of(game).silence
    words = rules.judgement.decision_kinds[kind].silence
    if rules.standing is None or kind != rules.standing.kind or not said:
        return words
    if said == clock.OWN:
        return Phrase("%(words)s Your standing orders go before that.", words=words)
    return next((one.silence for one in rules.standing.presets if one.name == said), words)


def _preset_text(orders: StandingOrders[Any, Any], name: str) -> str:
    return next((one.text for one in orders.presets if one.name == name), "")


def is_seat_away(seat: Seat, kind: str, now: datetime) -> bool:
    """Tell whether nobody is to wait for the answer of a seat's person, who is away: standing
    orders, or else silence, answer at once."""
    standing, person = seat.game.rules.standing, seat.person
    return bool(standing and kind == standing.kind and person and person.is_away(now))


def saved_default(person: Person, ruleset: str) -> str:
    """Return the standing orders with which a person begins games of a rule set."""
    found = StandingDefault.objects.filter(person=person, ruleset=ruleset).first()
    return found.text if found else ""


def normalize_default(rules: AnyRules, text: str) -> str:
    """Return standing orders for any game of a rule set in canonical form, on its usual board.

    :raises Unreadable: with the number of the line that is no standing order.
    """
    assert rules.standing is not None
    return str(rules.standing.canonical_text(_opening_state(rules), text))


def describe_default(rules: AnyRules, text: str) -> tuple[Phrase, ...]:
    """Say standing orders for any game of a rule set in words; nothing where they cannot be read
    any more."""
    assert rules.standing is not None
    try:
        told: tuple[Phrase, ...] = rules.standing.describe_lines(_opening_state(rules), text)
    except Unreadable:
        return ()
    return told


def _opening_state(rules: AnyRules) -> Any:
    return fold(rules, None, rules.judgement.start_game({}, no_numbers))


def save_default(person: Person, ruleset: str, text: str) -> None:
    """Begin games of a rule set with these standing orders from now on, or with none."""
    if not text:
        StandingDefault.objects.filter(person=person, ruleset=ruleset).delete()
        return
    StandingDefault.objects.update_or_create(
        person=person, ruleset=ruleset, defaults={"text": text}
    )


def _store_orders(seat: Seat, text: str, now: datetime, turn: int | None = None) -> Standing:
    assert seat.person is not None
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
