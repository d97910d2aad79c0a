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
from games.pages.access import form_value, number_in, running_or_over, signed_in
from games.pages.game import MAX_PLAN_CHARS, show
from games.pages.trouble import Trouble
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


def hand_in(request: HttpRequest, pk: int, text: str, *, ahead: str = "") -> HttpResponse:
    """Make the one call that plays a person's orders, and lead him to its receipt."""
    if len(text) > MAX_PLAN_CHARS:
        return show(request, running_or_over(request, pk), trouble=too_long(text))
    orders = turns.Orders(
        game_id=pk,
        person=signed_in(request),
        text=text,
        seen_version=_seen(request),
        key=_key(request),
        ahead=ahead,
    )
    try:
        receipt = turns.submit(orders, now=clock.now())
    except Game.DoesNotExist:
        raise Http404 from None
    except (turns.Rejected, Refused) as fault:
        found = running_or_over(request, pk)
        return show(request, found, text=text, trouble=_trouble(found, orders, fault))
    return redirect(f"{reverse('game', args=[pk])}?sent={receipt.submission.pk}")


def too_long(text: str) -> Trouble:
    """Return the refusal of a text that nobody could have meant."""
    return Trouble(413, _("This text is too long to be a turn."), text=text)


def not_now(found: queries.Visit, text: str) -> Trouble:
    """Return the refusal of orders by somebody who is not asked for a turn."""
    if found.mine is None:
        return not_seated(text)
    if not found.game.is_running:
        return rejected(turns.GameIsOver(), text)
    if found.game.is_paused:
        return rejected(turns.GameIsPaused(), text)
    return Trouble(409, _("It is not your turn in this game now."), text=text)


def not_seated(text: str = "") -> Trouble:
    """Return the refusal of somebody who has no seat."""
    return rejected(turns.NotSeated(), text)


def rejected(rejection: turns.Rejected, text: str = "") -> Trouble:
    """Return why something did not count that does not concern the rules."""
    return Trouble(STATUS.get(type(rejection), 403), str(rejection), text=text)


def _trouble(
    found: queries.Visit, orders: turns.Orders, fault: turns.Rejected | Refused
) -> Trouble:
    if isinstance(fault, Refused):
        return Trouble(422, refused=fault, text=orders.text)
    missed: tuple[HistoryStep, ...] = ()
    if isinstance(fault, turns.StaleVersion):
        missed = tuple(history.list_steps(found.game, found.viewer, after=orders.seen_version))
    return Trouble(STATUS[type(fault)], str(fault), text=orders.text, missed=missed)


def _key(request: HttpRequest) -> str:
    """Return the key of a form; no form can use up a key that the site gives to a silence."""
    return f"web-{form_value(request, 'key') or uuid.uuid4().hex}"[:MAX_KEY_CHARS]


def _seen(request: HttpRequest) -> int:
    """Return the version the orders were written for; nonsense is older than everything."""
    return number_in(request.POST.get("seen", "")) or 0
