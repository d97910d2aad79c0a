"""How often letters about signing in may be asked for, and how often a code may be tried.

A person who asks for somebody else's address uses up a limit of their own first: it counts for
their place and the address together. What counts for the address alone is generous, as is what
counts for the place and for the whole site; none of it holds for places from where the owner has
signed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import consume
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.allauth_internals import consume as consume_any_method
from accounts.allauth_internals import get_ip
from accounts.email_normalize import mailbox
from accounts.models import Person

KNOWN_FOR = 60 * 60 * 24 * 90  # seconds
TRY = """
    INSERT INTO accounts_tries (process, number, at) VALUES (%(process)s, 1, %(now)s)
    ON CONFLICT (process) DO UPDATE SET number = accounts_tries.number + 1
    WHERE accounts_tries.number < %(limit)s
    RETURNING number
"""

log = structlog.get_logger()


def log_alias(words: str) -> str:
    """Return what stands for an address in logs: the same for the same, and not to be read."""
    return salted_hmac("accounts.trace", mailbox(words), algorithm="sha256").hexdigest()[:12]


def log_forbidden(request: HttpRequest, event: str = "right refused", **more: str) -> None:
    """Log that something was refused: who asked for which view, never with its URL, which may hold
    a secret."""
    match, person = request.resolver_match, getattr(request, "user", None)
    who = log_alias(person.email) if isinstance(person, Person) else ""
    log.warning(event, what=match.view_name if match else "", who=who, **more)


def count_letter(request: HttpRequest, address: str) -> None:
    """Count a letter that is asked for.

    :raises RateLimited: where it is one too many; then it is not to be sent.
    """
    pair = _pair_key(request, address)
    _count_or_refuse(request, "letter_asked", pair, address)
    # Owners at a place they have signed in from are not kept out by what strangers use up.
    if not cache.get(_known_place_key(pair)):
        _count_or_refuse(request, "letter_to", mailbox(address), address)
        _count_or_refuse(request, "letter_place", get_ip(request), address)
        _count_or_refuse(request, "letter_site", "all strangers", address)


def _count_or_refuse(request: HttpRequest, action: str, key: str, address: str) -> None:
    if not consume(request, action=action, key=key):
        log.warning("limit reached", limit=action, who=log_alias(address))
        raise RateLimited


def count_guest(request: HttpRequest) -> None:
    """Count a guest who begins.

    :raises RateLimited: where it is one too many from a place, or on the whole site.
    """
    place = get_ip(request)
    _count_or_refuse(request, "guest_place", place, place)
    _count_or_refuse(request, "guest_site", "all guests", place)


def count_animation(request: HttpRequest, person: Person) -> bool:
    """Count an animation that somebody asks for; say whether they may have it."""
    return _count_for_person(request, "animation", person)


def count_token(request: HttpRequest, owner: Person) -> bool:
    """Count an access token that somebody makes, for them or a bot of theirs; say whether they may
    have it."""
    return _count_for_person(request, "token_made", owner)


def count_hook(request: HttpRequest, person: Person) -> bool:
    """Count a hook that somebody adds or switches on again; say whether they may."""
    return _count_for_person(request, "hook_on", person)


def _count_for_person(request: HttpRequest, action: str, person: Person) -> bool:
    if consume(request, action=action, key=str(person.pk)):
        return True
    log.warning("limit reached", limit=action, who=log_alias(person.email))
    return False


def count_visitor_session(request: HttpRequest) -> bool:
    """Count a session that begins before a sign-in; say whether its place may have it."""
    place = get_ip(request)
    app, action = "allauth.account", "visitor_session"
    # A GET counts as well: what a passkey answers to is kept in a session.
    if consume_any_method(request, app=app, action=action, key=place, limit_get=True):
        return True
    log.warning("limit reached", limit=action)
    return False


def remember_place(request: HttpRequest, address: str) -> None:
    """Remember from where the owner of an address has signed in."""
    cache.set(_known_place_key(_pair_key(request, address)), True, KNOWN_FOR)


def may_try_code(address: str, process: Mapping[str, Any], now: datetime) -> bool:
    """Count a try at a code that was mailed to an address; say whether it may be judged.

    The count stands in a row of its own and is changed by one statement: sessions are written as
    they were read, so that what is counted there is forgotten where many tries come at once.
    """
    # The moment tells it from what others ask for at the same address, to a part of a millionth of
    # a second. The session's key would not do: another one goes on with the same code.
    name = f"{process.get('since', process['at'])} {address}"
    with connection.cursor() as cursor:
        cursor.execute(TRY, {"process": log_alias(name), "limit": settings.MAX_TRIES, "now": now})
        return cursor.fetchone() is not None


def _pair_key(request: HttpRequest, address: str) -> str:
    return f"{get_ip(request)} {mailbox(address)}"


def _known_place_key(pair: str) -> str:
    return f"known-place-{log_alias(pair)}"
