"""Admin pages of the public archive, to look at."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from records.models import ArchivedGame, ArchivedSeat, KeyEntry, MonthlyDump, OpeningNode


@admin.register(KeyEntry)
class KeyEntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "kind", "at")
    fields = ("number", "kind", "at")


@admin.register(ArchivedGame)
class ArchivedGameAdmin(ReadOnlyAdmin):
    list_display = ("game", "ruleset", "ended_at", "turns")
    list_select_related = ("game",)
    list_filter = ("ruleset",)
    search_fields = ("=game__id",)


@admin.register(ArchivedSeat)
class ArchivedSeatAdmin(ReadOnlyAdmin):
    list_display = ("game", "name", "person", "has_won")
    list_select_related = ("game", "person")
    search_fields = ("=game__game__id",)


@admin.register(OpeningNode)
class OpeningNodeAdmin(ReadOnlyAdmin):
    list_display = ("ruleset", "depth", "turn", "games")
    list_filter = ("ruleset",)


@admin.register(MonthlyDump)
class MonthlyDumpAdmin(ReadOnlyAdmin):
    list_display = ("ruleset", "month", "made_at")
    list_filter = ("ruleset",)
