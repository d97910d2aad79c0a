"""The workers' clockwork: fixed ticks, each looking in the database for what is due.

Tasks carry nothing but their name, so a lost broker costs a tick, never a letter or a move.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config import folders

TIMEOUTS = {
    "amqp": {"confirm_publish": True, "read_timeout": 10, "write_timeout": 10},
    "redis": {
        "socket_timeout": 10,
        "socket_connect_timeout": 3,
        "visibility_timeout": 3600,
        "unacked_restore_throttle": 1,
    },
}


def broker() -> dict[str, Any]:
    """Return Celery's broker settings: the given broker, or a folder in var/."""
    if settings.BROKER_URL:
        family = "redis" if settings.BROKER_URL.startswith("redis") else "amqp"
        return {
            "broker_url": settings.BROKER_URL,
            "broker_transport_options": TIMEOUTS[family],
        }
    folder = settings.BROKER_DIR / "messages"
    folder.mkdir(parents=True, exist_ok=True)
    return {
        "broker_url": folders.address(),
        "broker_transport_options": {
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "polling_interval": 0.2,
        },
    }


TICKS = {
    "letters": ("games.tasks.send_letters", settings.TICK),
    "silence": ("games.tasks.resolve_silence", 4 * settings.TICK),
    "reminders": ("games.tasks.remind", 10 * settings.TICK),
    "house": ("games.tasks.play_house", settings.TICK),
    "ratings": ("leagues.tasks.rate", 10 * settings.TICK),
}

app = Celery("zugpost")
app.conf.update(
    **broker(),
    beat_schedule={
        name: {"task": task, "schedule": seconds, "options": {"expires": 10 * seconds}}
        for name, (task, seconds) in TICKS.items()
    },
    beat_schedule_filename=str(settings.VAR / "beat"),
    broker_connection_retry_on_startup=True,
    task_acks_late=True,
    task_ignore_result=True,
    task_soft_time_limit=240,
    task_time_limit=300,
    worker_hijack_root_logger=False,
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    task_default_queue=settings.QUEUE,
    timezone="UTC",
)
app.autodiscover_tasks()
