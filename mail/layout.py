"""What stands on the paper of a letter, before it is written out as text and as HTML."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from django.template.loader import render_to_string

WIDTH_CHARS = 76
ISOLATED = re.compile("\u2068[^\u2069]*\u2069")  # a text that runs in a direction of its own
MAILTO = "mailto:"
GLUE = "\ue002"  # a private letter, for a blank at which no line is broken


@dataclass(frozen=True, slots=True)
class LetterLink:
    """Words that lead to an address, of a page or of a letter ("mailto:…")."""

    label: str
    url: str

    @property
    def shown_url(self) -> str:
        """The address as a text shows it: a mail address without what programs fill in."""
        return self.url.removeprefix(MAILTO).partition("?")[0] if self.is_mail else self.url

    @property
    def is_mail(self) -> bool:
        return self.url.startswith(MAILTO)


def mail_link(label: str, address: str, subject: str) -> LetterLink:
    """Return a link that begins a letter to an address."""
    return LetterLink(label, f"{MAILTO}{address}?subject={quote(subject)}")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture shown inside a letter: ``cid`` is its name in the HTML part, ``png`` its bytes."""

    cid: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part: a table with its head, and lines: each a mark ("3." or ""), a sentence,
    and perhaps a small note below it; links follow. What is for looking up ``is_small``; how the
    letter is answered ``is_about_mail``."""

    title: str
    lines: tuple[tuple[str, ...], ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    links: tuple[LetterLink, ...] = ()
    is_small: bool = False
    is_about_mail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One of several letters in a digest: what it is about, and what it says in brief."""

    title: str
    headline: str
    paragraphs: tuple[str, ...] = ()
    deadline: tuple[str, str] | None = None
    sections: tuple[Section, ...] = ()
    links: tuple[LetterLink, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Everything a letter says, in the order in which it is read.

    ``top`` are the words of the strip above: what the letter is about. ``code`` is set large,
    to be typed from. ``deadline`` says when and how long from now. What the letter asks for, and
    how it is answered, stands in ``first_sections``, above the pictures. A digest has ``blocks``.
    ``foot`` tells why the letter came, with its links.
    """

    top: tuple[str, ...]
    headline: str
    paragraphs: tuple[str, ...] = ()
    deadline: tuple[str, str] | None = None
    code: str = ""
    button: LetterLink | None = None
    links: tuple[LetterLink, ...] = ()
    first_sections: tuple[Section, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sections: tuple[Section, ...] = ()
    blocks: tuple[Block, ...] = ()
    foot: tuple[str, ...] = ()
    foot_links: tuple[LetterLink, ...] = ()


def render_html(layout: Layout, *, subject: str, language: str) -> str:
    """Write the HTML part: tables, inline styles, nothing from elsewhere."""
    context = {"layout": layout, "subject": subject, "language": language}
    return render_to_string("letters/letter.html", context)


def render_text(layout: Layout) -> str:
    """Write the text part, which says all that the HTML part says."""
    blocks = [
        _underline_title(layout.headline, "="),
        f"    {layout.code}" if layout.code else "",
        *(_wrap_line(paragraph) for paragraph in layout.paragraphs),
        "\n".join(_wrap_line(line) for line in layout.deadline or ()),
        *map(_link_text, _button_and_links(layout)),
        *map(_section_text, (*layout.first_sections, *layout.sections)),
        *map(_block_text, layout.blocks),
        "\n".join(["-- ", *(_wrap_line(line) for line in (" · ".join(layout.top), *layout.foot))]),
        *map(_link_text, layout.foot_links),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _link_text(link: LetterLink) -> str:
    return f"{link.label}:\n{link.shown_url}"


def _button_and_links(layout: Layout) -> tuple[LetterLink, ...]:
    return (layout.button, *layout.links) if layout.button else layout.links


def _section_text(section: Section) -> str:
    lines = [_line_text(*line) for line in section.lines]
    table = list(_align_columns([section.head, *section.rows])) if section.rows else []
    links = map(_link_text, section.links)
    return "\n".join([_underline_title(section.title, "-"), *table, *lines, *links])


def _block_text(block: Block) -> str:
    lines = [
        _underline_title(block.title, "-"),
        *map(_wrap_line, (block.headline, *block.paragraphs, *(block.deadline or ()))),
        *map(_part_text, block.sections),
        *map(_link_text, block.links),
    ]
    return "\n".join(lines)


def _part_text(section: Section) -> str:
    return "\n".join([f"{section.title}:", *(_line_text(*line) for line in section.lines)])


def _line_text(mark: str, sentence: str, note: str = "") -> str:
    said = _wrap_line(sentence, mark=f"{mark:>3} " if mark else "", hanging=not mark)
    return f"{said}\n{_wrap_line(note, mark='    ')}" if note else said


def _underline_title(title: str, rule: str) -> str:
    return f"{_wrap_line(title)}\n{rule * min(len(title), WIDTH_CHARS)}"


def _wrap_line(line: str, mark: str = "", *, hanging: bool = False) -> str:
    # Each line is a paragraph of its own to the reader: what is isolated has to stay in one.
    whole = ISOLATED.sub(lambda match: match[0].replace(" ", GLUE), line)
    return textwrap.fill(
        whole,
        WIDTH_CHARS,
        initial_indent=mark,
        subsequent_indent="  " if hanging else " " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(GLUE, " ")


def _align_columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Set a table: the first two columns to the left, numbers to the right."""
    table = [[" ".join(cell.split()) for cell in row] for row in rows]
    widths = [max(map(_shown_length, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            _pad_cell(cell, width, to_right=place >= 2)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _pad_cell(cell: str, width: int, *, to_right: bool) -> str:
    room = " " * (width - _shown_length(cell))
    return room + cell if to_right else cell + room


def _shown_length(cell: str) -> int:
    return len(cell) - 2 * len(ISOLATED.findall(cell))
