"""What players do when a game is over: thank each other, and play again."""

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
    """Thank the other players."""
    visit = _visit_finished_game(request, pk)
    thanks.give_thanks(visit.game, signed_in_person(request), now=clock.now())
    return redirect(visit.game)


@player_action
def join_rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the table of the rematch, or sit down at it."""
    visit = _visit_finished_game(request, pk)
    try:
        table = rematch.join_rematch(pk, signed_in_person(request), now=clock.now())
    except tables.TableRejected as rejection:
        messages.error(request, str(rejection))
        return redirect(visit.game)
    return redirect(table)


def _visit_finished_game(request: HttpRequest, pk: int) -> queries.Visit:
    """Return the visit of a player to their game that is over.

    :raises PermissionDenied: if the visitor is no player of it.
    :raises Http404: if the game is still running.
    """
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        raise PermissionDenied
    if visit.game.status != Game.Status.OVER:
        raise Http404
    return visit
