"""No log tells an address at which somebody's letters are answered."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.conf import settings
from structlog.stdlib import ProcessorFormatter

from mail.redaction import hide_reply_tokens

TOKEN = "aebagbafaydqqcikbmga2dqpcaireeyuculbogazdinryhi6d4qccir"
ADDRESS = f"reply+{TOKEN}@play.example.org"


@pytest.mark.parametrize("written", [ADDRESS, ADDRESS.upper(), ADDRESS.replace("+", "%2B")])
def test_a_text_loses_reply_tokens_and_nothing_else(written: str) -> None:
    shown = hide_reply_tokens(f"to <{written}> from <bob@example.org>")
    assert TOKEN not in shown.lower()
    assert shown.lower().startswith("to <reply")
    assert shown.endswith("@play.example.org> from <bob@example.org>") or written.isupper()


def test_a_digest_is_no_reply_token() -> None:
    digest = "5c0e97e1f8f0e27d2b8d4f0d9f2f1b8a5c0e97e1f8f0e27d2b8d4f0d9f2f1b8a"
    assert hide_reply_tokens(digest) == digest


def _build_formatter(steps: int | None = None) -> ProcessorFormatter:
    """Return what makes lines of the site's log, by its first ``steps`` or all."""
    formatters: Any = settings.LOGGING["formatters"]
    lines = formatters["lines"]
    return ProcessorFormatter(
        processors=lines["processors"][:steps], foreign_pre_chain=lines["foreign_pre_chain"]
    )


def _log_line(formatter: ProcessorFormatter) -> str:
    """Return what is written of a server's own words, and of an error that quotes an address."""
    try:
        raise ValueError(f"no such mailbox: {ADDRESS}")
    except ValueError as error:
        where = (type(error), error, error.__traceback__)
    given = logging.ERROR, __file__, 1, "RCPT TO:<%s>", (ADDRESS,), where
    return formatter.format(logging.LogRecord("mail.log", *given))


def test_no_log_line_holds_a_reply_token() -> None:
    formatter = _build_formatter()
    line = _log_line(formatter)
    assert TOKEN not in line
    assert line.count("reply+…@play.example.org") + line.count(r"reply+\u2026@") == 2


def test_a_log_line_would_hold_a_reply_token_without_the_last_step() -> None:
    formatter = _build_formatter(steps=-1)
    assert _log_line(formatter).count(TOKEN) == 2
