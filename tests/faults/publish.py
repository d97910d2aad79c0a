"""Publishes tasks: ``python -m tests.faults.publish 3 games.tasks.send_reminders``, each three
times.

A number behind the task's name is its argument: ``send_letter:12``.
"""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from config.celery import app

    times, *tasks = sys.argv[1:]
    for task in tasks:
        name, _, argument = task.partition(":")
        for _ in range(int(times)):
            app.send_task(name, args=[int(argument)] if argument else [])


if __name__ == "__main__":
    main()
