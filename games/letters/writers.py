"""Writes the letters about games when they are sent: each writer looks at the present again.

A writer gives ``None``, and the letter is withdrawn, when there is nothing more to tell: the
decision is closed, the game is over, the person has left or wants no letters. Questions of a
paused game wait until it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

import accounts.letters
from accounts import invitation_optout
from accounts.models import Person
from games.letters import changes, content, interventions, letters, pictures
from games.letters.content import SeatDigest
from games.letters.interventions import InterventionCase
from games.models import Decision, Game, Intervention, Invitation, Seat
from games.play import decisions
from games.play.damage import DamagedError
from mail.layout import Picture
from mail.letters import Letter
from mail.models import Delivery
from mail.outbox import NotNowError, Writer

MAX_CRASHES = 2


def note_delivery(delivery: Delivery, now: datetime) -> None:
    """Note that a letter has gone out: the clock of its decision starts in earnest."""
    if delivery.kind != "decision":
        return
    decision = Decision.objects.filter(pk=delivery.about["decision"], closed_at=None).first()
    if decision is not None:
        decisions.mark_notified(decision, now)


def _write_decision(delivery: Delivery, now: datetime) -> Letter | None:
    decision = _open_decision(delivery)
    if decision is None:
        return None
    game, seat = decision.game, decision.seat
    with translation.override(_seat_person(seat).language):
        gathered = content.gather_digest(game, seat)
        is_question = decision.ask.how == "choose"
        drawn = _draw_pictures(delivery, gathered, is_question=is_question)
        return letters.decision_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(game, seat),
            content.decision_request(decision, gathered, now),
            content.letter_news(gathered),
            content.game_situation(gathered, drawn, now),
            now=now,
            fixed=None if gathered.news.after else content.seed_commitment(game),
        )


def _write_reminder(delivery: Delivery, now: datetime) -> Letter | None:
    decision = _open_decision(delivery)
    if decision is None or not _seat_person(decision.seat).reminders:
        return None
    game, seat = decision.game, decision.seat
    with translation.override(_seat_person(seat).language):
        return letters.reminder_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(game, seat),
            content.decision_request(decision, content.gather_digest(game, seat), now),
            now=now,
        )


def _write_start(delivery: Delivery, now: datetime) -> Letter | None:
    seat = _find_seat(delivery, Game.Status.RUNNING)
    if seat is None:
        return None
    with translation.override(_seat_person(seat).language):
        gathered = content.gather_digest(seat.game, seat)
        return letters.start_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(seat.game, seat),
            content.game_situation(gathered, _draw_pictures(delivery, gathered), now),
            first=content.first_sentence(seat.game, seat),
            fixed=content.seed_commitment(seat.game),
        )


def _write_game_over(delivery: Delivery, now: datetime) -> Letter | None:
    seat = _find_seat(delivery, Game.Status.OVER)
    if seat is None:
        return None
    with translation.override(_seat_person(seat).language):
        gathered = content.gather_digest(seat.game, seat)
        return letters.game_over_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(seat.game, seat),
            content.letter_news(gathered),
            content.game_situation(gathered, _draw_pictures(delivery, gathered)),
            result=content.result_sentence(gathered),
            reason=content.last_sentence(gathered),
        )


def _write_intervention(delivery: Delivery, now: datetime) -> Letter | None:
    """Tell what the staff has done to a game to somebody who plays there, or did until then."""
    done = _find_intervention(delivery)
    seat, person = _seat_of_reader(done, delivery), delivery.person
    if seat is None or person is None or not person.hears_letters:
        return None
    asked = Decision.objects.filter(seat=seat, closed_at=None, seat__person=person).first()
    with translation.override(person.language):
        told = interventions.intervention_notice(InterventionCase(done, person, seat, asked))
        if told is None:
            return None
        if done.what != Intervention.What.CLOSE:  # between the staff and whom it is about
            told = replace(told, paragraphs=(*told.paragraphs, interventions.reason_sentence(done)))
        topic = content.game_topic(seat.game, seat)
        return letters.notice_letter(content.letter_reader(person), topic, told, now=now)


def _write_missed(delivery: Delivery, now: datetime) -> Letter | None:
    """Tell somebody who still has his seat that he let his time go by."""
    missed = Decision.objects.select_related("seat__game", "seat__person", "seat__stand_in")
    decision = missed.get(pk=delivery.about["decision"])
    seat, person = decision.seat, delivery.person
    is_his = person is not None and seat.person == person and person.hears_letters
    if person is None or not is_his or not seat.game.is_running:
        return None
    with translation.override(person.language):
        return letters.notice_letter(
            content.letter_reader(person),
            content.game_topic(seat.game, seat),
            changes.missed_notice(decision, seat, person),
            now=now,
            did=content.silence_steps(decision, seat),
        )


def _write_seat_change(delivery: Delivery, now: datetime) -> Letter | None:
    """Tell what has become of a seat, while the game goes on."""
    seats = Seat.objects.select_related("game", "person", "stand_in")
    seat, reader = seats.get(pk=delivery.about["seat"]), delivery.person
    if reader is None or not reader.hears_letters or not seat.game.is_running:
        return None
    own = seats.filter(game=seat.game, person=reader).first() or seat
    people = Person.objects.in_bulk(
        [pk for pk in (delivery.about["person"], delivery.about["successor"]) if pk]
    )
    person, successor = (people.get(delivery.about[name]) for name in ("person", "successor"))
    if own.person != reader and person != reader:  # he has left meanwhile
        return None
    with translation.override(reader.language):
        told = changes.seat_notice(
            delivery.about["what"], changes.SeatChange(seat, reader, person, successor)
        )
        topic = content.game_topic(seat.game, own)
        return (
            letters.notice_letter(content.letter_reader(reader), topic, told, now=now)
            if told
            else None
        )


def _write_table_change(delivery: Delivery, now: datetime) -> Letter | None:
    """Tell what has become of a table."""
    game, reader = (
        Game.objects.select_related("host").get(pk=delivery.about["game"]),
        delivery.person,
    )
    if reader is None or not reader.hears_letters:
        return None
    with translation.override(reader.language):
        told = changes.table_notice(delivery.about["what"], game, reader)
        return (
            letters.table_letter(content.letter_reader(reader), content.table_topic(game), told)
            if told
            else None
        )


def _seat_of_reader(done: Intervention, delivery: Delivery) -> Seat | None:
    """Return the seat that a letter's reader has, or had before it was taken from him."""
    seats = Seat.objects.select_related("game", "person").filter(game=delivery.about["game"])
    had = [done.seat_id] if done.seat_id and done.person_id == delivery.person_id else []
    return seats.filter(person=delivery.person_id).first() or seats.filter(pk__in=had).first()


