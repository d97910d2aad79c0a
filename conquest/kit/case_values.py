"""Values of a case as they come from outside: read, or found to be a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from conquest.core import Fault

MAX_COUNT = 1_000_000_000


def read_object(given: object, name: str) -> Mapping[str, Any]:
    """Return an object.

    :raises Fault: if it is none.
    """
    if not isinstance(given, Mapping):
        raise Fault(f"the {name} must be an object")
    return given


def read_keyed_object(given: object, read: Callable[[object], str], name: str) -> dict[str, Any]:
    """Return an object with its keys read.

    :raises Fault: if two of them mean the same.
    """
    found = [(read(key), part) for key, part in read_object(given, name).items()]
    if len(dict(found)) != len(found):
        raise Fault(f"{name} names something twice")
    return dict(found)


def read_count(given: object, name: str, least: int = 0) -> int:
    """Return a whole number from ``least`` on.

    :raises Fault: if it is none.
    """
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= MAX_COUNT:
        raise Fault(f"{name} must be a whole number from {least} on")
    return given
