"""What channels tell of games: a title that tells no move and no position, and a link.

Each notice is written by what writes its letter, so that it is withdrawn when that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from games.letters import writers
from games.models import Decision
from mail.channels.notices import Notice, NoticeWriter, settled_words
from mail.models import Delivery
from mail.outbox import Writer


def _write_question(delivery: Delivery, now: datetime) -> Notice | None:
    """Return that a decision is asked for, without the moves that the subject of a letter names."""
    decision = writers.find_open_decision(delivery)
    if decision is None:
        return None
    game, person = decision.game, decision.seat.person
    assert person is not None
    if delivery.kind == "reminder" and not person.reminders:
        return None
    asked = decision.ask.of_you.translate_with(_)
    if delivery.kind == "reminder":
        asked = _("Still open: %(what)s") % {"what": asked}
    title = f"[{game.rules.title.translate_with(_)} {game.pk}] {asked}"
    url = settings.SITE_URL + game.get_absolute_url()
    return Notice(title, url, person.language, f"game-{game.pk}", decision_name(decision.pk))


def decision_name(pk: int) -> str:
    """Return by what a device finds what it shows about a decision."""
    return f"decision-{pk}"


def _write_settled(delivery: Delivery, now: datetime) -> Notice | None:
    """Return what takes the place of a question that a device may show still: it is answered
    elsewhere, or nobody asks any more."""
    decision = Decision.objects.select_related("game").get(pk=delivery.about["decision"])
    if decision.closed_at is None or decision.closed_at < now - SHOWN or delivery.person is None:
        return None
    game = decision.game
    title = f"[{game.rules.title.translate_with(_)} {game.pk}] {settled_words()}"
    return Notice(
        title,
        settings.SITE_URL + game.get_absolute_url(),
        delivery.person.language,
        f"game-{game.pk}",
        decision_name(decision.pk),
        is_settled=True,
    )


def _from_letter(write: Writer) -> NoticeWriter:
    """Make a writer whose notices have the subject of a letter, and its button's address."""

    def write_notice(delivery: Delivery, now: datetime) -> Notice | None:
        letter = write(delivery, now)
        if letter is None:
            return None
        about = decision_name(delivery.about["decision"]) if delivery.kind == "nudge" else ""
        return Notice(letter.subject, letter.url, letter.language, letter.thread, about)

    return write_notice


SETTLED = "settled"
SHOWN = timedelta(days=1)  # for so long a push service keeps what it cannot bring

# Nobody asks a channel for an account or an invitation, and mails are answered by mail.
LIKE_LETTERS = (
    "offer", "started", "over", "intervention", "report", "missed", "seat", "table", "seat-request",
    "substitute-ask", "stand-in", "extension", "pause", "take-back", "nudge", "vacation", "words",
    "competition",
)  # fmt: skip
WRITERS: Mapping[str, NoticeWriter] = {
    "decision": _write_question,
    "reminder": _write_question,
    SETTLED: _write_settled,
    **{kind: _from_letter(writers.WRITERS[kind]) for kind in LIKE_LETTERS},
}
# What second addresses get as letters: nothing of accounts, and no code.
LETTERS: Mapping[str, Writer] = {
    kind: writers.WRITERS[kind] for kind in ("decision", "reminder", *LIKE_LETTERS)
}
