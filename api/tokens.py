"""Access tokens: made, found, used and revoked.

A token is a word that scanners for secrets know: ``zugpost_``, thirty-two signs that nobody can
guess, and six that follow from these, so that a scanner and a person who mistypes one are told at
once. The database holds digests by a key that it does not hold.
"""

from __future__ import annotations

import secrets
import string
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Person
from api.models import AccessToken
from db.postgres.prepared import prepared_cursor

PREFIX = "zugpost_"
SIGNS = string.digits + string.ascii_letters
SECRET_CHARS, CHECK_CHARS, SHOWN_CHARS = 32, 6, 12
MOST_TOKENS = 20
USED_EVERY = timedelta(minutes=10)
KEPT = timedelta(days=30)  # after it has ended or was revoked

# By hand, since each request of a program runs it. A token that is revoked, has ended or is of
# somebody shut out cannot be told from one that never was, not even by the time it takes.
_FIND = """
    SELECT token.id, token.person_id, token.scopes, token.used_at, person.owner_id, person.language
    FROM api_accesstoken AS token JOIN accounts_person AS person ON person.id = token.person_id
    LEFT JOIN accounts_person AS owner ON owner.id = person.owner_id
    WHERE token.digest = ANY (%s) AND token.revoked_at IS NULL AND token.ends_at > %s
    AND person.is_active AND person.stopped_at IS NULL AND owner.is_active IS NOT FALSE
"""


class TokenRefused(Exception):
    """Why no token is made, in one sentence."""


@dataclass(frozen=True, slots=True)
class FoundToken:
    """A token that is good: its number, whose it is, what it may do, when it was last used, who
    owns the account if it is a program's, and in which language its person reads."""

    pk: int
    person_id: int
    scopes: frozenset[str]
    used_at: datetime | None
    owner_id: int | None
    language: str


def make_token(
    person: Person, name: str, scopes: Collection[str], *, days: int, now: datetime
) -> tuple[AccessToken, str]:
    """Make a token that is good for a number of days; return its row and the token itself, which
    nobody can be shown a second time.

    :raises TokenRefused: if the person has too many.
    """
    secret = _draw_token()
    with transaction.atomic():
        # Locked, so that of many requests at once each counts the tokens of the others.
        Person.objects.lock_person(person.pk, no_key=True)
        if list_tokens(person, now).count() >= MOST_TOKENS:
            raise TokenRefused(
                _("You have %(n)s access tokens. Revoke one first.") % {"n": MOST_TOKENS}
            )
        token = AccessToken.objects.create(
            person=person,
            name=name,
            scopes=sorted(scopes),
            start=secret[:SHOWN_CHARS],
            digest=digest_of(secret),
            made_at=now,
            ends_at=now + timedelta(days=days),
        )
    return token, secret


def list_tokens(person: Person, now: datetime) -> QuerySet[AccessToken]:
    """Select the tokens of a person that are good, the newest first."""
    own = AccessToken.objects.filter(person=person, revoked_at=None, ends_at__gt=now)
    return own.order_by("-made_at", "-pk")


def revoke_token(person: Person, pk: int, *, now: datetime) -> AccessToken | None:
    """Revoke a token of a person or of a bot of theirs; return it, None if they have none of that
    number."""
    theirs = Q(person=person) | Q(person__owner=person)
    good = AccessToken.objects.filter(theirs, revoked_at=None, ends_at__gt=now)
    token = good.filter(pk=pk).first()
    if token is not None:
        AccessToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
    return token


def revoke_all(person: Person, *, now: datetime) -> None:
    """Revoke all tokens of an account."""
    AccessToken.objects.filter(person=person, revoked_at=None).update(revoked_at=now)


def forget_tokens(*, now: datetime, most: int) -> int:
    """Delete tokens that have been good for nothing for ``KEPT``, at most that many; return how
    many."""
    until = now - KEPT
    old = AccessToken.objects.filter(Q(ends_at__lte=until) | Q(revoked_at__lte=until))
    count, _by_model = AccessToken.objects.filter(pk__in=old.values("pk")[:most]).delete()
    return count


def find_token(secret: str, *, now: datetime) -> FoundToken | None:
    """Return the token that a program shows, None if it is good for nothing."""
    with prepared_cursor() as cursor:
        cursor.execute(_FIND, [_digests_of(secret), now])
        row = cursor.fetchone()
    return FoundToken(row[0], row[1], frozenset(row[2]), *row[3:]) if row else None


def note_use(token: FoundToken, *, now: datetime) -> None:
    """Record that a token is used, so seldom that it costs nothing."""
    if token.used_at is None or now - token.used_at > USED_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(used_at=now)


def digest_of(secret: str, key: str | None = None) -> str:
    """Return what stands for a token in the database, by a key of the site: by default the one
    that is used for new tokens."""
    return salted_hmac("api.token", secret, secret=key, algorithm="sha256").hexdigest()


def is_well_formed(secret: str) -> bool:
    """Whether a word could be a token: its last signs follow from those before."""
    body, check = secret[len(PREFIX) : -CHECK_CHARS], secret[-CHECK_CHARS:]
    is_whole = secret.startswith(PREFIX) and len(body) == SECRET_CHARS
    return is_whole and check == _check_signs(body)


def _digests_of(secret: str) -> list[str]:
    """Return all that can stand for a token: the key of the site may have changed since."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [digest_of(secret, key) for key in keys]


def _draw_token() -> str:
    body = "".join(secrets.choice(SIGNS) for _place in range(SECRET_CHARS))
    return f"{PREFIX}{body}{_check_signs(body)}"


def _check_signs(body: str) -> str:
    """Return the checksum of a token, as signs."""
    number, signs = crc32(body.encode()), ""
    for _place in range(CHECK_CHARS):
        number, place = divmod(number, len(SIGNS))
        signs = SIGNS[place] + signs
    return signs
