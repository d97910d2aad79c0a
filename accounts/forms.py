"""The forms about a person: sign-up and preferences."""

from __future__ import annotations

import unicodedata
import zoneinfo
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.choices import BaseChoiceIterator
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.absence import check_back_on
from accounts.display_text import stored_text
from accounts.models import Person, known_zone
from accounts.plain_text import ADDRESS, thin_marks
from mail import clock

REGIONS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}

DAY_HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
QUIET_HOURS = [("", "–"), *DAY_HOURS]
OF_GUESTS = (
    "language",
    "time_zone",
    "own_side_near",
    "one_tap",
)  # they have no letters, and keep their name


def clean_line(text: str) -> str:
    """Return a text as it is shown in one line: composed letters, single spaces.

    :raises ValidationError: where it holds signs that cannot be seen, or heaps of marks.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if names.has_invisible_signs(text):
        raise ValidationError(_("This contains invisible characters."))
    if thin_marks(text) != text:
        raise ValidationError(_("This has too many marks on one letter."))
    return text


def clean_name(name: str, person: Person | None = None) -> str:
    """Return the name ``person`` wants as it is shown.

    :raises ValidationError: where nobody may have it, or it is another's or looks like it.
    """
    name = clean_line(name)
    if person is not None and stored_text(person.name) == name:
        return name
    names.check_name(name)
    # Names stand in letters, of which mail programs would make links.
    if ADDRESS.search(name):
        raise ValidationError(_("This looks like an address. Write a space after a full stop."))
    others = Person.objects.exclude(pk=person.pk) if person else Person.objects.all()
    if others.filter(name__iexact=name).exists():
        raise ValidationError(_("This name is taken."))
    if others.filter(likeness=names.likeness(name)).exists():
        raise ValidationError(_("This looks like the name of another player."))
    return name


class TimeZoneChoices(BaseChoiceIterator):
    """Every time zone of a place by region, and UTC, in the language of the moment."""

    def __iter__(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        yield "UTC", [("UTC", "UTC")]
        for region, zones in groupby(_known_zones(), lambda zone: zone.partition("/")[0]):
            if region in REGIONS:
                yield str(REGIONS[region]), [(name, _zone_place(name)) for name in zones]


@cache
def _known_zones() -> list[str]:
    return sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone)


def _zone_place(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ").replace("/", ", ")


class StoredSelect(forms.Select):
    """A select that offers the stored value, too, where its choices lack it: otherwise saving the
    form would replace it by the first of them."""

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> Any:
        groups = super().optgroups(name, value, attrs)
        offered = {str(option["value"]) for _group, options, _index in groups for option in options}
        missing = [one for one in value if one and one not in offered]
        for index, one in enumerate(missing, len(groups)):
            option = self.create_option(name, one, one, selected=True, index=index)
            groups.append((None, [option], index))
        return groups


class SignupForm(forms.Form):
    """What allauth's sign-up form asks beside the address."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("Other players see it. A nickname will do."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )
    field_order = ["name", "email"]

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean_time_zone(self) -> str:
        return known_zone(str(self.cleaned_data["time_zone"]))

    def signup(self, request: HttpRequest, user: Person) -> None:
        """Do nothing more: the adapter has stored it all."""


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a person may change about themselves."""

    class Meta:
        model = Person
        fields: ClassVar = [
            "name",
            "language",
            "time_zone",
            "letters",
            "letters_while_looking",
            "quiet_from",
            "quiet_to",
            "urgent_breaks_quiet",
            "reminders",
            "nudges",
            "turns_at_once",
            "own_side_near",
            "one_tap",
            "back_on",
        ]
        labels: ClassVar = {
            "name": _("Name"),
            "language": _("Language"),
            "time_zone": _("Time zone"),
            "letters": _("Send me a letter when it is my turn"),
            "letters_while_looking": _("Send it even while I look at the game"),
            "quiet_from": _("No letters from"),
            "quiet_to": _("No letters until"),
            "urgent_breaks_quiet": _("But those about what runs out before then"),
            "reminders": _("Remind me before a deadline"),
            "nudges": _("Let others nudge me when they wait for me"),
            "turns_at_once": _("Let my turns by letter count at once"),
            "own_side_near": _("Turn boards so that my side is near"),
            "one_tap": _("Choose with one tap"),
        }
        help_texts: ClassVar = {
            "name": _("Other players see it."),
            "language": _("For the pages and for your letters."),
            "time_zone": _("All deadlines are shown in this zone."),
            "letters": _(
                "Without letters you have to look for yourself; the clocks run all the same."
            ),
            "letters_while_looking": _(
                "Otherwise it waits for two minutes, and is not sent if you answer meanwhile."
            ),
            "quiet_from": "",
            "quiet_to": _("What comes meanwhile is sent then; your clocks run all the same."),
            "reminders": "",
            "nudges": _("By a letter, once a day in a game, from a day after you are asked."),
            "turns_at_once": _(
                "A turn that you send by letter counts without your YES and cannot be taken back, "
                "if it is legal and leaves nothing open. Otherwise it is shown to you first."
            ),
            "own_side_near": _(
                "In letters, too. Otherwise every board is shown the same way round."
            ),
            "one_tap": _(
                "On a touch screen the first tap on a target goes there. Otherwise it shows what "
                "that means, and a second tap goes."
            ),
        }
        widgets: ClassVar = {
            "time_zone": StoredSelect(choices=TimeZoneChoices()),
            "quiet_from": forms.Select(choices=QUIET_HOURS),
            "quiet_to": forms.Select(choices=QUIET_HOURS),
            "back_on": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_guest:
            self.fields = {name: self.fields[name] for name in OF_GUESTS}
        elif not settings.REPLY_ADDRESS:
            del self.fields["turns_at_once"]
        if self.instance.back_on and not self.instance.is_away(clock.now()):
            self.initial["back_on"] = None  # or a day that has passed would be refused

    def clean_back_on(self) -> date | None:
        back_on: date | None = self.cleaned_data["back_on"]
        if back_on:
            check_back_on(self.instance, back_on, clock.now())
        return back_on

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"], Person.objects.get(pk=self.instance.pk))

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours that do not begin or end, or last all day."""
        cleaned = super().clean() or {}
        start, end = cleaned.get("quiet_from"), cleaned.get("quiet_to")
        if (start is None) != (end is None):
            self.add_error("quiet_to", _("Quiet hours need a beginning and an end."))
        elif start is not None and start == end:
            self.add_error("quiet_to", _("Quiet hours must end at another hour than they begin."))
        return cleaned


class NamedForm(forms.Form):
    """What something of one's own is called, in one line."""

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("By which you know it again.")
    )

    def clean_name(self) -> str:
        """Return the name as one line of visible signs."""
        name = clean_line(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Give it a name."))
        return name
