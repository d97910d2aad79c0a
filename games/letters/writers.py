"""The writers of letters about games: each one looks at the present again when its letter is sent.

A writer returns ``None``, and the letter is withdrawn, if there is nothing to say any more: the
decision is closed, the game is over, the person has left or wants no letters. Questions of a paused
game wait until it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

import accounts.letters
from accounts import invitation_optout
from accounts.email_normalize import owner_key
from accounts.models import Person
from games import labels
from games.letters import (
    agreements,
    changes,
    content,
    interventions,
    letters,
    pictures,
    requests,
    stand_ins,
    substitute_asks,
)
from games.letters.content import SeatDigest
from games.letters.context import LetterNotice
from games.letters.interventions import InterventionCase
from games.letters.reply_to import (
    decision_reply_address,
    measure_reply_address,
    offer_reply_address,
    request_reply_address,
    seat_reply_address,
    table_reply_address,
)
from games.models import (
    Decision,
    Extension,
    Game,
    Intervention,
    Invitation,
    Nudge,
    PlayersPause,
    Seat,
    SeatRequest,
    StandInFriend,
    TakeBack,
)
from games.play import (
    days_off,
    decisions,
    keeping_away,
    measures,
    offers,
    seat_requests,
    substitute_search,
)
from games.play.damage import DamagedError
from games.reliability.words import describe_asked
from mail.layout import Picture
from mail.letters import Letter
from mail.models import Delivery
from mail.outbox import NotNowError, Writer

MAX_CRASHES = 2


def note_delivery(delivery: Delivery, now: datetime) -> None:
    """Record that a letter has gone out: the clock of its decision starts (decision 4)."""
    if delivery.kind != "decision":
        return
    decision = Decision.objects.filter(pk=delivery.about["decision"], closed_at=None).first()
    if decision is not None:
        decisions.mark_notified(decision, now)


def _write_decision(delivery: Delivery, now: datetime) -> Letter | None:
    decision = find_open_decision(delivery)
    if decision is None:
        return None
    game, seat = decision.game, decision.seat
    with translation.override(_asked_person(seat).language):
        digest = content.gather_digest(game, seat)
        is_question = decision.ask.how == "choose"
        board_pictures = _draw_pictures(delivery, digest, is_question=is_question)
        return letters.decision_letter(
            content.letter_reader(_asked_person(seat)),
            content.game_topic(game, seat, decision_reply_address(decision, now)),
            content.decision_request(decision, digest, now, is_part=delivery.is_part),
            content.letter_news(digest),
            content.game_situation(digest, board_pictures, now),
            now=now,
            fixed=None if digest.news.after else content.seed_commitment(game),
        )


def _write_reminder(delivery: Delivery, now: datetime) -> Letter | None:
    decision = find_open_decision(delivery)
    if decision is None or not _asked_person(decision.seat).reminders:
        return None
    game, seat = decision.game, decision.seat
    with translation.override(_asked_person(seat).language):
        return letters.reminder_letter(
            content.letter_reader(_asked_person(seat)),
            content.game_topic(game, seat, decision_reply_address(decision, now)),
            content.decision_request(
                decision, content.gather_digest(game, seat), now, is_part=delivery.is_part
            ),
            now=now,
            is_only=not _asked_person(seat).reminder_hours,
        )


def _write_offer(delivery: Delivery, now: datetime) -> Letter | None:
    """Ask whether the reader accepts what is offered to them, if it still is."""
    seats = Seat.objects.select_related("game", "person", "offer")
    seat = seats.filter(pk=delivery.about["seat"], person=delivery.person_id).first()
    offer = offers.find_offer(seat) if seat else None
    if seat is None or offer is None or offer.version != delivery.about["version"]:
        return None
    if seat.game.is_paused:
        raise NotNowError("the game is paused")
    with translation.override(_seat_person(seat).language):
        notice = content.offer_notice(seat.game, seat)
        if notice is None or not _hears(_seat_person(seat), delivery):
            return None
        topic = content.game_topic(seat.game, seat, offer_reply_address(seat, now))
        return letters.notice_letter(
            content.letter_reader(_seat_person(seat)), topic, notice, now=now
        )


def _write_start(delivery: Delivery, now: datetime) -> Letter | None:
    seat = _find_seat(delivery, Game.Status.RUNNING)
    if seat is None:
        return None
    with translation.override(_seat_person(seat).language):
        digest = content.gather_digest(seat.game, seat)
        return letters.start_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(seat.game, seat, seat_reply_address(seat, now)),
            content.game_situation(digest, _draw_pictures(delivery, digest), now),
            first=content.first_sentence(seat.game, seat),
            pace=labels.describe_pace(seat.game.pace, seat.game.rules.judgement.decision_kinds),
            fixed=content.seed_commitment(seat.game),
        )


def _write_game_over(delivery: Delivery, now: datetime) -> Letter | None:
    seat = _find_seat(delivery, Game.Status.OVER)
    if seat is None:
        return None
    with translation.override(_seat_person(seat).language):
        digest = content.gather_digest(seat.game, seat)
        return letters.game_over_letter(
            content.letter_reader(_seat_person(seat)),
            content.game_topic(seat.game, seat, seat_reply_address(seat, now)),
            content.letter_news(digest),
            content.game_situation(digest, _draw_pictures(delivery, digest)),
            result=content.result_sentence(digest),
            reason=content.last_sentence(digest),
        )


def _write_intervention(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player, or to the person who has lost their seat, what the staff has done."""
    intervention = _find_intervention(delivery)
    seat, person = _seat_of_reader(intervention, delivery), delivery.person
    if seat is None or person is None or not _hears(person, delivery):
        return None
    decision = Decision.objects.filter(seat=seat, closed_at=None, seat__person=person).first()
    with translation.override(person.language):
        notice = interventions.intervention_notice(
            InterventionCase(intervention, person, seat, decision)
        )
        if notice is None:
            return None
        if intervention.what != Intervention.What.CLOSE:  # its reason is for that person alone
            notice = replace(
                notice, paragraphs=(*notice.paragraphs, interventions.reason_sentence(intervention))
            )
        reply_to = seat_reply_address(seat, now, reader=person)
        topic = content.game_topic(seat.game, seat, reply_to)
        return letters.notice_letter(content.letter_reader(person), topic, notice, now=now)


