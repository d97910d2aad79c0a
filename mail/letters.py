"""Every letter the site sends, one function each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture shown inside a letter: ``cid`` is its name in the HTML part, ``png`` its bytes."""

    cid: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter ready to be put into an envelope, in one language.

    ``thread`` groups the letters of one game; ``unsubscribe`` is the address of the one-click
    door, where the letter has one.
    """

    subject: str
    text: str
    html: str
    language: str
    pictures: tuple[Picture, ...] = ()
    thread: str = ""
    unsubscribe: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
