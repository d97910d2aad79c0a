"""Who directs a competition: whose cup it is, whom they have named, and the staff above them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Person
from seasons.models import Competition, Entrant, Fixture, Group, Member

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
    """Refuse what concerns the person who rules it: nobody rules in their own games, nor in a group
    in which they play, where each result bears on their place."""
    is_own = entry is not None and entry.person_id == person.pk
    if fixture is not None:
        is_own |= fixture.seats.filter(member__entry__person=person).exists()
    # Superusers are excepted, since a small site may have nobody else.
    if is_own or (not person.is_superuser and _plays_beside(person, fixture, entry)):
        raise DirectionRefused(say_own())


def say_own() -> str:
    """Return what somebody is told who would rule about themselves."""
    return _("This concerns you: ask another director, or the staff.")


def _plays_beside(person: Person, fixture: Fixture | None, entry: Entrant | None) -> bool:
    if fixture is not None:
        groups = Group.objects.filter(pk=fixture.group_id)
    else:
        groups = Group.objects.filter(members__entry=entry)
    own = Member.objects.filter(entry__person=person, entry__left_at=None)
    return own.filter(group__in=groups).exists()