def _write_missed(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player who still has their seat that their time has run out."""
    rows = Decision.objects.select_related("seat__game", "seat__person", "seat__stand_in")
    decision = rows.get(pk=delivery.about["decision"])
    seat, person = decision.seat, delivery.person
    is_own = person is not None and seat.person == person and _hears(person, delivery)
    if person is None or not is_own or not seat.game.is_running:
        return None
    with translation.override(person.language):
        return letters.notice_letter(
            content.letter_reader(person),
            content.game_topic(seat.game, seat, seat_reply_address(seat, now)),
            changes.missed_notice(decision, seat, person),
            now=now,
            did=content.silence_steps(decision, seat),
        )


def _write_seat_change(delivery: Delivery, now: datetime) -> Letter | None:
    """Write what has become of a seat, while the game goes on."""
    seats = Seat.objects.select_related("game", "person", "stand_in")
    seat, reader = seats.get(pk=delivery.about["seat"]), delivery.person
    if reader is None or not _hears(reader, delivery) or not seat.game.is_running:
        return None
    own = seats.filter(game=seat.game, person=reader).first() or seat
    people = Person.objects.in_bulk(
        [pk for pk in (delivery.about["person"], delivery.about["successor"]) if pk]
    )
    person, successor = (people.get(delivery.about[name]) for name in ("person", "successor"))
    if own.person != reader and person != reader:  # the reader has left since
        return None
    with translation.override(reader.language):
        notice = changes.seat_notice(
            delivery.about["what"], changes.SeatChange(seat, reader, person, successor)
        )
        reply_to = seat_reply_address(own, now, reader=reader)
        topic = content.game_topic(seat.game, own, reply_to)
        return (
            letters.notice_letter(content.letter_reader(reader), topic, notice, now=now)
            if notice
            else None
        )


def _write_table_change(delivery: Delivery, now: datetime) -> Letter | None:
    """Write what has become of a table."""
    game = Game.objects.select_related("host").get(pk=delivery.about["game"])
    reader = delivery.person
    if reader is None or not _hears(reader, delivery):
        return None
    with translation.override(reader.language):
        notice = changes.table_notice(delivery.about["what"], game, reader)
        topic = content.table_topic(game, table_reply_address(game, reader, now))
        return (
            letters.table_letter(content.letter_reader(reader), topic, notice) if notice else None
        )


def _write_stand_in(delivery: Delivery, now: datetime) -> Letter | None:
    """Write about playing for a friend: that it is asked, what they have answered, or that they
    play from now on."""
    reader = delivery.person
    if reader is None or not _hears(reader, delivery):
        return None
    with translation.override(reader.language):
        if delivery.about["what"] == "begun":
            return _stand_in_letter(delivery, reader, now)
        rows = StandInFriend.objects.select_related("person", "friend")
        row = rows.filter(pk=delivery.about["friend"], outcome=_friend_outcome(delivery)).first()
        if row is None:
            return None
        notice = stand_ins.friend_notice(delivery.about["what"], row)
        return letters.friend_letter(content.letter_reader(reader), notice)


def _friend_outcome(delivery: Delivery) -> str:
    """Return what must have come of asking a friend for a letter about it to be true still."""
    what = delivery.about["what"]
    return StandInFriend.Outcome.OPEN if what == "asked" else what


def _stand_in_letter(delivery: Delivery, reader: Person, now: datetime) -> Letter | None:
    """Return that a friend plays at a seat from now on, while they do."""
    seats = Seat.objects.select_related("game", "person", "stand_in")
    running = seats.filter(game__status=Game.Status.RUNNING, stand_in=reader)
    seat = running.filter(pk=delivery.about["seat"]).first()
    if seat is None:
        return None
    notice, topic = stand_ins.begin_notice(seat), content.game_topic(seat.game, seat)
    return letters.notice_letter(content.letter_reader(reader), topic, notice, now=now)


def _write_seat_request(delivery: Delivery, now: datetime) -> Letter | None:
    """Ask the host about a request for a seat, or tell the person who has asked what came of it."""
    rows = SeatRequest.objects.select_related("game__host", "seat__game", "seat__person", "person")
    request = rows.filter(pk=delivery.about["request"]).first()
    reader = delivery.person
    if request is None or reader is None or not _hears(reader, delivery):
        return None
    with translation.override(reader.language):
        if reader == request.game.host:
            return _request_letter(request, now)
        return _request_answer_letter(request, now)


def _request_letter(request: SeatRequest, now: datetime) -> Letter | None:
    """Return the question to the host, if it still is one."""
    if not seat_requests.waiting_requests().filter(pk=request.pk).exists():
        return None
    if request.game.is_paused:
        raise NotNowError("the game is paused")
    topic = content.table_topic(request.game, request_reply_address(request, now))
    reader = content.letter_reader(request.game.host)
    return letters.table_letter(reader, topic, requests.request_notice(request))


def _request_answer_letter(request: SeatRequest, now: datetime) -> Letter | None:
    """Return what came of a request, about their seat to somebody who has one now."""
    reader, notice = content.letter_reader(request.person), requests.answer_notice(request, now)
    has_seat, is_accepted = request.seat.person == request.person, request.is_accepted
    if has_seat and is_accepted:
        seat_topic = content.game_topic(
            request.game, request.seat, seat_reply_address(request.seat, now)
        )
        return letters.notice_letter(reader, seat_topic, notice, now=now)
    # They have the seat after all, or have left it since.
    if has_seat or is_accepted:
        return None
    topic, because = content.table_topic(request.game), requests.request_reason()
    return letters.table_letter(reader, topic, notice, because=because)


def _write_substitute_ask(delivery: Delivery, now: datetime) -> Letter | None:
    """Ask somebody of the pool whether they play on at a seat, with the position as it sees it."""
    rows = substitute_search.open_asks(now).select_related("game", "seat__person", "person")
    ask = rows.filter(pk=delivery.about["ask"], person=delivery.person_id).first()
    if ask is None or not _hears(ask.person, delivery):
        return None
    if ask.game.is_paused:
        raise NotNowError("the game is paused")
    # What the seat hides is for those alone who may sit down there in this very moment.
    if substitute_search.refuse_ask(ask, now):
        return None
    ask.seat.game = ask.game
    with translation.override(ask.person.language):
        digest = content.gather_digest(ask.game, ask.seat)
        return letters.table_letter(
            content.letter_reader(ask.person),
            content.table_topic(ask.game),
            substitute_asks.ask_notice(ask),
            because=substitute_asks.ask_reason(),
            situation=content.game_situation(digest, _draw_pictures(delivery, digest)),
        )


def _write_extension(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player that another has taken more time, while what it is for is open."""
    rows = Extension.objects.select_related("decision", "person")
    extension = rows.filter(pk=delivery.about["extension"]).first()
    seat = _find_seat(delivery, Game.Status.RUNNING)
    if extension is None or seat is None:
        return None
    with translation.override(_seat_person(seat).language):
        notice = agreements.extension_notice(extension)
        return _write_notice(seat, notice, now) if notice else None


def _write_pause(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player about a pause by consent: that it is asked, or what became of it."""
    rows = PlayersPause.objects.select_related("game", "person", "ended_by")
    pause = rows.filter(pk=delivery.about["pause"]).first()
    seat = _find_seat(delivery, Game.Status.RUNNING)
    if pause is None or seat is None:
        return None
    actor = Person.objects.filter(pk=delivery.about["actor"]).first()
    with translation.override(_seat_person(seat).language):
        case = agreements.PauseCase(pause, seat, actor)
        notice = agreements.pause_notice(delivery.about["what"], case)
        return _write_notice(seat, notice, now) if notice else None


def _write_take_back(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player about a turn to be taken back: that it is asked, or what became of it."""
    rows = TakeBack.objects.select_related("game", "person")
    take_back = rows.filter(pk=delivery.about["take_back"]).first()
    seat = _find_seat(delivery, Game.Status.RUNNING)
    if take_back is None or seat is None:
        return None
    actor = Person.objects.filter(pk=delivery.about["actor"]).first()
    with translation.override(_seat_person(seat).language):
        case = agreements.TakeBackCase(take_back, seat, actor, now)
        notice = agreements.take_back_notice(delivery.about["what"], case)
        return _write_notice(seat, notice, now) if notice else None


def _write_nudge(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to the player who is asked for a decision that another waits, while it is open."""
    decision = find_open_decision(delivery)
    nudge = Nudge.objects.filter(pk=delivery.about["nudge"]).select_related("person").first()
    if decision is None or nudge is None or not _seat_person(decision.seat).nudges:
        return None
    game, seat, reader = decision.game, decision.seat, _seat_person(decision.seat)
    with translation.override(reader.language):
        topic = content.game_topic(game, seat, decision_reply_address(decision, now))
        notice = agreements.nudge_notice(nudge, decision, reader)
        return letters.notice_letter(content.letter_reader(reader), topic, notice, now=now)


def _write_vacation(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a player that their vacation has begun by itself, while it lasts."""
    decision = find_open_decision(delivery)
    if decision is None:
        return None
    reader = _seat_person(decision.seat)
    back = days_off.resting_until(reader, now)
    with translation.override(reader.language):
        return (
            _write_notice(decision.seat, changes.vacation_notice(decision, back), now)
            if back
            else None
        )


def _write_words(delivery: Delivery, now: datetime) -> Letter | None:
    """Write what was said at a table, by the app above that knows it."""
    write: Writer = import_string(settings.WORDS_WRITER)
    person = delivery.person
    return write(delivery, now) if person is not None and _hears(person, delivery) else None


def _write_competition(delivery: Delivery, now: datetime) -> Letter | None:
    """Write what is new in a season or cup, by the app above that knows it."""
    write: Writer = import_string(settings.COMPETITION_WRITER)
    person = delivery.person
    return write(delivery, now) if person is not None and _hears(person, delivery) else None


def _write_notice(seat: Seat, notice: LetterNotice, now: datetime) -> Letter:
    """Return the letter with a notice to the person at a seat."""
    reader = content.letter_reader(_seat_person(seat))
    topic = content.game_topic(seat.game, seat, seat_reply_address(seat, now))
    return letters.notice_letter(reader, topic, notice, now=now)


def _seat_of_reader(intervention: Intervention, delivery: Delivery) -> Seat | None:
    """Return the seat that a letter's reader has, or had before it was taken from them."""
    seats = Seat.objects.select_related("game", "person").filter(game=delivery.about["game"])
    former = (
        [intervention.seat_id]
        if intervention.seat_id and intervention.person_id == delivery.person_id
        else []
    )
    return seats.filter(person=delivery.person_id).first() or seats.filter(pk__in=former).first()


def _write_account(delivery: Delivery, now: datetime) -> Letter | None:
    """Write that an account was closed or opened, or of a measure, if it still is so."""
    intervention = _find_intervention(delivery)
    if intervention.person is None:
        return None
    if intervention.what not in (Intervention.What.CLOSE, Intervention.What.REOPEN):
        return _measure_letter(intervention, intervention.person, now)
    is_closed = intervention.what == Intervention.What.CLOSE
    if intervention.person.is_active == is_closed:
        return None
    with translation.override(intervention.person.language):
        return letters.account_letter(
            interventions.reason_sentence(intervention),
            is_closed=is_closed,
            reply_to=_appeal_address(intervention, now),
        )


def _write_declined_appeal(delivery: Delivery, now: datetime) -> Letter | None:
    """Write why a measure stands, to its person, who has appealed."""
    person = delivery.person
    if person is None or person.is_deleted:
        return None
    with translation.override(person.language):
        reason = _("The reason: %(reason)s") % {"reason": delivery.about["declined"]}
        return letters.declined_letter(reason, is_closed=not person.is_active)


def _appeal_address(measure: Intervention, now: datetime) -> str:
    """Return where an appeal against a measure goes, "" if it is none that can be taken back."""
    if measure.person is None or not measures.is_in_force(measure, now):
        return ""
    return measure_reply_address(measure, measure.person, now)


def _measure_letter(intervention: Intervention, person: Person, now: datetime) -> Letter | None:
    """Return the letter to a person about a measure, with its reason."""
    if not person.is_active:
        return None
    with translation.override(person.language):
        notice = interventions.measure_notice(intervention, now)
        reason = interventions.reason_sentence(intervention)
        if notice is None:
            return None
        can_appeal = measures.is_in_force(intervention, now)
        reply_to = _appeal_address(intervention, now)
        return letters.measure_letter(notice, reason, can_appeal=can_appeal, reply_to=reply_to)


def _write_report_answer(delivery: Delivery, now: datetime) -> Letter | None:
    """Write to a person that something was done about what they have reported."""
    reader = delivery.person
    if reader is None or not _hears(reader, delivery):
        return None
    with translation.override(reader.language):
        return letters.report_letter()


def _find_intervention(delivery: Delivery) -> Intervention:
    rows = Intervention.objects.select_related("game", "seat__game", "person", "successor")
    return rows.get(pk=delivery.about["intervention"])


def _write_invitation(delivery: Delivery, now: datetime) -> Letter | None:
    """Write an invitation in the language of the person, or else of the host."""
    invitations = Invitation.objects.select_related("game", "invited_by", "person")
    invitation = invitations.filter(
        pk=delivery.about["invitation"], game__status=Game.Status.OPEN, declined_at=None
    ).first()
    if invitation is None:
        return None
    game, host = invitation.game, invitation.invited_by
    account = Person.objects.filter(mailbox=invitation.mailbox).first()
    person = invitation.person or account
    if person is not None and (not person.hears_letters or game.seats.filter(person=person)):
        return None
    # Looked up when the letter is sent: who keeps away from the host reads nothing of it.
    if _is_kept_from_host(invitation):
        return None
    is_rematch = invitation.person is not None
    # Looked up when the letter is sent, so that an opt-out counts for letters that already wait.
    if not is_rematch and invitation_optout.is_opted_out(invitation.mailbox):
        return None
    with translation.override((person or host).language):
        return letters.invitation_letter(
            host=host.name,
            rules=game.rules.title.translate_with(_),
            title=game.title,
            seats=" ".join(filter(None, (_seated_sentence(game), describe_asked(game)))),
            url=settings.SITE_URL + reverse("invite", args=[game.invite_key]),
            never="" if is_rematch else invitation_optout.optout_url(invitation.mailbox),
            is_rematch=is_rematch,
            reply_to=table_reply_address(game, person, now) if person else "",
        )


def _is_kept_from_host(invitation: Invitation) -> bool:
    """Whether the host of an invitation and who reads it keep away from each other, also where its
    address is theirs with something after a "+"."""
    boxes = [invitation.mailbox, owner_key(invitation.mailbox)]
    readers = Person.objects.filter(Q(mailbox__in=boxes) | Q(pk=invitation.person_id))
    return any(keeping_away.is_kept_away(one, invitation.invited_by) for one in readers)


def _seated_sentence(game: Game) -> str:
    names = [seat.person.name for seat in game.seats.select_related("person") if seat.person]
    if not names:
        return _("Nobody sits at the table yet.")
    return _("At the table so far: %(names)s.") % {"names": ", ".join(names)}


def find_open_decision(delivery: Delivery) -> Decision | None:
    """Return the decision that a letter is about, if it still waits for the letter's reader.

    :raises NotNowError: while the game is paused.
    """
    rows = Decision.objects.select_related("game", "seat__person", "seat__stand_in", "seat__offer")
    rows = rows.filter(closed_at=None, game__status=Game.Status.RUNNING)
    decision = rows.filter(pk=delivery.about["decision"]).first()
    if decision is None or _asked_person(decision.seat).pk != delivery.person_id:
        return None
    if decision.game.is_paused:
        raise NotNowError("the game is paused")
    decision.seat.game = decision.game
    return decision if _hears(_asked_person(decision.seat), delivery) else None


def _find_seat(delivery: Delivery, status: str) -> Seat | None:
    """Return the seat of a letter's reader in a game that still has the status."""
    seats = Seat.objects.select_related("game", "person")
    seat = seats.filter(
        game=delivery.about["game"], game__status=status, person=delivery.person_id
    ).first()
    return seat if seat and _hears(_seat_person(seat), delivery) else None


def _hears(person: Person, delivery: Delivery) -> bool:
    """Whether a person wants what a row tells: a letter, or a notice in a channel of theirs."""
    if delivery.is_for_second_address:
        return person.letters and person.hears_notices
    return person.hears_letters if delivery.channel_id is None else person.hears_notices


def _asked_person(seat: Seat) -> Person:
    assert seat.asked_person is not None
    return seat.asked_person


def _seat_person(seat: Seat) -> Person:
    assert seat.person is not None
    return seat.person


def _draw_pictures(
    delivery: Delivery, digest: SeatDigest, *, is_question: bool = False
) -> tuple[Picture, ...]:
    """Draw the pictures, unless drawing them has probably crashed a worker before."""
    # A channel shows no position, unless it is a second address.
    if delivery.channel_id is not None and not delivery.is_for_second_address:
        return ()
    # An attempt that left no error ended its process, as the painter can; the letter itself must go
    # out.
    if delivery.attempts > MAX_CRASHES and not delivery.error:
        return ()
    if delivery.is_part:
        return pictures.draw_small(digest)
    if is_question:
        return pictures.draw_question(digest)
    return pictures.draw_overviews(digest)


def wait_if_damaged(write: Writer) -> Writer:
    """Make a writer whose letters about a damaged game wait until it is repaired."""

    def write_or_wait(delivery: Delivery, now: datetime) -> Letter | None:
        try:
            return write(delivery, now)
        except DamagedError as error:
            raise NotNowError(str(error)) from error

    return write_or_wait


WRITERS: Mapping[str, Writer] = {
    "decision": wait_if_damaged(_write_decision),
    "reminder": wait_if_damaged(_write_reminder),
    "offer": wait_if_damaged(_write_offer),
    "started": wait_if_damaged(_write_start),
    "over": wait_if_damaged(_write_game_over),
    "invitation": _write_invitation,
    "intervention": _write_intervention,
    "report": _write_report_answer,
    "missed": wait_if_damaged(_write_missed),
    "seat": _write_seat_change,
    "table": _write_table_change,
    "stand-in": _write_stand_in,
    "seat-request": _write_seat_request,
    "substitute-ask": wait_if_damaged(_write_substitute_ask),
    "extension": _write_extension,
    "pause": _write_pause,
    "take-back": _write_take_back,
    "nudge": wait_if_damaged(_write_nudge),
    "vacation": _write_vacation,
    "words": _write_words,
    "competition": _write_competition,
    "account": _write_account,
    "appeal": _write_declined_appeal,
    # Queued by older web processes, before queues were divided.
    accounts.letters.KIND: accounts.letters.write_letter,
}
