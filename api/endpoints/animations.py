"""Animations of public games: which there are, and to have one made."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Query, Router

from accounts import limits
from api.authentication import PUBLIC, TABLES, person_of
from api.problems import Problem
from api.repeats import idempotent
from api.schemas.animations import AnimationIn, AnimationOut, Theme
from api.visits import GameId
from games import queries
from games.play import clock
from games.sharing import animations, pictures
from games.sharing.animations import AnimationFile, AnimationKind

router = Router(tags=["Animations"], auth=PUBLIC)

ThemeName = Annotated[Theme, Query(description="The colours of the board.", examples=["dark"])]


@router.get(
    "/games/{game_id}/animations", response=list[AnimationOut], summary="Animations of a game"
)
def list_animations(request: HttpRequest, game_id: GameId, theme: ThemeName = "light") -> Any:
    """Return the animations of a public game in your language, whether they are made or not: one of
    each form. Private games have none."""
    files = animations.list_files(_visit(game_id), _language(), theme)
    return [_show(file) for file in files]


@router.post(
    "/games/{game_id}/animations", auth=TABLES, response=AnimationOut, summary="Have one made"
)
@idempotent
def ask_for_animation(request: HttpRequest, game_id: GameId, wanted: AnimationIn) -> Any:
    """Have an animation of a public game made, in your language. It takes a minute or two: look
    then at its state. Ten a day are enough for anybody and their bots together."""
    visit, person = _visit(game_id), person_of(request)
    # Bots ask on the account of who answers for them.
    if not limits.count_animation(request, person.owner or person):
        raise Problem("too-many", _("That is enough for today. Come back tomorrow."))
    kind = AnimationKind(wanted.form, _language(), wanted.theme)
    try:
        animations.ask_for_animation(visit, kind, now=clock.now())
    except animations.TooManyWaitError:
        words = _("Too many animations wait to be made. Come back later.")
        raise Problem("conflict", words) from None
    files = animations.list_files(visit, kind.language, kind.theme)
    return next(_show(file) for file in files if file.kind == kind)


def _visit(game_id: int) -> queries.Visit:
    """Return a public game that has begun, as anybody may see it.

    :raises Problem: if there is none.
    """
    visit = pictures.load_public_visit(game_id)
    if visit is None or visit.game.started_at is None:
        raise Problem("not-found")
    return visit


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _show(file: AnimationFile) -> dict[str, Any]:
    return {
        "form": file.kind.form,
        "language": file.kind.language,
        "theme": file.kind.theme,
        "state": file.row.state if file.row else "unasked",
        "is_current": file.is_current,
        "url": settings.SITE_URL + file.url if file.is_fit else None,
    }
