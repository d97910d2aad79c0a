"""What a letter tells of a game: gathered through the eyes of one seat, in the active language.

Everything passes through ``rules.view`` and ``rules.witness``, so that no letter knows more
than its reader may.
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import unsubscribe
from accounts.models import Person
from conquest.core import Choice, Json, Phrase, Report
from games import decisions, queries, store, words
from games.models import Decision, Game, Seat, Submission
from games.queries import Step
from mail import matter
from mail.sheet import Picture

STEPS = 12
NOTATION = re.compile(r" \([^()]*\)\.?$")


TURN = "turn"
BRIEFLY: Mapping[str, str] = {
    TURN: gettext_noop("Your turn (turn %(number)s)"),
    "recapture": gettext_noop("Recapture?"),
}


@dataclass(frozen=True, slots=True)
class Gathered:
    """A game as one seat sees it: the position, and the steps since the seat last played."""

    game: Game
    seat: Seat
    seats: tuple[Seat, ...]
    state: Any
    view: Json
    report: Report
    steps: tuple[Step, ...]

    @property
    def shown(self) -> Sequence[tuple[int, Step]]:
        """The last steps with their numbers, as they are listed and drawn."""
        return list(enumerate(self.steps, start=1))[-STEPS:]


def gather(game: Game, seat: Seat) -> Gathered:
    """Read all that a letter to a seat may tell, as of the version of ``game``."""
    rules, state = game.rules, store.load(game)
    view = rules.view(state, seat.name)
    return Gathered(
        game,
        seat,
        tuple(game.seats.select_related("person")),
        state,
        view,
        rules.report(view),
        tuple(queries.steps(game, seat.name, after=_last_played(game, seat), upto=game.version)),
    )


def _last_played(game: Game, seat: Seat) -> int:
    """Give the last event that the person at a seat brought about himself."""
    mine = Submission.objects.filter(game=game, seat=seat, person=seat.person)
    last = mine.order_by("-last_seq").values_list("last_seq", flat=True).first()
    return last or 0


def reader(person: Person) -> matter.Reader:
    """Tell where and when a person reads, and the doors for his letters."""
    return matter.Reader(
        zone=person.zone,
        preferences=_address("preferences"),
        unsubscribe=unsubscribe.address(person),
    )


def topic(game: Game, seat: Seat) -> matter.Topic:
    """Name the game and the reader's side in it."""
    rules = game.rules
    side = _("%(colour)s (%(seat)s)") % {
        "colour": rules.colours[seat.colour].said(_),
        "seat": rules.names[seat.name].said(_),
    }
    return matter.Topic(
        rules=rules.title.said(_),
        number=game.pk,
        title=game.title,
        side=side,
        url=_address("game", game.pk),
    )


def asked(decision: Decision, gathered: Gathered, now: datetime) -> matter.Asked:
    """Put the question, with what led to it where it interrupts another's turn."""
    is_turn = decision.kind == TURN
    reason = "" if is_turn else cause(gathered)
    return matter.Asked(
        brief=f"{_briefly(decision)} {NOTATION.sub('', reason)}".rstrip(),
        headline=words.asked_of_you(decision.kind),
        action=_("Make your move") if is_turn else _("Answer"),
        url=_address("game" if is_turn else "game_answer", decision.game_id),
        due_at=decisions.due_when_told(decision, now),
        reason=reason,
        answers=() if is_turn else _answers(gathered),
    )


def _answers(gathered: Gathered) -> tuple[tuple[str, str], ...]:
    return tuple((mark, choice.label.said(_)) for mark, choice in candidates(gathered))


def _briefly(decision: Decision) -> str:
    if decision.kind not in BRIEFLY:
        return words.asked_of_you(decision.kind)
    return _(BRIEFLY[decision.kind]) % {"number": decision.number}


def last_act(steps: Sequence[Step]) -> Step | None:
    """Give the last step that moved something on the board."""
    acts = (step for step in reversed(steps) if any(mark.kind == "arrow" for mark in step.marks))
    return next(acts, None)


