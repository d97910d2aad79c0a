"""Trees of conditional turns: what a player does if the other side does this or that.

A line is a way through the tree, written with ``>`` between the turns: the other side's, one's own,
the other side's again and so on. Lines that begin alike share a branch::

    e7-e5 > d2-d3 > f8-c5 > c2-c3
    c7-c5 > b2-b4

All is worked out on what the author knows, and the other side's turn is known by the position that
the author then sees: nothing hidden can decide.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext_noop

from conquest.core import Illegal, Phrase, Refused, Seat, Sketch, Unreadable
from conquest.registry import AnyRules
from games.play.knowledge import mask_state

MAX_TEXT_CHARS = 4000
MAX_LINES = 20
MAX_DEPTH = 6  # answers in one line
THEN = ">"

Line: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a turn of the ``other`` side: one's ``own`` turn, and ``then`` what follows."""

    other: str
    own: str
    then: tuple[Reply, ...] = ()


Tree: TypeAlias = tuple[Reply, ...]


def read_tree(rules: AnyRules, text: str) -> Tree:
    """Return the tree that a text says, line by line; empty lines say nothing.

    :raises Unreadable: with a sentence about the first fault.
    """
    if len(text) > MAX_TEXT_CHARS:
        raise _fault(gettext_noop("This is longer than %(most)s characters."), most=MAX_TEXT_CHARS)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise _fault(gettext_noop("Nothing is said."))
    if len(lines) > MAX_LINES:
        raise _fault(gettext_noop("There are more than %(most)s lines."), most=MAX_LINES)
    tree: Tree = ()
    for number, line in enumerate(lines, start=1):
        tree = _add_line(tree, _read_line(rules, line, number), number)
    return tree


def _read_line(rules: AnyRules, text: str, number: int) -> Line:
    notation = rules.notation
    turns = [notation.join_words(notation.split_words(part)) for part in text.split(THEN)]
    if len(turns) % 2:
        words = gettext_noop(
            "Line %(line)s ends with a turn of the other side: after each of their turns"
            " comes “>” and your answer."
        )
        raise _fault(words, line=number)
    if not all(turns):
        words = gettext_noop("In line %(line)s a turn is missing before or after “>”.")
        raise _fault(words, line=number)
    if len(turns) > 2 * MAX_DEPTH:
        words = gettext_noop("Line %(line)s has more than %(most)s answers.")
        raise _fault(words, line=number, most=MAX_DEPTH)
    return turns


def _add_line(tree: Tree, line: Line, number: int) -> Tree:
    """Return a tree with one more line.

    :raises Unreadable: if it answers a turn otherwise than a line before it.
    """
    if not line:
        return tree
    other, own, *rest = line
    for place, reply in enumerate(tree):
        if reply.other == other:
            if reply.own != own:
                words = gettext_noop(
                    "Line %(line)s answers %(turn)s otherwise than a line before it."
                )
                raise _fault(words, line=number, turn=other)
            grown = Reply(other, own, _add_line(reply.then, rest, number))
            return (*tree[:place], grown, *tree[place + 1 :])
    return (*tree, Reply(other, own, _add_line((), rest, number)))


def write_tree(tree: Tree) -> str:
    """Return the lines of a tree as text; reading it returns the same tree."""
    return "\n".join(f" {THEN} ".join(line) for line in list_lines(tree))


def list_lines(tree: Tree) -> Iterator[Line]:
    """Yield the lines of a tree, each from its root to a leaf."""
    for reply in tree:
        for rest in list_lines(reply.then) if reply.then else [()]:
            yield (reply.other, reply.own, *rest)


def with_line(rules: AnyRules, text: str, line: Line) -> str:
    """Return the text of a tree in which one line more is said, in place of what contradicts it.

    :raises Unreadable: if the lines got too many or too long.
    """
    kept = [one for one in list_lines(read_tree(rules, text)) if not _contradicts(one, line)]
    written = "\n".join(f" {THEN} ".join(one) for one in (*kept, line))
    return write_tree(read_tree(rules, written))


def _contradicts(one: Line, other: Line) -> bool:
    """Whether two lines answer the same turns otherwise."""
    pairs = enumerate(zip(one, other, strict=False))
    place = next((n for n, (mine, yours) in pairs if mine != yours), 0)
    # Answers stand at odd places: where the first difference is one, the turn before is the same.
    return place % 2 == 1


