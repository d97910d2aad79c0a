"""Who of the staff answers a report: nobody in matters of games in which they play, or of
themselves."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Departure, Seat
from reports.models import Report


def refuse_staff(by: Person, report: Report) -> str:
    """Return why somebody of the staff reads and answers no such report, "" if they may."""
    if by.pk == report.about_id:
        return _("This is about you: ask somebody else of the staff.")
    # Superusers are excepted, since a small site may have nobody else.
    if by.is_superuser:
        return ""
    if by.pk == report.person_id:
        return _("You have reported this yourself: ask somebody else of the staff.")
    if report.game_id and _has_played(by, report.game_id):
        return _("You play in this game yourself: ask somebody else of the staff.")
    return ""


def _has_played(by: Person, game_id: int) -> bool:
    return any(
        model.objects.filter(game=game_id, person=by).exists() for model in (Seat, Departure)
    )