def cause(gathered: Gathered) -> str:
    """Tell what led to a question that interrupts another's turn."""
    act = last_act(gathered.steps)
    return act.phrase.said(_) if act else ""


def candidates(gathered: Gathered) -> tuple[tuple[str, Choice], ...]:
    """Letter the answers that move a piece, as the page does; the others have a dash."""
    choices = gathered.game.rules.legal(gathered.state, gathered.seat.name)
    letters = itertools.cycle(string.ascii_uppercase)
    return tuple((next(letters) if choice.origin else "–", choice) for choice in choices)


def news(gathered: Gathered) -> matter.News:
    """Tell the last steps since the reader played, and where all of them are shown."""
    first = gathered.steps[0].seq if gathered.steps else gathered.game.version
    return matter.News(
        steps=tuple(
            matter.Step(number=number, sentence=step.phrase.said(_), cost=step.cost)
            for number, step in gathered.shown
        ),
        total=len(gathered.steps),
        url=f"{_address('game_history', gathered.game.pk)}?upto={first}",
    )


def standing(gathered: Gathered, pictures: tuple[Picture, ...]) -> matter.Standing:
    """Tell how the game stands, in numbers and words."""
    rules, report = gathered.game.rules, gathered.report
    own = report.turn == gathered.seat.name
    return matter.Standing(
        points=_points(gathered),
        reasons=_said(report.reasons) if own else (),
        players=_players(gathered),
        notes=_said(report.notes),
        board=_said(rules.text(gathered.view)),
        pictures=pictures,
    )


def _points(gathered: Gathered) -> str:
    report = gathered.report
    if report.points is None or report.turn is None:
        return ""
    if report.turn != gathered.seat.name:
        turn = gathered.game.rules.names[report.turn].said(_)
        told = _("%(seat)s is on turn and has %(points)s points left.")
        return told % {"seat": turn, "points": report.points}
    if report.used:
        told = _("You have %(points)s points left; %(used)s are used.")
        return told % {"points": report.points, "used": report.used}
    return _("You have %(points)s points for this turn.") % {"points": report.points}


def _players(gathered: Gathered) -> tuple[matter.Player, ...]:
    people = {seat.name: seat.person for seat in gathered.seats}
    return tuple(
        matter.Player(
            seat=gathered.game.rules.names[line.seat].said(_),
            name=_name(people[line.seat], gathered.seat),
            score=line.score,
            pieces=line.pieces,
            captured=line.captured,
            facts=_said(line.facts),
        )
        for line in gathered.report.seats
    )


def _name(person: Person | None, reader: Seat) -> str:
    if person is None:
        return _("nobody")
    if person.pk == reader.person_id:
        return _("%(name)s (you)") % {"name": person.name}
    return person.name


def result(gathered: Gathered) -> str:
    """Say who has won."""
    names = gathered.game.rules.names
    winners = [names[name].said(_) for name in gathered.game.winners]
    if gathered.seat.name in gathered.game.winners:
        return _("You have won.") if len(winners) == 1 else _("You are among the winners.")
    if not winners:
        return _("Nobody has won.")
    if len(winners) == 1:
        return _("%(seat)s has won.") % {"seat": winners[0]}
    return _("%(seats)s have won.") % {"seats": ", ".join(winners)}


def last_words(gathered: Gathered) -> str:
    """Tell the last thing that happened in a game."""
    steps = gathered.steps or queries.steps(gathered.game, gathered.seat.name)
    return steps[-1].phrase.said(_) if steps else ""


def first_words(game: Game, seat: Seat) -> str:
    """Tell how a game began."""
    steps = queries.steps(game, seat.name, upto=1)
    return steps[0].phrase.said(_) if steps else ""


def _said(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    return tuple(phrase.said(_) for phrase in phrases)


def _address(name: str, *args: object) -> str:
    return settings.SITE_URL + reverse(name, args=args)
