"""A text handed in by a form: the one call that plays it, and why it may not count."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from conquest.core import Refused
from games import queries
from games.models import Game
from games.pages.access import form_value, parse_number, signed_in_person, started_visit_or_404
from games.pages.game import MAX_PLAN_CHARS, render_game
from games.pages.refusals import SubmissionRefusal
from games.play import clock, history, turns
from games.play.history import HistoryStep

STATUS = {
    turns.NotSeated: 403,
    turns.NothingPending: 409,
    turns.GameIsOver: 409,
    turns.GameIsPaused: 409,
    turns.StaleVersion: 409,
}
MAX_KEY_CHARS = 64


def hand_in_orders(request: HttpRequest, pk: int, text: str, *, ahead: str = "") -> HttpResponse:
    """Make the one call that plays a person's orders, and lead him to its receipt."""
    if len(text) > MAX_PLAN_CHARS:
        return render_game(
            request, started_visit_or_404(request, pk), trouble=too_long_refusal(text)
        )
    orders = turns.Orders(
        game_id=pk,
        person=signed_in_person(request),
        text=text,
        seen_version=_seen_version(request),
        key=_form_key(request),
        ahead=ahead,
    )
    try:
        receipt = turns.submit(orders, now=clock.now())
    except Game.DoesNotExist:
        raise Http404 from None
    except (turns.Rejected, Refused) as fault:
        found = started_visit_or_404(request, pk)
        return render_game(request, found, text=text, trouble=_make_refusal(found, orders, fault))
    return redirect(f"{reverse('game', args=[pk])}?sent={receipt.submission.pk}")


def too_long_refusal(text: str) -> SubmissionRefusal:
    """Return the refusal of a text that nobody could have meant."""
    return SubmissionRefusal(413, _("This text is too long to be a turn."), text=text)


def off_turn_refusal(found: queries.Visit, text: str) -> SubmissionRefusal:
    """Return the refusal of orders by somebody who is not asked for a turn."""
    if found.mine is None:
        return no_seat_refusal(text)
    if not found.game.is_running:
        return as_refusal(turns.GameIsOver(), text)
    if found.game.is_paused:
        return as_refusal(turns.GameIsPaused(), text)
    return SubmissionRefusal(409, _("It is not your turn in this game now."), text=text)


def no_seat_refusal(text: str = "") -> SubmissionRefusal:
    """Return the refusal of somebody who has no seat."""
    return as_refusal(turns.NotSeated(), text)


def as_refusal(rejection: turns.Rejected, text: str = "") -> SubmissionRefusal:
    """Return why something did not count that does not concern the rules."""
    return SubmissionRefusal(STATUS.get(type(rejection), 403), str(rejection), text=text)


def _make_refusal(
    found: queries.Visit, orders: turns.Orders, fault: turns.Rejected | Refused
) -> SubmissionRefusal:
    if isinstance(fault, Refused):
        return SubmissionRefusal(422, refused=fault, text=orders.text)
    missed: tuple[HistoryStep, ...] = ()
    if isinstance(fault, turns.StaleVersion):
        missed = tuple(history.list_steps(found.game, found.viewer, after=orders.seen_version))
    return SubmissionRefusal(STATUS[type(fault)], str(fault), text=orders.text, missed=missed)


def _form_key(request: HttpRequest) -> str:
    """Return the key of a form; no form can use up a key that the site gives to a silence."""
    return f"web-{form_value(request, 'key') or uuid.uuid4().hex}"[:MAX_KEY_CHARS]


def _seen_version(request: HttpRequest) -> int:
    """Return the version the orders were written for; nonsense is older than everything."""
    return parse_number(request.POST.get("seen", "")) or 0
