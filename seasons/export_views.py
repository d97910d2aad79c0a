"""Groups for other programs and other sites: nothing that a stranger may not read."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from db.old_reads import may_be_old
from games.sharing.framing import embeddable, open_to_sites
from seasons import exports, queries, words
from seasons.tables import GroupTable, load_table

MOST_MEMBERS = 200  # of a group that is shown on other sites
MAX_AGE = 60  # seconds


@require_safe
@may_be_old
def export_group(request: HttpRequest, pk: int, stage: int, group: int, form: str) -> HttpResponse:
    """Answer with a group in a form that programs read; only of competitions that are public."""
    if form not in FORMS:
        raise Http404
    response = FORMS[form](request, _load_public_table(pk, stage, group))
    return open_to_sites(response, seconds=MAX_AGE)


@require_safe
@may_be_old
@embeddable
def embed_group(request: HttpRequest, pk: int, stage: int, group: int) -> HttpResponse:
    """Show the table of a group inside a page of another site, without scripts and forms."""
    table = _load_public_table(pk, stage, group)
    ranked = sorted(table.members, key=lambda one: one.rank)[:MOST_MEMBERS]
    context = {
        "title": words.full_title(table.group.stage.competition),
        "group_title": words.group_title(table.group),
        "url": settings.SITE_URL + words.group_url(table.group),
        "rows": [(one, words.points_text(one.points)) for one in ranked],
    }
    response = render(request, "seasons/embed.html", context)
    return open_to_sites(response, seconds=MAX_AGE)


def _load_public_table(pk: int, stage: int, group: int) -> GroupTable:
    """Return a group as anybody may read it."""
    visit = queries.load_competition_visit(pk, None)
    found = queries.find_group(visit.competition, stage, group) if visit else None
    if found is None:
        raise Http404
    return load_table(found)


def _as_json(_request: HttpRequest, table: GroupTable) -> HttpResponse:
    return JsonResponse(exports.group_as_json(table))


def _as_text(_request: HttpRequest, table: GroupTable) -> HttpResponse:
    return HttpResponse(exports.group_as_text(table), content_type="text/plain; charset=utf-8")


def _as_feed(request: HttpRequest, table: GroupTable) -> HttpResponse:
    address = settings.SITE_URL + request.path
    written = exports.results_as_feed(table, address=address, host=_host())
    return HttpResponse(written, content_type="application/atom+xml; charset=utf-8")


def _as_calendar(_request: HttpRequest, table: GroupTable) -> HttpResponse:
    written = exports.calendar_of(table, host=_host())
    return HttpResponse(written, content_type="text/calendar; charset=utf-8")


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


FORMS: dict[str, Callable[[HttpRequest, GroupTable], HttpResponse]] = {
    "json": _as_json,
    "txt": _as_text,
    "atom": _as_feed,
    "ics": _as_calendar,
}
