"""Who directs a competition: whose cup it is, whom they have named, and the staff above them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Person
from seasons.models import Competition, Entrant, Fixture

STAFF = "seasons.direct"


class DirectionRefused(Exception):
    """Why somebody cannot rule something, in one sentence."""


def may_direct(person: Person | None, competition: Competition) -> bool:
    """Whether a person directs a competition."""
    if person is None or person.is_guest or not person.is_active:
        return False
    return (
        competition.directed_by_id == person.pk
        or is_staff(person)
        or competition.assistants.filter(person=person).exists()
    )


def is_staff(person: Person) -> bool:
    """Whether a person may direct all competitions."""
    return person.is_staff and person.has_perm(STAFF)


def require_director(person: Person, competition: Competition) -> None:
    """Refuse who does not direct a competition."""
    if not may_direct(person, competition):
        raise DirectionRefused(_("You do not direct this."))


def require_uninvolved(person: Person, *, fixture: Fixture | None, entry: Entrant | None) -> None:
    """Refuse what concerns the person who rules it: nobody rules in their own games."""
    is_own = entry is not None and entry.person_id == person.pk
    if fixture is not None:
        is_own |= fixture.seats.filter(member__entry__person=person).exists()
    if is_own:
        raise DirectionRefused(_("This concerns you: ask another director, or the staff."))
