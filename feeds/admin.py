"""Admin page of feeds: who has one. Its address is nobody else's."""

from __future__ import annotations

from django.contrib import admin

from feeds.models import PrivateFeed
from games.admin import ReadOnlyAdmin


@admin.register(PrivateFeed)
class PrivateFeedAdmin(ReadOnlyAdmin):
    list_display = ("person", "alarm_hours")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    fields = ("person", "alarm_hours")
