"""Espionage, a game of hidden ranks after BrainKing's, for two players."""

from __future__ import annotations

from conquest.rulesets.espionage.ruleset import RULES

__all__ = ["RULES"]
