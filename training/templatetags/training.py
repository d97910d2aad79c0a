"""Links from pages of games to their lessons and campaigns."""

from __future__ import annotations

from django import template
from django.urls import reverse

from conquest import registry
from conquest.core import Phrase
from training import lessons

register = template.Library()


@register.simple_tag
def campaign_url(slug: str) -> str:
    """Return the URL of the campaign of a game, "" if it has none."""
    return reverse("campaign", args=[slug]) if registry.get_ruleset(slug).campaign else ""


@register.simple_tag
def campaigns() -> list[tuple[Phrase, str]]:
    """Return the title of each game that has a campaign, and the URL of that."""
    games = [registry.get_ruleset(slug) for slug, _title in registry.ruleset_choices()]
    return [(rules.title, campaign_url(rules.slug)) for rules in games if rules.campaign]


@register.simple_tag
def lessons_url(slug: str) -> str:
    """Return the URL of a game's lessons, "" if it has none."""
    return reverse("lessons", args=[slug]) if lessons.read_lessons(slug, "en") else ""
