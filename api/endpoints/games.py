"""Games: what they are, where they stand, what has happened."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from ninja import Query, Router

from api import polls, showing
from api.authentication import PUBLIC, caller_of
from api.etags import is_unchanged, make_etag, not_modified
from api.problems import Problem
from api.schemas.games import EventsOut, FilmOut, GameOut, PositionOut, StepsOut
from api.visits import MAX_ID, After, GameId, Wait, visit_begun_game, visit_game
from api.waiting import wait_for_news
from games import live
from games.play import clock, history
from games.play.knowledge import known_game, past_viewers
from games.replay import export, frames

router = Router(tags=["Games"], auth=PUBLIC)

MOST_EVENTS = 200
Upto = Annotated[
    int | None,
    Query(description="After which event; by default the last.", ge=1, le=MAX_ID, examples=[17]),
]
Then = Annotated[
    str | None,
    Query(description="As which seat knew it, once the game is over.", examples=["south"]),
]


@router.get("/games/{game_id}", response=GameOut, summary="A game or a table")
def get_game(request: HttpRequest, response: HttpResponse, game_id: GameId, wait: Wait = 0) -> Any:
    """Return a game with its seats and what is asked of them. It has an ETag; with `If-None-Match`
    the answer can `wait` until something changes."""
    etag = _wait_for_change(request, game_id, wait)
    if is_unchanged(request, etag):
        return not_modified(etag)
    visit = visit_game(request, game_id)
    response["ETag"] = etag
    return showing.show_visit(visit, now=clock.now())


@router.get("/games/{game_id}/position", response=PositionOut, summary="A position")
def get_position(
    request: HttpRequest,
    response: HttpResponse,
    game_id: GameId,
    upto: Upto = None,
    then: Then = None,
) -> Any:
    """Return the position as you may know it: what is hidden from you is not in it."""
    visit = visit_begun_game(request, game_id)
    known = known_game(visit.game, visit.viewer, upto, then=_past_viewer(visit.game, then))
    etag = make_etag(game_id, known.version, known.viewer, visit.game.status, get_language())
    if is_unchanged(request, etag):
        return not_modified(etag)
    response["ETag"] = etag
    return showing.show_position(known)


@router.get("/games/{game_id}/events", response=EventsOut, summary="What has happened")
def list_events(request: HttpRequest, game_id: GameId, after: After = 0, wait: Wait = 0) -> Any:
    """Return up to 200 events that follow one, as you may know them. Where there are none yet, the
    answer can `wait` for them."""
    _wait_for_version(request, game_id, after, wait)
    visit = visit_begun_game(request, game_id)
    upto = min(after + MOST_EVENTS, visit.game.version)
    events = export.viewer_events(visit.game, visit.viewer, after=after, upto=upto)
    return {"events": events, "version": visit.game.version, "after": max(after, upto)}


@router.get("/games/{game_id}/steps", response=StepsOut, summary="What has happened, in words")
def list_steps(request: HttpRequest, game_id: GameId, after: After = 0, then: Then = None) -> Any:
    """Return the steps of up to 200 events that follow one, in sentences of your language."""
    visit = visit_begun_game(request, game_id)
    upto = min(after + MOST_EVENTS, visit.game.version)
    steps = history.list_steps(
        visit.game, visit.viewer, after=after, upto=upto, then=_past_viewer(visit.game, then)
    )
    shown = [showing.show_step(step) for step in steps]
    return {"steps": shown, "version": visit.game.version, "after": max(after, upto)}


@router.get("/games/{game_id}/film", response=FilmOut, summary="A film of some steps")
def get_film(request: HttpRequest, game_id: GameId, after: After = 0, then: Then = None) -> Any:
    """Return a film of up to 30 steps that follow an event: the board as SVG, and a scene for each
    step that replaces the one before."""
    visit = visit_begun_game(request, game_id)
    game, style = visit.game, frames.replay_style(visit.seats, turned=visit.rotation)
    return frames.render_replay(
        game, visit.viewer, style, after=after, upto=game.version, then=_past_viewer(game, then)
    )


@router.get("/games/{game_id}/notation", response=str, summary="Its orders as text")
def get_notation(request: HttpRequest, game_id: GameId) -> HttpResponse:
    """Return the orders of a game so far, turn by turn, as everybody may know them."""
    visit = visit_begun_game(request, game_id)
    return _send_text(export.write_notation(visit.game, visit.seats))


@router.get("/games/{game_id}/record", response=str, summary="Its record as text")
def get_record(request: HttpRequest, game_id: GameId) -> HttpResponse:
    """Return the record of a game that is over, which `python -m conquest replay` verifies. Of a
    game that runs there is none: a record opens its secrets."""
    visit = visit_begun_game(request, game_id)
    if not visit.game.has_ended:
        raise Problem("not-found")
    return _send_text(export.write_record(visit.game, visit.seats))


def _past_viewer(game: Any, then: str | None) -> str | None:
    """Return the seat whose view of a finished game is asked for, None for one's own.

    :raises Problem: if it cannot be looked at so.
    """
    if then is None:
        return None
    if then not in past_viewers(game):
        raise Problem("not-found")
    return then


def _send_text(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _wait_for_change(request: HttpRequest, game_id: int, wait: int) -> str:
    """Wait until a game is not as the program knows it; return the ETag of what it is now.

    :raises Problem: if there is none that the person may know of.
    """
    page = live.OpenPage(caller_of(request).person_id, game_id)

    def find_etag() -> str:
        etag = polls.find_etag(page, get_language())
        if etag is None:
            raise Problem("not-found")
        return etag

    wait_for_news(_waiter(request), lambda: not is_unchanged(request, find_etag()), wait)
    return find_etag()


def _wait_for_version(request: HttpRequest, game_id: int, after: int, wait: int) -> None:
    """Wait until something has happened after an event, if the program asks to wait."""
    page = live.OpenPage(caller_of(request).person_id, game_id)

    def has_news() -> bool:
        stamp = live.content_stamp(page)
        return stamp is None or int(str(stamp[0])) > after

    wait_for_news(_waiter(request), has_news, wait)


def _waiter(request: HttpRequest) -> str:
    token = caller_of(request).token
    return str(token.owner_id or token.person_id) if token else "strangers"
