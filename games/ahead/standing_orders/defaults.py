"""The standing orders with which a person's games of a rule set begin."""

from __future__ import annotations

from typing import Any

from accounts.models import Person
from conquest.core import Phrase, Unreadable, fold, no_numbers
from conquest.registry import AnyRules
from games.models import StandingDefault


def saved_default(person: Person, ruleset: str) -> str:
    """Return the default standing orders of a person for a rule set, "" for none."""
    row = StandingDefault.objects.filter(person=person, ruleset=ruleset).first()
    return row.text if row else ""


def normalize_default(rules: AnyRules, text: str) -> str:
    """Return default standing orders in canonical form, read on the usual board of a rule set.

    :raises Unreadable: with the number of the line that is no standing order.
    """
    assert rules.standing is not None
    return str(rules.standing.canonical_text(_opening_state(rules), text))


def describe_default(rules: AnyRules, text: str) -> tuple[Phrase, ...]:
    """Return a sentence for each line of default standing orders, none if they cannot be read any
    more."""
    assert rules.standing is not None
    try:
        sentences: tuple[Phrase, ...] = rules.standing.describe_lines(_opening_state(rules), text)
    except Unreadable:
        return ()
    return sentences


def save_default(person: Person, ruleset: str, text: str) -> None:
    """Save default standing orders of a person for a rule set; delete them if the text is empty."""
    if not text:
        StandingDefault.objects.filter(person=person, ruleset=ruleset).delete()
        return
    StandingDefault.objects.update_or_create(
        person=person, ruleset=ruleset, defaults={"text": text}
    )


def _opening_state(rules: AnyRules) -> Any:
    return fold(rules, None, rules.judgement.start_game({}, no_numbers))
