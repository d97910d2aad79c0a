"""``python -m tests.simulated_year``: let a year pass, and tell what is wrong in it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests import database  # noqa: E402
from tests.simulated_year import report, year  # noqa: E402

USUAL = year.Scale()


def main() -> int:
    """Let a year of a size pass; the status is 1 where something is wrong in it."""
    command = argparse.ArgumentParser(prog="python -m tests.simulated_year", description=__doc__)
    for name in ("people", "games", "days", "turns", "seed"):
        command.add_argument(f"--{name}", type=int, default=getattr(USUAL, name))
    command.add_argument("--report", type=Path, help="where to write the figures")
    asked = vars(command.parse_args())
    path = asked.pop("report")
    with (
        database.copied("year") as name,
        database.connected(name),
        year.site(year.Scale(**asked)) as course,
    ):
        course.run(_tell)
        record = course.read_record()
    violations = report.find_violations(record)
    said = report.describe(record, violations)
    sys.stdout.write(said)
    if path:
        path.write_text(said)
    return bool(violations)


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
