"""What is said at tables: read, say, edit, withdraw."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from api.authentication import TALK, person_of
from api.cursors import Cursor, read_id
from api.problems import Problem
from api.repeats import idempotent, read_form_key
from api.schemas.words import ReadIn, RemarkIn, RemarkOut, TalkOut, TextIn
from api.showing import show_person
from api.visits import GameId, visit_game
from games.play import clock
from talk import pages, read_marks, saying
from talk.audiences import takes_part
from talk.courtesies import translate_courtesy
from talk.models import Remark
from talk.refusals import RemarkRefused
from talk.remarks import find_remark

router = Router(tags=["Words at tables"], auth=TALK)

RemarkId = Annotated[
    int, Path(description="The number of some words.", ge=1, le=2**62, examples=[99])
]


@router.get("/games/{game_id}/words", response=TalkOut, summary="Words at a table")
def list_words(request: HttpRequest, game_id: GameId, after: Cursor = "") -> Any:
    """Return the newest fifty words at a table that you may read, or older ones."""
    visit = visit_game(request, game_id)
    talk = pages.load_talk(visit, clock.now(), size=pages.SHOWN_ALONE, before=read_id(after))
    if talk is None:
        raise Problem("not-found")
    return {
        "remarks": [
            _show(one.remark, is_new=one.is_new, is_hidden=one.is_hidden) for one in talk.remarks
        ],
        "audiences": [name for name, _label in talk.audiences],
        "courtesies": [name for name, _label in talk.courtesies],
        "after": str(talk.older or ""),
    }


@router.post("/games/{game_id}/words", response=RemarkOut, summary="Say something")
@idempotent
def say_words(request: HttpRequest, game_id: GameId, words: RemarkIn) -> Any:
    """Say something at a table: a text, or a courtesy that all read in their own language."""
    said = saying.Words(
        audience=words.audience,
        text=words.text,
        courtesy=words.courtesy,
        form_key=read_form_key(request),
    )
    return _try(lambda: saying.say_words(visit_game(request, game_id), said, now=clock.now()))


@router.put("/games/{game_id}/words/{remark_id}", response=RemarkOut, summary="Edit words")
def edit_words(request: HttpRequest, game_id: GameId, remark_id: RemarkId, words: TextIn) -> Any:
    """Put another text in the place of your words, within five minutes."""
    visit = visit_game(request, game_id)
    return _try(lambda: saying.edit_words(visit, remark_id, words.text, now=clock.now()))


@router.delete("/games/{game_id}/words/{remark_id}", response={204: None}, summary="Withdraw words")
def withdraw_words(request: HttpRequest, game_id: GameId, remark_id: RemarkId) -> None:
    """Withdraw your words: all read from now on that they are withdrawn."""
    visit = visit_game(request, game_id)
    try:
        saying.withdraw_words(visit, remark_id, now=clock.now())
    except RemarkRefused as refused:
        raise Problem("conflict", str(refused)) from None


@router.put("/games/{game_id}/words-read", response={204: None}, summary="Mark words as read")
def mark_read(request: HttpRequest, game_id: GameId, read: ReadIn) -> None:
    """Record how far you have read the words at a table."""
    visit = visit_game(request, game_id)
    if not takes_part(visit) or find_remark(visit, read.remark) is None:
        raise Problem("not-found")
    read_marks.mark_words_read(visit.game, person_of(request), read.remark)


def _try(act: Any) -> dict[str, Any]:
    try:
        return _show(act(), is_new=False, is_hidden=False)
    except RemarkRefused as refused:
        raise Problem("conflict", str(refused)) from None


def _show(remark: Remark, *, is_new: bool, is_hidden: bool) -> dict[str, Any]:
    is_there = remark.withdrawn_at is None and not is_hidden
    text = translate_courtesy(remark.courtesy) if remark.courtesy else remark.text
    return {
        "id": remark.pk,
        "person": show_person(remark.person),
        "audience": remark.audience,
        "text": text if is_there else "",
        "courtesy": remark.courtesy if is_there else "",
        "said_at": remark.said_at,
        "edited_at": remark.edited_at,
        "is_withdrawn": remark.withdrawn_at is not None,
        "is_new": is_new,
    }
