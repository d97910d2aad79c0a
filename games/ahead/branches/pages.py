"""The page of a branch: what a plan does after an answer, composed on the board as it would be
then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conquest.core import Branching, Choice, Mark, Seat
from games import queries
from games.ahead import branches
from games.ahead.branches import BranchSpot
from games.learn import tryout
from games.learn.tryout import Tryout
from games.models import Draft
from games.pages import game as pages
from games.pages.access import parse_number, rotation, rotation_params
from games.pages.focus import Focus, own_fields
from games.pages.tryout import read_tryout, render_tryout
from games.play.knowledge import KnownGame, known_game

AT, ANSWER, END = "at", "answer", "end"


@dataclass(frozen=True, slots=True)
class BranchVisit:
    """A branch that a visitor works on: its ``spot`` in their ``draft``, the ``answer`` that is
    supposed, and the position ``after`` it. ``at`` is the spot as a URL names it."""

    visit: queries.Visit
    known: KnownGame
    draft: Draft
    at: str
    spot: BranchSpot
    answer: int
    after: Any

    @property
    def seat(self) -> Seat:
        """The seat whose plan it is."""
        assert self.visit.viewer is not None
        return self.visit.viewer

    @property
    def end_word(self) -> str:
        """The word with which the turn would end after the supposed answer."""
        return self.known.rules.judgement.end_word(self.after, self.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.spot.pause.answers


def find_branch(request: HttpRequest, visit: queries.Visit) -> BranchVisit | None:
    """Return the branch of the visitor's plan that the query names, None if there is none."""
    known, draft = known_game(visit.game, visit.viewer), pages.visitor_draft(visit)
    waiting = pages.waiting_plan(visit)
    how = visit.game.rules.composing.branching
    if draft is None or how is None or not waiting or not pages.can_plan(visit, known):
        return None
    at = request.GET.get(AT, "")
    assert visit.viewer is not None
    spot = branches.find_spot(known.rules, known.state, visit.viewer, waiting, at)
    return (
        _suppose_answer(request, how, BranchVisit(visit, known, draft, at, spot, 0, None))
        if spot
        else None
    )


def _suppose_answer(
    request: HttpRequest, how: Branching[Any], branch: BranchVisit
) -> BranchVisit | None:
    """Return the branch with the answer that the query names, or else with the first."""
    answers = branch.choices
    number = parse_number(request.GET.get(ANSWER, "")) or 0
    number = number if number < len(answers) else 0
    after = how.state_after(branch.spot.pause, answers[number]) if answers else None
    return None if after is None else replace(branch, answer=number, after=after)


def branch_url(
    request: HttpRequest, branch: BranchVisit, view_name: str = "game_branch", **changed: str
) -> str:
    """Return the URL of a branch, or of another view of it."""
    query = _branch_params(request, branch) | changed
    return f"{reverse(view_name, args=[branch.visit.game.pk])}?{urlencode(query)}"


def render_branch(request: HttpRequest, branch: BranchVisit) -> HttpResponse:
    """Show the board after the supposed answer, with the branch as the plan or the query has it."""
    keep = _branch_params(request, branch)
    plan = read_tryout(
        request, _branch_tryout(request, branch), keep, branch.visit.author, begin=branch.spot.text
    )
    context = {
        "source": branch.visit.game,
        "pause": branch.spot.pause,
        "answers": [
            (choice, branch_url(request, branch, answer=str(number)), number == branch.answer)
            for number, choice in enumerate(branch.choices)
        ],
        "save": branch_url(request, branch, "game_branch_keep"),
        "end": branch.end_word,
        "back": review_url(request, branch),
        "focus": Focus(
            own_fields(branch.visit.game.rules, branch.after, branch.visit.viewer),
            branch.choices[branch.answer].way,
            last=branch.choices[branch.answer].way,
        ),
    }
    return render_tryout(request, plan, context, template="games/branch.html")


def _branch_tryout(request: HttpRequest, branch: BranchVisit) -> Tryout:
    scene = tryout.from_known(branch.known, branch.visit.seats)
    return replace(
        scene,
        state=branch.after,
        seat=branch.seat,
        marks=(Mark("arrow", branch.choices[branch.answer].way, branch.spot.pause.seat),),
        turned=rotation(request, branch.visit),
    )


def _branch_params(request: HttpRequest, branch: BranchVisit) -> dict[str, str]:
    end = {END: "1"} if request.GET.get(END) else {}
    return {AT: branch.at, ANSWER: str(branch.answer), **end, **rotation_params(request)}


def review_url(request: HttpRequest, branch: BranchVisit) -> str:
    """Return the URL of the review, or of the game where no turn is due yet."""
    name = "game_check" if branch.visit.decision else "game"
    query = {END: "1"} if request.GET.get(END) else {}
    params = urlencode(query | rotation_params(request))
    return f"{reverse(name, args=[branch.visit.game.pk])}{'?' if params else ''}{params}"
