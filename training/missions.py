"""The texts of a campaign, read from a rule set's Markdown.

After the title and a welcome each chapter is a mission: its briefing, the text for a loss (a block
quote), and the text for a win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from conquest import registry
from conquest.core import Mission

MARKDOWN = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True)
class Chapter:
    """A mission with its texts as HTML."""

    mission: Mission
    title: str
    briefing: SafeString
    lost: SafeString
    won: SafeString


@dataclass(frozen=True, slots=True)
class CampaignBook:
    """A campaign in one language, with a title and a welcome."""

    title: str
    welcome: SafeString
    chapters: tuple[Chapter, ...]


@cache
def read_campaign(slug: str, language: str) -> CampaignBook | None:
    """Read the campaign of a rule set; ``None`` if it has none."""
    campaign = registry.get_ruleset(slug).campaign
    if campaign is None:
        return None
    tokens = MARKDOWN.parse(campaign.missions_text(language))
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
    first, *parts = (
        tokens[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)
    )
    pairs = zip(campaign.missions, parts, strict=True)
    chapters = tuple(_build_chapter(mission, part) for mission, part in pairs)
    return CampaignBook(first[1].content, _render_html(first[3:]), chapters)


def _build_chapter(mission: Mission, tokens: Sequence[Token]) -> Chapter:
    kinds = [token.type for token in tokens]
    quote, end = kinds.index("blockquote_open"), kinds.index("blockquote_close")
    return Chapter(
        mission=mission,
        title=tokens[1].content,
        briefing=_render_html(tokens[3:quote]),
        lost=_render_html(tokens[quote + 1 : end]),
        won=_render_html(tokens[end + 1 :]),
    )


def _render_html(tokens: Sequence[Token]) -> SafeString:
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)
