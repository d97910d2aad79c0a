"""Words of the archive: rule sets and seats by their names, and how often a seat has won."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from conquest import registry
from records.openings import Opening

register = template.Library()


@register.filter
def ruleset_title(slug: str) -> str:
    """Return the title of a rule set; its name in addresses where it is not there any more."""
    titles = dict(registry.ruleset_choices())
    return titles[slug].translate_with(_) if slug in titles else slug


@register.filter
def seat_title(slug: str, seat: str) -> str:
    """Return the name of a seat in games of a rule set."""
    if slug not in dict(registry.ruleset_choices()):
        return seat
    phrase = registry.get_ruleset(slug).seating.names.get(seat)
    return phrase.translate_with(_) if phrase else seat


@register.filter
def wins_of(opening: Opening, seat: str) -> int:
    """Return in how many games that began so a seat has won."""
    return opening.wins.get(seat, 0)
