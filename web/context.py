"""The context of every page: the site's name, the header, colours, pending decisions."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.appearance import chosen_theme, has_names_hidden
from accounts.guests import kept_until
from accounts.models import Person
from games import live

PLACES = {
    "home": "home",
    "tables": "tables",
    "table": "tables",
    "league": "league",
    "player": "league",
    "rules": "rules",
    "example": "rules",
    "lessons": "rules",
    "lesson": "rules",
}


def site_context(request: HttpRequest) -> dict[str, object]:
    """Return the context that all templates share.

    ``letters_are_answered`` tells whether they can be on this site; ``here`` is the entry of the
    header that the page belongs to; ``asked`` is the number of games and tables that wait for the
    reader; ``guest_until`` is when a guest is forgotten who stays away.
    """
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "contact": settings.SECURITY_CONTACT,
        "play": settings.PLAY,
        "letters_are_answered": bool(settings.REPLY_ADDRESS),
        "openid_name": settings.OIDC_NAME,
        "theme": chosen_theme(request),
        "is_nameless": has_names_hidden(request),
        "here": _header_entry(request),
        # Lazy: a template without the header needs no query.
        "asked": SimpleLazyObject(lambda: _count_pending(request)),
        "guest_until": SimpleLazyObject(lambda: kept_until(request)),
    }


def _header_entry(request: HttpRequest) -> str:
    name = request.resolver_match.url_name if request.resolver_match else None
    return PLACES.get((name or "").partition("_")[0], "")


def _count_pending(request: HttpRequest) -> int:
    if not isinstance(request.user, Person):
        return 0
    return live.count_asked(request.user)
