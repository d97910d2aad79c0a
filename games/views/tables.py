"""The views of tables: open one, sit down, invite, start."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests
from conquest import registry
from db.old_reads import may_be_old
from games import forms, options, queries, search, thumbnails
from games.fairness.pages import game_fairness
from games.learn import showcase
from games.models import Game
from games.pages.access import (
    form_key,
    form_value,
    parse_number,
    person_of,
    player_action,
    private,
    signed_in_person,
    visit_or_404,
)
from games.pages.tryout import reader_language
from games.paging import paginate
from games.play import clock, rematch, tables
from games.play.substitutes import rule_of_hidden_seats

TABS = {
    search.OPEN: gettext_lazy("Open tables"),
    search.VACANT: gettext_lazy("Seats to take over"),
    search.RUNNING: gettext_lazy("Being played"),
    search.OVER: gettext_lazy("Finished"),
}
PAGES: Mapping[str, int] = {
    search.OPEN: 24,
    search.VACANT: 10,
    search.RUNNING: 10,
    search.OVER: 24,
}
INVITED = 30


@require_safe
@private
@may_be_old
def list_tables(request: HttpRequest) -> HttpResponse:
    """List the open tables, or the games anybody may watch, that match a search."""
    person, asked = person_of(request), request.GET.get("show", "")
    form = forms.SearchForm(asked if asked in search.SHOWN else search.OPEN, request.GET)
    wanted = form.search
    found = search.search_games(wanted, person)
    games, others = found.lists[wanted.status], dict(found.lists)
    page = queries.page_of_games(games, request.GET.get("page", ""), PAGES[wanted.status], person)
    del others[wanted.status]  # the page has counted them
    counts = {**search.count_by_status(others), wanted.status: page.total}
    context = {
        "form": form,
        "status": wanted.status,
        "is_narrowed": wanted != search.GameSearch(status=wanted.status),
        "tabs": [(status, TABS[status], counts[status]) for status in search.SHOWN],
        "page": page,
        "looked_at": search.LOOKED_AT if found.is_cut else None,
        "rule": rule_of_hidden_seats() if wanted.status == search.VACANT else "",
        "cards": thumbnails.picture_cards(page.rows)
        if wanted.status in (search.RUNNING, search.VACANT)
        else (),
    }
    return render(request, "tables/index.html", context)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a table; a valid POST opens it, with its host at the first seat."""
    ruleset = _chosen_ruleset(request)
    if not ruleset:
        return render(
            request, "tables/choose.html", {"cards": showcase.game_cards(reader_language())}
        )
    initial = {"title": forms.default_title(signed_in_person(request), ruleset)}
    form = forms.TableForm(ruleset, request.POST or None, initial=initial)
    if form.is_valid() and (game := _open_from_form(request, form)):
        return redirect(game)
    card = showcase.game_card(ruleset, reader_language())
    context = {
        "form": form,
        "card": card,
        "is_one_of_many": len(registry.find_rulesets()) > 1,
        "key": uuid.uuid4().hex,
    }
    return render(request, "tables/new.html", context, status=422 if form.is_bound else 200)


@require_safe
@private
def show_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table to anyone who may join it."""
    return _render_table(request, visit_or_404(request, pk))


@require_safe
@private
def show_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Show a table to anyone who has its invitation link."""
    game = queries.table_by_invite_key(key)
    if game is None:
        raise Http404
    if game.started_at is not None:
        return redirect("game", game.pk)
    visit = queries.load_visit(game.pk, person_of(request), key=key)
    assert visit is not None
    return _render_table(request, visit, key=key)


@player_action
def join_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down at the seat that was named, or at any free one."""
    person, key = signed_in_person(request), _valid_invite_key(request, pk)
    seat = form_value(request, "seat")
    form = forms.WordForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["word"])))
        return redirect("invite", key) if key else redirect("table", pk)

    def join(now: Any) -> None:
        tables.join_table(pk, person, seat_name=seat, word=form.cleaned_data["word"], now=now)
        rematch.begin_if_complete(pk, person, now=now)

    return _change_table(request, pk, join, key=key)


@player_action
def decline_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline an invitation to a table."""
    visit_or_404(request, pk)
    person = signed_in_person(request)

    def decline(now: Any) -> None:
        tables.decline_invitation(pk, person, now=now)
        messages.success(request, _("You have declined."))

    _change_table(request, pk, decline)
    return redirect("home")


