"""The rule sets there are: one for each package in ``rulesets``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any, TypeAlias

from conquest import rulesets
from conquest.core import Fault, Phrase, RuleSet

AnyRules: TypeAlias = RuleSet[Any, Any, Any]


@cache
def found() -> dict[str, AnyRules]:
    """Find every rule set, by slug."""
    packages = (
        importlib.import_module(f"{rulesets.__name__}.{module.name}")
        for module in pkgutil.iter_modules(rulesets.__path__)
        if module.ispkg
    )
    return {package.RULES.slug: package.RULES for package in packages}


def get(slug: str) -> AnyRules:
    """Give the rule set of that slug.

    :raises Fault: if there is none.
    """
    rules = found().get(slug)
    if rules is None:
        raise Fault(f"there is no rule set {slug[:40]!r}")
    return rules


def choices() -> tuple[tuple[str, Phrase], ...]:
    """List slug and title of every rule set, sorted by slug."""
    return tuple((slug, rules.title) for slug, rules in sorted(found().items()))
