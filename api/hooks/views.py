"""The pages of hooks: their person adds, tries, renews and takes them away."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.models import Person
from accounts.reauthentication import require_recent_sign_in
from api.hooks.forms import HookForm, TopicsForm
from games.play import clock
from games.play.program_news import ProgramTopic
from mail.hooks import registration, states
from mail.models import ProgramHook


@login_required
@never_cache
@require_safe
def list_hooks(request: HttpRequest) -> HttpResponse:
    """Show a person where their programs are told, and how each of these does."""
    found = registration.list_hooks(_person(request).pk)
    hooks = [(hook, [one.label for one in ProgramTopic if one in hook.topics]) for hook in found]
    return render(request, "api/hooks/list.html", {"hooks": hooks})


@sensitive_post_parameters("url")
@require_recent_sign_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add_hook(request: HttpRequest) -> HttpResponse:
    """Show the form of a hook; a POST adds it, has a test posted, and shows its secret, this
    once."""
    form, now = HookForm(request.POST if request.method == "POST" else None), clock.now()
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return render(request, "api/hooks/add.html", {"form": form}, status=status)
    if not limits.count_hook(request, _person(request)):
        return _refuse_more(request)
    given = form.cleaned_data
    try:
        hook, secret = registration.add_hook(
            _person(request).pk,
            given["name"],
            given["url"],
            given["topics"],
            now=now,
            hears_of_bots=given["hears_of_bots"],
        )
    except registration.HookLimitError:
        words = _("You have %(n)s already: take one away first.")
        messages.error(request, words % {"n": ProgramHook.MOST})
        return redirect("hooks")
    registration.post_test(hook, now=now)
    return _show_secret(request, hook, secret)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a hook and what it was told last; a POST says what it is told of from now on."""
    hook = _own_hook(request, pk)
    posted = request.POST if request.method == "POST" else None
    chosen = {"topics": hook.topics, "hears_of_bots": hook.hears_of_bots}
    form = TopicsForm(posted, initial=chosen)
    if form.is_valid():
        registration.choose_topics(hook, **form.cleaned_data)
        messages.success(request, _("Saved. It holds for what comes from now on."))
        return redirect("hook", pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"hook": hook, "form": form, "deliveries": registration.list_latest(hook)}
    return render(request, "api/hooks/hook.html", context, status=status)


@require_recent_sign_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def renew_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a hook wants a new secret; a POST makes it and shows it, this once."""
    hook = _own_hook(request, pk)
    if request.method != "POST":
        return render(request, "api/hooks/renew.html", {"hook": hook})
    return _show_secret(request, hook, registration.renew_secret(hook, now=clock.now()))


@login_required
@require_POST
def test_hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a test posted."""
    registration.post_test(_own_hook(request, pk), now=clock.now())
    messages.success(request, _("A test is on its way."))
    return redirect("hook", pk)


@login_required
@require_POST
def switch_on_hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a hook again that failed for a day, and have a test posted."""
    hook, now = _own_hook(request, pk), clock.now()
    if not limits.count_hook(request, _person(request)):
        return _refuse_more(request)
    states.switch_on(hook, now)
    registration.post_test(hook, now=now)
    messages.success(request, _("Switched on. A test is on its way."))
    return redirect("hook", pk)


@login_required
@require_POST
def remove_hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a hook away; one that is gone already is no error."""
    registration.remove_hook(_person(request).pk, pk)
    messages.success(request, _("Nothing is posted there any more."))
    return redirect("hooks")


def _refuse_more(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("You have switched on enough for today: go on tomorrow."))
    return redirect("hooks")


def _show_secret(request: HttpRequest, hook: ProgramHook, secret: str) -> HttpResponse:
    return render(request, "api/hooks/secret.html", {"hook": hook, "secret": secret})


def _own_hook(request: HttpRequest, pk: int) -> ProgramHook:
    return get_object_or_404(registration.list_hooks(_person(request).pk), pk=pk)


def _person(request: HttpRequest) -> Person:
    return cast(Person, request.user)
