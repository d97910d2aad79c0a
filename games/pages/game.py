"""The page of a game, typed: the board, whose turn it is, the turn being composed, the news."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.limits import log_forbidden
from accounts.models import Person
from conquest.core import BoardStyle, Json, Mark, Phrase, PositionReport, SideAction
from games import board, queries
from games.agreements.pages import Agreements, game_agreements
from games.ahead import conditional_turns, premoves
from games.board import FigureKind
from games.fairness.pages import Fairness, game_fairness
from games.models import ConditionalTurns, Decision, Draft, Game, Intervention, Premove, Submission
from games.notes import pins
from games.notes.pins import Notes
from games.pages import stored_refusals
from games.pages.access import (
    ROTATION_PARAM,
    parse_number,
    rotation,
    rotation_params,
    view_params,
    viewed_seat,
)
from games.pages.focus import Focus, game_focus
from games.pages.game_over import GameOverSummary, game_over_summary
from games.pages.meter import Meter, plan_meter, points_meter
from games.pages.seat_summary import SeatSummary, seat_summaries
from games.pages.view_toggles import (
    EMPTY,
    Toggle,
    ViewLink,
    rotation_toggle,
    url_with_param,
    view_links,
)
from games.planner import commands, composer, drafts, payload
from games.planner.plan_rest import PlanRest, rest_of_plan
from games.play import clock, history, interventions, offers, turn_forecast, turns
from games.play.forecast import Forecast
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame, known_game
from games.play.news import GameNews
from games.play.news import collect_news as news_of
from games.play.refusals import SubmissionRefusal, as_refusal
from games.replay import read_marks
from games.setups.pages import KeptSetUp, SetUpPanel, setup_panel, usable_setups

MAX_NEWS = 40
RECENT_EVENTS = 24
NEAR = "near"


@dataclass(frozen=True, slots=True)
class ReceiptSection:
    """What was handed in and ``offered`` with it, what happened from then on, and what waits in
    other games."""

    sent: Submission
    offered: Phrase | None
    happened: tuple[HistoryStep, ...]
    waiting: Decision | None


@dataclass(frozen=True, slots=True)
class AwaitedPlayers:
    """The ``people`` who still owe what all are asked for at once, and what the visitor has
    ``sent`` themselves, if they have."""

    people: tuple[Person, ...]
    sent: Submission | None


@dataclass(frozen=True, slots=True)
class PremoveState:
    """Whether the visitor ``can_file`` their next turn ahead, the one that is ``waiting``, and the
    one that was ``dropped`` when the present turn became due, as a ``plan``."""

    can_file: bool = False
    waiting: Premove | None = None
    dropped: Premove | None = None
    plan: str = ""


@dataclass(frozen=True, slots=True)
class ConditionalState:
    """Whether the visitor ``can_file`` conditional turns, those that are ``waiting``, and those
    that have ``stopped`` when the present turn became due."""

    can_file: bool = False
    waiting: ConditionalTurns | None = None
    stopped: ConditionalTurns | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSection:
    """What a page says of the game itself, with the players at their ``places``.

    ``stopped`` says why it is paused or annulled, ``trouble`` why the last turn was refused.
    ``acts`` are the side actions, but for the one that accepts what is ``offered`` to the visitor.
    ``agreements`` are what players can agree on beside their turns, and have. ``fairness`` has the
    commitments; ``game_over`` is there once the game is over.
    """

    visit: queries.Visit
    game: Game
    report: PositionReport
    places: Sequence[SeatSummary]
    stopped: Intervention | None
    trouble: SubmissionRefusal | None
    acts: Sequence[SideAction]
    offered: SideAction | None
    leaves_by_act: bool
    agreements: Agreements
    game_over: GameOverSummary | None
    fairness: Fairness
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSection:
    """The board as a person sees it, ``turned`` by that number of quarters.

    ``is_drawn`` says that the news are drawn on it; ``focus`` is what to look at. ``notes`` are
    the visitor's on other players' pieces, and the pieces that can have one. ``looks`` are the
    links to how each seat saw a game of hidden pieces that is over, ``eyes`` is the seat chosen, ""
    in the open.
    """

    board: board.BoardPicture
    legend: Sequence[FigureKind]
    focus: Focus
    looks: Sequence[ViewLink]
    eyes: str
    shown: Mapping[str, Toggle]
    turned: int
    is_drawn: bool
    notes: Notes


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSection:
    """What a person can do for their turn, and what they did last.

    ``turn`` is the turn they can compose, ``composer`` the initial data of its script, ``text`` the
    content of the orders' field, ``end`` the word that ends it. ``rest`` is what is left of a plan
    of theirs that stopped, until they make another. ``setups`` are those they have saved, and one
    that they could save. ``premoves`` says whether the turn can be handed in ahead, and which one
    was, ``conditional`` the same of answers to the next turns; ``asks_empty`` that they are asked
    whether to keep an empty plan. ``pending`` is their
    submission that waits for an answer, ``awaited`` the others when all act at once.
    """

    turn: composer.Composer | None
    composer: Json | None
    text: str
    meter: Meter | None
    end: str
    rest: PlanRest | None
    setups: SetUpPanel | None
    premoves: PremoveState
    conditional: ConditionalState
    asks_empty: bool
    commands: Sequence[str]
    words: Mapping[str, str]
    pending: Submission | None
    awaited: AwaitedPlayers | None
    receipt: ReceiptSection | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsSection:
    """The turn under way (``so_far``), and what happened since the visitor's last one, new to them
    from the step ``new_from`` on. ``expected`` is when their next turn can be."""

    news: GameNews
    unseen: bool
    new_from: int | None
    film_after: int
    so_far: Sequence[HistoryStep]
    expected: Forecast | None


def game_url(request: HttpRequest, game: Game) -> str:
    """Return the URL of a game that is looked at as this page is: same rotation, same seat."""
    params = view_params(request, game)
    return f"{reverse('game', args=[game.pk])}{'?' if params else ''}{urlencode(params)}"


def as_context(page: Any) -> dict[str, Any]:
    """Return the fields of a typed page by name, as its template reads them."""
    return {field.name: getattr(page, field.name) for field in fields(page)}


def render_game(
    request: HttpRequest,
    visit: queries.Visit,
    *,
    text: str | None = None,
    refusal: SubmissionRefusal | None = None,
) -> HttpResponse:
    """Show a game with a plan for the visitor's turn, and perhaps why the last one was refused.

    Without a ``text`` the plan is the saved draft. A browser that sent a form is redirected to the
    page that shows the refusal.
    """
    if refusal and refusal.status == HTTPStatus.FORBIDDEN:
        log_forbidden(request)
    if refusal and stored_refusals.is_form_navigation(request):
        stored_refusals.store_refusal(request, visit, refusal, text)
        return redirect(game_url(request, visit.game))
    basis = _page_basis(request, visit, text)
    news = _news_section(visit, basis)
    sections = (
        _game_section(visit, basis, refusal),
        _board_section(request, visit, basis, news.news),
        _turn_section(request, visit, basis, refusal),
        news,
    )
    context = {name: value for part in sections for name, value in as_context(part).items()}
    status = refusal.status if refusal else 200
    return render(request, "games/game.html", context, status=status)


@dataclass(frozen=True, slots=True)
class _PageBasis:
    """What a page of a game is built from: what its visitor knows, and the seat whose ``eyes`` they
    look through; the picture's parameters to ``keep``; their ``last`` turn and the ``draft`` of the
    next; the ``turn`` that they can compose, made of ``text``, and their ``own`` set-ups that fit.
    ``state`` is the position that is drawn."""

    known: KnownGame
    eyes: str | None
    keep: Mapping[str, str]
    turned: int
    last: Submission | None
    draft: Draft | None
    text: str
    own: tuple[KeptSetUp, ...]
    turn: composer.Composer | None
    state: Any

    @property
    def has_plan(self) -> bool:
        turn = self.turn
        return turn is not None and bool(turn.steps or turn.chosen or turn.ways)


def _page_basis(request: HttpRequest, visit: queries.Visit, text: str | None) -> _PageBasis:
    """Return what a page is built from, with the saved draft where no ``text`` is given."""
    known, eyes = known_game(visit.game, visit.viewer), viewed_seat(request, visit.game)
    keep = _picture_params(request)
    last = queries.last_turn(visit.game, visit.mine) if visit.mine else None
    draft = visitor_draft(visit)
    text = _waiting_text(visit, draft) if text is None else text
    setups = usable_setups(visit, known) if can_plan(visit, known) else ()
    turn = _compose_turn(request, visit, known, text, keep, setups)
    state = turn.sketch.state if turn else _shown_position(visit, known, eyes)
    return _PageBasis(
        known, eyes, keep, rotation(request, visit), last, draft, text, setups, turn, state
    )


def _game_section(
    visit: queries.Visit, basis: _PageBasis, refusal: SubmissionRefusal | None
) -> GameSection:
    actions, mine = side_actions(visit, basis.known), visit.mine
    # Who has said no is not shown the yes any more either.
    has_row = mine is not None and offers.find_offer(mine) is not None
    return GameSection(
        visit=visit,
        game=visit.game,
        report=basis.known.report,
        places=seat_summaries(visit, basis.known.report),
        stopped=interventions.find_halt(visit.game),
        trouble=refusal,
        acts=[act for act in actions if not (act.accepts and has_row)],
        offered=offers.open_offer(basis.known, mine) if mine else None,
        leaves_by_act=any(act.leaves for act in actions),
        agreements=game_agreements(visit),
        game_over=game_over_summary(visit),
        fairness=game_fairness(visit),
        key=uuid.uuid4().hex,
    )


def _board_section(
    request: HttpRequest, visit: queries.Visit, basis: _PageBasis, news: GameNews
) -> BoardSection:
    """Return the board with the marks of the plan if there is one, else with those of the news."""
    turn, notes = basis.turn, board_notes(visit, basis.state)
    marks = turn.marks if turn and basis.has_plan else news.numbered_marks(MAX_NEWS)
    return BoardSection(
        board=_draw_board(visit, basis, (*marks, *notes.marks)),
        legend=board.figure_legend(visit.game, visit.mine or visit.seats[0]),
        focus=game_focus(visit, basis.known, news.steps),
        looks=view_links(request, visit),
        eyes=basis.eyes or "",
        shown=_board_toggles(request, visit, basis),
        turned=basis.turned,
        is_drawn=not basis.has_plan and bool(marks),
        notes=notes,
    )


def _turn_section(
    request: HttpRequest,
    visit: queries.Visit,
    basis: _PageBasis,
    refusal: SubmissionRefusal | None,
) -> TurnSection:
    known, turn, last = basis.known, basis.turn, basis.last
    receipt, awaited = _find_receipt(request, visit, known), _awaited_players(visit, last)
    to_save = _setup_text(turn, receipt, awaited)
    return TurnSection(
        turn=turn,
        composer=_composer_json(visit, turn, basis) if turn else None,
        text=refusal.text if refusal else turn.read.text if turn else basis.text,
        meter=plan_meter(known.rules, turn.sketch) if turn else points_meter(known.report),
        end=end_word(visit, known),
        rest=rest_of_plan(known, last) if turn and not turn.text else None,
        setups=setup_panel(visit, known, to_save, basis.own, basis.keep),
        premoves=_premove_state(visit, known),
        conditional=_conditional_state(visit, known),
        asks_empty=turn is not None and turn.is_ahead and request.GET.get(EMPTY) == "1",
        commands=commands.answer_command(commands.BoardQuestion(visit.game, known.state), "?"),
        words=payload.script_texts(is_ahead=turn is not None and turn.is_ahead),
        pending=last if turn is None and _is_on_turn(visit, known) else None,
        awaited=awaited,
        receipt=receipt,
    )


def _news_section(visit: queries.Visit, basis: _PageBasis) -> NewsSection:
    game, known = visit.game, basis.known
    news = _recent_news(visit, basis.last, basis.eyes)
    mark = read_marks.last_read(game, visit.person)
    turn_number = game.rules.judgement.turn_number(known.state)
    return NewsSection(
        news=news,
        unseen=news.is_unseen(mark),
        new_from=read_marks.first_new_step(news.others_numbers, mark),
        # Without news the replay begins at the present, so that it has nothing to show.
        film_after=news.steps[0].first - 1 if news.total else game.version,
        so_far=history.turn_so_far(game, visit.viewer, turn_number),
        expected=_next_turn_forecast(visit, known),
    )


def _next_turn_forecast(visit: queries.Visit, known: KnownGame) -> Forecast | None:
    """Return when the visitor's next turn can be, None if they have no seat."""
    if visit.mine is None:
        return None
    return turn_forecast.forecast_next_turn(known, visit.seats, clock.now())


