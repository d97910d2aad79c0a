"""What the league adds to pages: ratings, and how a game has changed those of its players."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.safestring import SafeString

from games.models import Game, Seat
from leagues import scale, standings
from leagues.models import Result
from leagues.standings import Change

register = template.Library()


@register.filter
def rating(result: Result) -> SafeString:
    """Show what a result has made of a rating."""
    return scale.shown(result.mu, result.sigma)


@register.simple_tag
def rating_changes(game: Game) -> Mapping[int, Change]:
    """Return how a game has changed ratings, by person; nothing until the league has counted."""
    return {change.result.person_id: change for change in standings.changes(game)}


@register.filter
def of_seat(changes: Mapping[int, Change], seat: Seat) -> Change | None:
    """Find the change of whoever sits at a seat."""
    return changes.get(seat.person_id or 0)


@register.filter
def of_the_gone(changes: Mapping[int, Change]) -> list[Change]:
    """Find the changes of those who left the game."""
    return [change for change in changes.values() if change.result.has_left]
