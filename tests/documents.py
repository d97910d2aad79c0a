"""What the documents tell operators to type, for tests that type it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

RUNNING = Path(__file__).parents[1] / "docs/running.md"
HEADING = re.compile(r"(?m)^#+ (.+)\n")
BLOCK = re.compile(r"(?m)(?:^ {4}.*\S.*\n)+")
FILE = re.compile(r"(Add to )?`(/[^`\s]+)`:$")


@dataclass(frozen=True)
class Block:
    """An indented block: what is typed, or what stands in a ``file`` or is added to it."""

    text: str
    file: str = ""
    is_added: bool = False

    def __str__(self) -> str:
        """Return it as a shell would read it."""
        if not self.file:
            return self.text
        return f"cat {'>>' if self.is_added else '>'} {self.file} <<'END'\n{self.text}END\n"


def typed_lines(beginning: str) -> list[str]:
    """Return the lines of an indented block of docs/running.md that begins with some words."""
    text = RUNNING.read_text()
    lines = text[text.index(f"    {beginning}") :].splitlines()
    return [line.strip() for line in lines[: lines.index("")]]


def typed_blocks(heading: str) -> Iterator[Block]:
    """Yield the indented blocks of a section of docs/running.md, in their order."""
    _, *parts = HEADING.split(RUNNING.read_text())
    text = dict(zip(parts[::2], parts[1::2], strict=True))[heading]
    for found in BLOCK.finditer(text):
        named = FILE.search(text[: found.start()].rstrip())
        block = dedent(found[0])
        yield Block(block, named[2], bool(named[1])) if named else Block(block)


def documented_file(path: str, heading: str) -> str:
    """Return what a section wants in a file."""
    (block,) = (block for block in typed_blocks(heading) if block.file == path)
    return block.text
