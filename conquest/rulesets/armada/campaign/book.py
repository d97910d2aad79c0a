"""The missions there are, by their numbers: files of the folder ``missions``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conquest.rulesets.armada.campaign.data import Solution, Told, read, read_solution

FOLDER = Path(__file__).parent.parent / "missions"
SOLVED = ".solution.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """A mission of the book: the name of its file without the number, and what that says."""

    number: int
    name: str
    told: Told


@cache
def entries() -> tuple[Entry, ...]:
    """Return all missions in their order."""
    return tuple(_entry(path) for path in _files())


def told(number: int) -> Told:
    """Return what the file of a mission says."""
    return entries()[number - 1].told


def solution(number: int) -> Solution:
    """Return the recorded solution of a mission."""
    path = list(_files())[number - 1]
    return read_solution(path.with_name(f"{path.stem}{SOLVED}").read_bytes())


def _files() -> list[Path]:
    found = FOLDER.glob("[0-9][0-9]-*.json")
    return sorted(path for path in found if not path.name.endswith(SOLVED))


def _entry(path: Path) -> Entry:
    number, _dash, name = path.stem.partition("-")
    return Entry(int(number), name, read(path.read_bytes()))
