"""The views of what keeps games fair: the chain of commitments, and the proof of each game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from conquest.kit import chain
from db.old_reads import may_be_old
from games import queries
from games.fairness.pages import committed_orders, game_fairness
from games.fairness.proof import check_record
from games.pages.access import parse_number, private, started_visit_or_404
from games.paging import paginate

PAGE = 50
MAX_LINES = 5000
MAX_AGE = 60


@require_safe
@may_be_old
def show_commitments(request: HttpRequest) -> HttpResponse:
    """Show how chance and secrets are committed to, and the chain, the newest entry first."""
    page = paginate(queries.all_commitments(), request.GET.get("page", ""), PAGE)
    return render(request, "games/fairness/index.html", {"page": page, "start": chain.START})


@require_safe
# The chain is the same for everybody, so that shared caches may keep it for a minute.
@cache_control(public=True, max_age=MAX_AGE)
@may_be_old
def download_commitments(request: HttpRequest) -> HttpResponse:
    """Send the chain from its beginning or from the entry after ``after``, one line of JSON each.

    At most ``MAX_LINES`` entries; a reader goes on after the last number they got.
    """
    after = parse_number(request.GET.get("after", "")) or 0
    rows = queries.all_commitments().filter(number__gt=after).order_by("number")[:MAX_LINES]
    lines = [f"{row.chained_entry.json_line}\n" for row in rows]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@private
def show_proof(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the check of the record of a game that is over; of a running game, what will be
    shown."""
    visit = started_visit_or_404(request, pk)
    has_ended = visit.game.has_ended
    context = {
        "visit": visit,
        "game": visit.game,
        "fairness": game_fairness(visit),
        "orders": committed_orders(visit),
        "checked": check_record(visit.game, visit.seats) if has_ended else None,
    }
    return render(request, "games/fairness/proof.html", context)
