"""A turn is checked, and handed in."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from conquest.core import Refused
from games import boards, clock, composer, decisions, outlook, queries, store, turns
from games.models import Game
from games.rehearsal import Rehearsal, rehearse
from games.views import game
from games.views.entrance import act, number_in, running_or_over, said, signed_in
from games.views.game import LONGEST, TURN, Trouble

STATUS = {turns.NotSeated: 403, turns.NotAsked: 409, turns.Over: 409, turns.Stale: 409}
KEY_LENGTH = 64


@act
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a turn would do, with the button that hands it in."""
    found = running_or_over(request, pk)
    text = composer.closed(said(request, "text"), said(request, "end"))
    if len(text) > LONGEST:
        return game.show(request, found, trouble=too_long(text))
    if found.decision is None or found.viewer is None or found.decision.kind != TURN:
        return game.show(request, found, trouble=not_now(found, text))
    played = rehearse(found.game.rules, store.load(found.game), found.viewer, text)
    if played.blocked or not played.steps:
        sentence = "" if played.refused else _("There is no order in this.")
        trouble = Trouble(422, sentence, played.refused, text)
        return game.show(request, found, text=text, trouble=trouble)
    return _review(request, found, text, played)


@act
def submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, or any other answer in the game's notation."""
    text = composer.closed(said(request, "text"), said(request, "end"))
    return hand_in(request, pk, composer.insisted(text, said(request, "insist")))


def hand_in(request: HttpRequest, pk: int, text: str) -> HttpResponse:
    """Make the one call that plays a person's orders, and lead him to its receipt."""
    if len(text) > LONGEST:
        return game.show(request, running_or_over(request, pk), trouble=too_long(text))
    orders = turns.Orders(
        game_id=pk,
        person=signed_in(request),
        text=text,
        seen_version=_seen(request),
        key=_key(request),
    )
    try:
        receipt = turns.submit(orders, now=clock.now())
    except Game.DoesNotExist:
        raise Http404 from None
    except (turns.Rejected, Refused) as fault:
        found = running_or_over(request, pk)
        return game.show(request, found, text=text, trouble=_trouble(found, orders, fault))
    return redirect(f"{reverse('game', args=[pk])}?sent={receipt.submission.pk}")


def too_long(text: str) -> Trouble:
    """Refuse a text that nobody could have meant."""
    return Trouble(413, _("This text is too long to be a turn."), text=text)


def not_now(found: queries.Visit, text: str) -> Trouble:
    """Refuse orders of somebody who is not asked for a turn."""
    if found.mine is None:
        return Trouble(403, _("You have no seat in this game."), text=text)
    if not found.game.is_running:
        return Trouble(409, _("This game is over."), text=text)
    return Trouble(409, _("No turn is asked of you in this game now."), text=text)


def _trouble(
    found: queries.Visit, orders: turns.Orders, fault: turns.Rejected | Refused
) -> Trouble:
    if isinstance(fault, Refused):
        return Trouble(422, refused=fault, text=orders.text)
    missed: tuple[queries.Step, ...] = ()
    if isinstance(fault, turns.Stale):
        missed = tuple(queries.steps(found.game, found.viewer, after=orders.seen_version))
    return Trouble(STATUS[type(fault)], str(fault), text=orders.text, missed=missed)


def _review(
    request: HttpRequest, found: queries.Visit, text: str, played: Rehearsal[Any]
) -> HttpResponse:
    assert found.viewer is not None
    rules = found.game.rules
    view = rules.view(played.end, found.viewer)
    threats = outlook.threats(outlook.chances(rules, played.end, found.viewer))
    report = rules.report(rules.view(played.close, found.viewer))
    title = _("Board after the turn")
    context = {
        "visit": found,
        "game": found.game,
        "played": played,
        "is_open": found.viewer in rules.to_act(played.end),
        "meter": game.meter(report, played.used),
        "report": report,
        "board": boards.board(found.game, found.seats, view, title=title, marks=played.marks),
        "text": text,
        "exposed": composer.exposed(rules, played.end, found.viewer, threats),
        "insist": "" if _insists(rules.insist, text) else rules.insist,
        "pace": decisions.pace_of(found.game),
        "seen": found.game.version,
        "back": composer.Way((text,)).to(text),
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/check.html", context)


def _insists(word: str, text: str) -> bool:
    return composer.insisted(text, word) == text


def _key(request: HttpRequest) -> str:
    """Read the key of a form; no form can use up a key that the site gives to a silence."""
    return f"web-{said(request, 'key') or uuid.uuid4().hex}"[:KEY_LENGTH]


def _seen(request: HttpRequest) -> int:
    """Read the version the orders were written for; nonsense is older than everything."""
    return number_in(request.POST.get("seen", "")) or 0
