"""The page on which a person adds, tries and takes away where they hear of things."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from mail import clock
from mail.channels import carrier, order, push, registration, states
from mail.channels.forms import PushForm, WebhookForm, webhook_forms
from mail.models import Channel, ChannelOrder


@login_required
@never_cache
@require_safe
def list_channels(request: HttpRequest) -> HttpResponse:
    """Show a person where they hear of things, and how each of these does."""
    return _render_channels(request, WebhookForm())


@sensitive_post_parameters("url")
@login_required
@never_cache
@require_POST
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Add a webhook, and send a test there."""
    form, now = WebhookForm(request.POST), clock.now()
    if not form.is_valid():
        return _render_channels(request, form)
    given = form.cleaned_data
    try:
        channel = registration.add_webhook(
            _person_id(request),
            given["form"],
            form.address.host,
            given["url"],
            says_little=given["says_little"],
            now=now,
        )
    except registration.ChannelLimitError:
        form.add_error(None, _("You have this one already, or ten."))
        return _render_channels(request, form)
    carrier.post_test(channel, now)
    messages.success(request, _("Added. A test is on its way."))
    return redirect("channels")


@sensitive_post_parameters("endpoint", "key", "auth")
@login_required
@never_cache
@require_POST
def add_push(request: HttpRequest) -> HttpResponse:
    """Add the browser that asks, and send a test there."""
    form, now = PushForm(request.POST), clock.now()
    if not form.is_valid():
        return _refuse_push(request, str(form.non_field_errors()[0]))
    try:
        channel = registration.add_push(
            _person_id(request),
            form.subscription,
            form.address.host,
            says_little=form.cleaned_data["says_little"],
            now=now,
        )
    except registration.ChannelLimitError:
        return _refuse_push(request, _("You have ten already: take one away first."))
    carrier.post_test(channel, now)
    messages.success(request, _("Added. A test is on its way."))
    return redirect("channels")


def _refuse_push(request: HttpRequest, why: str) -> HttpResponse:
    messages.error(request, why)
    return redirect("channels")


@login_required
@require_POST
def test_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a test sent."""
    carrier.post_test(_own_channel(request, pk), clock.now())
    messages.success(request, _("A test is on its way."))
    return redirect("channels")


@login_required
@require_POST
def switch_on_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a channel again that failed too often, and send a test there."""
    channel, now = _own_channel(request, pk), clock.now()
    states.switch_on(channel, now)
    carrier.post_test(channel, now)
    messages.success(request, _("Switched on. A test is on its way."))
    return redirect("channels")


@login_required
@require_POST
def remove_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a channel away; one that is gone already is no error."""
    registration.remove_channels(Q(pk=pk, person=_person_id(request)))
    messages.success(request, _("You hear nothing there any more."))
    return redirect("channels")


@login_required
@require_POST
def choose_order(request: HttpRequest) -> HttpResponse:
    """Have all channels told at once, or one after another."""
    if request.POST.get("one_by_one"):
        order.tell_in_turn(_person_id(request))
    else:
        order.tell_at_once(_person_id(request))
    messages.success(request, _("Saved. It holds for what comes from now on."))
    return redirect("channels")


@login_required
@require_POST
def move_earlier(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a channel, or letters, be told earlier by one place."""
    order.move_earlier(_person_id(request), pk)
    return redirect("channels")


def _own_channel(request: HttpRequest, pk: int) -> Channel:
    return get_object_or_404(Channel, pk=pk, person=_person_id(request))


def _person_id(request: HttpRequest) -> int:
    number = request.user.pk
    assert isinstance(number, int)
    return number


def _list_places(person_id: int, channels: list[Channel]) -> list[Channel | None]:
    """Return the channels of a person in the order in which they are told one after another, None
    for their letters; nothing where all are told at once."""
    wanted = order.wanted_order(person_id)
    if wanted is None:
        return []
    by_number = {channel.pk: channel for channel in channels}
    numbers = order.sort_channels([ChannelOrder.LETTERS, *by_number], wanted)
    return [by_number.get(number) for number in numbers]


def _render_channels(request: HttpRequest, form: WebhookForm) -> HttpResponse:
    channels = list(Channel.objects.filter(person=_person_id(request)).order_by("place"))
    shown = {
        "channels": channels,
        "places": _list_places(_person_id(request), channels),
        "form": form,
        "push_key": push.public_key() if push.is_offered() else "",
        "push_form": PushForm(auto_id="push_%s"),
        "has_webhooks": bool(webhook_forms()),
        "most_failures": states.MOST_FAILURES,
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "channels/channels.html", shown, status=status)
