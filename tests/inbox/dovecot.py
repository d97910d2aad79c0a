"""A Dovecot of Debian for tests, with a configuration and mailboxes of its own, on loopback."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from imaplib import IMAP4
from pathlib import Path
from urllib.parse import quote

import pytest

from tests import servers
from tests.inbox.certificates import make_certificate

DOVECOT = shutil.which("dovecot", path="/usr/sbin:/usr/bin")
needs_dovecot = pytest.mark.skipif(
    DOVECOT is None or os.geteuid() != 0,
    reason="needs Dovecot (apt install dovecot-imapd) and root",
)
USER, PASSWORD = "reply@play.example.org", "a/secret:@"
CONFIGURATION = """
protocols = imap
listen = 127.0.0.1
base_dir = {home}/run
state_dir = {home}/run
log_path = {home}/dovecot.log
ssl = yes
ssl_cert = <{home}/certificate.pem
ssl_key = <{home}/certificate.pem
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{home}/mailbox
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={home}/mailbox
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
"""


@dataclass(frozen=True)
class Mailbox:
    """A mailbox, its ports, and the certificate of its server."""

    port: int
    tls_port: int
    certificate: Path

    def url(self, *, password: str = PASSWORD, folder: str = "") -> str:
        login = f"{quote(USER, safe='')}:{quote(password, safe='')}"
        return f"imap://{login}@127.0.0.1:{self.port}/{folder}"

    @property
    def tls_url(self) -> str:
        login = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}"
        return f"imaps://{login}@localhost:{self.tls_port}/"

    def deliver(self, raw: bytes, folder: str = "INBOX") -> None:
        """Put a mail into a folder, as if it had arrived."""
        with self._connected() as client:
            client.create(folder)
            client.append(folder, "", "", raw)

    def unseen(self, folder: str = "INBOX") -> int:
        """Count the mails that nobody has seen."""
        with self._connected() as client:
            client.select(folder, readonly=True)
            _kind, found = client.search(None, "UNSEEN")
            return len(found[0].split())

    def empty(self) -> None:
        """Delete all mails of the inbox."""
        with self._connected() as client:
            client.select("INBOX")
            client.uid("STORE", "1:*", "+FLAGS", "\\Deleted")
            client.expunge()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[IMAP4]:
        with IMAP4("127.0.0.1", self.port) as client:
            client.login(USER, PASSWORD)
            yield client


@contextlib.contextmanager
def running() -> Iterator[Mailbox]:
    """Run a Dovecot with an empty mailbox."""
    with tempfile.TemporaryDirectory(prefix="zugpost-dovecot-") as name:
        home = Path(name)  # none of pytest, whose folders are shut to the users of Dovecot
        home.chmod(0o755)
        ports = {"port": servers.free_port(), "tls_port": servers.free_port()}
        mailbox = Mailbox(**ports, certificate=home / "certificate.pem")
        make_certificate(mailbox.certificate)
        (home / "mailbox").mkdir()
        os.chown(home / "mailbox", pwd.getpwnam("mail").pw_uid, pwd.getpwnam("mail").pw_gid)
        settings = home / "dovecot.conf"
        settings.write_text(CONFIGURATION.format(home=home, password=PASSWORD, **ports))
        with subprocess.Popen([str(DOVECOT), "-F", "-c", str(settings)]) as process:
            try:
                servers.until(lambda: servers.is_open(mailbox.port), "Dovecot")
                yield mailbox
            finally:
                process.terminate()
