"""The view of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from db.old_reads import may_be_old_for_strangers
from games import queries
from games.pages import game as pages
from games.pages.access import pop_pending_plan, private, visit_or_404
from games.pages.stored_refusals import pop_refusal
from games.planner.plan_crypto import decrypt_plan
from games.play.refusals import MAX_PLAN_CHARS


@require_safe
@private
@may_be_old_for_strangers
def show_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game; ``plan`` and ``piece`` in the query compose a turn."""
    visit = visit_or_404(request, pk)
    if visit.game.started_at is None:
        return redirect("table", pk)
    refusal, plan = pop_refusal(request, visit)
    return pages.render_game(
        request, visit, text=plan or _requested_plan(request, visit), refusal=refusal
    )


def _requested_plan(request: HttpRequest, visit: queries.Visit) -> str | None:
    """Return the plan in the URL, or the one that waited for a sign-in; None if there is
    neither."""
    if "plan" in request.GET or "piece" in request.GET:
        # Encrypted plans are longer than plain ones, so the limit counts after decryption.
        plan = request.GET.get("plan", "")[: 2 * MAX_PLAN_CHARS]
        return decrypt_plan(plan, visit.author)[:MAX_PLAN_CHARS]
    return pop_pending_plan(request, visit.game)
