"""The views of seats: leave a game, take over a seat or ask for it, return to one's own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import SeatRequest
from games.pages.access import (
    form_key,
    form_value,
    parse_number,
    player_action,
    private,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import render_game
from games.play import clock, guests, seat_requests, tables, turns
from games.play.refusals import SubmissionRefusal, as_refusal, no_seat_refusal


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a player whether they really want to leave; a POST leaves."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None or visit.is_stand_in:
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
    visit, seat = started_visit_or_404(request, pk), form_value(request, "seat")
    if seat not in visit.game.rules.seating.names:
        return render_game(request, visit, refusal=_no_such_seat())
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
def ask_host(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the host to let the visitor take over an absent player's seat."""
    visit, seat = started_visit_or_404(request, pk), form_value(request, "seat")
    if seat not in visit.game.rules.seating.names:
        return render_game(request, visit, refusal=_no_such_seat())
    person, key = signed_in_person(request), form_key(request)
    try:
        seat_requests.ask_host(pk, seat, person, now=clock.now(), form_key=key)
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("The host is asked. You get a letter when they have answered."))
    return redirect(visit.game)


@player_action
def accept_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the person who asks take over a seat, by the word of the host."""
    asked = _asked_of_host(request, pk)
    try:
        asked = seat_requests.accept_request(asked.pk, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        messages.error(request, str(rejection))
        return redirect(asked.game)
    told = _tell_accepted if asked.is_accepted else _tell_lapsed
    told(request, asked)
    return redirect(asked.game)


def _tell_accepted(request: HttpRequest, asked: SeatRequest) -> None:
    words = _("%(name)s plays on in this seat.")
    messages.success(request, words % {"name": asked.person.name})


def _tell_lapsed(request: HttpRequest, asked: SeatRequest) -> None:
    words = _("%(name)s cannot take over this seat any more: the request has lapsed.")
    messages.error(request, words % {"name": asked.person.name})


@player_action
def decline_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline that the person who asks takes over a seat."""
    asked = _asked_of_host(request, pk)
    try:
        seat_requests.decline_request(asked.pk, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        messages.error(request, str(rejection))
    else:
        messages.success(request, _("You have declined."))
    return redirect(asked.game)


def _asked_of_host(request: HttpRequest, pk: int) -> SeatRequest:
    """Return the request of a form, if it is one of the game of its page, and the visitor its host.

    :raises PermissionDenied: if they are not.
    :raises Http404: if the game has no such request.
    """
    visit = started_visit_or_404(request, pk)
    if not visit.is_host:
        raise PermissionDenied
    number = parse_number(form_value(request, "request")) or 0
    return get_object_or_404(SeatRequest.objects.select_related("game"), pk=number, game=pk)


def _no_such_seat() -> SubmissionRefusal:
    return SubmissionRefusal(422, _("There is no such seat."))


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


@player_action
def step_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Play for a friend no longer."""
    visit = started_visit_or_404(request, pk)
    try:
        turns.step_back(pk, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You do not play here any more. The others are told."))
    return redirect("home" if visit.game.is_private else visit.game)


def _show_rejection(request: HttpRequest, pk: int, rejection: turns.Rejected) -> HttpResponse:
    """Show why it was rejected, on the page of the game as it is now."""
    return render_game(request, started_visit_or_404(request, pk), refusal=as_refusal(rejection))
