"""Answers that need not be sent again: each has an ``ETag`` by which a program asks whether there
is anything new."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse


def make_etag(*parts: object) -> str:
    """Return the ETag of an answer that follows from these parts alone."""
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def is_unchanged(request: HttpRequest, etag: str) -> bool:
    """Whether a program has the answer with this ETag already."""
    known = request.headers.get("If-None-Match", "")
    return etag in {part.strip().removeprefix("W/") for part in known.split(",")}


def not_modified(etag: str) -> HttpResponse:
    """Return the answer that there is nothing new."""
    return HttpResponse(status=304, headers={"ETag": etag, "Cache-Control": "private, no-cache"})
