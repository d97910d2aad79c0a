"""What the league adds to pages: ratings, and how a game has changed those of its players."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString

from games.models import Game, Seat
from leagues import league_table, scale
from leagues.league_table import RatingChange
from leagues.models import LeagueStanding

register = template.Library()


@register.filter
def show_rating(standing: LeagueStanding) -> SafeString:
    """Show the rating of a person in a rule set."""
    return scale.rating_html(*league_table.rating_now(standing, timezone.now()))


@register.simple_tag
def rating_changes(game: Game) -> Mapping[int, RatingChange]:
    """Return how a game has changed ratings, by person; nothing until the league has counted."""
    return {change.result.person_id: change for change in league_table.rating_changes(game)}


@register.filter
def seat_change(changes: Mapping[int, RatingChange], seat: Seat) -> RatingChange | None:
    """Find the change of the person at a seat."""
    return changes.get(seat.person_id or 0)


@register.filter
def departed_changes(changes: Mapping[int, RatingChange]) -> list[RatingChange]:
    """Find the changes of those who left the game."""
    return [change for change in changes.values() if change.result.has_left]
