"""The broker of workers and the beat, its queues, and the ticks that go there."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from amqp.exceptions import AccessRefused, NotAllowed
from celery import Celery, current_app
from celery.signals import after_task_publish, beat_init, celeryd_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue

from config.redis_broker import wait_while_read_only
from config.startup import exit_in_one_line

with exit_in_one_line():
    from ops.ticks import QUEUES, TICKS, queue_name
    from ops.tracing.switch import start as start_tracing

# A broker that hangs must not hang the beat and the workers. With late acknowledgement Redis sends
# a message again after the visibility timeout, so that this is longer than any task may take.
TIMEOUTS = {
    "amqp": {"confirm_publish": True, "read_timeout": 10, "write_timeout": 10},
    "redis": {
        "socket_timeout": 10,
        "socket_connect_timeout": 3,
        "visibility_timeout": 3600,
        "unacked_restore_throttle": 1,
    },
}
GRACE_SECONDS = 30  # to end in good order, before the process is killed
# While no worker runs, RabbitMQ keeps ten ticks and drops older ones; other brokers ignore this.
LENGTH: dict[str, Any] = {"x-max-length": 10, "x-overflow": "drop-head"}


def configure_app(app: Celery) -> Celery:
    """Tell an application its broker, its queues and the fixed ticks; end the process in one line
    if there is no broker."""
    with exit_in_one_line():
        app.conf.update(broker_settings())
    app.conf.update(
        beat_schedule={
            kind: {"task": tick.task, "schedule": tick.period} for kind, tick in TICKS.items()
        },
        beat_schedule_filename=str(settings.VAR / "beat"),
        broker_connection_retry_on_startup=True,
        # A tick whose worker was killed is delivered again; running it twice does no harm.
        task_acks_late=True,
        task_annotations={
            tick.task: {"soft_time_limit": tick.seconds, "time_limit": tick.seconds + GRACE_SECONDS}
            for tick in TICKS.values()
        },
        task_default_queue=queue_name("letters"),
        task_ignore_result=True,
        task_queues=[build_queue(queue_name(queue)) for queue in QUEUES],
        task_routes={tick.task: {"queue": tick.queue_name} for tick in TICKS.values()},
        timezone="UTC",
        worker_hijack_root_logger=False,
        # A worker that is busy must not hold ticks that another could run.
        worker_prefetch_multiplier=1,
        worker_send_task_events=False,
    )
    wait_while_read_only()
    return app


def broker_settings() -> dict[str, Any]:
    """Return Celery's broker settings.

    :raises ImproperlyConfigured: if there is no broker.
    """
    if not settings.BROKER_URL:
        raise ImproperlyConfigured(
            "BROKER_URL is missing: workers and the beat need a broker. "
            "Without one, manage.py run_ticks does what they do."
        )
    family = "redis" if settings.BROKER_URL.startswith("redis") else "amqp"
    return {"broker_url": settings.BROKER_URL, "broker_transport_options": TIMEOUTS[family]}


def build_queue(name: str) -> Queue:
    """Return a queue of this name, on a majority of the nodes where the settings say so."""
    kind = {"x-queue-type": "quorum"} if settings.QUORUM_QUEUES else {}
    return Queue(name, Exchange(name), name, queue_arguments={**LENGTH, **kind})


@beat_init.connect
@celeryd_init.connect
def trace_ticks(**_sent: Any) -> None:
    """Trace what a worker or the beat does, where the settings ask for it; end it in one line if
    the packages for that are missing."""
    with exit_in_one_line():
        start_tracing()


@beat_init.connect
@celeryd_init.connect
def check_broker(**_sent: Any) -> None:
    """End a worker or the beat in one line if RabbitMQ refuses its password; a broker that is away
    is waited for."""
    with exit_in_one_line(), current_app.connection_for_write() as connection:
        try:
            with suppress(*connection.recoverable_connection_errors):
                connection.connect()
        except (AccessRefused, NotAllowed) as error:
            raise ImproperlyConfigured(f"BROKER_URL is refused: {error.reply_text}") from error


@after_task_publish.connect
def mark_sent(**_sent: Any) -> None:
    """Touch a file whose age tells deploy/healthy whether the beat sends ticks."""
    (settings.VAR / "beat.sent").touch()
