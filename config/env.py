"""Reads settings from the environment; a bad value stops the command with one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")

# Not its readers: they take any nonsense for "no", and follow values that begin with "$".
GIVEN = environ.FileAwareEnv.ENVIRON
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def _read(name: str) -> str | None:
    """Read the variable, or the file that NAME_FILE names without the blanks around it."""
    try:
        value: str | None = GIVEN.get(name)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error.strerror}.") from error
    return value.strip() if value and GIVEN.get(f"{name}_FILE") else value


def _convert(name: str, default: Value, convert: Callable[[str], Value], what: str) -> Value:
    raw = _read(name)
    if raw is None:
        return default
    try:
        return convert(raw)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be {what}, not {raw!r}.") from error


def text(name: str, default: str = "") -> str:
    """Read a text."""
    value = _read(name)
    return default if value is None else value


def whole(name: str, default: int) -> int:
    """Read a whole number that is not negative."""

    def natural(raw: str) -> int:
        if int(raw) < 0:
            raise ValueError
        return int(raw)

    return _convert(name, default, natural, "a whole number")


def flag(name: str, default: bool) -> bool:
    """Read yes or no."""

    def boolean(raw: str) -> bool:
        if raw.lower() not in TRUE | FALSE:
            raise ValueError
        return raw.lower() in TRUE

    return _convert(name, default, boolean, "yes or no")


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Read a list of words, separated by commas."""
    raw = _read(name)
    return list(default) if raw is None else [word.strip() for word in raw.split(",") if word]


def address(name: str, default: str, schemes: tuple[str, ...]) -> str:
    """Read an address with one of the given schemes; empty gives the default."""

    def known(raw: str) -> str:
        if raw.partition("://")[0] not in schemes:
            raise ValueError
        return raw

    if not _read(name):
        return default
    return _convert(name, default, known, f"an address with {', '.join(schemes)}")
