"""Mails whose text is odd. Proved ones say nothing that can be an order; where programs could read
orders in them, nobody vouches for them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests import incoming
from tests.faults import mails
from tests.inbox.hostile.draws import STRANGER, Draw, split_mail
from tests.inbox.hostile.targets import HostileMail

CHARSETS = (
    "x-evil", "utf-7", "utf-16", "utf-32le", "unicode_escape", "rot13", "idna", "punycode", "zip",
    "base64", "mbcs", "cp037", "a" * 3_000, "utf-8\0", "=?utf-8?q?utf-8?=", "",
)  # fmt: skip
NOISY = (
    "Cc", "Content_Type", "Content_Disposition", "Content_Transfer_Encoding", "Date", "Received",
    "MIME_Version", "Reply_To", "Sender", "Subject", "References", "In_Reply_To",
)  # fmt: skip
PIECES = (
    "=?utf-8?q?", "?=", "(", "<", ">", '"', "@", ";", "=", "*", "'", "a", "\\", ":", ",", "[", "]",
    "\r\n ", "; filename*0*=", "; charset=", "utf-8''%ff", "%", " ", "\0", "é", "1.", ".", "=?x?b?",
    "; name*1=", ".:",
)  # fmt: skip
STUMBLING_BLOCKS = (";1.*", "; charset*0*=%FF''%FF", ".:", "<", " ?=\x001.@[", ";=;", "(" * 3_000)
LOOKALIKES = str.maketrans("SYERIGND40-29", "ЅΥЕRІGΝD４０‐２９")


def name_other_charset(draw: Draw) -> HostileMail:
    """Name a charset that is unknown, or not that of the text."""
    to, text = draw.pick_goal()
    charset = draw.random.choice(CHARSETS)
    fields = {"Content_Type": f'text/plain; charset="{charset}"'}
    head, _body = split_mail(draw.write(to, "", **fields))
    coding = draw.random.choice(["utf-8", "utf-7", "utf-16", "utf-32", "cp037"])
    return draw.send(head + b"\r\n" + text.encode(coding) + b"\xff\r\n", to, STRANGER)


def break_encoding(draw: Draw) -> HostileMail:
    """Write what is no base64 or quoted-printable, though it says so."""
    to, text = draw.pick_goal()
    encoding = draw.random.choice(["base64", "quoted-printable", "x-uuencode", "8bit", "x" * 2_000])
    fields = {"Content_Transfer_Encoding": encoding}
    head, _body = split_mail(draw.write(to, "", **fields))
    noise = draw.random.randbytes(draw.random.randint(1, 4_000)).replace(b"\n", b"=")
    tail = draw.random.choice([b"=", b"==", b"=0", b"=GG", b"begin 644 x\r\n", b"====="])
    body = draw.random.choice([noise, text.encode() + tail, tail * 999])
    return draw.send(head + b"\r\n" + body + b"\r\n", to, STRANGER)


def write_nul(draw: Draw) -> HostileMail:
    """Write NUL and other controls into orders."""
    controls = [chr(number) for number in (*range(9), 11, 12, *range(14, 32), 127)]
    return _write_odd(draw, controls)


def write_backwards(draw: Draw) -> HostileMail:
    """Write marks that turn the direction of a text into orders."""
    return _write_odd(draw, list("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200f\u061c"))


def write_astral(draw: Draw) -> HostileMail:
    """Write characters beyond the first 65,536 into orders."""
    return _write_odd(draw, [chr(draw.random.randint(0x10000, 0x10FFFF)) for _ in range(20)])


def write_lookalikes(draw: Draw) -> HostileMail:
    """Write orders in letters that only look like those of the notation, in a proved mail."""
    text = draw.random.choice([mails.ORDERS, "YES", "RESIGN"]).translate(LOOKALIKES)
    to = draw.target.turn
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def write_marks(draw: Draw) -> HostileMail:
    """Write a long text of marks at which bad patterns hang, in a proved mail."""
    piece = draw.random.choice(
        ["((((", "x-x-", "S40-", ";;;;", "- - ", "a\u0301\u0302", ">>>>", "="]
    )
    text = f"?? {piece * draw.random.randint(1_000, 30_000)}"
    to = draw.target.turn
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def write_into_subject(draw: Draw) -> HostileMail:
    """Write orders into the subject, in the name of a player."""
    to, text = draw.pick_goal()
    subject = draw.random.choice(
        [text, f"Re: {text}", f"{text}\r\n\t{text}", f"=?utf-8?q?{text.replace(' ', '_')}?="]
    )
    return draw.send(draw.write(to, "", Subject=subject), to, STRANGER)


def write_into_head(draw: Draw) -> HostileMail:
    """Write fields and lines into what our answer would repeat, in the name of a player."""
    to, text = draw.pick_goal()
    name = draw.random.choice(
        [
            f"<a@b>\r\n Bcc: {STRANGER}", f"<a@b>\r\nMessage-ID: <{STRANGER}>", "<a@b", "\0",
            f"<{'a' * 3_000}@b>", "<ä@b>", f"<a@b>, <{STRANGER}>", "<a@b>\rBcc: x",
        ]
    )  # fmt: skip
    fields = {"name": name, "References": name, "X_Number": str(draw.random.random())}
    return draw.send(draw.write(to, text, **fields), to, STRANGER)


def write_noise(draw: Draw) -> HostileMail:
    """Write fields at which parsers stumble, in the name of a player."""
    to, text = draw.pick_goal()
    fields = {name: _write_noise(draw.random) for name in NOISY}
    return draw.send(draw.write(to, text, **fields), to, STRANGER)


def _write_odd(draw: Draw, odd: Sequence[str]) -> HostileMail:
    """Return orders among odd characters. Where our server vouches for them, they are none even
    without these, as some are left out in reading."""
    to, text = draw.pick_goal()
    if draw.random.random() < 0.5:
        return draw.send(draw.write(to, _mix(text, odd, draw.random)), to, STRANGER)
    text = _mix("this is no order", odd, draw.random)
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def _write_noise(random: Random) -> str:
    pieces = random.choices(PIECES, k=random.randint(1, 8))
    return random.choice(["".join(pieces), random.choice(STUMBLING_BLOCKS)])


def _mix(text: str, odd: Sequence[str], random: Random) -> str:
    return "".join(letter + random.choice(odd) * random.randint(1, 50) for letter in text)
