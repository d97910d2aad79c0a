"""``python -m deploy.rehearsal.needs`` says what the rehearsal needs and this machine lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SBIN = "/usr/sbin:/usr/bin:/sbin:/bin"
POSTGRES = Path("/usr/lib/postgresql/15/bin")
RABBITMQ = Path("/usr/lib/rabbitmq/bin")
PACKAGES = {  # of Debian 12, by a program of each
    "patroni": "patroni",
    "etcd": "etcd-server",
    "pgbouncer": "pgbouncer",
    "haproxy": "haproxy",
    "nft": "nftables",
    "ip": "iproute2",
    "setpriv": "util-linux",
    str(POSTGRES / "postgres"): "postgresql-15",
    str(RABBITMQ / "rabbitmq-server"): "rabbitmq-server",
}
TRIAL = ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "true"]


def list_missing() -> Iterator[str]:
    """Yield a sentence for each thing without which hosts cannot be made here."""
    if os.geteuid():
        yield "Only root may make network namespaces."
    elif subprocess.run(TRIAL, capture_output=True, check=False).returncode:
        yield "This machine lets nobody make network namespaces (unshare --net --mount --pid)."
    absent = [package for program, package in PACKAGES.items() if not program_path(program)]
    if absent:
        yield f"Programs are missing: apt-get install --no-install-recommends {' '.join(absent)}"


def program_path(name: str) -> str | None:
    """Return where a program is, also one for administrators."""
    return shutil.which(name, path=SBIN)


def main() -> int:
    """Say what is missing; return 1 if anything is."""
    sentences = list(list_missing())
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return bool(sentences)


if __name__ == "__main__":
    sys.exit(main())
