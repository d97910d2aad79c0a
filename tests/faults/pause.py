"""Agrees to a pause, or ends one, as a form does: ``python -m tests.faults.pause agree 1 2``."""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from accounts.models import Person
    from games.agreements import pauses
    from games.play import clock

    act, number, person = sys.argv[1], *map(int, sys.argv[2:])
    do = {"agree": pauses.agree_to_pause, "end": pauses.end_pause}[act]
    do(number, Person.objects.get(pk=person), now=clock.now())


if __name__ == "__main__":
    main()
