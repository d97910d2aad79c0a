"""``python -m tests.pins INDEX``: write to constraints.txt what each pinned file must be.

INDEX is the address of a package index, which tells the hashes of its files by PEP 691. Listed are
the wheels for the Pythons and machines on which the site runs; nothing is compiled anywhere. What
the site needs stands first, then the few packages of it that exist as source archives alone, then
what only its tests and tools need, what the documentation of the rules is built with, and what the
site needs where it is traced.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from typing import Any

from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

from tests.database import ROOT

PINS = ROOT / "constraints.txt"
PIN = re.compile(r"^([\w.-]+)==([^\s\\;]+)", re.MULTILINE)
KNOWN = "application/vnd.pypi.simple.v1+json"
PYTHONS = re.compile(r"cp3(11|12|13|14) |cp3\d* abi3|py3\d* ")  # interpreter and ABI
MACHINES = re.compile(r"any$|manylinux.*_(x86_64|aarch64)$|macosx.*_(arm64|universal2)$")
VERSIONS = [
    {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0"}
    for minor in range(11, 15)
]
SOURCE_ONLY = ("authheaders", "authres", "dkimpy", "pyspf")  # no wheels, nothing to compile
SOURCES = "# --- what the site needs and must be built from source: pure Python, by setuptools"
TOOLS = "# --- what only tests and tools need"
DOCS = "# --- what only the documentation of the rules needs: the extra docs"
TRACING = "# --- what only tracing needs: the extra of that name"
OTHERS = "# --- what only comparisons with other programs need"


def main() -> int:
    """Write the file again; say which pin has no file that is taken."""
    index, pins = sys.argv[1].rstrip("/"), versions()
    lines = {name: _line(name, pin, _files(index, name)) for name, pin in pins.items()}
    bare = [line for line in lines.values() if "--hash" not in line]
    if bare:
        sys.stderr.write("There is no file to install of " + ", ".join(bare) + ".\n")
        return 1
    PINS.write_text("\n".join(_parted(lines)) + "\n")
    return 0


def _parted(lines: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the site, its source archives, its tools, what documentation and tracing
    need, and what it is compared with."""
    parts = (
        (None, needed() - {*SOURCE_ONLY}),
        (SOURCES, {*SOURCE_ONLY}),
        (TOOLS, needed("dev")),
        (DOCS, needed("docs")),
        (TRACING, needed("tracing")),
        (OTHERS, {*lines}),
    )
    for headline, names in parts:
        yield from [headline] if headline else []
        wanted = [name for name in lines if canonicalize_name(name) in names or name in names]
        yield from map(lines.pop, wanted)


def versions(text: str = "") -> Mapping[str, str]:
    """Return the version of each pin, by its name."""
    return dict(sorted(PIN.findall(text or PINS.read_text()), key=lambda pin: pin[0].lower()))


def needed(*extras: str) -> set[str]:
    """Return the names of all that the site needs, and what builds it, with what that needs."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = described["project"]
    wanted = [*project["dependencies"], *described["build-system"]["requires"]]
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    found = dict[str, set[str]]()
    for requirement in wanted:
        _follow(Requirement(requirement), found)
    return {*found}


def _follow(requirement: Requirement, found: dict[str, set[str]]) -> None:
    name = canonicalize_name(requirement.name)
    fresh = {"", *requirement.extras} - found.setdefault(name, set())
    found[name] |= fresh
    for one in _requires(name, fresh):
        _follow(one, found)


def _requires(name: str, extras: Iterable[str]) -> Iterator[Requirement]:
    """Yield what a package needs with any Python of ours, by itself and for its extras."""
    for words in metadata.requires(name) or ():
        one = Requirement(words)
        cases = ({"extra": extra, **version} for extra in extras for version in VERSIONS)
        if one.marker is None or any(map(one.marker.evaluate, cases)):
            yield one


def _files(index: str, name: str) -> list[dict[str, Any]]:
    address = f"{index}/{canonicalize_name(name)}/"
    request = urllib.request.Request(address, headers={"Accept": KNOWN})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: list[dict[str, Any]] = json.load(answer)["files"]
    return found


def _line(name: str, version: str, files: list[dict[str, Any]]) -> str:
    is_taken = _is_source if name in SOURCE_ONLY else _is_wheel
    hashes = sorted(file["hashes"]["sha256"] for file in files if is_taken(file, version))
    return " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in hashes)])


def _is_source(file: dict[str, Any], version: str) -> bool:
    try:
        _name, found = parse_sdist_filename(file["filename"])
    except InvalidSdistFilename:
        return False
    return str(found) == version


def _is_wheel(file: dict[str, Any], version: str) -> bool:
    try:
        _name, found, _build, tags = parse_wheel_filename(file["filename"])
    except InvalidWheelFilename:
        return False  # a source
    return str(found) == version and any(map(_runs, tags))


def _runs(tag: Tag) -> bool:
    made_for = f"{tag.interpreter} {tag.abi}"
    return bool(PYTHONS.match(made_for) and MACHINES.match(tag.platform))


if __name__ == "__main__":
    sys.exit(main())
