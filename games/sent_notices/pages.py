"""What a person was told lately: letters and notices, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Person
from games.letters.channel_notices import SETTLED
from games.models import Decision, Game, Seat
from mail.models import Delivery, Queue
from mail.outbox import NotNowError

LATEST, SHOWN = 500, 100
SOON = timedelta(minutes=1)
SUBJECTS: Mapping[str, Any] = {
    "decision": gettext_lazy("A turn or an answer is asked for"),
    "reminder": gettext_lazy("A reminder"),
    "nudge": gettext_lazy("Somebody nudges"),
    "offer": gettext_lazy("Something is offered"),
    "started": gettext_lazy("The game begins"),
    "over": gettext_lazy("The game is over"),
    "missed": gettext_lazy("Time was up"),
    "seat": gettext_lazy("News of a seat"),
    "table": gettext_lazy("News of a table"),
    "seat-request": gettext_lazy("Somebody asks for a seat"),
    "stand-in": gettext_lazy("Playing for a friend"),
    "substitute-ask": gettext_lazy("You are asked to play on"),
    "extension": gettext_lazy("Somebody has taken more time"),
    "pause": gettext_lazy("A pause"),
    "take-back": gettext_lazy("A turn to be taken back"),
    "vacation": gettext_lazy("Your vacation"),
    "words": gettext_lazy("Words at the table"),
    "competition": gettext_lazy("News of a season or cup"),
    "intervention": gettext_lazy("The staff has acted"),
    "report": gettext_lazy("What you have reported"),
    "account": gettext_lazy("Your account"),
    "appeal": gettext_lazy("Your appeal"),
    "answer": gettext_lazy("An answer to a mail of yours"),
    "channel-test": gettext_lazy("A test"),
}


@dataclass(frozen=True, slots=True)
class SentNotice:
    """A letter, or a notice to a channel: its ``subject`` and ``game``, if it is about one; the
    ``host`` is the channel's, "" for a letter; ``state`` says what became of it, ``at`` when."""

    subject: str
    game: Game | None
    host: str
    created_at: datetime
    state: str
    at: datetime | None
    is_bad: bool


def list_notices(person: Person, now: datetime, game_id: int | None) -> list[SentNotice]:
    """Return what a person was told lately, the newest first: of one game, if it is named."""
    rows = Delivery.objects.filter(person=person).exclude(Q(queue=Queue.CODES) | Q(kind=SETTLED))
    latest = list(rows.select_related("channel").order_by("-pk")[:LATEST])
    game_ids = _game_ids(latest)
    wanted = [one for one in latest if game_id is None or game_ids.get(one.pk) == game_id]
    games = Game.objects.in_bulk({game_ids[one.pk] for one in wanted if one.pk in game_ids})
    return [_describe(one, games.get(game_ids.get(one.pk, 0)), now) for one in wanted[:SHOWN]]


def _game_ids(rows: Sequence[Delivery]) -> dict[int, int]:
    """Return which game each row is about, for those that are about one."""
    decisions = _games_of(Decision, (one.about.get("decision") for one in rows))
    seats = _games_of(Seat, (one.about.get("seat") for one in rows))
    named = {
        one.pk: one.about.get("game")
        or decisions.get(one.about.get("decision"))
        or seats.get(one.about.get("seat"))
        for one in rows
    }
    return {pk: game for pk, game in named.items() if game}


def _games_of(model: type[Decision | Seat], keys: Iterable[Any]) -> dict[Any, int]:
    found = {key for key in keys if key}
    return dict(model._default_manager.filter(pk__in=found).values_list("pk", "game_id"))


def _describe(row: Delivery, game: Game | None, now: datetime) -> SentNotice:
    state, at, is_bad = _state_of(row, now)
    subject = str(SUBJECTS.get(row.kind, _("A letter")))
    host = row.channel.host if row.channel else ""
    return SentNotice(subject, game, host, row.created_at, state, at, is_bad)


def _state_of(row: Delivery, now: datetime) -> tuple[str, datetime | None, bool]:
    """Return what became of a row, the moment of that, and whether it is bad."""
    if row.status == Delivery.Status.SENT:
        return _state_of_sent(row)
    if row.status == Delivery.Status.WITHDRAWN:
        return _("not sent, as it was not needed any more"), None, False
    if row.status == Delivery.Status.DEAD:
        return _("could not be sent"), None, True
    if row.error and not row.error.startswith(NotNowError.__name__):
        return _("could not be sent so far; the next try:"), row.next_at, True
    later = row.next_at if row.next_at > now + SOON and row.lease is None else None
    return (_("waits until") if later else _("is on its way")), later, False


def _state_of_sent(row: Delivery) -> tuple[str, datetime | None, bool]:
    if row.returned_at:
        return _("came back:"), row.returned_at, True
    if row.delivered_at:
        return _("delivered:"), row.delivered_at, False
    if row.channel_id is not None:
        return _("taken there:"), row.sent_at, False
    return _("taken by the mail server:"), row.sent_at, False
