"""Who comes in, and what he may see: shared by the doors of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

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
    guarded: Any = private(_posted(login_required(view)))
    return guarded  # type: ignore[no-any-return]


def _posted(view: View) -> View:
    """Answer whoever comes without a form with a page that says so."""

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        answer = render(request, "405.html", status=405)
        answer["Allow"] = "POST"
        return answer

    return door


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
