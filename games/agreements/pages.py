"""What the page of a game shows of agreements: the time that can be taken, and that was."""

from __future__ import annotations

from dataclasses import dataclass

from games.agreements import extensions
from games.models import Extension
from games.queries import Visit


@dataclass(frozen=True, slots=True)
class ExtensionOffer:
    """The visitor, who is asked, can take ``hours`` more, ``left`` times; 0 if they have taken
    all."""

    hours: int
    left: int


@dataclass(frozen=True, slots=True)
class Agreements:
    """What the visitor can ``extend``, and who has taken more time for what is asked now."""

    extend: ExtensionOffer | None = None
    extended: tuple[Extension, ...] = ()


def game_agreements(visit: Visit) -> Agreements:
    """Return what the page of a game shows of agreements."""
    return Agreements(_extension_offer(visit), _extensions_of_asked(visit))


def _extension_offer(visit: Visit) -> ExtensionOffer | None:
    """Return how much more time the visitor can take, None if they are not asked."""
    terms, mine = extensions.read_terms(visit.game.pace), visit.mine
    if not terms.times or visit.decision is None or mine is None or mine.is_absent:
        return None
    return ExtensionOffer(terms.hours, extensions.extensions_left(mine))


def _extensions_of_asked(visit: Visit) -> tuple[Extension, ...]:
    """Return the extensions of what is asked now; tables that allow none are not looked for."""
    if not extensions.read_terms(visit.game.pace).times:
        return ()
    taken = Extension.objects.filter(decision__in=visit.asked).select_related("person")
    return tuple(taken.order_by("pk"))
