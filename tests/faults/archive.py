"""What ``python -m tests.faults.run tests.faults.archive.run`` does: the command, by itself."""

from __future__ import annotations

from django.core.management import call_command


def run() -> None:
    call_command("archive")
