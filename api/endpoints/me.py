"""What is a person's own: who they are, their games, what they are asked for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api import showing
from api.authentication import READ, caller_of, person_of
from api.cursors import Cursor, read_page
from api.etags import is_unchanged, make_etag, not_modified
from api.models import AccessToken
from api.schemas.me import AskedGameOut, GamesOut
from api.schemas.people import MeOut
from api.showing import show_person
from api.visits import Wait
from api.waiting import wait_for_news
from games import queries
from games.models import Decision
from games.play import clock

router = Router(tags=["Me"], auth=READ)

MOST_ASKED = 200
ListName = Annotated[
    Literal["asked", "invited", "waiting", "tables", "finished"],
    Query(
        description="Which of your games: those that ask you for something, tables you are invited"
        " to, games where you wait for others, open tables, or finished games.",
        examples=["waiting"],
    ),
]


@router.get("/me", response=MeOut, summary="Who am I")
def get_me(request: HttpRequest) -> Any:
    """Return the person whose token is used, and what it may do."""
    caller, person = caller_of(request), person_of(request)
    assert caller.token is not None
    token = AccessToken.objects.get(pk=caller.token.pk)
    return {
        **show_person(person),
        "language": person.language,
        "time_zone": person.time_zone,
        "scopes": token.scopes,
        "token_ends_at": token.ends_at,
    }


@router.get("/me/asked", response=list[AskedGameOut], summary="What am I asked for")
def list_asked(request: HttpRequest, response: HttpResponse, wait: Wait = 0) -> Any:
    """Return up to 200 decisions that wait for you, the most urgent first. It has an ETag; with
    `If-None-Match` the answer can `wait` until something changes."""
    person = person_of(request)

    def is_changed() -> bool:
        return not is_unchanged(request, _etag_of(queries.decisions_to_answer(person, MOST_ASKED)))

    wait_for_news(str(person.owner_id or person.pk), is_changed, wait)
    decisions = queries.decisions_to_answer(person, MOST_ASKED)
    etag = _etag_of(decisions)
    if is_unchanged(request, etag):
        return not_modified(etag)
    response["ETag"], now = etag, clock.now()
    return [
        {
            "game": decision.game.pk,
            "title": decision.game.title,
            "rule_set": decision.game.ruleset,
            "version": decision.game.version,
            "asked": showing.show_asked(decision.game, decision, now=now),
            "url": f"{settings.SITE_URL}{decision.game.get_absolute_url()}",
        }
        for decision in decisions
    ]


@router.get("/me/games", response=GamesOut, summary="My games")
def list_games(request: HttpRequest, which: ListName = "waiting", after: Cursor = "") -> Any:
    """Return a page of your games, as your dashboard lists them."""
    dashboard = queries.load_dashboard(person_of(request), {which: read_page(after)})
    page, now = getattr(dashboard, which), clock.now()
    shown = [
        showing.show_game(row.game, row.seats, row.asked, row.mine, now=now) for row in page.rows
    ]
    return {"games": shown, "after": str(page.next or "")}


def _etag_of(decisions: list[Decision]) -> str:
    return make_etag([(one.pk, one.due_at, one.game.version) for one in decisions])
