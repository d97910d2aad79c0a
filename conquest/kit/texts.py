"""What a rule set has for its players in files beside its code: Markdown in each language, and a
sample game."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from conquest.core import SampleGame

SAMPLE = "SAMPLE.json"


def markdown_reader(module: str, name: str) -> Callable[[str], str]:
    """Return a function that reads ``NAME.de.md`` beside a module for "de", or else ``NAME.md``."""
    folder = Path(module).parent

    def read(language: str) -> str:
        # two letters: variants such as "de-at" share the text of their language
        translated = folder / f"{name}.{language[:2]}.md"
        return (translated if translated.exists() else folder / f"{name}.md").read_text("utf-8")

    return read


def sample_reader(module: str) -> Callable[[], SampleGame]:
    """Return a function that reads the sample game beside a module."""

    @cache
    def read() -> SampleGame:
        data = json.loads((Path(module).parent / SAMPLE).read_text("utf-8"))
        submissions = tuple((seat, text) for seat, text in data["submissions"])
        return SampleGame(submissions, data["first"], data["last"])

    return read
