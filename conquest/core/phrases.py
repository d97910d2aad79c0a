"""Sentences that can be translated when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

CONTEXT_END = "\x04"
"""The separator between a context and a text in the catalogues of gettext."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A translatable sentence: an English template and its parts.

    >>> str(Phrase("%(seat)s has %(n)s points.", seat=Phrase("South"), n=20))
    'South has 20 points.'
    """

    template: str
    parts: Mapping[str, str | int | Phrase]
    context: str
    is_sentence: bool

    def __init__(self, template: str, /, **parts: str | int | Phrase) -> None:
        # parts are keywords, and the fields of a frozen dataclass cannot be assigned
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "context", "")
        object.__setattr__(self, "is_sentence", False)

    def translate_with(self, translate: Callable[[str], str]) -> str:
        """Return the sentence, its template and nested parts translated by ``translate``."""
        parts = {
            key: part.translate_with(translate) if isinstance(part, Phrase) else part
            for key, part in self.parts.items()
        }
        template = self._translate_template(translate)
        text = template % parts if parts else template
        return text[:1].upper() + text[1:] if self.is_sentence else text

    def _translate_template(self, translate: Callable[[str], str]) -> str:
        if not self.context:
            return translate(self.template) if self.template else ""
        translated = translate(f"{self.context}{CONTEXT_END}{self.template}")
        # gettext returns a text without translation as it is, with its context
        return self.template if CONTEXT_END in translated else translated

    def __str__(self) -> str:
        return self.translate_with(str)


def as_sentence(phrase: Phrase) -> Phrase:
    """Return the same phrase, shown with a capital letter at its start in any language.

    >>> str(as_sentence(Phrase("%(piece)s to a2", piece=Phrase("knight"))))
    'Knight to a2'
    """
    capital = Phrase(phrase.template, **phrase.parts)
    object.__setattr__(capital, "context", phrase.context)
    object.__setattr__(capital, "is_sentence", True)
    return capital


def term(word: str, context: str) -> Phrase:
    """Return a word whose translation depends on its ``context``.

    >>> str(term("knight", "chess"))
    'knight'
    """
    phrase = Phrase(word)
    object.__setattr__(phrase, "context", context)
    return phrase
