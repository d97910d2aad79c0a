"""Pauses a game as a form does: ``python -m tests.faults.intervention GAME PERSON``."""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from accounts.models import Person
    from games.play import clock, interventions

    game, person = map(int, sys.argv[1:])
    by = Person.objects.get(pk=person)
    charge = interventions.StaffRequest(by=by, reason="A fault of ours.", key="f" * 32)
    interventions.pause(game, charge, now=clock.now())


if __name__ == "__main__":
    main()
