"""Players with their ratings and results, and the leagues."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Path, Query, Router

from accounts.display_text import plain_text
from accounts.models import Person
from api.authentication import PUBLIC, reader_of
from api.cursors import Cursor, Limit, read_page, slice_newest
from api.endpoints.rule_sets import SlugInPath
from api.problems import Problem
from api.schemas.leagues import LeagueOut, PlayerOut, ResultsOut
from api.schemas.people import PersonOut
from api.showing import show_person
from api.visits import MAX_ID
from conquest import registry
from games.reliability.figures import load_reliability
from games.reliability.words import reliability_headline, reliability_sentences
from leagues import league_table
from leagues.models import LeagueStanding, Result
from leagues.scale import rating_and_doubt, rating_estimate

router = Router(tags=["Players and leagues"], auth=PUBLIC)

PersonId = Annotated[
    int, Path(description="The number of a person.", ge=1, le=MAX_ID, examples=[7])
]
Name = Annotated[
    str,
    Query(description="The whole name of somebody.", min_length=1, max_length=40, examples=["Bob"]),
]
Season = Annotated[
    int, Query(description="A year; 0 for all time.", ge=0, le=9999, examples=[2026])
]
Sort = Annotated[
    str, Query(description="The column it is sorted by.", max_length=40, examples=["rating"])
]
OfHouse = Annotated[bool, Query(description="Of house players, not of people.", examples=[False])]
ALL_GAMES = "all"


@router.get("/players", response=list[PersonOut], summary="Find somebody by name")
def find_players(request: HttpRequest, name: Name) -> Any:
    """Return the person of this name, or nobody."""
    found = league_table.listed_players().filter(name__iexact=name)[:1]
    return [show_person(person) for person in found]


@router.get("/players/{person_id}", response=PlayerOut, summary="A player")
def get_player(request: HttpRequest, person_id: PersonId) -> Any:
    """Return a player with their ratings and how reliable they are."""
    person, now = _find_player(person_id), timezone.now()
    return {
        **show_person(person),
        "ratings": [
            {**_show_counts(row), **_show_rating(league_table.rating_now(row, now))}
            for row in league_table.current_ratings(person)
        ],
        "reliability": _say_reliability(person),
    }


@router.get("/players/{person_id}/results", response=ResultsOut, summary="Results of a player")
def list_results(
    request: HttpRequest, person_id: PersonId, after: Cursor = "", limit: Limit = 20
) -> Any:
    """Return the games of a player that have counted, the newest first: of private ones only those
    in which you were."""
    person, reader = _find_player(person_id), reader_of(request)
    seen = person.results.filter(league_table.games_visible_to(reader, "game"))
    page = slice_newest(seen.select_related("game"), "ended_at", after, limit)
    return {"results": [_show_result(row) for row in page.rows], "after": page.after}


@router.get("/leagues/{slug}", response=LeagueOut, summary="A league")
def get_league(
    request: HttpRequest,
    slug: SlugInPath,
    season: Season = 0,
    sort: Sort = "",
    of_house: OfHouse = False,
    after: Cursor = "",
) -> Any:
    """Return a page of the league of a game, or of `all` games together."""
    ruleset = league_table.ALL if slug == ALL_GAMES else slug
    if ruleset and ruleset not in registry.find_rulesets():
        raise Problem("not-found")
    column = sort if _is_column(sort, ruleset) else league_table.rank_column(ruleset)
    page = league_table.table_page(ruleset, season, column, read_page(after), of_house=of_house)
    now, start = timezone.now(), page.start
    rows = [_show_row(row, place, now) for place, row in enumerate(page.rows, start=start + 1)]
    seasons = league_table.season_years(ruleset)
    return {"rows": rows, "seasons": seasons, "after": str(page.next or "")}


def _find_player(person_id: int) -> Person:
    person = league_table.listed_players().filter(pk=person_id).first()
    if person is None:
        raise Problem("not-found")
    return person


def _is_column(sort: str, ruleset: str) -> bool:
    fixed = {"name", *league_table.COUNTED, *({"rating"} if ruleset else ())}
    return sort in fixed or league_table.is_own_column(sort, ruleset)


def _say_reliability(person: Person) -> list[str]:
    if person.is_house or not person.is_active:
        return []
    figures = load_reliability(person)
    return [reliability_headline(figures), *reliability_sentences(figures)]


def _show_counts(row: LeagueStanding) -> dict[str, Any]:
    counts = {name: getattr(row, name) for name in league_table.COUNTED}
    return {"rule_set": row.ruleset, **counts}


def _show_rating(rating: Any) -> dict[str, int]:
    value, doubt = rating_and_doubt(rating.mu, rating.sigma)
    return {"rating": value, "doubt": doubt}


def _show_row(row: LeagueStanding, place: int, now: Any) -> dict[str, Any]:
    is_rated = row.mu is not None
    rating = _show_rating(league_table.rating_now(row, now)) if is_rated else {}
    return {
        **_show_counts(row),
        "rating": None,
        "doubt": None,
        **rating,
        "person": show_person(row.person),
        "place": place,
        "numbers": row.numbers,
    }


def _show_result(result: Result) -> dict[str, Any]:
    return {
        "game": result.game_id,
        "title": plain_text(result.game.title),
        "rule_set": result.ruleset,
        "ended_at": result.ended_at,
        "ending": Result.Ending(result.ending).name.lower(),
        "place": result.place,
        "numbers": result.numbers,
        "rating": rating_estimate(result.mu),
    }