def check_tree(rules: AnyRules, known: Any, seat: Seat, tree: Tree) -> None:
    """Try out each turn of a tree on what its author knows.

    :raises Refused: with a sentence about the first turn that cannot be made, or whose result the
        author cannot know.
    """
    seen: dict[str, str] = {}
    for reply in tree:
        after = foresee_turn(rules, known, seat, reply.other)
        same = seen.setdefault(print_position(rules, after, seat), reply.other)
        if same != reply.other:
            words = gettext_noop("%(one)s and %(other)s lead to the same position.")
            raise _fault(words, one=same, other=reply.other)
        _check_reply(rules, after, seat, reply)


def _check_reply(rules: AnyRules, state: Any, seat: Seat, reply: Reply) -> None:
    sketch = rules.composing.sketch(state, seat, reply.own)
    if sketch.is_blocked or not sketch.steps:
        raise _refusal_of(sketch, reply.own)
    if reply.then:
        if _is_unforeseen(sketch) or sketch.pauses:
            raise _unforeseen(reply.own)
        check_tree(rules, mask_state(rules, sketch.state, seat), seat, reply.then)


def foresee_turn(rules: AnyRules, known: Any, seat: Seat, text: str) -> Any:
    """Return the position after a turn of the other side, as a seat would know it then.

    :raises Refused: if the turn cannot be made, or its result cannot be known, or the seat would
        owe no turn after it.
    """
    other = _other_seat(rules, known, seat)
    if other not in rules.judgement.to_act(known):
        raise _fault(gettext_noop("Before %(turn)s, your own turn does not end."), turn=text)
    sketch = rules.composing.sketch(known, other, text)
    if sketch.is_blocked or not sketch.steps:
        raise _refusal_of(sketch, text)
    if _is_unforeseen(sketch) or sketch.pauses:
        raise _unforeseen(text)
    owed = rules.judgement.to_act(sketch.state).get(seat)
    if owed is None or not rules.judgement.decision_kinds[owed].premove:
        raise _fault(gettext_noop("After %(turn)s you would owe no turn."), turn=text)
    return mask_state(rules, sketch.state, seat)


def _other_seat(rules: AnyRules, state: Any, seat: Seat) -> Seat:
    (other,) = (name for name in rules.judgement.seats(state) if name != seat)
    return other


def _is_unforeseen(sketch: Sketch[Any]) -> bool:
    return any(step.unforeseen for step in sketch.steps)


def foreseen_prints(rules: AnyRules, known: Any, seat: Seat, tree: Tree) -> list[str]:
    """Return the prints of the positions that a tree foresees after the other side's next turn, in
    its order; "" for a turn that cannot be made any more."""
    return [_foreseen_print(rules, known, seat, reply.other) for reply in tree]


def _foreseen_print(rules: AnyRules, known: Any, seat: Seat, text: str) -> str:
    try:
        return print_position(rules, foresee_turn(rules, known, seat, text), seat)
    except Refused:
        return ""


def print_position(rules: AnyRules, state: Any, seat: Seat) -> str:
    """Return the hash of what a seat sees of a position: equal for positions that look equal."""
    # Of the view, so that nothing can be in it that its seat does not see.
    view = rules.knowledge.write_view(state, seat)
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()


def _fault(words: str, **parts: str | int) -> Refused:
    return Unreadable(Phrase(words, **parts))


def _refusal_of(sketch: Sketch[Any], text: str) -> Refused:
    """Return why a turn cannot be made, with its text before the sentence of the rules."""
    if (refused := sketch.refused) is not None:
        return type(refused)(_with_turn(text, refused.phrase), refused.rule)
    if sketch.lacks is not None:
        return Illegal(_with_turn(text, sketch.lacks))
    return Illegal(Phrase(gettext_noop("%(turn)s does nothing."), turn=text))


def _with_turn(text: str, why: Phrase) -> Phrase:
    return Phrase("%(name)s: %(label)s", name=text, label=why)


def _unforeseen(text: str) -> Refused:
    words = gettext_noop("What comes of %(turn)s cannot be known before, so nothing can follow it.")
    return Illegal(Phrase(words, turn=text))
