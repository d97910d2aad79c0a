"""Scripts and style sheets put together, each with all that it imports, so that a page asks for few
files and never has old ones beside new ones. Whatever is written in another way is refused."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator

FOLDERS = ("js/", "css/")
SCRIPT_IMPORT = re.compile(r'^import (?:\{ (?P<names>[\w, ]+) \} from )?"(?P<path>[^"]+)";\n', re.M)
SCRIPT_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.M)
OTHER_WAYS = re.compile(r"^(?:import|export)\b.*", re.M)
SHEET_IMPORT = re.compile(r'^@import "(?P<path>[^"/]+)";\n', re.M)
COMMENT = re.compile(
    r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.M
)  # on lines of its own

Reader = Callable[[str], str]


class CannotJoin(ValueError):
    """A file imports in a way that is not known here, or is imported by what it imports."""


def join(names: Iterable[str], read: Reader) -> dict[str, str]:
    """Return the text of each file together with all that it imports."""
    texts = {name: COMMENT.sub("", read(name)) for name in names}
    return {name: _join(name, texts.__getitem__) for name in texts}


def _join(name: str, read: Reader) -> str:
    *imported, _ = _in_order(name, read)
    if name.endswith(".css"):
        return SHEET_IMPORT.sub(lambda found: _join(_resolve(name, found), read), read(name))
    return "".join(_enclose(one, read(one)) for one in imported) + _open(name, read(name))


def _in_order(name: str, read: Reader, importers: tuple[str, ...] = ()) -> list[str]:
    """Return a file and all that it imports, each once and after its own imports."""
    if name in importers:
        raise CannotJoin(f"{name} is imported by what it imports: {', '.join(importers)}")
    found = dict[str, None]()
    for one in _imports(name, read(name)):
        found |= dict.fromkeys(_in_order(one, read, (*importers, name)))
    return [*found, name]


def _imports(name: str, text: str) -> Iterator[str]:
    pattern = SHEET_IMPORT if name.endswith(".css") else SCRIPT_IMPORT
    return (_resolve(name, found) for found in pattern.finditer(text))


def _resolve(name: str, found: re.Match[str]) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), found["path"]))


def _enclose(name: str, text: str) -> str:
    """Return a module as a constant with what it exports; its other names stay its own."""
    exported = ", ".join(SCRIPT_EXPORT.findall(text))
    return (
        f"const {_scope(name)} = (() => {{\n{_open(name, text)}return {{ {exported} }};\n}})();\n"
    )


def _open(name: str, text: str) -> str:
    """Return a module that takes what it imports from constants, and exports nothing."""

    def take(found: re.Match[str]) -> str:
        names = found["names"]
        return f"const {{ {names} }} = {_scope(_resolve(name, found))};\n" if names else ""

    opened = SCRIPT_EXPORT.sub("", SCRIPT_IMPORT.sub(take, text))
    if other := OTHER_WAYS.search(opened):
        raise CannotJoin(f"{name}: {other[0]}")
    return opened


def _scope(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removeprefix("js/").removesuffix(".js"))
