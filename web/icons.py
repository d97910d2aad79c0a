"""Paint the site's mark as icons for devices: ``make icons``."""

from __future__ import annotations

import re
from pathlib import Path

from conquest.kit.picture.bitmap import paint_svg
from web.webapp import PAPER

IMAGES = Path(__file__).parent.parent / "static" / "img"
SIDES = (180, 192, 512)
MASKED = 512
PREVIEW = 1200, 630  # pixels: the format in which sites show previews of links
SAFE = 0.72  # of the side: within it the mark is seen in whatever shape a device cuts out


def main() -> None:
    """Write every icon beside the mark it shows."""
    for name, picture in paint_icons((IMAGES / "mark.svg").read_text()).items():
        (IMAGES / name).write_bytes(picture)


def paint_icons(mark: str) -> dict[str, bytes]:
    """Return the icons of a mark by their names."""
    whole = {f"icon-{side}.png": paint_svg(_draw_on_paper(mark, 1.0), side) for side in SIDES}
    masked = {f"icon-maskable-{MASKED}.png": paint_svg(_draw_on_paper(mark, SAFE), MASKED)}
    # The preview of links to what strangers may not see.
    return whole | masked | {"preview.png": paint_svg(_draw_preview(mark), PREVIEW[0])}


def _draw_preview(mark: str) -> str:
    """Draw a mark in the middle of paper of the format of previews."""
    wide, high = PREVIEW
    side = high * SAFE
    place = f"translate({(wide - side) / 2} {(high - side) / 2}) scale({side / 48})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
        f'<g transform="{place}">{_content_of(mark)}</g></svg>'
    )


def _content_of(mark: str) -> str:
    match = re.fullmatch(r"<svg [^>]*>(.*)</svg>\s*", mark, re.DOTALL)
    assert match is not None
    return match[1]


def _draw_on_paper(mark: str, share: float) -> str:
    """Draw a mark on an opaque square: devices show transparent icons badly."""
    edge = (1 - share) / 2 * 48
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">'
        f'<rect width="48" height="48" fill="{PAPER}"/>'
        f'<g transform="translate({edge} {edge}) scale({share})">{_content_of(mark)}</g></svg>'
    )


if __name__ == "__main__":
    main()
