"""Replies to letters by real mail programs, as people send them."""

from __future__ import annotations

import os
import pty
import select
import shutil
import smtplib
import subprocess
import sys
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path

import pytest

from tests import servers

needs_neomutt = pytest.mark.skipif(
    shutil.which("neomutt") is None, reason="needs neomutt (apt install neomutt)"
)
needs_swaks = pytest.mark.skipif(
    shutil.which("swaks") is None, reason="needs swaks (apt install swaks)"
)
# Writes above the quoted letter, where most people do, and leaves the rest as the program made it.
EDITOR = """
import sys
written, draft = sys.argv[1:]
text = open(written).read()
quoted = open(draft).read()
open(draft, "w").write(text + "\\n\\n" + quoted)
"""
SETTINGS = """
set from="{sender}" realname="{name}" use_from=yes use_envelope_from=yes
set smtp_url="smtp://127.0.0.1:{port}" ssl_starttls=no ssl_force_tls=no
set folder="{folder}" record="" postponed="" header_cache="" mbox_type=mbox
set include=yes fast_reply=yes reply_to=yes abort_unmodified=no abort_nosubject=no sleep_time=0
set copy=no wait_key=no help=no confirmappend=no delete=no move=no quit=yes
set editor="{python} {editor} {written}"
push "<last-entry><reply><send-message><quit>"
"""


def reply_with_neomutt(letter: EmailMessage, text: str, *, port: int, folder: Path) -> None:
    """Answer a letter in neomutt, driven in a terminal, above its quoted text."""
    folder.mkdir(exist_ok=True)
    (folder / "editor.py").write_text(EDITOR)
    (folder / "written").write_text(text)
    (folder / "inbox").write_bytes(b"From - Mon Mar  2 12:00:00 2026\n" + _as_unix(letter))
    (folder / "rc").write_text(
        SETTINGS.format(
            sender=letter["To"], name="A player", port=port, folder=folder, python=sys.executable,
            editor=folder / "editor.py", written=folder / "written",
        )
    )  # fmt: skip
    terminal, inner = pty.openpty()
    command = ["neomutt", "-F", str(folder / "rc"), "-f", str(folder / "inbox")]
    env = {**os.environ, "TERM": "xterm", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=env) as program:
        os.close(inner)
        try:
            _read_until_end(terminal)
            program.wait(servers.PATIENCE)
        finally:
            program.kill()
            os.close(terminal)


def reply_with_swaks(letter: EmailMessage, text: str, *, port: int) -> None:
    """Answer a letter by swaks, which quotes nothing."""
    command = [
        "swaks", "--silent", "3", "--server", f"127.0.0.1:{port}", "--from", letter["To"],
        "--to", letter["Reply-To"], "--header", f"Subject: Re: {letter['Subject']}",
        "--body", text,
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=servers.PATIENCE, capture_output=True)


def reply_as_gmail(letter: EmailMessage, text: str, *, port: int) -> None:
    """Answer a letter in the shape of a web mailer: text and HTML, the letter quoted below."""
    reply = EmailMessage()
    reply["From"], reply["To"] = letter["To"], letter["Reply-To"]
    reply["Subject"] = f"Re: {letter['Subject']}"
    reply["Date"], reply["Message-ID"] = formatdate(), make_msgid(domain="example.org")
    reply["In-Reply-To"] = letter["Message-ID"]
    part = letter.get_body(("plain",))
    quoted = part.get_content() if part is not None else ""
    said = f"On Mon, 2 Mar 2026 at 12:00, {letter['From']} wrote:"
    marked = "\n".join(f"> {line}" for line in quoted.splitlines())
    reply.set_content(f"{text}\n\n{said}\n\n{marked}\n")
    lines = "<br>".join(text.splitlines())
    html = f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div>{said}</div>'
    reply.add_alternative(f"{html}<blockquote>{quoted}</blockquote></div>", subtype="html")
    with smtplib.SMTP("127.0.0.1", port) as line:
        line.send_message(reply, letter["To"], [letter["Reply-To"]])


def _read_until_end(terminal: int) -> None:
    """Read what a program shows until it ends, or says nothing for too long."""
    try:
        while select.select([terminal], [], [], servers.PATIENCE)[0]:
            os.read(terminal, 65536)
    except OSError:  # so a terminal ends whose program has ended
        pass


def _as_unix(letter: EmailMessage) -> bytes:
    return letter.as_bytes().replace(b"\r\n", b"\n") + b"\n"
