"""The queues of the staff: what is reported, what was to be read, what there was before; and
appeals.

Nobody of the staff reads the words of a report that they may not answer: what spectators say is
hidden from players while their game runs.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin
from accounts.models import Person
from reports.appeals import refuse_answerer
from reports.history import earlier_interventions, earlier_reports
from reports.models import Appeal, Report
from reports.staff import refuse_staff

READ = ("evidence", "stored", "sentence")
BEFORE = ("reported_before", "done_before")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = (
        "reported_at", "kind", "reason", "about", "game", "outcome", "settled_at", "settled_by",
    )  # fmt: skip
    list_filter = ("outcome", "kind", "reason")
    list_select_related = ("about", "game", "settled_by")
    search_fields = ("=game__id", "about__name")
    # What is open comes first, the oldest before the others.
    ordering: ClassVar = [F("settled_at").desc(nulls_first=True), "reported_at"]
    facts = ("kind", "about", "game", "reason", "person", "reported_at")
    answer = ("outcome", "settled_at", "settled_by", "note", "intervention")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports without those about their reader."""
        reports: QuerySet[Report] = super().get_queryset(request)
        return reports.exclude(about=cast(Person, request.user))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what a member of the staff may read of a report."""
        if obj is not None and refuse_staff(cast(Person, request.user), obj):
            return ("kind", "game", "reported_at", "refusal", "outcome")
        return (*self.facts, *READ, *self.answer, *BEFORE)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "refusal", *BEFORE)

    @admin.display(description=_("Not for you"))
    def refusal(self, report: Report) -> str:
        """Return why its reader reads no more of it."""
        return str(_("You play in this game, or it is about you or by you."))

    @admin.display(description=_("Reported before"))
    def reported_before(self, report: Report) -> SafeString | str:
        """Return the other reports about the same person, as links."""
        rows = earlier_reports(report)
        lines = ((_change_url(row), _day(row.reported_at), _outcome_line(row)) for row in rows)
        return format_html_join("", '<a href="{}">{}</a>: {}<br>', lines) or "–"

    @admin.display(description=_("Done before"))
    def done_before(self, report: Report) -> SafeString | str:
        """Return the interventions that concerned the same person."""
        rows = earlier_interventions(report.about)
        lines = ((_day(row.at), row.get_what_display(), row.reason) for row in rows)
        return format_html_join("", "{}: {} ({})<br>", lines) or "–"


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """The appeals, without those of their reader; who may not answer one reads no words of it."""

    list_display = ("made_at", "what", "person", "outcome", "answered_at", "answered_by")
    list_filter = ("outcome",)
    list_select_related = ("intervention__person", "answered_by")
    search_fields = ("intervention__person__name",)
    ordering: ClassVar = [F("answered_at").desc(nulls_first=True), "made_at"]
    facts = ("what", "person", "decided", "made_at")
    answers = ("outcome", "answered_at", "answered_by", "answer")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        """Return the appeals without those of their reader."""
        rows: QuerySet[Appeal] = super().get_queryset(request)
        return rows.exclude(intervention__person=cast(Person, request.user))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what a member of the staff may read of an appeal."""
        if obj is not None and refuse_answerer(cast(Person, request.user), obj):
            return (*self.facts, "outcome")
        return (*self.facts, "text", *self.answers)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "what", "person", "decided")

    @admin.display(description=_("Against"))
    def what(self, appeal: Appeal) -> str:
        """Return what was decided."""
        return appeal.intervention.get_what_display()

    @admin.display(description=_("Person"))
    def person(self, appeal: Appeal) -> str:
        """Return about whom it was decided."""
        return str(appeal.intervention.person)

    @admin.display(description=_("Decided"))
    def decided(self, appeal: Appeal) -> str:
        """Return by whom it was decided, when, and why."""
        measure = appeal.intervention
        return f"{measure.by}, {_day(measure.at)}: {measure.reason}"


def _change_url(report: Report) -> str:
    return reverse("admin:reports_report_change", args=[report.pk])


def _outcome_line(report: Report) -> str:
    parts = (report.get_kind_display(), report.get_reason_display(), report.get_outcome_display())
    return ", ".join(map(str, parts))


def _day(at: Any) -> str:
    return date_format(at, "DATE_FORMAT")