def _write_account(delivery: Delivery, now: datetime) -> Letter | None:
    """Tell somebody that his account was closed or opened, if it still is so."""
    done = _find_intervention(delivery)
    is_closed = done.what == Intervention.What.CLOSE
    if done.person is None or done.person.is_active == is_closed:
        return None
    with translation.override(done.person.language):
        return letters.account_letter(interventions.reason_sentence(done), is_closed=is_closed)


def _find_intervention(delivery: Delivery) -> Intervention:
    rows = Intervention.objects.select_related("game", "seat__game", "person", "successor")
    return rows.get(pk=delivery.about["intervention"])


def _write_invitation(delivery: Delivery, now: datetime) -> Letter | None:
    """Invite in the language of the person, or else of the host."""
    invitations = Invitation.objects.select_related("game", "invited_by", "person")
    invitation = invitations.filter(
        pk=delivery.about["invitation"], game__status=Game.Status.OPEN
    ).first()
    if invitation is None:
        return None
    game, host = invitation.game, invitation.invited_by
    known = Person.objects.filter(mailbox=invitation.mailbox).first()
    person = invitation.person or known
    if person is not None and (not person.hears_letters or game.seats.filter(person=person)):
        return None
    is_rematch = invitation.person is not None
    if not is_rematch and invitation_optout.is_opted_out(invitation.mailbox):
        return None
    with translation.override((person or host).language):
        return letters.invitation_letter(
            host=host.name,
            rules=game.rules.title.translate_with(_),
            title=game.title,
            seats=_seated_sentence(game),
            url=settings.SITE_URL + reverse("invite", args=[game.invite_key]),
            never="" if is_rematch else invitation_optout.optout_url(invitation.mailbox),
            is_rematch=is_rematch,
        )


def _seated_sentence(game: Game) -> str:
    names = [seat.person.name for seat in game.seats.select_related("person") if seat.person]
    if not names:
        return _("Nobody sits at the table yet.")
    return _("At the table so far: %(names)s.") % {"names": ", ".join(names)}


def _open_decision(delivery: Delivery) -> Decision | None:
    """Return the decision a letter is about, if it still waits for the letter's reader."""
    decision = (
        Decision.objects.select_related("game", "seat__person", "seat__game")
        .filter(
            pk=delivery.about["decision"],
            closed_at=None,
            game__status=Game.Status.RUNNING,
            seat__person=delivery.person_id,
        )
        .first()
    )
    if decision and decision.game.is_paused:
        raise NotNowError("the game is paused")
    return decision if decision and _seat_person(decision.seat).hears_letters else None


def _find_seat(delivery: Delivery, status: str) -> Seat | None:
    """Return the seat of a letter's reader in a game that is still as the letter will say."""
    seats = Seat.objects.select_related("game", "person")
    seat = seats.filter(
        game=delivery.about["game"], game__status=status, person=delivery.person_id
    ).first()
    return seat if seat and _seat_person(seat).hears_letters else None


def _seat_person(seat: Seat) -> Person:
    assert seat.person is not None
    return seat.person


def _draw_pictures(
    delivery: Delivery, gathered: SeatDigest, *, is_question: bool = False
) -> tuple[Picture, ...]:
    """Draw the pictures, but not where writing the letter has ended its worker before."""
    if delivery.attempts > MAX_CRASHES and not delivery.error:
        return ()
    if is_question:
        return pictures.draw_question(gathered)
    return pictures.draw_overviews(gathered)


def _wait_if_damaged(write: Writer) -> Writer:
    """Let the letters of a damaged game wait until it is mended."""

    def written(delivery: Delivery, now: datetime) -> Letter | None:
        try:
            return write(delivery, now)
        except DamagedError as damaged:
            raise NotNowError(str(damaged)) from damaged

    return written


WRITERS: Mapping[str, Writer] = {
    "decision": _wait_if_damaged(_write_decision),
    "reminder": _wait_if_damaged(_write_reminder),
    "started": _wait_if_damaged(_write_start),
    "over": _wait_if_damaged(_write_game_over),
    "invitation": _write_invitation,
    "intervention": _write_intervention,
    "missed": _wait_if_damaged(_write_missed),
    "seat": _write_seat_change,
    "table": _write_table_change,
    "account": _write_account,
    accounts.letters.KIND: accounts.letters.write_letter,  # from web processes before queues parted
}
