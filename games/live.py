"""What open pages ask every few seconds: has anything happened elsewhere?

They ask without a session, since reading one costs more than the answer. Instead each page has a
``pass`` signed by the site, which names the person and the game and gives access to nothing else.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.db import connection

from games.models import Game, Seat

HEADER = "X-Page"
SALT = "games.live"
MAX_AGE = timedelta(days=2)

# By hand, since each open page runs one of these every few seconds.
_ASKED = """
    SELECT count(*) FROM games_decision AS decision
    JOIN games_seat AS seat ON seat.id = decision.seat_id
    JOIN games_game AS asking ON asking.id = decision.game_id
    WHERE seat.person_id = %(person)s AND decision.closed_at IS NULL AND asking.paused_at IS NULL
"""
# A pass outlives what it was given for: a private game is asked for each time whether the person
# may still see it, as queries.load_visit does.
_MAY_SEE = """
    NOT game.is_private OR game.host_id = %(person)s
    OR EXISTS (SELECT FROM games_seat WHERE game_id = game.id AND person_id = %(person)s)
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
_GAME = f"""
    SELECT version, status, paused_at IS NOT NULL, (
        SELECT count(person_id) FROM games_seat WHERE game_id = game.id
    ), ({_ASKED})
    FROM games_game AS game WHERE id = %(game)s AND ({_MAY_SEE})
"""
_GAMES = f"""
    SELECT count(*), count(game.paused_at), coalesce(sum(game.version), 0), coalesce(sum((
        SELECT count(person_id) FROM games_seat WHERE game_id = game.id AND game.status = 'open'
    )), 0), ({_ASKED})
    FROM games_seat AS seat JOIN games_game AS game ON game.id = seat.game_id
    WHERE seat.person_id = %(person)s AND game.status IN ('open', 'running')
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
    many decisions wait for its person."""

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


def page_stamp(page: OpenPage) -> PageStamp | None:
    """Return the present stamp of a page, ``None`` if its person may not see its game any more."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES if page.game is None else _GAME, asdict(page))
        row = cursor.fetchone()
    return PageStamp("-".join(map(str, row[:-1])), row[-1]) if row else None


def game_stamp(game: Game) -> str:
    """Return the ``news`` of a game whose rows were read already."""
    # Must give the same text as the columns of _GAME: a page compares one with the other.
    occupied = sum(seat.person_id is not None for seat in game.seats.all())
    return f"{game.version}-{game.status}-{game.is_paused}-{occupied}"


def record_look(page: OpenPage, *, now: datetime) -> None:
    """Record that the person at a seat is looking at its game."""
    if page.seat is not None:
        Seat.objects.filter(pk=page.seat, person=page.person).update(looked_at=now)
