"""Missions under way, kept in the session of their player.

A run is its seed and the orders so far; the position is replayed from these for every page. The
session is encrypted, so that nothing secret is in a URL, a form or a cache.
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
"""How many runs a session holds; the one that was played least recently gives way."""
SEED_BYTES = 16
Kept: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SessionRun:
    """A run with the ``mark`` by which its pages tell it from an earlier run."""

    run: MissionRun
    mark: str

    @property
    def author(self) -> int:
        """The author for whom plans in URLs of its pages are encrypted: a negative number."""
        # Ids of people are positive, so that no person is the author of a run's plans.
        return -1 - int(self.mark, 16)


def referee(slug: str) -> Referee:
    """Return the referee for the missions of a game that has some."""
    rules: AnyRules = registry.get_ruleset(slug)
    assert rules.campaign is not None
    return Referee(rules, rules.campaign)


def load_run(session: SessionBase, slug: str, number: int) -> SessionRun | None:
    """Return the run of a mission, ``None`` if none is under way or it cannot be replayed."""
    data = session.get(RUNS, {}).get(_run_key(slug, number))
    if data is None:
        return None
    turns = tuple((seat, text) for seat, text in data["turns"])
    # Rules may be corrected on any day, and then refuse what was handed in before.
    try:
        run = referee(slug).replay_run(number, bytes.fromhex(data["seed"]), turns)
    except Refused:
        return None
    return SessionRun(run, data["mark"])


def started_missions(session: SessionBase, slug: str) -> frozenset[int]:
    """Return the numbers of a game's missions that are under way, without replaying them."""
    keys = (key for key, data in session.get(RUNS, {}).items() if not data["is_over"])
    parts = (key.rpartition(" ") for key in keys)
    return frozenset(int(number) for key_slug, _blank, number in parts if key_slug == slug)


def begin_run(session: SessionBase, slug: str, number: int) -> SessionRun:
    """Begin a mission, or restart it, with a new seed."""
    run = referee(slug).begin_run(number, secrets.token_bytes(SEED_BYTES))
    session_run = SessionRun(run, secrets.token_hex(4))
    _save_run(session, slug, session_run)
    return session_run


def submit_orders(
    session: SessionBase, slug: str, session_run: SessionRun, text: str
) -> SessionRun:
    """Play orders of the person and the bot's answer, and save both in the session.

    :raises Refused: if they are not carried out.
    """
    advanced = replace(session_run, run=referee(slug).submit(session_run.run, text))
    _save_run(session, slug, advanced)
    return advanced


def drop_run(session: SessionBase, slug: str, number: int) -> None:
    """Delete the run of a mission from the session."""
    runs = session.get(RUNS, {})
    session[RUNS] = {key: data for key, data in runs.items() if key != _run_key(slug, number)}


def _save_run(session: SessionBase, slug: str, session_run: SessionRun) -> None:
    key = _run_key(slug, session_run.run.number)
    others = {other: data for other, data in session.get(RUNS, {}).items() if other != key}
    # The saved run goes to the end, so that the first ones are those that were left alone longest.
    latest = dict(list(others.items())[-(MOST_RUNS - 1) :])
    session[RUNS] = {**latest, key: dump_run(session_run)}


def dump_run(session_run: SessionRun) -> Kept:
    """Return a run in the form in which a session holds it."""
    return {
        "seed": session_run.run.seed.hex(),
        "mark": session_run.mark,
        "turns": session_run.run.turns,
        "is_over": session_run.run.stage.result is not None,
    }


def _run_key(slug: str, number: int) -> str:
    return f"{slug} {number}"
