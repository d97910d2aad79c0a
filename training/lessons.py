"""A guided first turn: the lessons of a rule set, read from its Markdown.

After the title and a welcome each chapter is a lesson: the task, a fence "```lesson", a hint for
when the goal was not reached (a block quote), and praise. The fence holds an example (see
``games.learn.examples``), after whose orders ``seat`` is to act, and

* ``goal``: what the plan must lead to (see ``games.learn.tryout``),
* ``solution``: orders that reach it,
* ``review``: true if the turn is to be checked and sent, which ends the lessons.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from conquest import registry
from games.learn import examples
from games.learn.examples import Example

FENCE = "lesson"
MARKDOWN = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson with its texts as HTML."""

    number: int
    title: str
    task: SafeString
    hint: SafeString
    praise: SafeString
    example: Example
    seat: str
    goal: Mapping[str, Any]
    solution: str
    has_review: bool


@dataclass(frozen=True, slots=True)
class Lessons:
    """All lessons of a rule set in one language, with a title and a welcome."""

    title: str
    welcome: SafeString
    lessons: tuple[Lesson, ...]


@cache
def read_lessons(slug: str, language: str) -> Lessons | None:
    """Read the lessons of a rule set; ``None`` if it has none."""
    text = registry.get_ruleset(slug).telling.lessons_text(language)
    if not text:
        return None
    tokens = MARKDOWN.parse(text)
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
    first, *chapters = (
        tokens[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)
    )
    lessons = (_build_lesson(slug, number, part) for number, part in enumerate(chapters, start=1))
    return Lessons(first[1].content, _render_html(first[3:]), tuple(lessons))


def _build_lesson(slug: str, number: int, chapter: Sequence[Token]) -> Lesson:
    fence = next(index for index, token in enumerate(chapter) if token.info == FENCE)
    data = json.loads(chapter[fence].content)
    hint, praise = _split_quote(chapter[fence + 1 :])
    return Lesson(
        number=number,
        title=chapter[1].content,
        # The first three tokens are the heading.
        task=_render_html(chapter[3:fence]),
        hint=_render_html(hint),
        praise=_render_html(praise),
        example=examples.read_example(registry.get_ruleset(slug), data),
        seat=data["seat"],
        goal=data["goal"],
        solution=data["solution"],
        has_review=data.get("review", False),
    )


def _split_quote(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return the content of the block quote at the beginning, and what follows it."""
    end = next(index for index, token in enumerate(tokens) if token.type == "blockquote_close")
    return tokens[1:end], tokens[end + 1 :]


def _render_html(tokens: Sequence[Token]) -> SafeString:
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)
