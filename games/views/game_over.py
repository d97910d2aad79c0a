"""What players do when a game is over: they thank each other, and play again."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from games import queries
from games.models import Game
from games.pages.access import player_action, signed_in_person, started_visit_or_404
from games.play import clock, rematch, tables, thanks


@player_action
def thank_players(request: HttpRequest, pk: int) -> HttpResponse:
    """Thank the others."""
    visit = _visit_finished_game(request, pk)
    thanks.give_thanks(visit.game, signed_in_person(request), now=clock.now())
    return redirect(visit.game)


@player_action
def join_rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the table of the rematch, or sit down there."""
    visit = _visit_finished_game(request, pk)
    try:
        table = rematch.join_rematch(pk, signed_in_person(request), now=clock.now())
    except tables.TableRejected as closed:
        messages.error(request, str(closed))
        return redirect(visit.game)
    return redirect(table)


def _visit_finished_game(request: HttpRequest, pk: int) -> queries.Visit:
    """Enter a game that is over as one of its players.

    :raises PermissionDenied: if he is none.
    :raises Http404: if the game still runs.
    """
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        raise PermissionDenied
    if visit.game.status != Game.Status.OVER:
        raise Http404
    return visit
