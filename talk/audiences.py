"""Who may read what at a table, and who may say something to whom."""

from __future__ import annotations

from conquest.core import Seat
from games.models import Game
from games.queries import Visit
from talk.models import Audience


def takes_part(visit: Visit) -> bool:
    """Whether words at tables are for a visitor at all: they have an account."""
    # Guests play against the house: nobody meets them. And what people say to each other is not
    # for search engines.
    return visit.person is not None and not visit.person.is_guest


def is_player(visit: Visit) -> bool:
    """Whether a visitor plays, or is the host of a table that has not begun."""
    is_waiting = visit.game.started_at is None
    return visit.mine is not None or (visit.is_host and is_waiting)


def own_side(visit: Visit) -> tuple[Seat, ...]:
    """Return the seats that play with a visitor's own by the options of their table, which may talk
    among themselves; none if they play for themselves.

    Alliances that begin during a game are none of these: allies of Iron Armada have no way to talk
    (K25, HK28).
    """
    if visit.mine is None:
        return ()
    game = visit.game
    sides = game.rules.seating.table_layout(game.options).sides
    own = next((side for side in sides if visit.mine.name in side), ())
    return own if len(own) > 1 else ()


def written_side(visit: Visit) -> str:
    """Return the seats of a visitor's side as rows of words name them, "" if they have none."""
    return " ".join(own_side(visit))


def readable_audiences(visit: Visit) -> list[Audience]:
    """Return the audiences whose words a visitor may read in any case."""
    if not takes_part(visit):
        return []
    if is_player(visit):
        return [Audience.ALL, Audience.PLAYERS, *_partners(visit)]
    return [Audience.ALL, Audience.WATCHERS]


def hears_watchers(visit: Visit) -> bool | None:
    """Return whether a player reads what spectators say, too, None if the terms of their table say
    that: they do once the game has ended, or if its host has said so before it began. Where pieces
    are hidden a spectator may know more than a player, such as one who has left: there nothing is
    read before the end."""
    if not is_player(visit):
        return False
    if visit.game.has_ended:
        return True
    return False if hides_watchers(visit.game) else None


def hides_watchers(game: Game) -> bool:
    """Whether no table of a game may let players read spectators while it runs."""
    return bool(game.rules.knowledge.has_hidden_pieces)


def writable_audiences(visit: Visit) -> list[Audience]:
    """Return to whom a visitor may say something now."""
    if not takes_part(visit) or visit.game.status == Game.Status.CALLED_OFF:
        return []
    if is_player(visit):
        return [Audience.ALL, Audience.PLAYERS, *_partners(visit)]
    return [Audience.WATCHERS] if visit.game.started_at is not None else []


def _partners(visit: Visit) -> list[Audience]:
    # Not before it begins: until then seats are drawn, or changed by standing up.
    has_begun = visit.game.started_at is not None
    return [Audience.PARTNERS] if has_begun and own_side(visit) else []