def _premove_state(visit: queries.Visit, known: KnownGame) -> PremoveState:
    # What somebody has said ahead is not for the friend who stands in for them.
    if visit.mine is None or visit.is_stand_in:
        return PremoveState()
    if not (visit.game.is_running and premoves.allows_premoves(known.rules)):
        return PremoveState()
    if visit.decision is not None:
        dropped = premoves.dropped_premove(visit.mine, visit.decision.number)
        return PremoveState(dropped=dropped, plan=_plan_from_premove(visit, known, dropped))
    return PremoveState(
        premoves.can_file_premove(known, visit.mine), premoves.waiting_premove(visit.mine)
    )


def _conditional_state(visit: queries.Visit, known: KnownGame) -> ConditionalState:
    mine, decision = visit.mine, visit.decision
    is_own = mine is not None and not visit.is_stand_in
    if mine is None or not is_own or not visit.game.is_running or len(visit.seats) != 2:
        return ConditionalState()
    waiting = conditional_turns.waiting_turns(mine)
    if decision is not None:
        # Those that wait now wait for the delay of their author.
        stopped = conditional_turns.stopped_turns(mine, decision.number)
        return ConditionalState(waiting=waiting, stopped=stopped)
    return ConditionalState(conditional_turns.can_file_turns(known, mine), waiting)


