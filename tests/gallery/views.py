"""Which view shows an address, to look at one page of each where there are hundreds."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qs, urlsplit

from django.urls import Resolver404, resolve


def name_view(address: str) -> str:
    """Return the name of the view of an address, with the names of what is asked of it; the path
    itself where no view is."""
    parts = urlsplit(address)
    try:
        view = resolve(parts.path).view_name
    except Resolver404:
        view = parts.path
    return " ".join([view, *sorted(parse_qs(parts.query))])


def pick_one_of_each(addresses: Iterable[str]) -> list[str]:
    """Return the first address of each view."""
    found: dict[str, str] = {}
    for address in addresses:
        found.setdefault(name_view(address), address)
    return list(found.values())
