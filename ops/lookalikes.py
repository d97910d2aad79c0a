"""The staff's answer to two accounts that look alike: a pair is set aside, with a note that says
why. Whatever else is to be done about it is a measure of decision 80."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, cast

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes.pairs import count_kinds
from accounts.models import LookalikePair, Person, SignInTrace
from games.models import Game, Seat
from mail import clock
from ops.interventions import ReasonForm

Kind = SignInTrace.Kind
SET_ASIDE = "accounts.set_aside_pair"


class SetAsideForm(ReasonForm):
    """Why a pair of accounts is set aside."""

    reason = forms.CharField(
        label=_("Note"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text=_("For the staff alone. It goes when nothing has shown the pair for 90 days."),
    )


def readable_pairs(reader: Person) -> QuerySet[LookalikePair]:
    """Return the pairs that somebody of the staff may read: not those with themselves."""
    return LookalikePair.objects.exclude(Q(first=reader) | Q(second=reader))


def with_games(pairs: QuerySet[LookalikePair]) -> QuerySet[LookalikePair]:
    """Add to pairs the number of rated games in which both sit, as ``games_together``."""
    of_second = Seat.objects.filter(person=OuterRef(OuterRef("second")))
    both = Seat.objects.filter(
        person=OuterRef("first"), game__in=of_second.values("game"), game__is_rated=True
    ).filter(game__status__in=[Game.Status.RUNNING, Game.Status.OVER])
    number = both.order_by().values("person").annotate(number=Count("game")).values("number")
    return pairs.annotate(games_together=Coalesce(Subquery(number), 0))


def reasons_in_words(pair: LookalikePair) -> list[str]:
    """Return why two accounts look alike, in words, from the strongest to the weakest."""
    kinds = count_kinds(pair)
    weeks = kinds.get(Kind.NETWORK, 0)
    words = {
        Kind.PASSKEY: gettext("the same passkey"),
        Kind.MAILBOX: gettext("addresses of the same mailbox"),
        Kind.DEVICE: gettext("signed in with the same browser"),
        Kind.NETWORK: ngettext(
            "signed in from the same network in %(weeks)s week",
            "signed in from the same network in %(weeks)s weeks",
            weeks,
        )
        % {"weeks": weeks},
    }
    return [sentence for kind, sentence in words.items() if kinds.get(kind)]


def available_answers(request: HttpRequest, row: object) -> list[tuple[str, str]]:
    """Return what its reader can do about a pair, as pairs of label and URL."""
    if not isinstance(row, LookalikePair) or row.set_aside_at:
        return []
    if not request.user.has_perm(SET_ASIDE):
        return []
    return [(gettext("lay aside"), reverse("admin:set_aside", args=[row.pk]))]


def set_aside_page(request: HttpRequest, pk: int, context: dict[str, Any]) -> HttpResponse:
    """Ask why a pair is set aside; a POST sets it aside."""
    if not request.user.has_perm(SET_ASIDE):
        raise PermissionDenied
    reader = cast(Person, request.user)
    pair = get_object_or_404(readable_pairs(reader), pk=pk)
    form = SetAsideForm(request.POST or None, initial={"key": uuid.uuid4().hex})
    back = reverse("admin:accounts_lookalikepair_change", args=[pk])
    if form.is_valid():
        set_pair_aside(pair, reader, form.cleaned_data["reason"], now=clock.now())
        return redirect(back)
    details = {
        "form": form,
        "title": gettext("lay aside"),
        "row": pair,
        "words": gettext("Nothing changes for either of them, and neither of them is told."),
        "back": back,
    }
    return render(request, "admin/reason_form.html", {**context, **details})


def set_pair_aside(pair: LookalikePair, by: Person, note: str, *, now: datetime) -> None:
    """Set a pair aside with a note, and log who has; a pair that is aside stays as it is."""
    with transaction.atomic():
        # In one statement, so that of two of the staff at once one note counts.
        fresh = LookalikePair.objects.filter(pk=pair.pk, set_aside_at=None)
        if fresh.update(set_aside_at=now, set_aside_by=by, note=note):
            LogEntry.objects.log_actions(by.pk, [pair], CHANGE, note)
