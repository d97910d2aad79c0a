"""The forms of tables: open one, search, invite, choose a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.display_text import plain_text
from accounts.forms import clean_line
from accounts.models import Person
from accounts.names import check_words
from conquest import registry
from conquest.core import Fault, Phrase, Setting, StandingOrders
from games import labels, options
from games.models import Game
from games.pace_form import PaceForm
from games.play.clock import OWN, PRESETS
from games.play.tables import TableTerms
from games.search import OPEN, GameSearch

MAX_ADDRESSES = 10
MAX_TITLE_CHARS = 60  # of the column of titles
ADDRESS = forms.EmailField(max_length=254)


def default_title(host: Person, ruleset: str) -> str:
    """Return the default title of a table; a guest gets another name when they sign up."""
    game, name = registry.get_ruleset(ruleset).title.translate_with(gettext), plain_text(host.name)
    if host.is_guest:
        return game[:MAX_TITLE_CHARS]
    return (gettext("%(game)s with %(name)s") % {"game": game, "name": name})[:MAX_TITLE_CHARS]


def usual_values(ruleset: str) -> dict[str, Any]:
    """Return what a form for a table of a game would send if nothing of it was changed."""
    fields = TableForm(ruleset).fields.items()
    return {name: field.initial for name, field in fields if field.initial is not None}


class TableForm(PaceForm):
    """A new table of a game, with its options. Everything has a default, so that it can be sent as
    it is."""

    title = forms.CharField(label=_("Title"), max_length=MAX_TITLE_CHARS)
    is_private = forms.BooleanField(
        label=_("Only with an invitation"),
        required=False,
        help_text=_("Nobody else sees the table or the game."),
    )
    is_rated = forms.BooleanField(label=_("Counts for the league"), required=False, initial=True)
    may_try = forms.BooleanField(
        label=_("Players may try things out from positions of the running game"),
        required=False,
        initial=True,
        help_text=_("On a copy, where nothing counts. Once the game is over, everybody may."),
    )
    silence = forms.ChoiceField(label=_("When the time for an answer is up"), required=False)
    tells_standing = forms.BooleanField(
        label=_("All see who has standing orders, and since when"), required=False
    )
    starts_itself = forms.BooleanField(
        label=_("The game begins as soon as the last seat is taken"),
        required=False,
        initial=True,
        help_text=_("Otherwise you get a letter when the table is full, and start the game."),
    )
    stand_in = forms.ChoiceField(label=_("Who plays for the absent"), required=False)
    asks_in_time = forms.TypedChoiceField(
        label=_("Who sits down answers in time"),
        coerce=int,
        required=False,
        initial=0,
        choices=[
            (0, _("as often as it comes")),
            (7, _("at least seven of ten times")),
            (8, _("at least eight of ten times")),
            (9, _("at least nine of ten times")),
        ],
        help_text=_("At tables that are open to everybody. You yourself always have a seat."),
    )
    asks_finished = forms.TypedChoiceField(
        label=_("Who sits down has finished"),
        coerce=int,
        required=False,
        initial=0,
        choices=[
            (0, _("any number of games")),
            (1, _("at least 1 game")),
            (3, _("at least 3 games")),
            (10, _("at least 10 games")),
        ],
    )
    welcomes_newcomer = forms.BooleanField(
        label=_("One seat is for somebody new here, of whom too little is known"), required=False
    )

    welcomes_programs = forms.BooleanField(
        label=_("Bots are welcome"),
        required=False,
        help_text=_(
            "Programs of other players. A game with one counts for nobody’s rating but theirs."
        ),
    )

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.rules = registry.get_ruleset(ruleset)
        self.set_up_paces(self.rules)
        self._set_up_answers()
        self._set_up_stand_in()
        self.chosen: dict[str, Setting] = {}
        for option in self.rules.seating.options:
            self.fields[options.field_name(option)] = options.form_field(option)

    def _set_up_stand_in(self) -> None:
        """Offer the bots that can play for absent players, in games that have bots."""
        levels = self.rules.composing.levels
        if not levels:
            del self.fields["stand_in"]
            return
        nobody = (
            "",
            gettext("nobody plays for them: what the rules say for silence counts at once"),
        )
        self.fields["stand_in"].choices = [nobody, *labels.bot_choices(levels)]  # type: ignore[attr-defined]

    def _set_up_answers(self) -> None:
        """Offer how answers are given, in games that have standing orders."""
        standing = self.rules.standing
        if standing is None:
            for name in ("silence", "tells_standing"):
                del self.fields[name]
            return
        self.fields["silence"].choices = _silence_choices(standing)  # type: ignore[attr-defined]

    @property
    def option_fields(self) -> list[options.OptionField]:
        """The options of the game itself."""
        return list(options.option_fields(self.rules.seating.options, self))

    @property
    def clock_details(self) -> list[forms.BoundField]:
        """The fields of the clock that most people leave as they are."""
        clock = [name for name in PaceForm.base_fields if name in self.fields]
        return [self[name] for name in clock if name != "preset"]

    @property
    def details(self) -> list[forms.BoundField]:
        """The other fields that most people leave as they are."""
        others = ("title", "is_private", "is_rated", *PaceForm.base_fields)
        own = {options.field_name(option) for option in self.rules.seating.options}
        return [self[name] for name in self.fields if name not in own and name not in others]

    def clean_title(self) -> str:
        """Return the title as one line of visible signs: it is shown in letters, too."""
        return clean_line(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._clean_options(cleaned)
        self._check_title(cleaned)
        self._clean_asked(cleaned)
        return cleaned

    def _check_title(self, cleaned: dict[str, Any]) -> None:
        """Refuse words that the operator has blocked, in what all can read."""
        if cleaned.get("is_private") or "title" not in cleaned:
            return
        try:
            check_words(cleaned["title"])
        except ValidationError as error:
            self.add_error("title", error)

    def _clean_asked(self, cleaned: dict[str, Any]) -> None:
        """Check that what is asked of strangers is asked where strangers come."""
        asks = bool(cleaned.get("asks_in_time") or cleaned.get("asks_finished"))
        if asks and cleaned.get("is_private"):
            field = "asks_in_time" if cleaned.get("asks_in_time") else "asks_finished"
            self.add_error(
                field,
                _("A table for those who are invited asks for nothing: you know whom you invite."),
            )
        # Where nothing is asked, everybody is welcome.
        cleaned["welcomes_newcomer"] = asks and bool(cleaned.get("welcomes_newcomer"))

    def _clean_options(self, cleaned: dict[str, Any]) -> None:
        """Take the options that matter, and check that they fit together."""
        offered = self.rules.seating.options
        self.chosen = options.chosen_options(offered, cleaned)
        for option in offered:
            if not options.option_matters(option, offered, self.chosen):
                # Where it does not matter a script hides its field, so nobody could correct a
                # mistake in it.
                self.errors.pop(options.field_name(option), None)
        try:
            self.rules.seating.table_layout(self.options)
        except Fault as fault:
            self.add_error(None, fault.phrase.translate_with(gettext))

    @property
    def terms(self) -> TableTerms:
        """The terms of the table that is to be opened."""
        values = self.cleaned_data
        return TableTerms(
            ruleset=self.ruleset,
            title=values["title"],
            pace=self.pace,
            options=self.options,
            is_private=values["is_private"],
            is_rated=values["is_rated"],
            may_try=values["may_try"],
            tells_standing=values.get("tells_standing", False),
            starts_itself=values["starts_itself"],
            stand_in=values.get("stand_in", ""),
            asks_in_time=values["asks_in_time"] or 0,
            asks_finished=values["asks_finished"] or 0,
            welcomes_newcomer=values["welcomes_newcomer"],
            welcomes_programs=values.get("welcomes_programs", False),
        )

    @property
    def pace(self) -> dict[str, Any]:
        """The pace as a table stores it, with what counts when the time for an answer is up."""
        silence, pace = self.cleaned_data.get("silence"), super().pace
        if self._allows_take_backs():
            pace["take_backs"] = True
        return {**pace, "silence": silence} if silence else pace

    def _allows_take_backs(self) -> bool:
        """Whether turns can be taken back: where the host says nothing, if the game counts for
        nothing beside itself."""
        chosen, is_rated = self.cleaned_data["take_backs"], self.cleaned_data["is_rated"]
        return chosen == "yes" or (not chosen and not is_rated)

    @property
    def options(self) -> dict[str, Setting]:
        """The options that differ from the rule set's defaults."""
        defaults = {option.name: option.default for option in self.rules.seating.options}
        return {name: value for name, value in self.chosen.items() if value != defaults[name]}


