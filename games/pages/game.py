"""The page of a game, typed: the board, whose turn it is, a turn in the making, what happened."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import Person
from conquest.core import Json, Mark, Report, SideAction
from games import board, queries
from games.board import FigureKind
from games.models import Decision, Draft, Game, Intervention, Premove, Submission
from games.pages import setups as own
from games.pages import stored_refusals
from games.pages.access import (
    TURNED,
    parse_number,
    rotation,
    rotation_params,
    view_params,
    viewed_seat,
)
from games.pages.fairness import Fairness, game_fairness
from games.pages.focus import Focus, game_focus
from games.pages.game_over import GameOverSummary, game_over_summary
from games.pages.meter import Meter, plan_meter, points_meter
from games.pages.seat_summary import SeatSummary, seat_summaries
from games.pages.setups import SetUpPanel
from games.pages.view_toggles import (
    EMPTY,
    Toggle,
    ViewLink,
    rotation_toggle,
    url_with_param,
    view_links,
)
from games.planner import commands, composer, drafts, notes, payload
from games.planner.notes import Notes
from games.planner.plan_rest import PlanRest, rest_of_plan
from games.play import clock, history, interventions, premoves, turn_forecast
from games.play.forecast import Forecast
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame, known_game
from games.play.news import GameNews
from games.play.news import collect_news as news_of
from games.play.refusals import SubmissionRefusal
from games.replay import read_marks

MAX_NEWS = 40
RECENT_EVENTS = 24
NEAR = "near"


@dataclass(frozen=True, slots=True)
class ReceiptSection:
    """What was handed in, what happened from then on, and what waits elsewhere."""

    sent: Submission
    happened: tuple[HistoryStep, ...]
    waiting: Decision | None


@dataclass(frozen=True, slots=True)
class AwaitedPlayers:
    """The ``people`` who are still to do what all are asked for at once, and what the visitor
    has ``sent`` for his own part, if he did."""

    people: tuple[Person, ...]
    sent: Submission | None


@dataclass(frozen=True, slots=True)
class PremoveState:
    """Whether the visitor ``can_file`` his next turn ahead, the one that is ``waiting``, and the
    one that was ``dropped`` when the present turn was asked for, with the ``plan`` that it was."""

    can_file: bool = False
    waiting: Premove | None = None
    dropped: Premove | None = None
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """A game as a person comes to see it.

    ``turn`` is the turn he can put together, ``composer`` what its script begins with, ``text``
    what stands in the orders' field. The board is ``turned`` by so many quarters.
    ``so_far`` is the turn under way, ``news`` what happened since his own last one, new to him
    from the step ``new_from`` on.
    ``expected`` is when his next turn can be.
    ``rest`` is what is left of a plan of his that stopped, until he plans anew.
    ``setups`` tells of those he keeps himself, and of one that he could keep.
    ``premoves`` tells whether that turn can be handed in ahead, and of one that was.
    ``pending`` is his submission that waits for an answer, ``awaited`` tells whom his part of
    what all do at once waits for; ``asks_empty`` tells that he is asked whether to keep an empty
    plan; ``end`` is the word that ends his turn, ``acts`` what he may do beside it.
    ``notes`` are those he has pinned to pieces of others, and those to which he can.
    ``looks`` are the ways to look at a game of hidden pieces that is over, ``eyes`` the seat whose
    eyes are looked through, "" in the open.
    ``aftermath`` is there once the game is over, ``fairness`` tells what is committed of it.
    ``stopped`` tells why it is paused or annulled.
    """

    visit: queries.Visit
    game: Game
    report: Report
    places: Sequence[SeatSummary]
    board: board.BoardPicture
    sights: Focus
    legend: Sequence[FigureKind]
    looks: Sequence[ViewLink]
    eyes: str
    shown: Mapping[str, Toggle]
    turned: int
    is_drawn: bool
    meter: Meter | None
    turn: composer.Composer | None
    composer: Json | None
    text: str
    rest: PlanRest | None
    setups: SetUpPanel | None
    premoves: PremoveState
    asks_empty: bool
    end: str
    acts: Sequence[SideAction]
    leaves_by_act: bool
    commands: Sequence[str]
    words: Mapping[str, str]
    so_far: Sequence[HistoryStep]
    news: GameNews
    expected: Forecast | None
    unseen: bool
    new_from: int | None
    film_after: int
    pending: Submission | None
    awaited: AwaitedPlayers | None
    notes: Notes
    receipt: ReceiptSection | None
    trouble: SubmissionRefusal | None
    aftermath: GameOverSummary | None
    fairness: Fairness
    stopped: Intervention | None
    key: str


def game_url(request: HttpRequest, game: Game) -> str:
    """Return the address of a game, its board turned as it was."""
    kept = view_params(request, game)
    return f"{reverse('game', args=[game.pk])}{'?' if kept else ''}{urlencode(kept)}"


def as_context(page: Any) -> dict[str, Any]:
    """Return the fields of a typed page by their names, as its template reads them."""
    return {field.name: getattr(page, field.name) for field in fields(page)}


def render_game(
    request: HttpRequest,
    found: queries.Visit,
    *,
    text: str | None = None,
    trouble: SubmissionRefusal | None = None,
) -> HttpResponse:
    """Show a game with a plan for the visitor's turn, and perhaps why the last one failed.

    Without a ``text`` the plan is the one that the visitor has kept. A browser is led to the
    page that says what is wrong.
    """
    if trouble and stored_refusals.is_form_navigation(request):
        stored_refusals.store_refusal(request, found, trouble, text)
        return redirect(game_url(request, found.game))
    page = game_page(request, found, text=text, trouble=trouble)
    status = trouble.status if trouble else 200
    return render(request, "games/game.html", as_context(page), status=status)


@dataclass(frozen=True, slots=True)
class _PageBasis:
    """What a page of a game rests on: what its visitor knows, and through whose ``eyes`` he looks
    at it; what he wants to ``keep`` of the picture; his ``last`` turn and the ``draft`` of the
    next; the ``turn`` that he can put together, made of ``text``, and the set-ups of his ``own``
    that fit. ``state`` is what is drawn."""

    seen: KnownGame
    eyes: str | None
    keep: Mapping[str, str]
    turned: int
    last: Submission | None
    draft: Draft | None
    text: str
    own: tuple[own.KeptSetUp, ...]
    turn: composer.Composer | None
    state: Any

    @property
    def has_plan(self) -> bool:
        turn = self.turn
        return turn is not None and bool(turn.steps or turn.chosen or turn.ways)


def _page_basis(request: HttpRequest, found: queries.Visit, text: str | None) -> _PageBasis:
    """Return what a page rests on, with the plan that was kept where no ``text`` is given."""
    seen, eyes, keep = (
        known_game(found.game, found.viewer),
        viewed_seat(request, found.game),
        _picture_params(request),
    )
    last = queries.last_turn(found.game, found.mine) if found.mine else None
    draft = visitor_draft(found)
    text = drafts.waiting_text(draft, last) if text is None else text
    mine = own.usable_setups(found, seen) if can_plan(found, seen) else ()
    turn = _compose_turn(request, found, seen, text, keep, mine)
    state = turn.sketch.state if turn else _shown_position(found, seen, eyes)
    return _PageBasis(
        seen, eyes, keep, rotation(request, found), last, draft, text, mine, turn, state
    )


def game_page(
    request: HttpRequest,
    found: queries.Visit,
    *,
    text: str | None,
    trouble: SubmissionRefusal | None,
) -> GamePage:
    """Return the page of a game with a plan: the one given, or else the one that was kept."""
    ground, rules = _page_basis(request, found, text), found.game.rules
    seen, turn, last = ground.seen, ground.turn, ground.last
    receipt, awaited = _find_receipt(request, found), _awaited_players(found, last)
    news, mark = (
        _recent_news(found, last, ground.eyes),
        read_marks.last_read(found.game, found.person),
    )
    drawn = turn.marks if turn and ground.has_plan else news.numbered_marks(MAX_NEWS)
    pinned, possible = board_notes(found, ground.state), side_actions(found, seen)
    return GamePage(
        visit=found,
        game=found.game,
        turn=turn,
        report=seen.report,
        meter=plan_meter(rules, turn.sketch) if turn else points_meter(seen.report),
        composer=_composer_json(found, turn, ground) if turn else None,
        words=payload.script_texts(),
        commands=commands.answer_command(commands.BoardQuestion(found.game, seen.state), "?"),
        board=_draw_board(found, ground, (*drawn, *pinned.marks)),
        legend=board.figure_legend(found.game, found.mine or found.seats[0]),
        sights=game_focus(found, seen, news.steps),
        looks=view_links(request, found),
        eyes=ground.eyes or "",
        shown=_board_toggles(request, found, ground),
        turned=ground.turned,
        places=seat_summaries(found, seen.report),
        so_far=history.turn_so_far(
            found.game, found.viewer, rules.judgement.turn_number(seen.state)
        ),
        news=news,
        expected=turn_forecast.forecast_next_turn(seen, found.seats, clock.now())
        if _has_running_clock(found)
        else None,
        unseen=news.is_unseen(mark),
        new_from=read_marks.first_new_step(news.others_numbers, mark),
        film_after=news.steps[0].first - 1 if news.total else found.game.version,
        is_drawn=not ground.has_plan and bool(drawn),
        trouble=trouble,
        receipt=receipt,
        aftermath=game_over_summary(found),
        fairness=game_fairness(found),
        stopped=interventions.find_halt(found.game),
        key=uuid.uuid4().hex,
        text=trouble.text if trouble else turn.read.text if turn else ground.text,
        rest=rest_of_plan(seen, last) if turn and not turn.text else None,
        setups=own.setup_panel(
            found, seen, _setup_text(turn, receipt, awaited), ground.own, ground.keep
        ),
        premoves=_premove_state(found, seen),
        asks_empty=turn is not None and turn.is_ahead and request.GET.get(EMPTY) == "1",
        end=end_word(found, seen),
        acts=possible,
        leaves_by_act=any(act.leaves for act in possible),
        pending=last if turn is None and _is_on_turn(found, seen) else None,
        awaited=awaited,
        notes=pinned,
    )


def _premove_state(found: queries.Visit, seen: KnownGame) -> PremoveState:
    if found.mine is None or not (found.game.is_running and premoves.allows_premoves(seen.rules)):
        return PremoveState()
    if found.decision is not None:
        dropped = premoves.dropped_premove(found.mine, found.decision.number)
        return PremoveState(dropped=dropped, plan=_plan_from_premove(found, seen, dropped))
    return PremoveState(
        premoves.can_file_premove(seen, found.mine), premoves.waiting_premove(found.mine)
    )


def _plan_from_premove(found: queries.Visit, seen: KnownGame, premove: Premove | None) -> str:
    """Return a turn that was handed in ahead as a plan that can go on."""
    notation, end = seen.rules.notation, end_word(found, seen)
    words = notation.split_words(premove.text) if premove else ()
    return notation.join_words(word for word in words if word != end)


def _has_running_clock(found: queries.Visit) -> bool:
    """Whether the visitor plays in a game whose clocks run."""
    return found.mine is not None and not found.game.is_paused


def _is_on_turn(found: queries.Visit, seen: KnownGame) -> bool:
    """Whether the turn is the visitor's, and goes on."""
    is_played = found.game.is_running and not found.game.is_paused
    return found.viewer is not None and is_played and seen.report.turn == found.viewer


