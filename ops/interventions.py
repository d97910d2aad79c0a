"""The staff's interventions in games and accounts (decision 39): a button above the row in the
administration, a page that asks for the reason, and one call. Each has a permission of its own."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
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
from games.models import Attempt, Decision, Game, Intervention, Restriction, Seat
from games.pages.access import parse_number
from games.play import clock, interventions, measures, restrictions
from games.play.damage import DamagedError
from games.play.interventions import StaffRequest
from games.play.tables import TableRejected
from games.play.turns import Rejected
from ops import health, readiness
from reports import settling
from reports.models import Report
from seasons import titles

What = Intervention.What


class ReasonForm(forms.Form):
    """The reason for an intervention; the key makes a form that is sent twice count once."""

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
    """A new deadline, and the reason."""

    until = forms.DateTimeField(
        label=_("New deadline"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
        help_text=_("In the time zone of your preferences."),
    )
    field_order = ("until", "reason")


class MeasureForm(ReasonForm):
    """The end of a measure, and its reason."""

    until = forms.DateTimeField(
        label=_("Until"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
        help_text=_("In the time zone of your preferences; within a year. It ends by itself."),
    )
    field_order = ("until", "reason")


class SubstituteForm(ReasonForm):
    """The name of the substitute, and the reason."""

    person = forms.CharField(
        label=_("Who plays on"),
        max_length=40,
        help_text=_("The name, as the site shows it. Ask before: nobody likes to be surprised."),
    )
    field_order = ("person", "reason")

    def clean_person(self) -> Person:
        people = Person.objects.filter(is_guest=False)
        person = people.filter(name__iexact=self.cleaned_data["person"]).first()
        if person is None:
            raise forms.ValidationError(gettext("There is nobody of this name."))
        return person


@dataclass(frozen=True, slots=True, kw_only=True)
class InterventionSpec:
    """An intervention in rows of the model ``about``; ``words`` say what its effect is."""

    about: type[Model]
    words: str | Promise
    perform: Callable[..., Intervention]
    is_possible_for: Callable[[Any], bool]
    form: type[ReasonForm] = ReasonForm


def _is_member(person: Person) -> bool:
    """Whether a measure can concern a person."""
    return person.is_active and not (person.is_machine or person.is_guest)


def _is_restricted(kind: Restriction.Kind, person: Person) -> bool:
    return restrictions.restricted_until(person, kind, clock.now()) is not None


INTERVENTIONS: Mapping[What, InterventionSpec] = {
    What.RETRY: InterventionSpec(
        about=Attempt,
        words=_("The next tick tries it again, whenever it would have been tried otherwise."),
        perform=interventions.retry_attempt,
        is_possible_for=lambda tried: tried.decision.is_open,
    ),
    What.EXTEND: InterventionSpec(
        about=Decision,
        words=_("The player who is asked has time until then."),
        perform=interventions.extend,
        is_possible_for=lambda decision: decision.is_open and not decision.game.is_paused,
        form=DeadlineForm,
    ),
    What.PAUSE: InterventionSpec(
        about=Game,
        words=_(
            "Nothing is asked, nothing can be handed in and nobody can leave, until the game is "
            "told to go on. Its clocks stand still."
        ),
        perform=interventions.pause,
        is_possible_for=lambda game: game.is_running and not interventions.is_paused_by_staff(game),
    ),
    What.RESUME: InterventionSpec(
        about=Game,
        words=_("The clocks run on as they were; everybody has at least a day."),
        perform=interventions.resume,
        is_possible_for=lambda game: game.is_paused,
    ),
    What.ANNUL: InterventionSpec(
        about=Game,
        words=_(
            "The game ends and counts for nothing: the league forgets it. What happened stays, "
            "and all that was hidden can be seen. This cannot be taken back."
        ),
        perform=interventions.annul,
        is_possible_for=lambda game: game.status in (Game.Status.RUNNING, Game.Status.OVER),
    ),
    What.RETITLE: InterventionSpec(
        about=Game,
        words=_("It is called by its rules from now on. The host reads the reason in a letter."),
        perform=titles.retitle,
        is_possible_for=lambda game: _is_member(titles.find_author(game)),
    ),
    What.VACATE: InterventionSpec(
        about=Seat,
        words=_(
            "The player who sits there has left the game, with a loss. The seat plays as silence"
            " does, or as a house player where the table wants it, until somebody takes it over."
        ),
        perform=interventions.vacate,
        is_possible_for=lambda seat: seat.game.is_running and seat.person_id is not None,
    ),
    What.REPLACE: InterventionSpec(
        about=Seat,
        words=_(
            "The player who sits there has left the game, with a loss. What is asked there is asked"
            " again of somebody else."
        ),
        perform=interventions.substitute_player,
        is_possible_for=lambda seat: seat.game.is_running,
        form=SubstituteForm,
    ),
    What.CLOSE: InterventionSpec(
        about=Person,
        words=_(
            "Nobody can sign in with it, its seats are absent, its tables are called off, and its "
            "letters stop. It can be opened again. The other players do not read the reason."
        ),
        perform=interventions.close_account,
        is_possible_for=lambda person: person.is_active and not person.is_machine,
    ),
    What.REOPEN: InterventionSpec(
        about=Person,
        words=_("Its person can sign in again, and come back to seats that nobody has taken."),
        perform=interventions.reopen_account,
        is_possible_for=lambda person: (
            not (person.is_active or person.leaving_at or person.is_deleted)
        ),
    ),
    What.WARN: InterventionSpec(
        about=Person,
        words=_("Its person reads the reason in a letter. Nothing else changes."),
        perform=measures.warn,
        is_possible_for=_is_member,
    ),
    What.UNWARN: InterventionSpec(
        about=Person,
        words=_("The last warning counts for nothing any more."),
        perform=measures.unwarn,
        is_possible_for=measures.is_warned,
    ),
    What.SILENCE: InterventionSpec(
        about=Person,
        words=_("They can read, but say nothing at tables until then."),
        perform=partial(measures.impose, What.SILENCE),
        is_possible_for=_is_member,
        form=MeasureForm,
    ),
    What.NO_TABLES: InterventionSpec(
        about=Person,
        words=_(
            "They open no table, sit down at none and take over no seat until then. They leave"
            " tables that have not begun; their running games go on."
        ),
        perform=partial(measures.impose, What.NO_TABLES),
        is_possible_for=_is_member,
        form=MeasureForm,
    ),
    What.UNRATED: InterventionSpec(
        about=Person,
        words=_(
            "They begin no game that counts for the league until then. They leave such tables that"
            " have not begun; their running games go on, and count."
        ),
        perform=partial(measures.impose, What.UNRATED),
        is_possible_for=_is_member,
        form=MeasureForm,
    ),
    What.RENAME: InterventionSpec(
        about=Person,
        words=_(
            "They are called Player and a number from now on, and can choose another name. The one"
            " of before is kept for the staff."
        ),
        perform=measures.rename,
        is_possible_for=_is_member,
    ),
    **{
        what: InterventionSpec(
            about=Person,
            words=_("They can do it again at once."),
            perform=partial(measures.lift, what),
            is_possible_for=partial(_is_restricted, kind),
        )
        for what, kind in measures.LIFTED.items()
    },
}


def available_interventions(
    request: HttpRequest, row: Model | None, among: Collection[What] = INTERVENTIONS
) -> list[tuple[str, str]]:
    """Return the interventions possible for a row now, of some or all, as pairs of label and
    URL."""
    return [
        (str(what.label), reverse("admin:intervention", args=[what.value, row.pk]))
        for what, spec in INTERVENTIONS.items()
        if row
        and what in among
        and isinstance(row, spec.about)
        and _is_permitted(request, what)
        and spec.is_possible_for(row)
    ]


def intervention_page(
    request: HttpRequest, name: str, pk: int, context: dict[str, Any]
) -> HttpResponse:
    """Ask for the reason of an intervention; a POST carries it out."""
    if name not in What:
        raise Http404
    what = What(name)
    if not _is_permitted(request, what):
        raise PermissionDenied
    spec = INTERVENTIONS[what]
    row = get_object_or_404(spec.about, pk=pk)
    form, back = _reason_form(request, spec), _return_url(request, row)
    if form.is_valid() and _try_intervention(request, spec, pk, form):
        return redirect(back)
    details = {
        "form": form,
        "title": what.label,
        "row": row,
        "words": spec.words,
        "back": back,
    }
    return render(request, "admin/reason_form.html", {**context, **details})


def health_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the health of the site, to staff who may see it."""
    if not request.user.has_perm("games.see_health"):
        raise PermissionDenied
    details = {
        "title": gettext("How the site does"),
        "health": health.current_health(),
        "amiss": list(readiness.find_problems()),
    }
    return render(request, "admin/health.html", {**context, **details})


