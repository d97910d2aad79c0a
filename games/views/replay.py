"""The views of the replay of a game, and of how far the visitor has seen it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from db.old_reads import may_be_old_for_strangers
from games.pages.access import (
    parse_number,
    player_action,
    private,
    rotation,
    signed_in_person,
    started_visit_or_404,
    step_filter,
    viewed_seat,
)
from games.replay import frames as films
from games.replay import read_marks


@require_safe
@private
@may_be_old_for_strangers
def send_replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the replay of the steps ``after`` one event and up to another, as JSON."""
    visit = started_visit_or_404(request, pk)
    after, upto = (parse_number(request.GET.get(name, "")) for name in ("after", "upto"))
    last = visit.game.version if upto is None else upto
    style = films.replay_style(visit.seats, turned=rotation(request, visit))
    eyes = viewed_seat(request, visit.game)
    replay = films.render_replay(
        visit.game, visit.viewer, style, after=after or 0, upto=last, then=eyes
    )
    return JsonResponse(replay)


@require_safe
@private
@may_be_old_for_strangers
def send_timeline(request: HttpRequest, pk: int) -> HttpResponse:
    """Send as JSON which steps there are ``after`` an event, and which match the filter."""
    visit = started_visit_or_404(request, pk)
    after, only = parse_number(request.GET.get("after", "")), step_filter(request, visit)
    new = request.GET.get("new") == "1"
    eyes = viewed_seat(request, visit.game)
    outline = films.replay_outline(
        visit.game, visit.viewer, after=after or 0, only=only, new=new, then=eyes
    )
    return JsonResponse(outline)


@player_action
def mark_read(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that the visitor has seen the game up to an event."""
    visit = started_visit_or_404(request, pk)
    upto = parse_number(request.POST.get("upto", ""))
    # No page can have shown more than there is, so that later events stay new.
    version = visit.game.version if upto is None else min(upto, visit.game.version)
    read_marks.mark_read(visit.game, signed_in_person(request), version)
    if request.accepts("text/html"):
        return redirect("game", pk)
    return HttpResponse(status=204)