def _plan_from_premove(visit: queries.Visit, known: KnownGame, premove: Premove | None) -> str:
    """Return a premove as a plan that can be edited: without the word that ends the turn."""
    notation, end = known.rules.notation, end_word(visit, known)
    words = notation.split_words(premove.text) if premove else ()
    return notation.join_words(word for word in words if word != end)


def _is_on_turn(visit: queries.Visit, known: KnownGame) -> bool:
    """Whether it is the visitor's turn and the game goes on."""
    is_played = visit.game.is_running and not visit.game.is_paused
    return visit.viewer is not None and is_played and known.report.turn == visit.viewer


def visitor_draft(visit: queries.Visit) -> Draft | None:
    """Return the visitor's saved draft, None if there is none."""
    return drafts.find_draft(visit.mine, visit.person) if visit.mine and visit.person else None


def board_notes(visit: queries.Visit, state: Any) -> Notes:
    """Return the other players' pieces that the visitor can note, with their notes."""
    rules = visit.game.rules
    if visit.person is None or visit.viewer is None or not rules.telling.identities(state):
        return Notes()
    # Only after the checks above, so that games without notes need no query.
    return pins.notes_on_board(
        rules, state, visit.viewer, pins.read_notes(visit.game, visit.person)
    )


def waiting_plan(visit: queries.Visit) -> str:
    """Return the visitor's saved draft as text, "" once it was handed in, or other orders later."""
    return _waiting_text(visit, visitor_draft(visit))


