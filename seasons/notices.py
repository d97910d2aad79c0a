"""Who is written to about a season or cup, in the transaction of what has happened.

Keys of rows are unique, so that what is told twice is one letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.manners import Topic
from games.play.notices import build_competition_letter
from games.play.program_news import ProgramTopic
from mail import outbox
from mail.outbox import ProgramNews
from seasons.calendar import MilestoneKind
from seasons.models import Competition, Entrant, Group, Ruling

CALLED_OFF, TOOK_OVER, RULED = "called-off", "took-over", "ruled"


def notify_group(group: Group, notice: MilestoneKind, *, now: datetime) -> None:
    """Tell the people of a group that a moment has come; who has left hears no more."""
    members = group.members.select_related("entry__person").filter(entry__left_at=None)
    entries = [member.entry for member in members]
    _post(f"{notice}-{group.pk}", notice, entries, {"group": group.pk}, now)


def notify_call_off(competition: Competition, *, now: datetime) -> None:
    """Tell those who have entered a competition that it was called off."""
    entries = competition.entries.filter(left_at=None).select_related("person")
    _post(CALLED_OFF, CALLED_OFF, entries, {"competition": competition.pk}, now)


def notify_take_over(group: Group, successor: Entrant, *, now: datetime) -> None:
    """Tell somebody of the reserve that they have a place now."""
    _post(f"{TOOK_OVER}-{group.pk}", TOOK_OVER, [successor], {"group": group.pk}, now)


def notify_ruling(ruling: Ruling, entries: Iterable[Entrant]) -> None:
    """Tell those whom a ruling concerns."""
    _post(f"ruling-{ruling.pk}", RULED, entries, {"ruling": ruling.pk}, ruling.at)


def _post(
    stem: str,
    what: str,
    entries: Iterable[Entrant],
    about: dict[str, object],
    now: datetime,
) -> None:
    people = [one for one in entries if one.person.hears_notices]
    letters = (
        build_competition_letter(
            _key_of(stem, entry),
            entry.person,
            {"what": what, "entry": entry.pk, **about},
            now=now,
        )
        for entry in people
        if entry.person.wants(Topic.EVENT)
    )
    outbox.post_letters(letters, [_news_of(stem, what, entry, now) for entry in people])


def _news_of(stem: str, what: str, entry: Entrant, now: datetime) -> ProgramNews:
    return ProgramNews(
        person_id=entry.person_id,
        kind=ProgramTopic.SEASON,
        key=_key_of(stem, entry),
        about={"what": what, "entry": entry.pk},
        at=now,
    )


def _key_of(stem: str, entry: Entrant) -> str:
    return f"competition-{stem}-{entry.pk}"
