"""A run of a mission: its submissions, played again from its seed.

The seed determines what a mission deals by lot, the game's chance, and the choices of the bots,
each from a key of its own. Anyone who knows it can foresee all of that, so it is never shown.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from conquest.core import Campaign, MissionStage, Numbers, RuleSet, Seat
from conquest.kit import chance

Turns: TypeAlias = tuple[tuple[Seat, str], ...]
MOST_ANSWERS = 60
"""How many submissions bots can make before the person is asked again or the mission is over."""


@dataclass(frozen=True, slots=True)
class Happening:
    """The result of one submission: its seat, the position before it, and its events."""

    seat: Seat
    before: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MissionRun:
    """A mission as somebody plays it: its number, seed and submissions, the stage they lead to,
    and what has happened since the person's last submission."""

    number: int
    seed: bytes
    turns: Turns
    stage: MissionStage[Any]
    news: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True)
class Referee:
    """Runs the missions of a game: plays submissions and lets the bots answer."""

    rules: RuleSet[Any, Any, Any]
    campaign: Campaign[Any, Any]

    def begin_run(self, number: int, seed: bytes) -> MissionRun:
        """Return a new run; bots that act first have already acted."""
        stage = self.campaign.begin_mission(number, _mission_numbers(seed, "lots"))
        return self._play_bots(MissionRun(number, seed, (), stage))

    def replay_run(self, number: int, seed: bytes, turns: Turns) -> MissionRun:
        """Return a run from its submissions, those of the bots included.

        :raises Refused: if they are not submissions of this mission.
        """
        run = MissionRun(
            number, seed, (), self.campaign.begin_mission(number, _mission_numbers(seed, "lots"))
        )
        for seat, text in turns:
            if seat == self.person_seat(number) and run.turns:
                run = replace(run, news=())
            run = self._hand_in(run, seat, text)
        return run

    def submit(self, run: MissionRun, text: str) -> MissionRun:
        """Hand in the person's orders and let the bots answer at once.

        :raises Refused: if the orders do not count; the run is unchanged.
        """
        return self._play_bots(
            self._hand_in(replace(run, news=()), self.person_seat(run.number), text)
        )

    def person_seat(self, number: int) -> Seat:
        """Return the person's seat in a mission."""
        return self.campaign.missions[number - 1].seat

    def _play_bots(self, run: MissionRun) -> MissionRun:
        """Let the bots act until the person is asked or the mission is over."""
        person = self.person_seat(run.number)
        # bounded, so that a request ends even if a mission never asks the person again
        for _ in range(MOST_ANSWERS):
            asked = self.rules.judgement.to_act(run.stage.state)
            if run.stage.result or person in asked:
                break
            seat = next(iter(asked))
            # a key for each submission: one key always gives the same numbers
            whims = _mission_numbers(run.seed, f"whims {len(run.turns)}")
            text = self.campaign.propose_orders(run.number, run.stage, seat, whims)
            run = self._hand_in(run, seat, text)
        return run

    def _hand_in(self, run: MissionRun, seat: Seat, text: str) -> MissionRun:
        state, notation = run.stage.state, self.rules.notation
        text = notation.write_orders(notation.read_orders(state, seat, text))
        numbers = chance.keyed_numbers(run.seed, self.rules.judgement.numbers_drawn(state))
        events, stage = self.campaign.play_orders(run.number, run.stage, seat, text, numbers)
        return replace(
            run,
            turns=(*run.turns, (seat, text)),
            stage=stage,
            news=(*run.news, Happening(seat, state, events)),
        )


def _mission_numbers(seed: bytes, purpose: str) -> Numbers:
    """Return numbers for a purpose, from a key of its own."""
    # hashed, so that these numbers reveal nothing about the game's own chance
    return chance.keyed_numbers(hashlib.sha256(purpose.encode() + seed).digest())
