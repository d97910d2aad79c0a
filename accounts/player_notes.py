"""Private notes about other players: on their page, and only their author sees them."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.models import MAX_NOTE_CHARS, Person, PlayerNote


class PlayerNoteForm(forms.Form):
    """A note of one line; none removes what was there."""

    text = forms.CharField(
        max_length=MAX_NOTE_CHARS,
        required=False,
        error_messages={"max_length": gettext_lazy("Please write at most 200 characters.")},
    )

    def clean_text(self) -> str:
        return " ".join(str(self.cleaned_data["text"]).split())


def read_note(person: Person, about: Person) -> str:
    """Return what a person has noted about another one, "" if nothing."""
    notes = PlayerNote.objects.filter(person=person, about=about)
    return notes.values_list("text", flat=True).first() or ""


def write_note(person: Person, about: Person, text: str) -> None:
    """Write a person's note about another one, in place of the one before; nothing removes it."""
    if not text:
        PlayerNote.objects.filter(person=person, about=about).delete()
        return
    # An upsert in one statement: two pages that save at once cannot make two rows.
    PlayerNote.objects.bulk_create(
        [PlayerNote(person=person, about=about, text=text)],
        update_conflicts=True,
        unique_fields=["person", "about"],
        update_fields=["text"],
    )


@login_required
@require_POST
def save_player_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Save somebody's note about another player.

    :raises Http404: if there is no such player, or it is themselves.
    """
    person = cast(Person, request.user)
    about = get_object_or_404(Person.objects.exclude(pk=person.pk), pk=pk)
    form = PlayerNoteForm(request.POST)
    if form.is_valid():
        write_note(person, about, form.cleaned_data["text"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, " ".join(map(str, form.errors["text"])))
    return redirect("player", pk)
