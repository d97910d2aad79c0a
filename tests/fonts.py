"""``make fonts``: write the fonts of pages again, each with the characters and weights that
``static/css/fonts.css`` names for it. The sources are packages that ``make fonts`` fetches.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.database import ROOT

SHEET = ROOT / "static/css/fonts.css"
FONTS = ROOT / "static/fonts"
PACKAGES = ROOT / "build/fonts/node_modules"
TOOL = ROOT / "build/fonttools/bin/fonttools"
SOURCES = {
    "atkinson-hyperlegible-next": "@fontsource-variable/atkinson-hyperlegible-next/files/"
    "atkinson-hyperlegible-next-{script}-wght-normal.woff2",
    "atkinson-hyperlegible-mono": "@fontsource-variable/atkinson-hyperlegible-mono/files/"
    "atkinson-hyperlegible-mono-{script}-wght-normal.woff2",
    "alegreya-sc-700": "@fontsource/alegreya-sc/files/alegreya-sc-{script}-700-normal.woff2",
}
SCRIPTS = {"latin-ext": "latin-ext", "latin-more": "latin", "latin": "latin"}
FACE = re.compile(
    r"font-weight: (?P<weights>[\d ]+);.*?"
    r'url\("\.\./fonts/(?P<family>[\w-]+?)-(?P<part>latin(?:-\w+)?)\.woff2"\).*?'
    r"unicode-range: (?P<ranges>[^;]+);",
    re.DOTALL,
)
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


@dataclass(frozen=True)
class Face:
    """A font of pages: its file, and what is in it."""

    family: str
    part: str
    weights: tuple[str, ...]
    ranges: str

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return FONTS / f"{self.family}-{self.part}.woff2"

    @property
    def source(self) -> Path:
        """What it is made of."""
        return PACKAGES / SOURCES[self.family].format(script=SCRIPTS[self.part])

    @property
    def characters(self) -> frozenset[str]:
        """Return the characters for which a browser loads it."""
        ends = ((int(a, 16), int(b or a, 16)) for a, b in RANGE.findall(self.ranges))
        return frozenset(chr(code) for first, last in ends for code in range(first, last + 1))


def faces() -> list[Face]:
    """Return the fonts that the style sheet names."""
    return [
        Face(one["family"], one["part"], tuple(one["weights"].split()), one["ranges"])
        for one in FACE.finditer(SHEET.read_text())
    ]


def main() -> None:
    """Write all fonts."""
    for face in faces():
        if len(face.weights) > 1:
            _write_variable(face)
        else:
            _take_characters(face, face.source, "--no-hinting")  # a third of its weight
        sys.stdout.write(f"{face.path.name}: {face.path.stat().st_size:,} bytes\n")


def _write_variable(face: Face) -> None:
    """Write a font of many weights, with those that are wanted; its hints say that it has none."""
    with tempfile.TemporaryDirectory() as folder:
        limited = Path(folder) / "limited.ttf"
        options = ("--quiet", "--no-recalc-timestamp", "--output", str(limited))
        _run("varLib.instancer", *options, str(face.source), f"wght={':'.join(face.weights)}")
        _take_characters(face, limited)


def _take_characters(face: Face, source: Path, *options: str) -> None:
    codes = ",".join(f"{ord(one):04X}" for one in sorted(face.characters))
    target = f"--output-file={face.path}"
    _run("subset", *options, "--flavor=woff2", f"--unicodes={codes}", target, str(source))


def _run(*words: str) -> None:
    subprocess.run([TOOL, *words], check=True)


if __name__ == "__main__":
    main()
