"""The template filter that shows a rating."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from leagues import scale
from leagues.models import Result

register = template.Library()


@register.filter
def rating(result: Result) -> SafeString:
    """Show what a result has made of a rating."""
    return scale.shown(result.mu, result.sigma)
