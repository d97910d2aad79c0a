"""A turn is checked, and handed in."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from conquest.core import Sketch
from conquest.registry import AnyRules
from games import board, queries
from games.pages import game as pages
from games.pages.access import (
    form_orders,
    form_value,
    parse_number,
    player_action,
    private,
    redirect_to_game,
    rotation,
    rotation_params,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import MAX_PLAN_CHARS
from games.pages.meter import plan_meter
from games.pages.refusals import SubmissionRefusal
from games.pages.submission import hand_in_orders, off_turn_refusal, too_long_refusal
from games.planner import branches, composer, drafts, plan_reader
from games.planner.plan_reader import Reading
from games.planner.threats import exposed_pieces, threats_by_field
from games.play import clock, decisions, premoves
from games.play.knowledge import KnownGame, known_game


@private
@require_http_methods(["GET", "HEAD", "POST"])
def review_turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a turn would do, with the button that hands it in.

    A form is answered with the address of the review, so that the way back leads over pages.
    """
    return _accept_plan(request, pk=pk) if request.method == "POST" else _show_review(request, pk)


@player_action
def _accept_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a plan that can be reviewed, and lead to its review; or say why it cannot be.

    Where it could mean several things, it is kept and led to where these can be chosen.
    """
    found = started_visit_or_404(request, pk)
    text, end = form_orders(request), form_value(request, "end")
    whole = composer.with_end_word(found.game.rules, text, end)
    if len(whole) > MAX_PLAN_CHARS:
        return pages.render_game(request, found, trouble=too_long_refusal(whole))
    if not (_owes_turn(found) or _can_premove(found)):
        return pages.render_game(request, found, trouble=off_turn_refusal(found, whole))
    read = _read_plan(found, text)
    if read.ways:
        return _redirect_to_choice(request, found, read)
    whole = composer.with_end_word(found.game.rules, read.text, end)
    sketch = _sketch_plan(found, whole)
    if sketch.is_blocked or not sketch.steps:
        return pages.render_game(
            request, found, text=whole, trouble=_blocked_refusal(sketch, whole)
        )
    return _redirect_to_review(request, found, read, end)


def _redirect_to_choice(request: HttpRequest, found: queries.Visit, read: Reading) -> HttpResponse:
    """Keep a plan, and lead to the game, where the ways of its order are to choose from."""
    _save_draft(request, found, read)
    return redirect(f"{reverse('game', args=[found.game.pk])}#plan")


def _redirect_to_review(
    request: HttpRequest, found: queries.Visit, read: Reading, end: str
) -> HttpResponse:
    """Keep a plan, and lead to its review."""
    _save_draft(request, found, read)
    query = urlencode({"end": end, **rotation_params(request)})
    return redirect(f"{reverse('game_check', args=[found.game.pk])}?{query}")


def _save_draft(request: HttpRequest, found: queries.Visit, read: Reading) -> None:
    assert found.mine is not None
    person, version = signed_in_person(request), found.game.version
    drafts.save_draft(found.mine, person, read.text, version=version, seen=None, now=clock.now())


def _show_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the review of the plan that was kept, or else the game."""
    found = started_visit_or_404(request, pk)
    if not (_owes_turn(found) or _can_premove(found)) or "plan" in request.GET:
        return redirect_to_game(request, found.game)
    seen = known_game(found.game, found.viewer)
    end = pages.end_word(found, seen) if request.GET.get("end") else ""
    plan = pages.waiting_plan(found)
    read = _read_plan(found, composer.with_end_word(found.game.rules, plan, end))
    if read.sketch.is_blocked or not read.sketch.steps:
        return redirect("game", pk)
    return _render_review(request, found, seen, read, plan)


def _owes_turn(found: queries.Visit) -> bool:
    """Whether the visitor is asked for a turn now."""
    return found.decision is not None and found.decision.ask.how == "compose"


def _can_premove(found: queries.Visit) -> bool:
    """Whether the visitor can hand in his next turn ahead."""
    mine = found.mine
    return mine is not None and premoves.can_file_premove(known_game(found.game, mine.name), mine)


def _read_plan(found: queries.Visit, text: str) -> Reading:
    assert found.viewer is not None
    seen = known_game(found.game, found.viewer)
    return plan_reader.read_plan(found.game.rules, seen.state, found.viewer, text)


def _sketch_plan(found: queries.Visit, text: str) -> Sketch[Any]:
    assert found.viewer is not None
    seen = known_game(found.game, found.viewer)
    return plan_reader.sketch_plan(found.game.rules, seen.state, found.viewer, text)