@player_action
def choose_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Move to another seat, or take another colour."""
    person, visit = signed_in_person(request), _visit_as_player(request, pk)
    form = forms.SeatForm(visit.game, person.pk, request.POST)
    if not form.is_valid():
        messages.error(request, _("This seat or this colour is taken."))
        return redirect("table", pk)
    seat, colour = form.cleaned_data["seat"], form.cleaned_data.get("colour", "")
    return _change_table(
        request,
        pk,
        lambda now: tables.choose_seat(pk, person, seat_name=seat, colour=colour, now=now),
    )


@player_action
def change_word(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a word to the chance of the game, change it, or take it back."""
    person = signed_in_person(request)
    _visit_as_player(request, pk)
    form = forms.WordForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["word"])))
        return redirect("table", pk)

    def change(now: Any) -> None:
        tables.change_word(pk, person, form.cleaned_data["word"])
        messages.success(request, _("Your word is kept."))

    return _change_table(request, pk, change)


@player_action
def leave_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Stand up from a table; a host who does so calls the game off."""
    visit, person = visit_or_404(request, pk), signed_in_person(request)
    if not (visit.mine or visit.is_host):
        raise PermissionDenied
    done = _change_table(request, pk, lambda now: tables.stand_up(pk, person, now=now))
    is_gone = visit.is_host or visit.game.is_private
    return redirect("tables") if is_gone else done


@player_action
def remove_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a player from the table before the game begins."""
    _visit_as_host(request, pk)
    host, number = signed_in_person(request), parse_number(form_value(request, "person"))

    def remove(now: Any) -> None:
        person = tables.remove_player(pk, host, number or 0, now=now)
        message = _("%(name)s does not sit at the table any more.")
        messages.success(request, message % {"name": person.name})

    return _change_table(request, pk, remove)


@player_action
def invite_addresses(request: HttpRequest, pk: int) -> HttpResponse:
    """Send invitations by letter.

    A form with mistakes is shown again with status 422.
    """
    visit, form = _visit_as_host(request, pk), forms.InviteForm(request.POST)
    if not form.is_valid():
        return _render_wrong_invitation(request, visit, form)
    addresses = form.cleaned_data["addresses"]

    def invite(now: Any) -> None:
        fresh = tables.invite_addresses(pk, signed_in_person(request), addresses, now=now)
        message = ngettext("%(n)s letter is on its way.", "%(n)s letters are on their way.", fresh)
        messages.success(request, message % {"n": fresh})

    return _change_table(request, pk, invite)


