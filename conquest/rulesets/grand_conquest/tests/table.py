"""The family's table, laid for Grand Conquest."""

from __future__ import annotations

from functools import partial

from tests.conquest.islands import table

play = partial(table.play, ruleset="grand-conquest")
choices = partial(table.choices, ruleset="grand-conquest")
judged, set_up, verdict = (
    table.judged,
    partial(table.set_up, ruleset="grand-conquest"),
    table.verdict,
)
