"""The part of a table's form that is about time: a preset first, and every number under it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from conquest.registry import AnyRules
from games import labels
from games.play.clock import ANSWER, PRESETS, TURN

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
MOST_HOURS = 24 * 30
MOST_ABSENT_AFTER = 5
MOST_DAYS_OFF = 60
MOST_EXTENSIONS, MOST_EXTENSION_HOURS, USUAL_EXTENSION_HOURS = 20, 24 * 7, 24


def _hours_field(label: Any, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=MOST_HOURS, required=False, **more
    )


class PaceForm(forms.Form):
    """How fast a table plays; whatever is left empty is as the preset has it."""

    preset = forms.ChoiceField(label=_("Pace"), widget=forms.RadioSelect)
    turn_hours = _hours_field(
        _("Hours for a turn"), help_text=_("Empty: as the pace says. So are all of these hours.")
    )
    turn_more = _hours_field(
        _("More hours each further turn"),
        help_text=_("What is left over of a turn is saved then, and added to the next one."),
    )
    turn_most = _hours_field(_("Most hours for a turn"))
    answer_hours = _hours_field(_("Hours for an answer"))
    answer_more = _hours_field(_("More hours each further answer"))
    answer_most = _hours_field(_("Most hours for an answer"))
    fixed_hour = forms.BooleanField(
        label=_("Time ends at a fixed hour"),
        required=False,
        help_text=_(
            "Everybody has at least the time of the pace, and then until the next of these hours."
        ),
    )
    fixed_days = forms.TypedMultipleChoiceField(
        label=_("On these days"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        initial=list(WEEKDAYS),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "days"}),
    )
    fixed_at = forms.TypedChoiceField(label=_("At"), choices=HOURS, coerce=int, initial=20)
    days_off = forms.BooleanField(
        label=_("Clocks rest on each player’s days off and vacation"), required=False, initial=True
    )
    vacation = forms.ChoiceField(
        label=_("Others play for somebody who is away for long"),
        choices=[
            ("", _("never: their clock rests as long as they are away")),
            ("7", _("after a week")),
            ("14", _("after two weeks")),
            ("21", _("after three weeks")),
        ],
        required=False,
        help_text=_("Their standing orders, a house player or silence, until they are back."),
    )
    most_days_off = forms.IntegerField(
        label=_("After this number of days off in a row"),
        min_value=1,
        max_value=MOST_DAYS_OFF,
        required=False,
        help_text=_("Empty: as chosen above."),
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
        label=_("Absent after this number of missed turns in a row"),
        choices=[(number, str(number)) for number in range(1, MOST_ABSENT_AFTER + 1)],
        coerce=int,
        initial=3,
        help_text=_("Until they are back, or somebody else takes over their seat."),
    )

    extensions = forms.IntegerField(
        label=_("How often each player may take more time"),
        min_value=0,
        max_value=MOST_EXTENSIONS,
        required=False,
        help_text=_("In the whole game, by a button, while they are asked. All are told."),
    )
    extension_hours = forms.IntegerField(
        label=_("How many hours more each time"),
        min_value=1,
        max_value=MOST_EXTENSION_HOURS,
        required=False,
        initial=USUAL_EXTENSION_HOURS,
    )

    silent_pause = forms.BooleanField(
        label=_("Anybody who does not answer for two days agrees to a pause"),
        required=False,
        help_text=_("Players can pause a game for up to 30 days, if all agree."),
    )

    take_backs = forms.ChoiceField(
        label=_("Turns can be taken back"),
        choices=[
            ("", _("if the game does not count for the league")),
            ("yes", _("yes")),
            ("no", _("no")),
        ],
        required=False,
        help_text=_(
            "If all who play agree, and nothing hidden has been uncovered and no die thrown since."
        ),
    )

    def set_up_paces(self, rules: AnyRules) -> None:
        """Offer the presets, and the hours of the clocks that a game has."""
        preset, clocks = self.fields["preset"], rules.judgement.clocks
        preset.choices = [(name, labels.pace_label(name, clocks)) for name in PRESETS]  # type: ignore[attr-defined]
        preset.initial = "normal"
        self.fields["fixed_at"].help_text = gettext("In your time zone, %(zone)s.") % {
            "zone": timezone.get_current_timezone_name()
        }
        if answers := labels.answers_in_words(rules.judgement.decision_kinds):
            preset.help_text = gettext("The time for an answer runs for: %(what)s.") % {
                "what": answers
            }
        else:
            for name in ("answer_hours", "answer_more", "answer_most"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Refuse hours that contradict each other."""
        cleaned = super().clean() or {}
        if cleaned.get("night") and cleaned.get("night_from") == cleaned.get("night_to"):
            self.add_error("night_to", _("The night must end at another hour than it begins."))
        if cleaned.get("fixed_hour") and not cleaned.get("fixed_days"):
            self.add_error("fixed_days", _("Choose at least one day."))
        for clock in (TURN, ANSWER):
            self._check_bank(clock, cleaned)
        return cleaned

    def _check_bank(self, clock: str, cleaned: dict[str, Any]) -> None:
        hours, more, most = (cleaned.get(f"{clock}_{name}") for name in ("hours", "more", "most"))
        first = hours or PRESETS[cleaned.get("preset") or "normal"]["clocks"][clock][0]
        if more and not most:
            self.add_error(
                f"{clock}_most", _("Say how many hours there are at most, if hours are saved.")
            )
        elif most and not more:
            self.add_error(f"{clock}_more", _("Say how many hours are added each time."))
        elif most and most < max(first, more or 0):
            self.add_error(f"{clock}_most", _("This is less than there is at first, or each time."))

    @property
    def pace(self) -> dict[str, Any]:
        """The pace as a table stores it."""
        values = self.cleaned_data
        night = [values["night_from"], values["night_to"]] if values["night"] else None
        pace = {
            **PRESETS[values["preset"]],
            "weekend": values["weekend"],
            "night": night,
            "absent_after": values["absent_after"],
        }
        if clocks := self._chosen_clocks():
            pace["clocks"] = {**pace["clocks"], **clocks}
        if values["days_off"]:
            pace["days_off"] = True
            if most := values["most_days_off"] or int(values["vacation"] or 0):
                pace["most_days_off"] = most
        if values["fixed_hour"]:
            pace["fixed_hour"] = self._fixed_hour()
        if times := values["extensions"]:
            pace["extensions"] = [times, values["extension_hours"] or USUAL_EXTENSION_HOURS]
        if values["silent_pause"]:
            pace["silent_pause"] = True
        return pace

    def _chosen_clocks(self) -> dict[str, list[int]]:
        """Return the clocks whose hours were given, by their names."""
        chosen = {}
        for clock in (TURN, ANSWER):
            hours, more, most = (
                self.cleaned_data.get(f"{clock}_{name}") for name in ("hours", "more", "most")
            )
            first = hours or PRESETS[self.cleaned_data["preset"]]["clocks"][clock][0]
            if hours or more:
                chosen[clock] = [first, more or first, most or first]
        return chosen

    def _fixed_hour(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "days": sorted(values["fixed_days"]),
            "hour": values["fixed_at"],
            "zone": timezone.get_current_timezone_name(),
        }
