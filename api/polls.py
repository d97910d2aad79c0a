"""Polls of programs, answered by two statements: is a game still as the program knows it?"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from api import authentication, tokens
from api.etags import is_unchanged, make_etag, not_modified
from games import live


class Changed(Exception):
    """There is more to say than that nothing is new."""


def find_etag(page: live.OpenPage, language: str) -> str | None:
    """Return the ETag of a game as its reader is told it, None if they may not know of it."""
    stamp = live.content_stamp(page)
    return None if stamp is None else make_etag(page, stamp, language)


def send_unchanged(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answer that nothing is new in a game.

    :raises Changed: if something is, or the request may not ask; nothing is charged for it then.
    :raises Problem: if the budget is used up.
    """
    secret = authentication.shown_token(request) or ""
    found = tokens.find_token(secret, now=timezone.now()) if tokens.is_well_formed(secret) else None
    if found is None:
        raise Changed
    language = authentication.language_of(request, found)
    etag = find_etag(live.OpenPage(found.person_id, game_id), language)
    if etag is None or not is_unchanged(request, etag):
        raise Changed
    authentication.PUBLIC.admit(request, found)
    response = not_modified(etag)
    patch_vary_headers(response, ["Accept-Language"])
    return response
