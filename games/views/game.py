"""The page of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.pages import game as pages
from games.pages.access import private, visit
from games.pages.trouble import taken


@require_safe
@private
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game; ``plan`` and ``piece`` in the address put a turn together."""
    found = visit(request, pk)
    if found.game.started_at is None:
        return redirect("table", pk)
    trouble, plan = taken(request, found)
    return pages.show(request, found, text=plan or _plan(request), trouble=trouble)


def _plan(request: HttpRequest) -> str | None:
    """Return the plan of the address, if it has one."""
    if "plan" in request.GET or "piece" in request.GET:
        return request.GET.get("plan", "")[: pages.MAX_PLAN_CHARS]
    return None
