"""The texts of a rule set for its players: Markdown beside its code, one file a language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def markdown_reader(module: str, name: str) -> Callable[[str], str]:
    """Return what reads ``NAME.de.md`` for a language "de" beside a module, or else ``NAME.md``."""
    folder = Path(module).parent

    def read(language: str) -> str:
        translated = folder / f"{name}.{language[:2]}.md"
        return (translated if translated.exists() else folder / f"{name}.md").read_text("utf-8")

    return read
