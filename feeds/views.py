"""The page on which a person gets and renews their private addresses, and what these answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person
from feeds import addresses, entries
from feeds.calendar import write_calendar
from feeds.models import PrivateFeed, new_key
from feeds.news import write_news
from games.play import days_off


class AlarmForm(forms.ModelForm):  # type: ignore[type-arg]
    """When a person's calendar reminds them."""

    class Meta:
        model = PrivateFeed
        fields = ("alarm_hours",)


@login_required
@never_cache
@require_safe
def show_addresses(request: HttpRequest) -> HttpResponse:
    """Show a person their addresses, or how to get some."""
    return _render_addresses(request, _feed_of(request))


@login_required
@require_POST
def open_feed(request: HttpRequest) -> HttpResponse:
    """Give a person addresses."""
    PrivateFeed.objects.get_or_create(person=cast(Person, request.user))
    return redirect("feeds")


@login_required
@require_POST
def save_alarm(request: HttpRequest) -> HttpResponse:
    """Keep when a person's calendar reminds them."""
    feed = _feed_of(request)
    if feed is None:
        return redirect("feeds")
    form = AlarmForm(request.POST, instance=feed)
    if not form.is_valid():
        return _render_addresses(request, feed, form)
    form.save()
    messages.success(request, _("Saved."))
    return redirect("feeds")


@login_required
@require_POST
def renew_addresses(request: HttpRequest) -> HttpResponse:
    """Give a person other addresses; those of before answer nothing any more."""
    PrivateFeed.objects.filter(person=cast(Person, request.user)).update(key=new_key())
    messages.success(request, _("The addresses of before answer nothing any more."))
    return redirect("feeds")


@login_required
@require_POST
def close_feed(request: HttpRequest) -> HttpResponse:
    """Take a person's addresses away."""
    PrivateFeed.objects.filter(person=cast(Person, request.user)).delete()
    messages.success(request, _("Your calendar and your feed are switched off."))
    return redirect("feeds")


FeedView = Callable[[HttpRequest, PrivateFeed], HttpResponse]


def _private_feed(view: FeedView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Answer who knows an address, in the language of its person, and leave no trace of it."""

    @never_cache
    @require_safe
    @wraps(view)
    def feed_view(request: HttpRequest, token: str) -> HttpResponse:
        feed = addresses.find_feed(token)
        if feed is None:
            raise Http404
        with translation.override(feed.person.language):
            response = view(request, feed)
        response["X-Robots-Tag"] = "noindex"
        response["Referrer-Policy"] = "no-referrer"
        return response

    return feed_view


@_private_feed
def send_calendar(request: HttpRequest, feed: PrivateFeed) -> HttpResponse:
    """Answer with a person's deadlines."""
    person = feed.person
    today = timezone.now().astimezone(person.zone).date()
    away = [(one.first, one.back) for one in days_off.list_stretches(person, today)]
    if person.back_on and person.back_on > today:
        away.append((today, person.back_on))
    written = write_calendar(
        entries.open_entries(person), host=_host(), alarm_hours=feed.alarm_hours, away=away
    )
    return HttpResponse(written, content_type="text/calendar; charset=utf-8")


@_private_feed
def send_news(request: HttpRequest, feed: PrivateFeed) -> HttpResponse:
    """Answer with what a person was asked of late."""
    asked, address = entries.latest_entries(feed.person), addresses.news_address(feed)
    written = write_news(asked, site=settings.SITE_URL, address=address, host=_host())
    return HttpResponse(written, content_type="application/atom+xml; charset=utf-8")


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


def _feed_of(request: HttpRequest) -> PrivateFeed | None:
    return PrivateFeed.objects.filter(person=cast(Person, request.user)).first()


def _render_addresses(
    request: HttpRequest, feed: PrivateFeed | None, form: AlarmForm | None = None
) -> HttpResponse:
    shown = {
        "feed": feed,
        "calendar": feed and addresses.calendar_address(feed),
        "subscribe": feed and addresses.subscription_address(feed),
        "news": feed and addresses.news_address(feed),
        "form": form or AlarmForm(instance=feed),
    }
    return render(request, "feeds/addresses.html", shown, status=400 if form else 200)
