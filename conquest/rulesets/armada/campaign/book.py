"""The book of missions by number: the files of the folder ``missions``."""

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
    """A mission of the book: its number and name from the name of its file, and the content."""

    number: int
    name: str
    told: MissionFile


# The files are part of the code, so they are read once in a process.
@cache
def mission_entries() -> tuple[MissionEntry, ...]:
    """Return all missions in the order of their numbers."""
    return tuple(_mission_entry(path) for path in _mission_paths())


def mission_file(number: int) -> MissionFile:
    """Return the file of a mission by its number, counted from 1."""
    return mission_entries()[number - 1].told


def recorded_solution(number: int) -> Solution:
    """Return the recorded solution of a mission by its number."""
    path = list(_mission_paths())[number - 1]
    return read_solution(path.with_name(f"{path.stem}{SOLVED}").read_bytes())


def _mission_paths() -> list[Path]:
    paths = FOLDER.glob("[0-9][0-9]-*.json")
    # Solutions lie beside the missions and match the pattern, too.
    return sorted(path for path in paths if not path.name.endswith(SOLVED))


def _mission_entry(path: Path) -> MissionEntry:
    number, _dash, name = path.stem.partition("-")
    return MissionEntry(int(number), name, read_mission(path.read_bytes()))
