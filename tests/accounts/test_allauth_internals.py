"""The internals of allauth are imported by one module, and tried with one version."""

from __future__ import annotations

import re

from tests import pins
from tests.database import ROOT

TRIED_WITH = "65.21.1"
ROOMS = ("accounts", "config", "games", "inbox", "leagues", "mail", "ops", "tests", "trial", "web")
INTERNAL = re.compile(r"^\s*(from|import) allauth[\w.]*(\.internal\b| import internal\b)", re.M)


def test_allauth_internals_were_tried_with_the_pinned_version() -> None:
    assert pins.versions()["django-allauth"] == TRIED_WITH, (
        "Try signing in by code and by passkey, ending a session, and a wrong code; then change "
        "TRIED_WITH."
    )


def test_allauth_internals_are_imported_by_one_module_alone() -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    found = [str(path.relative_to(ROOT)) for path in files if INTERNAL.search(path.read_text())]
    assert found == ["accounts/allauth_internals.py"]
