"""Tables: search, open, sit down, invite, start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from django import forms as django_forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from ninja import Query, Router

from accounts.models import Person
from api import showing
from api.authentication import PUBLIC, TABLES, person_of, reader_of
from api.cursors import Cursor, Limit, slice_newest
from api.problems import Problem
from api.repeats import idempotent, read_form_key
from api.schemas.games import GameOut
from api.schemas.me import GamesOut
from api.schemas.tables import AddressesIn, InvitedOut, JoinIn, LevelIn, PlayerIn, SeatIn, TableIn
from api.visits import GameId, visit_game
from conquest import registry
from conquest.core import Fault, Option
from games import forms, options, queries, search
from games.models import Game
from games.play import clock, rematch, tables

router = Router(tags=["Tables"], auth=TABLES)

Status = Annotated[
    Literal["open", "vacant", "running", "over"],
    Query(
        description="Open tables, running games with a seat to take over, running, or over.",
        examples=["open"],
    ),
]
Words = Annotated[
    str, Query(description="Words of a title, or a part of a name.", max_length=60, examples=[""])
]
Slug = Annotated[str, Query(description="Of a rule set.", max_length=40, examples=["bollwerk"])]
Pace = Annotated[str, Query(description="A preset of clocks.", max_length=20, examples=["fast"])]
Free = Annotated[int, Query(description="At least that many free seats.", ge=0, le=9, examples=[1])]
Language = Annotated[str, Query(description="Of the host.", max_length=10, examples=["de"])]

Bots = Annotated[bool, Query(description="Only tables that welcome bots.", examples=[False])]


@router.get("/tables", auth=PUBLIC, response=GamesOut, summary="Search tables and games")
def list_tables(
    request: HttpRequest,
    status: Status = "open",
    rule_set: Slug = "",
    words: Words = "",
    pace: Pace = "",
    free: Free = 0,
    language: Language = "",
    welcomes_bots: Bots = False,
    after: Cursor = "",
    limit: Limit = 20,
) -> Any:
    """Return the tables or games that match, the newest first: all that you may see."""
    asked = {"words": words, "game": rule_set, "pace": pace, "free": free, "language": language}
    asked |= {"bots": welcomes_bots}
    form, person = forms.SearchForm(status, asked), reader_of(request)
    found = search.search_games(form.search, person).lists[status]
    page = slice_newest(found, search.AT[status], after, limit)
    rows = {row.game.pk: row for row in queries.game_rows(_select(page.rows), person)}
    now = clock.now()
    shown = [
        showing.show_game(row.game, row.seats, row.asked, row.mine, now=now)
        for game in page.rows
        if (row := rows.get(game.pk))
    ]
    return {"games": shown, "after": page.after}


@router.post("/tables", response=GameOut, summary="Open a table")
@idempotent
def open_table(request: HttpRequest, table: TableIn) -> Any:
    """Open a table, and sit down at its first seat."""
    host = person_of(request)
    # Hours of the day are those of the host, as on their page.
    with timezone.override(ZoneInfo(host.time_zone)):
        form = forms.TableForm(*_fill_form(host, table))
        _require_valid(form)
        terms = form.terms
    return _change(
        request,
        lambda now: tables.host_table(host, terms, now=now, form_key=read_form_key(request)).pk,
    )


@router.post("/tables/{game_id}/join", response=GameOut, summary="Sit down")
@idempotent
def join_table(request: HttpRequest, game_id: GameId, place: JoinIn) -> Any:
    """Sit down at a seat, or at any free one. The game may begin by it."""
    person = person_of(request)
    visit_game(request, game_id, key=place.key)
    form = forms.WordForm({"word": place.word})
    _require_valid(form)

    def join(now: datetime) -> int:
        word = form.cleaned_data["word"]
        tables.join_table(game_id, person, seat_name=place.seat, word=word, now=now)
        rematch.begin_if_complete(game_id, person, now=now)
        return game_id

    return _change(request, join)


@router.post("/tables/{game_id}/seat", response=GameOut, summary="Change seats")
@idempotent
def choose_seat(request: HttpRequest, game_id: GameId, place: SeatIn) -> Any:
    """Move to another seat, or take another colour."""
    visit, person = visit_game(request, game_id), person_of(request)
    if visit.mine is None:
        raise Problem("forbidden")
    asked = {"seat": place.seat, "colour": place.colour or visit.mine.colour}
    form = forms.SeatForm(visit.game, person.pk, asked)
    _require_valid(form)
    seat, colour = form.cleaned_data["seat"], form.cleaned_data.get("colour", "")

    def choose(now: datetime) -> int:
        tables.choose_seat(game_id, person, seat_name=seat, colour=colour, now=now)
        return game_id

    return _change(request, choose)


@router.post("/tables/{game_id}/leave", response={204: None}, summary="Stand up")
@idempotent
def leave_table(request: HttpRequest, game_id: GameId) -> Any:
    """Stand up from a table; a host who does so calls the game off."""
    visit, person = visit_game(request, game_id), person_of(request)
    if not (visit.mine or visit.is_host):
        raise Problem("forbidden")
    _act(lambda now: tables.stand_up(game_id, person, now=now))


@router.post("/tables/{game_id}/decline", response={204: None}, summary="Decline an invitation")
@idempotent
def decline_invitation(request: HttpRequest, game_id: GameId) -> Any:
    """Decline an invitation to a table."""
    visit_game(request, game_id)
    person = person_of(request)
    _act(lambda now: tables.decline_invitation(game_id, person, now=now))


@router.post("/tables/{game_id}/remove", response=GameOut, summary="Remove a player")
@idempotent
def remove_player(request: HttpRequest, game_id: GameId, player: PlayerIn) -> Any:
    """Remove a player from your table before the game begins."""
    host = _host_of(request, game_id)

    def remove(now: datetime) -> int:
        tables.remove_player(game_id, host, player.person, now=now)
        return game_id

    return _change(request, remove)


@router.post("/tables/{game_id}/invite", response=InvitedOut, summary="Invite people")
@idempotent
def invite_people(request: HttpRequest, game_id: GameId, invited: AddressesIn) -> Any:
    """Send invitations to your table by letter."""
    host = _host_of(request, game_id)
    form = forms.InviteForm({"addresses": "\n".join(invited.addresses)})
    _require_valid(form)
    addresses = form.cleaned_data["addresses"]
    letters = _act(lambda now: tables.invite_addresses(game_id, host, addresses, now=now))
    key = visit_game(request, game_id).game.invite_key
    return {"letters": letters, "link": settings.SITE_URL + reverse("invite", args=[key])}


@router.post("/tables/{game_id}/house", response=GameOut, summary="Seat house players")
@idempotent
def seat_house_players(request: HttpRequest, game_id: GameId, wanted: LevelIn) -> Any:
    """Fill the free seats of your table with house players."""
    host, bots = _host_of(request, game_id), queries.list_bots()

    def seat_bots(now: datetime) -> int:
        tables.seat_bots(game_id, host, bots, level=wanted.level, now=now)
        return game_id

    return _change(request, seat_bots)


@router.post("/tables/{game_id}/start", response=GameOut, summary="Start the game")
@idempotent
def start_table(request: HttpRequest, game_id: GameId) -> Any:
    """Start the game of your table."""
    host = _host_of(request, game_id)
    return _change(request, lambda now: tables.start_by_host(game_id, host, now=now).pk)


@router.post("/games/{game_id}/rematch", response=GameOut, summary="Play again")
@idempotent
def join_rematch(request: HttpRequest, game_id: GameId) -> Any:
    """Open the table of the rematch of a game that is over, or sit down at it."""
    visit, person = visit_game(request, game_id), person_of(request)
    if visit.mine is None:
        raise Problem("forbidden")
    if visit.game.status != visit.game.Status.OVER:
        raise Problem("not-found")
    return _change(request, lambda now: rematch.join_rematch(game_id, person, now=now).pk)


def _select(games: Any) -> Any:
    return Game.objects.filter(pk__in=[game.pk for game in games]).select_related("host")


def _fill_form(host: Person, table: TableIn) -> tuple[str, dict[str, Any]]:
    """Return the rule set of a table, and what its form would send.

    :raises Problem: if there is no such rule set, or an option has no such value.
    """
    rules = registry.find_rulesets().get(table.rule_set)
    if rules is None:
        raise Problem("invalid", errors=[{"value": "rule_set", "trouble": "unknown"}])
    title = table.title or forms.default_title(host, table.rule_set)
    switches = ("is_private", "is_rated", "may_try", "starts_itself")
    sent = {
        **forms.usual_values(table.rule_set),
        **table.terms,
        **{name: getattr(table, name) for name in switches},
        "welcomes_programs": table.welcomes_bots,
        **_sent_options(rules.seating.options, table.options),
        "title": title,
    }
    return table.rule_set, sent


def _sent_options(offered: tuple[Option, ...], chosen: Mapping[str, Any]) -> dict[str, str]:
    """Return what a form sends for options by their values.

    :raises Problem: if there is no such option or value.
    """
    by_name, sent = {option.name: option for option in offered}, {}
    for name, value in chosen.items():
        if name not in by_name:
            raise _wrong_option(name)
        try:
            sent[options.field_name(by_name[name])] = options.sent_value(by_name[name], value)
        except ValueError:
            raise _wrong_option(name) from None
    return sent


def _wrong_option(name: str) -> Problem:
    return Problem("invalid", errors=[{"value": f"options.{name[:40]}", "trouble": "unknown"}])


def _require_valid(form: django_forms.Form) -> None:
    """Refuse what a form of the site refuses, with its sentences.

    :raises Problem: with a sentence for each field.
    """
    if not form.is_valid():
        errors = [
            {"value": field, "trouble": " ".join(map(str, troubles))}
            for field, troubles in form.errors.items()
        ]
        raise Problem("invalid", errors[0]["trouble"], errors=errors)


def _host_of(request: HttpRequest, game_id: int) -> Person:
    """Return the person of a request, who is the host of a table.

    :raises Problem: if they are not.
    """
    if not visit_game(request, game_id).is_host:
        raise Problem("forbidden")
    return person_of(request)


def _act(act: Callable[[datetime], Any]) -> Any:
    """Do something at a table now; its rejection is a problem."""
    try:
        return act(clock.now())
    except (tables.TableRejected, Fault) as rejection:
        raise Problem("conflict", str(rejection)) from None


def _change(request: HttpRequest, act: Callable[[datetime], int]) -> Any:
    """Do something at a table now, and return the table, or the game, as it is then."""
    visit = visit_game(request, _act(act))
    return showing.show_visit(visit, now=clock.now())
