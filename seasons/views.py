"""The pages of seasons and cups, and the forms by which one enters them and leaves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from conquest import registry
from db.old_reads import may_be_old
from games.pages.access import form_value, parse_number, person_of, private, signed_in_person
from games.paging import paginate
from games.play import clock
from leagues import league_table
from seasons import entering, pages, queries, rules_in_words
from seasons.honours import page_of_honours
from seasons.models import Stage
from seasons.queries import CompetitionVisit

LISTS = ("entry", "running", "over")


@require_safe
@private
@may_be_old
def list_competitions(request: HttpRequest) -> HttpResponse:
    """List what can be entered, what runs and what is over, perhaps of one game."""
    titles = {slug: title.translate_with(_) for slug, title in registry.ruleset_choices()}
    asked = request.GET.get("game", "")
    slug = asked if asked in titles else ""
    numbers = {name: request.GET.get(name, "") for name in LISTS}
    context = {
        "here": "seasons",
        "slug": slug,
        "rule_sets": titles,
        "lists": pages.list_competitions(person_of(request), slug, numbers),
    }
    return render(request, "seasons/list.html", context)


@require_safe
@private
def show_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a season or a cup to anybody who may know of it."""
    return _render_competition(request, _visit_or_404(request, pk))


@require_safe
@private
def show_invited_competition(request: HttpRequest, key: str) -> HttpResponse:
    """Show a season or a cup to anybody who has its link."""
    pk = queries.find_by_invite_key(key)
    if pk is None:
        raise Http404
    return _render_competition(request, _visit_or_404(request, pk, key=key))


@require_safe
@private
def show_group(request: HttpRequest, pk: int, stage: int, group: int) -> HttpResponse:
    """Show a group with its table and its games."""
    visit = _visit_or_404(request, pk)
    found = queries.find_group(visit.competition, stage, group)
    if found is None:
        raise Http404
    table = pages.group_table(found, visit, request.GET.get("page", ""))
    members = [row.member for row in table.page.rows]
    asks_meetings = "met" in request.GET and visit.person is not None
    context = {
        "here": "seasons",
        "visit": visit,
        "competition": visit.competition,
        "group": found,
        "table": table,
        "open": pages.page_of_fixtures(found, visit, request.GET.get("open", ""), is_open=True),
        "settled": pages.page_of_fixtures(
            found, visit, request.GET.get("settled", ""), is_open=False
        ),
        "outlooks": pages.list_outlooks(found, members) if found.settled_at is None else (),
        "asks_meetings": asks_meetings,
        "meetings": pages.meetings_before(visit, members) if asks_meetings else (),
    }
    return render(request, "seasons/group.html", context)


@private
@require_http_methods(["GET", "HEAD", "POST"])
def enter_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a competition, or change what one wishes there."""
    key = form_value(request, "key")
    visit = _visit_or_404(request, pk, key=key)
    back = _page_url(visit)
    if request.method != "POST":
        return redirect(back)
    if visit.person is None:
        return redirect_to_login(back)
    at_once = parse_number(form_value(request, "at_once"), digits=4)
    wish = entering.Wish(
        at_once or visit.competition.at_once, is_lasting=form_value(request, "is_lasting") == "on"
    )
    try:
        entry = entering.enter(pk, visit.person, wish, now=clock.now())
    except entering.EntryRefused as refused:
        messages.error(request, str(refused))
        return redirect(back)
    if visit.entry is not None:
        messages.success(request, _("Saved."))
    elif entry.is_reserve:
        messages.success(request, _("You are in the reserve."))
    else:
        messages.success(request, _("You have entered."))
    return redirect("competition", pk)


@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask somebody whether they want to leave; a POST takes them out."""
    visit, person = _visit_or_404(request, pk), signed_in_person(request)
    if request.method != "POST":
        if not visit.takes_part:
            return redirect("competition", pk)
        return render(request, "seasons/leave.html", {"here": "seasons", "visit": visit})
    try:
        entering.leave(pk, person, now=clock.now())
    except entering.EntryRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("You have left."))
    # Of a private one that has not begun, they know no more.
    is_shown = queries.may_see(visit.competition, person)
    return redirect("competition", pk) if is_shown else redirect("seasons")


