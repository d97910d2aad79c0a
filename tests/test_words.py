"""Every sentence has its German, with the same parts, and the compiled catalogue is the same."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.utils.translation import trim_whitespace

from conquest import registry
from tests.database import ROOT

SPOKEN = {"gettext", "gettext_lazy", "gettext_noop", "_", "Phrase", "term", "ngettext"}
SOURCES = [
    "accounts", "api", "config", "conquest", "db", "games", "inbox", "leagues", "mail", "ops",
    "tests/rulesets", "feeds", "records", "reports", "seasons", "talk", "training", "trial", "web",
]  # fmt: skip
FOLDERS = [path / "de/LC_MESSAGES" for path in (ROOT / "locale", *registry.find_folders("locale"))]
PART = re.compile(r"%\((\w+)\)[sd]")
TEMPLATE = re.compile(r"""{%\s*translate\s+"([^"]+)"|{%\s*translate\s+'([^']+)'""")
TRIMMED = re.compile(r"{% blocktranslate trimmed %}(.*?){% endblocktranslate %}", re.DOTALL)


@cache
def german(folder: Path) -> Catalog:
    with (folder / "django.po").open("rb") as file:
        return read_po(file, locale="de")


def messages() -> list[Message]:
    return [message for folder in FOLDERS for message in german(folder) if message.id]


def spoken_in_code() -> set[str]:
    """Collect the literal sentences of the Python code."""
    found = set()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            if "tests" in path.relative_to(ROOT / folder).parts or "migrations" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(func=ast.Name(name), args=[ast.Constant(str(text)), *_]):
                        if name in SPOKEN and text:
                            found.add(text)
    return found


def spoken_in_templates() -> set[str]:
    texts = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    short = {one or other for text in texts for one, other in TEMPLATE.findall(text)}
    long = {trim_whitespace(words) for text in texts for words in TRIMMED.findall(text)}
    return short | {words for words in long if "{{" not in words}


def test_every_sentence_of_the_code_has_its_german() -> None:
    known = {text for message in messages() for text in _all(message.id)}
    assert spoken_in_code() - known == set()


def test_every_sentence_of_the_templates_has_its_german() -> None:
    known = {text.replace("%%", "%") for message in messages() for text in _all(message.id)}
    assert spoken_in_templates() - known == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_every_translation_has_the_parts_of_its_sentence(folder: Path) -> None:
    assert [message.id for message in german(folder) if message.id and not _is_right(message)] == []


def test_a_wrong_translation_would_be_found() -> None:
    """The control: nothing, a guess, half of the plural, and a part that is missing."""
    right = Message("%(count)d by %(name)s", "%(count)d von %(name)s")
    plural = ("%(count)d turn", "%(count)d turns")
    wrong = [
        Message("Turn", ""),
        Message("Turn", "Zug", flags={"fuzzy"}),
        Message(plural, ("%(count)d Zug", "")),
        Message(right.id, "%(count)d von Alice"),
    ]
    assert _is_right(right)
    assert not any(map(_is_right, wrong))


def _is_right(message: Message) -> bool:
    """Whether a message has its German in all its forms, with the same parts, and none guessed."""
    texts = _all(message.string)
    return not message.fuzzy and all(texts) and _parts(texts) == _parts(_all(message.id))


def _parts(texts: list[str]) -> set[str]:
    return {part for text in texts for part in PART.findall(text)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_the_compiled_translations_are_the_newest(folder: Path) -> None:
    with (folder / "django.mo").open("rb") as file:
        compiled = _said(read_mo(file))
    assert compiled == _said(german(folder))


def _said(catalog: Catalog) -> dict[tuple[str, ...], list[str]]:
    return {(_context(one), *_all(one.id)): _all(one.string) for one in catalog if one.id}


def _context(message: Message) -> str:
    """Return the context of a message, which a compiled catalogue has in bytes."""
    found: str | bytes = message.context or ""
    return found.decode() if isinstance(found, bytes) else found


def test_a_sentence_is_translated_in_one_way_wherever_it_is_kept() -> None:
    said = defaultdict[tuple[str | None, ...], set[tuple[str, ...]]](set)
    for message in messages():
        said[message.context, *_all(message.id)].add(tuple(_all(message.string)))
    assert [text for text, translations in said.items() if len(translations) > 1] == []


def _all(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())
