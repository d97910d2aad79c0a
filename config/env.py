"""Reads settings from the environment; a bad value stops the command with one line."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")

# Not its readers: they take any nonsense for "no", and follow values that begin with "$".
GIVEN = environ.FileAwareEnv.ENVIRON
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def _read_variable(name: str) -> str | None:
    """Read the variable, or the file that NAME_FILE names without the blanks around it."""
    try:
        value: str | None = GIVEN.get(name)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error.strerror}.") from error
    return value.strip() if value and GIVEN.get(f"{name}_FILE") else value


def _convert_variable(
    name: str, default: Value, convert: Callable[[str], Value], what: str
) -> Value:
    raw = _read_variable(name)
    if raw is None:
        return default
    try:
        return convert(raw)
    except ValueError as error:
        told = "" if "@" in raw else f", not {raw!r}"  # a password may stand before it
        raise ImproperlyConfigured(f"{name} must be {what}{told}.") from error


def get_text(name: str, default: str = "") -> str:
    """Read a text."""
    value = _read_variable(name)
    return default if value is None else value


def get_int(name: str, default: int, *, least: int = 0) -> int:
    """Read a whole number that is not less than ``least``."""

    def natural(raw: str) -> int:
        if int(raw) < least:
            raise ValueError
        return int(raw)

    return _convert_variable(name, default, natural, f"a whole number from {least} on")


def get_bool(name: str, default: bool) -> bool:
    """Read yes or no."""

    def boolean(raw: str) -> bool:
        if raw.lower() not in TRUE | FALSE:
            raise ValueError
        return raw.lower() in TRUE

    return _convert_variable(name, default, boolean, "yes or no")


def get_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Read a list of words, separated by commas."""
    raw = _read_variable(name)
    return list(default) if raw is None else [word.strip() for word in raw.split(",") if word]


def get_url(name: str, default: str, schemes: tuple[str, ...]) -> str:
    """Read an address with one of the given schemes; empty gives the default."""

    def known(raw: str) -> str:
        if raw.partition("://")[0] not in schemes:
            raise ValueError
        urlsplit(raw).port  # noqa: B018  (raises ValueError where it is none)
        return raw

    if not _read_variable(name):
        return default
    return _convert_variable(name, default, known, f"an address with {' or '.join(schemes)}")


def get_folder(name: str, default: Path) -> Path:
    """Read the name of a folder, which is made where it is not there; it must be writable."""
    path = Path(get_text(name) or default)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as error:
        raise ImproperlyConfigured(f"{name} cannot be written: {error.strerror}.") from error


def get_contact(name: str, default: str) -> str:
    """Read where somebody can be reached: a page with https, or a mail address."""

    def reachable(raw: str) -> str:
        if raw.startswith(("https://", "mailto:")):
            return raw
        if "@" not in raw:
            raise ValueError
        return f"mailto:{raw}"

    return (
        reachable(default)
        if not _read_variable(name)
        else _convert_variable(name, "", reachable, "a mail address or an address with https")
    )
