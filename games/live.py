"""What open pages ask every few seconds: has anything happened elsewhere?

They ask without a session, since reading one costs more than the answer. Instead each page has a
``pass`` signed by the site, which names the person and the game and gives access to nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.core import signing

from accounts.models import Person
from db.postgres.prepared import prepared_cursor
from games.models import Game, Seat, SeatRequest

HEADER = "X-Page"
SALT = "games.live"
MAX_AGE = timedelta(days=2)

# By hand, since each open page runs one of these every few seconds.
# Only ended games have given places. As an array, the few seats are found first: where PostgreSQL
# takes them for many, it would read all open decisions of the site.
_SEATS = """
    SELECT id FROM games_seat WHERE person_id = %(person)s AND place IS NULL
    UNION ALL SELECT id FROM games_seat WHERE stand_in_id = %(person)s AND place IS NULL
"""
# What waits for an answer of a person: a game counts once, however much of it does. The lists of
# queries.load_dashboard select the same.
_ASKED = f"""
    SELECT count(*) FROM (
        SELECT game_id, 'running' AS status FROM games_decision
        WHERE seat_id = ANY (ARRAY({_SEATS})) AND closed_at IS NULL
        UNION SELECT seat.game_id, 'running' FROM games_pendingoffer AS offer
        JOIN games_seat AS seat ON seat.id = offer.seat_id
        WHERE offer.seat_id = ANY (ARRAY({_SEATS})) AND offer.declined_at IS NULL
        UNION SELECT invitation.game_id, 'open' FROM games_invitation AS invitation
        JOIN accounts_person AS person ON person.id = %(person)s
        WHERE (invitation.person_id = person.id OR invitation.mailbox = person.mailbox)
        AND invitation.declined_at IS NULL AND EXISTS (
            SELECT FROM games_seat WHERE game_id = invitation.game_id AND person_id IS NULL
        ) AND NOT EXISTS (
            SELECT FROM games_seat WHERE game_id = invitation.game_id AND person_id = person.id
        ) AND NOT EXISTS (
            SELECT FROM games_removal WHERE game_id = invitation.game_id AND person_id = person.id
        )
        UNION SELECT request.game_id, 'running' FROM games_seatrequest AS request
        JOIN games_seat AS seat ON seat.id = request.seat_id AND seat.is_absent
        JOIN games_game AS hosted ON hosted.id = request.game_id AND hosted.host_id = %(person)s
        WHERE request.outcome = ''
        UNION SELECT game.id, 'open' FROM games_game AS game
        WHERE game.host_id = %(person)s AND game.status = 'open' AND NOT EXISTS (
            SELECT FROM games_seat WHERE game_id = game.id AND person_id IS NULL
        )
    ) AS waiting
    JOIN games_game AS asking ON asking.id = waiting.game_id AND asking.status = waiting.status
    WHERE asking.paused_at IS NULL
"""
# A pass outlives what it was given for: a private game is asked for each time whether the person
# may still see it, as queries.load_visit does.
_MAY_SEE = """
    NOT game.is_private OR game.host_id = %(person)s
    OR EXISTS (SELECT FROM games_seat WHERE game_id = game.id AND person_id = %(person)s)
    OR game.status = 'running' AND EXISTS (
        SELECT FROM games_seat WHERE game_id = game.id AND stand_in_id = %(person)s
    )
    OR EXISTS (SELECT FROM games_departure WHERE game_id = game.id AND person_id = %(person)s)
    OR EXISTS (
        SELECT FROM games_invitation AS invitation
        JOIN accounts_person AS person ON person.id = %(person)s
        WHERE invitation.game_id = game.id
        AND (invitation.person_id = person.id OR invitation.mailbox = person.mailbox)
    )
    OR (%(by_link)s AND game.status = 'open' AND NOT EXISTS (
        SELECT FROM games_removal WHERE game_id = game.id AND person_id = %(person)s
    ))
"""
# The requests for seats that the page of a game shows to its host, by the sum of their ids: they do
# not change the game. queries.Visit.seat_requests selects the same.
_REQUESTS = """
    SELECT coalesce(sum(request.id), 0) FROM games_seatrequest AS request
    JOIN games_seat AS seat ON seat.id = request.seat_id AND seat.is_absent
    WHERE request.game_id = game.id AND request.outcome = '' AND game.host_id = %(person)s
    AND game.status = 'running' AND game.paused_at IS NULL
