"""The form of a pause: until which day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.agreements.pauses import DAY
from games.models.pause import MOST_DAYS


class PauseForm(forms.Form):
    """The day until whose noon a game shall be paused."""

    until = forms.DateField(
        label=_("Paused until noon of"), widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, person: Person, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = now.astimezone(person.zone).date()
        bounds = {"min": today + DAY, "max": today + MOST_DAYS * DAY}
        self.fields["until"].widget.attrs |= {name: str(day) for name, day in bounds.items()}
