"""Seasons and cups: which there are, their groups and results, taking part."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Path, Query, Router

from accounts.models import Person
from api.authentication import PUBLIC, TABLES, person_of, reader_of
from api.problems import Problem
from api.repeats import idempotent
from api.schemas.competitions import CompetitionOut, EntryIn, EntryOut
from api.visits import MAX_ID
from games.play import clock
from seasons import entering, exports, queries, words
from seasons.models import Competition
from seasons.tables import load_table

router = Router(tags=["Seasons and cups"], auth=PUBLIC)

MOST = 50
CompetitionId = Annotated[
    int, Path(description="The number of a competition.", ge=1, le=MAX_ID, examples=[5])
]
Number = Annotated[int, Path(description="Counted from 1.", ge=1, le=30_000, examples=[1])]
StatusName = Annotated[
    Literal["entry", "running", "over"],
    Query(description="Those that take entries, are played, or are over.", examples=["entry"]),
]
Slug = Annotated[str, Query(description="Of a rule set.", max_length=40, examples=["bollwerk"])]


@router.get("/competitions", response=list[CompetitionOut], summary="Seasons and cups")
def list_competitions(
    request: HttpRequest, status: StatusName = "entry", rule_set: Slug = ""
) -> Any:
    """Return up to 50 competitions of a status that you may know of."""
    person = reader_of(request)
    found = list(queries.list_competitions(Competition.Status(status), person, rule_set)[:MOST])
    entered = queries.entered_among([one.pk for one in found], person)
    return [_show(one, has_entered=one.pk in entered) for one in found]


@router.get("/competitions/{competition_id}", response=CompetitionOut, summary="A competition")
def get_competition(request: HttpRequest, competition_id: CompetitionId) -> Any:
    """Return a season or a cup, with the addresses of its groups."""
    visit = _visit(competition_id, reader_of(request))
    stages = queries.list_stages(visit.competition)
    groups = [
        f"{stage.number}/{group.number}"
        for stage in stages
        for group in queries.list_groups(stage)[:1000]
    ]
    return _show(visit.competition, has_entered=visit.takes_part, groups=groups)


@router.get(
    "/competitions/{competition_id}/{stage}/{group}",
    response=dict[str, Any],
    summary="The table of a group",
)
def get_group(
    request: HttpRequest, competition_id: CompetitionId, stage: Number, group: Number
) -> Any:
    """Return a group with its people by their places, and its games: what is public alone."""
    visit = _visit(competition_id, None)
    found = queries.find_group(visit.competition, stage, group)
    if found is None:
        raise Problem("not-found")
    return exports.group_as_json(load_table(found))


@router.post(
    "/competitions/{competition_id}/enter", auth=TABLES, response=EntryOut, summary="Take part"
)
@idempotent
def enter_competition(request: HttpRequest, competition_id: CompetitionId, wish: EntryIn) -> Any:
    """Enter a competition, or change what you wish there."""
    person = person_of(request)
    visit = _visit(competition_id, person, key=wish.key)
    wanted = entering.Wish(wish.at_once or visit.competition.at_once, is_lasting=wish.is_lasting)
    try:
        entry = entering.enter(competition_id, person, wanted, now=clock.now())
    except entering.EntryRefused as refused:
        raise Problem("conflict", str(refused)) from None
    return {
        "at_once": entry.at_once,
        "is_lasting": entry.is_lasting,
        "is_reserve": entry.is_reserve,
    }


@router.post(
    "/competitions/{competition_id}/leave", auth=TABLES, response={204: None}, summary="Leave"
)
@idempotent
def leave_competition(request: HttpRequest, competition_id: CompetitionId) -> Any:
    """Leave a competition; your games there go on as its rules say."""
    person = person_of(request)
    _visit(competition_id, person)
    try:
        entering.leave(competition_id, person, now=clock.now())
    except entering.EntryRefused as refused:
        raise Problem("conflict", str(refused)) from None


def _visit(competition_id: int, person: Person | None, key: str = "") -> queries.CompetitionVisit:
    visit = queries.load_competition_visit(competition_id, person, key=key)
    if visit is None:
        raise Problem("not-found")
    return visit


def _show(
    competition: Competition, *, has_entered: bool, groups: list[str] | None = None
) -> dict[str, Any]:
    return {
        "id": competition.pk,
        "title": words.full_title(competition),
        "kind": competition.kind,
        "rule_set": competition.ruleset,
        "status": competition.status,
        "is_private": competition.is_private,
        "begins_at": competition.begins_at,
        "has_entered": has_entered,
        "groups": groups or [],
        "url": settings.SITE_URL + competition.get_absolute_url(),
    }
