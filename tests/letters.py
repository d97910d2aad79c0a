"""A letter as its reader's mail program shows it."""

from __future__ import annotations

from html.parser import HTMLParser

PNG = b"\x89PNG\r\n\x1a\n"


class Read(HTMLParser):
    """The words, addresses and tags of an HTML part, as a mail program sees them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.alts: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.links += [given["href"] or ""] if "href" in given else []
        self.sources += [given["src"] or ""] if "src" in given else []
        self.alts += [given["alt"] or ""] if "alt" in given else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def said(self) -> str:
        return " ".join(" ".join(self.words).split())
