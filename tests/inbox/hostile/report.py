"""What became of hostile mails, as a table for people and pages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.inbox.hostile.audit import MEGABYTE
from tests.inbox.hostile.run import Result


def write_report(result: Result) -> str:
    """Return a table of kinds with their outcomes, figures, and what is wrong."""
    return "\n".join(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    yield "| kind | mails | what came of them |"
    yield "|---|---|---|"
    for kind, outcomes in sorted(result.outcomes.items()):
        told = ", ".join(f"{word} {count}" for word, count in outcomes.most_common())
        yield f"| {kind} | {outcomes.total()} | {told} |"
    total = sum(outcomes.total() for outcomes in result.outcomes.values())
    yield ""
    yield f"{total} mails in {result.seconds:.0f} s, {total / result.seconds:.0f} a second"
    yield f"{result.answers} answers"
    for name, peak in result.memory.items():
        yield f"{name}: {peak // MEGABYTE} MB of memory at most"
    yield from (f"WRONG: {sentence}" for sentence in result.wrong)
    yield "No mail has had an effect." if not result.wrong else f"{len(result.wrong)} are wrong."
