"""The form in which a person chooses when, and in which manner, they hear of things."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.forms import DAY_HOURS
from accounts.manners import Manner, Topic, manners_of
from accounts.models import MOST_AN_HOUR, REMINDER_MARKS, Person
from accounts.quiet_hours import is_quiet_hour

DAILY = 24


def _reminder_choices() -> list[tuple[int, str]]:
    """Return how long before a deadline there can be a reminder, in the active language."""
    return [(hours, _name_span(hours)) for hours in REMINDER_MARKS]


def _name_span(hours: int) -> str:
    if hours % DAILY == 0:
        days = hours // DAILY
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}


def _manner_field(topic: Topic, label: Any, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, help_text=help_text, choices=manners_of(topic))


class MannersForm(forms.Form):
    """How a person hears of each kind of things; digests come at one hour of the day or at two."""

    turns_manner = _manner_field(Topic.TURN, gettext_lazy("A turn is asked for"))
    answers_manner = _manner_field(
        Topic.ANSWER,
        gettext_lazy("An answer is asked for"),
        gettext_lazy("Such as whether you recapture, or accept what is offered."),
    )
    events_manner = _manner_field(
        Topic.EVENT,
        gettext_lazy("Something happened in a game"),
        gettext_lazy("Such as its beginning and its end, or that somebody has left."),
    )
    tables_manner = _manner_field(Topic.TABLE, gettext_lazy("Tables and seats"))
    words_manner = _manner_field(
        Topic.WORDS,
        gettext_lazy("Somebody says something at your table"),
        gettext_lazy("One letter until you have read it."),
    )
    digest_first = forms.TypedChoiceField(
        label=gettext_lazy("A digest comes at"), choices=DAY_HOURS, coerce=int
    )
    digest_second = forms.TypedChoiceField(
        label=gettext_lazy("And another one at"),
        choices=[("", "–"), *DAY_HOURS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy(
            "What you read together waits until then, unless too little time would be left to"
            " answer. Your clocks run meanwhile."
        ),
    )
    letters_an_hour = forms.IntegerField(
        label=gettext_lazy("Letters an hour, at most"),
        min_value=1,
        max_value=MOST_AN_HOUR,
        required=False,
        help_text=gettext_lazy(
            "What is more than that comes in one letter afterwards. Nothing is left out."
        ),
    )
    reminder_hours = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Remind me so long before a deadline"),
        choices=_reminder_choices,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "With none of these you are reminded once, when a quarter of the time is left."
        ),
    )

    def __init__(self, person: Person, data: QueryDict | None = None) -> None:
        first, *others = person.digest_hours
        initial = {topic.value: person.manner(topic).value for topic in Topic} | {
            "digest_first": first,
            "digest_second": others[0] if others else "",
            "letters_an_hour": person.letters_an_hour,
            "reminder_hours": person.reminder_hours,
        }
        self.quiet = (person.quiet_from, person.quiet_to)
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Refuse the hour of a digest at which its reader wants no letters, if they want one."""
        cleaned = super().clean() or {}
        if Manner.DIGEST in [cleaned.get(topic.value) for topic in Topic]:
            for name in ("digest_first", "digest_second"):
                if self._is_quiet(cleaned.get(name)):
                    words = _("At this hour you want no letters: it is a quiet one.")
                    self.add_error(name, words)
        return cleaned

    def _is_quiet(self, hour: int | None) -> bool:
        start, end = self.quiet
        if hour is None or start is None or end is None:
            return False
        return is_quiet_hour(hour, (start, end))

    @property
    def as_fields(self) -> dict[str, Any]:
        """What was chosen, by the names of a person's fields."""
        chosen = dict(self.cleaned_data)
        hours = {chosen.pop("digest_first"), chosen.pop("digest_second")}
        return {**chosen, "digest_hours": sorted(hours - {None})}
