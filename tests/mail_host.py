"""A Postfix of Debian for tests, with a configuration and a queue of its own, on loopback.

Mails to the site's reply addresses go to its postbox by LMTP, all others to a post office.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers

POSTFIX = shutil.which("postfix", path="/usr/sbin:/usr/bin")
needs_postfix = pytest.mark.skipif(
    POSTFIX is None or os.geteuid() != 0, reason="needs Postfix (apt install postfix) and root"
)
SITE, PEOPLE = "play.example.org", "example.org"
MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log/postfix.log
maillog_file_prefixes = {folder}
mail_owner = postfix
setgid_group = postdrop
myhostname = {site}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
recipient_delimiter = +
transport_maps = inline:{{ {{ {site} = lmtp:inet:127.0.0.1:{postbox} }}, {{ {people} = smtp:[127.0.0.1]:{office} }} }}
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_data_restrictions = check_client_access static:{{PREPEND Authentication-Results: {site}; dmarc=pass header.from={people}}}
minimal_backoff_time = 1s
queue_run_delay = 1s
smtp_tls_security_level = none
alias_maps =
local_recipient_maps =
"""  # noqa: E501
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
"""


@contextlib.contextmanager
def postfix(folder: Path, *, postbox: int, office: int) -> Iterator[int]:
    """Run a Postfix that brings mails to a postbox and to a post office, each at its port; yield
    the port where it takes mails."""
    port = servers.free_port()
    _write_configuration(folder, postbox=postbox, office=office, port=port)
    command = [str(POSTFIX), "-c", str(folder / "etc"), "start-fg"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as master:
        try:
            servers.until(lambda: servers.is_open(port), "Postfix")
            yield port
        finally:
            subprocess.run([str(POSTFIX), "-c", str(folder / "etc"), "stop"], check=False)
            master.wait(servers.PATIENCE)


def _write_configuration(folder: Path, *, postbox: int, office: int, port: int) -> None:
    etc = folder / "etc"
    for name in ("etc", "queue", "data", "log"):
        (folder / name).mkdir(parents=True)
    # Its servers run as a user of their own, who has to reach their folders.
    for parent in (folder, *folder.parents):
        if parent.owner() == "root" and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o111)
    os.chown(folder / "data", pwd.getpwnam("postfix").pw_uid, -1)
    names = {"folder": folder, "site": SITE, "people": PEOPLE, "postbox": postbox}
    (etc / "main.cf").write_text(MAIN.format(**names, office=office))
    (etc / "master.cf").write_text(MASTER.format(port=port))
    shutil.copy("/etc/postfix/dynamicmaps.cf", etc)
