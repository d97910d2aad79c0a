"""The family's test table, with the rules of Grand Conquest."""

from __future__ import annotations

from functools import partial

from tests.conquest.islands import table

play = partial(table.play, ruleset="grand-conquest")
choices = partial(table.choices, ruleset="grand-conquest")
judge_case, set_up, verdict = (
    table.judge_case,
    partial(table.set_up, ruleset="grand-conquest"),
    table.verdict,
)
