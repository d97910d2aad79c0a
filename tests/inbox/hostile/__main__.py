"""``python -m tests.inbox.hostile``: bring hostile mails; the status is 1 where one did harm."""

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

from tests.inbox.hostile import report  # noqa: E402
from tests.inbox.hostile.doors import DOORS  # noqa: E402
from tests.inbox.hostile.run import Plan, run  # noqa: E402


def main() -> int:
    """Run as the arguments say, and tell what came of it."""
    command = argparse.ArgumentParser(prog="python -m tests.inbox.hostile", description=__doc__)
    command.add_argument("count", type=int)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--door", choices=DOORS, default="postbox")
    command.add_argument("--good", action="store_true", help="with one good mail among them")
    command.add_argument("--without", default="", help="guards to take away, by their names")
    command.add_argument("--keep", type=Path, help="a folder for logs")
    asked = command.parse_args()
    plan = Plan(asked.count, asked.seed, asked.door, asked.good, asked.without)
    with tempfile.TemporaryDirectory() as folder:
        kept = asked.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        result = run(plan, kept, tell=_tell)
    _tell(report.write_report(result))
    return bool(result.wrong)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
