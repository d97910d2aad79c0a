"""Mails taken apart: nothing that arrives is too much for it."""

from __future__ import annotations

import pytest

from inbox.reading import message
from inbox.reading.message import UnreadableMailError, parse_message
from inbox.reading.new_text import read_new_text


def multipart(boundary: str, *parts: bytes, end: bytes = b"") -> bytes:
    """Write a mail of several parts."""
    lines = [f"Content-Type: multipart/mixed; boundary={boundary}\n".encode()]
    lines += [b"\n--%s\n%s" % (boundary.encode(), part) for part in parts]
    return b"".join(lines) + end


def nest(depth: int) -> bytes:
    """Write a mail whose innermost part lies in as many others."""
    raw = b"Content-Type: text/plain\n\nS12-S13"
    for number in range(depth):
        raw = multipart(f"b{number}", raw, end=b"\n--b%d--\n" % number)
    return raw


def refusal(raw: bytes) -> str:
    with pytest.raises(UnreadableMailError) as caught:
        parse_message(raw)
    return caught.value.reason


def text_of(raw: bytes) -> str:
    return read_new_text(parse_message(raw))


def test_a_mail_has_its_headers_and_parts() -> None:
    mail = parse_message(b"From: Alice <alice@example.org>\r\n" + multipart("x", b"\nA", b"\nB"))
    assert mail["From"].addresses[0].addr_spec == "alice@example.org"
    assert [part.get_payload() for part in mail.iter_parts()] == ["A", "B"]


def test_a_mail_may_be_half_a_megabyte_and_no_more() -> None:
    parse_message(b"\n".ljust(message.MAX_BYTES, b"x"))
    assert refusal(b"\n".ljust(message.MAX_BYTES + 1, b"x")) == "size"


def test_parts_may_lie_in_some_others_and_not_in_two_hundred() -> None:
    assert text_of(nest(message.MAX_DEPTH - 1)) == "S12-S13"
    assert refusal(nest(message.MAX_DEPTH)) == "depth"
    assert refusal(nest(200)) == "depth"


def test_there_may_be_some_parts_and_not_a_thousand() -> None:
    assert text_of(multipart("x", *[b"\nA"] * message.MAX_PARTS)).count("A") == message.MAX_PARTS
    assert refusal(multipart("x", *[b"\nA"] * (message.MAX_PARTS + 1))) == "parts"
    assert refusal(multipart("x", *[b"\nA"] * 1_000)) == "parts"


def test_there_may_be_many_headers_and_no_bomb_of_them() -> None:
    assert text_of(b"X-Filter: passed\n" * 1_000 + b"\nA") == "A"
    assert refusal(b"a:\n" * 20_000 + b"\nA") == "head"
    assert refusal(b"X-Filter: " + b"x" * 500_000 + b"\n\nA") == "head"
    assert refusal(multipart("x", *[b"X-Filter: %s\n\nA" % (b"x" * 1_000)] * 10)) == "head"


def test_a_header_that_is_too_long_to_be_read_is_empty() -> None:
    assert parse_message(b"Subject: " + b"x" * 5_000 + b"\n\nA")["Subject"] == ""


@pytest.mark.parametrize(
    "header",
    [
        b"From: " + b"(" * 3_000,
        b"Content-Type: " + b"(" * 3_000,
        b"Content-Type: text/plain; charset*" + b"1" * 3_900 + b"=x",
        b"Content-Type: text/plain; charset*0*=%FF''%FF",
        b"Content-Type: text/plain;" + b'a="' * 1_000,
        b"Content-Type: ;=;",
        b"Content-Disposition: " + b"(" * 3_000,
        b"Content-Transfer-Encoding: " + b"(" * 3_000,
        b"From: <>,;:@\\[\x00\xff",
        b"no header at all",
    ],
    ids=range(10),
)
def test_a_header_that_cannot_be_read_spoils_nothing(header: bytes) -> None:
    mail = parse_message(header + b"\n\nS12-S13")
    assert read_new_text(mail) == "S12-S13"
    assert mail["From"] is None or not [one for one in mail["From"].addresses if one.domain]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_each_kind_of_line_end_is_read(line_end: bytes) -> None:
    assert text_of(b"Subject: x\n\nA\nB\n".replace(b"\n", line_end)) == "A\nB"


def test_a_mail_without_a_head_is_its_text() -> None:
    assert text_of(b"\nS12-S13") == "S12-S13"


def test_a_multipart_without_boundary_has_no_text() -> None:
    assert text_of(b"Content-Type: multipart/mixed\n\n--x\n\nA") == ""
    assert text_of(b"Content-Type: multipart/mixed; boundary=x\n\n--y\n\nA") == ""


def test_a_multipart_that_does_not_end_has_its_parts() -> None:
    assert text_of(multipart("x", b"\nA", b"\nB")) == "A\nB"


def test_what_stands_behind_the_end_of_a_multipart_is_no_part() -> None:
    assert text_of(multipart("x", b"\nA", end=b"\n--x--\n--x\n\nB")) == "A"


def test_a_boundary_that_another_begins_with_is_told_apart() -> None:
    inner = multipart("xx", b"\nB", end=b"\n--xx--\n")
    assert text_of(multipart("x", b"\nA", inner, b"\nC")) == "A\nB\nC"
