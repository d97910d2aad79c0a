"""Read settings from the environment; a bad value stops the command with one line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")

# The library's own readers are not used: they take nonsense for "no" and expand a leading "$".
GIVEN = environ.FileAwareEnv.ENVIRON
LEAST_SECRET = 32  # signs
LONGEST_PROVIDER = 200  # signs, as a row holds them
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def _read_variable(name: str) -> str | None:
    """Return the variable, or what the file named by NAME_FILE holds, without blanks around it."""
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
        shown = "" if "@" in raw else f", not {raw!r}"  # a password may stand before the "@"
        raise ImproperlyConfigured(f"{name} must be {what}{shown}.") from error


def get_text(name: str, default: str = "") -> str:
    """Read a text."""
    value = _read_variable(name)
    return default if value is None else value


def get_secret(name: str, default: str) -> str:
    """Read a secret of at least 32 signs; an empty one gives the default."""
    value = _read_variable(name)
    if value and len(value) < LEAST_SECRET:
        raise ImproperlyConfigured(f"{name} must have at least {LEAST_SECRET} signs.")
    return value or default


def get_int(name: str, default: int, *, least: int = 0) -> int:
    """Read a whole number that is not less than ``least``."""

    def parse_int(raw: str) -> int:
        if int(raw) < least:
            raise ValueError
        return int(raw)

    return _convert_variable(name, default, parse_int, f"a whole number from {least} on")


def get_share(name: str, default: float) -> float:
    """Read a part of a whole, a number from 0 to 1."""

    def parse_share(raw: str) -> float:
        if not 0 <= float(raw) <= 1:
            raise ValueError
        return float(raw)

    return _convert_variable(name, default, parse_share, "a number from 0 to 1")


def get_bool(name: str, default: bool) -> bool:
    """Read yes or no."""

    def parse_bool(raw: str) -> bool:
        if raw.lower() not in TRUE | FALSE:
            raise ValueError
        return raw.lower() in TRUE

    return _convert_variable(name, default, parse_bool, "yes or no")


def get_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Read a list of words, separated by commas."""
    raw = _read_variable(name)
    return list(default) if raw is None else [word.strip() for word in raw.split(",") if word]


def get_url(name: str, default: str, schemes: tuple[str, ...]) -> str:
    """Read a URL with one of the given schemes; an empty value gives the default."""

    def parse_url(raw: str) -> str:
        if raw.partition("://")[0] not in schemes:
            raise ValueError
        urlsplit(raw).port  # noqa: B018  (raises ValueError if the port is not a number)
        return raw

    if not _read_variable(name):
        return default
    return _convert_variable(name, default, parse_url, f"an address with {' or '.join(schemes)}")


def get_provider(name: str) -> str:
    """Read the address of an OpenID Connect provider, or nothing: with https, as secrets go there,
    unless it is this machine."""
    what = "an address with https, or http on this machine, without user, query or fragment"
    return _convert_variable(name, "", _parse_provider, what)


def _parse_provider(raw: str) -> str:
    parts = urlsplit(raw)
    is_safe = parts.scheme == "https" or (
        parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1")
    )
    is_plain = parts.hostname and not (parts.query or parts.fragment or "@" in parts.netloc)
    if raw and not (is_safe and is_plain and len(raw) <= LONGEST_PROVIDER):
        raise ValueError
    return raw.removesuffix("/.well-known/openid-configuration").rstrip("/")


def get_folder(name: str, default: Path) -> Path:
    """Read the name of a folder, which must be writable; it is made if it does not exist."""
    path = Path(get_text(name) or default)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as error:
        raise ImproperlyConfigured(f"{name} cannot be written: {error.strerror}.") from error


def get_contact(name: str, default: str) -> str:
    """Read a contact, an https URL or a mail address, and return it as a URL."""
    if not _read_variable(name):
        return _parse_contact(default)
    return _convert_variable(name, "", _parse_contact, "a mail address or an address with https")


def get_reply_address(name: str) -> str:
    """Read the address at which letters are answered: a mailbox whose letters of ``mailbox+…``
    arrive there, too, or ``@`` and a domain of which all addresses do."""
    what = "an address of 8 letters at most before its @, or @ and a domain"
    return _convert_variable(name, "", _parse_reply_address, what)


def _parse_reply_address(raw: str) -> str:
    # Of the 64 octets that a mailbox may have, a token and its "+" take 56 (RFC 5321).
    if raw and not re.fullmatch(r"([a-z0-9._-]{1,8})?@[a-z0-9-]+(\.[a-z0-9-]+)*", raw):
        raise ValueError
    return raw


def get_servers(name: str, port: int) -> list[tuple[str, int]]:
    """Read addresses of servers as IP or IP:PORT, separated by commas, an IPv6 in brackets; each
    has ``port`` unless it names one."""

    def parse_servers(raw: str) -> list[tuple[str, int]]:
        words = [urlsplit(f"//{word.strip()}") for word in raw.split(",") if word.strip()]
        return [(str(ip_address(one.hostname or "")), one.port or port) for one in words]

    return _convert_variable(name, [], parse_servers, "IP addresses, each with a port or without")


def _parse_contact(raw: str) -> str:
    if raw.startswith(("https://", "mailto:")):
        return raw
    if "@" not in raw:
        raise ValueError
    return f"mailto:{raw}"
