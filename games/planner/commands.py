"""Answers to short commands about the board: what stands where, who reaches what, points, the last
event.

A command is a word or its first letter, and what it is about: ``z S39``, ``f elephant``. The
answers are sentences, for people who do not see the board or would rather not search it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from conquest.core import Chart, Choice, Figure, Seat, as_sentence
from games import labels
from games.models import Game
from games.planner.payload import describe_threats
from games.planner.plan_reader import sketch_plan
from games.planner.threats import Threat

MAX_COMMAND_CHARS = 80
MAX_THREATS = 40


@dataclass(frozen=True)
class BoardQuestion:
    """A board to ask about: a position of a game as its viewer knows it, and what happened last."""

    game: Game
    state: Any
    last: str = ""

    @cached_property
    def figures_by_field(self) -> Mapping[str, Figure]:
        return self.game.rules.telling.figures_by_field(self.state)

    @cached_property
    def choices_by_seat(self) -> Mapping[Seat, tuple[Choice, ...]]:
        """What each seat could do if its turn began now; the turn of the seat that is on turn goes
        on."""
        rules = self.game.rules
        return {
            seat: sketch_plan(
                rules, rules.judgement.suppose_turn(self.state, seat), seat, ""
            ).choices
            for seat in rules.judgement.seats(self.state)
        }


Answer: TypeAlias = Callable[[BoardQuestion, str], Iterable[str]]


def answer_command(board: BoardQuestion, command: str) -> list[str]:
    """Return the sentences that answer a command; an unknown command is answered with the list of
    commands."""
    word, _blank, about = command.strip()[:MAX_COMMAND_CHARS].partition(" ")
    answer = COMMANDS.get(word.casefold(), _list_commands)
    return list(answer(board, about.strip()))


def _choices_from(board: BoardQuestion, field: str) -> list[Choice]:
    return [
        choice
        for choices in board.choices_by_seat.values()
        for choice in choices
        if choice.origin == field
    ]


def _choices_by_piece(choices: Iterable[Choice]) -> dict[str, list[Choice]]:
    by_piece: dict[str, list[Choice]] = {}
    for choice in choices:
        by_piece.setdefault(choice.name.translate_with(_), []).append(choice)
    return by_piece


def _list_goals(choices: Sequence[Choice]) -> str:
    """Return the fields that can be reached, the cheapest first, those of one cost together."""
    fields = ", ".join
    costs = sorted({choice.cost for choice in choices})
    goals = {cost: fields(one.target for one in choices if one.cost == cost) for cost in costs}
    words = _("%(fields)s for %(points)s")
    return "; ".join(
        words % {"fields": names, "points": labels.count_points(cost)} if cost else names
        for cost, names in goals.items()
    )


def _answer_reach(board: BoardQuestion, about: str) -> Iterable[str]:
    """Yield where the piece on a field could go if it were its turn now, and what else it could
    do."""
    field = _find_field(board, about)
    if not field:
        yield _no_field_sentence(about)
        return
    choices = _choices_from(board, field)
    by_piece = _choices_by_piece(choice for choice in choices if not choice.tool)
    if not by_piece:
        yield _("Nothing on %(field)s can move.") % {"field": field}
    for name, goals in by_piece.items():
        yield _("%(piece)s reaches %(fields)s.") % {"piece": name, "fields": _list_goals(goals)}
    for choice in choices:
        if choice.tool:
            yield f"{_with_cost(as_sentence(choice.words).translate_with(_), choice.cost)}."


def _with_cost(text: str, cost: int) -> str:
    return f"{text} ({labels.count_points(cost)})" if cost else text


def _answer_find(board: BoardQuestion, about: str) -> Iterable[str]:
    """Yield where the figures stand whose names contain the words."""
    fields_by_label: dict[str, list[str]] = {}
    for field, figure in sorted(board.figures_by_field.items()):
        label = figure.label.translate_with(_)
        if about.casefold() in label.casefold():
            fields_by_label.setdefault(label, []).append(field)
    if not fields_by_label or not about:
        yield _("Nothing on the board is called “%(name)s”.") % {"name": about}
        return
    for label, fields in fields_by_label.items():
        yield f"{label}: {', '.join(fields)}."


def _threats_at(board: BoardQuestion, field: str) -> list[Threat]:
    """Return who could capture on a field, or come there if it is free."""
    return [
        Threat(field, seat, choice)
        for seat, choices in board.choices_by_seat.items()
        for choice in choices
        if choice.target == field and choice.captures == (field in board.figures_by_field)
    ]


def _answer_who(board: BoardQuestion, about: str) -> Iterable[str]:
    """Yield who could capture on a field, or come there, if it were their turn now."""
    field = _find_field(board, about)
    if not field:
        yield _no_field_sentence(about)
        return
    threats = _threats_at(board, field)
    texts = describe_threats(board.game, threats[:MAX_THREATS])
    if field in board.figures_by_field:
        yield _captures_sentence(field, texts)
    elif threats:
        yield _("%(field)s could be reached by %(those)s.") % {"field": field, "those": texts}
    else:
        yield _("Nobody could reach %(field)s in one turn.") % {"field": field}


def _captures_sentence(field: str, those: str) -> str:
    if those:
        return _("These could capture on %(field)s: %(those)s.") % {"field": field, "those": those}
    return _("Nobody could capture on %(field)s in one turn.") % {"field": field}


def _answer_see(board: BoardQuestion, about: str) -> Iterable[str]:
    """Yield what stands on a field and on the fields around it."""
    field = _find_field(board, about)
    if not field:
        yield _no_field_sentence(about)
        return
    yield f"{field}: {_figure_text(board, field)}."
    around = [
        f"{other} ({_figure_text(board, other)})"
        for other in _adjacent_fields(board.game.chart, field)
    ]
    yield _("Ways lead to %(fields)s.") % {"fields": ", ".join(around)}


def _figure_text(board: BoardQuestion, field: str) -> str:
    figure = board.figures_by_field.get(field)
    return figure.label.translate_with(_) if figure else _("free")


def _adjacent_fields(chart: Chart, field: str) -> list[str]:
    ends = [(way.start, way.end) for way in chart.ways if field in (way.start, way.end)]
    return sorted(end if start == field else start for start, end in ends)


def _answer_points(board: BoardQuestion, about: str) -> Iterable[str]:
    """Yield the points of the turn, and why they are not more."""
    rules = board.game.rules
    report = rules.telling.report(board.state)
    if report.points is None:
        yield _("This game is played without points.")
        return
    seat = rules.seating.names[report.turn].translate_with(_) if report.turn else ""
    left = ngettext("%(n)s point left", "%(n)s points left", report.points) % {"n": report.points}
    why = "".join(f" {reason.translate_with(_)}" for reason in report.reasons)
    yield f"{seat}: {left} ({report.base}{why})." if why else f"{seat}: {left}."


def _answer_last(board: BoardQuestion, about: str) -> Iterable[str]:
    yield board.last or _("Nothing has happened yet.")


def _answer_board(board: BoardQuestion, about: str) -> Iterable[str]:
    return (line.translate_with(_) for line in board.game.rules.telling.describe_state(board.state))


def _list_commands(board: BoardQuestion, about: str) -> Iterable[str]:
    """Return what each command is for."""
    report = board.game.rules.telling.report(board.state)
    lines = HELP if report.points is not None else [line for line in HELP if line != POINTS]
    return (_(line) % {"field": board.game.sample_field} for line in lines)


def _find_field(board: BoardQuestion, about: str) -> str:
    """Return the field with this name in any case, "" if the board has none."""
    names = {field.casefold(): field for field in board.game.chart.fields}
    return names.get(about.casefold(), "")


def _no_field_sentence(about: str) -> str:
    return _("The board has no field “%(name)s”.") % {"name": about}


COMMANDS: Mapping[str, Answer] = {
    "z": _answer_reach,
    "reach": _answer_reach,
    "f": _answer_find,
    "find": _answer_find,
    "w": _answer_who,
    "who": _answer_who,
    "s": _answer_see,
    "see": _answer_see,
    "p": _answer_points,
    "points": _answer_points,
    "l": _answer_last,
    "last": _answer_last,
    "b": _answer_board,
    "board": _answer_board,
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