@player_action
def submit_turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, or any other answer in the game's notation.

    What nobody has reviewed is looked through before, and may be asked about.
    """
    if form_value(request, "unchecked"):
        return _check_and_submit(request, pk)
    return hand_in_orders(request, pk, _full_text(request, pk))


def _check_and_submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a turn, unless something is to be asked about it: which way is meant, or whether
    points are to lapse. Whoever has not seen the present is asked nothing."""
    found, text, end = (
        started_visit_or_404(request, pk),
        form_orders(request),
        form_value(request, "end"),
    )
    is_present = parse_number(request.POST.get("seen", "")) == found.game.version
    if not (is_present and _owes_turn(found)) or len(text) > MAX_PLAN_CHARS:
        return hand_in_orders(request, pk, _full_text(request, pk))
    read = _read_plan(found, text)
    if read.ways:
        return _redirect_to_choice(request, found, read)
    seen = known_game(found.game, found.viewer)
    whole = composer.with_end_word(found.game.rules, read.text, end)
    sketch = _sketch_plan(found, whole)
    if not sketch.is_blocked and _wasted_points(seen, sketch):
        return _redirect_to_review(request, found, read, end)
    return hand_in_orders(request, pk, whole)


def _full_text(request: HttpRequest, pk: int) -> str:
    """Return the text with the words that buttons stand for.

    Most turns come checked and whole: these cost no read before the one call that plays them.
    """
    text, end, insists = (
        form_orders(request),
        form_value(request, "end"),
        form_value(request, "insist"),
    )
    if not end and not insists:
        return text
    rules = queries.rules_of_game(pk)
    if rules is None:
        raise Http404
    closed = composer.with_end_word(rules, text, end)
    return composer.with_insist_word(rules, closed) if insists else closed


def _blocked_refusal(sketch: Sketch[Any], text: str) -> SubmissionRefusal:
    """Return why a text is no turn."""
    sentence = _("There are no orders in this text.")
    if sketch.refused or sketch.lacks:
        sentence = sketch.lacks.translate_with(_) if sketch.lacks and not sketch.refused else ""
    return SubmissionRefusal(422, sentence, sketch.refused, text)


def _stays_open(seen: KnownGame, sketch: Sketch[Any]) -> bool:
    """Whether a seat still owes the same turn after a plan; where nobody knows, it does not."""
    if any(step.unforeseen for step in sketch.steps):
        return False
    present = plan_reader.state_on_turn(seen.rules, seen.state, seen.viewer or "")
    return _pending_turn(seen, present) == _pending_turn(seen, sketch.state)


def _wasted_points(seen: KnownGame, sketch: Sketch[Any]) -> int:
    """Return how many points a plan lets lapse that something could be done with."""
    if not sketch.left or _stays_open(seen, sketch):
        return 0
    choices = seen.rules.composing.legal_choices(sketch.close, seen.viewer or "")
    return sketch.left if any(choice.origin for choice in choices) else 0


def _pending_turn(seen: KnownGame, state: Any) -> tuple[str | None, int]:
    judgement = seen.rules.judgement
    return judgement.to_act(state).get(seen.viewer or ""), judgement.turn_number(state)


def _branch_query(request: HttpRequest, rules: AnyRules) -> str:
    """Return what leads to the branches of a plan besides their place, "" where it has none."""
    if rules.composing.branching is None:
        return ""
    end = {"end": "1"} if request.GET.get("end") else {}
    return urlencode({**end, **rotation_params(request), "at": ""})


def _render_review(
    request: HttpRequest, found: queries.Visit, seen: KnownGame, read: Reading, plan: str
) -> HttpResponse:
    """Show what a turn would do; the way back leads to the plan it was made of."""
    assert found.viewer is not None
    rules, text, sketch = found.game.rules, read.text, read.sketch
    marks = composer.plan_marks(read)
    title = _("Board after the turn")
    insist = rules.notation.insist
    context = {
        "visit": found,
        "game": found.game,
        "played": sketch,
        "is_ahead": found.decision is None,
        "stretches": branches.branched_steps(rules, sketch),
        "branch": _branch_query(request, rules),
        "is_open": _stays_open(seen, sketch),
        "wasted": _wasted_points(seen, sketch),
        "meter": plan_meter(rules, sketch),
        "report": rules.telling.report(sketch.close),
        "board": board.board_picture(
            found.game,
            found.seats,
            sketch.state,
            title=title,
            marks=marks,
            turned=rotation(request, found),
        ),
        "text": text,
        "exposed": exposed_pieces(
            rules, sketch.state, found.viewer, threats_by_field(rules, sketch.state)
        ),
        "insist": "" if composer.with_insist_word(rules, text) == text else insist,
        "pace": decisions.pace_of(found.game),
        "seen": found.game.version,
        "back": composer.PlanLinks(
            rules, keep=rotation_params(request), author=found.author
        ).plan_url(plan),
        "key": uuid.uuid4().hex,
    }
    return render(request, "games/check.html", context)
