"""Set-ups of one's own: kept under a name, offered in other games that they fit.

They are read by their owner alone: no letter, film or record knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Person
from conquest.core import Choice, Phrase, Refused, Seat
from conquest.registry import AnyRules
from games.models import SetUp

MOST = 20  # of each kind in a rule set


class SetUpError(Exception):
    """A set-up cannot be kept, or not so; the sentence says why."""


def setups_of_person(person: Person) -> QuerySet[SetUp]:
    """Return what a person keeps, by name."""
    return SetUp.objects.filter(person=person).order_by("ruleset", "kind", Lower("name"))


def fitting_setups(person: Person, rules: AnyRules, state: Any) -> QuerySet[SetUp]:
    """Return what a person keeps that fits a game, by name."""
    patterns = rules.composing.patterns
    if patterns is None:
        return SetUp.objects.none()
    return setups_of_person(person).filter(ruleset=rules.slug, kind=patterns.pattern_kind(state))


def pattern_of(rules: AnyRules, state: Any, seat: Seat, text: str) -> str:
    """Return what can be kept of a seat's text, "" where it is no whole set-up."""
    patterns = rules.composing.patterns
    return patterns.pattern_of(state, seat, text) if patterns else ""


def setup_orders(
    rules: AnyRules, state: Any, seat: Seat, kept: Iterable[SetUp]
) -> Iterator[tuple[SetUp, str]]:
    """Yield set-ups with the orders that set a seat up so, while it is to set up."""
    patterns = rules.composing.patterns
    if patterns is None:
        return
    for setup in kept:
        try:
            yield setup, patterns.orders_for(state, seat, setup.pattern)
        except Refused:
            continue


def setup_choice(setup: SetUp, text: str) -> Choice:
    """Return a set-up as a turn in the making offers it."""
    label = Phrase(gettext_noop("“%(name)s”"), name=setup.name)
    return Choice(text, "", "", "", cost=0, captures=False, label=label)


def save_setup(
    person: Person, rules: AnyRules, state: Any, *, name: str, pattern: str, now: datetime
) -> bool:
    """Keep a set-up that fits a game; return whether it took the place of another of its name.

    :raises Unkept: if the person keeps as many as there may be.
    """
    assert rules.composing.patterns is not None
    about = {"ruleset": rules.slug, "kind": rules.composing.patterns.pattern_kind(state)}
    with transaction.atomic():
        _lock_person(person)
        kept = setups_of_person(person).filter(**about)
        there = _filter_by_name(kept, name).first()
        if there is None and kept.count() >= MOST:
            raise SetUpError(_full_message())
        replaces = there is not None and there.pattern != pattern
        row = there or SetUp(person=person, **about)
        row.name, row.pattern, row.kept_at = name, pattern, now
        row.save()
    return replaces


def rename_setup(person: Person, pk: int, name: str) -> SetUp:
    """Give a set-up another name.

    :raises SetUp.DoesNotExist: if the person keeps none such.
    :raises Unkept: if another one is called so.
    """
    with transaction.atomic():
        _lock_person(person)
        setup = setups_of_person(person).get(pk=pk)
        kept = setups_of_person(person).filter(ruleset=setup.ruleset, kind=setup.kind)
        if _filter_by_name(kept.exclude(pk=pk), name).exists():
            raise SetUpError(_("You already keep a set-up of this name."))
        setup.name = name
        setup.save(update_fields=["name"])
    return setup


def delete_setup(person: Person, pk: int) -> None:
    """Forget a set-up, if the person still keeps it."""
    setups_of_person(person).filter(pk=pk).delete()


def _full_message() -> str:
    told = _("You keep %(n)s set-ups for boards like this already. Forget one of them first.")
    return told % {"n": MOST}


def _filter_by_name(kept: QuerySet[SetUp], name: str) -> QuerySet[SetUp]:
    """Return the set-up of a name, whatever its case, as the database compares names."""
    return kept.alias(lower=Lower("name")).filter(lower=Lower(Value(name)))


def _lock_person(person: Person) -> None:
    """Lock the row of a person, so that what he keeps is counted one by one."""
    Person.objects.select_for_update(no_key=True).get(pk=person.pk)
