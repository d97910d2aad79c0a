"""Sentences that are put together in the same way in many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from conquest.core import Phrase, Seat, Viewer
from conquest.kit.events import Happened

NOTHING = Phrase("nothing")


def join_phrases(phrases: Sequence[Phrase]) -> Phrase:
    """Return phrases joined by commas; "nothing" where there are none."""
    if not phrases:
        return NOTHING
    return reduce(lambda one, other: Phrase("%(one)s, %(other)s", one=one, other=other), phrases)


def name_actor(
    event: Happened, viewer: Viewer, names: Mapping[Seat, Phrase], phrase: Phrase
) -> Phrase:
    """Return what an event says with the acting seat before it, unless the viewer is that seat."""
    if event.seat == viewer:
        return phrase
    return Phrase("%(seat)s: %(told)s", seat=names[event.seat], told=phrase)
