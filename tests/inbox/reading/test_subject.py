"""An answer in the subject of a mail."""

from __future__ import annotations

import base64

import pytest

from inbox.reading.message import parse_message
from inbox.reading.subject import read_subject_answer


def answer(subject: str) -> str:
    encoded = base64.b64encode(subject.encode()).decode()
    return read_subject_answer(parse_message(f"Subject: =?utf-8?b?{encoded}?=\n\n".encode()))


@pytest.mark.parametrize(
    "subject",
    [
        "S12-S13",
        "Re: S12-S13",
        "AW: Re: AW: S12-S13",
        "Re[2]: Fwd: S12-S13",
        "WG:S12-S13",
        "re : S12-S13",
    ],
)
def test_an_answer_is_what_stands_behind_the_prefixes(subject: str) -> None:
    assert answer(subject) == "S12-S13"


@pytest.mark.parametrize(
    "subject",
    [
        "Re: [Conquest 9] Recapture? Your knight on S33 was taken · until Tue 3 Mar, 01:00",
        "AW: [EXTERN] Re: [Eiserne Armada 29] Noch offen: Stell deine Armee auf",
        "[Grand Conquest 24] Your turn (turn 1)",
    ],
)
def test_our_own_subject_is_no_answer(subject: str) -> None:
    assert answer(subject) == ""


def test_a_mail_without_subject_has_no_answer() -> None:
    assert read_subject_answer(parse_message(b"From: alice@example.org\n\nA")) == ""


def test_a_subject_is_one_line_of_plain_characters() -> None:
    assert answer("Re: S12-S\u00ad13;\u00a0 end\u2028pass") == "S12-S13; end pass"


def test_a_word_that_begins_like_a_prefix_stays() -> None:
    assert answer("Refuse: no") == "Refuse: no"


@pytest.mark.parametrize("unit", ["Re: ", "[a 1", "[", "Re[1"])
def test_a_hostile_subject_is_read(unit: str) -> None:
    raw = b"Subject: " + unit.encode() * 900 + b"\n\n"
    assert len(read_subject_answer(parse_message(raw))) <= 900 * len(unit)
