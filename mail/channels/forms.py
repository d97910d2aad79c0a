"""The form that adds a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mail.channels import carrier, guard, push
from mail.channels.guard import Address, BarredError
from mail.channels.push import Subscription
from mail.models import Channel

OWN_HOSTS = {
    Channel.Form.DISCORD: (
        "discord.com",
        "discordapp.com",
        "ptb.discord.com",
        "canary.discord.com",
    ),
    Channel.Form.SLACK: ("hooks.slack.com", "hooks.slack-gov.com"),
}


def webhook_forms() -> list[tuple[str, Any]]:
    """Return the forms of webhooks for which the operator allows a host."""
    hosts = set(settings.WEBHOOK_HOSTS)
    return [
        (form.value, form.label)
        for form in Channel.Form
        if form not in (Channel.Form.PUSH, Channel.Form.EMAIL)
        and hosts & set(OWN_HOSTS.get(form, hosts))
    ]


class PushForm(forms.Form):
    """What a script fills in: how a browser is sent to."""

    endpoint = forms.CharField(max_length=guard.MAX_LENGTH, widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=30, widget=forms.HiddenInput)
    says_little = forms.BooleanField(
        label=gettext_lazy("Say no more than that there is something."), required=False
    )
    address: Address
    subscription: Subscription

    def clean(self) -> dict[str, Any]:
        """Read the subscription, if it is one at a push service that is allowed."""
        cleaned: dict[str, Any] = self.cleaned_data
        try:
            given = [str(cleaned.get(name, "")) for name in ("endpoint", "key", "auth")]
            self.subscription = push.read_subscription(*given)
            self.address = guard.read_address(self.subscription.endpoint, carrier.push_hosts())
        except (BarredError, ValueError) as error:
            words = _("This browser cannot be sent to: its push service is not known here.")
            raise ValidationError(words) from error
        return cleaned


class WebhookForm(forms.Form):
    """What a webhook is, and where. Its address is never shown again, not even with an error."""

    form = forms.ChoiceField(label=gettext_lazy("What it is"), choices=webhook_forms)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=guard.MAX_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("As the service shows it, with https. It is never shown again."),
    )
    says_little = forms.BooleanField(
        label=gettext_lazy("Say no more than that there is something."), required=False
    )
    address: Address

    def clean_url(self) -> str:
        """Return the address, if it leads to a host that is allowed."""
        url: str = self.cleaned_data["url"]
        try:
            self.address = guard.read_address(url, settings.WEBHOOK_HOSTS)
        except BarredError as error:
            hosts = ", ".join(settings.WEBHOOK_HOSTS)
            words = _("This must be an address with https at one of these hosts: %(hosts)s.")
            raise ValidationError(words % {"hosts": hosts}) from error
        return url

    def clean(self) -> dict[str, Any]:
        """Refuse an address that is another service's."""
        cleaned: dict[str, Any] = self.cleaned_data
        own = OWN_HOSTS.get(cleaned.get("form", ""))
        if "url" in cleaned and own and self.address.host not in own:
            self.add_error("url", _("This address belongs to another service."))
        return cleaned
