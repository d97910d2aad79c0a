"""A submission that is being carried out."""

from __future__ import annotations

from conquest.core import Numbers, no_numbers
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.model import Event, State


class OrderProgress:
    """The state reached so far, the events that led to it, and the numbers of the game."""

    def __init__(self, state: State, numbers: Numbers = no_numbers) -> None:
        self.state, self.numbers = state, numbers
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        """Let an event change the state, and append it to the events."""
        self.state = evolve(self.state, event)
        self.events.append(event)
