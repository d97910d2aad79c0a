"""The sea around every board."""

from __future__ import annotations

from .markup import element


def define_water(prefix: str, *, sea: str, deep: str, wave: str) -> str:
    """Define the pattern of the waves and the shade of the deep, in three inks."""
    waves = element(
        "path",
        d="M8 14q7-7 14 0t14 0M54 37q7-7 14 0t14 0",
        fill="none",
        stroke=wave,
        stroke_width=1.7,
        stroke_linecap="round",
    )
    return element(
        "pattern", waves, id=f"{prefix}-waves", width=92, height=46, patternUnits="userSpaceOnUse"
    ) + element(
        "radialGradient",
        element("stop", offset="0.35", stop_color=sea),
        element("stop", offset="1", stop_color=deep),
        id=f"{prefix}-deep",
    )


def draw_water(prefix: str, x: float, y: float, width: float, height: float) -> str:
    """Draw water over a part of the board."""
    return "".join(
        element("rect", x=x, y=y, width=width, height=height, fill=f"url(#{prefix}-{layer})")
        for layer in ("deep", "waves")
    )
