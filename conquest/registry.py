"""All rule sets: one for each package in ``rulesets`` and in other packages that were added."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import conquest
from conquest import rulesets
from conquest.core import Fault, Phrase, RuleSet
from conquest.kit.take_back import add_take_backs

AnyRules: TypeAlias = RuleSet[Any, Any, Any]

_places: list[ModuleType] = [rulesets]


def add_package(package: str) -> None:
    """Look for rule sets in another package, too: each of its sub-packages is one.

    :raises Fault: if there is no such package.
    """
    try:
        place = importlib.import_module(package)
        paths = list(place.__path__)
    except (ImportError, TypeError, ValueError, AttributeError) as error:
        raise Fault(f"there is no package {package[:80]!r}") from error
    # once, even if both the settings and the prompt name it
    if not any(paths == list(known.__path__) for known in _places):
        _places.append(place)
        find_rulesets.cache_clear()


@cache  # importing all packages takes time, and add_package clears it
def find_rulesets() -> dict[str, AnyRules]:
    """Return every rule set, by slug."""
    packages = (
        importlib.import_module(f"{place.__name__}.{module.name}")
        for place in _places
        for module in pkgutil.iter_modules(place.__path__)
        if module.ispkg
    )
    return {package.RULES.slug: add_take_backs(package.RULES) for package in packages}


def find_folders(name: str) -> tuple[Path, ...]:
    """Return the folders called ``name`` beside the code of families and rule sets."""
    paths = (path for package in (conquest, *_places) for path in package.__path__)
    return tuple(sorted(folder for path in paths for folder in Path(path).glob(f"*/{name}/")))


def get_ruleset(slug: str) -> AnyRules:
    """Return the rule set with this slug.

    :raises Fault: if there is none.
    """
    rules = find_rulesets().get(slug)
    if rules is None:
        raise Fault(f"there is no rule set {slug[:40]!r}")
    return rules


def ruleset_choices() -> tuple[tuple[str, Phrase], ...]:
    """Return the slug and title of every rule set, sorted by slug."""
    return tuple((slug, rules.title) for slug, rules in sorted(find_rulesets().items()))
