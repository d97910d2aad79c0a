"""The letters that are kept as files, on a site for trying out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from itertools import takewhile
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from mail import times
from mail.redaction import REPLY_TOKEN

MAX_READ = 1000


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """A letter in its file: ``name`` is the file's, without its ending."""

    name: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def sender(self) -> str:
        return str(self.message["From"])

    @property
    def recipient(self) -> str:
        return str(self.message["To"])

    @property
    def sent_at(self) -> datetime:
        """When it was sent, in the zone its head names; a head that names none means UTC."""
        moment: datetime = self.message["Date"].datetime
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    @property
    def sent_at_words(self) -> str:
        """The same in words."""
        return times.zoned_time(self.sent_at)

    @property
    def can_be_answered(self) -> bool:
        """Whether an answer can be written here, which the postbox of a trial site takes."""
        is_read = REPLY_TOKEN.search(str(self.message["Reply-To"]))
        return bool(settings.POSTBOX_PORT and is_read)

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        return self._body_part("plain")

    @property
    def html(self) -> str:
        """The HTML part; its pictures are addresses of this site, its links open a new page."""
        html = self._body_part("html")
        for cid in self.pictures:
            address = reverse("letter_picture", args=[self.name, cid])
            html = html.replace(f'"cid:{cid}"', f'"{address}"')
        return html.replace("<head>", '<head><base target="_blank">', 1)

    @property
    def pictures(self) -> dict[str, bytes]:
        """The pictures by their Content-ID."""
        return {
            part["Content-ID"].strip("<>"): part.get_content()
            for part in self.message.walk()
            if isinstance(part, EmailMessage) and part.get_content_type() == "image/png"
        }

    def _body_part(self, subtype: str) -> str:
        part = self.message.get_body((subtype,))
        return part.get_content() if part else ""


def folder_stamp() -> str:
    """Return a stamp of all letters that are kept; it changes with each new one."""
    folder = Path(settings.LETTERS_DIR)
    changed = folder.stat().st_mtime_ns if folder.is_dir() else 0
    return f"{len(_letter_files())}-{changed}"


def latest_letters() -> Iterator[StoredLetter]:
    """Yield the heads of the letters, the latest first."""
    files = sorted(
        _letter_files().items(), key=lambda file: file[1].stat().st_mtime_ns, reverse=True
    )
    for name, path in files[:MAX_READ]:
        yield StoredLetter(name, _read_head(path))


def find_letter(name: str) -> StoredLetter | None:
    """Return the letter of a name, if there is one."""
    path = _letter_files().get(name)
    return StoredLetter(name, _read_message(path)) if path else None


def _letter_files() -> dict[str, Path]:
    """Return the kept files by name: nothing else can be asked for."""
    return {path.stem: path for path in Path(settings.LETTERS_DIR).glob("*.eml")}


def _read_message(path: Path) -> EmailMessage:
    return _parse_message(path.read_bytes())


def _read_head(path: Path) -> EmailMessage:
    # The pictures below are most of a letter, and a list of a thousand needs none of them.
    with path.open("rb") as file:
        lines = takewhile(lambda line: line.strip(), file)
        return _parse_message(b"".join(lines))


def _parse_message(raw: bytes) -> EmailMessage:
    message = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(message, EmailMessage)
    return message
