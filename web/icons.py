"""Paint the site's mark as icons for devices: ``make icons``."""

from __future__ import annotations

import re
from pathlib import Path

from conquest.kit.picture.bitmap import paint_svg
from web.webapp import PAPER

IMAGES = Path(__file__).parent.parent / "static" / "img"
SIDES = (180, 192, 512)
MASKED = 512
SAFE = 0.72  # of the side: within it the mark is seen in whatever shape a device cuts out


def main() -> None:
    """Write every icon beside the mark it shows."""
    for name, picture in paint_icons((IMAGES / "mark.svg").read_text()).items():
        (IMAGES / name).write_bytes(picture)


def paint_icons(mark: str) -> dict[str, bytes]:
    """Return the icons of a mark by their names."""
    whole = {f"icon-{side}.png": paint_svg(_draw_on_paper(mark, 1.0), side) for side in SIDES}
    return whole | {f"icon-maskable-{MASKED}.png": paint_svg(_draw_on_paper(mark, SAFE), MASKED)}


def _draw_on_paper(mark: str, share: float) -> str:
    """Draw a mark on an opaque square: devices show transparent icons badly."""
    match = re.fullmatch(r"<svg [^>]*>(.*)</svg>\s*", mark, re.DOTALL)
    assert match is not None
    edge = (1 - share) / 2 * 48
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">'
        f'<rect width="48" height="48" fill="{PAPER}"/>'
        f'<g transform="translate({edge} {edge}) scale({share})">{match[1]}</g></svg>'
    )


if __name__ == "__main__":
    main()
