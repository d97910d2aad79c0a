"""What the page of a game shows of agreements: more time, pauses, take-backs, nudges."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import Person
from games.agreements import extensions, nudges, pauses, players, take_backs
from games.models import Decision, Extension, Nudge, PlayersPause, TakeBack
from games.play import clock
from games.play.decisions import GRACE
from games.queries import Visit
from mail.models import Delivery


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
class AskedTakeBack:
    """A ``take_back`` that is asked for, the ``awaited`` people who have still to agree, and
    whether the visitor ``is_asked`` or has asked for it (``is_own``)."""

    take_back: TakeBack
    awaited: tuple[Person, ...]
    is_asked: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class AwaitedDecision:
    """A ``decision`` that the visitor waits for: what became of the letters that asked and
    ``reminded`` (None for those that were never posted), the ``nudged`` ones, and why they cannot
    nudge now (``refusal``). ``waits_until`` is when time runs out even if nothing has reached the
    player until then, None if something has.
    """

    decision: Decision
    asked: Delivery | None
    reminded: Delivery | None
    nudged: tuple[Nudge, ...]
    refusal: str
    waits_until: datetime | None


@dataclass(frozen=True, slots=True)
class Agreements:
    """What the visitor can ``extend``, and who has taken more time for what is asked now; the pause
    that is ``proposed``, the one that the game is ``paused`` by, and whether they ``can_propose``
    one; the turn that somebody wants to ``take_back``, and whether they ``can_ask_back`` for one;
    and what they wait for."""

    extend: ExtensionOffer | None = None
    extended: tuple[Extension, ...] = ()
    proposed: ProposedPause | None = None
    paused: PlayersPause | None = None
    can_propose: bool = False
    take_back: AskedTakeBack | None = None
    can_ask_back: bool = False
    waiting: tuple[AwaitedDecision, ...] = ()


def game_agreements(visit: Visit) -> Agreements:
    """Return what the page of a game shows of agreements."""
    proposed, take_back = _proposed_pause(visit), _asked_take_back(visit)
    allows_back = take_backs.allows_take_backs(visit.game)
    return Agreements(
        extend=_extension_offer(visit),
        extended=_extensions_of_asked(visit),
        proposed=proposed,
        paused=pauses.find_running_pause(visit.game),
        can_propose=_can_agree(visit) and proposed is None,
        take_back=take_back,
        can_ask_back=allows_back and _can_agree(visit) and take_back is None,
        waiting=_awaited_decisions(visit) if _can_agree(visit) else (),
    )


def _can_agree(visit: Visit) -> bool:
    """Whether the visitor plays, and has not lost, in a game that runs and is not paused."""
    is_played = visit.game.is_running and not visit.game.is_paused
    if not is_played or visit.mine is None or visit.mine.is_absent:
        return False
    return not players.has_lost(visit.mine)


def _proposed_pause(visit: Visit) -> ProposedPause | None:
    """Return the pause that is proposed to the visitor, who plays, or by them."""
    pause = pauses.find_open_pause(visit.game) if _can_agree(visit) else None
    if pause is None:
        return None
    awaited = pauses.awaited_seats(pause, visit.seats)
    people = tuple(seat.person for seat in awaited if seat.person is not None)
    return ProposedPause(pause, people, visit.mine in awaited, visit.person == pause.person)


def _asked_take_back(visit: Visit) -> AskedTakeBack | None:
    """Return the turn that the visitor, who plays, or another wants to take back."""
    if not (take_backs.allows_take_backs(visit.game) and _can_agree(visit)):
        return None
    asked = take_backs.find_open_take_back(visit.game, clock.now())
    if asked is None:
        return None
    awaited = take_backs.awaited_seats(asked, visit.seats)
    people = tuple(seat.person for seat in awaited if seat.person is not None)
    return AskedTakeBack(asked, people, visit.mine in awaited, visit.person == asked.person)


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


def _awaited_decisions(visit: Visit) -> tuple[AwaitedDecision, ...]:
    """Return what people other than the visitor, who plays, are asked for; no letter tells to
    which address it went."""
    others = [one for one in visit.asked if one != visit.decision and _is_asked_person(one)]
    if not others or visit.mine is None:
        return ()
    letters = _letters_about(others)
    sent = Nudge.objects.filter(decision__in=others).select_related("person").order_by("pk")
    nudged, now = list(sent), clock.now()
    return tuple(
        AwaitedDecision(
            decision=one,
            asked=letters.get(f"decision-{one.pk}"),
            reminded=letters.get(f"reminder-{one.pk}"),
            nudged=tuple(nudge for nudge in nudged if nudge.decision_id == one.pk),
            refusal=nudges.refuse_nudge(one, visit.mine, now),
            waits_until=None if one.told_at else one.due_at + GRACE,
        )
        for one in others
    )


def _is_asked_person(decision: Decision) -> bool:
    """Whether a person is asked themselves, and no house player or stand-in."""
    person = decision.seat.person
    return person is not None and not person.is_house and not decision.seat.is_absent


def _letters_about(decisions: list[Decision]) -> dict[str, Delivery]:
    """Return the letters that asked for some decisions, and the last that reminded of each, by
    "decision-…" and "reminder-…"."""
    keys = Q(key__in=[f"{kind}-{one.pk}" for one in decisions for kind in ("decision", "reminder")])
    for one in decisions:
        keys |= Q(key__startswith=f"reminder-{one.pk}-")
    found = Delivery.objects.filter(keys, channel=None).order_by("pk")
    return {f"{letter.kind}-{letter.about['decision']}": letter for letter in found}
