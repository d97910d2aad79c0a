"""The views of the public archive."""

from __future__ import annotations

from datetime import date
from http import HTTPStatus

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from conquest import registry
from conquest.core import Phrase
from db.old_reads import may_be_old, may_be_old_for_strangers
from games.pages.access import private, started_visit_or_404
from games.paging import paginate
from games.play import clock
from records import dumps, exports, keys, openings, search, signing
from records.forms import ArchiveForm
from records.models import MonthlyDump
from records.openings import OpeningPage

MAX_AGE = 60
MONTHS = 60  # of all rule sets together, on a page
# What is the same for everybody may be kept by shared caches for a minute.
same_to_all = cache_control(public=True, max_age=MAX_AGE)


@require_safe
@private
@may_be_old_for_strangers
def download_signed_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of a game that is over with the signature of the site, as a file.

    :raises Http404: while the game is running, since a record opens its secrets.
    """
    visit = started_visit_or_404(request, pk)
    if not visit.game.has_ended:
        raise Http404
    key = keys.current_key()
    if key is None:
        return render(request, "records/no_key.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    signed = signing.sign_record(visit.game, visit.seats, key, now=clock.now())
    name = f"{slugify(visit.game.title) or 'game'}-{visit.game.pk}-signed.txt"
    return HttpResponse(
        signed,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@may_be_old
def show_keys(request: HttpRequest) -> HttpResponse:
    """Show the keys that sign records, now and before, and how a signature is checked."""
    context = {"keys": signing.keys_as_json(keys.list_keys())["keys"]}
    return render(request, "records/keys.html", context)


@require_safe
@same_to_all
@may_be_old
def download_keys(request: HttpRequest) -> HttpResponse:
    """Send the keys as JSON, which the verifier of records reads."""
    return JsonResponse(signing.keys_as_json(keys.list_keys()))


@require_safe
@private
@may_be_old
def search_archive(request: HttpRequest) -> HttpResponse:
    """Show the finished public games that match a search, the newest first."""
    form = ArchiveForm(request.GET)
    context = {
        "form": form,
        "page": form.find_games(),
        "ruleset": form.ruleset,
        "is_narrowed": form.search != search.ArchiveSearch(),
        "unknown": form.unknown_names,
        "looked_at": search.LOOKED_AT,
    }
    return render(request, "records/archive.html", context)


@require_safe
@same_to_all
@may_be_old
def download_archive(request: HttpRequest) -> HttpResponse:
    """Send the same page of the archive as JSON."""
    return JsonResponse(exports.page_as_json(ArchiveForm(request.GET).find_games()))


@require_safe
@private
@may_be_old
def show_openings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how games of a rule set began, and what came of it."""
    context = {
        "slug": slug,
        "title": _ruleset_title(slug),
        "seats": registry.get_ruleset(slug).seating.names,
        "page": _find_openings(request, slug),
        "least": openings.LEAST,
    }
    return render(request, "records/openings.html", context)


@require_safe
@same_to_all
@may_be_old
def download_openings(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the same place in the tree of openings as JSON."""
    _ruleset_title(slug)
    return JsonResponse(exports.openings_as_json(_find_openings(request, slug)))


@require_safe
@private
@may_be_old
def show_dumps(request: HttpRequest) -> HttpResponse:
    """Show the files of all months, the newest first."""
    page = paginate(dumps.list_dumps(), request.GET.get("page", ""), MONTHS)
    return render(request, "records/dumps.html", {"page": page})


@require_safe
@same_to_all
@may_be_old
def download_dump_list(request: HttpRequest) -> HttpResponse:
    """Send the same page of the list of files as JSON."""
    page = paginate(dumps.list_dumps(), request.GET.get("page", ""), MONTHS)
    told = {"months": [exports.dump_as_json(one) for one in page.rows], "pages": page.last}
    return JsonResponse(told)


@require_safe
@may_be_old
def download_checksums(request: HttpRequest, slug: str, month: date) -> HttpResponse:
    """Send the signed checksums of the files of a month."""
    dump, key = _find_dump(slug, month), keys.current_key()
    if key is None:
        return render(request, "records/no_key.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    signed = signing.sign_checksums(dump, key, now=clock.now())
    return HttpResponse(signed, content_type="text/plain; charset=utf-8")


@require_safe
def download_dump(request: HttpRequest, slug: str, month: date, number: int) -> HttpResponseBase:
    """Send a file of a month, piece by piece."""
    parts = [one for one in _find_dump(slug, month).parts.all() if one.number == number]
    if not parts:
        raise Http404
    return StreamingHttpResponse(
        dumps.read_chunks(parts[0]),
        content_type="application/gzip",
        headers={
            "Content-Disposition": f'attachment; filename="{parts[0].file_name}"',
            "Content-Encoding": "identity",  # it is compressed already: no gzip on top
            "Content-Length": str(parts[0].size),
            "ETag": f'"{parts[0].sha256}"',
        },
    )


def _find_dump(slug: str, month: date) -> MonthlyDump:
    dump = dumps.find_dump(slug, month)
    if dump is None:
        raise Http404
    return dump


def _find_openings(request: HttpRequest, slug: str) -> OpeningPage | None:
    """Return the place that is asked for, None if there is no game yet.

    :raises Http404: if there is no such place.
    """
    key = request.GET.get("line", "")
    page = openings.load_openings(slug, key)
    if page is None and key:
        raise Http404
    return page


def _ruleset_title(slug: str) -> Phrase:
    titles = dict(registry.ruleset_choices())
    if slug not in titles:
        raise Http404
    return titles[slug]
