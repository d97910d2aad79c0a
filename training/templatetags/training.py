"""Links from pages of games to their lessons and campaigns."""

from __future__ import annotations

from django import template
from django.urls import reverse

from conquest import registry
from training import lessons

register = template.Library()


@register.simple_tag
def campaign_url(slug: str) -> str:
    """Return the URL of the campaign of a game, "" if it has none."""
    return reverse("campaign", args=[slug]) if registry.get_ruleset(slug).campaign else ""


@register.simple_tag
def lessons_url(slug: str) -> str:
    """Return the URL of a game's lessons, "" if it has none."""
    return reverse("lessons", args=[slug]) if lessons.read_lessons(slug, "en") else ""
