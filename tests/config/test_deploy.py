"""``manage.py check --deploy`` with the settings of a real site, in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
REAL = {
    "SITE_URL": "https://games.example.org",
    "SECRET_KEY": "k" * 30 + "0123456789abcdefghijABCDEFGHIJ",
    "EMAIL_URL": "smtp+tls://letters:secret@mail.example.org:587",
    "DATABASE_URL": "postgres://zugpost@db.example.org/zugpost",
    "BROKER_URL": "redis://broker.example.org",
    "BEHIND_PROXY": "1",
    "IMPRINT_NAME": "Games by Letter",
    "IMPRINT_ADDRESS": "Post Road 1 | 12345 Town",
    "LOG_DAYS": "14",
    "MAIL_LOG_DAYS": "7",
    "BACKUP_DAYS": "30",
}


def check(**changes: str) -> subprocess.CompletedProcess[str]:
    """Run the check; an empty change unsets a variable."""
    wanted = {name: value for name, value in (REAL | changes).items() if value}
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=clean | wanted,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_check_finds_nothing_on_a_site_set_up_well() -> None:
    found = check()
    assert (found.returncode, found.stderr) == (0, "")
    assert "no issues" in found.stdout


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"PLAY": "1"}, "config.E002"),
        ({"EMAIL_URL": ""}, "mail.W001"),
        ({"IMPRINT_NAME": "", "BACKUP_DAYS": ""}, "set IMPRINT_NAME, BACKUP_DAYS."),
        ({"EMAIL_URL": "", "ANYMAIL_PROVIDER": "postmark"}, "mail.W002"),
        ({"EMAIL_URL": "", "ANYMAIL_PROVIDER": "nowhere"}, "mail.E001"),
        ({"ANYMAIL_WEBHOOK_SECRET": "alone"}, "ANYMAIL_WEBHOOK_SECRET must be user:password."),
        ({"FAULT": "after_send:kill"}, "config.E001"),
        ({"DEBUG": "1"}, "security.W018"),
        ({"SECRET_KEY": ""}, "SECRET_KEY is missing"),
        ({"RECORD_SECRET": "short"}, "RECORD_SECRET must have at least 32 signs."),
        ({"RULESETS": "nowhere"}, "RULESETS: there is no package 'nowhere'."),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_the_check_names_what_is_not_set_up_well(changes: dict[str, str], what: str) -> None:
    found = check(**changes)
    assert found.returncode != 0
    assert what in found.stderr


@pytest.mark.parametrize(
    ("address", "names"),
    [
        (
            "https://games.example.org",
            "__Host-acted __Host-csrf __Host-device __Host-language __Host-messages __Host-names "
            "__Host-session __Host-theme",
        ),
        (
            "http://localhost:8000",
            "acted csrftoken device django_language messages names sessionid theme",
        ),
    ],
)
def test_cookies_are_bound_to_the_host_where_they_are_secure(address: str, names: str) -> None:
    told = (
        "from config import settings as s; "
        "print(*sorted(getattr(s, name) for name in dir(s) if name.endswith('_COOKIE_NAME')))"
    )
    env = REAL | {"SITE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"}
    ran = subprocess.run([sys.executable, "-c", told], cwd=ROOT, env=env, capture_output=True)
    assert ran.stdout.decode().strip() == names


@pytest.mark.parametrize(
    ("changes", "is_prepared"),
    [
        ({}, "True"),
        ({"DATABASE_URL": ""}, "True"),
        ({"BEHIND_POOLER": "yes"}, "False"),
        ({"BEHIND_POOLER": "yes", "PREPARED_STATEMENTS": "yes"}, "True"),
        ({"PREPARED_STATEMENTS": "no"}, "False"),
    ],
)
def test_statements_are_prepared_without_being_asked_where_no_pooler_can_be(
    changes: dict[str, str], is_prepared: str
) -> None:
    told = "from config import settings as s; print('prepare_threshold' in str(s.DATABASES))"
    env = REAL | {"DJANGO_SETTINGS_MODULE": "config.settings"} | changes
    ran = subprocess.run([sys.executable, "-c", told], cwd=ROOT, env=env, capture_output=True)
    assert ran.stdout.decode().strip() == is_prepared


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_systemd_unit_may_do_little() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager"]
    unit = ROOT / "deploy/zugpost@.service"
    ran = subprocess.run([*command, unit], capture_output=True, text=True, check=True)
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", ran.stdout)
    assert exposure is not None
    assert float(exposure[1]) < 2
