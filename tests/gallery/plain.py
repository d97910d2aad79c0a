"""Pages, letters and files as lines of plain text: what is to be read in them, and where it leads.

What differs from one day to the next, such as keys and hashes, is replaced by a word for it.
"""

from __future__ import annotations

import json
import re
import zoneinfo
from html.parser import HTMLParser

from mail.redaction import REPLY_TOKEN

TOLD = (
    *("action", "alt", "aria-label", "checked", "content", "datetime", "disabled", "formaction"),
    *("href", "method", "name", "placeholder", "selected", "src", "title", "value"),
)
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "small", "span", "strong", "time"}
SILENT = {"script", "style"}
NOTHING = {"use"}  # figures, by the numbers of their pictures
DATA = "application/json"
FLEETING = (
    (REPLY_TOKEN, "REPLY"),
    (re.compile(r"(?<![\w-])[\w-]+((:|%3A)[\w-]{6})?(:|%3A)[\w-]{43}(?![\w-])"), "SIGNED"),
    (re.compile(r"(?<![0-9a-f])([0-9a-f]{16}){1,4}(?![0-9a-f])"), "HASH"),
    (re.compile(r"={15}\d+=="), "BOUNDARY"),
    (re.compile(r'(?<="challenge": ")[\w-]+'), "CHALLENGE"),
    (re.compile(r"(?<=/invite/)[\w-]+"), "KEY"),
    (re.compile(r"(?<=\d\d:\d\d):\d\d(\.\d+)?(?=Z|\+00:00)"), ""),
)
DRAWN = {"csrfmiddlewaretoken": "TOKEN", "key": "KEY"}
ZONES = zoneinfo.available_timezones()  # of this machine


def of_html(html: str) -> list[str]:
    """Return the lines of a page or of the HTML part of a letter."""
    return _Page(html).lines


def of_data(data: object) -> list[str]:
    """Return the lines of what is sent to a script, pieces of pages in it as such."""
    return of_text(json.dumps(_opened(data), ensure_ascii=False, indent=0, sort_keys=True))


def of_text(text: str) -> list[str]:
    """Return the lines of a text."""
    return [lasting(line.rstrip()) for line in text.splitlines()]


def lasting(words: str) -> str:
    """Return words without what differs from one day to the next."""
    for fleeting, name in FLEETING:
        words = fleeting.sub(name, words)
    return words


def _opened(data: object) -> object:
    if isinstance(data, dict):
        return {name: _opened(one) for name, one in data.items()}
    if isinstance(data, list):
        return [_opened(one) for one in data]
    is_page = isinstance(data, str) and data.lstrip().startswith("<")
    return of_html(str(data)) if is_page else data


class _Page(HTMLParser):
    """Takes a page apart: its words, what its tags tell, and the data it holds for scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._words: list[str] = []
        self._silent, self._is_data = "", False
        self.feed(html)
        self.close()
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        told = [f'{name}="{_value(given, name)}"' for name in TOLD if name in given]
        if told or tag not in INLINE:
            self._end_line()
        if _is_of_this_machine(tag, given):
            self._silent = tag
        elif told and tag not in NOTHING:
            self.lines.append(lasting(f"<{tag} {' '.join(told)}>"))
        if tag in SILENT:
            self._silent, self._is_data = tag, given.get("type") == DATA

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end_line()
        if tag == self._silent:
            self._silent, self._is_data = "", False

    def handle_data(self, data: str) -> None:
        if self._is_data:
            self.lines += of_data(json.loads(data))
        elif not self._silent:
            self._words.append(data)

    def _end_line(self) -> None:
        words = " ".join("".join(self._words).split())
        self._words = []
        if words:
            self.lines.append(lasting(words))


def _value(given: dict[str, str], name: str) -> str:
    is_drawn = name == "value" and given.get("name", "") in DRAWN
    return DRAWN[given["name"]] if is_drawn else " ".join(given[name].split())


def _is_of_this_machine(tag: str, given: dict[str, str]) -> bool:
    """Tell one of the many time zones that can be chosen: machines know more of them or fewer."""
    return tag == "option" and given.get("value") in ZONES and "selected" not in given
