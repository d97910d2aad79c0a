"""The forms of a new bot and of a new access token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NamedForm
from api.models import Scope


class ProgramForm(forms.Form):
    """What a bot is called."""

    name = forms.CharField(
        label=_("Name"),
        max_length=34,  # of 40, with the mark after it
        help_text=_("Other players see it, with “(Bot)” behind it."),
    )


class TokenForm(NamedForm):
    """What a token is called, what it may do, and for how long."""

    scopes = forms.MultipleChoiceField(
        label=_("The program may"),
        choices=Scope.choices,
        initial=[Scope.READ, Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Good for"),
        coerce=int,
        initial=90,
        choices=[
            (30, _("30 days")),
            (90, _("90 days")),
            (180, _("half a year")),
            (365, _("a year")),
        ],
    )
