"""What is asked of a mail before more of it is read than to whom and from whom it is."""

from __future__ import annotations

from datetime import datetime

from games.replies import limits
from games.replies.correspondence import NoEffectError, find_person, find_topic


def why_unwanted(recipient: str, author: str, now: datetime) -> str:
    """Return in a word why a mail can have no effect, by to whom and from whom it says that it is;
    "" if it can.

    :raises TooFastError: if its person has sent more than is handled at once.
    """
    try:
        person = find_person(find_topic(recipient), author)
    except NoEffectError as error:
        return error.word
    limits.require_pace(person, now)
    return ""
