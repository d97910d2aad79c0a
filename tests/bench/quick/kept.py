"""What the last release cost, as ratios to yardsticks that stay as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
SLOWER = 1.15

Ratios = Mapping[str, float]


def read_ratios() -> Ratios:
    """Return what is kept, by what was measured."""
    ratios: Ratios = json.loads(FILE.read_text())
    return ratios


def keep_ratios(ratios: Ratios) -> None:
    """Keep these for the next comparisons, in place of those of before."""
    rounded = {measure: float(f"{ratio:.3g}") for measure, ratio in ratios.items()}
    FILE.write_text(json.dumps(rounded, indent=2) + "\n")


def find_slower(ratios: Ratios, before: Ratios) -> list[str]:
    """Return what has grown by more than noise; what is new has not."""
    return [name for name, ratio in ratios.items() if ratio > SLOWER * before.get(name, ratio)]
