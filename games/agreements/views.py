"""The views of agreements: take more time, pause a game or take a turn back by consent, nudge."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.agreements import extensions, nudges, pauses, take_backs
from games.agreements.forms import PauseForm
from games.pages.access import (
    form_key,
    form_value,
    parse_number,
    player_action,
    private,
    redirect_to_game,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import render_game
from games.play import clock, turns
from games.play.refusals import SubmissionRefusal, no_seat_refusal
from games.queries import Visit


@player_action
def extend_deadline(request: HttpRequest, pk: int) -> HttpResponse:
    """Take more time for what the visitor is asked for."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    person, key = signed_in_person(request), form_key(request)
    try:
        extensions.take_extension(pk, person, now=clock.now(), form_key=key)
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You have more time. The others are told."))
    return redirect_to_game(request, visit.game)


@player_action
def nudge_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Remind a player who is asked that the visitor waits."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    decision, person = parse_number(form_value(request, "decision")) or 0, signed_in_person(request)
    try:
        nudge = nudges.nudge_player(pk, decision, person, now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    words = _("%(name)s gets a letter that you wait.")
    messages.success(request, words % {"name": nudge.seat.person})
    return redirect_to_game(request, visit.game)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def propose_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a player until when to pause the game; a POST proposes it to the others."""
    visit, now = started_visit_or_404(request, pk), clock.now()
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    person = signed_in_person(request)
    data = request.POST if request.method == "POST" else None
    form = PauseForm(data, person=person, now=now)
    if request.method != "POST" or not form.is_valid():
        return _render_pause_form(request, visit, form)
    until, key = form.cleaned_data["until"], form_key(request)
    try:
        pauses.propose_pause(pk, person, until, now=now, form_key=key)
    except turns.Rejected as rejection:
        form.add_error("until", str(rejection))
        return _render_pause_form(request, visit, form)
    return redirect(visit.game)


def _render_pause_form(request: HttpRequest, visit: Visit, form: PauseForm) -> HttpResponse:
    context = {
        "visit": visit,
        "game": visit.game,
        "form": form,
        "key": uuid.uuid4().hex,
        "silence": pauses.silence_agrees(visit.game),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "games/agreements/propose.html", context, status=status)


@player_action
def agree_to_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to the pause that another player proposes."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    try:
        pauses.agree_to_pause(_pause_of_form(request), signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You have agreed."))
    return redirect(visit.game)


@player_action
def decline_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline the pause that is proposed, or withdraw one's own."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    person = signed_in_person(request)
    try:
        pause = pauses.decline_pause(_pause_of_form(request), person, now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    is_own = pause.person_id == person.pk
    messages.success(
        request, _("It is not proposed any more.") if is_own else _("You have declined.")
    )
    return redirect(visit.game)


@player_action
def end_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a game go on that its players have paused."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    try:
        pauses.end_pause(pk, signed_in_person(request), now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("The game goes on. The others are told."))
    return redirect(visit.game)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell a player what it means to take their last turn back; a POST asks the others."""
    visit, now = started_visit_or_404(request, pk), clock.now()
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    if request.method != "POST":
        return _render_take_back_form(request, visit, take_backs.refuse_take_back(visit.mine, now))
    person, key = signed_in_person(request), form_key(request)
    try:
        asked = take_backs.ask_take_back(pk, person, now=now, form_key=key)
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    if asked.happened:
        messages.success(request, _("Your turn is taken back. You are asked for it again."))
    return redirect(visit.game)


def _render_take_back_form(request: HttpRequest, visit: Visit, refusal: str) -> HttpResponse:
    context = {"visit": visit, "game": visit.game, "refusal": refusal, "key": uuid.uuid4().hex}
    return render(request, "games/agreements/take_back_form.html", context)


@player_action
def agree_to_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to the turn that another player wants to take back."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    number, person = _number_of_form(request, "take_back"), signed_in_person(request)
    try:
        take_backs.agree_to_take_back(number, person, now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You have agreed."))
    return redirect(visit.game)


@player_action
def decline_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Refuse that another player takes a turn back, or do not ask for that any more."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    number, person = _number_of_form(request, "take_back"), signed_in_person(request)
    try:
        asked = take_backs.decline_take_back(number, person, now=clock.now())
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    is_own = asked.person_id == person.pk
    messages.success(
        request, _("You do not ask for it any more.") if is_own else _("You have refused.")
    )
    return redirect(visit.game)


def _number_of_form(request: HttpRequest, name: str) -> int:
    """Return the number that a form is about, 0 without one."""
    return parse_number(form_value(request, name)) or 0


def _pause_of_form(request: HttpRequest) -> int:
    """Return the number of the pause that a form is about, 0 without one."""
    return _number_of_form(request, "pause")


def _show_rejection(request: HttpRequest, pk: int, rejection: turns.Rejected) -> HttpResponse:
    """Show why it was rejected, on the page of the game as it is now."""
    refusal = SubmissionRefusal(HTTPStatus.CONFLICT, str(rejection))
    return render_game(request, started_visit_or_404(request, pk), refusal=refusal)
