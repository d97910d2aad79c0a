"""The forms of those who want to be asked as substitutes, and of who names a friend."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Person
from conquest import registry
from games.models import PoolEntry


class PoolForm(forms.Form):
    """The games for which a person wants to be asked."""

    rulesets = forms.MultipleChoiceField(
        label=gettext_lazy("Ask me for"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = registry.find_rulesets().items()
        titles = [(slug, one.title.translate_with(_)) for slug, one in rules]
        self.fields["rulesets"].choices = titles  # type: ignore[attr-defined]


class FriendForm(forms.Form):
    """Whom a person asks to play for them while they are absent."""

    name = forms.CharField(label=gettext_lazy("Name of the player"), max_length=40)


def wanted_rulesets(person: Person) -> list[str]:
    """Return the games for which a person wants to be asked."""
    return list(PoolEntry.objects.filter(person=person).values_list("ruleset", flat=True))


def save_pool(person: Person, rulesets: Collection[str]) -> None:
    """Let a person be asked for these games and for no others."""
    PoolEntry.objects.filter(person=person).exclude(ruleset__in=rulesets).delete()
    # Those that are there stay: when they were last asked is kept.
    PoolEntry.objects.bulk_create(
        [PoolEntry(person=person, ruleset=slug) for slug in rulesets], ignore_conflicts=True
    )
