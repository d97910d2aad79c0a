"""What the script of a page is sent about a plan: the text is the state, all else follows from it.

The script knows no rules. It shows what is sent, and sends a longer text back. Its types for these
values are in static/js/game/types.d.ts; a test keeps the two alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from conquest.core import Choice, Json, Phrase, Sketch, Tool
from games import labels
from games.models import Game
from games.planner.composer import Composer, carriers_first
from games.planner.threats import Threat


class Target(msgspec.Struct, frozen=True):
    """A field that a piece can reach, or on which a ``tool`` of the tray can be used, by a piece or
    without one.

    ``text`` is added to the plan, or ``replaces`` its last order. ``then`` is the piece as it is
    called on that field, or "". ``answers`` counts the answers that the other side could give to a
    capture at once; it is null where nothing is captured, or where the game has no answers.
    """

    field: str
    text: str
    cost: int
    way: tuple[str, ...]
    label: str
    then: str
    captures: bool
    answers: int | None
    tool: str
    replaces: bool


class Piece(msgspec.Struct, frozen=True):
    """A piece that can do something: its ``name``, its ``kind``, the field ``at`` which it stands,
    and the fields in range that cost more than is left (``afar``)."""

    name: str
    kind: str
    at: str
    targets: list[Target]
    afar: tuple[str, ...]


class TrayTool(msgspec.Struct, frozen=True):
    """A tool of the tray, and how many are ``left`` of it (null: without limit)."""

    name: str
    label: str
    left: int | None


class Plan(msgspec.Struct, frozen=True):
    """A plan: the orders of its ``head`` can be carried out and leave ``left`` points; what cannot
    be is in ``rest``. ``stem`` is the head without its last order, ``between`` separates two
    orders. ``lays`` is what can be done with the tray without a piece, ``shortcuts`` what is done
    without either. ``stands`` names what is where, ``threats`` who could capture it, ``exposed``
    the fields of the seat's own pieces among these."""

    text: str
    head: str
    stem: str
    rest: str
    between: str
    left: int | None
    steps: int
    lacks: str
    pieces: dict[str, Piece]
    tray: list[TrayTool]
    lays: list[Target]
    shortcuts: list[Target]
    stands: dict[str, str]
    threats: dict[str, str]
    exposed: tuple[str, ...]


class Hindrance(msgspec.Struct, frozen=True):
    """Why a piece cannot go to a field: a ``sentence``, its ``rule``, and the ``address`` of that
    rule; both are "" where it cannot be looked up."""

    sentence: str
    rule: str
    address: str


def plan_payload(game: Game, viewer: str, turn: Composer) -> Json:
    """Return a plan as plain JSON, shaped as ``Plan``."""
    plain: Json = msgspec.to_builtins(build_plan(game, viewer, turn))
    return plain


def build_plan(game: Game, viewer: str, turn: Composer) -> Plan:
    """Return what a seat plans, with what can follow."""
    rules, sketch = game.rules, turn.sketch
    head = rules.notation.join_words(sketch.step_texts)
    return Plan(
        text=turn.text,
        head=head,
        stem=rules.notation.join_words(rules.notation.split_words(head)[:-1]),
        rest=rules.notation.join_words(sketch.rest),
        between=rules.notation.between,
        left=sketch.left,
        steps=len(turn.steps),
        lacks=_lacks_text(turn),
        pieces=_build_pieces(game, viewer, sketch),
        tray=[_build_tool(tool) for tool in sketch.tray],
        lays=[_build_target(choice, None) for choice in sketch.choices if _is_tray_choice(choice)],
        shortcuts=[_build_target(choice, None) for choice in turn.at_once],
        stands={
            field: _translate_phrase(figure.label)
            for field, figure in rules.telling.figures_by_field(sketch.state).items()
        },
        threats={field: describe_threats(game, threats) for field, threats in turn.threats.items()},
        exposed=tuple(piece.field for piece in turn.exposed),
    )


def _lacks_text(turn: Composer) -> str:
    """Return what is still missing: the choice of a route, or what the game requires."""
    if turn.ways:
        words = _("%(n)s ways are equally short for %(order)s. Which one do you mean?")
        return words % {"n": len(turn.ways), "order": turn.sketch.rest[0]}
    return _translate_phrase(turn.sketch.lacks) if turn.sketch.lacks else ""


def describe_threats(game: Game, threats: Iterable[Threat]) -> str:
    """Return who could capture on a field, and by what: "East: knight E40 (3 points)"."""
    return ", ".join(_describe_threat(game, threat) for threat in threats)


def _describe_threat(game: Game, threat: Threat) -> str:
    seat = _translate_phrase(game.rules.seating.names[threat.seat])
    piece, cost = _translate_phrase(threat.choice.name), threat.choice.cost
    return f"{seat}: {piece} ({labels.count_points(cost)})" if cost else f"{seat}: {piece}"


