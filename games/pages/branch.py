"""The page of a branch: what a plan does if others answer, put together on the board as it would
be then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conquest.core import Branching, Choice, Mark, Seat
from games import queries
from games.learn import tryout
from games.learn.tryout import Tryout
from games.models import Draft
from games.pages import game as pages
from games.pages.access import parse_number, rotation, rotation_params
from games.pages.focus import Focus, own_fields
from games.pages.tryout import read_tryout, render_tryout
from games.planner import branches
from games.planner.branches import BranchSpot
from games.play.knowledge import KnownGame, known_game

AT, ANSWER, END = "at", "answer", "end"


@dataclass(frozen=True, slots=True)
class BranchVisit:
    """A branch that somebody is at: the ``spot`` of it in his ``draft``, the ``answer`` that is
    supposed, and the position ``after`` it. ``at`` is the spot as an address names it."""

    visit: queries.Visit
    known: KnownGame
    draft: Draft
    at: str
    spot: BranchSpot
    answer: int
    after: Any

    @property
    def seat(self) -> Seat:
        """Whose plan it is."""
        assert self.visit.viewer is not None
        return self.visit.viewer

    @property
    def end_word(self) -> str:
        """The word with which the turn would end then."""
        return self.known.rules.judgement.end_word(self.after, self.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.spot.pause.answers


def find_branch(request: HttpRequest, visit: queries.Visit) -> BranchVisit | None:
    """Return the branch of the visitor's plan that an address names, None if there is none."""
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
    request: HttpRequest, how: Branching[Any], at: BranchVisit
) -> BranchVisit | None:
    """Suppose the answer that the address names, or else the first."""
    answers = at.choices
    number = parse_number(request.GET.get(ANSWER, "")) or 0
    number = number if number < len(answers) else 0
    after = how.state_after(at.spot.pause, answers[number]) if answers else None
    return None if after is None else replace(at, answer=number, after=after)


def branch_url(
    request: HttpRequest, at: BranchVisit, door: str = "game_branch", **changed: str
) -> str:
    """Return the address of a branch, or of one of its doors."""
    query = _branch_params(request, at) | changed
    return f"{reverse(door, args=[at.visit.game.pk])}?{urlencode(query)}"


def render_branch(request: HttpRequest, at: BranchVisit) -> HttpResponse:
    """Show the board as it would be, with the branch as it stands in the plan, or as the address
    has it."""
    keep = _branch_params(request, at)
    trial = read_tryout(
        request, _branch_tryout(request, at), keep, at.visit.author, begin=at.spot.text
    )
    told = {
        "source": at.visit.game,
        "pause": at.spot.pause,
        "answers": [
            (choice, branch_url(request, at, answer=str(number)), number == at.answer)
            for number, choice in enumerate(at.choices)
        ],
        "save": branch_url(request, at, "game_branch_keep"),
        "end": at.end_word,
        "back": review_url(request, at),
        "sights": Focus(
            own_fields(at.visit.game.rules, at.after, at.visit.viewer), at.choices[at.answer].way
        ),
    }
    return render_tryout(request, trial, told, template="games/branch.html")


def _branch_tryout(request: HttpRequest, at: BranchVisit) -> Tryout:
    scene = tryout.from_known(at.known, at.visit.seats)
    return replace(
        scene,
        state=at.after,
        seat=at.seat,
        marks=(Mark("arrow", at.choices[at.answer].way, at.spot.pause.seat),),
        turned=rotation(request, at.visit),
    )


def _branch_params(request: HttpRequest, at: BranchVisit) -> dict[str, str]:
    end = {END: "1"} if request.GET.get(END) else {}
    return {AT: at.at, ANSWER: str(at.answer), **end, **rotation_params(request)}


def review_url(request: HttpRequest, at: BranchVisit) -> str:
    """Return the address of the review, or of the game where no turn is asked for yet."""
    name = "game_check" if at.visit.decision else "game"
    query = {END: "1"} if request.GET.get(END) else {}
    kept = urlencode(query | rotation_params(request))
    return f"{reverse(name, args=[at.visit.game.pk])}{'?' if kept else ''}{kept}"
