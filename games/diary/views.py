"""Somebody's diary of a game, what they do with it, and the diaries that are open to all."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries
from games.diary import entries
from games.diary.forms import TurnForm, WordsForm
from games.pages.access import (
    player_action,
    private,
    signed_in_person,
    started_visit_or_404,
    visit_or_404,
)
from games.paging import paginate
from games.play import clock, restrictions
from games.play.knowledge import known_game

ENTRIES = 50  # on a page


@private
@login_required
@require_safe
def show_diary(request: HttpRequest, pk: int) -> HttpResponse:
    """Show somebody their diary of a game, and their note about it."""
    return _render_diary(request, started_visit_or_404(request, pk))


@player_action
def save_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Save what a player thinks in the turn that is played now."""
    visit, form = started_visit_or_404(request, pk), WordsForm(request.POST)
    turn = _find_turn(visit)
    if turn is None:
        messages.error(request, _("A diary is written by those who play, while the game runs."))
    elif not form.is_valid():
        return _render_diary(request, visit, entry_form=form)
    else:
        person, text = signed_in_person(request), form.cleaned_data["text"]
        entries.write_entry(visit.game, person, turn, text, now=clock.now())
        messages.success(request, _("Saved."))
    return redirect("game_diary", pk)


@player_action
def remove_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an entry out of a diary; a second request changes nothing."""
    visit, form = started_visit_or_404(request, pk), TurnForm(request.POST)
    if form.is_valid():
        entries.remove_entry(visit.game, signed_in_person(request), form.cleaned_data["turn"])
        messages.success(request, _("The entry is taken out."))
    return redirect("game_diary", pk)


@player_action
def save_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Save somebody's note about a game."""
    visit, form = started_visit_or_404(request, pk), WordsForm(request.POST)
    if not form.is_valid():
        return _render_diary(request, visit, note_form=form)
    entries.write_note(visit.game, signed_in_person(request), form.cleaned_data["text"])
    messages.success(request, _("Saved."))
    return redirect("game_diary", pk)


@player_action
def open_diary(request: HttpRequest, pk: int) -> HttpResponse:
    """Open somebody's diary to all who can see the game."""
    visit, person, now = started_visit_or_404(request, pk), signed_in_person(request), clock.now()
    if not visit.game.has_ended:
        messages.error(request, _("A diary can be opened once the game is over."))
    elif refusal := restrictions.refuse_words(person, now):
        messages.error(request, refusal)
    else:
        entries.open_diary(visit.game, person, now=now)
        messages.success(request, _("All who can see this game can read your diary now."))
    return redirect("game_diary", pk)


@player_action
def close_diary(request: HttpRequest, pk: int) -> HttpResponse:
    """Close somebody's diary again."""
    visit = started_visit_or_404(request, pk)
    entries.close_diary(visit.game, signed_in_person(request))
    messages.success(request, _("Nobody else can read your diary now."))
    return redirect("game_diary", pk)


@require_safe
def list_diaries(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the diaries of a game that its players have opened, turn by turn.

    :raises Http404: while the game runs.
    """
    visit = visit_or_404(request, pk)
    if not visit.game.has_ended:
        raise Http404
    opened = entries.select_opened_entries(visit.game, visit.person)
    page = paginate(opened, request.GET.get("page", ""), ENTRIES)
    shown = {"game": visit.game, "page": page.with_rows(entries.group_by_turn(page.rows))}
    return render(request, "games/diary/opened.html", shown)


def _find_turn(visit: queries.Visit) -> int | None:
    """Return the turn that a player of a game can write about now, None if there is none."""
    if visit.mine is None or not visit.game.is_running:
        return None
    return known_game(visit.game, visit.viewer).report.number


def _render_diary(
    request: HttpRequest,
    visit: queries.Visit,
    *,
    entry_form: WordsForm | None = None,
    note_form: WordsForm | None = None,
) -> HttpResponse:
    person = signed_in_person(request)
    diary, own = entries.read_diary(visit.game, person), entries.select_entries(visit.game, person)
    turn = _find_turn(visit)
    current = own.filter(turn=turn).first() if turn is not None else None
    earlier = own if turn is None else own.exclude(turn=turn)
    shown = {
        "game": visit.game,
        "diary": diary,
        "turn": turn,
        "earlier": paginate(earlier, request.GET.get("page", ""), ENTRIES),
        "entry_form": entry_form or WordsForm(initial={"text": current.text if current else ""}),
        "note_form": note_form or WordsForm(initial={"text": diary.note}),
    }
    status = 422 if entry_form or note_form else 200
    return render(request, "games/diary/diary.html", shown, status=status)
