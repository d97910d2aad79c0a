"""The addresses at which letters about games can be answered."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Person
from accounts.reply_address import Purpose, ReplyTopic, write_reply_address
from games.models import Decision, Game, Preview, Seat

GOOD_FOR = timedelta(days=120)  # longer than the slowest clock


def seat_reply_address(seat: Seat, now: datetime) -> str:
    """Return where an answer to a letter about a seat goes, "" if letters cannot be answered."""
    return _reply_address(Purpose.SEAT, seat.pk, seat.game, seat.person, now)


def decision_reply_address(decision: Decision, now: datetime) -> str:
    """Return where an answer to the letter that asks for a decision goes."""
    seat = decision.seat
    return _reply_address(Purpose.DECISION, decision.pk, decision.game, seat.person, now)


def preview_reply_address(preview: Preview, now: datetime) -> str:
    """Return where the yes to a preview goes."""
    topic = ReplyTopic(
        purpose=Purpose.PREVIEW,
        person_id=preview.person_id,
        about=preview.pk,
        version=preview.version,
        expires_at=now + GOOD_FOR,
    )
    return write_reply_address(topic, preview.person)


def _reply_address(
    purpose: Purpose, about: int, game: Game, person: Person | None, now: datetime
) -> str:
    if person is None:
        return ""
    topic = ReplyTopic(
        purpose=purpose,
        person_id=person.pk,
        about=about,
        version=game.version,
        expires_at=now + GOOD_FOR,
    )
    return write_reply_address(topic, person)
