"""Tables: open one, sit down, invite, start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Person
from conquest import registry
from games import clock, forms, queries, tables, words
from games.models import Game
from games.views import small
from games.views.entrance import act, person_of, private, said, signed_in, visit


@require_safe
@private
def index(request: HttpRequest) -> HttpResponse:
    """List open tables, and the games anybody may watch."""
    context = {
        "tables": queries.open_tables(person_of(request)),
        "running": small.pictured(queries.running_games()),
        "finished": queries.finished_games(),
    }
    return render(request, "tables/index.html", context)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a table, with its host at the first seat."""
    person, ruleset = signed_in(request), _chosen(request)
    title = _("%(game)s with %(name)s") % {"game": _title(ruleset), "name": person.name}
    form = forms.TableForm(ruleset, request.POST or None, initial={"title": title[:60]})
    if form.is_valid():
        return redirect("table", _opened(person, form).pk)
    context = {"form": form, "rulesets": registry.choices(), "chosen": ruleset}
    return render(request, "tables/new.html", context, status=422 if form.is_bound else 200)


@require_safe
@private
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table to those who may join it."""
    return _page(request, visit(request, pk))


@require_safe
@private
def invite_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show a table to whoever was given its link."""
    game = queries.invited_by_key(key)
    if game is None:
        raise Http404
    if game.started_at is not None:
        return redirect("game", game.pk)
    found = queries.visit(game.pk, person_of(request), key=key)
    assert found is not None
    return _page(request, found, key=key)


@act
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down, at the seat that was named or any other."""
    person = signed_in(request)
    seat, key = said(request, "seat"), said(request, "key")
    key = key if key == visit(request, pk, key=key).game.invite_key else ""
    return _done(request, pk, lambda now: tables.join(pk, person, seat_name=seat, now=now), key=key)


@act
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """Move to another seat or take another colour."""
    person, found = signed_in(request), visit(request, pk)
    if found.mine is None:
        raise PermissionDenied
    form = forms.PlaceForm(found.game, person.pk, request.POST)
    if not form.is_valid():
        messages.error(request, _("This seat or this colour is taken."))
        return redirect("table", pk)
    place = {"seat_name": form.cleaned_data["seat"], "colour": form.cleaned_data["colour"]}
    return _done(request, pk, lambda now: tables.choose(pk, person, **place, now=now))


@act
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Stand up; a host who does so calls the game off."""
    found, person = visit(request, pk), signed_in(request)
    if not (found.mine or found.is_host):
        raise PermissionDenied
    done = _done(request, pk, lambda now: tables.stand_up(pk, person))
    is_gone = found.is_host or found.game.is_private
    return redirect("tables") if is_gone else done


@act
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Send invitations by letter."""
    found, form = _hosted(request, pk), forms.InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form, status=422)
    addresses = form.cleaned_data["addresses"]

    def invited(now: Any) -> None:
        fresh = tables.invite(pk, signed_in(request), addresses, now=now)
        said = ngettext("%(n)s letter is on its way.", "%(n)s letters are on their way.", fresh)
        messages.success(request, said % {"n": fresh})

    return _done(request, pk, invited)


@act
def house(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill the free seats with house players."""
    _hosted(request, pk)
    host, players = signed_in(request), queries.house_players()
    return _done(request, pk, lambda now: tables.seat_house(pk, host, players, now=now))


@act
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the game."""
    _hosted(request, pk)
    host = signed_in(request)
    return _done(request, pk, lambda now: tables.start(pk, host, now=now), to="game")


@act
def play(request: HttpRequest) -> HttpResponse:
    """Begin a game against house players at once."""
    person, ruleset = signed_in(request), _chosen(request)
    title = _("%(game)s with %(name)s") % {"game": _title(ruleset), "name": person.name}
    try:
        game = tables.play_house(
            host=person,
            ruleset=ruleset,
            title=title[:60],
            house=queries.house_players(),
            now=clock.now(),
        )
    except tables.Closed as closed:
        messages.error(request, str(closed))
        return redirect("tables")
    return redirect("game", game.pk)


def _hosted(request: HttpRequest, pk: int) -> queries.Visit:
    """Enter a table as its host; nobody else may."""
    found = visit(request, pk)
    if not found.is_host:
        raise PermissionDenied
    return found


def _opened(person: Person, form: forms.TableForm) -> Game:
    now, said = clock.now(), form.cleaned_data
    game = tables.open_table(
        host=person,
        ruleset=form.ruleset,
        title=said["title"],
        pace=form.pace,
        options=form.options,
        is_private=said["is_private"],
        is_rated=said["is_rated"],
        may_try=said["may_try"],
        now=now,
    )
    tables.join(game.pk, person, now=now)
    return game


def _page(
    request: HttpRequest,
    found: queries.Visit,
    *,
    key: str = "",
    form: forms.InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    if found.game.started_at is not None:
        return redirect("game", found.game.pk)
    mine, free = found.mine, [seat for seat in found.seats if seat.person_id is None]
    initial = {"seat": mine.name, "colour": mine.colour} if mine else {}
    place = forms.PlaceForm(found.game, mine.person_id or 0, initial=initial) if mine else None
    context = {
        "visit": found,
        "game": found.game,
        "board": small.opening(found.game, found.seats),
        "pace": words.pace_in_full(found.game.pace),
        "free": free,
        "key": key,
        "invite_form": form or forms.InviteForm(),
        "place_form": place,
        "invitations": queries.invitations(found.game) if found.is_host else (),
        "has_house": found.is_host and bool(free) and bool(queries.house_players()),
        "link": request.build_absolute_uri(reverse("invite", args=[found.game.invite_key])),
    }
    return render(request, "tables/table.html", context, status=status)


def _done(
    request: HttpRequest,
    pk: int,
    deed: Callable[[Any], object],
    *,
    to: str = "table",
    key: str = "",
) -> HttpResponse:
    """Do something at a table; what cannot be done is said on its page."""
    try:
        deed(clock.now())
    except tables.Closed as closed:
        messages.error(request, str(closed))
        return redirect("invite", key) if key else redirect("table", pk)
    return redirect(to, pk)


def _chosen(request: HttpRequest) -> str:
    """Give the rule set that was asked for, the first there is otherwise."""
    slugs = [slug for slug, _title in registry.choices()]
    asked = request.POST.get("ruleset") or request.GET.get("ruleset")
    return asked if asked in slugs else slugs[0]


def _title(ruleset: str) -> str:
    return registry.get(ruleset).title.said(_)
