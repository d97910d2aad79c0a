"""A person's own set-ups: saved under a name, offered in other games that they fit.

Only their owner reads them: no letter, replay or record knows them.
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

MOST = 20  # of each kind in a rule set: the page of a game lists them all


class SetUpError(Exception):
    """A set-up cannot be saved, or not under this name; the sentence says why."""


def setups_of_person(person: Person) -> QuerySet[SetUp]:
    """Select a person's saved set-ups, by rule set, kind and name."""
    return SetUp.objects.filter(person=person).order_by("ruleset", "kind", Lower("name"))


def fitting_setups(person: Person, rules: AnyRules, state: Any) -> QuerySet[SetUp]:
    """Select a person's saved set-ups that fit a game, by name."""
    patterns = rules.composing.patterns
    if patterns is None:
        return SetUp.objects.none()
    return setups_of_person(person).filter(ruleset=rules.slug, kind=patterns.pattern_kind(state))


def pattern_of(rules: AnyRules, state: Any, seat: Seat, text: str) -> str:
    """Return the pattern of a seat's text to save, "" if it is no whole set-up."""
    patterns = rules.composing.patterns
    return patterns.pattern_of(state, seat, text) if patterns else ""


def setup_orders(
    rules: AnyRules, state: Any, seat: Seat, set_ups: Iterable[SetUp]
) -> Iterator[tuple[SetUp, str]]:
    """Yield set-ups with the orders that make them for a seat, while it is to set up."""
    patterns = rules.composing.patterns
    if patterns is None:
        return
    for setup in set_ups:
        try:
            yield setup, patterns.orders_for(state, seat, setup.pattern)
        except Refused:
            continue


def setup_choice(setup: SetUp, text: str) -> Choice:
    """Return a set-up as a choice that the composer offers."""
    label = Phrase(gettext_noop("“%(name)s”"), name=setup.name)
    return Choice(text, "", "", "", cost=0, captures=False, label=label)


def save_setup(
    person: Person, rules: AnyRules, state: Any, *, name: str, pattern: str, now: datetime
) -> bool:
    """Save a set-up that fits a game; return whether it replaced a different one of its name.

    :raises SetUpError: if the person has saved ``MOST`` of its kind.
    """
    assert rules.composing.patterns is not None
    fields = {"ruleset": rules.slug, "kind": rules.composing.patterns.pattern_kind(state)}
    with transaction.atomic():
        _lock_person(person)
        rows = setups_of_person(person).filter(**fields)
        same_name = _filter_by_name(rows, name).first()
        if same_name is None and rows.count() >= MOST:
            raise SetUpError(_full_message())
        replaces = same_name is not None and same_name.pattern != pattern
        row = same_name or SetUp(person=person, **fields)
        row.name, row.pattern, row.kept_at = name, pattern, now
        row.save()
    return replaces


def rename_setup(person: Person, pk: int, name: str) -> SetUp:
    """Give a set-up another name.

    :raises SetUp.DoesNotExist: if the person has no such set-up.
    :raises SetUpError: if another one has this name.
    """
    with transaction.atomic():
        _lock_person(person)
        setup = setups_of_person(person).get(pk=pk)
        rows = setups_of_person(person).filter(ruleset=setup.ruleset, kind=setup.kind)
        if _filter_by_name(rows.exclude(pk=pk), name).exists():
            raise SetUpError(_("You already keep a set-up of this name."))
        setup.name = name
        setup.save(update_fields=["name"])
    return setup


def delete_setup(person: Person, pk: int) -> None:
    """Delete a set-up, if the person still has it."""
    setups_of_person(person).filter(pk=pk).delete()


def _full_message() -> str:
    message = _("You keep %(n)s set-ups for boards like this already. Forget one of them first.")
    return message % {"n": MOST}


def _filter_by_name(rows: QuerySet[SetUp], name: str) -> QuerySet[SetUp]:
    """Select the set-up of a name in any case, as the database compares names."""
    # Lowered by the database on both sides: Python lowers some letters differently, and the unique
    # index does not ask Python.
    return rows.alias(lower=Lower("name")).filter(lower=Lower(Value(name)))


def _lock_person(person: Person) -> None:
    """Lock a person's row, so that two requests at once cannot both save the last set-up
    allowed."""
    # ``no_key``: rows that refer to the person can still be inserted while it is held.
    Person.objects.select_for_update(no_key=True).get(pk=person.pk)
