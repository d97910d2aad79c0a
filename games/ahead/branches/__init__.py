"""Branches: what a plan does if somebody answers one of its steps in a certain way."""

from __future__ import annotations

from games.ahead.branches.plans import BranchSpot, branched_steps, find_spot

__all__ = ["BranchSpot", "branched_steps", "find_spot"]
