"""The form that names a set-up."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import clean_line


class SetUpForm(forms.Form):
    """The name under which a set-up is saved, one line."""

    name = forms.CharField(
        max_length=40,
        error_messages={
            "required": _("Please give the set-up a name."),
            "max_length": _("Please take a name of at most 40 characters."),
        },
    )

    def clean_name(self) -> str:
        return clean_line(self.cleaned_data["name"])

    @property
    def setup_name(self) -> str:
        """The name, if it is valid."""
        return str(self.cleaned_data["name"])

    @property
    def name_error(self) -> str:
        """Why the name is not valid, "" if it is."""
        return " ".join(map(str, self.errors.get("name", ())))
