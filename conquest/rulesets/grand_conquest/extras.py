"""Read and write the options and the position keys that only Grand Conquest has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import Fault, Json, Seat
from conquest.islands.pieces import VESSELS, ParsedPieces
from conquest.islands.rules.position import read_field, read_flag, read_seat
from conquest.kit.case_values import read_count, read_object
from conquest.rulesets.grand_conquest.bridges import castle_of
from conquest.rulesets.grand_conquest.building import LIMITS
from conquest.rulesets.grand_conquest.model import GrandState

KEYS = frozenset({"raised", "sunk", "conquered", "reckoning"})
NAMES = frozenset({"building", "limits"})


def read_settings(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read whether pieces can be built, and how many of each kind (A2, GR3, GR29).

    :raises Fault: for an impossible value.
    """
    building = read_flag(options.get("building", True), "the option building")
    limits = read_object(options.get("limits", {}), "limits")
    if unknown := sorted(set(limits) - set(LIMITS)):
        raise Fault(f"there is no limit for {str(unknown[0])[:20]!r}")
    counted = {letter: read_count(n, "limits") for letter, n in limits.items()}
    # Only limits that differ from the defaults, so that equal tables have equal states.
    changed = {letter: n for letter, n in counted.items() if n != LIMITS[letter]}
    return {"building": building, "limits": changed}


def write_settings(state: GrandState) -> Json:
    """Write the options that differ from the defaults."""
    options: Json = {} if state.building else {"building": False}
    return options | ({"limits": state.limits} if state.limits else {})


def read_extras(position: Mapping[str, Any], found: ParsedPieces, state: GrandState) -> GrandState:
    """Read the keys of a position that only Grand Conquest has (A84, A86, A95, A97).

    :raises Fault: for an impossible value.
    """
    return replace(
        state,
        lent=found.lent,
        fired=tuple(sorted(found.fired)),
        raised=_read_raised(position.get("raised", []), state),
        sunk=_read_sunk(position.get("sunk", {}), state.seats),
        conquered=_read_counts(position.get("conquered", {}), state.seats),
        reckoning=read_flag(position.get("reckoning", False), "reckoning"),
    )


def _read_raised(given: object, state: GrandState) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise Fault("raised is a list of towers")
    towers = {read_field(name, state.board) for name in given}
    if stray := [field for field in towers if castle_of(state.board, field) is None]:
        raise Fault(f"there is no drawbridge on {stray[0]}")
    return tuple(sorted(towers))


def _read_sunk(given: object, seats: tuple[Seat, ...]) -> dict[Seat, str]:
    sunk = {
        read_seat(name, seats): _read_vessels(text)
        for name, text in read_object(given, "sunk").items()
    }
    return {seat: letters for seat, letters in sunk.items() if letters}


def _read_vessels(given: object) -> str:
    letters = given.upper().replace(" ", "") if isinstance(given, str) else "?"
    if letters and not all(letter and letter in VESSELS for letter in letters.split(",")):
        raise Fault("sunk vessels are written as letters: 'B,G'")
    return "".join(sorted(letters.replace(",", "")))


def _read_counts(given: object, seats: tuple[Seat, ...]) -> dict[Seat, int]:
    numbers = read_object(given, "conquered")
    found = {read_seat(name, seats): read_count(n, "conquered") for name, n in numbers.items()}
    return {seat: n for seat, n in found.items() if n}


def write_extras(state: GrandState) -> Json:
    """Write the same keys, so that the position can be fed back."""
    return {
        "raised": list(state.raised),
        "sunk": {seat: ",".join(letters) for seat, letters in sorted(state.sunk.items())},
        "conquered": dict(sorted(state.conquered.items())),
        "reckoning": state.reckoning,
    }
