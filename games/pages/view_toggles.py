"""Links that show the board of a game differently: rotated, or as a certain seat saw it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from conquest.core import Artist
from games import queries
from games.pages.access import ROTATION_PARAM, VIEWER_PARAM, viewed_seat
from games.play.knowledge import past_viewers

EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Toggle:
    """Something that is on or off, with the link that switches it."""

    is_on: bool
    href: str


@dataclass(frozen=True, slots=True)
class ViewLink:
    """The link to a finished game as ``seat`` knew it then, or in the open ("")."""

    seat: str
    href: str
    is_on: bool


def rotation_toggle(request: HttpRequest, art: Artist, turned: int) -> dict[str, Toggle]:
    """Return the link that rotates the board to the next side, where it has several."""
    if len(art.quarter_turns) < 2:
        return {}
    further = art.quarter_turns[(art.quarter_turns.index(turned) + 1) % len(art.quarter_turns)]
    return {
        ROTATION_PARAM: Toggle(turned != 0, url_with_param(request, ROTATION_PARAM, str(further)))
    }


def url_with_param(request: HttpRequest, name: str, value: str) -> str:
    """Return the URL of this page with one query parameter set, or removed if it is ""."""
    query = request.GET.copy()
    for passing in ("sent", EMPTY):
        # The receipt and the question about an empty plan are shown once, not with every rotation.
        query.pop(passing, None)
    query[name] = value
    if not value:
        del query[name]
    return f"{request.path}?{query.urlencode()}#board"


def view_links(request: HttpRequest, visit: queries.Visit) -> tuple[ViewLink, ...]:
    """Return the links to a finished game in the open and as each seat knew it."""
    seats, eyes = past_viewers(visit.game), viewed_seat(request, visit.game)
    names = ("", *seats) if seats else ()
    return tuple(
        ViewLink(name, url_with_param(request, VIEWER_PARAM, name), name == (eyes or ""))
        for name in names
    )
