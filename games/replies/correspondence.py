"""Who has written a mail, about which game, and whether it may act."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import QuerySet

from accounts import own_channels
from accounts.email_normalize import mailbox
from accounts.models import Person
from accounts.reply_address import Purpose, ReplyTopic, find_token_reader
from conquest.core import SideAction
from games.models import Decision, Game, Preview, Seat
from games.play import history, offers
from games.play.knowledge import KnownGame, known_game
from inbox.addresses import find_reply_token
from inbox.received import ReceivedMail


class NoEffectError(Exception):
    """A mail that has no effect and gets no answer, so that nobody learns from it; the word says
    why, to the staff alone."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


@dataclass(frozen=True)
class Correspondence:
    """A mail from ``person``, and what the address that it was sent to is about: perhaps a
    ``seat`` of theirs, and there a ``preview``."""

    mail: ReceivedMail
    person: Person
    topic: ReplyTopic
    now: datetime
    seat: Seat | None = None
    preview: Preview | None = None

    @property
    def own_seat(self) -> Seat:
        """The seat, where there is one."""
        assert self.seat is not None
        return self.seat

    @property
    def game(self) -> Game:
        """The game of the seat."""
        return self.own_seat.game

    @cached_property
    def decision(self) -> Decision | None:
        """What the seat owes now."""
        if self.seat is None:
            return None
        owed = Decision.objects.filter(seat=self.seat, closed_at=None).first()
        if owed is not None:  # without another copy of the game
            owed.seat, owed.game = self.seat, self.game
        return owed

    @property
    def is_expired(self) -> bool:
        """Whether the letter is too old to be answered."""
        return self.topic.is_expired(self.now)

    @property
    def is_too_late(self) -> bool:
        """Whether the mail answers a preview that is answered already, or not kept any more."""
        return self.topic.purpose == Purpose.PREVIEW and self.preview is None

    @property
    def is_questioned(self) -> bool:
        """Whether the seat owes an answer, and no turn."""
        ask = self.decision.ask if self.decision else None
        return ask is not None and (ask.how == "choose" or ask.pace == "answer")

    @property
    def owes_turn(self) -> bool:
        """Whether the seat owes a turn that can be handed in now."""
        is_asked = self.decision is not None and not self.is_questioned
        return is_asked and self.game.is_running and not self.game.is_paused

    @cached_property
    def known(self) -> KnownGame:
        """The game as the seat knows it now."""
        return known_game(self.game, self.own_seat.name)

    @property
    def side_actions(self) -> tuple[SideAction, ...]:
        """What the seat may do beside its turn, by the rules."""
        return tuple(self.known.rules.judgement.side_actions(self.known.state, self.own_seat.name))

    @property
    def offered(self) -> SideAction | None:
        """The action by which the seat would accept what is offered to its person, None if nothing
        waits for their yes or no."""
        return offers.open_offer(self.known, self.own_seat)

    @property
    def is_present(self) -> bool:
        """Whether the letter that was answered told of the position as it is."""
        return self.topic.version == self.game.version or self._is_same_decision

    @property
    def has_listed_answers(self) -> bool:
        """Whether the letter that was answered listed the answers to what is asked now."""
        is_about = self.topic.purpose == Purpose.DECISION and self.decision is not None
        return is_about and self.topic.about == self.decision_id and self.is_present

    @property
    def has_named_offer(self) -> bool:
        """Whether the letter that was answered has told what is offered to the seat."""
        offer = offers.find_offer(self.own_seat)
        is_named = self.topic.purpose in (Purpose.OFFER, Purpose.DECISION)
        return is_named and offer is not None and offer.version <= self.topic.version

    @property
    def decision_id(self) -> int | None:
        """The key of what the seat owes now."""
        return self.decision.pk if self.decision else None

    @property
    def _is_same_decision(self) -> bool:
        decision = self.decision
        if decision is None or decision.version > self.topic.version:
            return False
        # What others do meanwhile changes nothing for a decision that several seats owe at once.
        return decision.ask.parallel or history.has_only_offers(self.game, after=self.topic.version)


def find_reader(recipient: str) -> tuple[ReplyTopic, Person]:
    """Return what an address is about, and who may answer there.

    :raises NoEffectError: if it is not that of a letter.
    """
    token = find_reply_token([recipient])
    reader = find_token_reader(token) if token else None
    if reader is None:
        raise NoEffectError("wrong-address")
    return reader


def require_author(person: Person, author: str) -> None:
    """Check that a mail is by the person who may answer a letter.

    :raises NoEffectError: if it is not, or their account is closed.
    """
    if person.is_deleted or person.leaving_at:
        raise NoEffectError("closed-account")
    if not author or not _is_address_of(person, author):
        raise NoEffectError("other-sender")


def _is_address_of(person: Person, author: str) -> bool:
    is_first = mailbox(author) == person.mailbox
    return is_first or own_channels.find_second_address(person.pk, author) is not None


def find_correspondence(mail: ReceivedMail, now: datetime) -> Correspondence:
    """Return who has written a mail and about what.

    :raises NoEffectError: if its address is not one of ours, not of its sender, or no longer good.
    """
    topic, person = find_reader(mail.recipient)
    if mail.automatic:
        raise NoEffectError(f"automatic-{mail.automatic}"[:40])
    if mail.unreadable and not mail.is_authentic:
        raise NoEffectError(f"unreadable-{mail.unreadable}")
    require_author(person, mail.sender)
    if topic.is_expired(now) and not mail.is_authentic:
        raise NoEffectError("expired")
    return _about(Correspondence(mail, person, topic, now))


def _about(case: Correspondence) -> Correspondence:
    """Return a correspondence with the seat that it is about.

    :raises NoEffectError: if that is not its person's any more.
    """
    topic = case.topic
    if topic.purpose in (Purpose.ACCOUNT, Purpose.MEASURE):
        return case
    if topic.purpose in (Purpose.TABLE, Purpose.WORDS):
        return replace(case, seat=select_seats(case).filter(game=topic.about).first())
    if topic.purpose == Purpose.REQUEST:  # the host may have no seat
        return replace(
            case, seat=select_seats(case).filter(game__seat_requests=topic.about).first()
        )
    preview = None
    if topic.purpose == Purpose.PREVIEW:
        preview = Preview.objects.filter(pk=topic.about, person=case.person).first()
        if preview is None:
            return case
    seat = _select_seat(case, preview).first()
    if seat is None:
        raise NoEffectError("other-seat")
    is_open = preview is not None and preview.closed_at is None
    return replace(case, seat=seat, preview=preview if is_open else None)


def select_seats(case: Correspondence) -> QuerySet[Seat]:
    """Select the seats of a person in games that have begun."""
    return case.person.seats.select_related("game").exclude(game__started_at=None)


def _select_seat(case: Correspondence, preview: Preview | None) -> QuerySet[Seat]:
    """Select the seat that an address is about, if it is still its person's."""
    seats = select_seats(case)
    if preview is not None:
        return seats.filter(pk=preview.seat_id)
    if case.topic.purpose == Purpose.DECISION:
        return seats.filter(decisions=case.topic.about)
    return seats.filter(pk=case.topic.about)
