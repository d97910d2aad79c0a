"""The data of a person in games, for their file: as far as they may know it now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
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
    Draft, Intervention, Note, Premove, Removal, Seen, SetUp, Standing,
    StandingDefault, Submission, Thanks,
)  # fmt: skip
UNTOLD = ("id", "person", "salt", "commitment", "key", "seat", "by", "successor")


def export_parts(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield (name, data) of a person's rows, and of the games they play, played, left or host."""
    models: list[type[Model]] = [*HIS, *apps.get_app_config("training").get_models()]
    for model in models:
        rows = model._default_manager.filter(person=person).order_by("pk")
        yield _part_name(model), list(_row_dicts(rows))
    yield "invitations", list(_invitation_dicts(person))
    for pk in _game_ids(person):
        visit = queries.load_visit(pk, person)
        if visit is not None:
            yield from _game_files(visit, f"games/{pk}")


def _part_name(model: type[Model]) -> str:
    """Return the name of the part with the rows of a model."""
    # The same in every language, so that programs find it.
    with translation.override(settings.LANGUAGE_CODE):
        return str(model._meta.verbose_name_plural).replace(" ", "-")


def _game_ids(person: Person) -> list[int]:
    own = Q(seats__person=person) | Q(departures__person=person) | Q(host=person)
    return list(Game.objects.filter(own).order_by("pk").distinct().values_list("pk", flat=True))


def _row_dicts(rows: QuerySet[Any]) -> Iterator[dict[str, Any]]:
    fields = [
        field.attname for field in rows.model._meta.concrete_fields if _is_exported(field.name)
    ]
    yield from rows.values(*fields).iterator()


def _is_exported(name: str) -> bool:
    return name not in UNTOLD


def _invitation_dicts(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the invitations that a person has sent or received."""
    own = Q(invited_by=person) | Q(person=person) | Q(mailbox=person.mailbox)
    for invitation in Invitation.objects.filter(own).select_related("person").order_by("pk"):
        is_sender = invitation.invited_by_id == person.pk
        yield {
            "game": invitation.game_id,
            # People who were invited by name have told the sender no address.
            "to": invitation.invitee_name if is_sender else person.email,
            "by_me": is_sender,
            "at": invitation.at,
        }


def _game_files(visit: Visit, folder: str) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a game as its visitor knows it; of a damaged one only the table."""
    yield f"{folder}/table", _table_data(visit)
    if visit.game.started_at is None:
        return
    # One damaged game must not keep a person from all their other data.
    try:
        yield f"{folder}/position", known_game(visit.game, visit.viewer).view
        yield (
            f"{folder}/steps",
            [_step_data(step) for step in history.list_steps(visit.game, visit.viewer)],
        )
        yield f"{folder}/{'record' if visit.game.has_ended else 'notation'}", _game_record(visit)
    except DamagedError as damaged:
        yield f"{folder}/damaged", str(damaged)


def _table_data(visit: Visit) -> dict[str, Any]:
    game = visit.game
    facts = ("ruleset", "title", "board", "options", "pace", "status", "winners", "reason")
    times = ("opened_at", "started_at", "ended_at")
    return {
        "game": game.pk,
        **{name: getattr(game, name) for name in (*facts, *times)},
        "my_seat": visit.viewer,
        "my_word": visit.mine.word if visit.mine else "",
        "players": {seat.name: str(seat.person or "") for seat in visit.seats},
    }


def _step_data(step: history.HistoryStep) -> dict[str, Any]:
    return {
        "number": step.seq,
        "at": step.at,
        "seat": step.seat,
        "notation": step.notation,
        "told": step.phrase.translate_with(_),
    }


def _game_record(visit: Visit) -> str:
    if visit.game.has_ended:
        return export.write_record(visit.game, visit.seats)
    return export.write_notation(visit.game, visit.seats)