def _silence_choices(standing: StandingOrders[Any, Any]) -> list[tuple[str, str]]:
    """Return what can count when the time for an answer is up."""
    return [
        ("", gettext("as the rules say")),
        *(
            (preset.name, preset.label.translate_with(gettext))
            for preset in standing.presets
            if preset.name
        ),
        (OWN, gettext("one’s own standing orders, else as the rules say")),
    ]


class SearchForm(forms.Form):
    """A search among tables and games; values that make no sense count as not given."""

    words = forms.CharField(label=_("Title or player"), max_length=60, required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    free = forms.TypedChoiceField(
        label=_("Free seats"),
        coerce=int,
        required=False,
        choices=[
            ("", _("any number")),
            ("1", _("at least 1")),
            ("2", _("at least 2")),
            ("3", _("at least 3")),
        ],
    )
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    bots = forms.BooleanField(label=_("Bots are welcome"), required=False)
    language = forms.ChoiceField(
        label=_("Language of the host"),
        required=False,
        choices=[("", _("any")), *settings.LANGUAGES],
    )

    def __init__(self, status: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.status = status
        titles = [
            (slug, title.translate_with(gettext)) for slug, title in registry.ruleset_choices()
        ]
        paces = [(name, labels.pace_label(name, {"turn"})) for name in PRESETS]
        self.fields["game"].choices = [("", gettext("all games")), *titles]  # type: ignore[attr-defined]
        self.fields["pace"].choices = [("", gettext("any")), *paces]  # type: ignore[attr-defined]
        if status != OPEN:
            del self.fields["free"], self.fields["bots"]

    @property
    def search(self) -> GameSearch:
        """The search that was asked for."""
        self.full_clean()
        values = self.cleaned_data
        return GameSearch(
            status=self.status,
            ruleset=values.get("game", ""),
            pace=values.get("pace", ""),
            free=values.get("free") or 0,
            welcomes_programs=bool(values.get("bots")),
            words=values.get("words", ""),
            language=values.get("language", ""),
        )


class InviteForm(forms.Form):
    """Email addresses to invite, separated by commas, blanks or new lines."""

    addresses = forms.CharField(
        label=_("Email addresses"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
        help_text=_("Separated by commas, spaces or new lines."),
    )

    def clean_addresses(self) -> list[str]:
        """Return the text as a list of addresses, each checked."""
        addresses: list[str] = (
            self.cleaned_data["addresses"].replace(",", " ").replace(";", " ").split()
        )
        if len(addresses) > MAX_ADDRESSES:
            raise ValidationError(_("Please invite no more than ten people at once."))
        for address in addresses:
            try:
                ADDRESS.clean(address)
            except ValidationError:
                message = gettext("%(address)s is not an email address.") % {"address": address}
                raise ValidationError(message) from None
        return addresses


class WordForm(forms.Form):
    """A word that a player adds to the chance of a game, one line of visible signs; or none."""

    word = forms.CharField(label=_("Your word"), max_length=60, required=False)

    def clean_word(self) -> str:
        """Return the word as it is hashed: composed letters, single blanks."""
        return clean_line(self.cleaned_data["word"])


class SeatForm(forms.Form):
    """Another seat or colour at a table, of those that are free.

    There is no colour to choose in games whose sides are named by their colours.
    """

    seat = forms.ChoiceField(label=_("Side"))
    colour = forms.ChoiceField(label=_("Colour"))

    def __init__(self, game: Game, person_id: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mine = [seat for seat in game.seats.all() if seat.person_id in (None, person_id)]
        seating = game.rules.seating
        self._set_choices("seat", (seat.name for seat in mine), seating.names)
        self._set_choices("colour", (seat.colour for seat in mine), seating.colours)
        if not game.has_colours:
            del self.fields["colour"]

    def _set_choices(self, field: str, values: Iterable[str], names: Mapping[str, Phrase]) -> None:
        choices = [(value, names[value].translate_with(gettext)) for value in values]
        self.fields[field].choices = choices  # type: ignore[attr-defined]
