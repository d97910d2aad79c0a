"""The rules as plain text: every chapter, found by name in both languages or by a rule's number."""

from __future__ import annotations

import pytest

from conquest import registry
from games.learn.plain_rules import BULLET, find_chapters, list_chapters


def titles(slug: str, language: str, words: str) -> list[str]:
    return [chapter.title for chapter in find_chapters(slug, language, words)]


@pytest.mark.parametrize("slug", sorted(set(registry.find_rulesets()) - {"skirmish"}))
def test_plain_rules_have_the_same_chapters_in_both_languages(slug: str) -> None:
    english, german = (list_chapters(slug, language) for language in ("en", "de"))
    assert [one.level for one in english] == [one.level for one in german]


@pytest.mark.parametrize("slug", sorted(registry.find_rulesets()))
@pytest.mark.parametrize("language", ["en", "de"])
def test_plain_rules_have_no_markup(slug: str, language: str) -> None:
    lines = [line for one in list_chapters(slug, language) for _mark, line in one.lines]
    assert lines
    assert not [line for line in lines if "**" in line or "```" in line or "](" in line]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("recapture", ["Der Abtausch"]),
        ("Abtausch", ["Der Abtausch"]),
        ("der ABTAUSCH", ["Der Abtausch"]),
        ("C22", ["Schlagen"]),
        ("c42", ["Ungeschützt"]),
        ("The end", ["Das Ende", "Ungeschützt"]),
        ("C999", []),
        ("", []),
        ("tausch", []),
    ],
)
def test_plain_rules_are_found_by_name_or_number(words: str, found: list[str]) -> None:
    assert titles("conquest", "de", words) == found


def test_plain_rules_keep_the_marks_of_lists() -> None:
    marks = {mark for one in list_chapters("conquest", "en") for mark, _line in one.lines}
    assert {"", BULLET, "1.", "4."} <= marks
