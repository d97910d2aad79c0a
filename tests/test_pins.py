"""constraints.txt pins all that is needed, by hashes, and what the site needs stands first."""

from __future__ import annotations

import re

from packaging.utils import canonicalize_name

from tests import pins

SITE, TOOLS = pins.PINS.read_text().partition(pins.OTHERS)[0].split(pins.TOOLS)

PINNED = re.compile(r"^\w.*==(?:.*\\\n)*.*$", re.MULTILINE)


def names(text: str) -> set[str]:
    return {canonicalize_name(name) for name in pins.versions(text)}


def test_it_pins_what_the_site_needs() -> None:
    assert pins.needed() <= names(SITE)


def test_it_pins_what_tests_and_tools_need_besides() -> None:
    assert pins.needed("dev") <= names(SITE) | names(TOOLS)
    assert not names(TOOLS) & pins.needed()


def test_it_says_of_every_pin_what_its_wheels_are() -> None:
    for line in PINNED.findall(SITE + TOOLS):
        assert "--hash=sha256:" in line, line
