"""The form by which a cup is opened: what is played, how, when, and who may enter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms import TableForm
from seasons import bounds, formats
from seasons.cups import MOST_ENTRIES, CupTerms, most_people
from seasons.groups import table_size_of
from seasons.models import Competition

Kind = Competition.Kind
KINDS = [(kind.value, kind.label) for kind in Kind if kind != Kind.SEASON]
RULES = [
    ("", _("never")),
    ("FREQ=WEEKLY", _("each week")),
    ("FREQ=WEEKLY;INTERVAL=2", _("every two weeks")),
    ("FREQ=MONTHLY", _("each month")),
    ("FREQ=MONTHLY;INTERVAL=3", _("every three months")),
]
# What the host of a table settles, and nobody settles in a cup.
OF_TABLES = (
    "starts_itself", "stand_in", "welcomes_newcomer", "welcomes_programs", "tells_standing",
    "may_try",
)  # fmt: skip
MOST_DAYS, MOST_ROUNDS = 365, 15
AHEAD = timedelta(days=365)


def _number(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **more)


class CupForm(TableForm):
    """A cup of a game: its pace and options are those of a table."""

    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS, initial=Kind.SWISS)
    rounds = _number(
        _("Rounds"), 1, MOST_ROUNDS, initial=5, help_text=_("Of a cup by the Swiss system.")
    )
    group_size = _number(
        _("People in a group"), 2, 12, initial=4, help_text=_("Where groups come before the rest.")
    )
    meetings = _number(
        _("Games of each pair"),
        1,
        4,
        initial=1,
        help_text=_(
            "At tables of three and four: how many games everybody has in their group, and how many"
            " are played at each table of a knock-out."
        ),
    )
    days = _number(
        _("Days of a round"),
        1,
        MOST_DAYS,
        initial=60,
        help_text=_("Its games end by then: those that still run are adjudicated."),
    )
    at_once = _number(
        _("Games at once"), 1, 20, initial=3, help_text=_("Everybody can wish something else.")
    )
    begins_at = forms.DateTimeField(
        label=_("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Empty: when all places are taken."),
    )
    most_entries = _number(_("Places"), 2, MOST_ENTRIES, required=False)
    recurs = forms.ChoiceField(label=_("Is repeated"), choices=RULES, required=False)
    welcomes_bots = forms.BooleanField(label=_("House players are welcome"), required=False)
    for_newcomers = forms.BooleanField(label=_("For people who are new here"), required=False)
    least_rating = _number(_("Rating at least"), 0, 4_000, required=False)
    most_rating = _number(_("Rating at most"), 0, 4_000, required=False)

    def __init__(self, ruleset: str, *args: Any, **more: Any) -> None:
        super().__init__(ruleset, *args, **more)
        for name in OF_TABLES:
            self.fields.pop(name, None)

    @property
    def cup_fields(self) -> list[forms.BoundField]:
        """The fields of how the cup is played."""
        names = ("kind", "rounds", "group_size", "meetings", "days", "begins_at", "most_entries")
        return [self[name] for name in names]

    @property
    def entry_fields(self) -> list[forms.BoundField]:
        """The fields of who may enter, which most people leave as they are."""
        names = (
            "at_once", "recurs", "welcomes_bots", "for_newcomers", "least_rating", "most_rating",
            "asks_in_time", "asks_finished",
        )  # fmt: skip
        return [self[name] for name in names]

    def clean_begins_at(self) -> datetime | None:
        """Return when the cup begins: neither too soon for anybody to enter, nor too far ahead."""
        begins_at: datetime | None = self.cleaned_data["begins_at"]
        now = timezone.now()
        if begins_at is not None and not now + timedelta(hours=1) <= begins_at <= now + AHEAD:
            raise forms.ValidationError(gettext("Between an hour and a year from now."))
        return begins_at

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            self._check_size(cleaned)
            self._check_bounds(cleaned)
        return cleaned

    def _check_size(self, cleaned: dict[str, Any]) -> None:
        size = table_size_of(self.ruleset, self.options)
        if size == 3 and cleaned["kind"] in (Kind.GROUPS, Kind.KNOCKOUT):
            self.add_error("kind", _("A knock-out is played at tables of two or of four."))
        if cleaned["group_size"] < size and cleaned["kind"] == Kind.GROUPS:
            self.add_error("group_size", _("A group needs a full table at least."))
        least = formats.least_entries(cleaned["kind"], size, max(size, cleaned["group_size"]))
        if cleaned["most_entries"] is None and cleaned["begins_at"] is None:
            self.add_error("begins_at", _("Say when it begins, or how many places there are."))
        elif cleaned["most_entries"] is not None and cleaned["most_entries"] < least:
            words = gettext("This kind needs %(n)s people at least.") % {"n": least}
            self.add_error("most_entries", words)
        most = most_people(cleaned["kind"])
        if (cleaned.get("most_entries") or 0) > most:
            words = gettext("This kind is for %(n)s people at most.") % {"n": most}
            self.add_error("most_entries", words)
        if cleaned["recurs"] and cleaned["begins_at"] is None:
            self.add_error("recurs", _("Only what begins on a day is repeated."))

    def _check_bounds(self, cleaned: dict[str, Any]) -> None:
        """Check that games can end in time, at the pace that was chosen."""
        size = table_size_of(self.ruleset, self.options)
        fits = bounds.turns_in_time(self.pace, cleaned["days"], size)
        needed = bounds.find_usual_turns(self.ruleset) or bounds.LEAST_TURNS
        if fits < needed:
            words = gettext(
                "At this pace everybody has %(fits)s turns for certain, and games take up to"
                " %(needed)s. Give a round more days, or choose a quicker pace."
            )
            self.add_error("days", words % {"fits": fits, "needed": needed})

    @property
    def cup_terms(self) -> CupTerms:
        """The terms of the cup that is to be opened."""
        values = self.cleaned_data
        return CupTerms(
            ruleset=self.ruleset,
            pace=self.pace,
            options=self.options,
            asks_in_time=values["asks_in_time"] or 0,
            asks_finished=values["asks_finished"] or 0,
            **{name: values[name] for name in TAKEN},
        )


TAKEN = (
    "kind", "title", "group_size", "meetings", "at_once", "days", "rounds", "most_entries",
    "begins_at", "is_rated", "is_private", "welcomes_bots", "for_newcomers", "least_rating",
    "most_rating", "recurs",
)  # fmt: skip
