"""Celery for the workers: fixed ticks, each of which looks in the database for what is due.

Tasks carry nothing but their name, so a lost broker costs a tick, never a letter or a move. Tasks
that must not wait for each other have separate queues; a worker that names none takes all of them.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from celery import Celery, Task
from celery.signals import celeryd_after_setup, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Celery would run Django's checks and throw away what they find; manage.py check tells it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

from config.startup import check_pooler, exit_in_one_line, prepare_to_fork
from mail.provider import check_backend

with exit_in_one_line():
    from config.broker import configure_app
    from ops import runner
    from ops.ticks import TICKS


class TickTask(Task[..., Any]):
    """A task of a kind that runs in a slot and records a heartbeat."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        run, kind = partial(super().__call__, *args, **kwargs), KINDS.get(self.name)
        return run() if kind is None else runner.run_in_slot(kind, run)


KINDS = {tick.task: kind for kind, tick in TICKS.items()}

app = configure_app(Celery("zugpost", task_cls=TickTask))
app.autodiscover_tasks()


@celeryd_init.connect
def check_surroundings(**_sent: Any) -> None:
    """End a worker in one line if a pooler refuses what it asks of the database, or the library of
    the mail provider is missing."""
    with exit_in_one_line():
        check_pooler()
        check_backend()


@celeryd_after_setup.connect
def share_memory(**_sent: Any) -> None:
    """Let the processes of a worker share what all of them need."""
    prepare_to_fork()
