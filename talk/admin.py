"""Admin pages of words at tables: the staff can look at who has said something, when and where.

What was said is left out: it was said to those at the table, and staff play, too.
"""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from talk.models import ReadMark, Remark, TalkTerms


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    list_display = ("id", "game", "person", "audience", "said_at", "edited_at", "withdrawn_at")
    list_select_related = ("game", "person")
    search_fields = ("person__name",)
    fields = list_display


@admin.register(ReadMark)
class ReadMarkAdmin(ReadOnlyAdmin):
    list_display = ("game", "person", "read_to", "told_to")
    list_select_related = ("game", "person")
    fields = list_display


@admin.register(TalkTerms)
class TalkTermsAdmin(ReadOnlyAdmin):
    list_display = ("game", "watchers_are_heard")
    list_select_related = ("game",)
    fields = list_display
