"""Values of a case from outside, checked as they are read."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from conquest.core import Fault

MAX_COUNT = 1_000_000_000


def read_object(given: object, name: str) -> Mapping[str, Any]:
    """Return a value that must be an object; ``name`` is its name in the message.

    :raises Fault: if it is none.
    """
    if not isinstance(given, Mapping):
        raise Fault(f"the {name} must be an object")
    return given


def read_keyed_object(given: object, read: Callable[[object], str], name: str) -> dict[str, Any]:
    """Return an object whose keys have been converted by ``read``.

    :raises Fault: if two keys mean the same.
    """
    pairs = [(read(key), part) for key, part in read_object(given, name).items()]
    # "s1" and "S1" are two keys of JSON and one field
    if len(dict(pairs)) != len(pairs):
        raise Fault(f"{name} names something twice")
    return dict(pairs)


def read_count(given: object, name: str, least: int = 0) -> int:
    """Return a whole number from ``least`` on.

    :raises Fault: if it is none.
    """
    # true is an int for Python, not for JSON
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= MAX_COUNT:
        raise Fault(f"{name} must be a whole number from {least} on")
    return given


def read_list(given: object, wanted: str) -> list[Any]:
    """Return a list.

    :raises Fault: saying what is ``wanted``, if it is none.
    """
    if not isinstance(given, list):
        raise Fault(wanted)
    return given


def read_field(name: object, fields: Container[str]) -> str:
    """Return a field of a board by its name in any case.

    :raises Fault: if there is no such field.
    """
    field = name.lower() if isinstance(name, str) else ""
    if field not in fields:
        raise Fault(f"there is no square {str(name)[:20]!r} on this board")
    return field


def check_keys(given: Mapping[str, Any], known: Container[str], name: str) -> None:
    """Check that an object has no other keys than those ``known``.

    :raises Fault: if it has.
    """
    if unknown := sorted((key for key in given if key not in known), key=str):
        # a fault is printed as one line, so what was sent is quoted only in part
        raise Fault(f"the {name} has an unknown key {str(unknown[0])[:40]!r}")
