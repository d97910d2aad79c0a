"""Texts of a rule set for its players: Markdown files beside its code, one for each language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def markdown_reader(module: str, name: str) -> Callable[[str], str]:
    """Return a function that reads ``NAME.de.md`` beside a module for "de", or else ``NAME.md``."""
    folder = Path(module).parent

    def read(language: str) -> str:
        # two letters: variants such as "de-at" share the text of their language
        translated = folder / f"{name}.{language[:2]}.md"
        return (translated if translated.exists() else folder / f"{name}.md").read_text("utf-8")

    return read
