"""Missions under way: kept in their player's session, with all that nobody may know of them.

A run is its seed and what was handed in; it is played again from these whenever it is looked at.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase

from conquest import registry
from conquest.core import Refused
from conquest.kit.missions import MissionRun, Referee
from conquest.registry import AnyRules

RUNS = "missions"
MOST_RUNS = 4
"""How many a session holds; the one that was begun first gives way."""
SEED_BYTES = 16
Kept: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SessionRun:
    """A run with the ``mark`` by which its pages tell it from the one before."""

    run: MissionRun
    mark: str

    @property
    def author(self) -> int:
        """For whom plans are sealed that stand in addresses of its pages: no person's number."""
        return -1 - int(self.mark, 16)


def referee(slug: str) -> Referee:
    """Return who conducts the missions of a game that has some."""
    rules: AnyRules = registry.get_ruleset(slug)
    assert rules.campaign is not None
    return Referee(rules, rules.campaign)


def load_run(session: SessionBase, slug: str, number: int) -> SessionRun | None:
    """Return the run of a mission, ``None`` where none is under way, or the rules have changed
    so that it cannot be played any more."""
    kept = session.get(RUNS, {}).get(_run_key(slug, number))
    if kept is None:
        return None
    turns = tuple((seat, text) for seat, text in kept["turns"])
    try:
        run = referee(slug).replay_run(number, bytes.fromhex(kept["seed"]), turns)
    except Refused:
        return None
    return SessionRun(run, kept["mark"])


def started_missions(session: SessionBase, slug: str) -> frozenset[int]:
    """Return which missions of a game are under way, without playing them."""
    lasting = (key for key, one in session.get(RUNS, {}).items() if not one["is_over"])
    parted = (key.rpartition(" ") for key in lasting)
    return frozenset(int(number) for one, _blank, number in parted if one == slug)


def begin_run(session: SessionBase, slug: str, number: int) -> SessionRun:
    """Begin a mission, or begin it anew, with a seed of its own."""
    run = referee(slug).begin_run(number, secrets.token_bytes(SEED_BYTES))
    found = SessionRun(run, secrets.token_hex(4))
    _save_run(session, slug, found)
    return found


def submit_orders(session: SessionBase, slug: str, found: SessionRun, text: str) -> SessionRun:
    """Hand in orders, let the house answer, and keep both.

    :raises Refused: if they are not carried out.
    """
    further = replace(found, run=referee(slug).submit(found.run, text))
    _save_run(session, slug, further)
    return further


def drop_run(session: SessionBase, slug: str, number: int) -> None:
    """Give a mission up."""
    kept = session.get(RUNS, {})
    session[RUNS] = {key: one for key, one in kept.items() if key != _run_key(slug, number)}


def _save_run(session: SessionBase, slug: str, found: SessionRun) -> None:
    key = _run_key(slug, found.run.number)
    others = {one: kept for one, kept in session.get(RUNS, {}).items() if one != key}
    latest = dict(list(others.items())[-(MOST_RUNS - 1) :])
    session[RUNS] = {**latest, key: dump_run(found)}


def dump_run(found: SessionRun) -> Kept:
    """Return a run as a session holds it."""
    return {
        "seed": found.run.seed.hex(),
        "mark": found.mark,
        "turns": found.run.turns,
        "is_over": found.run.stage.result is not None,
    }


def _run_key(slug: str, number: int) -> str:
    return f"{slug} {number}"
