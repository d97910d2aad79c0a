"""The form of the archive's search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from conquest import registry
from records import search
from records.models import KEY_DIGITS
from records.search import ArchivePage, ArchiveSearch

MOST_TURNS = 100_000
REASON = r"^[a-z_]{1,30}$"


def _date_input() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class ArchiveForm(forms.Form):
    """A search of the archive; values that make no sense count as not given."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), max_length=60, required=False)
    opponent = forms.CharField(label=_("Against"), max_length=60, required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("any")),
            (search.WON, _("a win")),
            (search.LOST, _("a loss of this player")),
            (search.DRAWN, _("draw")),
            (search.PLAYED_OUT, _("nobody left the game")),
            (search.LEFT, _("somebody left the game")),
        ],
    )
    winner = forms.ChoiceField(label=_("Won by the side"), required=False)
    least = forms.IntegerField(
        label=_("Turns, at least"), required=False, min_value=0, max_value=MOST_TURNS
    )
    most = forms.IntegerField(
        label=_("Turns, at most"), required=False, min_value=0, max_value=MOST_TURNS
    )
    since = forms.DateField(label=_("Ended from"), required=False, widget=_date_input())
    until = forms.DateField(label=_("Ended until"), required=False, widget=_date_input())
    reason = forms.RegexField(REASON, required=False, widget=forms.HiddenInput)
    opening = forms.RegexField(
        rf"^[0-9a-f]{{{KEY_DIGITS}}}$", required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = [
            (slug, title.translate_with(gettext)) for slug, title in registry.ruleset_choices()
        ]
        self.fields["game"].choices = [("", gettext("all games")), *titles]  # type: ignore[attr-defined]
        self.ruleset = self.data.get("game", "")
        if self.ruleset not in dict(titles):
            self.ruleset = ""
            del self.fields["winner"]
            return
        names = registry.get_ruleset(self.ruleset).seating.names
        seats = [(seat, phrase.translate_with(gettext)) for seat, phrase in names.items()]
        self.fields["winner"].choices = [("", gettext("any")), *seats]  # type: ignore[attr-defined]

    @cached_property
    def players(self) -> Mapping[str, int | None]:
        """The ids of the people whose names were given; None for a name that is nobody's."""
        self.full_clean()
        given = (self.cleaned_data.get(field, "") for field in ("player", "opponent"))
        return {name: search.find_player(name) for name in given if name}

    @property
    def unknown_names(self) -> list[str]:
        """The names that were given and are nobody's."""
        return [name for name, person in self.players.items() if person is None]

    @property
    def search(self) -> ArchiveSearch:
        """The search that was asked for; of names that are nobody's nothing is asked."""
        players, values = self.players.values(), self.cleaned_data
        return ArchiveSearch(
            ruleset=values.get("game", ""),
            players=tuple(one for one in players if one is not None),
            result=values.get("result", ""),
            winner=values.get("winner", ""),
            reason=values.get("reason", ""),
            turns=(values.get("least"), values.get("most")),
            opening=values.get("opening", ""),
            since=values.get("since"),
            until=values.get("until"),
            after=search.read_cursor(self.data.get("after", "")),
        )

    def find_games(self) -> ArchivePage:
        """Return the page of the archive that was asked for; empty where a name is nobody's."""
        if self.unknown_names:
            return ArchivePage((), None, is_cut=False)
        return search.search_archive(self.search)