def _waiting_text(visit: queries.Visit, draft: Draft | None) -> str:
    if draft is None or visit.mine is None:
        return ""
    return drafts.waiting_text(draft, queries.last_composed(visit.game, visit.mine))


def outdated_refusal(
    visit: queries.Visit, text: str, *, seen: int | None
) -> SubmissionRefusal | None:
    """Return the refusal of a plan from a page of the version ``seen``, if its reader has handed in
    orders since; None if they have not. So a form that is sent again puts nothing back."""
    if visit.mine is None or seen is None or seen == visit.game.version:
        return None
    last = queries.last_composed(visit.game, visit.mine)
    if last is None or seen > last.seen_version:
        return None
    return as_refusal(turns.StaleVersion(), text)


def end_word(visit: queries.Visit, known: KnownGame) -> str:
    """Return the word that would end the visitor's turn, or their next one if it can be handed in
    ahead; "" if the turn ends by itself."""
    if visit.mine is None:
        return ""
    judgement, state = visit.game.rules.judgement, known.state
    if premoves.can_file_premove(known, visit.mine):
        state = judgement.suppose_turn(state, visit.mine.name)
    elif visit.decision is None:
        return ""
    return judgement.end_word(state, visit.mine.name)


def side_actions(visit: queries.Visit, known: KnownGame) -> tuple[SideAction, ...]:
    """Return what the visitor may do beside their turn or out of it."""
    if visit.viewer is None or visit.is_stand_in or not visit.game.is_running:
        return ()
    return visit.game.rules.judgement.side_actions(known.state, visit.viewer)


