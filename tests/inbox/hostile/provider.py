"""Brings mails to a webhook as Amazon does: the one provider whose word for an author counts."""

from __future__ import annotations

import http.client
import json
import re
import time
from base64 import b64encode
from contextlib import closing
from types import TracebackType
from urllib.parse import urlsplit

from tests import incoming, servers
from tests.inbox.hostile.targets import HostileMail

NAME, SECRET = "amazon_ses", "post:secret"
PATH = f"/anymail/{NAME}/inbound/"
FULL = 503  # which is said while many mails are waiting
PAUSE = 0.05
RESULTS = re.compile(
    rf"^Authentication-Results: {re.escape(incoming.SITE)}; dmarc=(pass|fail) ", re.MULTILINE
)

# What anybody can write on top of a mail where no server of ours stands before the door.
FORGED = f"Authentication-Results: {incoming.PASSED}\r\n".encode()


class Provider:
    """A mail provider with mails for the site at an address."""

    def __init__(self, address: str) -> None:
        self._host, self._count = urlsplit(address).netloc, 0

    def __enter__(self) -> Provider:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def bring(self, mail: HostileMail) -> int:
        """Bring a mail, again and again while many are waiting; return the answer."""
        self._count += 1
        name = str(self._count)
        call = {"Type": "Notification", "MessageId": name, "Message": _tell(mail, name)}
        while (code := self._call(name, json.dumps(call))) == FULL:
            time.sleep(PAUSE)
        return code

    def _call(self, name: str, body: str) -> int:
        with closing(http.client.HTTPConnection(self._host, timeout=servers.PATIENCE)) as line:
            line.request("POST", PATH, body, _head(name))
            with line.getresponse() as answer:
                return answer.status


def _head(name: str) -> dict[str, str]:
    return {
        "Authorization": f"Basic {b64encode(SECRET.encode()).decode()}",
        "Content-Type": "text/plain; charset=UTF-8",
        "X-Amz-Sns-Message-Id": name,
        "X-Amz-Sns-Message-Type": "Notification",
    }


def _tell(mail: HostileMail, name: str) -> str:
    """Return what Amazon tells of a mail, however large: it hands on larger ones by another way."""
    status = {"status": _judge(mail.raw)}
    receipt = {
        "recipients": [mail.to],
        "dmarcVerdict": status,
        "spfVerdict": status,
        "action": {"type": "SNS", "encoding": "BASE64"},
    }
    return json.dumps(
        {
            "notificationType": "Received",
            "receipt": receipt,
            "mail": {"source": mail.sender, "messageId": name},
            "content": b64encode(FORGED + mail.raw).decode(),
        }
    )


def _judge(raw: bytes) -> str:
    """Return what the provider says of an author: what a mail server of ours has written on top of
    the same mail, whichever author that was about."""
    head = raw.partition(b"Received:")[0].decode(errors="replace")
    found = RESULTS.search(head)
    return found[1].upper() if found else "GRAY"
