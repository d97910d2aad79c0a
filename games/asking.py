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

from conquest.core import Choice, Figure, Seat
from conquest.kit.picture.geometry import chart
from games import outlook
from games.composer import name_of
from games.models import Game
from games.planning import threatened

LONGEST = 80
MOST = 40


@dataclass(frozen=True)
class Asked:
    """A board that is asked: the position of a game as a viewer knows it, and what came last."""

    game: Game
    state: Any
    viewer: Seat | None
    last: str = ""

    @cached_property
    def stands(self) -> Mapping[str, Figure]:
        rules = self.game.rules
        return rules.stands(rules.view(self.state, self.viewer))

    @cached_property
    def chances(self) -> Mapping[Seat, tuple[Choice, ...]]:
        return outlook.chances(self.game.rules, self.state, self.viewer)


Answer: TypeAlias = Callable[[Asked, str], Iterable[str]]


def answer(asked: Asked, command: str) -> list[str]:
    """Answer a command in sentences; what is no command is answered with those there are."""
    word, _blank, about = command.strip()[:LONGEST].partition(" ")
    act = COMMANDS.get(word.casefold(), _commands)
    return list(act(asked, about.strip()))


def _reach(asked: Asked, about: str) -> Iterable[str]:
    """Tell where what stands on a field could go if it were its turn now."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    goals: dict[str, list[str]] = {}
    for choices in asked.chances.values():
        for choice in choices:
            if choice.origin == field:
                goals.setdefault(name_of(choice), []).append(f"{choice.target} ({choice.cost})")
    if not goals:
        yield _("Nothing on %(field)s can move.") % {"field": field}
    for name, fields in goals.items():
        yield _("%(piece)s reaches %(fields)s.") % {"piece": name, "fields": ", ".join(fields)}


def _find(asked: Asked, about: str) -> Iterable[str]:
    """Tell where figures stand that are called so."""
    found: dict[str, list[str]] = {}
    for field, figure in sorted(asked.stands.items()):
        label = figure.label.said(_)
        if about.casefold() in label.casefold():
            found.setdefault(label, []).append(field)
    if not found or not about:
        yield _("Nothing on the board is called “%(name)s”.") % {"name": about}
        return
    for label, fields in found.items():
        yield f"{label}: {', '.join(fields)}."


def _who(asked: Asked, about: str) -> Iterable[str]:
    """Tell who could capture on a field, or come there, if it were his turn now."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    there = [
        outlook.Threat(field, seat, choice)
        for seat, choices in asked.chances.items()
        for choice in choices
        if choice.target == field and choice.captures == (field in asked.stands)
    ]
    those = threatened(asked.game, there[:MOST])
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


def _what(asked: Asked, about: str) -> Iterable[str]:
    """Tell what stands on a field and on those around it."""
    field = _field(asked, about)
    if not field:
        yield _no_field(about)
        return
    yield f"{field}: {_on(asked, field)}."
    around = [f"{other} ({_on(asked, other)})" for other in _neighbours(asked.game.board, field)]
    yield _("Ways lead to %(fields)s.") % {"fields": ", ".join(around)}


def _on(asked: Asked, field: str) -> str:
    figure = asked.stands.get(field)
    return figure.label.said(_) if figure else _("free")


def _neighbours(board: str, field: str) -> list[str]:
    ends = [(way.start, way.end) for way in chart(board).ways if field in (way.start, way.end)]
    return sorted(end if start == field else start for start, end in ends)


def _points(asked: Asked, about: str) -> Iterable[str]:
    """Tell the points of the turn, and why they are not more."""
    rules = asked.game.rules
    report = rules.report(rules.view(asked.state, asked.viewer))
    if report.points is None:
        yield _("This game is played without points.")
        return
    seat = rules.names[report.turn].said(_) if report.turn else ""
    left = ngettext("%(n)s point left", "%(n)s points left", report.points) % {"n": report.points}
    why = "".join(f" {reason.said(_)}" for reason in report.reasons)
    yield f"{seat}: {left} ({report.base}{why})." if why else f"{seat}: {left}."


def _last(asked: Asked, about: str) -> Iterable[str]:
    yield asked.last or _("Nothing has happened yet.")


def _board(asked: Asked, about: str) -> Iterable[str]:
    rules = asked.game.rules
    return (line.said(_) for line in rules.text(rules.view(asked.state, asked.viewer)))


def _commands(asked: Asked, about: str) -> Iterable[str]:
    """List the commands."""
    return (_(line) for line in HELP)


def _field(asked: Asked, about: str) -> str:
    """Find a field by its name in any case; nothing where the board has none."""
    names = {field.casefold(): field for field in chart(asked.game.board).fields}
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
HELP = (
    gettext_noop("z S39: where the piece on S39 can go"),
    gettext_noop("f elephant: where the elephants stand"),
    gettext_noop("w S33: who could capture on S33, or come there"),
    gettext_noop("s S33: what stands on S33 and around it"),
    gettext_noop("p: the points of the turn"),
    gettext_noop("l: what happened last"),
    gettext_noop("b: the whole board in words"),
)
