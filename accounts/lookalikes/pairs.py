"""Which accounts look like one person: found at a sign-in, among those who share its traces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeAlias

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import OuterRef, QuerySet

from accounts.lookalikes.traces import KEPT
from accounts.models import LookalikePair, Person, SignInTrace

Kind = SignInTrace.Kind
Shared: TypeAlias = tuple[str, str, int]  # kind and mark of a trace, and somebody who shares it

STRONG = frozenset({Kind.DEVICE, Kind.PASSKEY, Kind.MAILBOX})
MIN_WEEKS = 3  # from one network, until two accounts look alike by that
MANY = 10  # others share a trace: then it is a school's or a provider's, and tells nothing
# The others are counted no further than it matters: one network may have thousands.
SHARED = """
    SELECT own.kind, own.mark, other.person_id
    FROM accounts_signintrace own CROSS JOIN LATERAL (
        SELECT person_id FROM accounts_signintrace
        WHERE mark = own.mark AND person_id <> own.person_id LIMIT %(most)s
    ) AS other
    WHERE own.person_id = %(person)s
"""


def point_out_pairs(person: Person, *, now: datetime) -> None:
    """Point out to the staff which accounts look like a person's, by what sign-ins left."""
    pairs = [
        LookalikePair(first_id=first, second_id=second, found_at=now, seen_at=now)
        for first, second in sorted(
            (min(person.pk, other), max(person.pk, other))
            for other in find_lookalikes(_read_shared(person))
        )
    ]
    # What was pointed out stays as the staff has left it.
    LookalikePair.objects.bulk_create(
        pairs,
        update_conflicts=True,
        unique_fields=["first", "second"],
        update_fields=["seen_at"],
    )


def find_lookalikes(shared: Iterable[Shared]) -> set[int]:
    """Return who looks like the person whose traces these people share: by one that is strong, or
    by the network of several weeks."""
    by_mark: dict[tuple[str, str], set[int]] = defaultdict(set)
    for kind, mark, other in shared:
        by_mark[kind, mark].add(other)
    telling = {key: others for key, others in by_mark.items() if len(others) <= MANY}
    strong = {
        other for (kind, _mark), others in telling.items() if kind in STRONG for other in others
    }
    weeks = Counter(
        other
        for (kind, _mark), others in telling.items()
        if kind == Kind.NETWORK
        for other in others
    )
    return strong | {other for other, number in weeks.items() if number >= MIN_WEEKS}


def _read_shared(person: Person) -> list[Shared]:
    with connection.cursor() as cursor:
        cursor.execute(SHARED, {"person": person.pk, "most": MANY + 1})
        rows: list[Shared] = cursor.fetchall()
    return rows


def with_reasons(pairs: QuerySet[LookalikePair]) -> QuerySet[LookalikePair]:
    """Add to pairs the kinds of all traces that both accounts share, as ``shared_kinds``."""
    of_second = SignInTrace.objects.filter(person=OuterRef(OuterRef("second"))).values("mark")
    shared = SignInTrace.objects.filter(person=OuterRef("first"), mark__in=of_second)
    return pairs.annotate(shared_kinds=ArraySubquery(shared.order_by("kind").values("kind")))


def count_kinds(pair: LookalikePair) -> Mapping[str, int]:
    """Return how many traces of each kind the accounts of a pair share."""
    return Counter(getattr(pair, "shared_kinds", ()))


def delete_old_pairs(now: datetime) -> None:
    """Delete the pairs that no sign-in has shown for long, with what the staff noted of them."""
    LookalikePair.objects.filter(seen_at__lt=now - KEPT).delete()
