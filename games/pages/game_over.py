"""What the page of a finished game adds: who won, how it went, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games import labels, queries
from games.diary import entries
from games.models import Decision, Game, Seat
from games.pages.curve import Curve, build_curve
from games.play import rematch, thanks
from games.replay.timeline import KeyMove, game_timeline


@dataclass(frozen=True, slots=True)
class RematchOffer:
    """The rematch, as far as the visitor may know of it: its ``table`` if there is one, whether the
    visitor ``sits`` there, and whether they ``may`` ask for a rematch or a seat at it. Somebody who
    is ``asked`` for it can say no; once somebody has, it ``is_declined`` to those who wait for it,
    while there is room: its host has to fill the seat and start it."""

    table: Game | None
    sits: bool
    may: bool
    asked: bool = False
    is_declined: bool = False


@dataclass(frozen=True, slots=True)
class GameOverSummary:
    """A finished game: its ``result`` in a sentence, the ``key_moves`` that decided it and the
    ``curve`` of its numbers. ``thanked`` are those who have said thanks; ``may_thank`` says whether
    the visitor still can, ``waits`` how many of their decisions wait elsewhere, ``next`` is the
    first of them. ``has_diaries`` says whether players have opened theirs."""

    result: str
    key_moves: Sequence[KeyMove]
    curve: Curve | None
    thanked: Sequence[Person]
    may_thank: bool
    again: RematchOffer
    next: Decision | None
    waits: int
    has_diaries: bool


def game_over_summary(visit: queries.Visit) -> GameOverSummary | None:
    """Return the summary of a finished game, ``None`` while it is running."""
    if visit.game.status != Game.Status.OVER:
        return None
    timeline, thanked = game_timeline(visit.game), thanks.list_thankers(visit.game)
    waiting = queries.decisions_for(visit.person) if visit.person else Decision.objects.none()
    return GameOverSummary(
        result=result_sentence(visit.seats),
        key_moves=timeline.key_moves,
        curve=build_curve(timeline, visit.seats),
        thanked=thanked,
        may_thank=_has_company(visit) and visit.person not in thanked,
        again=_rematch_offer(visit),
        next=waiting.first(),
        waits=waiting.count(),
        has_diaries=entries.has_opened_diaries(visit.game),
    )


def result_sentence(seats: Sequence[Seat]) -> str:
    """Return the sentence that says by name who has won."""
    winners = [_winner_name(seat) for seat in seats if seat.has_won]
    if not winners:
        return _("It is a draw.")
    sentence = ngettext("%(names)s has won.", "%(names)s have won.", len(winners))
    return sentence % {"names": labels.join_with_and(winners)}


def _winner_name(seat: Seat) -> str:
    side = seat.game.rules.seating.names[seat.name].translate_with(_)
    return f"{seat.person.name} ({side})" if seat.person else side


def _has_company(visit: queries.Visit) -> bool:
    """Whether the visitor played with other people, and not only with bots."""
    others = (seat.person for seat in visit.seats if seat.person and seat != visit.mine)
    return visit.mine is not None and any(not person.is_house for person in others)


def _rematch_offer(visit: queries.Visit) -> RematchOffer:
    table = rematch.find_rematch(visit.game)
    if table is None:
        return RematchOffer(None, sits=False, may=visit.mine is not None)
    # A rematch can be private: a visitor who may not see its table is not shown it.
    table_visit = queries.load_visit(table.pk, visit.person)
    sits = table_visit is not None and table_visit.mine is not None
    is_open = visit.mine is not None and table.status == Game.Status.OPEN
    has_room = is_open and table.seats.filter(person=None).exists()
    may = has_room and not sits
    asked = may and queries.waits_for_answer(table, visit.person)
    waits = asked or (has_room and sits)
    is_declined = waits and table.invitations.exclude(declined_at=None).exists()
    return RematchOffer(table if table_visit else None, sits, may, asked, is_declined)
