"""The empty board, as part of a picture and as a picture of its own."""

from __future__ import annotations

from functools import lru_cache

from conquest.core import Artist

from .markup import element, format_length

_END = "<!-- ground -->"  # lets find_ground cut the board out of a finished picture again
_KEPT = 64  # drawings: a board in two themes, with names or without, from up to four sides


@lru_cache(maxsize=_KEPT)
def draw_ground(
    artist: Artist, board: str, theme: str, labels: bool, *, is_large: bool = False
) -> str:
    """Draw the empty board as an SVG group that goes under the figures; with ``labels`` the names
    of its fields, large ones if ``is_large`` and its artist has them."""
    width, height = artist.chart_of(board).size
    large = artist.large_names if is_large else None
    draw_names = large.draw if large else artist.draw_field_names
    names = draw_names(board, theme) if labels else ""
    size = f"{format_length(width)} {format_length(height)}"
    drawn = artist.draw_backdrop(board, theme) + names
    return element("g", drawn, class_="b-ground", data_size=size) + _END


@lru_cache(maxsize=_KEPT)
def backdrop_svg(artist: Artist, board: str, theme: str, labels: bool) -> str:
    """Draw the empty board ``board`` in the ``theme`` "light" or "dark" as an SVG of its own."""
    return standalone_svg(draw_ground(artist, board, theme, labels), *artist.chart_of(board).size)


def names_svg(artist: Artist, board: str, theme: str) -> str:
    """Draw only the names of the fields of a board, as an SVG that goes over its backdrop."""
    return standalone_svg(artist.draw_field_names(board, theme), *artist.chart_of(board).size)


def standalone_svg(
    drawn: str, width: float, height: float, *, left: float = 0, top: float = 0
) -> str:
    """Wrap an empty board, as ``draw_ground`` draws it, or a part of it, in an SVG of its own."""
    return element(
        "svg",
        drawn.removesuffix(_END),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(format_length(length) for length in (left, top, width, height)),
        width=width,
        height=height,
    )


def find_ground(svg: str) -> str:
    """Return the markup of the empty board in a picture, "" where there is none."""
    start = svg.find('<g class="b-ground"')
    end = svg.find(_END, start)
    return svg[start : end + len(_END)] if 0 <= start < end else ""
