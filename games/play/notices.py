"""Who gets which letter: writes outbox rows in the transaction of what happened.

Keys of rows are unique, so that a row written twice is one letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.manners import MARGIN, Manner, Topic
from accounts.models import Person
from games.models import (
    Decision,
    Extension,
    Game,
    Intervention,
    Invitation,
    Nudge,
    PendingOffer,
    PlayersPause,
    Seat,
    SeatRequest,
    StandInFriend,
    SubstituteAsk,
    TakeBack,
)
from games.play import decisions, keeping_away, program_news
from mail import outbox
from mail.models import Delivery

BATCH = 500  # no more than a tick should take
ASK, STAND_IN = "substitute-ask", "stand-in"
LOOKS = timedelta(seconds=100)  # an open page reports every minute that it is looked at


def notify_players(
    game: Game, opened: Iterable[Decision], offers: Iterable[PendingOffer] = (), *, now: datetime
) -> None:
    """Post a letter for every opened decision whose player must be notified, for offers to people
    who get none, and to everybody when the game is over."""
    opened = list(opened)
    letters = {
        decision.seat_id: _decision_letter(decision, now)
        for decision in opened
        if _is_asked(decision, now)
    }
    # The letter about a turn tells what is offered with it, too.
    letters |= {
        offer.seat_id: _offer_letter(offer, now)
        for offer in offers
        if offer.seat_id not in letters and _hears_of_offers(offer.seat)
    }
    posted, news = [*letters.values()], program_news.list_turn_news(opened, now)
    if game.status == Game.Status.OVER:
        posted += [
            _event_letter(f"over-{game.pk}-{person.pk}", "over", person, {"game": game.pk}, now)
            for person in _letter_readers(game, Topic.EVENT)
        ]
        news += program_news.list_game_news(game, program_news.ProgramTopic.OVER, now)
    if posted or news:
        outbox.post_letters(posted, news)


def _is_asked(decision: Decision, now: datetime) -> bool:
    """Whether a letter or a notice must tell the person at the seat of a decision that has opened.

    The clock may run already: without letters it has begun at once, and only the channels are told;
    a letter that its reader wants later waits. Who wants to hear when the time runs out alone is
    told by the first reminder, if there is one.
    """
    seat, person = decision.seat, decision.seat.asked_person
    if person is None or decision.told_at is None:
        return person is not None
    topic = decisions.topic_of(decision)
    is_told_later = person.manner(topic) == Manner.NEAR and decision.remind_at is not None
    if is_told_later or not person.wants(topic):
        return False
    if person.hears_letters or seat.friend:
        return seat.player == person
    return not seat.is_absent


def _hears_of_offers(seat: Seat) -> bool:
    return seat.person is not None and seat.person.wants(Topic.ANSWER) and not seat.is_absent


def _offer_letter(offer: PendingOffer, now: datetime) -> Delivery:
    """Build the letter that asks whether a person accepts what is offered to them."""
    about: dict[str, object] = {"seat": offer.seat_id, "version": offer.version}
    key = f"offer-{offer.seat_id}-{offer.version}"
    return _question_letter(key, "offer", offer.seat, about, now, Topic.ANSWER)


def _decision_letter(decision: Decision, now: datetime) -> Delivery:
    """Build the letter that asks for a decision."""
    about: dict[str, object] = {"decision": decision.pk}
    key, topic = f"decision-{decision.pk}", decisions.topic_of(decision)
    return _question_letter(key, "decision", decision.seat, about, now, topic, decision.due_at)


def _question_letter(
    key: str,
    kind: str,
    seat: Seat,
    about: dict[str, object],
    now: datetime,
    topic: Topic,
    due_at: datetime | None = None,
) -> Delivery:
    person = seat.asked_person
    assert person is not None
    # It waits while its reader looks at the game. An answer meanwhile withdraws it unsent.
    is_looking = seat.friend is None and _is_looking(seat, now)
    waits = is_looking and not person.letters_while_looking
    hold = now + timedelta(seconds=settings.LETTER_HOLD if waits else 0)
    return _build_letter(key, kind, person, about, now, due_at, topic=topic, hold=hold)


def _quiet_until(person: Person, now: datetime, due_at: datetime | None) -> datetime | None:
    """Return until when a person wants nothing at all, None if they want it now or it asks for what
    runs out before."""
    until = person.quiet_until(now)
    is_urgent = until and due_at and due_at <= until and person.urgent_breaks_quiet
    return None if is_urgent else until


def _digest_at(
    person: Person, topic: Topic | None, now: datetime, due_at: datetime | None
) -> datetime | None:
    """Return in which digest a person wants to read what is told ``now``, None if in none, or too
    little time would be left then."""
    if topic is None or person.manner(topic) != Manner.DIGEST:
        return None
    digest = person.next_digest(now)
    digest = person.quiet_until(digest) or digest
    return None if due_at and due_at < digest + MARGIN else digest


def _is_looking(seat: Seat, now: datetime) -> bool:
    return seat.looked_at is not None and now - seat.looked_at < LOOKS


def notify_start(game: Game, *, now: datetime, actor: Person) -> None:
    """Tell everybody at the table except the person who started it that the game has begun; and
    the programs of all."""
    letters = (
        _event_letter(f"started-{game.pk}-{person.pk}", "started", person, {"game": game.pk}, now)
        for person in _letter_readers(game, Topic.EVENT)
        if person != actor
    )
    news = program_news.list_game_news(game, program_news.ProgramTopic.STARTED, now)
    outbox.post_letters(letters, news)


def notify_intervention(intervention: Intervention) -> None:
    """Tell all players of a game, and the person who lost a seat, about an intervention."""
    assert intervention.game is not None
    people = {person.pk: person for person in _letter_readers(intervention.game)}
    if intervention.person is not None and intervention.person.hears_notices:
        people[intervention.person.pk] = intervention.person
    outbox.post_letters(
        _intervention_letter(intervention, intervention.game, person) for person in people.values()
    )


def notify_account_change(intervention: Intervention, games: Iterable[Game]) -> None:
    """Tell a person, whatever letters they want, that their account was closed or opened again;
    tell the other players of their games that they are absent for now."""
    person = intervention.person
    assert person is not None
    key, about = f"intervention-{intervention.pk}-{person.pk}", {"intervention": intervention.pk}
    letters = (
        [_account_letter(key, person, {**about}, intervention.at)] if person.takes_letters else []
    )
    for game in games:
        others = (reader for reader in _letter_readers(game) if reader.pk != person.pk)
        letters += [_intervention_letter(intervention, game, other) for other in others]
    outbox.post_letters(letters)


def _account_letter(
    key: str, person: Person, about: dict[str, object], now: datetime, *, kind: str = "account"
) -> Delivery:
    return outbox.build_delivery(
        key=key,
        kind=kind,
        address=person.email,
        person_id=person.pk,
        about=about,
        now=now,
        tells_channels=False,
    )


def _intervention_letter(intervention: Intervention, game: Game, person: Person) -> Delivery:
    key = f"intervention-{intervention.pk}-{game.pk}-{person.pk}"
    about: dict[str, object] = {"intervention": intervention.pk, "game": game.pk}
    return _build_letter(key, "intervention", person, about, intervention.at)


def notify_reporters(reporters: Iterable[tuple[int, Person]], *, now: datetime) -> None:
    """Tell people that something was done about what they have reported; each is given with the
    number of their report."""
    outbox.post_letters(
        _build_letter(f"report-{pk}", "report", person, {"report": pk}, now)
        for pk, person in reporters
        if person.hears_notices
    )


def notify_declined_appeal(measure: Intervention, reason: str, *, now: datetime) -> None:
    """Tell the person of a measure, whatever letters they want, why it stands though they have
    appealed."""
    person = measure.person
    if person is None or not person.takes_letters:
        return
    about: dict[str, object] = {"intervention": measure.pk, "declined": reason}
    row = _account_letter(f"declined-{measure.pk}", person, about, now, kind="appeal")
    outbox.post_letters([row])


def notify_extension(extension: Extension) -> None:
    """Tell the others at the table that a player who is asked has taken more time."""
    readers = _letter_readers(extension.game, Topic.EVENT)
    others = [one for one in readers if one.pk != extension.person_id]
    stem = f"extension-{extension.pk}"
    about = {"extension": extension.pk, "game": extension.game_id}
    outbox.post_letters(
        _event_letter(f"{stem}-{one.pk}", "extension", one, {**about}, extension.at)
        for one in others
    )


def notify_pause(
    pause: PlayersPause,
    what: str,
    people: Iterable[Person | None],
    *,
    now: datetime,
    actor: Person | None = None,
) -> None:
    """Tell people what is asked or has become of a pause by consent, and whose doing it was."""
    _post_agreement("pause", pause, {"pause": pause.pk}, what, people, actor, now)


def is_pause_letter_waiting(pause: PlayersPause, people: Iterable[Person | None]) -> bool:
    """Whether a letter that asks one of these people for a pause has not left yet; or, where they
    want their channels one after another, none of these has told them."""
    keys = [_agreement_key("pause", pause, "asked", one) for one in people if one is not None]
    letters = Delivery.objects.filter(key__in=keys, status=Delivery.Status.WAITING)
    return letters.filter(passed_on=None).exists() or any(map(_is_untold_in_turn, keys))


def _is_untold_in_turn(key: str) -> bool:
    """Whether none of the channels that are told one after another has carried something yet."""
    rows = Delivery.objects.filter(outbox.rows_of_notice(key), passed_on__isnull=False)
    waiting = rows.filter(status=Delivery.Status.WAITING)
    return waiting.exists() and not rows.filter(status=Delivery.Status.SENT).exists()


def notify_take_back(
    take_back: TakeBack,
    what: str,
    people: Iterable[Person | None],
    *,
    now: datetime,
    actor: Person | None = None,
) -> None:
    """Tell people of a turn that is to be taken back, or what became of that; ``actor`` refuses."""
    _post_agreement("take-back", take_back, {"take_back": take_back.pk}, what, people, actor, now)


def _post_agreement(
    kind: str,
    row: PlayersPause | TakeBack,
    about: Mapping[str, object],
    what: str,
    people: Iterable[Person | None],
    actor: Person | None,
    now: datetime,
) -> None:
    """Post letters that tell people what is asked of them, or what became of that and by whom."""
    by_whom = actor.pk if actor else None
    told: dict[str, object] = {**about, "game": row.game_id, "what": what, "actor": by_whom}
    topic = Topic.ANSWER if what == "asked" else Topic.EVENT
    outbox.post_letters(
        _build_letter(_agreement_key(kind, row, what, one), kind, one, told, now, topic=topic)
        for one in people
        if one is not None and one.wants(topic)
    )


def _agreement_key(kind: str, row: PlayersPause | TakeBack, what: str, person: Person) -> str:
    return f"{kind}-{row.pk}-{what}-{person.pk}"


def notify_nudge(nudge: Nudge) -> None:
    """Tell the player who is asked for a decision that another waits for it."""
    person = nudge.seat.person
    assert person is not None
    about: dict[str, object] = {"nudge": nudge.pk, "decision": nudge.decision_id}
    outbox.post_letters([_build_letter(f"nudge-{nudge.pk}", "nudge", person, about, nudge.at)])


def notify_vacation(person: Person, decision_id: int, *, now: datetime) -> None:
    """Tell a person that their vacation has begun by itself, as their time was up."""
    if person.wants(Topic.EVENT):
        key, about = f"vacation-{decision_id}", {"decision": decision_id}
        outbox.post_letters([_event_letter(key, "vacation", person, {**about}, now)])


def notify_timeout(decision: Decision, seat: Seat, *, now: datetime) -> None:
    """Tell a player that their time was up and what silence did; if the seat has become absent by
    it, tell the others."""
    # If silence has ended the game, the letter about its end tells that.
    if not seat.game.is_running:
        return
    person, about = seat.person, {"decision": decision.pk}
    if person is not None and person.wants(Topic.EVENT):
        outbox.post_letters(
            [_event_letter(f"missed-{decision.pk}", "missed", person, {**about}, now)]
        )
    if seat.is_absent:
        _notify_of_seat(seat, "absent", person, now)


def notify_return(seat: Seat, *, now: datetime) -> None:
    """Tell the others that a player who was absent plays again."""
    _notify_of_seat(seat, "back", seat.person, now)


def notify_handover(seat: Seat, *, now: datetime) -> None:
    """Tell all that somebody else plays for a player who has been away for long."""
    if seat.game.is_running:
        _notify_of_seat(seat, "absent", seat.person, now, also=seat.person)


def notify_departure(seat: Seat, person: Person, *, now: datetime) -> None:
    """Tell the others that a player has left the game, if it goes on."""
    if seat.game.is_running:
        _notify_of_seat(seat, "left", person, now)


def notify_substitution(seat: Seat, before: Person | None, *, now: datetime) -> None:
    """Tell the others, and the person who sat there ``before``, that a seat has a substitute."""
    _notify_of_seat(seat, "taken", before, now, also=before)


def notify_stand_in(seat: Seat, *, now: datetime) -> None:
    """Tell the friend who stands in at a seat, if one does, that they play there from now on."""
    if seat.friend is not None and seat.game.is_running:
        about: dict[str, object] = {"what": "begun", "seat": seat.pk, "game": seat.game_id}
        key = f"stand-in-{seat.pk}-{now:%Y%m%d%H%M%S%f}"
        outbox.post_letters([_build_letter(key, STAND_IN, seat.friend, about, now)])


def notify_friend(row: StandInFriend, what: str, *, now: datetime) -> None:
    """Tell a friend that they are ``asked`` to stand in, or the person what they have answered."""
    reader = row.friend if what == "asked" else row.person
    # Those who are kept away write no letters to each other.
    if reader.hears_notices and not keeping_away.is_kept_away(row.person, row.friend):
        about: dict[str, object] = {"what": what, "friend": row.pk}
        outbox.post_letters(
            [_build_letter(f"friend-{row.pk}-{what}", STAND_IN, reader, about, now)]
        )


def notify_search(seat: Seat, step: str, *, now: datetime) -> None:
    """Tell all players, and the one who is absent, that the search for a substitute goes on to its
    next step: that people are asked (``sought``), or anybody is invited (``advertised``)."""
    _notify_of_seat(seat, step, seat.person, now, also=seat.person)


def _notify_of_seat(
    seat: Seat, what: str, person: Person | None, now: datetime, *, also: Person | None = None
) -> None:
    """Tell all players except the one at a seat what has become of it, and of the ``person``
    there."""
    readers = _letter_readers(seat.game, Topic.EVENT)
    people = [reader for reader in readers if reader.pk != seat.person_id]
    if also is not None and also.wants(Topic.EVENT):
        people.append(also)
    about: dict[str, object] = {
        "seat": seat.pk,
        "what": what,
        "person": person.pk if person else None,
        "successor": seat.person_id,
    }
    # The key has the instant: somebody can be absent and back as often as they like.
    stem = f"seat-{seat.pk}-{what}-{now:%Y%m%d%H%M%S%f}"
    outbox.post_letters(
        _event_letter(f"{stem}-{reader.pk}", "seat", reader, about, now) for reader in people
    )


def notify_table_full(game: Game, last: Person, *, now: datetime) -> None:
    """Tell the host, and their programs, that the table is full and waits to be started."""
    # The key has person and day: sitting down and standing up must not fill the host's mailbox.
    key = f"full-{game.pk}-{last.pk}-{now:%Y%m%d}"
    is_told = game.host != last and game.host.wants(Topic.TABLE)
    letters = [_table_letter(key, "full", game, game.host, now)] if is_told else []
    outbox.post_letters(letters, program_news.list_table_news(game, now))


def notify_idle_table(game: Game, *, now: datetime) -> None:
    """Tell the host that the table will be called off."""
    if game.host.wants(Topic.TABLE):
        outbox.post_letters([_table_letter(f"waits-{game.pk}", "waits", game, game.host, now)])


def notify_call_off(game: Game, *, now: datetime, actor: Person | None = None) -> None:
    """Tell the players at a table and its host that it was called off: by the host if they are the
    ``actor``, else because nobody started it."""
    people = {
        person.pk: person
        for person in [*_letter_readers(game), game.host]
        if person.wants(Topic.TABLE)
    }
    what = "called-off" if actor else "given-up"
    outbox.post_letters(
        _table_letter(f"called-off-{game.pk}-{person.pk}", what, game, person, now)
        for person in people.values()
        if person != actor
    )


def notify_removal(game: Game, person: Person, *, now: datetime) -> None:
    """Tell a person that the host has removed them from a table."""
    if person.wants(Topic.TABLE):
        key = f"removed-{game.pk}-{person.pk}"
        outbox.post_letters([_table_letter(key, "removed", game, person, now)])


def _table_letter(key: str, what: str, game: Game, person: Person, now: datetime) -> Delivery:
    about: dict[str, object] = {"game": game.pk, "what": what}
    return _build_letter(key, "table", person, about, now, topic=Topic.TABLE)


def send_invitation(invitation: Invitation, *, now: datetime) -> None:
    """Send an invitation to an address."""
    key = f"invitation-{invitation.pk}-{invitation.at:%Y%m%d}"
    about: dict[str, object] = {"invitation": invitation.pk}
    outbox.post_letters(
        [
            outbox.build_delivery(
                key=key, kind="invitation", address=invitation.address, about=about, now=now
            )
        ]
    )


def notify_seat_request(request: SeatRequest) -> None:
    """Ask the host of a game whether somebody may take over an absent seat."""
    host = request.game.host
    if host.wants(Topic.TABLE):
        _post_request_letter("seat-request", request, host, request.asked_at)


def notify_request_answer(request: SeatRequest, *, now: datetime) -> None:
    """Tell somebody who has asked for a seat what has come of it."""
    if request.person.wants(Topic.TABLE):
        _post_request_letter(f"seat-{request.outcome}", request, request.person, now)


def _post_request_letter(what: str, request: SeatRequest, person: Person, now: datetime) -> None:
    about: dict[str, object] = {"request": request.pk, "game": request.game_id, "what": what}
    key = f"seat-request-{request.pk}-{what}"
    letter = _build_letter(key, "seat-request", person, about, now, topic=Topic.TABLE)
    outbox.post_letters([letter])


def notify_substitute_ask(ask: SubstituteAsk) -> None:
    """Ask a person of the pool whether they play on at an absent seat."""
    about: dict[str, object] = {"ask": ask.pk, "game": ask.game_id}
    key = f"substitute-ask-{ask.pk}"
    letter = _build_letter(key, ASK, ask.person, about, ask.asked_at, topic=Topic.TABLE)
    outbox.post_letters([letter])


def post_reminders(now: datetime) -> int:
    """Post the reminders of decisions that are due, the most urgent ones first, at most ``BATCH``;
    return how many decisions were handled.

    Nobody is reminded before the first letter has left, or after the deadline.
    """
    # Letters and marks are one transaction, so that no reminder is sent twice or lost.
    with transaction.atomic():
        waiting = Decision.objects.filter(
            closed_at=None,
            remind_at__lte=now,
            due_at__gt=now,
            told_at__isnull=False,
            game__paused_at=None,
        )
        # Rows that another worker has, or a turn is closing, are skipped and not waited for.
        batch = list(
            waiting.select_related("seat__person", "seat__stand_in", "game")
            .order_by("remind_at", "pk")
            .select_for_update(skip_locked=True, of=("self",))[:BATCH]
        )
        outbox.post_letters([letter for one in batch for letter in _reminder_letters(one, now)])
        for decision in batch:
            decision.remind_at = decisions.next_reminder(decision, now)
        Decision.objects.bulk_update(batch, ["remind_at"])
        return len(batch)


def _reminder_letters(decision: Decision, now: datetime) -> list[Delivery]:
    """Return the letter that reminds a player of a decision, or the first about it if they wanted
    none before; none if they want no reminder."""
    person = decision.seat.asked_person
    if person is None or (decision.seat.is_absent and decision.seat.friend is None):
        return []
    topic = decisions.topic_of(decision)
    if person.manner(topic) == Manner.NEAR and not _is_asked_already(decision):
        return [_decision_letter(decision, now)] if person.wants(topic) else []
    if decisions.wants_later(person, topic, now) and _release_letter(decision, person, now):
        return []
    return [_reminder_letter(decision, person, now)] if _wants_reminder(person, topic) else []


def _release_letter(decision: Decision, person: Person, now: datetime) -> bool:
    """Let the letter about a decision leave now that still waits for a digest, in place of the
    reminder; return whether there was one."""
    if person.quiet_until(now) is not None:
        return False
    waiting = Delivery.objects.filter(
        key=f"decision-{decision.pk}", status=Delivery.Status.WAITING, lease=None
    )
    return bool(waiting.update(next_at=now))


def is_letter_late(decision: Decision, now: datetime) -> bool:
    """Whether what asks for a decision should have left and has not: no mail server has taken the
    letter, and no channel its notice. One that waits as its reader wants it is not late."""
    return _waits_untold(decision, Q(next_at__lte=now) | ~Q(error=""))


def is_letter_failing(decision: Decision) -> bool:
    """Whether what asks for a decision was tried, and nothing has taken it."""
    return _waits_untold(decision, ~Q(error=""))


def _waits_untold(decision: Decision, which: Q) -> bool:
    rows = Delivery.objects.filter(outbox.rows_of_notice(f"decision-{decision.pk}"))
    # What was given to the next channel holds nothing up: that one has a row of its own.
    awaited = Q(channel=None) | Q(passed_on=False)
    waits = rows.filter(which, awaited, status=Delivery.Status.WAITING).exists()
    return waits and not rows.filter(status=Delivery.Status.SENT).exists()


def _is_asked_already(decision: Decision) -> bool:
    return Delivery.objects.filter(outbox.rows_of_notice(f"decision-{decision.pk}")).exists()


def _wants_reminder(person: Person, topic: Topic) -> bool:
    return person.wants(topic) and person.reminders


def _reminder_letter(decision: Decision, person: Person, now: datetime) -> Delivery:
    """Build a reminder. Each mark has one letter, and again once the deadline has moved."""
    key, about = f"reminder-{decision.pk}", {"decision": decision.pk}
    if person.reminder_hours and decision.remind_at is not None:
        before = decision.due_at - decision.remind_at
        key = f"{key}-{decision.moves}-{before.total_seconds():.0f}"
    return _build_letter(key, "reminder", person, {**about}, now, decision.due_at)


def _letter_readers(game: Game, topic: Topic | None = None) -> list[Person]:
    """Return the players of a game who hear of things of a topic, by letters or by channels."""
    people = (seat.person for seat in game.seats.select_related("person"))
    return [person for person in people if person is not None and _hears(person, topic)]


def _hears(person: Person, topic: Topic | None) -> bool:
    return person.wants(topic) if topic else person.hears_notices


def build_word_letter(
    key: str, person: Person, about: dict[str, object], *, now: datetime
) -> Delivery:
    """Build the letter that tells a person of words at a table, not yet stored: held back for a
    moment, as more may be said, and they may read it on the page."""
    hold = now + timedelta(seconds=settings.LETTER_HOLD)
    return _build_letter(key, "words", person, about, now, topic=Topic.WORDS, hold=hold)


def build_competition_letter(
    key: str, person: Person, about: dict[str, object], *, now: datetime
) -> Delivery:
    """Build the letter that tells a person of a season or cup, not yet stored."""
    return _build_letter(key, "competition", person, about, now, topic=Topic.EVENT)


def _event_letter(
    key: str, kind: str, person: Person, about: dict[str, object], now: datetime
) -> Delivery:
    return _build_letter(key, kind, person, about, now, topic=Topic.EVENT)


def _build_letter(
    key: str,
    kind: str,
    person: Person,
    about: dict[str, object],
    now: datetime,
    due_at: datetime | None = None,
    *,
    topic: Topic | None = None,
    hold: datetime | None = None,
) -> Delivery:
    """Build a letter that comes as its reader wants to hear of a topic, or at once, but not in
    their quiet hours, nor before the ``hold``. Channels know no digest."""
    quiet = _quiet_until(person, now, due_at)
    # One whose reader is looking leaves now rather than in quiet hours that begin meanwhile.
    hold = None if hold and _quiet_until(person, hold, due_at) else hold
    start = max(quiet or now, hold or now)
    digest = _digest_at(person, topic, quiet or now, due_at)
    return outbox.build_delivery(
        key=key,
        kind=kind,
        address=_letter_address(person),
        person_id=person.pk,
        about=about,
        now=now,
        not_before=digest or start,
        channels_not_before=start,
        is_gathered=bool(digest or quiet),
    )


def _letter_address(person: Person) -> str:
    """Return where a letter goes, "" if only channels are told."""
    return person.email if person.hears_letters else ""
