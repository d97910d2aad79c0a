"""``python -m tests.chaos``: break a site again and again; the status is 1 where it bore harm."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DEBUG", "1")
django.setup()

from tests.chaos import report  # noqa: E402
from tests.chaos.run import Weather, run  # noqa: E402


def main() -> int:
    """Run as the arguments say, and tell what came of it."""
    command = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    command.add_argument("--faults", type=int, default=300)
    command.add_argument("--seconds", type=float, default=600)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--without", default="", help="guards to take away, by their names")
    command.add_argument("--report", type=Path, help="where to write the page")
    command.add_argument("--keep", type=Path, help="a folder for ledger and logs")
    asked = command.parse_args()
    weather = Weather(
        faults=asked.faults, seconds=asked.seconds, seed=asked.seed, without=asked.without
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = asked.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        outcome = run(weather, kept)
    page = report.page(weather, outcome)
    sys.stdout.write(page)
    if asked.report:
        asked.report.write_text(page)
    return bool(outcome.wrong)


if __name__ == "__main__":
    sys.exit(main())
