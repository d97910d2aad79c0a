"""The missions there are, by their numbers: files of the folder ``missions``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conquest.rulesets.armada.campaign.schema import (
    MissionFile,
    Solution,
    read_mission,
    read_solution,
)

FOLDER = Path(__file__).parent.parent / "missions"
SOLVED = ".solution.json"


@dataclass(frozen=True, slots=True)
class MissionEntry:
    """A mission of the book: the name of its file without the number, and what that says."""

    number: int
    name: str
    told: MissionFile


@cache
def mission_entries() -> tuple[MissionEntry, ...]:
    """Return all missions in their order."""
    return tuple(_mission_entry(path) for path in _mission_paths())


def mission_file(number: int) -> MissionFile:
    """Return what the file of a mission says."""
    return mission_entries()[number - 1].told


def recorded_solution(number: int) -> Solution:
    """Return the recorded solution of a mission."""
    path = list(_mission_paths())[number - 1]
    return read_solution(path.with_name(f"{path.stem}{SOLVED}").read_bytes())


def _mission_paths() -> list[Path]:
    found = FOLDER.glob("[0-9][0-9]-*.json")
    return sorted(path for path in found if not path.name.endswith(SOLVED))


def _mission_entry(path: Path) -> MissionEntry:
    number, _dash, name = path.stem.partition("-")
    return MissionEntry(int(number), name, read_mission(path.read_bytes()))
