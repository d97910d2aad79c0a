"""The board asked in short commands: what stands where, who reaches what, points, the last event.

A command is a word or its first letter, and what it is about: ``z S39``, ``f elephant``. It is
answered in sentences, for whoever does not see the board or would rather not look for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from conquest.core import Chart, Choice, Figure, Seat
from games.models import Game
from games.planner.payload import threatened
from games.planner.reading import sketched
from games.planner.threats import Threat

MAX_COMMAND_CHARS = 80
MAX_THREATS = 40


@dataclass(frozen=True)
class BoardQuestion:
    """A board that is asked: a position of a game as its viewer knows it, and what came last."""

    game: Game
    state: Any
    last: str = ""

    @cached_property
    def stands(self) -> Mapping[str, Figure]:
        return self.game.rules.telling.figures_by_field(self.state)

    @cached_property
    def reach(self) -> Mapping[Seat, tuple[Choice, ...]]:
        """What each seat could do if its turn began now; the one on turn goes on."""
        rules = self.game.rules
        return {
            seat: sketched(rules, rules.judgement.suppose_turn(self.state, seat), seat, "").choices
            for seat in rules.judgement.seats(self.state)
        }


Answer: TypeAlias = Callable[[BoardQuestion, str], Iterable[str]]


def answer(asked: BoardQuestion, command: str) -> list[str]:
    """Answer a command in sentences; what is no command is answered with those there are."""
    word, _blank, about = command.strip()[:MAX_COMMAND_CHARS].partition(" ")
    act = COMMANDS.get(word.casefold(), _commands)
    return list(act(asked, about.strip()))


def _reach(asked: BoardQuestion, about: str) -> Iterable[str]:
    """Tell where what stands on a field could go if it were its turn now."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    goals: dict[str, list[str]] = {}
    for choices in asked.reach.values():
        for choice in choices:
            if choice.origin == field:
                goals.setdefault(choice.name.translate_with(_), []).append(_goal(choice))
    if not goals:
        yield _("Nothing on %(field)s can move.") % {"field": field}
    for name, fields in goals.items():
        yield _("%(piece)s reaches %(fields)s.") % {"piece": name, "fields": ", ".join(fields)}


def _goal(choice: Choice) -> str:
    return f"{choice.target} ({choice.cost})" if choice.cost else choice.target


def _find(asked: BoardQuestion, about: str) -> Iterable[str]:
    """Tell where figures stand that are called so."""
    found: dict[str, list[str]] = {}
    for field, figure in sorted(asked.stands.items()):
        label = figure.label.translate_with(_)
        if about.casefold() in label.casefold():
            found.setdefault(label, []).append(field)
    if not found or not about:
        yield _("Nothing on the board is called “%(name)s”.") % {"name": about}
        return
    for label, fields in found.items():
        yield f"{label}: {', '.join(fields)}."


def _who(asked: BoardQuestion, about: str) -> Iterable[str]:
    """Tell who could capture on a field, or come there, if it were his turn now."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    there = [
        Threat(field, seat, choice)
        for seat, choices in asked.reach.items()
        for choice in choices
        if choice.target == field and choice.captures == (field in asked.stands)
    ]
    those = threatened(asked.game, there[:MAX_THREATS])
    if field in asked.stands:
        yield _capturable(field, those)
    elif there:
        yield _("%(field)s could be reached by %(those)s.") % {"field": field, "those": those}
    else:
        yield _("Nobody could reach %(field)s in one turn.") % {"field": field}


def _capturable(field: str, those: str) -> str:
    if those:
        return _("On %(field)s could capture: %(those)s.") % {"field": field, "those": those}
    return _("Nobody could capture on %(field)s in one turn.") % {"field": field}


def _what(asked: BoardQuestion, about: str) -> Iterable[str]:
    """Tell what stands on a field and on those around it."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    yield f"{field}: {_on(asked, field)}."
    around = [f"{other} ({_on(asked, other)})" for other in _neighbours(asked.game.chart, field)]
    yield _("Ways lead to %(fields)s.") % {"fields": ", ".join(around)}


def _on(asked: BoardQuestion, field: str) -> str:
    figure = asked.stands.get(field)
    return figure.label.translate_with(_) if figure else _("free")


def _neighbours(chart: Chart, field: str) -> list[str]:
    ends = [(way.start, way.end) for way in chart.ways if field in (way.start, way.end)]
    return sorted(end if start == field else start for start, end in ends)


def _points(asked: BoardQuestion, about: str) -> Iterable[str]:
    """Tell the points of the turn, and why they are not more."""
    rules = asked.game.rules
    report = rules.telling.report(asked.state)
    if report.points is None:
        yield _("This game is played without points.")
        return
    seat = rules.seating.names[report.turn].translate_with(_) if report.turn else ""
    left = ngettext("%(n)s point left", "%(n)s points left", report.points) % {"n": report.points}
    why = "".join(f" {reason.translate_with(_)}" for reason in report.reasons)
    yield f"{seat}: {left} ({report.base}{why})." if why else f"{seat}: {left}."


def _last(asked: BoardQuestion, about: str) -> Iterable[str]:
    yield asked.last or _("Nothing has happened yet.")


def _board(asked: BoardQuestion, about: str) -> Iterable[str]:
    return (line.translate_with(_) for line in asked.game.rules.telling.describe_state(asked.state))


def _commands(asked: BoardQuestion, about: str) -> Iterable[str]:
    """List the commands."""
    report = asked.game.rules.telling.report(asked.state)
    told = HELP if report.points is not None else [line for line in HELP if line != POINTS]
    return (_(line) % {"field": asked.game.sample_field} for line in told)


def _field(asked: BoardQuestion, about: str) -> str:
    """Find a field by its name in any case; nothing where the board has none."""
    names = {field.casefold(): field for field in asked.game.chart.fields}
    return names.get(about.casefold(), "")


def _no_field(about: str) -> str:
    return _("The board has no field “%(name)s”.") % {"name": about}


COMMANDS: Mapping[str, Answer] = {
    "z": _reach,
    "reach": _reach,
    "f": _find,
    "find": _find,
    "w": _who,
    "who": _who,
    "s": _what,
    "see": _what,
    "p": _points,
    "points": _points,
    "l": _last,
    "last": _last,
    "b": _board,
    "board": _board,
}
POINTS = gettext_noop("p: the points of the turn")
HELP = (
    gettext_noop("z %(field)s: where the piece on %(field)s can go"),
    gettext_noop("f NAME: where the pieces of that name stand"),
    gettext_noop("w %(field)s: who could capture on %(field)s, or come there"),
    gettext_noop("s %(field)s: what stands on %(field)s and around it"),
    POINTS,
    gettext_noop("l: what happened last"),
    gettext_noop("b: the whole board in words"),
)
