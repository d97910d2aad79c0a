"""What fault tests of mails that come in share: a letter that asks for a turn, and answers."""

from __future__ import annotations

import contextlib
import smtplib
from collections.abc import Iterator

from games.letters.reply_to import decision_reply_address, preview_reply_address
from games.models import Decision, Game, Preview
from games.play import clock
from inbox.models import IncomingMail
from mail.models import Delivery
from tests import incoming, servers
from tests.faults import sites

TASK = "games.tasks.answer_mails"
ORDERS = "S40-S29"


def turn_address(game: Game) -> str:
    """Return where an answer to the letter goes that asks Alice for her turn."""
    return decision_reply_address(Decision.objects.get(game=game, closed_at=None), clock.now())


def yes_address() -> str:
    """Return where a yes goes to what the last answer has shown."""
    return preview_reply_address(Preview.objects.latest("pk"), clock.now())


def handle(env: dict[str, str], without: str = "") -> int:
    """Handle what has come in, in a process of its own, after all leases have run out; return how
    it ended."""
    IncomingMail.objects.filter(status="waiting").update(next_at=clock.now())
    with sites.run(TASK, env, "mails", without) as worker:
        return worker.process.wait(servers.PATIENCE)


def answers() -> int:
    """Count the answers in the outbox."""
    return Delivery.objects.filter(kind="answer").count()


@contextlib.contextmanager
def postbox(env: dict[str, str], without: str = "") -> Iterator[int]:
    """Run a postbox that takes mails by LMTP; yield its port."""
    port = servers.free_port()
    command = servers.module("django", "postbox", "--lmtp", f"127.0.0.1:{port}", without=without)
    with servers.running(command, env, "postbox"):
        servers.until(lambda: servers.is_open(port), "the postbox")
        yield port


def bring(port: int, raw: bytes, to: str) -> bool:
    """Bring a mail to a postbox as a mail server does; return whether it was confirmed."""
    try:
        with smtplib.LMTP("127.0.0.1", port, timeout=servers.PATIENCE) as line:
            line.sendmail(incoming.ALICE, [to], raw)
    except smtplib.SMTPServerDisconnected:
        return False
    return True