def visitor_draft(found: queries.Visit) -> Draft | None:
    """Return the plan that the visitor has kept."""
    return drafts.find_draft(found.mine, found.person) if found.mine and found.person else None


def board_notes(found: queries.Visit, state: Any) -> Notes:
    """Return the pieces of others that a player can note, and what he has noted of them."""
    rules = found.game.rules
    if found.person is None or found.viewer is None or not rules.telling.identities(state):
        return Notes()
    return notes.notes_on_board(
        rules, state, found.viewer, notes.read_notes(found.game, found.person)
    )


def waiting_plan(found: queries.Visit) -> str:
    """Return the plan that the visitor has kept and not yet sent."""
    last = queries.last_turn(found.game, found.mine) if found.mine else None
    return drafts.waiting_text(visitor_draft(found), last)


def end_word(found: queries.Visit, seen: KnownGame) -> str:
    """Return the word with which the visitor's turn would end, the next one if he can hand that in
    ahead; "" where it ends of itself."""
    if found.mine is None:
        return ""
    judgement, state = found.game.rules.judgement, seen.state
    if premoves.can_file_premove(seen, found.mine):
        state = judgement.suppose_turn(state, found.mine.name)
    elif found.decision is None:
        return ""
    return judgement.end_word(state, found.mine.name)


