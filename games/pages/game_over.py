"""What the page of a game that is over has more: who won, how it went, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games import labels, queries
from games.models import Decision, Game, Seat
from games.pages.curve import Curve, build_curve
from games.play import rematch, thanks
from games.replay.timeline import KeyMove, game_timeline


@dataclass(frozen=True, slots=True)
class RematchOffer:
    """The rematch, as far as the visitor may know of it: its ``table`` if there is one, whether
    he ``sits`` there, and whether he ``may`` want it."""

    table: Game | None
    sits: bool
    may: bool


@dataclass(frozen=True, slots=True)
class GameOverSummary:
    """A game that is over: its ``result`` in a sentence, the ``deeds`` that decided it, the
    ``curve`` of its numbers. ``thanked`` are those who have said thanks; ``may_thank`` tells
    whether the visitor still can, ``waits`` how many decisions wait for him elsewhere, the
    ``next`` among them."""

    result: str
    deeds: Sequence[KeyMove]
    curve: Curve | None
    thanked: Sequence[Person]
    may_thank: bool
    again: RematchOffer
    next: Decision | None
    waits: int


def game_over_summary(visit: queries.Visit) -> GameOverSummary | None:
    """Return what there is to tell once a game is over, ``None`` before."""
    if visit.game.status != Game.Status.OVER:
        return None
    told, thanked = game_timeline(visit.game), thanks.list_thankers(visit.game)
    waiting = queries.decisions_for(visit.person) if visit.person else Decision.objects.none()
    return GameOverSummary(
        result=result_sentence(visit.seats),
        deeds=told.deeds,
        curve=build_curve(told, visit.seats),
        thanked=thanked,
        may_thank=_has_company(visit) and visit.person not in thanked,
        again=_rematch_offer(visit),
        next=waiting.first(),
        waits=waiting.count(),
    )


def result_sentence(seats: Sequence[Seat]) -> str:
    """Say by name who has won."""
    winners = [_winner_name(seat) for seat in seats if seat.has_won]
    if not winners:
        return _("It is a draw.")
    said = ngettext("%(names)s has won.", "%(names)s have won.", len(winners))
    return said % {"names": labels.join_with_and(winners)}


def _winner_name(seat: Seat) -> str:
    side = seat.game.rules.seating.names[seat.name].translate_with(_)
    return f"{seat.person.name} ({side})" if seat.person else side


def _has_company(visit: queries.Visit) -> bool:
    """Whether the visitor has played with other people."""
    others = (seat.person for seat in visit.seats if seat.person and seat != visit.mine)
    return visit.mine is not None and any(not person.is_house for person in others)


def _rematch_offer(visit: queries.Visit) -> RematchOffer:
    there = rematch.find_rematch(visit.game)
    if there is None:
        return RematchOffer(None, sits=False, may=visit.mine is not None)
    known_visit = queries.load_visit(there.pk, visit.person)
    sits = known_visit is not None and known_visit.mine is not None
    has_room = there.status == Game.Status.OPEN and there.seats.filter(person=None).exists()
    may = visit.mine is not None and not sits and has_room
    return RematchOffer(there if known_visit else None, sits=sits, may=may)
