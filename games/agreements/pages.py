"""What the page of a game shows of agreements: more time, and pauses."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Person
from games.agreements import extensions, pauses
from games.models import Extension, PlayersPause
from games.queries import Visit


@dataclass(frozen=True, slots=True)
class ExtensionOffer:
    """The visitor, who is asked, can take ``hours`` more, ``left`` times; 0 if they have taken
    all."""

    hours: int
    left: int


@dataclass(frozen=True, slots=True)
class ProposedPause:
    """A ``pause`` that is proposed, the ``awaited`` people who have still to agree, and whether the
    visitor ``is_asked`` or has proposed it (``is_own``)."""

    pause: PlayersPause
    awaited: tuple[Person, ...]
    is_asked: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class Agreements:
    """What the visitor can ``extend``, and who has taken more time for what is asked now; the pause
    that is ``proposed``, the one that the game is ``paused`` by, and whether they ``can_propose``
    one."""

    extend: ExtensionOffer | None = None
    extended: tuple[Extension, ...] = ()
    proposed: ProposedPause | None = None
    paused: PlayersPause | None = None
    can_propose: bool = False


def game_agreements(visit: Visit) -> Agreements:
    """Return what the page of a game shows of agreements."""
    proposed = _proposed_pause(visit)
    return Agreements(
        extend=_extension_offer(visit),
        extended=_extensions_of_asked(visit),
        proposed=proposed,
        paused=pauses.find_running_pause(visit.game),
        can_propose=_can_agree(visit) and proposed is None,
    )


def _can_agree(visit: Visit) -> bool:
    """Whether the visitor plays in a game that runs and is not paused."""
    is_played = visit.game.is_running and not visit.game.is_paused
    return is_played and visit.mine is not None and not visit.mine.is_absent


def _proposed_pause(visit: Visit) -> ProposedPause | None:
    """Return the pause that is proposed to the visitor, who plays, or by them."""
    pause = pauses.find_open_pause(visit.game) if _can_agree(visit) else None
    if pause is None:
        return None
    awaited = pauses.awaited_seats(pause, visit.seats)
    people = tuple(seat.person for seat in awaited if seat.person is not None)
    return ProposedPause(pause, people, visit.mine in awaited, visit.person == pause.person)


def _extension_offer(visit: Visit) -> ExtensionOffer | None:
    """Return how much more time the visitor can take, None if they are not asked."""
    terms, mine = extensions.read_terms(visit.game.pace), visit.mine
    is_asked = visit.decision is not None and not visit.game.is_paused
    if not terms.times or not is_asked or mine is None or mine.is_absent:
        return None
    return ExtensionOffer(terms.hours, extensions.extensions_left(mine))


def _extensions_of_asked(visit: Visit) -> tuple[Extension, ...]:
    """Return the extensions of what is asked now; tables that allow none are not looked for."""
    if not extensions.read_terms(visit.game.pace).times:
        return ()
    taken = Extension.objects.filter(decision__in=visit.asked).select_related("person")
    return tuple(taken.order_by("pk"))
