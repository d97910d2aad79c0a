"""Previews: what a mail would do, shown to its author and kept until they say yes."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.letters.reply_to import GOOD_FOR
from games.models import Preview
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence

# What is so after a no.
DISCARDED = {
    Preview.Kind.TURN: gettext_noop("Nothing was handed in."),
    Preview.Kind.PREMOVE: gettext_noop("Nothing was handed in ahead."),
    Preview.Kind.CONDITIONAL: gettext_noop("Nothing was handed in ahead."),
    Preview.Kind.STANDING: gettext_noop("Your standing orders stay as they are."),
    Preview.Kind.ACTION: gettext_noop("Nothing has happened: the game goes on."),
}
KEPT = GOOD_FOR  # as long as the letters that show them can be answered


def save_preview(case: Correspondence, kind: str, text: str) -> Preview:
    """Save what counts as soon as the author of a mail says yes."""
    return Preview.objects.create(
        game=case.game,
        seat=case.own_seat,
        person=case.person,
        kind=kind,
        text=text,
        version=case.game.version,
        made_at=case.now,
    )


def discard_preview(case: Correspondence, preview: Preview) -> Answer:
    """Forget a preview, since its reader has said no."""
    close_preview(case, preview)
    headline = _(DISCARDED[Preview.Kind(preview.kind)])
    still = _("It is still your turn. Answer with the orders that you want.")
    return Answer(
        outcome="discarded",
        brief=headline.rstrip("."),
        headline=headline,
        paragraphs=(still,) if case.owes_turn else (),
        seat=case.own_seat.pk,
    )


def close_preview(case: Correspondence, preview: Preview) -> bool:
    """Let a preview count no more; return whether it has counted until now."""
    open_now = Preview.objects.filter(pk=preview.pk, closed_at=None)
    return bool(open_now.update(closed_at=case.now))


def purge_previews(now: datetime) -> int:
    """Delete the previews that are too old to be answered; return how many."""
    return Preview.objects.filter(made_at__lt=now - KEPT).delete()[0]
