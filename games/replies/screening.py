"""What is asked of a mail before more of it is read than to whom and from whom it is."""

from __future__ import annotations

from datetime import datetime

from games.replies import limits
from games.replies.correspondence import NoEffectError, find_reader, require_author


def why_unwanted(recipient: str, author: str, now: datetime) -> str:
    """Return in a word why a mail can have no effect, by to whom and from whom it says that it is;
    "" if it can.

    :raises TooFastError: if its person has sent more than is handled at once.
    """
    try:
        _topic, person = find_reader(recipient)
        require_author(person, author)
    except NoEffectError as error:
        return error.word
    limits.require_pace(person, now)
    return ""
