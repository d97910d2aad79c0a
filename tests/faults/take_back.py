"""Agrees to a take-back as a form does: ``python -m tests.faults.take_back 1 2``."""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from accounts.models import Person
    from games.agreements import take_backs
    from games.play import clock

    number, person = map(int, sys.argv[1:])
    take_backs.agree_to_take_back(number, Person.objects.get(pk=person), now=clock.now())


if __name__ == "__main__":
    main()
