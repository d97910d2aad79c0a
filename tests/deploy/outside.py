"""What is outside a machine: name servers, the mail host of a person, and the person who plays."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import dkim
from pip._internal.models.index import PyPI  # knows where pip looks unless told otherwise

from tests.name_server import NameServer, name_server
from tests.servers import PostOffice, post_office, until

# Of the networks that are kept for documents: the machine, and who writes to it.
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
SITE, MAIL = "games.example.org", "mail.example.org"
ALICE = "alice@example.net"
ZONE = {
    (SITE, "A"): [HERE],
    (SITE, "MX"): [f"10 {MAIL}."],
    (MAIL, "A"): [HERE],
    ("1.2.0.192.in-addr.arpa", "PTR"): [f"{MAIL}."],
    ("example.net", "MX"): ["10 mx.example.net."],
    ("example.net", "TXT"): [f'"v=spf1 ip4:{ELSEWHERE} -all"'],
    ("_dmarc.example.net", "TXT"): ['"v=DMARC1; p=reject"'],
    ("mx.example.net", "A"): [ELSEWHERE],
    ("2.2.0.192.in-addr.arpa", "PTR"): ["mx.example.net."],
}
PATIENCE = 400.0  # letters may be held for as long as a page is open


def package_hosts(root: Path) -> Mapping[str, str]:
    """Return the hosts from which a root installs packages, with their addresses."""
    files = [*root.glob("etc/apt/sources.list.d/*"), root / "etc/pip.conf"]
    named = re.findall(
        r"(?m)^[^#\n]*https?://([\w.-]+)", "".join(path.read_text() for path in files)
    )
    return {
        name: socket.gethostbyname(name) for name in {*named, PyPI.netloc, PyPI.file_storage_domain}
    }


@dataclass
class World:
    """A name server, and the mail host of Alice."""

    names: NameServer
    office: PostOffice
    answered: int = 0

    def publish_key(self, record: str) -> None:
        """Put the key by which the machine signs letters into DNS, as rspamd has printed it."""
        parts = re.findall(r'"[^"]*"', record)
        self.names.zone[f"dkim._domainkey.{SITE}", "TXT"] = [" ".join(parts)]

    def is_signed(self, letter: EmailMessage) -> bool:
        """Whether the machine has signed a letter."""
        source = self.office.sources[str(letter["Message-ID"])]
        assert b"\nDKIM-Signature:" in b"\n" + source, source[:2000].decode()
        return bool(dkim.verify(source, dnsfunc=self._find_key))

    def next_letter(self, is_meant: Callable[[EmailMessage], object], what: str) -> EmailMessage:
        """Wait for a letter to Alice of a kind, after those that were waited for before."""

        def find() -> tuple[int, EmailMessage] | None:
            letters = self.office.to(ALICE)
            after = range(self.answered, len(letters))
            return next(((at, letters[at]) for at in after if is_meant(letters[at])), None)

        found: tuple[int, EmailMessage] = until(find, what, PATIENCE)
        self.answered = found[0] + 1
        return found[1]

    def _find_key(self, name: bytes, timeout: int = 5) -> bytes:
        record = self.names.zone[name.decode().rstrip("."), "TXT"][0]
        return "".join(re.findall(r'"([^"]*)"', record)).encode()


@contextmanager
def world(hosts: Mapping[str, str]) -> Iterator[World]:
    """Run what is outside, at the other end of the machine's cable."""
    with name_server(ELSEWHERE, 53) as names, post_office(ELSEWHERE, 25) as office:
        names.zone |= ZONE | {(name, "A"): [address] for name, address in hosts.items()}
        yield World(names, office)


class Browser:
    """A browser that trusts the authority by which the machine has made its certificate."""

    def __init__(self, authority: Path) -> None:
        self.cookies = CookieJar()
        trust = ssl.create_default_context(cafile=str(authority))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trust),
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def get(self, path: str) -> str:
        """Return a page."""
        return self._open(urllib.request.Request(f"https://{SITE}{path}"))[1]

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Send a form; return where it led, and the page there."""
        token = next(cookie.value for cookie in self.cookies if "csrf" in cookie.name)
        form = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        head = {"Referer": f"https://{SITE}{path}", "Origin": f"https://{SITE}"}
        return self._open(urllib.request.Request(f"https://{SITE}{path}", form, head))

    def _open(self, request: urllib.request.Request) -> tuple[str, str]:
        with self.opener.open(request, timeout=60) as answer:
            return answer.url, answer.read().decode()


def play(world: World, authority: Path) -> None:
    """Sign up by a code in a letter, play a turn by page, and one by letter."""
    browser = Browser(authority)
    _sign_up(browser, world)
    game = _begin(browser)
    first = _example(world.next_letter(_example, "the letter that asks for a turn"))
    _submit(browser, game, f"{first}; end")
    asking = world.next_letter(_example, "the letter that asks for the next turn")
    assert world.is_signed(asking)
    version = _field(browser.get(game), "seen")
    _reply(asking, _example(asking))
    shown = world.next_letter(_is_answer, "the letter that shows what the orders do")
    _reply(shown, "YES")
    counted = world.next_letter(_is_answer, "the letter that says that the turn counts")
    print(f"== The answer: {_text(counted)[:400]}", flush=True)
    page = browser.get(game)
    assert 'name="seen"' not in page or _field(page, "seen") > version


def _sign_up(browser: Browser, world: World) -> None:
    browser.get("/accounts/signup/")
    browser.post("/accounts/signup/", name="Alice", email=ALICE, time_zone="Europe/Vienna")
    code = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", _text(world.next_letter(bool, "a code")))
    assert code is not None
    where, page = browser.post("/accounts/confirm-email/", action="verify", code=code[0])
    assert where == f"https://{SITE}/", page


def _begin(browser: Browser) -> str:
    """Begin a game against house players; return its path."""
    key = _field(browser.get("/tables/play/"), "key")
    where, page = browser.post("/tables/play/", ruleset="conquest", key=key)
    assert "/games/" in where, page
    return where.removeprefix(f"https://{SITE}")


def _submit(browser: Browser, game: str, text: str) -> None:
    """Hand in a turn by its page."""
    page = browser.get(game)
    fields = {name: _field(page, name) for name in ("seen", "key")}
    where, page = browser.post(f"{game}submit/", text=text, **fields)
    assert "sent=" in where, page


def _field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return unescape(found[1])


def _reply(letter: EmailMessage, text: str) -> None:
    """Answer a letter from the mail host of Alice, by port 25."""
    mail = EmailMessage()
    mail["From"], mail["To"] = ALICE, letter["Reply-To"]
    mail["Subject"], mail["Date"] = f"Re: {letter['Subject']}", formatdate()
    mail["Message-ID"] = make_msgid(domain="example.net")
    mail["In-Reply-To"] = letter["Message-ID"]
    mail.set_content(text + "\n")
    with smtplib.SMTP(MAIL, 25, "mx.example.net", source_address=(ELSEWHERE, 0)) as line:
        line.starttls()
        line.send_message(mail)


def _text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def _example(letter: EmailMessage) -> str:
    """Return the orders that a letter gives as an example."""
    words = " ".join(_text(letter).split())
    found = re.search(r"with your orders, such as: (.+?) (?:You are shown|They count)", words)
    return found[1].strip() if found else ""


def _is_answer(letter: EmailMessage) -> bool:
    return str(letter["Auto-Submitted"]) == "auto-replied"
