"""The position in an answer, and what is asked of its reader there, so that it can be answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.letters import content, sections
from games.letters.by_letter import by_letter_sections
from games.letters.pictures import draw_overviews, draw_question
from games.letters.reply_to import decision_reply_address
from games.models import Decision, Seat
from games.replies import pictures
from games.replies.answers import Answer
from mail.layout import Picture, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPosition:
    """What an answer shows of a game: pictures and sections, what is ``offered`` to its reader, and
    where the answer to what is asked of them goes, "" if nothing is. How that is answered stands in
    ``first_sections``."""

    first_sections: tuple[Section, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sections: tuple[Section, ...] = ()
    offered: tuple[str, ...] = ()
    reply_to: str = ""


def show_position(answer: Answer, seat: Seat, now: datetime) -> ShownPosition:
    """Return what an answer shows of a game, as its seat knows it at present."""
    if answer.plan:
        return ShownPosition(pictures=pictures.draw_plan(seat, answer.plan))
    if not answer.shows_board:
        return ShownPosition()
    decision = None if answer.preview or answer.decision else _open_decision(seat)
    if decision:
        return _show_question(decision, answer.around, now)
    return _show_board(seat, answer.around, now)


def _open_decision(seat: Seat) -> Decision | None:
    """Return what a seat owes now, None if nothing can be handed in."""
    if seat.game.is_paused or not seat.game.is_running:
        return None
    rows = Decision.objects.select_related("game", "seat__game", "seat__person", "seat__offer")
    return rows.filter(seat=seat, closed_at=None).first()


def _show_board(seat: Seat, around: tuple[str, ...], now: datetime) -> ShownPosition:
    digest = content.gather_digest(seat.game, seat)
    shown = draw_overviews(digest, around)
    situation = content.game_situation(digest, shown, now)
    return ShownPosition(pictures=shown, sections=sections.situation_sections(situation))


def _show_question(decision: Decision, around: tuple[str, ...], now: datetime) -> ShownPosition:
    """Return the position with what is asked there, and all that is offered."""
    digest = content.gather_digest(decision.game, decision.seat)
    request = content.decision_request(decision, digest, now)
    shown = draw_question(digest) if request.answers else draw_overviews(digest, around)
    reply_to = decision_reply_address(decision, now)
    return ShownPosition(
        first_sections=(
            *sections.answer_sections(request),
            *by_letter_sections(reply_to, request.by_letter),
        ),
        pictures=shown,
        sections=sections.situation_sections(content.game_situation(digest, shown, now)),
        offered=request.offered,
        reply_to=reply_to,
    )