def first_words(*, is_ahead: bool = False) -> str:
    """Return what a reader can do first: in a turn, or while it is not their turn yet."""
    if is_ahead:
        return _("It is not your turn yet. To plan ahead, choose one of your pieces on the board.")
    return _("Choose one of your pieces on the board.")


def script_texts(*, is_ahead: bool = False) -> dict[str, str]:
    """Return the sentences that the page's script says, in the reader's language."""
    return {
        "refused": _("The site did not take this (%(status)s). Please load the page again."),
        "choose": first_words(is_ahead=is_ahead),
        "go": _("Go there"),
        "leave": _("Never mind"),
        "enough": _("Leave it at that"),
        "complete": _("Your turn is complete."),
        "pick": _("Pick something from the tray, then one of the marked fields to put it on."),
        "chosen": _("%(name)s: choose where it goes."),
        "empty_plan": _("Your plan is empty: there is no order in it."),
        "moved": _("%(name)s: you can go on from here, or leave it at that."),
        "stacked": _("%(name)s: choose where it goes. Choose it again for: %(next)s."),
        "all_aboard": _("All aboard"),
        "aim": _("%(label)s: costs %(cost)s, %(left)s left afterwards."),
        "free": _("%(label)s."),
        "unanswered": _("Nobody can answer this capture."),
        "answered": _("The turn pauses here: the other side can answer."),
        "dear": _("%(field)s is in range, but there are not enough points."),
        "empty": _("%(field)s: nobody stands here."),
        "stands": _("%(field)s: %(what)s."),
        "threat": _("Could be captured by %(those)s."),
        "noted": _("Your note: %(note)s."),
        "exposed": _("In reach of others: %(fields)s."),
        "safe": _("None of your pieces is in reach of others."),
        "planned": _("Steps in the plan: %(steps)s. Points left: %(left)s."),
        "counted": _("Steps in the plan: %(steps)s."),
        "held": _("In hand: %(name)s. Choose where it goes."),
        "laid_down": _("Nothing from the tray is in hand."),
        "undone": _("Taken back."),
        "redone": _("Done again."),
        "discarded": _("The plan is discarded. You can take that back."),
        "offline": _("The site cannot be reached. Your plan stays here; try again in a moment."),
        "gone_on": _("The game has gone on since this page was opened."),
        "look": _("Look"),
        "again": _("Try again"),
        "elsewhere": _("On another page you have planned something else."),
        "theirs": _("Show that plan"),
        "mine": _("Keep this one"),
    }


def _build_pieces(game: Game, viewer: str, sketch: Sketch[Any]) -> dict[str, Piece]:
    composing = game.rules.composing
    unaffordable: Mapping[str, tuple[str, ...]] = {}
    if sketch.choices:
        unaffordable = composing.unaffordable_fields(sketch.state, viewer)
    pieces: dict[str, Piece] = {}
    for choice in carriers_first(sketch.choices):
        if choice.origin:
            if choice.piece not in pieces:
                pieces[choice.piece] = _build_piece(choice, unaffordable)
            pieces[choice.piece].targets.append(
                _build_target(choice, _count_answers(game, viewer, sketch, choice))
            )
    return pieces


def _is_tray_choice(choice: Choice) -> bool:
    """Whether a choice is made with a tool of the tray, without a piece."""
    return bool(choice.tool) and not choice.origin


def _build_piece(choice: Choice, unaffordable: Mapping[str, tuple[str, ...]]) -> Piece:
    return Piece(
        name=_translate_phrase(choice.name),
        kind=_translate_phrase(choice.kind),
        at=choice.origin,
        targets=[],
        afar=tuple(unaffordable.get(choice.piece, ())),
    )


def _build_target(choice: Choice, answers: int | None) -> Target:
    return Target(
        field=choice.target,
        text=choice.text,
        cost=choice.cost,
        way=choice.way,
        label=_translate_phrase(choice.label),
        then=choice.then,
        captures=choice.captures,
        answers=answers,
        tool=choice.tool,
        replaces=choice.replaces,
    )


def _build_tool(tool: Tool) -> TrayTool:
    return TrayTool(tool.name, _translate_phrase(tool.label), tool.left)


def _count_answers(game: Game, viewer: str, sketch: Sketch[Any], choice: Choice) -> int | None:
    """Return how many answers others could give to a capture at once; None where none are
    possible."""
    if not choice.captures or "answer" not in game.rules.judgement.clocks:
        return None
    # Only playing the capture tells who may answer it, so each one is sketched.
    ahead = game.rules.composing.sketch(sketch.state, viewer, choice.text)
    return sum(len(pause.answers) for pause in ahead.pauses)


def _translate_phrase(phrase: Phrase) -> str:
    return phrase.translate_with(partial(_translate_words, get_language()))


# A plan says few words hundreds of times, and Django takes ten times as long to look one up.
@lru_cache(maxsize=2000)
def _translate_words(_language: str | None, words: str) -> str:
    return _(words)
