"""Texts of ``format=flowed`` (RFC 3676): lines that end with a blank go on in the next."""

from __future__ import annotations

SIGNATURE = "-- "


def unwrap_flowed(text: str, *, delete_space: bool) -> str:
    """Return a text with each paragraph in one line.

    ``delete_space`` is DelSp: the blank at the end of a line is no part of the text.
    """
    paragraphs: list[list[str]] = []
    open_depth = -1  # of the paragraph that goes on, -1 if none does
    for line in text.split("\n"):
        depth, content = _split_marks(line)
        goes_on = content.endswith(" ") and content != SIGNATURE
        if depth != open_depth or content == SIGNATURE:
            paragraphs.append([">" * depth + " " * bool(depth)])
        paragraphs[-1].append(content[:-1] if goes_on and delete_space else content)
        open_depth = depth if goes_on else -1
    return "\n".join(map("".join, paragraphs))


def _split_marks(line: str) -> tuple[int, str]:
    """Return how deep a line is quoted, and the line without its marks and its stuffed blank."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")
