"""What came of a run, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.chaos import audit
from tests.chaos.run import Outcome, Weather


def page(weather: Weather, outcome: Outcome) -> str:
    """Return the report as Markdown."""
    return "\n".join(_lines(weather, outcome)) + "\n"


def _lines(weather: Weather, outcome: Outcome) -> Iterator[str]:
    ledger, known, found = outcome.ledger, outcome.known, outcome.found
    statuses = Counter(found.letters.values())
    yield "# Chaos"
    yield ""
    yield (
        f"`python -m tests.chaos --faults {weather.faults} --seconds {weather.seconds:.0f} "
        f"--seed {weather.seed} --report docs/chaos.md` wrote this page."
    )
    yield ""
    yield (
        f"{len(known.events)} games were played at a site of its own while its parts broke "
        f"{len(ledger.faults)} times in {weather.seconds:.0f} seconds; in two more nobody "
        "answered. What the site accepted was written down outside of it."
    )
    yield ""
    yield "| what | |"
    yield "|---|---|"
    yield f"| turns accepted | {len(known.turns)} |"
    yield f"| turns stored | {len(found.turns)} |"
    yield f"| codes promised to newcomers | {len(known.promised)} |"
    yield f"| letters sent | {statuses['sent']} |"
    yield f"| letters no longer needed | {statuses['withdrawn']} |"
    yield f"| letters that came again by the same Message-ID | {audit.repeated(known.received)} |"
    yield f"| longest wait for a receipt | {ledger.longest:.0f} s |"
    yield f"| parts that ended by themselves and were started again | {ledger.ends} |"
    for status, count in sorted(ledger.statuses.items()):
        yield f"| answers with status {status or 'none'} | {count} |"
    yield ""
    yield "| fault | times |"
    yield "|---|---|"
    for fault, count in sorted(Counter(name for _at, name in ledger.faults).items()):
        yield f"| {fault.replace('_', ' ')} | {count} |"
    yield ""
    yield from outcome.wrong or ["Nothing was lost, nothing was there twice, nothing stood still."]
