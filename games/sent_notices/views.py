"""The page of what a person was told, in all their games or in one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.access import signed_in_person, started_visit_or_404
from games.play import clock
from games.sent_notices import pages


@login_required
@never_cache
@require_safe
def list_notices(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Show a person their last letters and notices, of one game or of all, and what became of
    each."""
    if pk is not None:
        started_visit_or_404(request, pk)  # a private game is nobody else's to know of
    notices = pages.list_notices(signed_in_person(request), clock.now(), pk)
    return render(request, "sent_notices/notices.html", {"notices": notices, "game_id": pk})
