"""The rules of a game as a page: the text with a table of contents and drawn boards.

A board in the text is a fence "```board" followed by the caption, with an example in it (see
``games.learn.examples``): the position before its orders is drawn, and the orders as numbered
arrows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

from conquest import registry
from conquest.core import BoardStyle
from conquest.registry import AnyRules
from games import board
from games.learn import citations, examples
from games.play.knowledge import mask_state

FENCE = "board "
NEAR = {"margin": 140.0, "least": 560.0}


@dataclass(frozen=True, slots=True)
class Manual:
    """The rules in one language: the text as HTML without its title, and (anchor, title) of its
    chapters."""

    title: str
    html: SafeString
    chapters: tuple[tuple[str, str], ...]


@cache
def render_manual(slug: str, language: str, theme: str) -> Manual:
    """Render the rulebook of a rule set; a theme is "light", "dark" or "" for that of the device.

    It is cached for good, since the text is part of the program.
    """
    rules, numbers = registry.get_ruleset(slug), count(1)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def render_fence(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        if tokens[index].info.startswith(FENCE):
            return _draw_figure(rules, tokens[index], next(numbers), theme)
        return format_html('<pre translate="no"><code>{}</code></pre>', tokens[index].content)

    def render_text(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return citations.anchor_numbers(tokens[index].content, seen)

    seen = set[str]()
    renderers = {"fence": render_fence, "text": render_text}
    markdown.renderer.rules |= renderers  # type: ignore[attr-defined]
    tokens = markdown.parse(rules.telling.rules_text(language))
    _heading_open, title, _heading_close, *text = tokens
    chapters = tuple(_anchor_chapters(text))
    html: str = markdown.renderer.render(text, markdown.options, {})
    # The sign must not be parted from its words at the end of a line.
    html = html.replace("⌂ ", "⌂&nbsp;").replace(" (⌂", "&nbsp;(⌂")
    html = html.replace("<table>", '<table tabindex="0">')  # scrolls by keys, too
    return Manual(title.content, mark_safe(html), chapters)


@cache
def rule_url(slug: str, rule: str) -> str:
    """Return the URL of a rule in the rulebook, "" if the rulebook does not name it."""
    text = registry.get_ruleset(slug).telling.rules_text("en")
    is_named = rule and re.search(rf"\b{re.escape(rule)}\b", text)
    return f"{reverse('rules', args=[slug])}#{rule}" if is_named else ""


def introduction(slug: str, language: str) -> str:
    """Return the first paragraph of the rules, which says what kind of game it is."""
    _title, _break, text = registry.get_ruleset(slug).telling.rules_text(language).partition("\n\n")
    return " ".join(text.partition("\n\n")[0].split())


def _anchor_chapters(tokens: Iterable[Token]) -> Iterable[tuple[str, str]]:
    """Set an anchor at the heading of each chapter, and yield it with the title."""
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            anchor = slugify(inline.content)
            heading.attrSet("id", anchor)
            yield anchor, inline.content


def find_example(slug: str, language: str, number: int) -> tuple[str, examples.Example] | None:
    """Return caption and example of the board with this ``number`` in the text, counted from 1;
    ``None`` if there is none."""
    rules = registry.get_ruleset(slug)
    tokens = MarkdownIt("commonmark").parse(rules.telling.rules_text(language))
    fences = [token for token in tokens if token.info.startswith(FENCE)]
    return _read_fence(rules, fences[number - 1]) if 0 < number <= len(fences) else None


def _read_fence(rules: AnyRules, fence: Token) -> tuple[str, examples.Example]:
    return fence.info.removeprefix(FENCE), examples.read_example(rules, json.loads(fence.content))


def _draw_figure(rules: AnyRules, fence: Token, number: int, theme: str) -> SafeString:
    """Draw an example before its orders, with these as numbered arrows: only the part of the board
    where they happen, or all of it if there are none."""
    caption, example = _read_fence(rules, fence)
    game, seats = examples.unsaved_game(rules, example.board)
    played = examples.play_example(rules, example)
    fields = [*played.fields, *example.around]
    drawn = board.board_picture(
        game,
        seats,
        mask_state(rules, example.state, example.viewer),
        BoardStyle(
            title=caption,
            marks=played.marks,
            labels=True,
            box=board.box_around(game, fields, **NEAR, turned=0) if fields else None,
        ),
    )
    return format_html(
        '<figure class="example"><div class="board {}">{}</div>'
        '<figcaption>{} <a href="{}">{}</a></figcaption></figure>',
        "crop" if fields else "",
        drawn.with_backdrop(theme),
        caption,
        reverse("example", args=[rules.slug, number]),
        _("Try it"),
    )
