"""Guests: people without an address, who play in one browser until they sign up or stay away.

What a browser proves with its session is all there is to prove that it is them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, TypeAlias

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import RateLimited
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import limits, reauthentication
from accounts.allauth_internals import clear_login
from accounts.models import GUESTS, Person, known_zone

View: TypeAlias = Callable[..., HttpResponseBase]

NUMBERS = range(100_000, 1_000_000)
ACCOUNT = ("name", "email", "language", "time_zone", "joined_at")
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
        return _create_guest(address, known_zone(time_zone))
    if not limits.count_visitor_session(request):  # each time the form is sent begins a session
        raise RateLimited
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
    """Begin a session of a guest in this browser; while it is listed, they are not forgotten."""
    get_adapter(request).login(request, guest)
    UserSession.objects.create_from_request(request)


def kept_until(request: HttpRequest) -> datetime | None:
    """Return until when this browser keeps a guest who does not come back; None for others."""
    person = request.user
    if not isinstance(person, Person) or not person.is_guest:
        return None
    began = request.session.get(reauthentication.SESSION_KEY, 0)
    ends = datetime.fromtimestamp(began, UTC) + timedelta(days=settings.SESSION_LIFETIME)
    return min(request.session.get_expiry_date(), ends)


def as_visitor(view: View) -> View:
    """Return a view of sign-up or sign-in that takes a guest for somebody who is not signed in;
    ``request.guest`` is the guest."""

    @wraps(view)
    def visitor_view(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = request.user
        if not isinstance(person, Person) or not person.is_guest:
            return view(request, *args, **kwargs)
        request.guest, request.user = person, AnonymousUser()
        try:
            return view(request, *args, **kwargs)
        finally:
            if not request.user.is_authenticated:
                request.user = person

    return visitor_view


def keep_guest(view: View) -> View:
    """Return the view of signing out; a guest who wants another address to sign up or in with
    leaves only the code that is waited for."""

    @wraps(view)
    def guest_view(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person, onward = request.user, request.POST.get("next", "")
        pages = (reverse("account_login"), reverse("account_signup"))
        if isinstance(person, Person) and person.is_guest and onward.partition("?")[0] in pages:
            clear_login(request)
            return redirect(onward)
        return view(request, *args, **kwargs)

    return guest_view


def sign_up_guest(request: HttpRequest, newcomer: Person) -> Person:
    """Give the guest of this browser, if there is one, all that somebody new has confirmed; return
    who is to be signed in."""
    guest = getattr(request, "guest", None)
    person = _take_account(guest.pk, newcomer) if guest else newcomer
    if guest and person.pk == guest.pk:
        # The browser goes on with what its session holds, under a key that no other has.
        request.session.cycle_key()
        request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    return person


def _take_account(guest_id: int, newcomer: Person) -> Person:
    with transaction.atomic():
        # As they are now: either may have been used, closed or deleted elsewhere meanwhile.
        rows = Person.objects.select_for_update().filter(pk__in=[guest_id, newcomer.pk])
        by_pk = {row.pk: row for row in rows.order_by("pk")}
        guest, account = by_pk.get(guest_id), by_pk.get(newcomer.pk)
        if not guest or not account or not _is_free_for(guest, account):
            return newcomer
        _move_account(account, guest)
        return guest


def _is_free_for(guest: Person, account: Person) -> bool:
    """Whether somebody has signed up for an account and not used it yet, and nobody closed or
    signed up that of a guest."""
    # One that was made by hand has no such row, or it has rights that no guest may take.
    is_signed_up = EmailAddress.objects.filter(user=account, verified=True).exists()
    is_unused = account.last_login is None and not (account.is_staff or account.is_superuser)
    return guest.is_guest and guest.is_active and is_signed_up and is_unused


def _move_account(account: Person, guest: Person) -> None:
    for way_in in (EmailAddress, SocialAccount):
        way_in.objects.filter(user=account).update(user=guest)
    fields = {name: getattr(account, name) for name in ACCOUNT}
    account.delete()  # first, since names and addresses are nobody else's
    for name, value in fields.items():
        setattr(guest, name, value)
    guest.is_guest = False
    guest.set_unusable_password()  # ends all sessions but the one that signs up
    guest.save()
