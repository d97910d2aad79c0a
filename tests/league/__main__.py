"""``python -m tests.league``: let seasons of a league pass, and tell what has come of them."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import fields

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests import database  # noqa: E402
from tests.league import checks, course, report  # noqa: E402


def main() -> int:
    """Let the seasons of a scale pass; the status is 1 where something is wrong in them."""
    command = argparse.ArgumentParser(prog="python -m tests.league", description=__doc__)
    for one in fields(course.Scale):
        command.add_argument(f"--{one.name}", type=type(one.default), default=one.default)
    scale = course.Scale(**vars(command.parse_args()))
    with (
        database.copied("league") as name,
        database.connected(name),
        course.league(scale) as passed,
    ):
        passed.run(_tell)
        violations = checks.find_violations(passed)
        sys.stdout.write(report.describe(passed, violations))
    return bool(violations)


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