def _compose_turn(
    request: HttpRequest,
    visit: queries.Visit,
    known: KnownGame,
    text: str,
    keep: Mapping[str, str],
    setups: Iterable[KeptSetUp],
) -> composer.Composer | None:
    if visit.viewer is None or not can_plan(visit, known):
        return None
    asked = composer.PlanRequest(
        text,
        piece=request.GET.get("piece", ""),
        tool=request.GET.get("tool", ""),
        keep=keep,
        kept=tuple(setup.choice for setup in setups),
        author=visit.author,
    )
    return composer.compose_turn(known.rules, known.state, visit.viewer, asked)


def _setup_text(
    turn: composer.Composer | None, receipt: ReceiptSection | None, awaited: AwaitedPlayers | None
) -> str:
    """Return the text that may be a set-up to save: handed in just now, planned, or waiting."""
    if turn is not None and receipt is None:
        return turn.read.text
    sent = receipt.sent if receipt else awaited.sent if awaited else None
    return sent.text if sent else ""


def can_plan(visit: queries.Visit, known: KnownGame) -> bool:
    """Whether the visitor can plan a turn: their own, or the next one while others play."""
    if visit.viewer is None or not visit.game.is_running:
        return False
    if visit.decision is not None:
        return visit.decision.ask.how == "compose"
    judgement = visit.game.rules.judgement
    ahead = judgement.suppose_turn(known.state, visit.viewer)
    return judgement.turn_number(ahead) != judgement.turn_number(known.state)


def _composer_json(visit: queries.Visit, turn: composer.Composer, basis: _PageBasis) -> Json:
    """Return the initial data of the script."""
    assert visit.viewer is not None
    return payload.plan_payload(visit.game, visit.viewer, turn) | {
        "version": visit.game.version,
        "draft": basis.draft.number if basis.draft else 0,
        "chosen": turn.chosen,
        "tool": turn.tool,
        "address": f"{reverse('game_plan', args=[visit.game.pk])}?{ROTATION_PARAM}={basis.turned}",
        "reach": reverse("game_reach", args=[visit.game.pk]),
        "near": [field for way in turn.ways for field in way.choice.way],
    }


def _shown_position(visit: queries.Visit, known: KnownGame, eyes: str | None) -> Any:
    """Return the position that is drawn: what the visitor knows, or what the chosen seat knew."""
    return known_game(visit.game, visit.viewer, then=eyes).state if eyes else known.state


