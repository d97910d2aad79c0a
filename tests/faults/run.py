"""Runs a task once in a process of its own: ``python -m tests.faults.run
games.tasks.send_reminders``."""

from __future__ import annotations

import sys

import django
from django.utils.module_loading import import_string


def main() -> None:
    django.setup()
    import_string(sys.argv[1])()


if __name__ == "__main__":
    main()
