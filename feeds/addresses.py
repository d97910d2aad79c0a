"""Private addresses: who knows one reads what its person owes, until they want another.

An address is signed, so that the database alone does not tell it.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from feeds.models import PrivateFeed

SIGNER_SALT = "feeds.addresses"


def calendar_address(feed: PrivateFeed) -> str:
    """Return where calendar programs find a person's deadlines."""
    return _address("feed_calendar", feed)


def subscription_address(feed: PrivateFeed) -> str:
    """Return the same, in the form that opens a calendar program."""
    return "webcal:" + calendar_address(feed).partition(":")[2]


def news_address(feed: PrivateFeed) -> str:
    """Return where feed readers find what a person is asked."""
    return _address("feed_news", feed)


def find_feed(token: str) -> PrivateFeed | None:
    """Return whose address holds a token; ``None`` if nobody's does any more."""
    try:
        number, _dot, key = Signer(salt=SIGNER_SALT).unsign(token).partition(".")
    except BadSignature:
        return None
    found = PrivateFeed.objects.select_related("person").filter(person_id=number, key=key).first()
    return found if found and found.person.is_active and not found.person.leaving_at else None


def _address(view: str, feed: PrivateFeed) -> str:
    token = Signer(salt=SIGNER_SALT).sign(f"{feed.person_id}.{feed.key}")
    return settings.SITE_URL + reverse(view, args=[token])
