"""Runs a task once in a process of its own: ``python -m tests.faults.run
games.tasks.send_reminders``.

It does all that is due: a machine that stands still for the seconds of a tick would else leave some
of that to a next tick, which does not come.
"""

from __future__ import annotations

import sys

import django
from django.utils.module_loading import import_string


def main() -> None:
    django.setup()
    from games import tasks
    from inbox import handling
    from mail import outbox
    from mail.channels import carrier
    from mail.hooks import carrier as hook_carrier

    for module in (tasks, handling, outbox, carrier, hook_carrier):
        assert "monotonic" in vars(module)
        vars(module).update(monotonic=lambda: 0.0)
    import_string(sys.argv[1])()


if __name__ == "__main__":
    main()
