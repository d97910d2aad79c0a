"""The pages of a mission: before it begins, while it is played, and when it is over.

All that is shown works on what the person's seat knows; once it is over nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from conquest.core import OPEN, Json, Mark, MissionStage, Phrase, Seat
from conquest.kit import chance
from conquest.kit.missions import Happening
from conquest.registry import AnyRules
from games import board
from games.board import BoardPicture
from games.learn import examples
from games.learn.missions import CampaignBook, Chapter
from games.learn.runs import SessionRun
from games.learn.scores import BestScore
from games.learn.tryout import Tryout
from games.marks import number_marks
from games.pages.access import parse_number
from games.pages.focus import seat_focus
from games.pages.tryout import read_tryout, render_tryout

STEP = "step"


@dataclass(frozen=True, slots=True)
class MissionStep:
    """Something that happened: its number, in words, how it is drawn, the position after it."""

    number: int
    seat: Seat
    phrase: Phrase
    marks: tuple[Mark, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class MissionVisit:
    """A mission of a campaign as its pages are asked for, and the run of it, if there is one."""

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
        """The number of the mission after this one, if there is any."""
        return self.number + 1 if self.number < len(self.book.chapters) else None

    def page_context(self) -> Json:
        """Return what all pages of a mission are written with."""
        return {
            "slug": self.rules.slug,
            "title": self.rules.title,
            "book": self.book,
            "chapter": self.chapter,
            "mission": self.chapter.mission,
            "address": reverse("mission", args=[self.rules.slug, self.number]),
            "next": self.next_number,
        }


def render_briefing(
    request: HttpRequest, desk: MissionVisit, best: BestScore | None
) -> HttpResponse:
    """Show a mission that is not under way: its briefing, and how it will begin."""
    assert desk.rules.campaign is not None
    stage = desk.rules.campaign.begin_mission(desk.number, chance.keyed_numbers(b""))
    known = desk.rules.knowledge.known_state(stage.state, desk.seat)
    context = {"board": _draw_board(desk, known, _goal_marks(desk)), "best": best}
    return render(request, "campaign/before.html", desk.page_context() | context)


def render_mission(
    request: HttpRequest, desk: MissionVisit, running: SessionRun, *, is_stale: bool
) -> HttpResponse:
    """Show a mission under way, with a turn in the making."""
    scene = _mission_tryout(desk, running.run.stage, steps := _list_steps(desk, running))
    trial = replace(read_tryout(request, scene, {}, running.author), version=len(running.run.turns))
    told = desk.page_context() | {
        "running": running,
        "seen": len(running.run.turns),
        "round": running.run.stage.round,
        "steps": steps,
        "is_stale": is_stale,
        "sights": seat_focus(desk.rules, scene.state, desk.seat, scene.marks),
        "visit": {"viewer": desk.seat},
    }
    return render_tryout(request, trial, told, template="campaign/page.html")


def render_result(
    request: HttpRequest, desk: MissionVisit, running: SessionRun, best: BestScore | None
) -> HttpResponse:
    """Show how a mission has ended."""
    stage, steps = running.run.stage, _list_steps(desk, running)
    shown = desk.rules.knowledge.known_state(stage.state, OPEN)
    marks = (*_goal_marks(desk), *_step_marks(steps))
    context = {
        "result": stage.result,
        "steps": steps,
        "board": _draw_board(desk, shown, marks),
        "best": best,
    }
    return render(request, "campaign/over.html", desk.page_context() | context)


def render_step(
    request: HttpRequest, desk: MissionVisit, running: SessionRun
) -> HttpResponse | None:
    """Show one of the steps since the person was asked before; None where there is none such."""
    steps = _list_steps(desk, running)
    number = parse_number(request.GET.get(STEP, ""))
    step = next((one for one in steps if one.number == number), None)
    if step is None:
        return None
    context = {
        "steps": steps,
        "shown": step,
        "board": _draw_board(desk, step.state, (*_goal_marks(desk), *step.marks)),
        "last": len(steps),
    }
    return render(request, "campaign/step.html", desk.page_context() | context)


def _mission_tryout(
    desk: MissionVisit, stage: MissionStage[Any], steps: list[MissionStep]
) -> Tryout:
    """Set the scene of a mission from what the person's seat knows, and nothing else."""
    game, seats = examples.unsaved_game(desk.rules, desk.chapter.mission.board)
    known = desk.rules.knowledge.known_state(stage.state, desk.seat)
    turned = desk.rules.art.turned.get(desk.seat, 0)
    return Tryout(
        game,
        seats,
        known,
        desk.seat,
        marks=_step_marks(steps),
        pinned=_goal_marks(desk),
        turned=turned,
    )


def _draw_board(desk: MissionVisit, state: Any, marks: tuple[Mark, ...]) -> BoardPicture:
    game, seats = examples.unsaved_game(desk.rules, desk.chapter.mission.board)
    turned = desk.rules.art.turned.get(desk.seat, 0)
    return board.board_picture(game, seats, state, marks=marks, labels=True, turned=turned)


def _goal_marks(desk: MissionVisit) -> tuple[Mark, ...]:
    """Mark the fields that matter to the goal."""
    return tuple(Mark("note", (place,), label="★") for place in desk.chapter.mission.places)


def _step_marks(steps: list[MissionStep]) -> tuple[Mark, ...]:
    """Return the marks of some steps; what was lost is not drawn over who stands there now."""
    return tuple(mark for one in steps for mark in one.marks if mark.kind != "ghost")


def _list_steps(desk: MissionVisit, running: SessionRun) -> list[MissionStep]:
    """Return what happened since the person was asked before, as his seat has seen it."""
    viewer = OPEN if running.run.stage.result else desk.seat
    told = (one for news in running.run.news for one in _visible_events(desk.rules, news, viewer))
    return [
        MissionStep(number, seat, phrase, number_marks([(number, marks)]), state)
        for number, (seat, phrase, marks, state) in enumerate(told, start=1)
    ]


def _visible_events(
    rules: AnyRules, news: Happening, viewer: str
) -> Iterator[tuple[Seat, Phrase, tuple[Mark, ...], Any]]:
    """Yield each event of a submission that is told, with the position after it."""
    state, knowledge = news.before, rules.knowledge
    for event in news.events:
        seen = knowledge.witness(event, viewer)
        phrase = rules.telling.describe_event(seen, viewer, knowledge.known_state(state, viewer))
        state = rules.judgement.evolve(state, event)
        if phrase:
            known = knowledge.known_state(state, viewer)
            yield event.seat, phrase, rules.telling.event_marks(seen), known
