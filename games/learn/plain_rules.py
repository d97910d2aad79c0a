"""The rules of a game as plain text, by chapters, for letters.

The boards of the rulebook are left out, as a text cannot draw them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

from conquest import registry
from games.learn.citations import BRACKETS, NUMBER

HEADINGS = {"h2": 2, "h3": 3}
SIGN_CHARS = 2
BULLET, CELLS = "•", " · "
ARTICLES = {"a", "an", "the", "der", "die", "das", "ein", "eine", "den", "dem"}


@dataclass(frozen=True, slots=True)
class RulesChapter:
    """A chapter (``level`` 2) or a part of one (3): its lines, each with its mark or ""."""

    title: str
    level: int
    lines: tuple[tuple[str, str], ...]

    def names_rule(self, number: str) -> bool:
        """Whether it names a rule in brackets."""
        brackets = (part for _mark, line in self.lines for part in BRACKETS.findall(line))
        return any(number in NUMBER.findall(part) for part in brackets)


@cache
def list_chapters(slug: str, language: str) -> tuple[RulesChapter, ...]:
    """Return the chapters of a rulebook and their parts, in their order, without the introduction
    before them."""
    text = registry.get_ruleset(slug).telling.rules_text(language)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    starts = [at for at, token in enumerate(tokens) if _opens_chapter(token)]
    ends = [*starts[1:], len(tokens)]
    return tuple(_read_chapter(tokens[a:b]) for a, b in zip(starts, ends, strict=True))


def find_chapters(slug: str, language: str, words: str) -> tuple[RulesChapter, ...]:
    """Return the chapter with its parts, or the one part, that is called so in any language or
    names this rule; empty if there is none."""
    chapters = list_chapters(slug, language)
    languages = sorted(dict(settings.LANGUAGES), key=lambda other: other != language)
    places = (_find_place(list_chapters(slug, other), words) for other in languages)
    place = next((place for place in places if place is not None), None)
    if place is None or place >= len(chapters):
        return ()
    first, rest = chapters[place], chapters[place + 1 :]
    return first, *_parts_below(first, rest)


def _find_place(chapters: Sequence[RulesChapter], words: str) -> int | None:
    """Return where the chapter stands that fits best: by a rule's number, its name or a part of
    its name."""
    number, name = words.strip().upper(), _plain_name(words)
    if NUMBER.fullmatch(number):
        fits = [at for at, one in enumerate(chapters) if one.names_rule(number)]
    else:
        names = [_plain_name(one.title) for one in chapters]
        # From the beginning of a word on: "capt" is a capture, and no recapture.
        fits = [at for at, one in enumerate(names) if name and f" {name}" in f" {one}"]
        fits.sort(key=lambda at: names[at] != name)
    return next(iter(fits), None)


def _parts_below(first: RulesChapter, rest: Iterable[RulesChapter]) -> Iterator[RulesChapter]:
    for chapter in rest:
        if chapter.level <= first.level:
            return
        yield chapter


def _plain_name(title: str) -> str:
    """Return a title without case, articles and signs: "The recapture" is "recapture"."""
    words = re.findall(r"\w+", title.casefold())
    return " ".join(word for word in words if word not in ARTICLES)


def _opens_chapter(token: Token) -> bool:
    return token.type == "heading_open" and token.tag in HEADINGS


def _read_chapter(tokens: Sequence[Token]) -> RulesChapter:
    heading, title, _close, *rest = tokens
    return RulesChapter(_plain_text(title), HEADINGS[heading.tag], tuple(_read_lines(rest)))


def _read_lines(tokens: Iterable[Token]) -> Iterator[tuple[str, str]]:
    """Yield paragraphs, items of lists with their marks, and rows of tables."""
    mark, cells, in_row = "", list[str](), False
    for token in tokens:
        match token.type:
            case "list_item_open":
                mark = f"{token.info}." if token.info else BULLET
            case "tr_open":
                in_row, cells = True, []
            case "tr_close":
                yield "", CELLS.join(cells)
                in_row = False
            case "inline" if in_row:
                cells.append(_plain_text(token))
            case "inline":
                yield mark, _plain_text(token)
                mark = ""


def _plain_text(inline: Token) -> str:
    pieces = (
        " " if child.type == "softbreak" else child.content for child in inline.children or ()
    )
    return " ".join("".join(pieces).split())
