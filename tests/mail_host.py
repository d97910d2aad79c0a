"""A Postfix of Debian for tests, with a configuration and a queue of its own, on loopback.

Mails to the site's reply addresses go to its postbox by LMTP, all others to a post office.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
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
smtpd_data_restrictions = check_client_access static:{{PREPEND Authentication-Results: {site}; dmarc=pass header.from={people}; spf=pass smtp.mailfrom={people}}}
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
def postfix(*, postbox: int, office: int) -> Iterator[int]:
    """Run a Postfix that brings mails to a postbox and to a post office, each at its port; yield
    the port where it takes mails."""
    port = servers.free_port()
    with folder() as home:
        names = {"folder": home, "site": SITE, "people": PEOPLE, "postbox": postbox}
        (home / "etc/main.cf").write_text(MAIN.format(**names, office=office))
        (home / "etc/master.cf").write_text(MASTER.format(port=port))
        with running(home, port):
            yield port


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder for a Postfix. Its servers run as a user of their own, who has to reach it: it
    is none of pytest, every run of which shuts the folders of all others."""
    with tempfile.TemporaryDirectory(prefix="zugpost-postfix-") as name:
        home = Path(name)
        home.chmod(0o755)
        for one in ("etc", "queue", "data", "log"):
            (home / one).mkdir()
        os.chown(home / "data", pwd.getpwnam("postfix").pw_uid, -1)
        shutil.copy("/etc/postfix/dynamicmaps.cf", home / "etc")
        yield home


@contextlib.contextmanager
def running(home: Path, port: int) -> Iterator[None]:
    """Run the Postfix of a folder, which takes mails at a port."""
    command = [str(POSTFIX), "-c", str(home / "etc")]
    with subprocess.Popen([*command, "start-fg"], stdout=subprocess.DEVNULL) as master:
        try:
            servers.until(lambda: servers.is_open(port), "Postfix")
            yield
        finally:
            subprocess.run([*command, "stop"], check=False, capture_output=True)
            with contextlib.suppress(subprocess.TimeoutExpired):
                master.wait(servers.PATIENCE)
            master.kill()
