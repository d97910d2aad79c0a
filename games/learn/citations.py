"""Numbers of rules as anchors in the rulebook, and links to them.

A number is an anchor where the rulebook first names it in brackets.
"""

from __future__ import annotations

import re
from functools import cache

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from conquest import registry

BRACKETS = re.compile(r"\([^()]*(?:\)|$)|^[^()]*\)")  # a line may end within them
NUMBER = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]{0,2}\b")


@cache
def rule_numbers(slug: str, language: str) -> frozenset[str]:
    """Return the numbers that the rulebook of a game names in brackets, in a language."""
    tokens = MarkdownIt("commonmark").enable("table").parse(_rules_text(slug, language))
    texts = (child.content for token in tokens for child in token.children or ())
    return frozenset(number for text in texts for number in _numbers_in(text))


def link_to_rule(slug: str, language: str, number: str) -> SafeString:
    """Return a rule's number as a link into the rulebook, "" if the rulebook does not name it."""
    if number not in rule_numbers(slug, language):
        return SafeString()
    return format_html('<a href="{}#{}">{}</a>', reverse("rules", args=[slug]), number, number)


def anchor_numbers(text: str, seen: set[str]) -> SafeString:
    """Return a text of the rules as HTML, with an anchor at each number not ``seen`` before.

    The new numbers are added to ``seen``.
    """

    def anchor(match: re.Match[str]) -> str:
        number = match[0]
        if number in seen:
            return number
        seen.add(number)
        return format_html('<span class="rule" id="{}">{}</span>', number, number)

    # Escaped before, so that only the anchors are markup.
    html = BRACKETS.sub(lambda match: NUMBER.sub(anchor, match[0]), escape(text))
    return mark_safe(html)


def _numbers_in(text: str) -> list[str]:
    return [number for bracket in BRACKETS.findall(text) for number in NUMBER.findall(bracket)]


def _rules_text(slug: str, language: str) -> str:
    return registry.get_ruleset(slug).telling.rules_text(language)
