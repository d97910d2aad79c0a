"""Orders handed in by a form: the one call that plays them."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from conquest.core import Refused
from games import queries
from games.models import Game
from games.pages.access import (
    form_orders,
    form_value,
    parse_number,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import render_game
from games.planner import composer
from games.play import turns
from games.play.refusals import MAX_PLAN_CHARS, explain_refusal, too_long_refusal

MAX_KEY_CHARS = 64


def form_turn(request: HttpRequest, pk: int) -> str:
    """Return the turn of a form: its text with the words that buttons stand for.

    :raises Http404: if the rules are needed and there is no such game.
    """
    text, end = form_orders(request), form_value(request, "end")
    insists = form_value(request, "insist")
    # Most turns come reviewed and whole: these need no query before the one call that plays them.
    if not end and not insists:
        return text
    rules = queries.rules_of_game(pk)
    if rules is None:
        raise Http404
    whole = composer.with_end_word(rules, text, end)
    return composer.with_insist_word(rules, whole) if insists else whole


def hand_in_orders(request: HttpRequest, pk: int, text: str, *, ahead: str = "") -> HttpResponse:
    """Play a person's orders and redirect to the receipt, or show why they were refused."""
    if len(text) > MAX_PLAN_CHARS:
        visit = started_visit_or_404(request, pk)
        return render_game(request, visit, refusal=too_long_refusal(text))
    orders = _orders_of_form(request, pk, text, ahead)
    try:
        receipt = turns.submit(orders)
    except Game.DoesNotExist:
        raise Http404 from None
    except (turns.Rejected, Refused) as refusal:
        return _render_rejection(request, orders, refusal)
    return redirect(f"{reverse('game', args=[pk])}?sent={receipt.submission.pk}")


def _orders_of_form(request: HttpRequest, pk: int, text: str, ahead: str) -> turns.Orders:
    return turns.Orders(
        game_id=pk,
        person=signed_in_person(request),
        text=text,
        seen_version=_seen_version(request),
        key=_form_key(request),
        ahead=ahead,
    )


def _render_rejection(
    request: HttpRequest, orders: turns.Orders, refusal: turns.Rejected | Refused
) -> HttpResponse:
    visit = started_visit_or_404(request, orders.game_id)
    explained = explain_refusal(visit.game, visit.viewer, orders, refusal)
    return render_game(request, visit, text=orders.text, refusal=explained)


def _form_key(request: HttpRequest) -> str:
    """Return the idempotency key of a form, made unique if the form has none."""
    # The prefix keeps forms from using up the keys that the site gives to its own submissions.
    return f"web-{form_value(request, 'key') or uuid.uuid4().hex}"[:MAX_KEY_CHARS]


def _seen_version(request: HttpRequest) -> int:
    """Return the version that the orders were written for; 0, older than any, if it is no
    number."""
    return parse_number(request.POST.get("seen", "")) or 0
