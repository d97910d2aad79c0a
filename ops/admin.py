"""Accounts that look like one person, for the staff."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin
from accounts.lookalikes.pairs import with_reasons
from accounts.models import LookalikePair, Person
from ops.lookalikes import readable_pairs, reasons_in_words, with_games


@admin.register(LookalikePair)
class LookalikePairAdmin(ReadOnlyAdmin):
    """The pairs, the newest first: what they share, and whether they play together."""

    list_display = ("found_at", "first", "second", "reasons", "games", "set_aside_at")
    list_filter = ("set_aside_at",)
    list_select_related = ("first", "second")
    search_fields = ("first__name", "second__name")
    ordering = ("-found_at", "-pk")
    list_per_page = 50
    fields = (
        "first_link", "second_link", "found_at", "seen_at", "reasons", "games", "set_aside_at",
        "set_aside_by", "note",
    )  # fmt: skip
    readonly_fields = ("first_link", "second_link", "reasons", "games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LookalikePair]:
        """Return the pairs without those of their reader."""
        pairs = readable_pairs(cast(Person, request.user)).select_related("first", "second")
        return with_games(with_reasons(pairs))

    @admin.display(description=_("Because"))
    def reasons(self, pair: LookalikePair) -> str:
        """Return what the two have in common."""
        return ", ".join(reasons_in_words(pair)) or "–"

    @admin.display(description=_("Rated games together"))
    def games(self, pair: LookalikePair) -> Any:
        """Return in how many games that count both sit."""
        return pair.games_together  # type: ignore[attr-defined]

    @admin.display(description=_("Account"))
    def first_link(self, pair: LookalikePair) -> SafeString:
        """Return a link to the account that is older."""
        return _person_link(pair.first)

    @admin.display(description=_("Other account"))
    def second_link(self, pair: LookalikePair) -> SafeString:
        """Return a link to the account that is newer."""
        return _person_link(pair.second)


def _person_link(person: Person) -> SafeString:
    url = reverse("admin:accounts_person_change", args=[person.pk])
    return format_html('<a href="{}">{}</a>', url, person)