@require_safe
@may_be_old
def list_honours(request: HttpRequest, pk: int) -> HttpResponse:
    """List what a player has won in seasons and cups."""
    person = get_object_or_404(league_table.listed_players(), pk=pk)
    asked = request.GET.get("page", "")
    honours = page_of_honours(person, person_of(request), asked, pages.PEOPLE)
    context = {"here": "league", "person": person, "honours": honours}
    return render(request, "seasons/honours.html", context)


def _visit_or_404(request: HttpRequest, pk: int, *, key: str = "") -> CompetitionVisit:
    """Return the visit of a competition, perhaps by its invitation link.

    :raises Http404: if there is none, or none that the visitor may know of.
    """
    visit = queries.load_competition_visit(pk, person_of(request), key=key)
    if visit is None:
        raise Http404
    return visit


def _page_url(visit: CompetitionVisit) -> str:
    """Return the address from which a visitor has come to a competition."""
    if visit.key:
        return reverse("competition-invited", args=[visit.key])
    return visit.competition.get_absolute_url()


def _render_competition(request: HttpRequest, visit: CompetitionVisit) -> HttpResponse:
    competition, now = visit.competition, clock.now()
    stages = queries.list_stages(competition)
    own = queries.find_own_groups(visit.entry) if visit.entry else ()
    context = {
        "here": "seasons",
        "visit": visit,
        "competition": competition,
        "form": pages.entry_form(visit, now),
        "rules": tuple(rules_in_words.list_rules(competition)),
        "conditions": tuple(rules_in_words.list_conditions(competition)),
        "round_length": rules_in_words.say_round_length(competition),
        "calendar": rules_in_words.list_calendar(competition, stages, now),
        "own": own,
        "entrants": pages.list_entrants(visit, request.GET.get("people", "")),
        "reserve": paginate(
            queries.list_reserve(competition), request.GET.get("reserve", ""), pages.PEOPLE
        ),
        "rulings": pages.list_rulings(visit, request.GET.get("rulings", "")),
        "other_seasons": queries.find_other_seasons(competition),
        "invite_url": _invite_url(request, visit),
        **_stage_context(request, visit, stages, own),
    }
    return render(request, "seasons/competition.html", context)


def _invite_url(request: HttpRequest, visit: CompetitionVisit) -> str:
    """Return the link that leads others to a private competition, for those who direct it."""
    if not (visit.is_director and visit.competition.is_private):
        return ""
    key = visit.competition.invite_key
    return request.build_absolute_uri(reverse("competition-invited", args=[key]))


def _stage_context(
    request: HttpRequest, visit: CompetitionVisit, stages: Any, own: Any
) -> dict[str, Any]:
    """Return what a page shows of the groups of a competition: by its kind a table, a page of
    groups, a bracket."""
    competition, number = visit.competition, parse_number(request.GET.get("round", "")) or 0
    chosen: Stage | None = next((one for one in stages if one.number == number), None)
    asked = request.GET.get("groups", "")
    if chosen is not None:
        has_groups = pages.has_groups(chosen, competition)
        most = pages.LEADERS if has_groups else competition.table_size
        return {"stage": chosen, "groups": pages.page_of_groups(chosen, asked, own, most)}
    if not stages:
        return {}
    if pages.is_shown_as_table(competition):
        group = queries.find_group(competition, stages[-1].number, 1)
        table = pages.group_table(group, visit, request.GET.get("page", "")) if group else None
        return {"table": table, "rounds": stages if competition.rounds else ()}
    found: dict[str, Any] = {"bracket": pages.list_bracket(competition, stages, own)}
    first = stages[0]
    if pages.has_groups(first, competition):
        found["groups"] = pages.page_of_groups(first, asked, own, pages.LEADERS)
        found["stage"] = first
    return found
