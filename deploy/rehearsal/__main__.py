"""``deploy/rehearsal/run``: the status is 1 where the site bore harm."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import django

LEADER = "10.77.0.11,10.77.0.12,10.77.0.13"
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DATABASE_URL": f"postgres://zugpost@{LEADER}:5432/zugpost?target_session_attrs=read-write",
    "VAR": os.environ.get("VAR", str(Path("var/rehearsal").resolve())),
    "SECRET_KEY": "known to nobody but all hosts of the rehearsal",
    "SITE_URL": "http://10.77.0.51",
}
django.setup()

from deploy.rehearsal import report  # noqa: E402
from deploy.rehearsal.rehearsal import CONTROLS, RehearsalPlan, rehearse  # noqa: E402


def main() -> int:
    """Rehearse as the arguments say, and tell what came of it."""
    command = argparse.ArgumentParser(prog="deploy/rehearsal/run", description=__doc__)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--minutes", type=float, default=15)
    command.add_argument("--people", type=int, default=40, help="who play")
    command.add_argument("--control", choices=CONTROLS, default="", help="a guard to take away")
    command.add_argument("--report", type=Path, help="where to write the page")
    command.add_argument("--keep", type=Path, default=Path(os.environ["VAR"]), help="for the logs")
    asked = command.parse_args()
    plan = RehearsalPlan(
        seed=asked.seed, minutes=asked.minutes, people=asked.people, control=asked.control
    )
    outcome = rehearse(plan, asked.keep)
    page = report.write_report(plan, outcome)
    sys.stdout.write(page)
    if asked.report:
        asked.report.write_text(page)
    return bool(outcome.wrong)


if __name__ == "__main__":
    sys.exit(main())
