"""Who may know what: the only ways out for what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from conquest.core.judgement import Event, Json, State
from conquest.core.seating import Seat

Viewer: TypeAlias = Seat | None
"""A seat, the public (``None``), or ``OPEN``."""

OPEN = "open"
"""The viewer who sees all that the record of a finished game shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[State, Event]):
    """What a viewer may know: ``write_view`` of a position, ``witness`` of an event.

    ``read_view`` gives back the state that a view shows; what the view hides is in it as a value
    for "unknown". After the end of a game every view shows all. A game that hides little can say by
    its ``mask`` what ``read_view`` gives back of a view, without writing and reading one.
    ``beside`` are keys of a view that no position tells, since no rule asks for them.
    ``has_hidden_pieces`` tells that what stands on the board is not the same to every seat.
    """

    write_view: Callable[[State, Viewer], Json]
    read_view: Callable[[Json], State]
    witness: Callable[[Event, Viewer], Event]
    mask: Callable[[State, Viewer], State] | None = None
    beside: tuple[str, ...] = ()
    has_hidden_pieces: bool = False

    def known_state(self, state: State, viewer: Viewer) -> State:
        """Return a state as a viewer knows it."""
        return (
            self.mask(state, viewer)
            if self.mask
            else self.read_view(self.write_view(state, viewer))
        )