def _draw_board(
    visit: queries.Visit, basis: _PageBasis, marks: tuple[Mark, ...]
) -> board.BoardPicture:
    """Draw the board, whole or near the chosen piece."""
    game, turn = visit.game, basis.turn
    title = _("Board of %(title)s") % {"title": game.title}
    style = BoardStyle(title=title, marks=marks, labels=True, turned=basis.turned)
    if turn:
        style = replace(style, links=turn.links)
    if NEAR in basis.keep and turn and turn.chosen_fields:
        style = _style_near(game, style, turn.chosen_fields)
    return board.board_picture(game, visit.seats, basis.state, style)


def _style_near(game: Game, style: BoardStyle, fields: Iterable[str]) -> BoardStyle:
    """Return a style that shows the surroundings of some fields only."""
    box = board.box_around(game, fields, turned=style.turned)
    # A link outside the picture could be reached by keyboard without being seen.
    near = board.fields_inside(game, box, style.links, turned=style.turned)
    return replace(style, box=box, links={field: style.links[field] for field in near})


def _picture_params(request: HttpRequest) -> dict[str, str]:
    """Return the query parameters of the picture, for the links of the page."""
    near = {NEAR: "1"} if request.GET.get(NEAR) == "1" else {}
    return near | rotation_params(request)


def _board_toggles(
    request: HttpRequest, visit: queries.Visit, basis: _PageBasis
) -> dict[str, Toggle]:
    """Return the links that switch the close-up, and rotate the board where it can be."""
    is_near = NEAR in basis.keep
    near = Toggle(is_near, url_with_param(request, NEAR, "0" if is_near else "1"))
    return {NEAR: near} | rotation_toggle(request, visit.game.rules.art, basis.turned)


def _recent_news(visit: queries.Visit, last: Submission | None, eyes: str | None) -> GameNews:
    """Return what happened since the visitor's last turn; for a spectator, what happened lately."""
    start = max(0, visit.game.version - RECENT_EVENTS)
    if visit.mine is None:
        return news_of(visit.game, None, after=start, then=eyes)
    after = queries.news_start(visit.game, visit.mine, last)
    is_premoved = bool(last and last.is_ahead)
    return news_of(visit.game, visit.viewer, after=after, then=eyes, is_premoved=is_premoved)


def _awaited_players(visit: queries.Visit, last: Submission | None) -> AwaitedPlayers | None:
    """Return who is awaited where all act at once and the visitor's own part is done."""
    asked_since = {
        decision.seat_id: decision.version for decision in visit.asked if decision.ask.parallel
    }
    if visit.mine is None or visit.decision is not None or not asked_since:
        return None
    start = min(asked_since.values())
    people = tuple(seat.player for seat in visit.seats if seat.pk in asked_since and seat.player)
    return AwaitedPlayers(people, last if last and last.first_seq > start else None)


def _find_receipt(
    request: HttpRequest, visit: queries.Visit, known: KnownGame
) -> ReceiptSection | None:
    """Return what the visitor has just handed in, and what it led to; None if nothing."""
    number = parse_number(request.GET.get("sent", ""), digits=15)
    if visit.person is None or number is None:
        return None
    sent = queries.find_submission(visit.game, visit.person, number)
    if sent is None:
        return None
    before = sent.first_seq - 1
    happened = history.list_steps(
        visit.game, visit.viewer, after=before, upto=before + history.STRETCH
    )
    waiting = queries.decisions_for(visit.person).exclude(game=visit.game).first()
    return ReceiptSection(sent, _offer_made(visit, known, sent), tuple(happened), waiting)


def _offer_made(visit: queries.Visit, known: KnownGame, sent: Submission) -> Phrase | None:
    """Return what its author has offered others with a submission, None if nothing."""
    for seat in visit.seats:
        row = offers.find_offer(seat)
        if seat != visit.mine and row is not None and row.version >= sent.first_seq:
            action = offers.standing_offer(visit.game.rules, known.state, seat.name)
            return action.accepts.by_you if action and action.accepts else None
    return None
