"""A rating in the numbers that people know, whatever the model counts in.

Everybody begins at 1500 ± 350: an estimate, and how far it may still be off.
"""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from leagues.plackett_luce import NEWCOMER

START, DOUBT = 1500, 350
PROVISIONAL = 320  # above it, for three games of two or six of four, it is hardly an estimate
UNIT = DOUBT / NEWCOMER.sigma


def rating_html(mu: float, sigma: float) -> SafeString:
    """Return a rating as it is read, with a mark as long as it is provisional."""
    told, doubt = rating_and_doubt(mu, sigma)
    mark = format_html('<span class="tag">{}</span> ', _("provisional"))
    return format_html(
        '<span class="rating">{}{} ± {}</span>',
        mark if doubt > PROVISIONAL else "",
        told,
        doubt,
    )


def rating_and_doubt(mu: float, sigma: float) -> tuple[int, int]:
    """Return the estimate and how far it may be off."""
    return rating_estimate(mu), round(sigma * UNIT)


def rating_estimate(mu: float) -> int:
    """Return the estimate alone, never below zero."""
    return max(0, round(START + (mu - NEWCOMER.mu) * UNIT))
