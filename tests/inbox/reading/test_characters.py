"""Characters of mails: charsets, blanks, line ends, and what is not seen."""

from __future__ import annotations

import encodings.aliases

import pytest

from inbox.reading.characters import plain_text
from inbox.reading.charsets import CODECS, decode_bytes


@pytest.mark.parametrize("charset", sorted(CODECS))
def test_each_charset_is_known_to_python(charset: str) -> None:
    assert decode_bytes("S12".encode(CODECS[charset]), charset) == "S12"


def test_latin_is_read_as_windows_writes_it() -> None:
    assert decode_bytes(b"\x84S12\x93 \x96 \xfc", "ISO-8859-1") == "„S12“ – ü"


@pytest.mark.parametrize("charset", ["", "us-ascii", "unknown-8bit", "x" * 999, "\0"])
def test_a_charset_that_says_nothing_is_guessed(charset: str) -> None:
    assert decode_bytes("König".encode(), charset) == "König"
    assert decode_bytes(b"K\xf6nig", charset) == "König"


@pytest.mark.parametrize("codec", sorted(set(encodings.aliases.aliases.values()) | {"punycode"}))
def test_no_codec_of_python_is_dangerous(codec: str) -> None:
    decode_bytes(b"\xff+2AA-\x1b$B\x00" * 100, codec).encode()


def test_there_is_one_kind_of_blank() -> None:
    assert plain_text("a\u00a0b\tc\u202fd\u3000e") == "a b c d e"


def test_there_is_one_kind_of_line_end() -> None:
    assert plain_text("a\r\nb\rc\u2028d\x0be\x85f") == "a\nb\nc\nd\ne\nf"


def test_what_is_not_seen_is_left_out() -> None:
    assert plain_text("\ufeffS1\u00ad2\u200b-\u202eS13\u2066\x00\x1b") == "S12-S13"


def test_letters_of_all_scripts_and_pictures_stay() -> None:
    text = "Zoë žluťoučký 日本 שלום 👩\u200d🚀"
    assert plain_text(text) == text


def test_of_empty_lines_one_is_left() -> None:
    assert plain_text("a\n\nb\n \n\t\n\n\nc") == "a\n\nb\n\nc"
