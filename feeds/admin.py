"""Admin page of feeds: who has one. Its address is nobody else's."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from feeds.models import PrivateFeed


@admin.register(PrivateFeed)
class PrivateFeedAdmin(ReadOnlyAdmin):
    list_display = ("person", "alarm_hours")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    fields = ("person", "alarm_hours")
