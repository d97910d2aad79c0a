"""Who sends a request: the person whose token it shows, or nobody in particular."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts.allauth_internals import get_ip
from accounts.models import Person
from api import budgets, tokens
from api.models import Scope
from api.problems import Problem
from api.tokens import FoundToken

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Caller:
    """Who sends a request by their ``token``; without one it is nobody in particular."""

    token: FoundToken | None

    @property
    def person_id(self) -> int | None:
        """The number of the person, by which news are looked for."""
        return self.token.person_id if self.token else None

    @cached_property
    def person(self) -> Person | None:
        """The person, read once they are needed: what is not news needs nobody."""
        return Person.objects.get(pk=self.token.person_id) if self.token else None


class PublicToken(HttpBearer):
    """Lets in programs whose token may do something; without a ``scope``, any program."""

    scope: Scope | None = None

    def __call__(self, request: HttpRequest) -> Caller:
        """Return who sends a request, once its cost is taken from their budget.

        :raises Problem: if their token is not good or may not do this, or the budget is used up.
        """
        secret = shown_token(request)
        if secret is None:
            return self._admit_stranger(request)
        return self.authenticate(request, secret)

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Return the person of a token.

        :raises Problem: if it is not good, or may not do this.
        """
        now = timezone.now()
        found = tokens.find_token(token, now=now) if tokens.is_well_formed(token) else None
        if found is None:
            self._charge(request, f"at {get_ip(request)}")  # nobody tries tokens without end
            raise Problem("unauthorized", headers={"WWW-Authenticate": "Bearer"})
        return self.admit(request, found)

    def admit(self, request: HttpRequest, found: FoundToken) -> Caller:
        """Return the person of a good token, and answer in their language.

        :raises Problem: if it may not do this, or their budget is used up.
        """
        cast("Any", request).has_good_token = True
        self._charge_account(request, found)
        if (self.scope or Scope.READ) not in found.scopes:
            words = _("This access token may not do this: it lacks “%(scope)s”.")
            raise Problem("scope", words % {"scope": self.scope or Scope.READ})
        tokens.note_use(found, now=timezone.now())
        translation.activate(language_of(request, found))
        return Caller(found)

    def _admit_stranger(self, request: HttpRequest) -> Caller:
        self._charge(request, f"at {get_ip(request)}")
        if self.scope is not None:
            raise Problem("unauthorized", headers={"WWW-Authenticate": "Bearer"})
        return Caller(None)

    def _charge_account(self, request: HttpRequest, token: FoundToken) -> None:
        """Take the cost of a request from the budget of a person, which their program accounts
        share; these have one of their own for what they change."""
        if token.owner_id is not None and self._is_change(request):
            budgets.charge_order(str(token.person_id), time.monotonic())
        self._charge(request, str(token.owner_id or token.person_id))

    def _charge(self, request: HttpRequest, who: str) -> None:
        cast("Any", request).budget = budgets.charge(
            who, is_change=self._is_change(request), now=time.monotonic()
        )

    def _is_change(self, request: HttpRequest) -> bool:
        """Whether a request may change something: some are sent by POST for their length alone."""
        return self.scope not in (None, Scope.READ) and request.method not in SAFE


class ReadToken(PublicToken):
    """Lets in programs that may read what their person sees."""

    scope = Scope.READ


class PlayToken(PublicToken):
    """Lets in programs that may play."""

    scope = Scope.PLAY


class TablesToken(PublicToken):
    """Lets in programs that may open tables and sit down."""

    scope = Scope.TABLES


class TalkToken(PublicToken):
    """Lets in programs that may read and say words."""

    scope = Scope.TALK


PUBLIC, READ, PLAY, TABLES, TALK = (
    PublicToken(), ReadToken(), PlayToken(), TablesToken(), TalkToken()
)  # fmt: skip


def caller_of(request: HttpRequest) -> Caller:
    """Return who sends a request that was let in."""
    return cast("Any", request).auth  # type: ignore[no-any-return]


def reader_of(request: HttpRequest) -> Person | None:
    """Return the person who reads what everybody may read, None if nobody in particular."""
    return caller_of(request).person


def person_of(request: HttpRequest) -> Person:
    """Return the person who sends a request that needs one."""
    person = caller_of(request).person
    assert person is not None
    return person


def shown_token(request: HttpRequest) -> str | None:
    """Return the token in the header of a request, None if it shows none."""
    kind, _blank, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def language_of(request: HttpRequest, found: FoundToken) -> str:
    """Return the language to answer in: that of the person, unless the program asks for one."""
    if "Accept-Language" in request.headers:
        return translation.get_language_from_request(request)
    return found.language
