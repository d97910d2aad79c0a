"""Admin pages of lessons and missions: rows to look at."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from training.models import CompletedLesson, MissionScore


@admin.register(MissionScore)
class MissionScoreAdmin(ReadOnlyAdmin):
    list_display = ("person", "ruleset", "mission", "stars", "rounds")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(CompletedLesson)
class CompletedLessonAdmin(ReadOnlyAdmin):
    list_display = ("person", "ruleset", "number")
    list_select_related = ("person",)
    search_fields = ("person__name",)
