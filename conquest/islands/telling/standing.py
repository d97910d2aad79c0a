"""Standing orders: the clauses of their form, and their description in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from conquest.core import Clause, Phrase, Preset, StandingOrders, as_sentence
from conquest.islands.laws import AnyLaws
from conquest.islands.model import State
from conquest.islands.orders import Order
from conquest.islands.rules.standing import (
    StandingOrder,
    answer_orders,
    read_standing,
    write_standing,
)
from conquest.islands.words import FIGURES
from conquest.kit.wording import join_phrases

VERBS = (
    ("recapture", Phrase("recapture")),
    ("pass", Phrase("do not recapture")),
    ("ask", Phrase("ask me")),
)
PRESETS = (
    Preset(Phrase("Never recapture"), "pass"),
    Preset(
        Phrase("Always with the cheapest piece that is safe, else not"),
        "recapture with cheapest if safe\npass",
        "safe",
        Phrase("When the time is up, the cheapest piece that is safe recaptures, or else none."),
    ),
    Preset(
        Phrase("With the cheapest piece that is safe, else ask me"),
        "recapture with cheapest if safe",
    ),
)


def standing_orders(laws: AnyLaws) -> StandingOrders[State, Order]:
    """Return how standing orders are read, written and described in a game."""
    return StandingOrders(
        kind="recapture",
        answer_orders=answer_orders,
        canonical_text=canonical_text,
        describe_lines=describe_lines,
        clauses=form_clauses(laws),
        write_line=write_line,
        narrow_to_field=narrow_to_field,
        presets=PRESETS,
    )


def form_clauses(laws: AnyLaws) -> tuple[Clause, ...]:
    """Return the clauses of the form, in the order in which it is read."""
    pieces = tuple((letter, FIGURES[letter]) for letter in laws.ranges)
    preferred = (
        ("", Phrase("any piece")),
        ("cheapest", Phrase("the cheapest piece")),
        *pieces,
    )
    return (
        Clause("lost", Phrase("If this is lost"), "any", pieces),
        Clause("at", Phrase("On these fields"), "fields"),
        Clause(
            "attacker",
            Phrase("Who attacks"),
            "one",
            (("", Phrase("anybody")), ("left", Phrase("my left neighbour"))),
        ),
        Clause("deed", Phrase("Then"), "one", VERBS),
        Clause("with", Phrase("With"), "in_order", preferred),
        Clause(
            "safe",
            Phrase("When"),
            "one",
            (("", Phrase("in any case")), ("safe", Phrase("only if it cannot be taken back"))),
        ),
    )


def write_line(form: Mapping[str, Sequence[str]]) -> str:
    """Write the standing order of a form; values that do not fit its verb are left out.

    Pieces that are preferred to the cheapest one have a line of their own before its line.
    """
    verb = _first_value(form, "deed") or "ask"
    tests = [f"lost {','.join(form['lost'])}"] if form.get("lost") else []
    tests += ["left neighbour attacks"] if _first_value(form, "attacker") else []
    fields = [name for text in form.get("at", ()) for name in text.replace(",", " ").split()]
    words = [verb, *(["at", ",".join(fields)] if fields else [])]
    if verb != "recapture":
        return " ".join([*words, *_write_tests(tests)])
    tests += ["safe"] if _first_value(form, "safe") else []
    pieces = _write_pieces(form.get("with", ()))
    return "\n".join(" ".join([*words, "with", which, *_write_tests(tests)]) for which in pieces)


def _write_tests(tests: Sequence[str]) -> list[str]:
    return [f"if {' and '.join(tests)}"] if tests else []


def _write_pieces(preferred: Sequence[str]) -> list[str]:
    """Write pieces in order of preference; nothing can follow any piece, or the cheapest."""
    if not preferred or preferred[0] == "":
        return ["any"]
    letters = list(takewhile(lambda piece: piece != "cheapest", preferred))
    last = ["cheapest"] if len(letters) < len(preferred) else []
    return [*filter(None, [",".join(filter(None, letters))]), *last]


def _first_value(form: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(form.get(name, ())), "")


def canonical_text(state: State, text: str) -> str:
    """Write standing orders canonically.

    :raises Unreadable: naming the first line that cannot be read, counted from 0.
    """
    return write_standing(read_standing(state, text))


def narrow_to_field(state: State, text: str, field: str) -> str:
    """Write standing orders so that they apply to captures on one field only.

    :raises Unreadable: naming the first line that cannot be read, or whose field does not exist.
    """
    narrowed = write_standing(
        [replace(order, fields=(field,)) for order in read_standing(state, text)]
    )
    return canonical_text(state, narrowed)


def describe_lines(state: State, text: str) -> tuple[Phrase, ...]:
    """Return each standing order in words.

    :raises Unreadable: naming the first line that cannot be read, counted from 0.
    """
    return tuple(map(_describe_order, read_standing(state, text)))


def _describe_order(order: StandingOrder) -> Phrase:
    verb, tests = _describe_verb(order), list(_describe_tests(order))
    if not tests:
        return Phrase("Always: %(deed)s.", deed=verb)
    return as_sentence(Phrase("%(tests)s: %(deed)s.", tests=join_phrases(tests), deed=verb))


def _describe_tests(order: StandingOrder) -> Iterator[Phrase]:
    if order.lost:
        yield Phrase("if one of these is lost (%(pieces)s)", pieces=_list_figures(order.lost))
    if order.fields:
        yield Phrase("on %(fields)s", fields=", ".join(order.fields))
    if order.left:
        yield Phrase("if my left neighbour attacks")


def _describe_verb(order: StandingOrder) -> Phrase:
    if order.verb != "recapture":
        return dict(VERBS)[order.verb]
    phrase = _describe_recapture(order.pieces)
    if not order.safe:
        return phrase
    return Phrase("%(deed)s, only if it cannot be taken back", deed=phrase)


def _describe_recapture(pieces: tuple[str, ...]) -> Phrase:
    match pieces:
        case ("any",):
            return Phrase("recapture with any piece")
        case ("cheapest",):
            return Phrase("recapture with the cheapest piece")
        case _:
            return Phrase(
                "recapture, in this order of preference: %(pieces)s", pieces=_list_figures(pieces)
            )


def _list_figures(letters: Sequence[str]) -> Phrase:
    return join_phrases([FIGURES[letter] for letter in letters])
