"""The clocks of the tables of a simulated year: presets, and all that a table can say beside."""

from __future__ import annotations

import random
from typing import Any

from games.play.clock import PRESETS

NIGHTS = ((22, 8), (23, 7), (0, 6), (20, 10), (13, 15))
BANKS = ([24, 12, 96], [48, 24, 72], [8, 4, 48], [6, 6, 24])


def draw_pace(dice: random.Random, zones: tuple[str, ...]) -> dict[str, Any]:
    """Return the pace of a table, as the form for one stores it."""
    pace = {
        **PRESETS[dice.choice([*PRESETS])],
        "weekend": dice.random() < 0.25,
        "night": list(dice.choice(NIGHTS)) if dice.random() < 0.35 else None,
        "absent_after": dice.choice([1, 2, 3, 3, 5]),
    }
    pace["clocks"] = _draw_clocks(pace["clocks"], dice)
    return pace | _draw_more(dice, zones)


def _draw_clocks(preset: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return the clocks of a preset, or free ones in place of some of them."""
    clocks = dict(preset)
    if dice.random() < 0.2:
        clocks["turn"] = dice.choice(BANKS)
    if dice.random() < 0.2:
        clocks["answer"] = [dice.choice([2, 5, 30])] * 3
    return clocks


def _draw_more(dice: random.Random, zones: tuple[str, ...]) -> dict[str, Any]:
    more: dict[str, Any] = {"silent_pause": True} if dice.random() < 0.5 else {}
    if dice.random() < 0.6:
        more["days_off"] = True
        if dice.random() < 0.4:
            more["most_days_off"] = dice.choice([1, 2, 4])
    if dice.random() < 0.6:
        more["take_backs"] = True
    if dice.random() < 0.4:
        more["extensions"] = [dice.choice([1, 3]), dice.choice([6, 24, 48])]
    if dice.random() < 0.15:
        days = sorted(dice.sample(range(7), dice.choice([1, 2, 5, 7])))
        more["fixed_hour"] = {
            "days": days, "hour": dice.randrange(24), "zone": dice.choice(zones)
        }  # fmt: skip
    return more
