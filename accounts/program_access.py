"""What lets programs act for a person is taken back: signals to the app that knows their tokens."""

from __future__ import annotations

from datetime import datetime

from django.dispatch import Signal

from accounts.models import Person

# With ``person``, ``since`` (None: always) and ``now``, in the transaction of the sender.
tokens_revoked = Signal()
# The same, once that is committed: seats are left under the locks of games, which come first.
programs_stopped = Signal()


def revoke_tokens(person: Person, *, now: datetime, since: datetime | None = None) -> None:
    """Revoke the tokens of a person and their bots in the caller's transaction, or those that were
    made ``since`` a moment."""
    tokens_revoked.send(Person, person=person, since=since, now=now)


def stop_young_programs(person: Person, since: datetime, *, now: datetime) -> None:
    """Stop the bots that a person has had since a moment; what fails is logged. The caller holds
    no locks."""
    programs_stopped.send_robust(Person, person=person, since=since, now=now)
