"""People, for who runs the site."""

from __future__ import annotations

from typing import ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest

from accounts.models import Person

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "email", "language", "time_zone", "letters", "bounced_at", "is_active")
    list_filter = ("is_active", "is_staff", "is_house", "letters", "language")
    search_fields = ("name", "email")
    fields: ClassVar = (
        "name",
        "email",
        "language",
        "time_zone",
        "letters",
        "reminders",
        "own_side_near",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "bounced_at",
        "is_house",
        "joined_at",
        "last_login",
    )
    readonly_fields = ("email", "bounced_at", "is_house", "joined_at", "last_login")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        return False
