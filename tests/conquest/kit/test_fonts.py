"""The fonts of pages and pictures: complete, freely licensed, and small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from conquest.kit import picture
from tests import fonts

ROOT = Path(picture.__file__).parents[3]
SHEET = ROOT / "static/css/fonts.css"
WEB = ROOT / "static/fonts"


def word_files() -> Iterator[Path]:
    """Return where the words of pages are written."""
    for pattern in ("templates/**/*.html", "**/locale/de/LC_MESSAGES/*.po", "conquest/**/*.md"):
        yield from (path for path in ROOT.glob(pattern) if ".venv" not in path.parts)


def addresses() -> list[str]:
    return re.findall(r'url\("([^"]+)"\)', SHEET.read_text())


def test_style_sheet_names_exactly_the_web_fonts_that_exist() -> None:
    named = {(SHEET.parent / address).resolve() for address in addresses()}
    assert named == set(WEB.glob("*.woff2"))


def test_fonts_that_german_and_english_pages_load_are_small() -> None:
    sizes = [path.stat().st_size for path in WEB.glob("*-latin.woff2")]
    assert len(sizes) == 3
    assert sum(sizes) < 40_000


def test_german_and_english_pages_load_no_fonts_of_other_languages() -> None:
    basic = frozenset.union(*(face.characters for face in fonts.faces() if face.part == "latin"))
    others = frozenset.union(*(face.characters for face in fonts.faces() if face.part != "latin"))
    for path in word_files():
        assert not others.intersection(path.read_text()) - basic, path


def test_late_fonts_do_not_move_text() -> None:
    assert SHEET.read_text().count("font-display: optional") == len(addresses())


def test_fonts_have_their_licence_beside_them() -> None:
    licences = [*WEB.glob("*.OFL.txt"), ROOT / "conquest/kit/picture/fonts/OFL.txt"]
    families = {path.name.split(".")[0] for path in WEB.glob("*.OFL.txt")}
    assert all("SIL Open Font License, Version 1.1" in path.read_text() for path in licences)
    assert all(any(font.name.startswith(f) for f in families) for font in WEB.glob("*.woff2"))
