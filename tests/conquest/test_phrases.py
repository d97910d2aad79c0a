"""Translatable sentences."""

from __future__ import annotations

from conquest.core import Phrase, term

GERMAN = {
    "knight": "Reiter",
    "chess\x04knight": "Springer",
    "The %(piece)s waits.": "%(piece)s wartet.",
}


def german(text: str) -> str:
    return GERMAN.get(text, text)


def test_a_phrase_is_translated_with_its_parts() -> None:
    waits = Phrase("The %(piece)s waits.", piece=Phrase("knight"))
    assert (str(waits), waits.translate_with(german)) == ("The knight waits.", "Reiter wartet.")


def test_a_term_is_translated_by_its_context() -> None:
    knight = term("knight", "chess")
    assert (str(knight), knight.translate_with(german)) == ("knight", "Springer")
    assert knight != Phrase("knight")
    assert Phrase("The %(piece)s waits.", piece=knight).translate_with(german) == "Springer wartet."


def test_a_term_without_a_translation_is_shown_without_its_context() -> None:
    assert term("queen", "chess").translate_with(german) == "queen"
