"""Who comes in, and what he may see: shared by the doors of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from accounts.models import Person
from games import queries

View: TypeAlias = Callable[..., HttpResponse]

private = cache_control(private=True, no_store=True)


def person_of(request: HttpRequest) -> Person | None:
    """Give the person who is signed in, if any."""
    return request.user if isinstance(request.user, Person) else None


def signed_in(request: HttpRequest) -> Person:
    """Give the person who is signed in, behind a door that lets nobody else in."""
    person = person_of(request)
    assert person is not None
    return person


def act(view: View) -> View:
    """Make a door that people who are signed in use by POST, and whose answer is theirs."""
    guarded: Any = private(require_POST(login_required(view)))
    return guarded  # type: ignore[no-any-return]


def visit(request: HttpRequest, pk: int, *, key: str = "") -> queries.Visit:
    """Enter a game or a table, perhaps with the key of its invitation link.

    :raises Http404: if there is none, or none that the visitor may know of.
    """
    found = queries.visit(pk, person_of(request), key=key)
    if found is None:
        raise Http404
    return found


def running_or_over(request: HttpRequest, pk: int) -> queries.Visit:
    """Enter a game that has begun.

    :raises Http404: if there is none, or it is still a table.
    """
    found = visit(request, pk)
    if found.game.started_at is None:
        raise Http404
    return found
