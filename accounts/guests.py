"""Guests: people without an address, who play in one browser until they sign up or stay away.

What a browser proves with its session is all there is to prove that it is them.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import RateLimited
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import limits, reauthentication
from accounts.models import GUESTS, Person, known_zone

NUMBERS = range(100_000, 1_000_000)
DRAWS = 10  # of names that may be taken


def find_or_create_guest(request: HttpRequest, form_key: str, time_zone: str) -> Person:
    """Return the guest for whom a visitor's form was sent: a new one, or if it is sent twice the
    same.

    :raises RateLimited: if too many have begun from this place, or on the site.
    """
    address = _guest_address(request, form_key)
    guest = Person.objects.filter(email=address, is_guest=True).first()
    if guest is None:
        limits.count_guest(request)
        guest = _create_guest(address, known_zone(time_zone))
    return guest


def _guest_address(request: HttpRequest, form_key: str) -> str:
    """Return the address that a form gives its guest: nobody guesses it, and it is another one in
    another browser."""
    # A form that was copied must not open somebody's games, but the cookie goes nowhere else.
    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    is_known = bool(browser and form_key)
    secret = f"{browser} {form_key}" if is_known else secrets.token_hex()
    name = salted_hmac("accounts.guest", secret, algorithm="sha256").hexdigest()[:40]
    return f"{name}@{GUESTS}"


def _create_guest(address: str, time_zone: str) -> Person:
    for _draw in range(DRAWS):
        try:
            with transaction.atomic():
                return Person.objects.create_user(
                    address,
                    name=_("Guest %(number)s") % {"number": secrets.choice(NUMBERS)},
                    language=translation.get_language() or settings.LANGUAGE_CODE,
                    time_zone=time_zone,
                    is_guest=True,
                )
        except IntegrityError:  # the name is taken, or the form was sent twice at once
            if guest := Person.objects.filter(email=address, is_guest=True).first():
                return guest
    raise RateLimited


def sign_in_guest(request: HttpRequest, guest: Person) -> None:
    """Begin a session of a guest in this browser."""
    get_adapter(request).login(request, guest)


def kept_until(request: HttpRequest) -> datetime | None:
    """Return until when this browser keeps a guest who does not come back; None for others."""
    person = request.user
    if not isinstance(person, Person) or not person.is_guest:
        return None
    began = request.session.get(reauthentication.SESSION_KEY, 0)
    ends = datetime.fromtimestamp(began, UTC) + timedelta(days=settings.SESSION_LIFETIME)
    return min(request.session.get_expiry_date(), ends)
