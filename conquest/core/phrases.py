"""Sentences that can be said in any language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

CONTEXT_END = "\x04"
"""What stands between a context and a text in the catalogues of gettext."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that can be said in any language: an English template and its parts.

    >>> str(Phrase("%(seat)s has %(n)s points.", seat=Phrase("South"), n=20))
    'South has 20 points.'
    """

    template: str
    parts: Mapping[str, str | int | Phrase]
    context: str
    is_sentence: bool

    def __init__(self, template: str, /, **parts: str | int | Phrase) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "context", "")
        object.__setattr__(self, "is_sentence", False)

    def translate_with(self, translate: Callable[[str], str]) -> str:
        """Return the sentence, template and nested parts put through ``translate``."""
        said = {
            key: part.translate_with(translate) if isinstance(part, Phrase) else part
            for key, part in self.parts.items()
        }
        template = self._translate_template(translate)
        words = template % said if said else template
        return words[:1].upper() + words[1:] if self.is_sentence else words

    def _translate_template(self, translate: Callable[[str], str]) -> str:
        if not self.context:
            return translate(self.template) if self.template else ""
        found = translate(f"{self.context}{CONTEXT_END}{self.template}")
        return self.template if CONTEXT_END in found else found

    def __str__(self) -> str:
        return self.translate_with(str)


def as_sentence(phrase: Phrase) -> Phrase:
    """Return a phrase that begins with a capital letter, whatever its first word is.

    >>> str(sentence(Phrase("%(piece)s to a2", piece=Phrase("knight"))))
    'Knight to a2'
    """
    capital = Phrase(phrase.template, **phrase.parts)
    object.__setattr__(capital, "context", phrase.context)
    object.__setattr__(capital, "is_sentence", True)
    return capital


def term(word: str, context: str) -> Phrase:
    """Return a word that is another one in other languages here than it is elsewhere.

    >>> str(term("knight", "chess"))
    'knight'
    """
    phrase = Phrase(word)
    object.__setattr__(phrase, "context", context)
    return phrase
