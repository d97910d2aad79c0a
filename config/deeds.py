"""What the staff may do to games and accounts: a button above the row in the administration, a page
that asks for the reason, and one call. Whoever may do each of it has a permission for it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.validators import RegexValidator
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from config import health, readiness
from games.models import Attempt, Decision, Game, Intervention, Seat
from games.play import clock, interventions
from games.play.damage import DamagedError
from games.play.interventions import StaffRequest
from games.play.tables import TableRejected
from games.play.turns import Rejected

What = Intervention.What


class ReasonForm(forms.Form):
    """Why something is done. Its key lets a form that is sent twice count once."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text=_(
            "Those concerned read it in their letters, and it is kept for good: name nobody."
        ),
    )
    key = forms.CharField(
        widget=forms.HiddenInput, validators=[RegexValidator(r"\A[0-9a-f]{32}\Z")]
    )


class DeadlineForm(ReasonForm):
    """Until when somebody gets time."""

    until = forms.DateTimeField(
        label=_("New deadline"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
        help_text=_("In the time zone of your preferences."),
    )
    field_order = ("until", "reason")


class SuccessorForm(ReasonForm):
    """Who plays on at a seat."""

    person = forms.CharField(
        label=_("Who plays on"),
        max_length=40,
        help_text=_("The name, as the site shows it. Ask before: nobody likes to be surprised."),
    )
    field_order = ("person", "reason")

    def clean_person(self) -> Person:
        found = Person.objects.filter(name__iexact=self.cleaned_data["person"]).first()
        if found is None:
            raise forms.ValidationError(gettext("There is nobody of this name."))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something that can be ``done`` to rows that ``suit`` it; ``words`` say what comes of it."""

    about: type[Model]
    words: str | Promise
    done: Callable[..., Intervention]
    suits: Callable[[Any], bool]
    form: type[ReasonForm] = ReasonForm


DEEDS: Mapping[What, Deed] = {
    What.RETRY: Deed(
        about=Attempt,
        words=_("The next tick tries it again, whenever it would have been tried otherwise."),
        done=interventions.retry_attempt,
        suits=lambda tried: tried.decision.is_open,
    ),
    What.EXTEND: Deed(
        about=Decision,
        words=_("Whoever is asked has time until then."),
        done=interventions.extend,
        suits=lambda decision: decision.is_open and not decision.game.is_paused,
        form=DeadlineForm,
    ),
    What.PAUSE: Deed(
        about=Game,
        words=_(
            "Nothing is asked, nothing can be handed in and nobody can leave, until the game is "
            "told to go on. Its clocks stand still."
        ),
        done=interventions.pause,
        suits=lambda game: game.is_running and not game.is_paused,
    ),
    What.RESUME: Deed(
        about=Game,
        words=_("The clocks run on as they were; everybody has at least a day."),
        done=interventions.resume,
        suits=lambda game: game.is_paused,
    ),
    What.ANNUL: Deed(
        about=Game,
        words=_(
            "The game ends and counts for nothing: the league forgets it. What happened stays, "
            "and all that was hidden can be seen. This cannot be taken back."
        ),
        done=interventions.annul,
        suits=lambda game: game.status in (Game.Status.RUNNING, Game.Status.OVER),
    ),
    What.VACATE: Deed(
        about=Seat,
        words=_(
            "Whoever sits there has left the game, with a loss. The seat plays as silence does, or "
            "as a house player where the table wants it, until somebody takes it over."
        ),
        done=interventions.vacate,
        suits=lambda seat: seat.game.is_running and seat.person_id is not None,
    ),
    What.REPLACE: Deed(
        about=Seat,
        words=_(
            "Whoever sits there has left the game, with a loss. What is asked there is asked anew "
            "of somebody else."
        ),
        done=interventions.substitute_player,
        suits=lambda seat: seat.game.is_running,
        form=SuccessorForm,
    ),
    What.CLOSE: Deed(
        about=Person,
        words=_(
            "Nobody can sign in with it, its seats are absent, its tables are called off, and its "
            "letters stop. It can be opened again. The other players do not read the reason."
        ),
        done=interventions.close_account,
        suits=lambda person: person.is_active and not person.is_house,
    ),
    What.REOPEN: Deed(
        about=Person,
        words=_("Its person can sign in again, and come back to seats that nobody has taken."),
        done=interventions.reopen_account,
        suits=lambda person: not person.is_active,
    ),
}


def possible(request: HttpRequest, row: Model | None) -> list[tuple[str, str]]:
    """Return what may be done to a row now, each with the address of its page."""
    return [
        (str(what.label), reverse("admin:deed", args=[what.value, row.pk]))
        for what, deed in DEEDS.items()
        if row and isinstance(row, deed.about) and _may(request, what) and deed.suits(row)
    ]


def page(request: HttpRequest, name: str, pk: int, context: dict[str, Any]) -> HttpResponse:
    """Ask for the reason of a deed; a POST does it."""
    if name not in What:
        raise Http404
    what = What(name)
    if not _may(request, what):
        raise PermissionDenied
    deed = DEEDS[what]
    row = get_object_or_404(deed.about, pk=pk)
    form = _form(request, deed)
    if form.is_valid() and _is_done(request, deed, pk, form):
        return redirect(_row(row))
    told = {"form": form, "title": what.label, "row": row, "words": deed.words, "back": _row(row)}
    return render(request, "admin/deed.html", {**context, **told})


def health_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show how the site does."""
    if not request.user.has_perm("games.see_health"):
        raise PermissionDenied
    told = {
        "title": gettext("How the site does"),
        "health": health.look(),
        "amiss": list(readiness.found()),
    }
    return render(request, "admin/health.html", {**context, **told})


def _may(request: HttpRequest, what: What) -> bool:
    return request.user.has_perm(f"games.{what}")


def _row(row: Model) -> str:
    about = row._meta
    return reverse(f"admin:{about.app_label}_{about.model_name}_change", args=[row.pk])


def _form(request: HttpRequest, deed: Deed) -> ReasonForm:
    if request.method == "POST":
        return deed.form(request.POST)
    return deed.form(initial={"key": uuid.uuid4().hex})


def _is_done(request: HttpRequest, deed: Deed, pk: int, form: ReasonForm) -> bool:
    """Do it; or say on the form why it cannot be done."""
    given = dict(form.cleaned_data)
    assert isinstance(request.user, Person)
    charge = StaffRequest(by=request.user, reason=given.pop("reason"), key=given.pop("key"))
    try:
        deed.done(pk, charge, **given, now=clock.now())
    except (Rejected, TableRejected) as refusal:
        form.add_error(None, str(refusal))
    except DamagedError:
        form.add_error(None, gettext("This game is damaged, and must be mended first."))
    else:
        messages.success(request, gettext("It is done, and those concerned are told by letter."))
    return form.is_valid()
