"""A turn before it counts, in words: its steps, who may answer, what lapses, what is in danger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Choice, PlannedStep
from games import labels
from games.ahead import standing_orders
from games.ahead.branches import plans as branches
from games.ahead.branches.plans import BranchCase, BranchedStep, PlacedPause
from games.planner import composer, payload, plan_reader
from games.planner.review import TurnReview
from games.planner.threats import exposed_pieces, threats_by_field
from games.planner.typed_orders import localize_orders
from games.play import decisions
from games.replies.answers import Part
from games.replies.correspondence import Correspondence
from mail import times

Line = tuple[str, ...]


def review_parts(case: Correspondence, review: TurnReview) -> Iterator[Part]:
    """Yield what a turn would do, due now or later, and what its author should know before they
    say yes."""
    steps = branches.branched_steps(review.known.rules, review.sketch)
    yield Part(_("What it does"), tuple(_step_lines(case, review, steps)))
    notes = tuple(("", sentence) for sentence in _notes(case, review))
    if notes:
        yield Part(_("Before you say yes"), notes)
    yield from _danger_parts(case, review)


def _step_lines(
    case: Correspondence, review: TurnReview, steps: Iterable[BranchedStep]
) -> Iterator[Line]:
    steps = list(steps)
    for number, branched in enumerate(steps, 1):
        yield (f"{number}.", _step_sentence(branched.step), branched.text)
        if branched.step.unforeseen:
            yield ("", branched.step.unforeseen.translate_with(_))
        for halt in branched.halts:
            yield from _pause_lines(case, review, halt, is_last=number == len(steps))
        if not branched.halts and _is_safe_capture(review, branched.step):
            yield ("", _("Nobody can answer this capture."))


def _step_sentence(step: PlannedStep) -> str:
    sentence = (step.phrase.translate_with(_) if step.phrase else "") or step.text
    if not step.cost:
        return sentence
    return f"{sentence} · {labels.count_points(step.cost)}"


def _is_safe_capture(review: TurnReview, step: PlannedStep) -> bool:
    return step.captures and "answer" in review.known.rules.judgement.clocks


def _pause_lines(
    case: Correspondence, review: TurnReview, halt: PlacedPause, *, is_last: bool
) -> Iterator[Line]:
    """Yield who may answer with what and how long they have, and what is planned after that."""
    yield ("", " ".join(_pause_sentences(case, halt, is_last=is_last)))
    for branch in halt.cases:
        yield from _branch_lines(case, review, branch)


def _pause_sentences(case: Correspondence, halt: PlacedPause, *, is_last: bool) -> Iterator[str]:
    pause, game = halt.pause, case.game
    name = game.rules.seating.names[pause.seat].translate_with(_)
    words = _("After step %(after)s the turn pauses: %(name)s can answer with %(figures)s.")
    yield words % {"after": pause.after, "name": name, "figures": _figures(pause.answers)}
    pace = decisions.pace_of(game)
    span = pace.clock_for(game.rules.judgement.decision_kinds[pause.kind].pace).first_span()
    words = _("%(name)s has %(time)s for it; without an answer the turn goes on.")
    yield words % {"name": name, "time": times.time_left(case.now + span, case.now)}
    if pace.silence:
        yield standing_orders.describe_silence(game, pause.kind).translate_with(_)
    if not pause.is_covered and not is_last:
        yield _(
            "What follows counts only if nothing is recaptured; otherwise you go on from there."
        )


def _branch_lines(case: Correspondence, review: TurnReview, branch: BranchCase) -> Iterator[Line]:
    words = _("If it is answered with %(figures)s:")
    yield ("", words % {"figures": _figures(branch.answers)})
    yield from _step_lines(case, review, branch.stretches)
    if branch.is_over:
        yield ("", _("Then the turn is over."))
    elif branch.refused:
        stops = _("Then your plan stops before %(order)s, and you are asked.")
        sentence = branch.refused.phrase.translate_with(_)
        yield ("", f"{sentence} {stops % {'order': branch.rest[0]}}")
    elif not branch.stretches:
        yield ("", _("Then you are asked."))


def _figures(choices: Iterable[Choice]) -> str:
    """Return the figures of answers: "knight S40 or soldier S39"."""
    names = dict.fromkeys(choice.name.translate_with(_) for choice in choices)
    return labels.join_with_or(list(names) or [""])


def _notes(case: Correspondence, review: TurnReview) -> Iterator[str]:
    yield from _point_notes(review)
    yield from _end_notes(case, review)
    if review.sketch.pauses and _can_insist(review):
        insist = _(
            "Begin with the word “%(word)s”, and the turn goes on even if something is recaptured,"
            " with what is then still legal. Otherwise you are asked."
        )
        notation = review.known.rules.notation
        yield insist % {"word": localize_orders(notation.insist, notation)}


def _point_notes(review: TurnReview) -> Iterator[str]:
    sketch = review.sketch
    if sketch.left is None:
        return
    used = _("Points: %(used)s used, %(left)s left.")
    yield used % {"used": sketch.used, "left": sketch.left}
    if sketch.left and not review.is_open:
        yield ngettext("%(n)s point lapses.", "%(n)s points lapse.", sketch.left) % {
            "n": sketch.left
        }
    if not review.is_open and not _says_end(review):
        yield _("Your turn ends with this.")


def _says_end(review: TurnReview) -> bool:
    """Whether the word that ends the turn is its last order, and so one of the steps."""
    rules = review.known.rules
    present = plan_reader.state_on_turn(rules, review.known.state, review.seat)
    end = rules.judgement.end_word(present, review.seat)
    return [*review.sketch.step_texts][-1:] == [end]


def _end_notes(case: Correspondence, review: TurnReview) -> Iterator[str]:
    if not review.is_open:
        return
    if case.owes_turn:
        yield _("The turn stays open: you can go on after sending this.")
    else:
        yield _("The turn stays open: after this you are asked for the rest.")
    end = review.known.rules.judgement.end_word(review.sketch.close, review.seat)
    if end:
        word = localize_orders(end, review.known.rules.notation)
        yield _("To end it, write “%(word)s” as the last line of your orders.") % {"word": word}


def _can_insist(review: TurnReview) -> bool:
    rules = review.known.rules
    return composer.with_insist_word(rules, review.text) != review.text


def _danger_parts(case: Correspondence, review: TurnReview) -> Iterator[Part]:
    """Yield the pieces that are left in reach of others, or that none is."""
    rules, state = review.known.rules, review.sketch.state
    threats = threats_by_field(rules, state, to=review.seat)
    exposed = exposed_pieces(rules, state, review.seat, threats)
    words = _("%(field)s, %(piece)s – %(those)s")
    lines = tuple(
        (
            "",
            words
            % {
                "field": piece.field,
                "piece": piece.figure.translate_with(_),
                "those": payload.describe_threats(case.game, piece.threats),
            },
        )
        for piece in exposed
    )
    none = (("", _("None of your pieces is left in reach of others.")),)
    yield Part(_("In reach of others"), lines or none)
