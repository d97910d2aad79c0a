"""How a letter can be answered by letter: with what, in the position that it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from conquest.core import Choice, DecisionKind
from games import labels
from games.ahead.standing_orders.tryouts import pieces_in_danger
from games.marks import NO_LETTER
from games.planner.example_orders import find_example
from games.planner.typed_orders import localize_orders
from games.play.knowledge import KnownGame
from mail.layout import Section

MOST_NAMED = 4


def decision_sentences(
    known: KnownGame,
    ask: DecisionKind,
    answers: Sequence[tuple[str, Choice]],
    *,
    turns_at_once: bool,
) -> tuple[str, ...]:
    """Return how a decision is answered by letter; ``answers`` to choose from have their
    letters. Orders that leave nothing open may count at once (``turns_at_once``)."""
    if ask.how == "choose":
        return (*answer_sentences(answers), *ahead_sentences(known))
    if ask.pace != "turn":
        return interruption_sentences(known)
    return (*order_sentences(known, at_once=turns_at_once), *setup_sentences(known, ask))


def interruption_sentences(known: KnownGame) -> tuple[str, ...]:
    """Return how something that interrupts turns, such as a throw, is ordered by letter."""
    words = _("Answer this letter with %(answers)s: your answer counts at once.")
    example = localize_orders(find_example(known), known.rules.notation)
    named = [example, _("NO")] if example else [_("NO")]
    return (words % {"answers": labels.join_with_or(named)},)


def ahead_sentences(known: KnownGame) -> tuple[str, ...]:
    """Return how an answer says what shall count if more is captured in the same turn."""
    standing = known.rules.standing
    if standing is None or known.viewer is None or not pieces_in_danger(known, known.viewer):
        return ()
    words = _(
        "If more of yours is taken in this turn, a line below your answer can say what shall count"
        " then. For “%(meaning)s”: AHEAD %(orders)s"
    )
    preset = standing.presets[0]
    orders = localize_orders(preset.text, known.rules.notation)
    return (words % {"orders": orders, "meaning": preset.label.translate_with(_)},)


def order_sentences(known: KnownGame, *, at_once: bool) -> tuple[str, ...]:
    """Return how a turn is ordered by letter, with an example of this position, and whether it
    counts ``at_once``."""
    examples = example_sentences(known)
    if not examples:
        return ()
    return (
        *examples,
        _("They count at once, as you have chosen. If they leave something open, you are shown"
          " first what they do.")
        if at_once
        else _("You are shown what they do, and they count once you answer YES."),
    )  # fmt: skip


def example_sentences(known: KnownGame) -> tuple[str, ...]:
    """Return an example of orders in this position; nothing if nothing can be ordered."""
    example = localize_orders(find_example(known), known.rules.notation)
    words = _("Answer this letter with your orders, such as: %(orders)s")
    return (words % {"orders": example},) if example else ()


def setup_sentences(known: KnownGame, ask: DecisionKind) -> tuple[str, ...]:
    """Return how a set-up that somebody keeps is handed in by letter, and what has to stand where;
    nothing where none is asked for."""
    if not is_setup(known, ask):
        return ()
    return (_("Or with SETUP and the name of a set-up that you keep."), *army_sentences(known))


def is_setup(known: KnownGame, ask: DecisionKind) -> bool:
    """Whether a set-up is asked for."""
    return ask.parallel and known.rules.composing.patterns is not None


def army_sentences(known: KnownGame) -> tuple[str, ...]:
    """Return which pieces have to be set up, and on which fields."""
    assert known.viewer is not None
    sketch = known.rules.composing.sketch(known.state, known.viewer, "")
    pieces = [f"{tool.left} × {tool.name} ({tool.label.translate_with(_)})" for tool in sketch.tray]
    fields = {choice.target: None for choice in sketch.choices if choice.target}
    return (
        _("These have to stand: %(pieces)s.") % {"pieces": ", ".join(pieces)},
        _("These are your fields: %(fields)s.") % {"fields": " ".join(fields)},
    )


def answer_sentences(answers: Sequence[tuple[str, Choice]]) -> tuple[str, ...]:
    """Return how a question is answered by letter; ``answers`` have their letters."""
    if not answers:
        return ()
    words = _("Answer this letter with %(answers)s: your answer counts at once.")
    return (words % {"answers": labels.join_with_or(name_answers(answers))},)


def name_answers(answers: Sequence[tuple[str, Choice]]) -> list[str]:
    """Return what people write for some of the answers: a letter, NO, or an order."""
    silent = [choice for letter, choice in answers if letter == NO_LETTER]
    named = [letter for letter, _choice in answers if letter != NO_LETTER][:MOST_NAMED]
    return [*named, _("NO")] if len(silent) == 1 else [*named, *(one.text for one in silent)]


def offer_sentences() -> tuple[str, ...]:
    """Return how people answer what is offered to them."""
    return (_("Answer this letter with YES to accept what is offered, or with NO to decline."),)


def request_sentences() -> tuple[str, ...]:
    """Return how hosts answer a request for a seat."""
    return (_("Answer this letter with YES to give the seat away, or with NO to decline."),)


def return_sentences() -> tuple[str, ...]:
    """Return how people come back to a seat at which they are absent."""
    return (_("Answer this letter with BACK, and you are back in the game."),)


def invitation_sentences() -> tuple[str, ...]:
    """Return how people answer an invitation to a table."""
    return (_("Answer this letter with YES to sit down at the table, or with NO to decline."),)


def start_sentences() -> tuple[str, ...]:
    """Return how a host begins the game of a full table."""
    return (_("Answer this letter with YES, and the game begins."),)


def command_sentence() -> str:
    """Return the words that every letter about a game is answered to, in all languages."""
    return _(
        "One word is enough for the board (BOARD, BRETT), your games (STATUS), the rules (RULES,"
        " REGELN) and all that you can say (HELP, HILFE)."
    )


def by_letter_sections(reply_to: str, sentences: Iterable[str]) -> tuple[Section, ...]:
    """Return how a letter is answered; empty if it cannot be, or asks nothing."""
    lines = tuple(("", sentence) for sentence in sentences)
    section = Section(_("By letter"), lines=lines, is_about_mail=True)
    return (section,) if reply_to and lines else ()
