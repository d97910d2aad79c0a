"""What a page is told of a plan: the text is the state, all else follows from it.

The script of the page knows no rules. It shows what this says, and sends a longer text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from conquest.core import Choice, Json, Phrase
from games.composer import Composer, arrived, joined, name_of
from games.models import Game
from games.outlook import Threat
from games.rehearsal import Pause, rehearse


def told(game: Game, viewer: str, turn: Composer) -> Json:
    """Tell a plan as plain JSON.

    ``text`` is the plan: the orders of its ``head`` can be carried out and leave ``left``
    points; what cannot stands in ``rest``. ``pieces`` gives for each piece that can move its
    ``name``, the field ``at`` which it stands, its ``targets`` and the fields that are too dear
    for it (``afar``); each target has the ``field``, the ``text`` to add, its ``cost``, the
    ``way`` there, a ``label``, ``then`` (the piece as it is called there, or "") and
    ``answers``: how many ways the other side has to answer its capture, null where nothing is
    captured. ``words`` are the orders without a field. ``stands`` tells what is where,
    ``threats`` who could capture it.
    """
    rules, end = game.rules, turn.played.end
    afar = rules.afar(end, viewer) if turn.choices else {}
    return {
        "text": turn.text,
        "head": joined(*turn.played.texts),
        "rest": joined(*turn.played.rest),
        "left": turn.played.left,
        "steps": len(turn.steps),
        "pieces": _pieces(game, viewer, turn, afar),
        "words": [_word(choice) for choice in turn.choices if not choice.origin],
        "stands": {
            field: _said(figure.label)
            for field, figure in rules.stands(rules.view(end, viewer)).items()
        },
        "threats": {field: threatened(game, those) for field, those in turn.threats.items()},
    }


def threatened(game: Game, those: Iterable[Threat]) -> str:
    """Say who could capture on a field, and by what: "East: knight E40 (3)"."""
    return ", ".join(
        f"{_said(game.rules.names[threat.seat])}: {name_of(threat.choice)} ({threat.choice.cost})"
        for threat in those
    )


def words() -> dict[str, str]:
    """Give the sentences a script of the page says, in the reader's language."""
    return {
        "choose": _("Choose one of your pieces on the board."),
        "chosen": _("%(name)s: choose where it goes."),
        "aim": _("%(label)s: costs %(cost)s, %(left)s left afterwards."),
        "free": _("%(label)s."),
        "unanswered": _("Nobody can answer this capture: the turn goes on."),
        "answered": _("The turn pauses here: the other side can answer."),
        "dear": _("%(field)s is in range, but there are not enough points."),
        "empty": _("%(field)s: nobody stands here."),
        "stands": _("%(field)s: %(what)s."),
        "threat": _("Could be captured by %(those)s."),
        "planned": _("Steps in the plan: %(steps)s. Points left: %(left)s."),
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


def _pieces(
    game: Game, viewer: str, turn: Composer, afar: Mapping[str, Iterable[str]]
) -> dict[str, Json]:
    pieces: dict[str, Json] = {}
    for choice in turn.choices:
        if choice.origin:
            known = pieces.setdefault(choice.piece, _piece(choice, afar))
            known["targets"].append(_target(choice, _answers(game, viewer, turn, choice)))
    return pieces


def _piece(choice: Choice, afar: Mapping[str, Iterable[str]]) -> Json:
    return {
        "name": name_of(choice),
        "at": choice.origin,
        "targets": [],
        "afar": list(afar.get(choice.piece, ())),
    }


def _target(choice: Choice, answers: int | None) -> Json:
    return {
        "field": choice.target,
        "text": choice.text,
        "cost": choice.cost,
        "way": choice.way,
        "label": _said(choice.label),
        "then": arrived(choice),
        "answers": answers,
    }


def _answers(game: Game, viewer: str, turn: Composer, choice: Choice) -> int | None:
    """Count the ways in which others could answer a capture at once."""
    if not choice.captures:
        return None
    pauses: Iterable[Pause] = rehearse(game.rules, turn.played.end, viewer, choice.text).pauses
    return sum(len(pause.answers) for pause in pauses)


def _word(choice: Choice) -> Json:
    return {"text": choice.text, "label": _said(choice.label)}


def _said(phrase: Phrase) -> str:
    return phrase.said(_)
