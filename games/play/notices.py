"""Who must hear what: writes outbox rows in the transaction of what happened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import Person
from games.models import Decision, Game, Intervention, Invitation, Seat
from mail import outbox
from mail.models import Delivery

BATCH = 500
LOOKS = timedelta(seconds=100)  # pages say every minute that they are looked at


def notify_players(game: Game, opened: Iterable[Decision], *, now: datetime) -> None:
    """Post a letter for every decision that opened and is not told, and for a game that ended."""
    letters = []
    for decision in opened:
        if decision.told_at is None and decision.seat.person is not None:
            letters.append(_decision_letter(decision, decision.seat.person, now))
    if game.status == Game.Status.OVER:
        letters += [
            _build_letter(f"over-{game.pk}-{person.pk}", "over", person, {"game": game.pk}, now)
            for person in _letter_readers(game)
        ]
    if letters:
        outbox.post_letters(letters)


def _decision_letter(decision: Decision, person: Person, now: datetime) -> Delivery:
    """Write the row of the letter that asks; it waits while its reader is looking at the game."""
    hold = settings.LETTER_HOLD if _is_looking(decision.seat, now) else 0
    return outbox.build_delivery(
        key=f"decision-{decision.pk}",
        kind="decision",
        address=person.email,
        person_id=person.pk,
        about={"decision": decision.pk},
        now=now,
        not_before=now + timedelta(seconds=hold),
    )


def _is_looking(seat: Seat, now: datetime) -> bool:
    return seat.looked_at is not None and now - seat.looked_at < LOOKS


def notify_start(game: Game, *, now: datetime, actor: Person) -> None:
    """Tell everybody at the table but the starter that the game has begun."""
    outbox.post_letters(
        _build_letter(f"started-{game.pk}-{person.pk}", "started", person, {"game": game.pk}, now)
        for person in _letter_readers(game)
        if person != actor
    )


def notify_intervention(done: Intervention) -> None:
    """Tell what the staff has done to a game to all who play there, or have played until now."""
    assert done.game is not None
    people = {person.pk: person for person in _letter_readers(done.game)}
    if done.person is not None and done.person.hears_letters:
        people[done.person.pk] = done.person
    outbox.post_letters(_intervention_letter(done, done.game, person) for person in people.values())


def notify_account_change(done: Intervention, games: Iterable[Game]) -> None:
    """Tell somebody that his account was closed or opened again, whatever letters he wants; and
    those who play with him that he does not for now."""
    person = done.person
    assert person is not None
    key, about = f"intervention-{done.pk}-{person.pk}", {"intervention": done.pk}
    letters = (
        [_build_letter(key, "account", person, {**about}, done.at)] if _can_receive(person) else []
    )
    for game in games:
        others = (one for one in _letter_readers(game) if one.pk != person.pk)
        letters += [_intervention_letter(done, game, other) for other in others]
    outbox.post_letters(letters)


def _can_receive(person: Person) -> bool:
    return person.bounced_at is None and not person.is_house


def _intervention_letter(done: Intervention, game: Game, person: Person) -> Delivery:
    key = f"intervention-{done.pk}-{game.pk}-{person.pk}"
    about: dict[str, object] = {"intervention": done.pk, "game": game.pk}
    return _build_letter(key, "intervention", person, about, done.at)


def notify_timeout(decision: Decision, seat: Seat, *, now: datetime) -> None:
    """Tell somebody that his time was up and what silence did; if he is absent by it, tell the
    others. Where it has ended the game, another letter tells of that."""
    if not seat.game.is_running:
        return
    person, about = seat.person, {"decision": decision.pk}
    if person is not None and person.hears_letters:
        outbox.post_letters(
            [_build_letter(f"missed-{decision.pk}", "missed", person, {**about}, now)]
        )
    if seat.is_absent:
        _notify_of_seat(seat, "absent", person, now)


def notify_return(seat: Seat, *, now: datetime) -> None:
    """Tell the others that somebody who was absent plays again."""
    _notify_of_seat(seat, "back", seat.person, now)


def notify_departure(seat: Seat, person: Person, *, now: datetime) -> None:
    """Tell the others that somebody has left the game, if it goes on."""
    if seat.game.is_running:
        _notify_of_seat(seat, "left", person, now)


def notify_substitution(seat: Seat, before: Person | None, *, now: datetime) -> None:
    """Tell the others that somebody plays on at a seat, and who sat there ``before``."""
    _notify_of_seat(seat, "taken", before, now, also=before)


def _notify_of_seat(
    seat: Seat, what: str, person: Person | None, now: datetime, *, also: Person | None = None
) -> None:
    """Post what has become of a seat, and of the ``person`` there, to all but who plays there."""
    people = [one for one in _letter_readers(seat.game) if one.pk != seat.person_id]
    if also is not None and also.hears_letters:
        people.append(also)
    about: dict[str, object] = {
        "seat": seat.pk,
        "what": what,
        "person": person.pk if person else None,
        "successor": seat.person_id,
    }
    stem = f"seat-{seat.pk}-{what}-{now:%Y%m%d%H%M%S%f}"
    outbox.post_letters(
        _build_letter(f"{stem}-{one.pk}", "seat", one, about, now) for one in people
    )


def notify_table_full(game: Game, last: Person, *, now: datetime) -> None:
    """Tell the host that his table is full and waits for him; of each who came, once a day."""
    if game.host != last and game.host.hears_letters:
        key = f"full-{game.pk}-{last.pk}-{now:%Y%m%d}"
        outbox.post_letters([_table_letter(key, "full", game, game.host, now)])


def notify_idle_table(game: Game, *, now: datetime) -> None:
    """Tell the host that his table will be called off."""
    if game.host.hears_letters:
        outbox.post_letters([_table_letter(f"waits-{game.pk}", "waits", game, game.host, now)])


def notify_call_off(game: Game, *, now: datetime, actor: Person | None = None) -> None:
    """Tell who sits at a table, and its host, that it was called off: by the host if he is the
    ``actor``, else because nobody has begun it."""
    people = {
        person.pk: person for person in [*_letter_readers(game), game.host] if person.hears_letters
    }
    what = "called-off" if actor else "given-up"
    outbox.post_letters(
        _table_letter(f"called-off-{game.pk}-{person.pk}", what, game, person, now)
        for person in people.values()
        if person != actor
    )


def notify_removal(game: Game, person: Person, *, now: datetime) -> None:
    """Tell somebody that the host has taken him from a table."""
    if person.hears_letters:
        key = f"removed-{game.pk}-{person.pk}"
        outbox.post_letters([_table_letter(key, "removed", game, person, now)])


def _table_letter(key: str, what: str, game: Game, person: Person, now: datetime) -> Delivery:
    return _build_letter(key, "table", person, {"game": game.pk, "what": what}, now)


def send_invitation(invitation: Invitation, *, now: datetime) -> None:
    """Send an invitation to an address."""
    key = f"invitation-{invitation.pk}"
    about: dict[str, object] = {"invitation": invitation.pk}
    outbox.post_letters(
        [
            outbox.build_delivery(
                key=key, kind="invitation", address=invitation.address, about=about, now=now
            )
        ]
    )


def post_reminders(now: datetime) -> int:
    """Post the one reminder of each decision whose time for it has come, the most urgent ones
    first and no more than a tick should take; return how many.

    A person who has not been told yet is not reminded, nor anybody when it is too late.
    """
    with transaction.atomic():
        waiting = Decision.objects.filter(
            closed_at=None,
            remind_at__lte=now,
            due_at__gt=now,
            told_at__isnull=False,
            game__paused_at=None,
        )
        batch = list(
            waiting.select_related("seat__person")
            .order_by("remind_at", "pk")
            .select_for_update(skip_locked=True, of=("self",))[:BATCH]
        )
        outbox.post_letters(
            _reminder_letter(decision, now) for decision in batch if _wants_reminder(decision)
        )
        Decision.objects.filter(pk__in=[decision.pk for decision in batch]).update(remind_at=None)
        return len(batch)


def _wants_reminder(decision: Decision) -> bool:
    person = decision.seat.person
    if person is None or decision.seat.is_absent:
        return False
    return person.hears_letters and person.reminders


def _reminder_letter(decision: Decision, now: datetime) -> Delivery:
    person = decision.seat.person
    assert person is not None
    return _build_letter(
        f"reminder-{decision.pk}", "reminder", person, {"decision": decision.pk}, now
    )


def _letter_readers(game: Game) -> list[Person]:
    people = (seat.person for seat in game.seats.select_related("person"))
    return [person for person in people if person is not None and person.hears_letters]


def _build_letter(
    key: str, kind: str, person: Person, about: dict[str, object], now: datetime
) -> Delivery:
    return outbox.build_delivery(
        key=key, kind=kind, address=person.email, person_id=person.pk, about=about, now=now
    )
