"""The diaries of a game: what their authors keep and change, and what they have opened to all.

An entry is written while its turn is played, and cannot be changed later: who reads it after the
game reads what its author thought then. It can be taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from accounts.models import Person
from games.models import Diary, DiaryEntry, Game, Mute, PlayerBlock


@dataclass(frozen=True, slots=True)
class OwnDiary:
    """A person's own diary of a game without its entries; ``opened_at`` is None while nobody else
    reads it."""

    note: str
    opened_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenedTurn:
    """What players have written in a turn, of those who have opened their diaries."""

    turn: int
    entries: Sequence[DiaryEntry]


def read_diary(game: Game, person: Person) -> OwnDiary:
    """Return a person's own diary of a game, which may be empty."""
    diary = Diary.objects.filter(game=game, person=person).first()
    return OwnDiary(diary.note, diary.opened_at) if diary else OwnDiary("", None)


def select_entries(game: Game, person: Person) -> QuerySet[DiaryEntry]:
    """Select the entries of a person's own diary, the last one first."""
    return DiaryEntry.objects.filter(game=game, person=person).order_by("-turn")


def write_entry(game: Game, person: Person, turn: int, text: str, *, now: datetime) -> None:
    """Write what a person thinks in a turn, in place of what they wrote before; nothing removes
    the entry."""
    if not text:
        remove_entry(game, person, turn)
        return
    # An upsert in one statement: two pages that save at once cannot make two rows.
    DiaryEntry.objects.bulk_create(
        [DiaryEntry(game=game, person=person, turn=turn, text=text, written_at=now)],
        update_conflicts=True,
        unique_fields=["game", "person", "turn"],
        update_fields=["text", "written_at"],
    )


def remove_entry(game: Game, person: Person, turn: int) -> None:
    """Take an entry out of a diary."""
    DiaryEntry.objects.filter(game=game, person=person, turn=turn).delete()


def write_note(game: Game, person: Person, text: str) -> None:
    """Write a person's note about a game, in place of the one before."""
    Diary.objects.bulk_create(
        [Diary(game=game, person=person, note=text)],
        update_conflicts=True,
        unique_fields=["game", "person"],
        update_fields=["note"],
    )


def open_diary(game: Game, person: Person, *, now: datetime) -> None:
    """Let all who can see a game that is over read a person's entries."""
    assert game.has_ended
    Diary.objects.get_or_create(game=game, person=person)
    Diary.objects.filter(game=game, person=person, opened_at=None).update(opened_at=now)


def close_diary(game: Game, person: Person) -> None:
    """Let nobody else read a person's entries any more."""
    Diary.objects.filter(game=game, person=person).update(opened_at=None)


def has_opened_diaries(game: Game) -> bool:
    """Whether somebody has opened their diary."""
    return game.has_ended and Diary.objects.filter(game=game, opened_at__isnull=False).exists()


def select_opened_entries(game: Game, reader: Person | None) -> QuerySet[DiaryEntry]:
    """Select what is written in the diaries that were opened, in the order of turns; nothing while
    a game runs, or by people whom their reader blocks or mutes there."""
    if not game.has_ended:
        return DiaryEntry.objects.none()
    opened = Diary.objects.filter(game=game, opened_at__isnull=False)
    entries = DiaryEntry.objects.filter(game=game, person__in=opened.values("person"))
    heard = entries.exclude(person__in=_select_unheard(game, reader))
    return heard.select_related("person").order_by("turn", "written_at", "pk")


def _select_unheard(game: Game, reader: Person | None) -> QuerySet[Any, Any]:
    """Select those whose words somebody does not want to read at a table."""
    blocked = PlayerBlock.objects.filter(person=reader).values("other")
    return blocked.union(Mute.objects.filter(game=game, person=reader).values("other"))


def group_by_turn(entries: Iterable[DiaryEntry]) -> list[OpenedTurn]:
    """Return entries in the order of turns as one for each turn."""
    return [OpenedTurn(turn, list(some)) for turn, some in groupby(entries, lambda one: one.turn)]
