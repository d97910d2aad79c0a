"""The form by which somebody takes days off."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.models import DayOff

MOST_AT_ONCE = 60


def _day_field(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}), **more)


class Days(forms.Form):
    """The first and the last of some days."""

    first = _day_field(_("First day"))
    last = _day_field(_("Last day"), required=False, help_text=_("Empty: that day alone."))

    def clean(self) -> dict[str, Any]:
        """Take the first day for the last one where there is none."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first is None:
            return cleaned
        if last and last < first:
            raise ValidationError(_("The last day is before the first one."))
        if last and (last - first).days >= MOST_AT_ONCE:
            raise ValidationError(_("These are too many days at once."))
        return {**cleaned, "last": last or first}


class VacationByItselfForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether somebody's vacation begins by itself."""

    class Meta:
        model = Person
        fields = ("vacation_by_itself",)
        labels: ClassVar = {
            "vacation_by_itself": _(
                "Let my vacation begin by itself, once, when my time would run out"
            ),
        }
        help_texts: ClassVar = {"vacation_by_itself": _("It takes a week of it, or what is left.")}


class DaysOffForm(Days):
    """Days that somebody takes off."""

    field_order = ("kind", "first", "last", "ends_by_turn")
    ends_by_turn = forms.BooleanField(
        label=_("They end by a turn of mine"),
        required=False,
        help_text=_("An hour after it, the days that have not begun are given back."),
    )
    kind = forms.ChoiceField(
        label=_("Taken as"),
        choices=DayOff.Kind.choices,
        initial=DayOff.Kind.VACATION,
        widget=forms.RadioSelect,
    )