def side_actions(found: queries.Visit, seen: KnownGame) -> tuple[SideAction, ...]:
    """Return what the visitor may do beside his turn or out of it."""
    if found.viewer is None or not found.game.is_running:
        return ()
    return found.game.rules.judgement.side_actions(seen.state, found.viewer)


def _compose_turn(
    request: HttpRequest,
    found: queries.Visit,
    seen: KnownGame,
    text: str,
    keep: Mapping[str, str],
    mine: Iterable[own.KeptSetUp],
) -> composer.Composer | None:
    if found.viewer is None or not can_plan(found, seen):
        return None
    piece, tool = (request.GET.get(name, "") for name in ("piece", "tool"))
    kept = [one.choice for one in mine]
    return composer.compose_turn(
        seen.rules, seen.state, found.viewer, text,
        piece=piece, tool=tool, keep=keep, kept=kept, author=found.author,
    )  # fmt: skip


def _setup_text(
    turn: composer.Composer | None, receipt: ReceiptSection | None, awaited: AwaitedPlayers | None
) -> str:
    """Return the text that may be a set-up to be kept: handed in just now, planned, or waiting."""
    if turn is not None and receipt is None:
        return turn.read.text
    sent = receipt.sent if receipt else awaited.sent if awaited else None
    return sent.text if sent else ""


