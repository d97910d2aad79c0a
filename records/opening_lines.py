"""The first turns of a game, as its rules write them and the public knew them. Pure.

Of set-ups and other orders that were secret when they were given nothing is in it: two games whose
armies stand otherwise began alike if their players did alike before all eyes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from conquest.core import RuleSet
from conquest.kit import record, take_back
from records.models import KEY_DIGITS

DEPTH = 4  # turns
EVENTS = 400  # of its beginning: no game has more in its first turns
LONGEST = 400  # signs: a turn that is longer ends what is compared
_NUMBERED = re.compile(r"[0-9]{1,9}\. (?P<turn>[a-z]+: .+)")


def opening_turns(
    rules: RuleSet[Any, Any, Any], events: Sequence[Any], *, is_whole: bool
) -> tuple[str, ...]:
    """Return the first turns that the events of a game begin with, at most ``DEPTH``, each with its
    seat and the answers of others: ``white: e5-e7``.

    What was taken back is left out; so is the last turn, unless the game ``is_whole``, since the
    events may end in it.
    """
    lines = record.turn_lines(rules, take_back.live_events(events), None)
    lines = lines if is_whole else lines[:-1]
    turns = list[str]()
    for line in lines:
        found = _NUMBERED.fullmatch(line)
        if found and len(found["turn"]) > LONGEST:
            break
        turns += [found["turn"]] if found else []
    return tuple(turns[:DEPTH])


def line_keys(ruleset: str, board: str, turns: Sequence[str]) -> list[str]:
    """Return the keys of all ways in which a game began: on its board, after one turn, two, …"""
    return [_hash_line([ruleset, board, *turns[:depth]]) for depth in range(len(turns) + 1)]


def _hash_line(parts: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:KEY_DIGITS]
