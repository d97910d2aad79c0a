"""``python -m tests.inbox.hostile.handler``: handle mails as a worker does, until it is ended."""

from __future__ import annotations

import time

import django

PAUSE = 0.1


def main() -> None:
    django.setup()
    from games.tasks import answer_mails  # which needs the settings

    while True:
        if not answer_mails():
            time.sleep(PAUSE)


if __name__ == "__main__":
    main()
