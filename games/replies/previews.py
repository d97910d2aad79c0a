"""Previews: what a mail would do, shown to its author and kept until they say yes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.models import Preview
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence

KEPT = timedelta(days=14)


def save_preview(case: Correspondence, kind: str, text: str) -> Preview:
    """Save what counts as soon as the author of a mail says yes."""
    return Preview.objects.create(
        seat=case.own_seat,
        person=case.person,
        kind=kind,
        text=text,
        version=case.game.version,
        made_at=case.now,
    )


def discard_preview(case: Correspondence, preview: Preview) -> Answer:
    """Forget a preview, since its reader has said no."""
    preview.delete()
    return Answer(
        outcome="discarded",
        brief=_("Not handed in"),
        headline=_("This is forgotten."),
        paragraphs=(_("What counts already stays as it is."),),
        seat=case.own_seat.pk,
    )


def purge_previews(now: datetime) -> int:
    """Delete the previews that are too old to be answered; return how many."""
    return Preview.objects.filter(made_at__lt=now - KEPT).delete()[0]
