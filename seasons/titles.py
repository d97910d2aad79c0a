"""The title of a cup is that of its games: who has given it, and how the staff takes it away."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.display_text import stored_text
from accounts.models import Person
from games.models import Game, Intervention
from games.play import measures
from games.play.interventions import StaffRequest
from seasons.entering import lock_competition
from seasons.models import Competition


def find_author(game: Game) -> Person:
    """Return who has given a table or game its title: of a game of a cup, who directs the cup."""
    cup = _find_cup(game.pk)
    return cup.directed_by if cup and cup.directed_by else game.host


def retitle(game_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Give a table or game the title of its rules; with it its cup, all games of that, and the
    others of its director that are called alike."""
    cup = _find_cup(game_id)
    if cup is None:
        return measures.retitle(game_id, request, now=now)
    with transaction.atomic():
        # Before the game, as everybody does who locks both.
        lock_competition(cup.pk)
        done = measures.retitle(game_id, request, author=cup.directed_by, now=now)
        title = stored_text(Game.objects.get(pk=game_id).title)
        alike = Competition.objects.filter(
            directed_by=cup.directed_by, title=stored_text(cup.title)
        )
        games = Game.objects.filter(fixture__group__stage__competition__in=alike)
        games.update(title=title)
        alike.update(title=title)
    return done


def _find_cup(game_id: int) -> Competition | None:
    cups = Competition.objects.filter(stages__groups__fixtures__game=game_id)
    return cups.filter(directed_by__isnull=False).select_related("directed_by").first()
