"""What somebody has written in the subject, instead of in the mail."""

from __future__ import annotations

import re
from email.message import EmailMessage

from inbox.reading.characters import plain_text

PREFIX = re.compile(
    r"\s*(?:re|aw|antw|antwort|fwd?|wg|sv|vs|tr|ref)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?:", re.IGNORECASE
)
OUR_SUBJECT = re.compile(r"\[[^\[\]]{1,60} \d{1,12}\]")  # "[Conquest 12] Your turn"


def read_subject_answer(message: EmailMessage) -> str:
    """Return the subject without "Re:", "AW:" and the like, "" if it is that of our letter."""
    subject = plain_text(message["Subject"] or "").replace("\n", " ")
    while prefix := PREFIX.match(subject):
        subject = subject[prefix.end() :]
    return "" if OUR_SUBJECT.search(subject) else " ".join(subject.split())
