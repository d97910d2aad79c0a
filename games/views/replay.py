"""What happened, as a film of single steps, and how far the visitor has seen it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

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
def send_replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the film of the steps ``after`` one event and up to another, as JSON."""
    visit = started_visit_or_404(request, pk)
    after, upto = (parse_number(request.GET.get(name, "")) for name in ("after", "upto"))
    last = visit.game.version if upto is None else upto
    style = films.replay_style(visit.seats, turned=rotation(request, visit))
    eyes = viewed_seat(request, visit.game)
    reel = films.render_replay(
        visit.game, visit.viewer, style, after=after or 0, upto=last, then=eyes
    )
    return JsonResponse(reel)


@require_safe
@private
def send_timeline(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell which steps there are ``after`` an event, and which are asked for, as JSON."""
    visit = started_visit_or_404(request, pk)
    after, only = parse_number(request.GET.get("after", "")), step_filter(request, visit)
    new = request.GET.get("new") == "1"
    eyes = viewed_seat(request, visit.game)
    told = films.replay_outline(
        visit.game, visit.viewer, after=after or 0, only=only, new=new, then=eyes
    )
    return JsonResponse(told)


@player_action
def mark_read(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that the visitor has seen the game up to an event."""
    visit = started_visit_or_404(request, pk)
    upto = parse_number(request.POST.get("upto", ""))
    version = visit.game.version if upto is None else min(upto, visit.game.version)
    read_marks.mark_read(visit.game, signed_in_person(request), version)
    if request.accepts("text/html"):
        return redirect("game", pk)
    return HttpResponse(status=204)
