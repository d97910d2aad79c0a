"""A turn is checked, and handed in."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from conquest.core import Sketch
from games import board, queries
from games.pages import game as pages
from games.pages.access import act, running_or_over, said
from games.pages.game import MAX_PLAN_CHARS, Trouble
from games.pages.submission import hand_in, not_now, too_long
from games.planner import composer
from games.planner.threats import exposed, threats
from games.play import decisions
from games.play.knowledge import Known, known


@act
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a turn would do, with the button that hands it in."""
    found = running_or_over(request, pk)
    text = composer.closed(found.game.rules, said(request, "text"), said(request, "end"))
    if len(text) > MAX_PLAN_CHARS:
        return pages.show(request, found, trouble=too_long(text))
    if found.decision is None or found.viewer is None or found.decision.ask.how != "compose":
        return pages.show(request, found, trouble=not_now(found, text))
    seen = known(found.game, found.viewer)
    sketch = found.game.rules.composing.sketch(seen.state, found.viewer, text)
    if sketch.blocked or not sketch.steps:
        return pages.show(request, found, text=text, trouble=_blocked(sketch, text))
    return _review(request, found, seen, text, sketch)


@act
def submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, or any other answer in the game's notation."""
    return hand_in(request, pk, _whole(request, pk))


def _whole(request: HttpRequest, pk: int) -> str:
    """Return the text with the words that buttons stand for.

    Most turns come checked and whole: these cost no read before the one call that plays them.
    """
    text, end, insists = (said(request, name) for name in ("text", "end", "insist"))
    if not end and not insists:
        return text
    rules = queries.ruleset(pk)
    if rules is None:
        raise Http404
    closed = composer.closed(rules, text, end)
    return composer.insisted(rules, closed) if insists else closed


def _blocked(sketch: Sketch[Any], text: str) -> Trouble:
    """Return why a text is no turn."""
    sentence = _("There is no order in this.")
    if sketch.refused or sketch.lacks:
        sentence = sketch.lacks.said(_) if sketch.lacks and not sketch.refused else ""
    return Trouble(422, sentence, sketch.refused, text)


def _stays_open(seen: Known, sketch: Sketch[Any]) -> bool:
    """Whether a seat still owes the same turn after a plan; where nobody knows, it does not."""
    if any(step.unforeseen for step in sketch.steps):
        return False
    before, after = (_owed(seen, state) for state in (seen.state, sketch.state))
    return before == after


def _owed(seen: Known, state: Any) -> tuple[str | None, int]:
    judgement = seen.rules.judgement
    return judgement.to_act(state).get(seen.viewer or ""), judgement.number(state)


def _review(
    request: HttpRequest, found: queries.Visit, seen: Known, text: str, sketch: Sketch[Any]
) -> HttpResponse:
    assert found.viewer is not None
    rules = found.game.rules
    marks = composer.plan_marks(sketch)
    title = _("Board after the turn")
    insist = rules.notation.insist
    context = {
        "visit": found,
        "game": found.game,
        "played": sketch,
        "is_open": _stays_open(seen, sketch),
        "meter": pages.planned(rules, sketch),
        "report": rules.telling.report(sketch.close),
        "board": board.draw(
            found.game, found.seats, sketch.state, title=title, marks=marks, turned=found.is_far
        ),
        "text": text,
        "exposed": exposed(rules, sketch.state, found.viewer, threats(rules, sketch.state)),
        "insist": "" if composer.insisted(rules, text) == text else insist,
        "pace": decisions.pace_of(found.game),
        "seen": found.game.version,
        "back": composer.PlanLinks(rules).to(text),
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/check.html", context)
