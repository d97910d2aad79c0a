"""What channels tell of games."""

from __future__ import annotations

import accounts.letters
from games.letters import channel_notices, writers

NOBODY_ASKS_CHANNELS_FOR = {"invitation", "account", "appeal", accounts.letters.KIND}


def test_channels_tell_of_all_that_letters_tell() -> None:
    """A new kind of letter fails here until channels tell of it, or it is said why they do not."""
    told = set(channel_notices.WRITERS) - {channel_notices.SETTLED}
    assert set(writers.WRITERS) - NOBODY_ASKS_CHANNELS_FOR == told
