"""The judge: cases in, verdicts out, without a server. The format is in docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conquest import registry
from conquest.core import Fault, Json, Phrase, Refused, Seat, SeatLine
from conquest.kit import codec
from conquest.registry import AnyRules

KEYS = {"ruleset", "options", "board", "seed", "position", "orders", "view", "standing"}


def verdict(case: object) -> Json:
    """Adjudicate one case; a case that cannot be is answered by ``{"fault": ...}``."""
    try:
        return adjudicate(case)
    except Fault as fault:
        return {"fault": str(fault)}


def adjudicate(case: object) -> Json:
    """Carry out the entries of a case up to the first that is refused, of which nothing holds.

    :raises Fault: if the case cannot be.
    """
    rules, state, entries = opened(case)
    assert isinstance(case, Mapping)
    viewer = _viewer(case, rules, state)
    state, events, accepted, refused = carry_out(rules, state, entries)
    said: Json = {
        "accepted": accepted,
        "refused": refused,
        "to_act": dict(rules.to_act(state)),
        "points": rules.points(state),
        "position": rules.position(state),
        "outcome": _outcome(rules, state),
        "events": [_event(event) for event in events],
    }
    return said | ({"view": rules.view(state, viewer[0])} if viewer else {})


def options(case: object) -> list[str]:
    """List the legal single orders of the seat to act once the case's orders are carried out.

    :raises Fault: if the case cannot be.
    """
    rules, state, entries = opened(case)
    state, *_ = carry_out(rules, state, entries)
    seat = next(iter(rules.to_act(state)), None)
    return [choice.text for choice in rules.legal(state, seat)] if seat else []


def shown(case: object) -> list[str]:
    """Tell in English how the game of a case stands once its orders are carried out.

    :raises Fault: if the case cannot be.
    """
    rules, state, entries = opened(case)
    state, *_ = carry_out(rules, state, entries)
    view = rules.view(state, None)
    report = rules.report(view)
    facts = [fact for line in report.seats for fact in _seat_facts(rules, line)]
    return [str(phrase) for phrase in (*rules.text(view), *report.reasons, *facts, *report.notes)]


def _seat_facts(rules: AnyRules, line: SeatLine) -> Iterator[Phrase]:
    yield Phrase(
        "%(seat)s: %(points)s points, %(score)s win points, %(pieces)s pieces,"
        " %(captured)s captured.",
        seat=rules.names[line.seat],
        points=line.points,
        score=line.score,
        pieces=line.pieces,
        captured=line.captured,
    )
    for fact in line.facts:
        yield Phrase("%(seat)s: %(fact)s.", seat=rules.names[line.seat], fact=fact)


def opened(case: object) -> tuple[AnyRules, Any, list[tuple[Seat, str]]]:
    """Read a case: its rule set, the state it starts from and its entries.

    :raises Fault: if it cannot be.
    """
    if not isinstance(case, Mapping):
        raise Fault("a case is a JSON object")
    if unknown := sorted(set(case) - KEYS):
        raise Fault(f"the case has an unknown key {unknown[0][:40]!r}")
    if not isinstance(case.get("ruleset"), str):
        raise Fault("the case names no ruleset")
    if not isinstance(case.get("seed", ""), str):
        raise Fault("the seed is a text")
    if case.get("standing"):
        raise Fault("standing orders are not known to this rule set")
    rules = registry.get(case["ruleset"])
    state = rules.open(case)
    return rules, state, _entries(case.get("orders", []), _seats(rules, state))


def _seats(rules: AnyRules, state: Any) -> tuple[Seat, ...]:
    return tuple(line.seat for line in rules.report(rules.view(state, None)).seats)


def _entries(given: object, seats: tuple[Seat, ...]) -> list[tuple[Seat, str]]:
    if not isinstance(given, list):
        raise Fault("the orders are a list of pairs of a seat and a text")
    return [_entry(entry, seats) for entry in given]


def _entry(entry: object, seats: tuple[Seat, ...]) -> tuple[Seat, str]:
    match entry:
        case [str(seat), str(text)] if seat.lower() in seats:
            return seat.lower(), text
        case [str(seat), str()]:
            raise Fault(f"no seat {seat[:20]!r} plays here")
        case _:
            raise Fault("an entry is a pair of a seat and a text")


def _viewer(case: Mapping[str, Any], rules: AnyRules, state: Any) -> tuple[Seat | None] | None:
    asked = case.get("view")
    if asked is None:
        return None
    name = asked.lower() if isinstance(asked, str) else ""
    if name not in ("public", *_seats(rules, state)):
        raise Fault("a view is a seat's or public")
    return (None if name == "public" else name,)


def carry_out(
    rules: AnyRules, state: Any, entries: list[tuple[Seat, str]]
) -> tuple[Any, list[Any], int, Json | None]:
    """Carry out entries up to the first refused one.

    Returns the state reached, the events, the number of entries accepted and the refusal.
    """
    events: list[Any] = []
    for place, (seat, text) in enumerate(entries):
        try:
            happened = rules.decide(state, seat, rules.read(state, seat, text))
        except Refused as refused:
            return state, events, place, _refusal(place, seat, refused)
        for event in happened:
            state = rules.evolve(state, event)
        events += happened
    return state, events, len(entries), None


def _refusal(entry: int, seat: Seat, refused: Refused) -> Json:
    return {
        "entry": entry,
        "order": refused.order or 0,
        "seat": seat,
        "kind": refused.kind,
        "rule": refused.rule,
        "message": str(refused),
    }


def _outcome(rules: AnyRules, state: Any) -> Json | None:
    outcome = rules.outcome(state)
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
    }


def _event(event: Any) -> Json:
    kind, data = codec.pack(event)
    return {"kind": kind, **data}
