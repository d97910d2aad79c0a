"""Grants an appeal as a form does: ``python -m tests.faults.grant APPEAL PERSON``."""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from accounts.models import Person
    from games.play import clock
    from games.play.interventions import StaffRequest
    from reports import appeals

    appeal, person = map(int, sys.argv[1:])
    by = Person.objects.get(pk=person)
    request = StaffRequest(by=by, reason="It was a joke.", key="f" * 32)
    appeals.grant_appeal(appeal, request, now=clock.now())


if __name__ == "__main__":
    main()
