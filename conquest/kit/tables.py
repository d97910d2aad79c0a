"""What a table chooses: who gets which seat, and options out of a few values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from conquest.core import Fault, Json, Option, Options, Phrase, Setting
from conquest.kit.case_values import read_object

Choices: TypeAlias = Mapping[str, tuple[Setting, ...]]

LOT, CHOICE = "lot", "choice"
_SEATINGS = {LOT: Phrase("the lot decides"), CHOICE: Phrase("as you sit down")}


def seats_option(title: Phrase, about: Phrase, default: str = LOT) -> Option:
    """Return the option that says whether seats are drawn by lot or chosen."""
    choices = sorted(_SEATINGS.items(), key=lambda item: item[0] != default)
    return Option("seats", title, tuple(choices), about=about)


def are_seats_drawn(options: Options, default: str = LOT) -> bool:
    """Return whether the seats of a table are drawn by lot.

    :raises Fault: if the option has another value.
    """
    seats = options.get("seats", default)
    if seats not in (LOT, CHOICE):
        one, other = sorted(_SEATINGS, key=lambda name: name != default)
        raise Fault(f"the option seats is {one!r} or {other!r}")
    return bool(seats == LOT)


def game_options(options: Options) -> Options:
    """Return the options without ``seats``, which concerns the table and not the game."""
    return {name: chosen for name, chosen in options.items() if name != "seats"}


def read_choices(given: object, defaults: Mapping[str, Setting], choices: Choices) -> Json:
    """Return all options of a game, with defaults for those left out.

    :raises Fault: for an unknown option, or one that is none of its ``choices``.
    """
    options = read_object(given, "options")
    if unknown := sorted(set(options) - set(defaults)):
        raise Fault(f"there is no option {str(unknown[0])[:40]!r}")
    for name, values in choices.items():
        chosen: Any = options.get(name, defaults[name])
        # Python takes 1 for true, JSON does not: the type must be the same, too
        if not any(chosen == value and type(chosen) is type(value) for value in values):
            raise Fault(f"the option {name} is one of {', '.join(map(str, values))}")
    return {**defaults, **options}


def changed_options(chosen: Json, defaults: Mapping[str, Setting]) -> Json:
    """Return the options that differ from the defaults."""
    return {name: value for name, value in chosen.items() if value != defaults[name]}


def check_range(name: str, number: int, limits: tuple[int, int]) -> None:
    """Check that the number chosen at a table lies within limits.

    :raises Fault: if it does not.
    """
    if not limits[0] <= number <= limits[1]:
        raise Fault("the option {} is a number from {} to {}".format(name, *limits))
