"""What lets programs act for a person is taken back."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Person


def revoke_tokens(person: Person, *, now: datetime, since: datetime | None = None) -> None:
    """Revoke the tokens of a person and their bots, or those that were made ``since`` a moment."""
    for account in (person, *person.program_accounts.all()):
        good = account.access_tokens.filter(revoked_at=None)
        made = good if since is None else good.filter(made_at__gte=since)
        made.update(revoked_at=now)


def stop_young_programs(person: Person, since: datetime, *, now: datetime) -> None:
    """Stop the bots that a person has had since a moment; a tick lets them leave their seats."""
    young = person.program_accounts.filter(joined_at__gte=since, stopped_at=None)
    young.update(stopped_at=now)
