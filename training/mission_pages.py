"""The pages of a mission: before it begins, while it is played, and when it is over.

They show what the person's seat knows; once the mission is over nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from conquest import registry
from conquest.core import OPEN, BoardStyle, Json, Loss, Mark, MissionStage, Phrase, Seat
from conquest.kit import chance
from conquest.kit.missions import Happening
from conquest.registry import AnyRules
from games import board
from games.board import BoardPicture
from games.learn import examples
from games.learn.tryout import Tryout
from games.marks import number_marks
from games.pages.access import parse_number
from games.pages.focus import seat_focus
from games.pages.tryout import read_tryout, render_tryout
from games.play.news import summarize_losses
from training.missions import CampaignBook, Chapter
from training.runs import SessionRun
from training.scores import BestScore

STEP = "step"


@dataclass(frozen=True, slots=True)
class MissionStep:
    """An event that is shown: its number, its phrase, its marks, its losses, and the position
    after it."""

    number: int
    seat: Seat
    phrase: Phrase
    marks: tuple[Mark, ...]
    losses: tuple[Loss, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class MissionVisit:
    """A mission of a campaign that somebody visits, and their run of it, if there is one."""

    rules: AnyRules
    book: CampaignBook
    chapter: Chapter
    running: SessionRun | None = None

    @property
    def seat(self) -> Seat:
        return self.chapter.mission.seat

    @property
    def number(self) -> int:
        return self.chapter.mission.number

    @property
    def next_number(self) -> int | None:
        """The number of the next mission, None after the last."""
        return self.number + 1 if self.number < len(self.book.chapters) else None

    def page_context(self) -> Json:
        """Return the context that all pages of a mission share."""
        return {
            "slug": self.rules.slug,
            "title": self.rules.title,
            "book": self.book,
            "chapter": self.chapter,
            "mission": self.chapter.mission,
            "address": reverse("mission", args=[self.rules.slug, self.number]),
            "next": self.next_number,
        }


@cache
def draw_opening(slug: str, number: int) -> BoardPicture:
    """Draw the opening of a mission in small, as its player sees it."""
    rules = registry.get_ruleset(slug)
    assert rules.campaign is not None
    mission = rules.campaign.missions[number - 1]
    stage = rules.campaign.begin_mission(number, chance.keyed_numbers(b""))
    game, seats = examples.unsaved_game(rules, mission.board)
    style = BoardStyle(prefix=mission.name, turned=rules.art.turned.get(mission.seat, 0))
    known = rules.knowledge.known_state(stage.state, mission.seat)
    return board.board_picture(game, seats, known, style)


def render_briefing(
    request: HttpRequest, visit: MissionVisit, best: BestScore | None
) -> HttpResponse:
    """Show a mission that is not under way: its briefing, and its opening position."""
    assert visit.rules.campaign is not None
    # The empty key makes the same opening for everybody; a run has a seed of its own.
    stage = visit.rules.campaign.begin_mission(visit.number, chance.keyed_numbers(b""))
    known = visit.rules.knowledge.known_state(stage.state, visit.seat)
    context = {"board": _draw_board(visit, known, _goal_marks(visit)), "best": best}
    return render(request, "training/missions/before.html", visit.page_context() | context)


def render_mission(
    request: HttpRequest, visit: MissionVisit, running: SessionRun, *, is_stale: bool
) -> HttpResponse:
    """Show a mission under way, with the turn being composed."""
    scene = _mission_tryout(visit, running.run.stage, steps := _list_steps(visit, running))
    plan = replace(read_tryout(request, scene, {}, running.author), version=len(running.run.turns))
    context = visit.page_context() | {
        "running": running,
        "seen": len(running.run.turns),
        "round": running.run.stage.round,
        "steps": steps,
        "losses": summarize_losses(
            visit.rules, visit.seat, [loss for step in steps for loss in step.losses]
        ),
        "is_stale": is_stale,
        "focus": seat_focus(
            visit.rules, scene.state, visit.seat, [step.marks for step in steps if step.marks]
        ),
        "visit": {"viewer": visit.seat},
    }
    return render_tryout(request, plan, context, template="training/missions/page.html")


def render_result(
    request: HttpRequest, visit: MissionVisit, running: SessionRun, best: BestScore | None
) -> HttpResponse:
    """Show how a mission ended."""
    stage, steps = running.run.stage, _list_steps(visit, running)
    shown = visit.rules.knowledge.known_state(stage.state, OPEN)
    marks = (*_goal_marks(visit), *_step_marks(steps))
    context = {
        "result": stage.result,
        "steps": steps,
        "board": _draw_board(visit, shown, marks),
        "best": best,
    }
    return render(request, "training/missions/over.html", visit.page_context() | context)


def render_step(
    request: HttpRequest, visit: MissionVisit, running: SessionRun
) -> HttpResponse | None:
    """Show one of the steps since the person's last turn; None if there is no such step."""
    steps = _list_steps(visit, running)
    number = parse_number(request.GET.get(STEP, ""))
    step = next((candidate for candidate in steps if candidate.number == number), None)
    if step is None:
        return None
    context = {
        "steps": steps,
        "shown": step,
        "board": _draw_board(visit, step.state, (*_goal_marks(visit), *step.marks)),
        "last": len(steps),
    }
    return render(request, "training/missions/step.html", visit.page_context() | context)


