"""SVG elements as text, without style attributes, scripts or anything from outside."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TypeAlias

Attributes: TypeAlias = dict[str, str | float | None]

FAMILY = "Atkinson Hyperlegible Next, Segoe UI, Roboto, Arial, sans-serif"


def format_length(value: float) -> str:
    """Return a length in board units with one decimal at most: 2.0 is "2", -0.04 is "0"."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return one element; ``inside`` is markup already, attributes are escaped.

    An underscore in an attribute's name stands for a hyphen, one at its end is dropped;
    ``None`` leaves the attribute out.
    """
    written = "".join(
        f'{_attribute_start(key)}"{_attribute_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(*inside: str, **attributes: str | float | None) -> str:
    """Return a group, or "" where it would be empty."""
    return element("g", *inside, **attributes) if any(inside) else ""


def text_element(text: str, size: float, ink: str, **attributes: str | float | None) -> str:
    """Return a text in bold, centred on the origin, ``size`` units high."""
    return element(
        "text",
        escape(text),
        y=size * 0.35,  # half the height of a capital letter
        font_size=size,
        font_weight="700",
        font_family=FAMILY,
        text_anchor="middle",
        fill=ink,
        **attributes,
    )


def transform_to(at: tuple[float, float], turn: float = 0) -> str:
    """Return the transformation that moves the origin to ``at`` and turns it by degrees."""
    place = f"translate({format_length(at[0])} {format_length(at[1])})"
    return f"{place} rotate({format_length(turn)})" if turn else place


@cache
def _attribute_start(key: str) -> str:
    return f" {key.rstrip('_').replace('_', '-')}="


def _attribute_value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else format_length(value)
