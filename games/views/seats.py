"""The views of seats: leave a game, take over a seat, return to one's own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.pages.access import (
    form_value,
    player_action,
    private,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import render_game
from games.play import clock, guests, tables, turns
from games.play.refusals import SubmissionRefusal, as_refusal, no_seat_refusal


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a player whether they really want to leave; a POST leaves."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    if not visit.game.is_running:
        return render_game(request, visit, refusal=as_refusal(turns.GameIsOver()))
    if request.method != "POST":
        return render(request, "games/leave.html", {"visit": visit, "game": visit.game})
    person = signed_in_person(request)
    leave = guests.leave_game if person.is_guest else turns.leave_game
    try:
        leave(pk, person, now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You have left the game."))
    # A private game cannot be seen any more by a person who has left it.
    return redirect("home" if visit.game.is_private else visit.game)


@player_action
def become_substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Take over an absent player's seat."""
    visit, seat = started_visit_or_404(request, pk), request.POST.get("seat", "")
    if seat not in visit.game.rules.seating.names:
        return render_game(
            request, visit, refusal=SubmissionRefusal(422, _("There is no such seat."))
        )
    try:
        turns.become_substitute(pk, seat, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You play on in this seat."))
    return redirect(visit.game)


@player_action
def allow_substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a person whom the host names take over a seat whose pieces are hidden."""
    visit, name = started_visit_or_404(request, pk), form_value(request, "name")
    if not visit.is_host:
        raise PermissionDenied
    try:
        person = tables.allow_substitute(pk, signed_in_person(request), name, now=clock.now())
    except tables.TableRejected as rejection:
        messages.error(request, str(rejection))
    else:
        message = _("%(name)s may take over a seat of this game. Please tell them.")
        messages.success(request, message % {"name": person.name})
    return redirect(visit.game)


@player_action
def return_to_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Return to one's own seat after an absence."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    try:
        turns.return_to_seat(pk, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("Welcome back."))
    return redirect(visit.game)


def _show_rejection(request: HttpRequest, pk: int, rejection: turns.Rejected) -> HttpResponse:
    """Show why it was rejected, on the page of the game as it is now."""
    return render_game(request, started_visit_or_404(request, pk), refusal=as_refusal(rejection))
