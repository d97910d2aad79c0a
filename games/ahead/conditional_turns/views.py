"""The page on which a player says ahead what they answer to the other side's next turns."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest.core import Refused
from games import queries
from games.ahead import conditional_turns
from games.ahead.conditional_turns.pages import DELAYS, conditional_page
from games.ahead.conditional_turns.tree import MAX_TEXT_CHARS
from games.models import Seat
from games.pages.access import (
    form_value,
    parse_number,
    private,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import as_context, render_game
from games.planner import typed_orders
from games.play import clock
from games.play.knowledge import known_game
from games.play.refusals import no_seat_refusal


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_conditional_turns(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the visitor's conditional turns; a POST files others, adds a line or withdraws them.

    :raises Http404: if the game is not running, or not one of two seats.
    """
    visit = started_visit_or_404(request, pk)
    if not visit.game.is_running or len(visit.seats) != 2:
        raise Http404
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    if request.method != "POST":
        return _show_page(request, visit)
    try:
        return _change_turns(request, visit, visit.mine)
    except Seat.DoesNotExist:  # the seat is somebody else's by now
        raise Http404 from None


def _change_turns(request: HttpRequest, visit: queries.Visit, mine: Seat) -> HttpResponse:
    if form_value(request, "do") == "withdraw":
        return _withdraw_turns(request, visit)
    text = typed_orders.normalize_orders(form_value(request, "text"))[: MAX_TEXT_CHARS + 1]
    waiting = conditional_turns.waiting_turns(mine)
    delay = _form_delay(request, waiting.delay if waiting else 0)
    try:
        return _file_turns(request, visit, text, delay)
    except Refused as refused:
        if waiting and form_value(request, "do") == "line":
            text = f"{waiting.text}\n{text}"
        return _show_page(request, visit, text, delay, refused.phrase.translate_with(_))


def _form_delay(request: HttpRequest, usual: int) -> int:
    """Return the delay that a form asks for, the ``usual`` one if it asks for none that is
    offered."""
    delay = parse_number(form_value(request, "delay"))
    return delay if delay is not None and delay in DELAYS else usual


def _file_turns(request: HttpRequest, visit: queries.Visit, text: str, delay: int) -> HttpResponse:
    seen = parse_number(form_value(request, "seen")) or 0
    try:
        conditional_turns.file_turns(
            visit.game.pk, signed_in_person(request), text,
            seen_version=seen, delay=delay, now=clock.now(),
            is_line=form_value(request, "do") == "line",
        )  # fmt: skip
    except conditional_turns.ConditionalRejected:
        # They rest on the position that their author saw.
        sentence = _("The game has gone on since you looked at it. Nothing was handed in ahead.")
        return _show_page(request, visit, text, delay, sentence, HTTPStatus.CONFLICT)
    messages.success(request, _("Kept. Nobody else sees these turns before they are played."))
    return redirect("game_conditional", visit.game.pk)


def _withdraw_turns(request: HttpRequest, visit: queries.Visit) -> HttpResponse:
    if conditional_turns.withdraw_turns(visit.game.pk, signed_in_person(request)):
        messages.success(request, _("Taken back. You will be asked for your turn."))
    else:
        messages.warning(request, _("There is nothing to take back any more."))
    return redirect("game_conditional", visit.game.pk)


def _show_page(
    request: HttpRequest,
    visit: queries.Visit,
    text: str | None = None,
    delay: int | None = None,
    trouble: str = "",
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> HttpResponse:
    known = known_game(visit.game, visit.viewer)
    page = conditional_page(visit, known, text, delay, trouble)
    context = {**as_context(page), "visit": visit}
    return render(
        request, "games/conditional.html", context, status=status if trouble else HTTPStatus.OK
    )
