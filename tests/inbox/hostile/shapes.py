"""Mails of shapes and sizes that no person writes. Half of them are proved, and say what would have
an effect in a mail of another shape."""

from __future__ import annotations

import base64
import io
import zipfile
from functools import cache

from inbox.store import MAX_BYTES
from tests.inbox.hostile.draws import Draw, split_mail
from tests.inbox.hostile.targets import HostileMail

BOMB_BYTES = 64 * 1024 * 1024
TEXT = b"Content-Type: text/plain\r\n\r\n"


def nest_parts(draw: Draw) -> HostileMail:
    """Nest parts 200 deep, with the orders in the innermost."""
    to, text = draw.pick_goal()
    levels = range(200)
    body = b"".join(
        b"--%d\r\nContent-Type: multipart/mixed; boundary=%d\r\n\r\n" % (n, n + 1) for n in levels
    )
    return _multipart(draw, to, b"0", body + b"--200\r\n" + TEXT + text.encode())


def add_parts(draw: Draw) -> HostileMail:
    """Put the orders into the last of 1,000 parts."""
    to, text = draw.pick_goal()
    body = (b"--0\r\n" + TEXT + b"\r\n") * 1_000 + b"--0\r\n" + TEXT + text.encode()
    return _multipart(draw, to, b"0", body + b"\r\n--0--")


def add_fields(draw: Draw) -> HostileMail:
    """Write thousands of fields into the head."""
    to, text = draw.pick_goal()
    fields = b"".join(
        b"%s-%d: a\r\n" % (draw.random.choice([b"X", b"Received", b"To", b"DKIM-Signature"]), n)
        for n in range(draw.random.randint(3_000, 12_000))
    )
    return draw.send(_with_fields(draw, to, text, fields), to)


def stretch_field(draw: Draw) -> HostileMail:
    """Write one field of 200 KB."""
    to, text = draw.pick_goal()
    name = draw.random.choice([b"Subject", b"X-A", b"References", b"Received", b"DKIM-Signature"])
    filling = draw.random.choice([b"a", b" ", b"=?utf-8?q?a?= ", b"(", b'"', b"a@b.example, "])
    value = (filling * 200_000)[:200_000]
    return draw.send(_with_fields(draw, to, text, name + b": " + value + b"\r\n"), to)


def fold_field(draw: Draw) -> HostileMail:
    """Fold one field over thousands of lines."""
    to, text = draw.pick_goal()
    name = draw.random.choice([b"Subject", b"X-A", b"References", b"Authentication-Results"])
    lines = b"\r\n a;" * draw.random.randint(2_100, 9_000)
    return draw.send(_with_fields(draw, to, text, name + b":" + lines + b"\r\n"), to)


def fold_known_fields(draw: Draw) -> HostileMail:
    """Fold each field in the midst of words, within the limits; for none our server vouches."""
    to, text = draw.pick_goal()
    head, body = split_mail(draw.write(to, text))
    folded = head.replace(b"; ", b";\r\n\t").replace(b" [", b"\r\n" + b" " * 900 + b"[")
    return draw.send(folded + b"\r\n" + body, to)


def attach_zip(draw: Draw) -> HostileMail:
    """Attach a small file that becomes 64 MB, with the orders in another one."""
    to, text = draw.pick_goal()
    head = b"Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n"
    parts = (_write_zip("orders.txt", text.encode()), _write_bomb())
    body = b"".join(b"--0\r\n" + head + b"\r\n" + base64.encodebytes(part) for part in parts)
    return _multipart(draw, to, b"0", body.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r"))


def attach_mail(draw: Draw) -> HostileMail:
    """Attach a proved mail with orders that would have an effect."""
    to, text = draw.pick_goal()
    inner = draw.write(to, text, results="play.example.org; spf=pass smtp.mailfrom=example.org")
    body = b"--0\r\nContent-Type: message/rfc822\r\n\r\n" + inner + b"--0--"
    return _multipart(draw, to, b"0", body)


def open_tags(draw: Draw) -> HostileMail:
    """Open tens of thousands of tags of HTML and close none."""
    to, text = draw.pick_goal()
    tag = draw.random.choice(["<b a=1>", "<div>", "<table><tr><td>", "<blockquote>", "<!--x--><i>"])
    html = tag * (draw.random.randint(21_000, 34_000)) + text
    fields = {"Content_Type": "text/html; charset=utf-8"}
    return draw.send(draw.write(to, html, results=draw.pick_results(), **fields), to)


def add_lines(draw: Draw) -> HostileMail:
    """Write more lines than anybody, such as those at which bad patterns hang."""
    to, text = draw.pick_goal()
    line = draw.random.choice(["\r\nx", "\r\nOn a a a a a", "\r\n-- x", "\r\nFrom: a"])
    results = draw.pick_results()
    return draw.send(draw.write(to, text + line * 20_000, results=results), to)


def write_too_much(draw: Draw) -> HostileMail:
    """Write a little more than 512 KB."""
    to, text = draw.pick_goal()
    raw = draw.write(to, f"{text}\r\n\r\n", results=draw.pick_results())
    missing = MAX_BYTES + draw.random.randint(1, 2_000) - len(raw)
    filling = draw.random.choice([b"x", b"\r\n", b" ", b"\0"])
    return draw.send(raw + (filling * missing)[:missing] + b"x", to)


def cut_mail(draw: Draw) -> HostileMail:
    """Cut a mail anywhere: a proved one in its head, another one in its text, too."""
    to, text = draw.pick_goal()
    results = draw.pick_results()
    raw = draw.write(to, text, results=results)
    end = len(split_mail(raw)[0]) if "pass" in results else len(raw)
    return draw.send(raw[: draw.random.randrange(end)] or b"\r\n", to)


def _multipart(draw: Draw, to: str, boundary: bytes, body: bytes) -> HostileMail:
    kind = f"multipart/mixed; boundary={boundary.decode()}"
    raw = draw.write(to, "", results=draw.pick_results(), MIME_Version="1.0", Content_Type=kind)
    return draw.send(split_mail(raw)[0] + b"\r\n" + body + b"\r\n", to)


def _with_fields(draw: Draw, to: str, text: str, fields: bytes) -> bytes:
    """Return a mail with more fields, above or below those that it has."""
    raw = draw.write(to, text, results=draw.pick_results())
    head, body = split_mail(raw)
    parts = (fields, head) if draw.random.random() < 0.5 else (head, fields)
    return b"".join(parts) + b"\r\n" + body


@cache
def _write_bomb() -> bytes:
    return _write_zip("orders.txt", bytes(BOMB_BYTES))


def _write_zip(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()
