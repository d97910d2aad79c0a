"""``manage.py run_ticks``: worker and beat in one process, without a broker (decision 1)."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from db.postgres.pooler import check_connection
from mail.provider import check_backend
from ops import runner
from ops.tracing.switch import start as start_tracing

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    help = "Run the periodic tasks of a small site at their intervals, until Ctrl-C."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        check_backend()
        start_tracing()
        # Once, before the threads ask: an embedded server starts, or one line says what is wrong.
        check_connection(connection)
        # Blocked before the threads begin, which inherit that: a signal interrupts no tick.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        with runner.running_ticks():
            signal.sigwait(SIGNALS)