@player_action
def seat_bots(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill the free seats with bots."""
    _visit_as_host(request, pk)
    host, players, level = (
        signed_in_person(request),
        queries.list_bots(),
        form_value(request, "level"),
    )
    return _change_table(
        request, pk, lambda now: tables.seat_bots(pk, host, players, level=level, now=now)
    )


@player_action
def start_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the game."""
    _visit_as_host(request, pk)
    host = signed_in_person(request)
    return _change_table(
        request, pk, lambda now: tables.start_by_host(pk, host, now=now), to="game"
    )


@private
@require_http_methods(["GET", "HEAD", "POST"])
def start_bot_game(request: HttpRequest) -> HttpResponse:
    """Show the games that bots play; a POST starts one at once, and makes a visitor a guest."""
    cards = [card for card in showcase.game_cards(reader_language()) if card.levels]
    slug = form_value(request, "ruleset")
    if slug not in [card.slug for card in cards]:
        status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
        context = {"cards": cards, "key": uuid.uuid4().hex, "guest_days": settings.GUEST_DAYS}
        return render(request, "tables/play.html", context, status=status)
    try:
        game = _start_bot_game(request, slug)
    except tables.TableRejected as rejection:
        messages.error(request, str(rejection))
        return redirect("table_play")
    except RateLimited:
        refusal: HttpResponse = respond_429(request)
        return refusal
    return redirect("game", game.pk)


def _start_bot_game(request: HttpRequest, slug: str) -> Game:
    person, key = person_of(request), form_key(request)
    zone = form_value(request, "time_zone")
    host = person or guests.find_or_create_guest(request, key, zone)
    game = tables.start_bot_game(
        host=host,
        ruleset=slug,
        title=forms.default_title(host, slug),
        house=queries.list_bots(),
        level=form_value(request, "level"),
        now=clock.now(),
        form_key=key,
    )
    if person is None:
        guests.sign_in_guest(request, host)
    return game


def _visit_as_player(request: HttpRequest, pk: int) -> queries.Visit:
    """Return the visit of a person who sits at a table.

    :raises PermissionDenied: if the visitor does not.
    """
    visit = visit_or_404(request, pk)
    if visit.mine is None:
        raise PermissionDenied
    return visit


def _valid_invite_key(request: HttpRequest, pk: int) -> str:
    """Return the key of the invitation that a form was sent from, "" if there is none."""
    key = form_value(request, "key")
    # Only the right key can be redirected to; with a wrong one the invitation is not found.
    return key if key == visit_or_404(request, pk, key=key).game.invite_key else ""


def _visit_as_host(request: HttpRequest, pk: int) -> queries.Visit:
    """Return the visit of a table's host.

    :raises PermissionDenied: if the visitor is not its host.
    """
    visit = visit_or_404(request, pk)
    if not visit.is_host:
        raise PermissionDenied
    return visit


def _open_from_form(request: HttpRequest, form: forms.TableForm) -> Game | None:
    """Open a table and seat its host, or put the rejection on the form and return None."""
    host, key = signed_in_person(request), form_key(request)
    try:
        return tables.host_table(host, form.terms, now=clock.now(), form_key=key)
    except tables.TableRejected as rejection:
        form.add_error(None, str(rejection))
        return None


def _render_wrong_invitation(
    request: HttpRequest, visit: queries.Visit, form: forms.InviteForm
) -> HttpResponse:
    response = _render_table(request, visit, form=form, status=422)
    response["Content-Location"] = reverse("table", args=[visit.game.pk])
    return response


def _render_table(
    request: HttpRequest,
    visit: queries.Visit,
    *,
    key: str = "",
    form: forms.InviteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    if visit.game.started_at is not None:
        return redirect("game", visit.game.pk)
    mine, free = visit.mine, [seat for seat in visit.seats if seat.person_id is None]
    initial = {"seat": mine.name, "colour": mine.colour} if mine else {}
    place = forms.SeatForm(visit.game, mine.person_id or 0, initial=initial) if mine else None
    hosts, levels = visit.is_host, visit.game.rules.composing.levels
    page, reserved = request.GET.get("invited", ""), queries.reserved_seats(visit.game)
    context = {
        "visit": visit,
        "game": visit.game,
        "before": queries.previous_game(visit.game, person_of(request)),
        "board": thumbnails.draw_opening(visit.game, visit.seats),
        "chosen": options.changed_options(visit.game.rules.seating.options, visit.game.options),
        "free": free,
        "seats": [(seat, reserved.get(seat.pk)) for seat in visit.seats],
        "key": key,
        "fairness": game_fairness(visit),
        "word_form": forms.WordForm(initial={"word": mine.word if mine else ""}),
        "invite_form": form or forms.InviteForm(),
        "place_form": place,
        "asked_here": queries.waits_for_answer(visit.game, visit.person) if free else False,
        "invited": paginate(queries.sent_invitations(visit.game), page, INVITED) if hosts else None,
        "called_off_at": tables.called_off_at(visit.game) if visit.game.warned_at else None,
        "levels": levels if hosts and free and queries.list_bots() else (),
        "link": request.build_absolute_uri(reverse("invite", args=[visit.game.invite_key])),
    }
    return render(request, "tables/table.html", context, status=status)


def _change_table(
    request: HttpRequest,
    pk: int,
    action: Callable[[Any], object],
    *,
    to: str = "table",
    key: str = "",
) -> HttpResponse:
    """Call an action with the time and redirect; a rejection is shown as a message."""
    try:
        action(clock.now())
    except tables.TableRejected as rejection:
        messages.error(request, str(rejection))
        return redirect("invite", key) if key else redirect("table", pk)
    return redirect(to, pk)


def _chosen_ruleset(request: HttpRequest) -> str:
    """Return the rule set that was asked for, else the only one; "" if one must be chosen."""
    slugs = [slug for slug, _title in registry.ruleset_choices()]
    asked = form_value(request, "ruleset") or request.GET.get("ruleset", "")
    return asked if asked in slugs else slugs[0] if len(slugs) == 1 else ""
