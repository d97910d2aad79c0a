"""The static files as a real site serves them, collected once for all sites of the tests: their
compression takes longer than what most tests do with them."""

from __future__ import annotations

import fcntl
import hashlib
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from tests import servers

DECIDING = ("constraints.txt", "config/settings.py", "web/joining.py", "web/static_storage.py")


def into(env: Mapping[str, str]) -> None:
    """Give a site in a folder of its own the collected files."""
    (Path(env["VAR"]) / "static").symlink_to(_folder(env))


def _folder(env: Mapping[str, str]) -> Path:
    """Return the folder of the files as they are today, collecting them first if nobody has."""
    kept = Path(settings.VAR)
    kept.mkdir(parents=True, exist_ok=True)
    folder = kept / f"collected-{_digest()}"
    with (kept / "collected.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=kept) as var:
                command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
                servers.run(command, {**env, "DEBUG": "0", "VAR": var})
                (Path(var) / "static").rename(folder)
    return folder.resolve()


def _digest() -> str:
    digest = hashlib.sha256()
    found = {
        path: storage.path(path) for one in finders.get_finders() for path, storage in one.list([])
    }
    for path, place in sorted(found.items()):
        digest.update(path.encode() + Path(place).read_bytes())
    for name in DECIDING:
        digest.update((servers.ROOT / name).read_bytes())
    return digest.hexdigest()[:12]
