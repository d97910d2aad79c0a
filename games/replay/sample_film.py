"""The film of the most eventful part of a sample game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from conquest.core import OPEN, Json
from games.learn import samples
from games.models import Event
from games.play import history
from games.play.knowledge import mask_state
from games.replay import frames


@cache
def render_sample(slug: str, language: str) -> Json | None:
    """Return the film in the active ``language``, as ``frames.render_replay`` does; None if the
    rule set has no sample game.

    It is cached for good, since the game is part of the program.
    """
    part = samples.sample_part(slug)
    if part is None:
        return None
    rows = ((Event(seq=seq), event) for seq, event in enumerate(part.events, start=1))
    moments = history.replay_moments(part.game.rules, part.before, rows, OPEN, None)
    known = mask_state(part.game.rules, part.before, OPEN)
    style = replace(frames.replay_style(part.seats), box=part.box)
    return frames.render_stretch(part.game, style, 0, known, moments)
