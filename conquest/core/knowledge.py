"""Who may know what: all that leaves a true state or event passes through here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from conquest.core.judgement import Event, Json, State
from conquest.core.seating import Seat

Viewer: TypeAlias = Seat | None
"""A seat, the public (``None``), or ``OPEN``."""

OPEN = "open"
"""A viewer who sees everything, as the record of a finished game shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[State, Event]):
    """What a viewer may know: ``write_view`` of a position, ``witness`` of an event.

    ``read_view`` returns the state that a view shows, with a value for "unknown" in place of
    everything the view hides. After the end of a game every view shows everything. ``mask`` is a
    shortcut for games that hide little: it returns what ``read_view`` would, without writing a
    view. ``beside`` are keys of a view that are missing in positions, since no rule needs them.
    ``has_hidden_pieces`` says that the pieces on the board look different to different seats, and
    ``uncovers`` whether an event tells somebody of a hidden one.
    """

    write_view: Callable[[State, Viewer], Json]
    read_view: Callable[[Json], State]
    witness: Callable[[Event, Viewer], Event]
    mask: Callable[[State, Viewer], State] | None = None
    beside: tuple[str, ...] = ()
    has_hidden_pieces: bool = False
    uncovers: Callable[[Event], bool] | None = None

    def has_uncovered(self, event: Event) -> bool:
        """Return whether somebody may have learnt from an event what is hidden."""
        if not self.has_hidden_pieces:
            return False
        return self.uncovers is None or self.uncovers(event)

    def known_state(self, state: State, viewer: Viewer) -> State:
        """Return a state as a viewer knows it."""
        # pages work on this state and no other, so that they cannot leak a secret (decision 10)
        return (
            self.mask(state, viewer)
            if self.mask
            else self.read_view(self.write_view(state, viewer))
        )
