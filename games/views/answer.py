"""An answer to what interrupts somebody else's turn, such as a recapture."""

from __future__ import annotations

import string
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest.core import Choice, Mark
from conquest.registry import AnyRules
from games import boards, queries, store
from games.rehearsal import rehearse
from games.views.entrance import private, running_or_over, said
from games.views.game import TURN, Trouble, show, silence
from games.views.turn import hand_in, not_now

LAST_STEPS = 8
PORTRAITS = 6
CLOSE = {"margin": 60.0, "least": 200.0}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the possible answers, with the letter it has on the board, its way there, and
    perhaps a picture of its own."""

    letter: str
    choice: Choice
    way: tuple[str, ...]
    picture: boards.Board | None = None


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is asked and the possible answers; a POST decides."""
    if request.method == "POST" and (text := said(request, "text")):
        return hand_in(request, pk, text)
    found = running_or_over(request, pk)
    if found.decision is None or found.decision.kind == TURN:
        return _nothing(request, found)
    return _question(request, found)


def _nothing(request: HttpRequest, found: queries.Visit) -> HttpResponse:
    """Say that no answer is asked for, or no longer."""
    if found.mine is None:
        return show(request, found, trouble=not_now(found, ""))
    if found.decision is not None:
        return redirect("game", found.game.pk)
    return show(
        request, found, trouble=Trouble(200, _("No answer is asked of you here, or no longer."))
    )


def _question(request: HttpRequest, found: queries.Visit) -> HttpResponse:
    """Show the question; a POST without an answer comes back here with a word about it."""
    assert found.viewer is not None
    state = store.load(found.game)
    rules = found.game.rules
    choices = rules.legal(state, found.viewer)
    candidates = lettered(rules, state, found.viewer, choices)
    cause = _cause(found)
    is_empty = request.method == "POST"
    context = {
        "visit": found,
        "game": found.game,
        "candidates": [
            *(_portrayed(found, state, one) for one in candidates[:PORTRAITS]),
            *candidates[PORTRAITS:],
        ],
        "others": [choice for choice in choices if not choice.origin],
        "silence": silence(found, state),
        "cause": cause,
        "board": _crop(found, state, candidates, cause),
        "is_empty": is_empty,
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/answer.html", context, status=422 if is_empty else 200)


def _cause(found: queries.Visit) -> queries.Step | None:
    """Give the last thing that moved: what the question is about."""
    game = found.game
    recent = queries.steps(game, found.viewer, after=max(0, game.version - LAST_STEPS))
    moved = (step for step in reversed(recent) if any(mark.kind == "arrow" for mark in step.marks))
    return next(moved, None)


def lettered(rules: AnyRules, state: Any, seat: str, choices: Iterable[Choice]) -> list[Candidate]:
    """Give those of the choices that move something, each with a letter."""
    letters = string.ascii_uppercase
    moving = [choice for choice in choices if choice.origin]
    return [
        Candidate(letters[place % len(letters)], choice, _way(rules, state, seat, choice))
        for place, choice in enumerate(moving)
    ]


def _way(rules: AnyRules, state: Any, seat: str, choice: Choice) -> tuple[str, ...]:
    """Give the fields an answer leads over; only its own first step may be shown."""
    played = rehearse(rules, state, seat, choice.text)
    marks = played.steps[0].marks if played.steps else ()
    return next((mark.fields for mark in marks if mark.kind == "arrow"), (choice.origin,))


def _crop(
    found: queries.Visit,
    state: Any,
    candidates: Sequence[Candidate],
    cause: queries.Step | None,
) -> boards.Board:
    """Draw the part of the board the question is about."""
    marks = (*_attack(cause), *rings(candidates))
    fields = [field for mark in marks if mark.kind != "arrow" for field in mark.fields]
    box = boards.around(found.game.board, fields) if fields else None
    view = found.game.rules.view(state, found.viewer)
    title = _("The place in question, with the possible answers lettered")
    return boards.board(found.game, found.seats, view, title=title, marks=marks, box=box)


def _portrayed(found: queries.Visit, state: Any, candidate: Candidate) -> Candidate:
    """Add a small picture of the piece and its way."""
    view = found.game.rules.view(state, found.viewer)
    marks = (Mark("path", candidate.way), Mark("ring", candidate.way[:1]))
    box = boards.around(found.game.board, candidate.way, **CLOSE)
    picture = boards.board(found.game, found.seats, view, marks=marks, box=box)
    return replace(candidate, picture=picture)


def _attack(cause: queries.Step | None) -> tuple[Mark, ...]:
    arrows = [mark for mark in cause.marks if mark.kind == "arrow"] if cause else []
    return (*arrows, *(Mark("ring", mark.fields[-1:]) for mark in arrows))


def rings(candidates: Iterable[Candidate]) -> tuple[Mark, ...]:
    """Ring the pieces that can answer, with their letters, and draw their ways."""
    letters = defaultdict[str, list[str]](list)
    for candidate in candidates:
        letters[candidate.choice.origin].append(candidate.letter)
    paths = (Mark("path", candidate.way) for candidate in candidates)
    rings = (Mark("ring", (field,), label=" ".join(said)) for field, said in letters.items())
    return (*paths, *rings)