"""
_GAME = f"""
    SELECT version, status, paused_at IS NOT NULL, (
        SELECT count(person_id) FROM games_seat WHERE game_id = game.id
    ), ({_REQUESTS}), ({_ASKED})
    FROM games_game AS game WHERE id = %(game)s AND ({_MAY_SEE})
"""
_GAMES = f"""
    SELECT count(*), count(game.paused_at), coalesce(sum(game.version), 0), coalesce(sum((
        SELECT count(person_id) FROM games_seat WHERE game_id = game.id AND game.status = 'open'
    )), 0), ({_ASKED})
    FROM games_game AS game WHERE game.status IN ('open', 'running') AND game.id = ANY (ARRAY(
        SELECT game_id FROM games_seat WHERE person_id = %(person)s AND place IS NULL
        UNION SELECT game_id FROM games_seat WHERE stand_in_id = %(person)s AND place IS NULL
    ))
"""
# All that a program is shown of a game beside its events, but for what its people can change at any
# time, such as their names.
_CONTENT = f"""
    SELECT version, status, paused_at, (
        SELECT string_agg(
            concat_ws(',', id, person_id, stand_in_id, is_absent, place), ';' ORDER BY id
        ) FROM games_seat WHERE game_id = game.id
    ), (
        SELECT string_agg(concat_ws(',', id, due_at), ';' ORDER BY id)
        FROM games_decision WHERE game_id = game.id AND closed_at IS NULL
    )
    FROM games_game AS game WHERE id = %(game)s AND ({_MAY_SEE})
"""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """An open page of a person, about one game; without a ``game`` it lists all of theirs.

    ``by_link`` says that it is a table which the person found by its invitation link.
    """

    person: int | None
    game: int | None = None
    seat: int | None = None
    by_link: bool = False


@dataclass(frozen=True, slots=True)
class PageStamp:
    """The state of a page: ``news`` changes whenever there is something new on it, ``asked`` is how
    many games and tables wait for an answer of its person."""

    news: str
    asked: int


def sign_pass(page: OpenPage) -> str:
    """Return the signed pass of a page."""
    return signing.dumps([page.person, page.game, page.seat, page.by_link], salt=SALT)


def read_pass(signed: str) -> OpenPage | None:
    """Return the page of a pass, ``None`` if the pass is invalid or too old."""
    try:
        return OpenPage(*signing.loads(signed, salt=SALT, max_age=MAX_AGE))
    except signing.BadSignature:
        return None


def count_asked(person: Person) -> int:
    """Return how many games and tables wait for an answer of a person."""
    with prepared_cursor() as cursor:
        cursor.execute(_ASKED, {"person": person.pk})
        return int(cursor.fetchone()[0])


def page_stamp(page: OpenPage) -> PageStamp | None:
    """Return the present stamp of a page, ``None`` if its person may not see its game any more."""
    with prepared_cursor() as cursor:
        cursor.execute(_GAMES if page.game is None else _GAME, asdict(page))
        row = cursor.fetchone()
    if row is None:
        return None
    # A list shows all that waits; a game shows its own alone.
    shown = row if page.game is None else row[:-1]
    return PageStamp("-".join(map(str, shown)), row[-1])


def content_stamp(page: OpenPage) -> tuple[object, ...] | None:
    """Return what changes whenever something changes in a game that a program is shown; ``None`` if
    its person may not see it. The first value is the version of the game."""
    with prepared_cursor() as cursor:
        cursor.execute(_CONTENT, asdict(page))
        row: tuple[object, ...] | None = cursor.fetchone()
    return row


def game_stamp(game: Game, requests: Iterable[SeatRequest] = ()) -> str:
    """Return the ``news`` of a game whose rows were read already, for a person who is asked for
    seats by ``requests``."""
    # Must give the same text as the columns of _GAME: a page compares one with the other.
    occupied = sum(seat.person_id is not None for seat in game.seats.all())
    asked = sum(request.pk for request in requests)
    return f"{game.version}-{game.status}-{game.is_paused}-{occupied}-{asked}"


def record_look(page: OpenPage, *, now: datetime) -> None:
    """Record that the person at a seat is looking at its game."""
    if page.seat is not None:
        Seat.objects.filter(pk=page.seat, person=page.person).update(looked_at=now)
