"""What people fill in about tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import clean_line
from conquest import registry
from conquest.core import Option
from games import words
from games.clock import PRESETS
from games.models import Game

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
MOST_ADDRESSES = 10
ADDRESS = forms.EmailField(max_length=254)


class TableForm(forms.Form):
    """A new table. Everything has a default, so that it can be sent as it is."""

    preset = forms.ChoiceField(label=_("Pace"), widget=forms.RadioSelect)
    title = forms.CharField(label=_("Title"), max_length=60)
    is_private = forms.BooleanField(
        label=_("Only with an invitation"),
        required=False,
        help_text=_("Nobody else sees the table, nor the game."),
    )
    is_rated = forms.BooleanField(label=_("Counts for the league"), required=False, initial=True)
    may_try = forms.BooleanField(
        label=_("Players may try things out from positions of the running game"),
        required=False,
        initial=True,
        help_text=_("On a copy, where nothing counts. Once the game is over, everybody may."),
    )
    weekend = forms.BooleanField(
        label=_("Clocks rest at the weekend"),
        required=False,
        help_text=_("Each player's own weekend, in each one's time zone."),
    )
    night = forms.BooleanField(label=_("Clocks rest at night"), required=False)
    night_from = forms.TypedChoiceField(
        label=_("Night from"), choices=HOURS, coerce=int, initial=22
    )
    night_to = forms.TypedChoiceField(label=_("Night until"), choices=HOURS, coerce=int, initial=8)
    absent_after = forms.TypedChoiceField(
        label=_("Absent after so many missed turns in a row"),
        choices=[(number, str(number)) for number in range(1, 6)],
        coerce=int,
        initial=3,
        help_text=_("An absent player's turns are passed over, and somebody else may take over."),
    )

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.rules = registry.get(ruleset)
        preset = self.fields["preset"]
        preset.choices = [(name, words.pace(name)) for name in PRESETS]  # type: ignore[attr-defined]
        preset.initial = "normal"
        for option in self.rules.options:
            self.fields[f"option_{option.name}"] = _option_field(option)

    @property
    def details(self) -> list[forms.BoundField]:
        """The fields that most people leave as they are."""
        first = ("preset", "title", "is_private", "is_rated")
        return [self[name] for name in self.fields if name not in first]

    def clean_title(self) -> str:
        """Take the title as one line that all can see: it stands in letters, too."""
        return clean_line(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("night") and cleaned.get("night_from") == cleaned.get("night_to"):
            self.add_error("night_to", _("The night must end at another hour than it begins."))
        return cleaned

    @property
    def pace(self) -> dict[str, Any]:
        """The pace as a table keeps it."""
        said = self.cleaned_data
        night = [said["night_from"], said["night_to"]] if said["night"] else None
        rest = {"weekend": said["weekend"], "night": night, "absent_after": said["absent_after"]}
        return {**PRESETS[said["preset"]], **rest}

    @property
    def options(self) -> dict[str, str | bool | int]:
        """The options that differ from the rule set's defaults."""
        chosen = {
            option.name: option.choices[int(self.cleaned_data[f"option_{option.name}"])][0]
            for option in self.rules.options
        }
        defaults = {option.name: option.default for option in self.rules.options}
        return {name: value for name, value in chosen.items() if value != defaults[name]}


class InviteForm(forms.Form):
    """Addresses to invite, however they are separated."""

    addresses = forms.CharField(
        label=_("Email addresses"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
        help_text=_("Separated by commas, spaces or new lines."),
    )

    def clean_addresses(self) -> list[str]:
        """Split the text into addresses, each checked."""
        found: list[str] = (
            self.cleaned_data["addresses"].replace(",", " ").replace(";", " ").split()
        )
        if len(found) > MOST_ADDRESSES:
            raise ValidationError(_("Please invite no more than ten people at once."))
        for address in found:
            try:
                ADDRESS.clean(address)
            except ValidationError:
                wrong = gettext("%(address)s is not an email address.") % {"address": address}
                raise ValidationError(wrong) from None
        return found


class PlaceForm(forms.Form):
    """Another seat or colour at a table, of those that are free."""

    seat = forms.ChoiceField(label=_("Side"))
    colour = forms.ChoiceField(label=_("Colour"))

    def __init__(self, game: Game, person_id: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mine = [seat for seat in game.seats.all() if seat.person_id in (None, person_id)]
        rules = game.rules
        self._offer("seat", ((seat.name, rules.names[seat.name].said(gettext)) for seat in mine))
        self._offer(
            "colour", ((seat.colour, rules.colours[seat.colour].said(gettext)) for seat in mine)
        )

    def _offer(self, field: str, choices: Iterable[tuple[str, str]]) -> None:
        self.fields[field].choices = list(choices)  # type: ignore[attr-defined]


def _option_field(option: Option) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=option.title.said(gettext),
        choices=[
            (str(place), said.said(gettext)) for place, (_value, said) in enumerate(option.choices)
        ],
        initial="0",
    )
