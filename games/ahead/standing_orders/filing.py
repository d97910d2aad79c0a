"""Standing orders as they are filed, in private, by the person at a seat (CP4)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from accounts.models import Person
from conquest.core import Json, Unreadable
from conquest.kit import commitments
from conquest.kit.disclosure import CommittedOrders
from games.models import Game, Seat, Standing, StandingDefault
from games.play import fairness, store

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
    return _join_texts(latest.get(turn), latest.get(None))


# Each of the two by its index, however often somebody has filed orders: every turn asks for them.
TEXTS = """
    SELECT seat.name, of_turn.text, always.text FROM games_seat AS seat
    LEFT JOIN LATERAL (
        SELECT text FROM games_standing
        WHERE seat_id = seat.id AND person_id = seat.person_id AND turn = %(turn)s
        ORDER BY id DESC LIMIT 1
    ) AS of_turn ON true
    LEFT JOIN LATERAL (
        SELECT text FROM games_standing
        WHERE seat_id = seat.id AND person_id = seat.person_id AND turn IS NULL
        ORDER BY id DESC LIMIT 1
    ) AS always ON true
    WHERE seat.game_id = %(game)s
"""


def texts_by_seat(game: Game, turn: int) -> dict[str, str]:
    """Return what counts in a turn at each seat of a game, "" for nothing; in one query."""
    with connection.wrap_database_errors:
        rows = store.run_prepared(TEXTS, {"game": game.pk, "turn": turn}).fetchall()
    return {name: _join_texts(of_turn, always) for name, of_turn, always in rows}


def _join_texts(of_turn: str | None, always: str | None) -> str:
    """Return what counts in a turn: first what was filed for it alone, then what always counts."""
    return "\n".join(filter(None, (of_turn, always)))


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


def drop_turn_orders(game: Game, *, after: int, now: datetime) -> None:
    """Let nothing count any more that was filed after an event for one turn alone; the caller holds
    the lock of the game."""
    filed = Standing.objects.filter(game=game, version__gt=after).exclude(turn=None)
    for row in filed.select_related("seat__game").order_by("seat", "turn", "-id"):
        # What counts is what was filed last: nothing, from now on.
        if row.text and row.person_id == row.seat.person_id:
            _store_orders(row.seat, "", now, turn=row.turn)


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


def open_commitments(game: Game) -> Iterator[CommittedOrders]:
    """Yield what was committed of the standing orders of a game that is over, with what it was."""
    rows = list(Standing.objects.filter(game=game).select_related("seat").order_by("id"))
    for made in game.orders_commitments.order_by("version"):
        filed = [row for row in rows if row.version < made.version]
        for seat, commitment in sorted(made.commitments.items()):
            own = [row for row in filed if row.seat.name == seat]
            text = _find_committed(game, made.version, seat, commitment, own)
            yield CommittedOrders(made.version, seat, commitment, text)


def _find_committed(
    game: Game, seq: int, seat: str, commitment: str, filed: Sequence[Standing]
) -> str | None:
    """Return which of the texts that a seat could have had is the one that was committed, None if
    it is gone."""
    for text in _possible_texts(filed):
        if fairness.hash_orders(game, seq, {seat: text})[seat] == commitment:
            return text
    return None


def _possible_texts(filed: Sequence[Standing]) -> Iterator[str]:
    """Yield what could have counted at a seat, by what each of its people had filed last."""
    yield ""
    for person in {row.person_id: None for row in filed}:
        own = [row for row in filed if row.person_id == person]
        always = next((row.text for row in reversed(own) if row.turn is None), None)
        of_turn = next((row.text for row in reversed(own) if row.turn is not None), None)
        yield from (_join_texts(None, always), _join_texts(of_turn, always))


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
