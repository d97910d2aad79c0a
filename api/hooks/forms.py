"""The forms of hooks: where a program is told, and of what."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import NamedForm
from games.play.program_news import ProgramTopic
from mail.channels import guard
from mail.channels.guard import BarredError


class TopicsForm(forms.Form):
    """What a program is told of."""

    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Tell it that"),
        choices=ProgramTopic.choices,
        initial=[ProgramTopic.TURN],
        widget=forms.CheckboxSelectMultiple,
    )
    hears_of_bots = forms.BooleanField(
        label=gettext_lazy("Of my bots, too"),
        required=False,
        help_text=gettext_lazy("When it is their turn, and when their games begin and end."),
    )


class HookForm(NamedForm, TopicsForm):
    """A new hook. Its address is never shown again, not even with an error."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=guard.MAX_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("With https. It is never shown again."),
    )
    field_order = ("name", "url", "topics", "hears_of_bots")

    def clean_url(self) -> str:
        """Return the address, if it may be posted to."""
        url: str = self.cleaned_data["url"]
        try:
            guard.read_address(url, settings.HOOK_HOSTS)
        except BarredError as error:
            words = _("This must be an address with https at a public host that is allowed.")
            raise ValidationError(words) from error
        return url