def can_plan(found: queries.Visit, seen: KnownGame) -> bool:
    """Whether the visitor can plan a turn: his own, or the next one while others play."""
    if found.viewer is None or not found.game.is_running:
        return False
    if found.decision is not None:
        return found.decision.ask.how == "compose"
    judgement = found.game.rules.judgement
    ahead = judgement.suppose_turn(seen.state, found.viewer)
    return judgement.turn_number(ahead) != judgement.turn_number(seen.state)


def _composer_json(found: queries.Visit, turn: composer.Composer, ground: _PageBasis) -> Json:
    """Return what the script begins with."""
    assert found.viewer is not None
    return payload.plan_payload(found.game, found.viewer, turn) | {
        "version": found.game.version,
        "draft": ground.draft.number if ground.draft else 0,
        "chosen": turn.chosen,
        "tool": turn.tool,
        "address": f"{reverse('game_plan', args=[found.game.pk])}?{TURNED}={ground.turned}",
        "reach": reverse("game_reach", args=[found.game.pk]),
        "near": [field for way in turn.ways for field in way.choice.way],
    }


def _shown_position(found: queries.Visit, seen: KnownGame, eyes: str | None) -> Any:
    """Return the position that is drawn: what the visitor knows, or what a seat knew of it."""
    return known_game(found.game, found.viewer, then=eyes).state if eyes else seen.state


def _draw_board(
    found: queries.Visit, ground: _PageBasis, drawn: tuple[Mark, ...]
) -> board.BoardPicture:
    """Draw the board, whole or near the chosen piece."""
    game, turn = found.game, ground.turn
    links, box = dict(turn.links) if turn else {}, None
    if NEAR in ground.keep and turn and turn.chosen_fields:
        box = board.box_around(game, turn.chosen_fields, turned=ground.turned)
        near = board.fields_inside(game, box, links, turned=ground.turned)
        links = {field: links[field] for field in near}
    title = _("Board of %(title)s") % {"title": game.title}
    return board.board_picture(
        game,
        found.seats,
        ground.state,
        title=title,
        marks=drawn,
        links=links,
        labels=True,
        box=box,
        turned=ground.turned,
    )


def _picture_params(request: HttpRequest) -> dict[str, str]:
    """Return what the address asks of the picture, for the links of the page."""
    near = {NEAR: "1"} if request.GET.get(NEAR) == "1" else {}
    return near | rotation_params(request)


def _board_toggles(
    request: HttpRequest, found: queries.Visit, ground: _PageBasis
) -> dict[str, Toggle]:
    """Return the links that switch to a close-up, and turn the board where it can be."""
    is_near = NEAR in ground.keep
    near = Toggle(is_near, url_with_param(request, NEAR, "0" if is_near else "1"))
    return {NEAR: near} | rotation_toggle(request, found.game.rules.art, ground.turned)


def _recent_news(found: queries.Visit, last: Submission | None, eyes: str | None) -> GameNews:
    """Tell what happened since the visitor's last turn; to a spectator, what happened lately."""
    lately = max(0, found.game.version - RECENT_EVENTS)
    if found.mine is None:
        return news_of(found.game, None, after=lately, then=eyes)
    after = queries.news_start(found.game, found.mine, last)
    is_premoved = bool(last and last.is_premove)
    return news_of(found.game, found.viewer, after=after, then=eyes, is_premoved=is_premoved)


def _awaited_players(found: queries.Visit, last: Submission | None) -> AwaitedPlayers | None:
    """Return who is awaited where all are asked at once and the visitor's own part is done."""
    asked = {one.seat_id: one.version for one in found.asked if one.ask.parallel}
    if found.mine is None or found.decision is not None or not asked:
        return None
    began = min(asked.values())
    people = tuple(seat.player for seat in found.seats if seat.pk in asked and seat.player)
    return AwaitedPlayers(people, last if last and last.first_seq > began else None)


def _find_receipt(request: HttpRequest, found: queries.Visit) -> ReceiptSection | None:
    """Return what the visitor has just handed in, and what it led to."""
    asked = parse_number(request.GET.get("sent", ""), digits=15)
    if found.person is None or asked is None:
        return None
    sent = queries.find_submission(found.game, found.person, asked)
    if sent is None:
        return None
    happened = history.list_steps(found.game, found.viewer, after=sent.first_seq - 1)
    waiting = queries.decisions_for(found.person).exclude(game=found.game).first()
    return ReceiptSection(sent, tuple(happened), waiting)
