"""What somebody has typed is made plain: nothing in it hides, covers or turns other words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.plain_text import MOST_MARKS, MOST_MARKS_OF_A_SCRIPT, clean_words

RIGHT_TO_LEFT = (
    "\u202e",
    "\u202d",
    "\u202a",
    "\u202b",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u200f",
    "\u061c",
)
INVISIBLE = (
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u115f", "\u3164",
    "\u180e", "\u2800", "\ufe0f", "\U000e0041", "\U000e0100",
)  # fmt: skip
CONTROL = "\x00", "\x07", "\x08", "\x1b", "\x7f", "\x9b"


@pytest.mark.parametrize(
    "sign", [*RIGHT_TO_LEFT, *INVISIBLE, *CONTROL], ids=lambda sign: f"{ord(sign):x}"
)
def test_signs_that_hide_or_turn_are_dropped(sign: str) -> None:
    assert clean_words(f"a{sign}b") == "ab"


@pytest.mark.parametrize(
    "end", ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"], ids=ascii
)
def test_line_ends_are_kept_as_one_kind(end: str) -> None:
    assert clean_words(f"one{end}two") == "one\ntwo"


def test_at_most_one_line_is_left_empty() -> None:
    assert clean_words("\n\none\n \n\t\n\ntwo\n\n") == "one\n\ntwo"


@pytest.mark.parametrize("space", [" ", "\t", "\u00a0", "\u2003", "\u202f", "\u3000"], ids=ascii)
def test_any_space_is_a_plain_one(space: str) -> None:
    assert clean_words(f"a{space}{space}b{space}") == "a b"


def test_what_looks_the_same_is_written_the_same() -> None:
    assert clean_words("Zu\u0308ge") == "Z\u00fcge" == clean_words("Z\u00fcge")


def test_marks_are_not_stacked_over_other_lines() -> None:
    zalgo = "h" + "\u0336\u0300\u0301\u0302\u0303" * 20 + "i"
    assert clean_words(zalgo) == "h\u0336\u0336i"


@pytest.mark.parametrize("joiner", ["", "\u200b", "\u034f", "\u200d"], ids=ascii)
def test_marks_are_not_stacked_across_signs_that_cannot_be_seen(joiner: str) -> None:
    text = clean_words("x" + f"\u0336{joiner}" * 30)
    assert sum(unicodedata.combining(sign) > 0 for sign in text) <= MOST_MARKS


def test_a_mark_without_a_letter_is_dropped() -> None:
    assert clean_words("\u0336a \u0336b\n\u0336c") == "a b\nc"


@pytest.mark.parametrize(
    "text",
    [
        "Größe, naïve, Dvořák, Nguyễn",
        "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",  # Hebrew, with its points
        "\u0645\u064e\u0631\u0652\u062d\u064e\u0628\u064b\u0627",  # Arabic, with its vowels
        "\u0928\u092e\u0938\u094d\u0924\u0947",  # Hindi
        "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48",  # Thai
        "\u1000\u103c\u103d\u1031",  # Burmese: three marks on a letter
        "\u4f60\u597d\uff0c\u518d\u89c1",
        "\U0001f44d \u2764\ufe0f \U0001f468\u200d\U0001f469\u200d\U0001f467",  # one picture
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian wants a non-joiner
    ],
)
def test_what_scripts_need_is_kept(text: str) -> None:
    text = unicodedata.normalize("NFC", text)
    assert clean_words(text) == text


@given(st.text())
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert clean_words(clean_words(text)) == clean_words(text)


@given(st.text())
def test_no_plain_words_hold_a_sign_that_hides_or_turns(text: str) -> None:
    words = clean_words(text)
    assert not set(words) & {*RIGHT_TO_LEFT, *CONTROL, "\r", "\u2028", "\u200b", "\ufeff"}
    assert unicodedata.is_normalized("NFC", words)
    assert "\n\n\n" not in words
    assert "  " not in words


@given(st.text(st.sampled_from("a\u0301\u0336\u05b8\u093e\u094d\u200d\n ")))
def test_no_letter_has_very_many_marks(text: str) -> None:
    most = marks = 0
    for sign in clean_words(text):
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        most = max(most, marks)
    assert most <= MOST_MARKS + MOST_MARKS_OF_A_SCRIPT
