"""The public archive: finished games, how they began, the files of months, and what is signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api.authentication import PUBLIC
from api.cursors import Cursor, read_page, wrong_cursor
from api.endpoints.rule_sets import SlugInPath
from api.etags import is_unchanged, make_etag, not_modified
from api.problems import Problem
from api.schemas.archive import ArchiveOut, DumpsOut, KeysOut, OpeningsOut
from api.schemas.dates import IsoDate
from api.visits import GameId, visit_begun_game
from conquest import registry
from games.paging import paginate
from games.play import clock
from records import dumps, exports, keys, openings, search, signing
from records.forms import MOST_TURNS, REASON, ArchiveForm
from records.models import KEY_DIGITS

router = Router(tags=["Archive"], auth=PUBLIC)

MONTHS = 60  # of all rule sets together, on a page
KEY_PATTERN = rf"^([0-9a-f]{{{KEY_DIGITS}}})?$"
RuleSet = Annotated[str, Query(description="Of one game.", max_length=40, examples=["bollwerk"])]
Player = Annotated[
    str, Query(description="The whole name of a player.", max_length=60, examples=["Alice"])
]
Opponent = Annotated[
    str,
    Query(description="The whole name of another player.", max_length=60, examples=["Bob"]),
]
Result = Annotated[
    Literal["", "won", "lost", "drawn", "left", "played_out"],
    Query(
        description="Games that the player has won or lost, that were drawn, that somebody has"
        " left, or that nobody has left.",
        examples=["won"],
    ),
]
Winner = Annotated[
    str,
    Query(description="Games that a seat has won.", max_length=20, examples=["white"]),
]
Reason = Annotated[
    str,
    Query(
        description="How the rules say that they ended.",
        pattern=rf"^$|{REASON}",
        examples=["no_move"],
    ),
]
Turns = Annotated[
    int | None,
    Query(
        description="The least or most turns of all seats together.",
        ge=0,
        le=MOST_TURNS,
        examples=[20],
    ),
]
Day = Annotated[
    IsoDate | None,
    Query(description="The first or last day of their end, in UTC.", examples=["2026-11-30"]),
]
OpeningKey = Annotated[
    str,
    Query(
        description="The key of a way in which they began.",
        pattern=KEY_PATTERN,
        examples=["0f3a8c1d2b4e5f60718293a4b5c6d7e8"],
    ),
]


@router.get("/archive", response=ArchiveOut, summary="Search of finished games")
def search_archive(
    request: HttpRequest,
    rule_set: RuleSet = "",
    player: Player = "",
    opponent: Opponent = "",
    result: Result = "",
    winner: Winner = "",
    reason: Reason = "",
    least_turns: Turns = None,
    most_turns: Turns = None,
    since: Day = None,
    until: Day = None,
    opening: OpeningKey = "",
    after: Cursor = "",
) -> Any:
    """Return up to twenty finished public games that match, those that ended last first. Where many
    are looked at and few match, a page has fewer, and `after` goes on from the last one."""
    asked = {
        "game": rule_set, "player": player, "opponent": opponent, "result": result,
        "winner": winner, "reason": reason, "least": least_turns, "most": most_turns,
        "since": since, "until": until, "opening": opening, "after": after,
    }  # fmt: skip
    form = _read_search(asked)
    page = exports.page_as_json(form.find_games())
    return {
        "games": [_rename_rules(game) for game in page["games"]],
        "after": page["after"] or "",
        "is_cut": page["is_cut"],
        "unknown_names": form.unknown_names,
    }


@router.get("/archive/openings/{slug}", response=OpeningsOut, summary="How games began")
def get_openings(
    request: HttpRequest, response: HttpResponse, slug: SlugInPath, opening: OpeningKey = ""
) -> Any:
    """Return how games of a rule set began, and what came of it: the first turns, or those after an
    `opening`. Turns that few games have in common are left out. It has an ETag."""
    page = openings.load_openings(slug, opening)
    if slug not in registry.find_rulesets() or (page is None and opening):
        raise Problem("not-found")
    told = exports.openings_as_json(page)
    return _answer_news(request, response, {**told, "rule_set": slug})


@router.get("/archive/files", response=DumpsOut, summary="Files of finished games")
def list_files(request: HttpRequest, response: HttpResponse, after: Cursor = "") -> Any:
    """Return the files with the records of all games of a month, the newest month first. It has an
    ETag."""
    page = paginate(dumps.list_dumps(), read_page(after), MONTHS)
    months = [_rename_rules(exports.dump_as_json(one)) for one in page.rows]
    return _answer_news(request, response, {"months": months, "after": str(page.next or "")})


@router.get("/archive/keys", response=KeysOut, summary="The keys that sign records")
def list_keys(request: HttpRequest, response: HttpResponse) -> Any:
    """Return the keys that sign records, now and before, as the verifier of records reads them. It
    has an ETag."""
    return _answer_news(request, response, signing.keys_as_json(keys.list_keys()))


@router.get("/games/{game_id}/signed-record", response=str, summary="Its signed record as text")
def get_signed_record(request: HttpRequest, game_id: GameId) -> HttpResponse:
    """Return the record of a game that is over with the signature of the site, which `python -m
    conquest replay` checks against the keys. Of a game that runs there is none."""
    visit = visit_begun_game(request, game_id)
    if not visit.game.has_ended:
        raise Problem("not-found")
    key = keys.current_key()
    if key is None:  # a new one begins in a moment
        raise Problem("unavailable")
    signed = signing.sign_record(visit.game, visit.seats, key, now=clock.now())
    return HttpResponse(signed, content_type="text/plain; charset=utf-8")


def _read_search(asked: Mapping[str, Any]) -> ArchiveForm:
    """Return the search of a page with these criteria.

    :raises Problem: where one of them means nothing.
    """
    form = ArchiveForm({name: value for name, value in asked.items() if value not in ("", None)})
    unknown = [name for name in ("winner",) if asked[name] and name not in form.fields]
    wrong = [*form.errors, *unknown]
    if wrong:
        errors = [{"value": _NAMES.get(name, name), "trouble": "unknown"} for name in wrong]
        raise Problem("invalid", errors=errors)
    if asked["after"] and search.read_cursor(asked["after"]) is None:
        raise wrong_cursor()
    return form


_NAMES = {"game": "rule_set", "least": "least_turns", "most": "most_turns"}


def _rename_rules(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the archive tells, with the rule set as all operations call it."""
    return {"rule_set" if name == "ruleset" else name: value for name, value in told.items()}


def _answer_news(request: HttpRequest, response: HttpResponse, told: Mapping[str, Any]) -> Any:
    """Return an answer, unless the program has the same already."""
    etag = make_etag(told)
    if is_unchanged(request, etag):
        return not_modified(etag)
    response["ETag"] = etag
    return told
