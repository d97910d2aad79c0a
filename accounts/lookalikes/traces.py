"""What a sign-in leaves: keyed hashes by which two accounts are compared, and nothing that tells an
address, a place or a device."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.mfa.models import Authenticator
from django.utils.crypto import salted_hmac

from accounts.email_normalize import owner_key
from accounts.models import Person, SignInTrace

Kind = SignInTrace.Kind

KEPT = timedelta(days=90)
MOST = 60  # of a person; the oldest go first
# A household or a small office has one of these networks.
PREFIXES = {4: 24, 6: 48}


def record_sign_in(person: Person, *, device: str, place: str, now: datetime) -> None:
    """Record what a sign-in leaves: by which ``device``, from which network address."""
    rows = [
        SignInTrace(person=person, kind=kind, mark=_mark(kind, value), seen_at=now)
        for kind, value in sorted(set(_list_values(person, device, place, now)))
    ]
    # An upsert in one statement: two sign-ins at once make one row.
    SignInTrace.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["person", "mark"],
        update_fields=["seen_at"],
    )
    newest = SignInTrace.objects.filter(person=person).order_by("-seen_at", "-pk")[:MOST]
    SignInTrace.objects.filter(person=person).exclude(pk__in=newest.values("pk")).delete()


def delete_old_traces(now: datetime) -> None:
    """Delete what sign-ins left that are long ago."""
    SignInTrace.objects.filter(seen_at__lt=now - KEPT).delete()


def _list_values(
    person: Person, device: str, place: str, now: datetime
) -> Iterator[tuple[str, str]]:
    yield Kind.DEVICE, device
    yield Kind.MAILBOX, owner_key(person.email)
    keys = Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)
    for data in keys.values_list("data", flat=True):
        if credential := data.get("credential", {}).get("id"):
            yield Kind.PASSKEY, credential
    if network := name_network(place):
        # Another one each week, so that nobody is followed from one to the next.
        yield Kind.NETWORK, f"{now.astimezone(UTC):%G-%V} {network}"


def name_network(place: str) -> str:
    """Return the network of an address, "" of what is no address."""
    try:
        address = ip_address(place)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(ip_network((address, PREFIXES[address.version]), strict=False))


def _mark(kind: str, value: str) -> str:
    """Return a hash that nobody makes without the secret of the site."""
    return salted_hmac(f"accounts.lookalikes.{kind}", value, algorithm="sha256").hexdigest()
