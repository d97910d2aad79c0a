"""constraints.txt pins all that is needed, by hashes, and what the site needs stands first."""

from __future__ import annotations

import re
from importlib import metadata

import pytest
from packaging.utils import canonicalize_name

from tests import pins

SITE, REST = pins.PINS.read_text().partition(pins.OTHERS)[0].split(pins.TOOLS)
TOOLS, EXTRAS = REST.split(pins.DOCS)
DOCS, TRACING = EXTRAS.split(pins.TRACING)
SOURCES = SITE.partition(pins.SOURCES)[2]

PINNED = re.compile(r"^\w.*==(?:.*\\\n)*.*$", re.MULTILINE)


def names(text: str) -> set[str]:
    return {canonicalize_name(name) for name in pins.versions(text)}


def test_what_the_site_needs_is_pinned() -> None:
    assert pins.needed() <= names(SITE)


def test_what_tests_and_tools_need_besides_is_pinned() -> None:
    assert pins.needed("dev") <= names(SITE) | names(TOOLS)
    assert not names(TOOLS) & pins.needed()


def test_the_pins_of_the_documentation_are_what_it_needs_besides() -> None:
    assert names(DOCS) == pins.needed("docs") - names(SITE) - names(TOOLS)


def test_the_pins_of_tracing_are_what_it_needs_besides() -> None:
    assert names(TRACING) == pins.needed("tracing") - names(SITE)
    assert not names(TRACING) & names(TOOLS)


def test_every_pin_has_the_hashes_of_its_files() -> None:
    for line in PINNED.findall(SITE + TOOLS + DOCS + TRACING):
        assert "--hash=sha256:" in line, line


def test_source_archives_are_the_ones_that_are_named_and_what_builds_them_is_a_wheel() -> None:
    assert names(SOURCES) == {*pins.SOURCE_ONLY}
    assert SOURCES.count("--hash") == len(pins.SOURCE_ONLY)
    assert "setuptools" in names(SITE) - names(SOURCES)


@pytest.mark.parametrize("name", pins.SOURCE_ONLY)
def test_nothing_in_a_source_archive_is_compiled(name: str) -> None:
    wheel = metadata.distribution(name).read_text("WHEEL") or ""
    assert "Root-Is-Purelib: true" in wheel
    assert "Tag: py3-none-any" in wheel
