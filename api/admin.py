"""Admin pages of tokens: who has which, and when it was used. None can be used from here."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from api.models import AccessToken


@admin.register(AccessToken)
class AccessTokenAdmin(ReadOnlyAdmin):
    list_display = ("person", "name", "scopes", "made_at", "ends_at", "used_at", "revoked_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    fields = ("person", "name", "scopes", "start", "made_at", "ends_at", "used_at", "revoked_at")
