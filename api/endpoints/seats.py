"""Seats of running games: leave, return, take over; what players agree on; private notes."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from accounts.models import Person
from api import showing
from api.authentication import PLAY, READ, person_of
from api.problems import Problem, problem_of_submission
from api.repeats import idempotent, read_form_key
from api.schemas.games import GameOut
from api.schemas.seats import (
    AgreementsOut,
    NamedIn,
    NoteIn,
    NoteOut,
    NudgeIn,
    PauseIn,
    RequestIn,
    TakeOverIn,
)
from api.visits import GameId, require_own_seat, require_seat, visit_begun_game, visit_game
from games import queries
from games.agreements import extensions, nudges, pauses, take_backs
from games.agreements.forms import PauseForm
from games.agreements.pages import game_agreements
from games.models import SeatRequest, Submission
from games.notes import pins
from games.notes.refusals import refuse_note
from games.pages import game as pages
from games.play import clock, seat_requests, tables, thanks, turns
from games.play.knowledge import known_game

router = Router(tags=["Seats and agreements"], auth=PLAY)

PieceName = Annotated[str, Path(description="The name of a piece.", max_length=20, examples=["b3"])]


@router.post("/games/{game_id}/leave", response={204: None}, summary="Leave a game")
@idempotent
def leave_game(request: HttpRequest, game_id: GameId) -> None:
    """Leave a game that runs, for good: a loss for you, and others may take over your seat."""
    require_own_seat(visit_begun_game(request, game_id))
    turns.leave_game(game_id, person_of(request), now=clock.now(), via=Submission.Via.API)


@router.post("/games/{game_id}/return", response=GameOut, summary="Come back")
@idempotent
def return_to_seat(request: HttpRequest, game_id: GameId) -> Any:
    """Return to your seat after an absence."""
    require_own_seat(visit_begun_game(request, game_id))
    turns.return_to_seat(game_id, person_of(request), now=clock.now())
    return _show(request, game_id)


@router.post(
    "/games/{game_id}/step-back", response={204: None}, summary="Play for a friend no more"
)
@idempotent
def step_back(request: HttpRequest, game_id: GameId) -> None:
    """Play for a friend no longer."""
    visit_begun_game(request, game_id)
    turns.step_back(game_id, person_of(request), now=clock.now())


@router.post("/games/{game_id}/take-over", response=GameOut, summary="Take over a seat")
@idempotent
def become_substitute(request: HttpRequest, game_id: GameId, place: TakeOverIn) -> Any:
    """Play on in the seat of somebody who is absent."""
    visit = visit_begun_game(request, game_id)
    _require_seat_name(visit, place.seat)
    turns.become_substitute(game_id, place.seat, person_of(request), now=clock.now())
    return _show(request, game_id)


@router.post("/games/{game_id}/ask-host", response={204: None}, summary="Ask for a seat")
@idempotent
def ask_host(request: HttpRequest, game_id: GameId, place: TakeOverIn) -> None:
    """Ask the host to let you take over the seat of somebody who is absent."""
    visit, key = visit_begun_game(request, game_id), read_form_key(request)
    _require_seat_name(visit, place.seat)
    seat_requests.ask_host(game_id, place.seat, person_of(request), now=clock.now(), form_key=key)


@router.post("/games/{game_id}/allow", response={204: None}, summary="Let somebody take a seat")
@idempotent
def allow_substitute(request: HttpRequest, game_id: GameId, named: NamedIn) -> None:
    """Let somebody whom you name, as the host, take over a seat whose pieces are hidden."""
    host = _host_of(request, game_id)
    try:
        tables.allow_substitute(game_id, host, named.name, now=clock.now())
    except tables.TableRejected as rejection:
        raise Problem("conflict", str(rejection)) from None


@router.post("/games/{game_id}/requests/accept", response=GameOut, summary="Accept a request")
@idempotent
def accept_request(request: HttpRequest, game_id: GameId, asked: RequestIn) -> Any:
    """Let the person who asks you, the host, take over a seat."""
    host = _host_of(request, game_id)
    seat_requests.accept_request(_find_request(game_id, asked), host, now=clock.now())
    return _show(request, game_id)


@router.post("/games/{game_id}/requests/decline", response={204: None}, summary="Decline a request")
@idempotent
def decline_request(request: HttpRequest, game_id: GameId, asked: RequestIn) -> None:
    """Decline that the person who asks you, the host, takes over a seat."""
    host = _host_of(request, game_id)
    seat_requests.decline_request(_find_request(game_id, asked), host, now=clock.now())


@router.post("/games/{game_id}/thank", response={204: None}, summary="Thank the others")
@idempotent
def thank_players(request: HttpRequest, game_id: GameId) -> None:
    """Thank the other players of a game that is over."""
    visit = visit_begun_game(request, game_id)
    require_seat(visit)
    if visit.game.status != visit.game.Status.OVER:
        raise Problem("not-found")
    thanks.give_thanks(visit.game, person_of(request), now=clock.now())


@router.get(
    "/games/{game_id}/agreements",
    auth=READ,
    response=AgreementsOut,
    summary="What can be agreed on",
)
def get_agreements(request: HttpRequest, game_id: GameId) -> Any:
    """Return what you can agree on with the other players, and what is proposed."""
    visit = visit_begun_game(request, game_id)
    agreed = game_agreements(visit)
    return {
        "extensions_left": agreed.extend.left if agreed.extend else 0,
        "pause": agreed.proposed.pause.pk if agreed.proposed else None,
        "pause_until": agreed.proposed.pause.until if agreed.proposed else None,
        "take_back": agreed.take_back.take_back.pk if agreed.take_back else None,
        "requests": [
            {"id": one.pk, "person": one.person.name, "seat": one.seat.name}
            for one in visit.seat_requests
        ],
    }


@router.post("/games/{game_id}/extension", response=GameOut, summary="Take more time")
@idempotent
def take_extension(request: HttpRequest, game_id: GameId) -> Any:
    """Take more time for what you are asked, as the table allows it."""
    require_seat(visit_begun_game(request, game_id))
    key = read_form_key(request)
    extensions.take_extension(game_id, person_of(request), now=clock.now(), form_key=key)
    return _show(request, game_id)


@router.post("/games/{game_id}/nudge", response={204: None}, summary="Remind somebody")
@idempotent
def nudge_player(request: HttpRequest, game_id: GameId, waiting: NudgeIn) -> None:
    """Remind a player who is asked that you wait."""
    visit = visit_begun_game(request, game_id)
    require_seat(visit)
    decision = next((one.pk for one in visit.asked if one.seat.name == waiting.seat), 0)
    nudges.nudge_player(game_id, decision, person_of(request), now=clock.now())


@router.post("/games/{game_id}/pause", response=AgreementsOut, summary="Propose a pause")
@idempotent
def propose_pause(request: HttpRequest, game_id: GameId, pause: PauseIn) -> Any:
    """Propose to the others that the game is paused until noon of a day."""
    person, now = person_of(request), clock.now()
    require_seat(visit_begun_game(request, game_id))
    form = PauseForm({"until": pause.until.isoformat()}, person=person, now=now)
    if not form.is_valid():
        raise Problem("invalid", " ".join(map(str, form.errors["until"])))
    until, key = form.cleaned_data["until"], read_form_key(request)
    pauses.propose_pause(game_id, person, until, now=now, form_key=key)
    return get_agreements(request, game_id)


@router.post("/games/{game_id}/pause/agree", response=AgreementsOut, summary="Agree to a pause")
@idempotent
def agree_to_pause(request: HttpRequest, game_id: GameId) -> Any:
    """Agree to the pause that another player proposes."""
    pauses.agree_to_pause(_find_pause(request, game_id), person_of(request), now=clock.now())
    return get_agreements(request, game_id)


@router.post("/games/{game_id}/pause/decline", response=AgreementsOut, summary="Decline a pause")
@idempotent
def decline_pause(request: HttpRequest, game_id: GameId) -> Any:
    """Decline the pause that is proposed, or withdraw your own."""
    pauses.decline_pause(_find_pause(request, game_id), person_of(request), now=clock.now())
    return get_agreements(request, game_id)


@router.post("/games/{game_id}/pause/end", response=AgreementsOut, summary="End a pause")
@idempotent
def end_pause(request: HttpRequest, game_id: GameId) -> Any:
    """Let a game go on that its players have paused."""
    require_seat(visit_begun_game(request, game_id))
    pauses.end_pause(game_id, person_of(request), now=clock.now())
    return get_agreements(request, game_id)


@router.post("/games/{game_id}/take-back", response=AgreementsOut, summary="Ask for a take-back")
@idempotent
def ask_take_back(request: HttpRequest, game_id: GameId) -> Any:
    """Ask the others to take your last turn back."""
    require_seat(visit_begun_game(request, game_id))
    key = read_form_key(request)
    take_backs.ask_take_back(game_id, person_of(request), now=clock.now(), form_key=key)
    return get_agreements(request, game_id)


@router.post(
    "/games/{game_id}/take-back/agree", response=AgreementsOut, summary="Agree to a take-back"
)
@idempotent
def agree_to_take_back(request: HttpRequest, game_id: GameId) -> Any:
    """Agree to the turn that another player wants to take back."""
    asked = _find_take_back(request, game_id)
    take_backs.agree_to_take_back(asked, person_of(request), now=clock.now())
    return get_agreements(request, game_id)


@router.post(
    "/games/{game_id}/take-back/decline", response=AgreementsOut, summary="Refuse a take-back"
)
@idempotent
def decline_take_back(request: HttpRequest, game_id: GameId) -> Any:
    """Refuse that another player takes a turn back, or do not ask for that any more."""
    asked = _find_take_back(request, game_id)
    take_backs.decline_take_back(asked, person_of(request), now=clock.now())
    return get_agreements(request, game_id)


@router.get("/games/{game_id}/notes", auth=READ, response=list[NoteOut], summary="My notes")
def list_notes(request: HttpRequest, game_id: GameId) -> Any:
    """Return the pieces of others on the board with your notes, which nobody else ever sees."""
    visit = visit_begun_game(request, game_id)
    require_seat(visit)
    noted = pages.board_notes(visit, known_game(visit.game, visit.viewer).state)
    return [
        {"piece": one.name, "field": one.field, "is_hidden": one.is_hidden, "text": one.text}
        for one in noted.pieces
    ]


@router.put("/games/{game_id}/notes/{piece}", response={204: None}, summary="Pin a note")
def pin_note(request: HttpRequest, game_id: GameId, piece: PieceName, note: NoteIn) -> None:
    """Pin a note to a piece of somebody else, in place of the one before."""
    visit, text = visit_begun_game(request, game_id), " ".join(note.text.split())
    if refusal := refuse_note(visit, piece, text):
        raise problem_of_submission(refusal)
    pins.pin_note(visit.game, person_of(request), piece, text)


def _show(request: HttpRequest, game_id: int) -> Any:
    visit = visit_game(request, game_id)
    return showing.show_visit(visit, now=clock.now())


def _require_seat_name(visit: queries.Visit, name: str) -> None:
    if name not in visit.game.rules.seating.names:
        raise Problem("not-found")


def _host_of(request: HttpRequest, game_id: int) -> Person:
    if not visit_begun_game(request, game_id).is_host:
        raise Problem("forbidden")
    return person_of(request)


def _find_request(game_id: int, asked: RequestIn) -> int:
    """Return the number of a request, if it is one of this game."""
    found = SeatRequest.objects.filter(pk=asked.request, game=game_id)
    if not found.exists():
        raise Problem("not-found")
    return asked.request


def _find_pause(request: HttpRequest, game_id: int) -> int:
    visit = visit_begun_game(request, game_id)
    require_seat(visit)
    pause = pauses.find_open_pause(visit.game)
    return pause.pk if pause else 0


def _find_take_back(request: HttpRequest, game_id: int) -> int:
    visit = visit_begun_game(request, game_id)
    require_seat(visit)
    asked = take_backs.find_open_take_back(visit.game, clock.now())
    return asked.pk if asked else 0