def _mission_tryout(
    visit: MissionVisit, stage: MissionStage[Any], steps: list[MissionStep]
) -> Tryout:
    """Return the scene of a mission, made of what the person's seat knows and of nothing else."""
    game, seats = examples.unsaved_game(visit.rules, visit.chapter.mission.board)
    known = visit.rules.knowledge.known_state(stage.state, visit.seat)
    turned = visit.rules.art.turned.get(visit.seat, 0)
    return Tryout(
        game,
        seats,
        known,
        visit.seat,
        marks=_step_marks(steps),
        pinned=_goal_marks(visit),
        turned=turned,
    )


def _draw_board(visit: MissionVisit, state: Any, marks: tuple[Mark, ...]) -> BoardPicture:
    game, seats = examples.unsaved_game(visit.rules, visit.chapter.mission.board)
    turned = visit.rules.art.turned.get(visit.seat, 0)
    return board.board_picture(
        game, seats, state, BoardStyle(marks=marks, labels=True, turned=turned)
    )


def _goal_marks(visit: MissionVisit) -> tuple[Mark, ...]:
    """Return the marks of the fields that matter to the goal."""
    return tuple(Mark("note", (place,), label="★") for place in visit.chapter.mission.places)


def _step_marks(steps: list[MissionStep]) -> tuple[Mark, ...]:
    """Return the marks of the steps, without lost pieces: others may stand on their fields now."""
    return tuple(mark for step in steps for mark in step.marks if mark.kind != "ghost")


def _list_steps(visit: MissionVisit, running: SessionRun) -> list[MissionStep]:
    """Return what happened since the person's last turn, as their seat saw it."""
    viewer = OPEN if running.run.stage.result else visit.seat
    events = (
        one for news in running.run.news for one in _visible_events(visit.rules, news, viewer)
    )
    return [
        MissionStep(number, seat, phrase, number_marks([(number, marks)]), losses, state)
        for number, (seat, phrase, marks, losses, state) in enumerate(events, start=1)
    ]


def _visible_events(
    rules: AnyRules, news: Happening, viewer: str
) -> Iterator[tuple[Seat, Phrase, tuple[Mark, ...], tuple[Loss, ...], Any]]:
    """Yield the seat, phrase, marks, losses and following position of each event that has a
    phrase."""
    state, knowledge, telling = news.before, rules.knowledge, rules.telling
    for event in news.events:
        witnessed = knowledge.witness(event, viewer)
        phrase = telling.describe_event(witnessed, viewer, knowledge.known_state(state, viewer))
        # The true event is applied and the result masked: folding masked events breaks where pieces
        # are hidden.
        state = rules.judgement.evolve(state, event)
        if phrase:
            known = knowledge.known_state(state, viewer)
            marks, losses = telling.event_marks(witnessed), telling.losses(witnessed)
            yield event.seat, phrase, marks, losses, known
