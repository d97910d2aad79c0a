"""What fails several times a second is logged once a minute."""

from __future__ import annotations

import logging

from config.log_limit import REPEAT_SECONDS, RepeatLimit


def logged(*records: tuple[float, int, str, str]) -> list[str]:
    """Return which records are logged, each with its second, level, message and argument."""
    now = 0.0
    limit = RepeatLimit(lambda: now)
    passed = []
    for second, level, message, argument in records:
        now = second
        record = logging.LogRecord("celery.beat", level, "", 0, message, (argument,), None)
        if limit.filter(record):
            passed.append(record.getMessage())
    return passed


def test_the_same_error_is_logged_once_a_minute() -> None:
    lost = "lost: %s"
    assert logged(
        (0, logging.ERROR, lost, "one"),
        (1, logging.ERROR, lost, "two"),
        (REPEAT_SECONDS - 1, logging.ERROR, lost, "three"),
        (REPEAT_SECONDS, logging.ERROR, lost, "four"),
        (REPEAT_SECONDS + 1, logging.ERROR, lost, "five"),
    ) == ["lost: one", "lost: four"]


def test_other_errors_are_logged_between() -> None:
    assert logged(
        (0, logging.ERROR, "lost: %s", "one"),
        (1, logging.ERROR, "slow: %s", "two"),
        (2, logging.CRITICAL, "lost: %s", "three"),
    ) == ["lost: one", "slow: two", "lost: three"]


def test_what_is_no_failure_is_always_logged() -> None:
    said = [(0.0, logging.INFO, "sent: %s", str(n)) for n in range(5)]
    assert logged(*said) == [f"sent: {n}" for n in range(5)]
