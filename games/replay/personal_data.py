"""What the site holds of a person in games: as far as he may know it now, and not further."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import Model, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Person
from games import queries
from games.models import (
    Draft,
    Game,
    Intervention,
    Invitation,
    Learned,
    MissionScore,
    Note,
    Premove,
    Removal,
    Seen,
    SetUp,
    Standing,
    StandingDefault,
    Submission,
    Thanks,
)
from games.play import history
from games.play.damage import DamagedError
from games.play.knowledge import known_game
from games.queries import Visit
from games.replay import export

HIS = (
    Draft, Intervention, MissionScore, Learned, Note, Premove, Removal, Seen, SetUp, Standing,
    StandingDefault, Submission, Thanks,
)  # fmt: skip
UNTOLD = ("id", "person", "salt", "commitment", "key", "seat", "by", "successor")


def export_parts(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield what is a person's own, and each game he plays, played, left or has a table for."""
    for model in HIS:
        rows = model._default_manager.filter(person=person).order_by("pk")
        yield _part_name(model), list(_row_dicts(rows))
    yield "invitations", list(_invitation_dicts(person))
    for pk in _game_ids(person):
        found = queries.load_visit(pk, person)
        if found is not None:
            yield from _game_files(found, f"games/{pk}")


def _part_name(model: type[Model]) -> str:
    """Return the name of a file: the same in every language, so that programs find it."""
    with translation.override(settings.LANGUAGE_CODE):
        return str(model._meta.verbose_name_plural).replace(" ", "-")


def _game_ids(person: Person) -> list[int]:
    mine = Q(seats__person=person) | Q(departures__person=person) | Q(host=person)
    return list(Game.objects.filter(mine).order_by("pk").distinct().values_list("pk", flat=True))


def _row_dicts(rows: QuerySet[Any]) -> Iterator[dict[str, Any]]:
    fields = [
        field.attname for field in rows.model._meta.concrete_fields if _is_exported(field.name)
    ]
    yield from rows.values(*fields).iterator()


def _is_exported(name: str) -> bool:
    return name not in UNTOLD


def _invitation_dicts(person: Person) -> Iterator[dict[str, Any]]:
    """Yield what he has sent, and what was sent to him; whoever else was asked by name has told
    nobody his address."""
    mine = Q(invited_by=person) | Q(person=person) | Q(mailbox=person.mailbox)
    for one in Invitation.objects.filter(mine).select_related("person").order_by("pk"):
        who = one.invitee_name if one.invited_by_id == person.pk else person.email
        yield {
            "game": one.game_id,
            "to": who,
            "by_me": one.invited_by_id == person.pk,
            "at": one.at,
        }


def _game_files(found: Visit, folder: str) -> Iterator[tuple[str, Any]]:
    """Yield a game as its visitor knows it; of one that is damaged, no more than its table."""
    yield f"{folder}/table", _table_data(found)
    if found.game.started_at is None:
        return
    try:
        yield f"{folder}/position", known_game(found.game, found.viewer).view
        yield (
            f"{folder}/steps",
            [_step_data(step) for step in history.list_steps(found.game, found.viewer)],
        )
        yield f"{folder}/{'record' if found.game.has_ended else 'notation'}", _game_record(found)
    except DamagedError as damaged:
        yield f"{folder}/damaged", str(damaged)


def _table_data(found: Visit) -> dict[str, Any]:
    game = found.game
    told = ("ruleset", "title", "board", "options", "pace", "status", "winners", "reason")
    times = ("opened_at", "started_at", "ended_at")
    return {
        "game": game.pk,
        **{name: getattr(game, name) for name in (*told, *times)},
        "my_seat": found.viewer,
        "my_word": found.mine.word if found.mine else "",
        "players": {seat.name: str(seat.person or "") for seat in found.seats},
    }


def _step_data(step: history.HistoryStep) -> dict[str, Any]:
    return {
        "number": step.seq,
        "at": step.at,
        "seat": step.seat,
        "notation": step.notation,
        "told": step.phrase.translate_with(_),
    }


def _game_record(found: Visit) -> str:
    if found.game.has_ended:
        return export.write_record(found.game, found.seats)
    return export.write_notation(found.game, found.seats)
