"""Who is written to about words at a table: each player once, until they have read them."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.manners import Topic
from accounts.models import Person
from games.models import Game, Mute, PlayerBlock
from games.play.notices import build_word_letter
from games.queries import Visit
from mail import outbox
from mail.models import Delivery
from talk import read_marks
from talk.audiences import own_side
from talk.models import Audience, Remark


def notify_readers(visit: Visit, remark: Remark) -> None:
    """Write to the others at a table that something was said to them, in the caller's transaction;
    not to those who have not read yet what they were written to about before."""
    readers = {reader.pk: reader for reader in _list_readers(visit, remark)}
    if not readers:
        return
    told = read_marks.mark_told(visit.game, readers.values(), remark.pk)
    about: dict[str, object] = {"game": visit.game.pk}
    outbox.post_letters(
        build_word_letter(_letter_key(remark, pk), readers[pk], {**about}, now=remark.said_at)
        for pk in sorted(told)
    )


def forget_unsent(remark: Remark) -> None:
    """Let those be written to again whose letter about a remark, which is withdrawn, has not left.

    Others have had theirs: else words that are said and withdrawn would write to them each time.
    """
    marks = read_marks.find_told(remark.game, remark.pk)
    keys = {_letter_key(remark, mark.person_id): mark.pk for mark in marks}
    sent = Delivery.objects.filter(key__in=keys, status=Delivery.Status.SENT)
    had_theirs = [keys[key] for key in sent.values_list("key", flat=True)]
    marks.exclude(pk__in=had_theirs).update(told_to=0)


def _letter_key(remark: Remark, reader: int) -> str:
    return f"words-{remark.pk}-{reader}"


def _list_readers(visit: Visit, remark: Remark) -> list[Person]:
    """Return who is at a table and hears of words there; spectators look for themselves."""
    if remark.audience == Audience.WATCHERS:
        return []
    is_to_all = remark.audience != Audience.PARTNERS
    heard = [seat for seat in visit.seats if is_to_all or seat.name in own_side(visit)]
    people = [seat.person for seat in heard if seat.person is not None]
    if visit.game.started_at is None:
        people.append(visit.game.host)
    wanting = [one for one in people if one.pk != remark.person_id and one.wants(Topic.WORDS)]
    deaf = _list_deaf(visit.game, remark.person, wanting) if wanting else set()
    return [one for one in wanting if one.pk not in deaf]


def _list_deaf(game: Game, author: Person, people: Iterable[Person]) -> set[int]:
    """Return the ids of those who mute the author of words at a table, or block them."""
    asked = [one.pk for one in people]
    muting = Mute.objects.filter(game=game, other=author, person__in=asked).values("person")
    blocking = PlayerBlock.objects.filter(other=author, person__in=asked).values("person")
    return {row["person"] for row in muting.union(blocking)}