def _is_permitted(request: HttpRequest, what: What) -> bool:
    # Every intervention is declared as a permission by the model of interventions.
    return request.user.has_perm(f"games.{what}")


def _row_url(row: Model) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def _answered_report(request: HttpRequest) -> int | None:
    """Return the number of the report that a measure answers, None if it answers none."""
    return parse_number(request.GET.get("report", ""))


def _return_url(request: HttpRequest, row: Model) -> str:
    report = _answered_report(request)
    return reverse("admin:reports_report_change", args=[report]) if report else _row_url(row)


def _reason_form(request: HttpRequest, spec: InterventionSpec) -> ReasonForm:
    if request.method == "POST":
        return spec.form(request.POST)
    return spec.form(initial={"key": uuid.uuid4().hex})


def _try_intervention(
    request: HttpRequest, spec: InterventionSpec, pk: int, form: ReasonForm
) -> bool:
    """Carry it out, or put the refusal on the form; return whether it was done."""
    fields = dict(form.cleaned_data)
    assert isinstance(request.user, Person)
    staff_request = StaffRequest(
        by=request.user, reason=fields.pop("reason"), key=fields.pop("key")
    )
    now, report = clock.now(), _answered_report(request)
    perform = partial(spec.perform, pk, staff_request, **fields, now=now)
    try:
        if report:
            settling.act_on_report(report, request.user, perform, now=now)
        else:
            perform()
    except (Rejected, TableRejected) as refusal:
        form.add_error(None, str(refusal))
    except Report.DoesNotExist:
        form.add_error(None, gettext("There is no such report."))
    except DamagedError:
        form.add_error(None, gettext("This game is damaged, and must be mended first."))
    else:
        messages.success(request, gettext("It is done, and those concerned are told by letter."))
    return form.is_valid()
