"""Games as programs are shown them: what their viewer knows, and nothing else.

Everything here works on a visit and on what is known to its viewer, as pages and letters do.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.display_text import plain_text
from accounts.models import Person
from conquest.core import Json, Phrase, PositionReport
from games.models import Decision, Game, Seat
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame
from games.queries import Visit


def show_visit(visit: Visit, *, now: datetime) -> Json:
    """Return a game or a table as somebody visits it; its host is told the link to invite by."""
    shown = show_game(visit.game, visit.seats, visit.own_decision_first, visit.mine, now=now)
    if visit.is_host and visit.game.started_at is None:
        path = reverse("invite", args=[visit.game.invite_key])
        shown["invitation"] = f"{settings.SITE_URL}{path}"
    return shown


def show_game(
    game: Game,
    seats: Iterable[Seat],
    asked: Iterable[Decision],
    mine: Seat | None,
    *,
    now: datetime,
) -> Json:
    """Return a game or a table, with its seats and what is asked of them."""
    return {
        "id": game.pk,
        "title": plain_text(game.title),
        "rule_set": game.ruleset,
        "options": game.options,
        "board": game.board,
        "status": game.status,
        "is_paused": game.is_paused,
        "is_private": game.is_private,
        "is_rated": game.is_rated,
        "welcomes_bots": game.welcomes_programs,
        "pace": game.pace,
        "host": show_person(game.host),
        "version": game.version,
        "opened_at": game.opened_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "seats": [_show_seat(game, seat) for seat in seats],
        "asked": [show_asked(game, decision, now=now) for decision in asked],
        "seat": mine.name if mine else None,
        "invitation": None,
        "url": f"{settings.SITE_URL}{game.get_absolute_url()}",
    }


def show_person(person: Person) -> Json:
    """Return somebody as everybody may know them."""
    return {
        "id": person.pk,
        "name": plain_text(person.name),
        "is_house": person.is_house,
        "is_bot": person.is_program,
        "owner": person.owner_id,
        "url": f"{settings.SITE_URL}{reverse('player', args=[person.pk])}",
    }


def show_asked(game: Game, decision: Decision, *, now: datetime) -> Json:
    """Return what a seat owes, with the time that is left by the clock of the database."""
    return {
        "seat": decision.seat.name,
        "kind": decision.kind,
        "how": game.rules.judgement.decision_kinds[decision.kind].how,
        "version": decision.version,
        "opened_at": decision.opened_at,
        "due_at": decision.due_at,
        "seconds_left": max(0, int((decision.due_at - now).total_seconds())),
    }


def show_position(known: KnownGame) -> Json:
    """Return a position as its viewer knows it: as structure, in sentences and in numbers."""
    telling = known.rules.telling
    figures = telling.figures_by_field(known.state)
    return {
        "version": known.version,
        "viewer": known.viewer,
        "state": known.view,
        "lines": [say(phrase) for phrase in telling.describe_state(known.state)],
        "figures": {field: say(figure.label) for field, figure in figures.items()},
        "report": show_report(known.report),
    }


def show_report(report: PositionReport) -> Json:
    """Return a position in numbers and sentences."""
    return {
        "turn": report.turn,
        "number": report.number,
        "points": report.points,
        "reasons": [say(reason) for reason in report.reasons],
        "seats": [
            {"seat": line.seat, "numbers": dict(line.numbers), "facts": [*map(say, line.facts)]}
            for line in report.seats
        ],
        "notes": [say(note) for note in report.notes],
    }


def show_step(step: HistoryStep) -> Json:
    """Return a step of a game in words."""
    return {
        "seq": step.seq,
        "first": step.first,
        "at": step.at,
        "seat": step.seat,
        "sentence": say(step.phrase),
        "notation": step.notation,
        "cost": step.cost,
        "losses": [say(loss.what) for loss in step.losses],
    }


def say(phrase: Phrase) -> str:
    """Return a sentence of the rules in the language of the reader."""
    return phrase.translate_with(_)


def _show_seat(game: Game, seat: Seat) -> Json:
    return {
        "name": seat.name,
        "title": say(game.rules.seating.names[seat.name]),
        "colour": seat.colour,
        "person": _show_anybody(seat.person),
        "is_absent": seat.is_absent,
        "stand_in": _show_anybody(seat.stand_in),
        "place": seat.place,
        "has_won": seat.has_won,
    }


def _show_anybody(person: Person | None) -> Any:
    return show_person(person) if person else None
