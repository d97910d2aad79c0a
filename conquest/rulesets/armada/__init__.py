"""Iron Armada (Kommando der Eisernen Armada), a table game of hidden units for two to four."""

from __future__ import annotations

from conquest.rulesets.armada.ruleset import RULES

__all__ = ["RULES"]
