"""Sends letters in a process of its own until none waits: ``python -m tests.faults.relay``."""

from __future__ import annotations

import time

import django


def main() -> None:
    django.setup()
    from games import tasks
    from mail.models import Delivery

    while Delivery.objects.filter(status="waiting").exists():
        if not tasks.send_letters():
            time.sleep(0.1)


if __name__ == "__main__":
    main()
