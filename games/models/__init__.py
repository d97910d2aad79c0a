"""The rows of games: games and seats, events, decisions, submissions."""

from __future__ import annotations

from games.models.decision import Decision
from games.models.event import Event, Snapshot, Submission
from games.models.game import Departure, Game, Invitation, Seat

__all__ = [
    "Decision",
    "Departure",
    "Event",
    "Game",
    "Invitation",
    "Seat",
    "Snapshot",
    "Submission",
]
