"""Links over the fields, so that a board can be played without any script."""

from __future__ import annotations

from html import escape

from conquest.core import FieldLink, Point

from .markup import element, group
from .scene import BoardScene

REACH = 32


def draw_anchors(scene: BoardScene) -> str:
    """Draw a transparent disc over every field, with a link where the style has one.

    Without any links there are no discs.
    """
    links = scene.style.links
    if not links:
        return ""
    return group(
        *(_draw_spot(field, at, links.get(field)) for field, at in scene.board.fields.items()),
        class_="b-spots",
        fill="#FFFFFF",
        fill_opacity="0",
    )


def _draw_spot(field: str, at: Point, link: FieldLink | None) -> str:
    disc = element("circle", data_f=field, cx=at[0], cy=at[1], r=REACH)
    if link is None:
        return disc
    title = element("title", escape(link.title))
    return element("a", title, disc, href=link.href, class_="b-link")
