"""The views of standing orders: answers that a player gives ahead and in private."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Person
from conquest import registry
from conquest.core import StandingOrders, Unreadable
from games import queries
from games.ahead import standing_orders
from games.ahead.standing_orders.pages import standing_defaults, standing_page
from games.models import Seat
from games.pages.access import (
    form_value,
    parse_number,
    private,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import as_context, render_game
from games.play import clock
from games.play.refusals import no_seat_refusal


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def file_standing_orders(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standing orders of the visitor's seat; a POST files others.

    :raises Http404: if the game knows none or is not running.
    """
    visit = started_visit_or_404(request, pk)
    orders = visit.game.rules.standing
    if orders is None or not visit.game.is_running:
        raise Http404
    # What somebody has filed is not for the friend who stands in for them.
    if visit.mine is None or visit.is_stand_in:
        return render_game(request, visit, refusal=no_seat_refusal())
    if request.method != "POST":
        return _show_orders(request, visit.mine)
    if form_value(request, "do") == "usual":
        return _save_standing_default(request, visit, visit.mine)
    if form_value(request, "do") == "wait":
        return _choose_wait(request, reverse("game_standing", args=[pk]))
    text = _requested_text(request, orders, standing_orders.standing_text(visit.mine))
    if len(text) > standing_orders.MAX_TEXT_CHARS:
        return _show_orders(request, visit.mine, text, _too_long_message())
    return _file_orders(request, visit, visit.mine, text)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_standing_default(request: HttpRequest) -> HttpResponse:
    """Show the standing orders with which the visitor's games begin; a POST saves others."""
    person, slug = signed_in_person(request), form_value(request, "ruleset")
    if request.method != "POST":
        return _show_standing_defaults(request, {})
    if form_value(request, "do") == "wait":
        return _choose_wait(request, reverse("standing"))
    rules = registry.find_rulesets().get(slug)
    if rules is None or rules.standing is None:
        raise Http404
    text = form_value(request, "preset" if "preset" in request.POST else "text")
    if len(text) > standing_orders.MAX_TEXT_CHARS:
        return _show_standing_defaults(request, {slug: (text, _too_long_message())})
    try:
        standing_orders.save_default(person, slug, standing_orders.normalize_default(rules, text))
    except Unreadable as refused:
        return _show_standing_defaults(request, {slug: (text, _unreadable_message(refused))})
    messages.success(
        request, _("Your next games begin so. Those that are running stay as they are.")
    )
    return redirect("standing")


def _show_standing_defaults(
    request: HttpRequest, typed: Mapping[str, tuple[str, str]]
) -> HttpResponse:
    games = standing_defaults(signed_in_person(request), typed)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if typed else HTTPStatus.OK
    return render(request, "games/standing_usual.html", {"games": games}, status=status)


def _too_long_message() -> str:
    return _("That is too long: %(n)s characters at most.") % {"n": standing_orders.MAX_TEXT_CHARS}


def _unreadable_message(refused: Unreadable) -> str:
    return _("Line %(n)s: %(words)s") % {
        "n": (refused.order or 0) + 1,
        "words": refused.phrase.translate_with(_),
    }


def _file_orders(request: HttpRequest, visit: queries.Visit, seat: Seat, text: str) -> HttpResponse:
    person = signed_in_person(request)
    try:
        standing_orders.file_orders(visit.game.pk, person, text, now=clock.now())
    except Unreadable as refused:
        return _show_orders(request, seat, text, _unreadable_message(refused))
    except Seat.DoesNotExist:  # the game has ended since, or the seat is somebody else's
        raise Http404 from None
    messages.success(request, _("Your standing orders are filed. They count from now on."))
    return redirect("game_standing", visit.game.pk)


def _save_standing_default(request: HttpRequest, visit: queries.Visit, seat: Seat) -> HttpResponse:
    """Save the seat's standing orders as the visitor's default, or clear the default."""
    text = standing_orders.standing_text(seat) if "begin" in request.POST else ""
    standing_orders.save_default(signed_in_person(request), visit.game.ruleset, text)
    message = _("Your next games begin with these standing orders.")
    messages.success(
        request, message if text else _("Your next games begin without standing orders.")
    )
    return redirect("game_standing", visit.game.pk)


def _choose_wait(request: HttpRequest, onward: str) -> HttpResponse:
    """Take whether the visitor's standing orders answer after a while, as they would."""
    wants = "wait" in request.POST
    Person.objects.filter(pk=signed_in_person(request).pk).update(orders_wait=wants)
    told = _("Your standing orders answer after a while from now on.")
    messages.success(request, told if wants else _("Your standing orders answer at once."))
    return redirect(onward)


def _requested_text(request: HttpRequest, orders: StandingOrders, text: str) -> str:  # type: ignore[type-arg]
    """Return the whole text that a form asks for, depending on its button ``do``."""
    lines = text.splitlines()
    match form_value(request, "do"):
        case "add":
            answers = {clause.name: request.POST.getlist(clause.name) for clause in orders.clauses}
            return "\n".join([*lines, orders.write_line(answers)])
        case "preset":
            number = parse_number(form_value(request, "preset"))
            is_known = number is not None and number < len(orders.presets)
            return orders.presets[number or 0].text if is_known else text
        case "drop" | "up" as action:
            return "\n".join(
                _rearrange_lines(lines, action, parse_number(form_value(request, "line")))
            )
        case _:
            return form_value(request, "text")


def _rearrange_lines(lines: list[str], action: str, at: int | None) -> list[str]:
    """Return the lines without the line ``at``, or with it moved up by one."""
    if at is None or at >= len(lines):
        return lines
    rest = [*lines[:at], *lines[at + 1 :]]
    return (
        rest if action == "drop" else [*rest[: max(0, at - 1)], lines[at], *rest[max(0, at - 1) :]]
    )


def _show_orders(
    request: HttpRequest, seat: Seat, text: str | None = None, error: str = ""
) -> HttpResponse:
    page = standing_page(seat.game, seat, text, error)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, "games/standing.html", as_context(page), status=status)
