"""The options of a rule set as fields of a form, and the chosen values as a table stores them.

A field is named after its option. It sends the place in the list of ``choices``, or the number; two
choices that are true and false are a check box.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from conquest.core import Option, Setting
from games import labels

RADIOS = 4
OptionValues = Mapping[str, Setting]


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a form shows it: its field, what it is about, what ticking it means, the bounds
    of a number, and when it ``matters``.

    For a script, ``only_if`` has as JSON the values of other fields with which it matters, and
    ``default`` what is sent where it does not.
    """

    field: forms.BoundField
    about: str
    ticked: str
    bounds: tuple[int, int] | None
    matters: str
    only_if: str
    default: str


def field_name(option: Option) -> str:
    """Return the name of an option's field."""
    return f"option_{option.name}"


def form_field(option: Option) -> forms.Field:
    """Return the form field of an option."""
    label = option.title.translate_with(gettext)
    if option.between:
        least, most = option.between
        return forms.IntegerField(
            label=label, min_value=least, max_value=most, initial=option.start, required=False
        )
    if is_switch(option):
        return forms.BooleanField(label=label, required=False, initial=bool(option.default))
    return _choice_field(option, label)


def _choice_field(option: Option, label: str) -> forms.ChoiceField:
    choices = [
        # The place is sent, not the value: values can be numbers or booleans, and a form sends
        # text.
        (str(place), phrase.translate_with(gettext))
        for place, (_, phrase) in enumerate(option.choices)
    ]
    widget = forms.RadioSelect if len(choices) <= RADIOS else forms.Select
    return forms.ChoiceField(label=label, choices=choices, initial="0", widget=widget)


def is_switch(option: Option) -> bool:
    """Whether an option is a check box."""
    values = [value for value, _phrase in option.choices]
    return len(values) == 2 and all(isinstance(value, bool) for value in values)


def option_fields(options: Sequence[Option], form: forms.Form) -> Iterator[OptionField]:
    """Yield the options as a form shows them."""
    by_name = {option.name: option for option in options}
    for option in options:
        wanted = {
            field_name(by_name[name]): [sent_value(by_name[name], value) for value in values]
            for name, values in option.only_if.items()
        }
        yield OptionField(
            field=form[field_name(option)],
            about=option.about.translate_with(gettext) if option.about else "",
            ticked=_value_text(option, True) if is_switch(option) else "",
            bounds=option.between,
            matters=", ".join(
                _describe_values(by_name[name], values) for name, values in option.only_if.items()
            ),
            only_if=json.dumps(wanted) if wanted else "",
            default=sent_value(option, option.default),
        )


def sent_value(option: Option, value: Setting) -> str:
    """Return what a form sends for a value of an option; an unticked box sends nothing."""
    if option.between:
        return str(value)
    if is_switch(option):
        return "on" if value else ""
    return str([choice for choice, _phrase in option.choices].index(value))


def chosen_options(options: Sequence[Option], cleaned: Mapping[str, object]) -> dict[str, Setting]:
    """Return the value of each option that matters, from the cleaned data of a form.

    An option comes after those it depends on. What was left out or is invalid is missing.
    """
    settings: dict[str, Setting] = {}
    for option in options:
        name = field_name(option)
        if cleaned.get(name) is not None and option_matters(option, options, settings):
            settings[option.name] = _read_value(option, cleaned[name])
    return settings


def option_matters(option: Option, options: Sequence[Option], chosen: OptionValues) -> bool:
    """Whether an option makes a difference, given the options chosen before it."""
    defaults = {other.name: other.default for other in options}
    return all(
        chosen.get(name, defaults[name]) in values for name, values in option.only_if.items()
    )


def changed_options(options: Sequence[Option], values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return title and value of each option that a table has changed from its default."""
    return [
        (option.title.translate_with(gettext), _value_text(option, values[option.name]))
        for option in options
        if option.name in values
    ]


def _read_value(option: Option, cleaned_value: object) -> Setting:
    if option.between or is_switch(option):
        assert isinstance(cleaned_value, (bool, int))
        return cleaned_value
    return option.choices[int(str(cleaned_value))][0]


def _describe_values(option: Option, values: Sequence[Setting]) -> str:
    """Name the values of an option: "Draws: as agreed or quiet"."""
    said = labels.join_with_or([_value_text(option, value) for value in values])
    return f"{option.title.translate_with(gettext)}: {said}"


def _value_text(option: Option, value: Setting) -> str:
    return next(
        (said.translate_with(gettext) for one, said in option.choices if one == value), str(value)
    )
