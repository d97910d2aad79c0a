"""What operators open and see: championships; seasons and cups, and what was ruled there."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin
from conquest import registry
from conquest.core import Fault
from games import labels
from games.play.clock import ANSWER, PRESETS, TURN
from seasons.groups import table_size_of
from seasons.models import Championship, Competition, Ruling


class ChampionshipForm(forms.ModelForm):  # type: ignore[type-arg]
    """A championship: its game and pace are chosen by name."""

    ruleset = forms.ChoiceField(label=_("game"))
    preset = forms.ChoiceField(label=_("pace"))

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if "ruleset" in self.fields:
            self.fields["ruleset"].choices = [  # type: ignore[attr-defined]
                (slug, title.translate_with(gettext)) for slug, title in registry.ruleset_choices()
            ]
            self.fields["preset"].choices = [  # type: ignore[attr-defined]
                (name, labels.pace_label(name, (TURN, ANSWER))) for name in PRESETS
            ]
            pace = self.instance.pace
            self.initial.setdefault(
                "preset", next((name for name, one in PRESETS.items() if one == pace), "normal")
            )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        if "ruleset" in cleaned and "group_size" in cleaned:
            _require_full_table(cleaned)
        return cleaned

    def save(self, commit: bool = True) -> Any:
        self.instance.pace = PRESETS[self.cleaned_data["preset"]]
        return super().save(commit)


def _require_full_table(cleaned: dict[str, Any]) -> None:
    try:
        size = table_size_of(cleaned["ruleset"], cleaned.get("options") or {})
    except Fault as fault:
        raise ValidationError({"options": str(fault)}) from fault
    if cleaned["group_size"] < size:
        raise ValidationError({"group_size": gettext("A division needs a full table at least.")})


@admin.register(Championship)
class ChampionshipAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Seasons begin by themselves; what is changed holds from the next one on."""

    form = ChampionshipForm
    list_display = ("title", "ruleset", "days", "is_open")
    fields = (
        "title", "ruleset", "options", "preset", "group_size", "meetings", "at_once", "days",
        "break_days", "asks_in_time", "asks_finished", "first_begins_at", "is_open",
    )  # fmt: skip

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyAdmin):
    list_display = ("title", "number", "kind", "status", "begins_at", "directed_by")
    list_filter = ("kind", "status")
    list_select_related = ("directed_by",)
    search_fields = ("title",)
    exclude = ("seed", "invite_key", "form_key")


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    list_display = ("at", "what", "competition", "by", "reason")
    list_filter = ("what",)
    list_select_related = ("by", "competition")
