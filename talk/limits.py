"""How much somebody may say within an hour: at one table, and at all of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game
from talk.models import Remark
from talk.refusals import RemarkRefused

HOUR = timedelta(hours=1)
TABLES = 4  # nobody talks at more of them within an hour


def require_room(game: Game, person: Person, now: datetime) -> None:
    """Refuse a person who has said as much as they may within an hour, at a table or at all.

    :raises RemarkRefused: with the one sentence that says so.
    """
    most = settings.WORDS_AN_HOUR
    recent = Remark.objects.filter(person=person, said_at__gt=now - HOUR)
    games = list(recent.order_by("-said_at").values_list("game", flat=True)[: TABLES * most])
    if len(games) >= TABLES * most or games.count(game.pk) >= most:
        raise RemarkRefused(_("You have said much within an hour. Go on in a while."))
