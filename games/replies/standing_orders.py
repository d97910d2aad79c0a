"""Standing orders by letter: shown, or replaced after a preview."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from conquest.core import Unreadable
from games.ahead import standing_orders
from games.ahead.standing_orders.tryouts import OrdersTryout, try_on_present
from games.models import Preview, Seat
from games.planner import typed_orders
from games.play import turns
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.previews import close_preview, save_preview
from games.replies.quotes import shorten_quote
from games.replies.refusals import refuse_words, say_too_late
from games.replies.words import Command, is_nothing

MOST_TRYOUTS = 12


def answer_standing(case: Correspondence, command: Command) -> Answer:
    """Show the standing orders of the seat, or what others would do in their place."""
    if case.game.rules.standing is None:
        return refuse_words(case, _("This game knows no standing orders."))
    if not case.game.is_running:
        return refuse_words(case, str(turns.GameIsOver()))
    if not command.argument:
        return _show_orders(case)
    text = "" if is_nothing(command.argument) else typed_orders.normalize_orders(command.argument)
    if len(text) > standing_orders.MAX_TEXT_CHARS:
        most = {"n": standing_orders.MAX_TEXT_CHARS}
        return refuse_words(case, _("That is too long: %(n)s characters at most.") % most)
    return _preview_orders(case, text)


def confirm_standing(case: Correspondence, preview: Preview) -> Answer:
    """File the standing orders of a preview, in place of those before."""
    if not close_preview(case, preview):  # another mail has said yes at the same moment
        return say_too_late(case)
    try:
        standing_orders.file_orders(case.game.pk, case.person, preview.text, now=case.now)
    except Unreadable as refused:
        return refuse_words(case, unreadable_sentence(refused, preview.text))
    except Seat.DoesNotExist:  # the game has ended since
        return refuse_words(case, str(turns.GameIsOver()))
    return Answer(
        outcome="filed",
        brief=_("Standing orders filed"),
        headline=_("Your standing orders are filed. They count from now on."),
        paragraphs=() if preview.text else (_("You have none now: you are always asked."),),
        parts=tuple(_order_parts(case, preview.text)),
        seat=case.own_seat.pk,
    )


def unreadable_sentence(refused: Unreadable, text: str) -> str:
    """Return which line of standing orders cannot be read, and why."""
    sentence, lines = refused.phrase.translate_with(_), text.splitlines()
    if refused.order is not None and refused.order < len(lines):
        parts = {
            "number": refused.order + 1,
            "line": shorten_quote(lines[refused.order]),
            "sentence": sentence,
        }
        sentence = _("Line %(number)s, “%(line)s”: %(sentence)s") % parts
    return f"{sentence} ({refused.rule})" if refused.rule else sentence


def _show_orders(case: Correspondence) -> Answer:
    text = standing_orders.standing_text(case.own_seat)
    change = _(
        "Write STANDING and below it all orders that you want, one a line, and they are shown to"
        " you first. STANDING NONE removes all of them."
    )
    return Answer(
        outcome="standing",
        brief=_("Your standing orders"),
        headline=_("Your standing orders") if text else _("You have no standing orders."),
        paragraphs=(change,),
        parts=tuple(_order_parts(case, text)) if text else tuple(_example_parts(case)),
        seat=case.own_seat.pk,
    )


def _preview_orders(case: Correspondence, text: str) -> Answer:
    standing = case.game.rules.standing
    assert standing is not None
    try:
        canonical = standing.canonical_text(case.known.state, text)
    except Unreadable as refused:
        return refuse_words(case, unreadable_sentence(refused, text))
    preview = save_preview(case, Preview.Kind.STANDING, canonical)
    replaced = _("They replace those that you have, and answer what is asked from then on.")
    removed = _("All standing orders that you have are removed: you are always asked.")
    return Answer(
        outcome="preview",
        brief=_("Are these your standing orders?"),
        headline=_("Are these your standing orders?"),
        paragraphs=(
            replaced if canonical else removed,
            _("Answer this letter with YES, and they count. Until then nothing has happened."),
        ),
        parts=(*_order_parts(case, canonical), *_tryout_parts(case, canonical)),
        seat=preview.seat_id,
        preview=preview.pk,
    )


def _order_parts(case: Correspondence, text: str) -> Iterator[Part]:
    """Yield standing orders line by line, in words and as they are written."""
    standing = case.game.rules.standing
    assert standing is not None
    try:
        phrases = standing.describe_lines(case.known.state, text)
    except Unreadable:  # filed before the words of the game changed
        phrases = ()
    lines = tuple(
        (f"{number}.", phrase.translate_with(_), line)
        for number, (line, phrase) in enumerate(zip(text.splitlines(), phrases, strict=False), 1)
    )
    if lines:
        yield Part(_("The first that fits decides"), lines)


def _example_parts(case: Correspondence) -> Iterator[Part]:
    """Yield standing orders that many people want, as they are written."""
    standing = case.game.rules.standing
    assert standing is not None
    notation, lines = case.game.rules.notation, list[str]()
    for preset in standing.presets:
        text = typed_orders.localize_orders(preset.text, notation)
        lines += [f"{preset.label.translate_with(_)}:", *text.splitlines()]
    yield Part(_("Examples"), tuple(("", line) for line in lines))


def _tryout_parts(case: Correspondence, text: str) -> Iterator[Part]:
    """Yield what standing orders would answer to what could be captured next."""
    tryouts = try_on_present(case.known, case.own_seat.name, text)[:MOST_TRYOUTS] if text else ()
    if tryouts:
        yield Part(_("What they would answer as things stand"), tuple(map(_tryout_line, tryouts)))


def _tryout_line(tryout: OrdersTryout) -> tuple[str, ...]:
    asked = _("you are asked")
    answer = tryout.answer.translate_with(_) if tryout.answer else asked
    return ("", f"{tryout.cause.translate_with(_)} → {answer}")
