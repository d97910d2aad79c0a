"""The page of the words at a table, and what is said, edited, withdrawn and read there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.pages.access import (
    form_key,
    form_value,
    is_script,
    parse_number,
    private,
    signed_in_person,
    visit_or_404,
)
from games.play import clock, keeping_away
from games.queries import Visit
from talk import pages, read_marks, saying, terms
from talk.audiences import takes_part
from talk.models import MAX_TEXT_CHARS
from talk.refusals import RemarkRefused
from talk.remarks import find_remark

DIGITS = 18  # of the number of a remark: it fits the column

View = Callable[..., HttpResponse]


def _words_action(view: View) -> View:
    """Make a view for people who are signed in, called by POST; a GET, such as after they have
    signed in for it, leads to the words of the table."""

    @wraps(view)
    def action_view(request: HttpRequest, pk: int, **kwargs: int) -> HttpResponse:
        if request.method == "POST":
            return view(request, pk, **kwargs)
        return redirect("words", pk)

    guarded: Any = login_required(require_http_methods(["GET", "HEAD", "POST"])(action_view))
    return private(guarded)  # type: ignore[no-any-return]


@private
@login_required
@require_safe
def show_words(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the words at a table; ``before`` in the query asks for older ones."""
    visit = visit_or_404(request, pk)
    return _render_words(request, visit, before=parse_number(request.GET.get("before", ""), DIGITS))


@_words_action
def say_words(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something at a table: a text, or a courtesy."""
    visit = visit_or_404(request, pk)
    words = saying.Words(
        audience=form_value(request, "audience"),
        text=form_value(request, "text"),
        courtesy=form_value(request, "courtesy"),
        form_key=form_key(request),
    )
    try:
        saying.say_words(visit, words, now=clock.now())
    except RemarkRefused as refused:
        return _render_words(request, visit, refusal=str(refused), text=words.text)
    _mark_read(request, visit)  # who answers has read what stood above the form
    return redirect(_return_url(request, visit))


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_words(request: HttpRequest, pk: int, remark: int) -> HttpResponse:
    """Show a form with one's own words; a POST puts others in their place."""
    visit, now = visit_or_404(request, pk), clock.now()
    try:
        if request.method == "POST":
            saying.edit_words(visit, remark, form_value(request, "text"), now=now)
            return redirect("words", pk)
        own = saying.find_own(visit, remark)
    except RemarkRefused as refused:
        return _render_words(request, visit, refusal=str(refused))
    if refusal := saying.refuse_edit(own, now):
        return _render_words(request, visit, refusal=refusal)
    context = {"game": visit.game, "remark": own, "most_chars": MAX_TEXT_CHARS}
    return render(request, "talk/edit.html", context)


@_words_action
def withdraw_words(request: HttpRequest, pk: int, remark: int) -> HttpResponse:
    """Withdraw one's own words."""
    visit = visit_or_404(request, pk)
    try:
        saying.withdraw_words(visit, remark, now=clock.now())
    except RemarkRefused as refused:
        return _render_words(request, visit, refusal=str(refused))
    return redirect(_return_url(request, visit))


@_words_action
def mute_author(request: HttpRequest, pk: int, remark: int) -> HttpResponse:
    """Hide from the visitor what the author of some words says at this table, or show it again."""
    visit = visit_or_404(request, pk)
    heard = find_remark(visit, remark)
    if heard is None:
        raise Http404
    person, author = signed_in_person(request), heard.remark.person
    if form_value(request, "muted") == "1":
        keeping_away.mute(visit.game, person, author, now=clock.now())
    else:
        keeping_away.unmute(visit.game, person, author)
    return redirect(_return_url(request, visit))


@_words_action
def mark_words_read(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that the visitor has read the words at a table as far as a page has shown them.

    A form is redirected to where it stood, a script gets 204.
    """
    visit = visit_or_404(request, pk)
    _mark_read(request, visit)
    if is_script(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(_return_url(request, visit))


@_words_action
def set_terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Say, as the host of a table that has not begun, whether players read spectators meanwhile."""
    visit = visit_or_404(request, pk)
    if not terms.may_set(visit):
        return _render_words(
            request, visit, refusal=_("Only the host says this, before the game begins.")
        )
    terms.set_watchers_heard(visit.game, is_heard=form_value(request, "heard") == "1")
    return redirect("words", pk)


def _mark_read(request: HttpRequest, visit: Visit) -> None:
    read_to = parse_number(form_value(request, "read_to"), DIGITS)
    if read_to and takes_part(visit):
        read_marks.mark_words_read(visit.game, signed_in_person(request), read_to)


def _return_url(request: HttpRequest, visit: Visit) -> str:
    """Return where a form stood: beside the game, or on the page of the words."""
    at, page = form_value(request, "next"), reverse("words", args=[visit.game.pk])
    is_ours = url_has_allowed_host_and_scheme(at, allowed_hosts=None)
    return at if is_ours and at.startswith(visit.game.get_absolute_url()) else page


def _render_words(
    request: HttpRequest,
    visit: Visit,
    *,
    before: int | None = None,
    refusal: str = "",
    text: str = "",
) -> HttpResponse:
    talk = pages.load_talk(visit, clock.now(), size=pages.SHOWN_ALONE, before=before)
    context = {
        "visit": visit,
        "game": visit.game,
        "talk": talk,
        "refusal": refusal,
        "text": text,
        "before": before,
        "terms": terms.describe_terms(visit),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "talk/words.html", context, status=status)
