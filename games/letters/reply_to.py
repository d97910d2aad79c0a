"""The addresses at which letters about games can be answered."""

from __future__ import annotations

from datetime import datetime, timedelta
from zlib import crc32

from accounts.models import Person
from accounts.reply_address import Purpose, ReplyTopic, write_reply_address
from games.models import Decision, Game, Intervention, Invitation, Preview, Seat, SeatRequest

GOOD_FOR = timedelta(days=120)  # longer than the slowest clock


def seat_reply_address(
    seat: Seat, now: datetime, *, reader: Person | None = None, version: int | None = None
) -> str:
    """Return where an answer to a letter about a seat goes, "" if letters cannot be answered, or
    if the seat is not its ``reader``'s any more.

    The letter is about the present, or about an earlier ``version`` of the game.
    """
    if seat.person is None or (reader is not None and reader != seat.person):
        return ""
    version = seat.game.version if version is None else version
    return _reply_address(Purpose.SEAT, seat.pk, seat.person, now, version=version)


def offer_reply_address(seat: Seat, now: datetime) -> str:
    """Return where the yes or no to what is offered to a seat goes."""
    if seat.person is None:
        return ""
    return _reply_address(Purpose.OFFER, seat.pk, seat.person, now, version=seat.game.version)


def decision_reply_address(decision: Decision, now: datetime, *, version: int | None = None) -> str:
    """Return where an answer to a letter that asks for a decision goes; it lists the answers to
    the game as it is at present, or at an earlier ``version``."""
    person = decision.seat.person
    # A friend who stands in answers on the page: an address belongs to who has the seat.
    if person is None or decision.seat.friend:
        return ""
    version = decision.game.version if version is None else version
    return _reply_address(Purpose.DECISION, decision.pk, person, now, version=version)


def table_reply_address(table: Game, person: Person, now: datetime) -> str:
    """Return where an answer to a letter about a table goes."""
    version = table_version(table, person)
    return _reply_address(Purpose.TABLE, table.pk, person, now, version=version)


def table_version(table: Game, person: Person) -> int:
    """Return a number that changes with what a yes of a person means at a table: for its host, with
    who sits there, and for others, with when they have declined; 0 if they have not."""
    if person.pk == table.host_id:
        people = table.seats.order_by("order").values_list("person", flat=True)
        return crc32(repr(list(people)).encode())
    declined = Invitation.sent_to(person).filter(game=table, declined_at__isnull=False).first()
    return int(declined.declined_at.timestamp()) if declined and declined.declined_at else 0


def request_reply_address(request: SeatRequest, now: datetime) -> str:
    """Return where the yes or no of a host to a request for a seat goes."""
    return _reply_address(Purpose.REQUEST, request.pk, request.game.host, now)


def words_reply_address(table: Game, person: Person, now: datetime, *, read_to: int) -> str:
    """Return where an answer to a letter with words at a table is said there; its reader has read
    them up to a remark."""
    return _reply_address(Purpose.WORDS, table.pk, person, now, version=read_to)


def measure_reply_address(measure: Intervention, person: Person, now: datetime) -> str:
    """Return where an answer to the letter about a measure goes: it is an appeal."""
    return _reply_address(Purpose.MEASURE, measure.pk, person, now)


def account_reply_address(person: Person, now: datetime) -> str:
    """Return where an answer to a letter that is about no game goes."""
    return _reply_address(Purpose.ACCOUNT, 0, person, now)


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
    purpose: Purpose, about: int, person: Person, now: datetime, *, version: int = 0
) -> str:
    topic = ReplyTopic(
        purpose=purpose,
        person_id=person.pk,
        about=about,
        version=version,
        expires_at=now + GOOD_FOR,
    )
    return write_reply_address(topic, person)
