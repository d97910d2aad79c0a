"""The board in words, and what it answers to commands."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import asking, composer, drafts, queries, store
from games.views import game as pages
from games.views.entrance import is_script, private, running_or_over


@require_safe
@private
@vary_on_headers("Accept")
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board in words, as it is after the visitor's plan; ``ask`` is a command to it.

    A script (``Accept: application/json``) is told the sentences of the answer alone.
    """
    found, command = running_or_over(request, pk), request.GET.get("ask", "")
    state = _position(request, found)
    said = asking.answer(_asked(found, state), command) if command else []
    if is_script(request):
        return JsonResponse({"answer": said})
    return render(request, "games/text.html", _context(found, state) | {"answer": said})


def _context(found: queries.Visit, state: Any) -> dict[str, Any]:
    rules = found.game.rules
    view = rules.view(state, found.viewer)
    report = rules.report(view)
    return {
        "visit": found,
        "game": found.game,
        "lines": rules.text(view),
        "report": report,
        "places": pages.places(found, report),
        "commands": asking.answer(_asked(found, state), "?"),
    }


def _asked(found: queries.Visit, state: Any) -> asking.Asked:
    steps = queries.steps(found.game, found.viewer, after=max(0, found.game.version - 1))
    last = steps[-1].phrase.said(_) if steps else ""
    return asking.Asked(found.game, state, found.viewer, last)


def _position(request: HttpRequest, found: queries.Visit) -> Any:
    """Give the position after the plan of the address, or else after the one that was kept."""
    state = store.load(found.game)
    if found.viewer is None or found.mine is None or not pages.can_plan(found, state):
        return state
    last = queries.last_submission(found.game, found.mine)
    text = request.GET.get("plan", drafts.waiting(pages.kept(found), last))[: pages.LONGEST]
    if not text:
        return state
    return composer.compose(found.game.rules, state, found.viewer, text, "", {}).played.end
