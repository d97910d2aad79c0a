"""The fonts of pages and pictures: complete, freely licensed, and small."""

from __future__ import annotations

import re
from pathlib import Path

from conquest.kit import picture

ROOT = Path(picture.__file__).parents[3]
SHEET = ROOT / "static/css/fonts.css"
WEB = ROOT / "static/fonts"


def addresses() -> list[str]:
    return re.findall(r'url\("([^"]+)"\)', SHEET.read_text())


def test_style_sheet_names_exactly_the_web_fonts_that_exist() -> None:
    named = {(SHEET.parent / address).resolve() for address in addresses()}
    assert named == set(WEB.glob("*.woff2"))


def test_latin_fonts_are_small() -> None:
    latin = [path for path in WEB.glob("*-latin.woff2")]
    assert len(latin) == 4
    assert sum(path.stat().st_size for path in latin) < 120_000


def test_late_fonts_do_not_move_text() -> None:
    assert SHEET.read_text().count("font-display: optional") == len(addresses())


def test_fonts_have_their_licence_beside_them() -> None:
    licences = [*WEB.glob("*.OFL.txt"), ROOT / "conquest/kit/picture/fonts/OFL.txt"]
    families = {path.name.split(".")[0] for path in WEB.glob("*.OFL.txt")}
    assert all("SIL Open Font License, Version 1.1" in path.read_text() for path in licences)
    assert all(any(font.name.startswith(f) for f in families) for font in WEB.glob("*.woff2"))
