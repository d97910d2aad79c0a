"""The judge: reads cases and returns verdicts, without a server. See docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from conquest import registry
from conquest.core import Fault, Json, Numbers, Outcome, Phrase, Refused, Seat, SeatLine, fold
from conquest.kit import chance, codec
from conquest.registry import AnyRules

KEYS = {"ruleset", "options", "board", "seed", "position", "orders", "view", "standing"}
PUBLIC = "public"


def verdict(given: object) -> Json:
    """Return the verdict on a case, or ``{"fault": ...}`` for an invalid one."""
    try:
        return adjudicate(given)
    except Fault as fault:
        return {"fault": str(fault)}


def adjudicate(given: object) -> Json:
    """Return the verdict on a case: the game after its entries up to the first refused one.

    No order of a refused entry counts.

    :raises Fault: if the case is invalid.
    """
    case = read_case(given)
    rules, progress = case.rules, carry_out(case)
    result: Json = {
        "accepted": progress.accepted,
        "refused": progress.refused,
        "to_act": dict(rules.judgement.to_act(progress.state)),
        "points": rules.judgement.points_left(progress.state),
        "position": rules.judgement.write_position(progress.state),
        "outcome": plain_outcome(rules.judgement.outcome(progress.state)),
        "events": [_event_json(event) for event in progress.events],
    }
    if case.view:
        result["view"] = rules.knowledge.write_view(
            progress.state, None if case.view == PUBLIC else case.view
        )
    return result


def legal_orders(given: object) -> list[str]:
    """Return the legal single orders of the seat to act after the orders of a case (A44).

    :raises Fault: if the case is invalid.
    """
    case = read_case(given)
    state = carry_out(case).state
    seat = next(iter(case.rules.judgement.to_act(state)), None)
    return (
        [choice.text for choice in case.rules.composing.legal_choices(state, seat)] if seat else []
    )


def describe_case(given: object) -> list[str]:
    """Return the position after the orders of a case in English sentences.

    :raises Fault: if the case is invalid.
    """
    case = read_case(given)
    rules = case.rules
    known = rules.knowledge.read_view(rules.knowledge.write_view(carry_out(case).state, None))
    report = rules.telling.report(known)
    facts = [fact for line in report.seats for fact in _seat_facts(rules, line)]
    phrases = (*rules.telling.describe_state(known), *report.reasons, *facts, *report.notes)
    return [str(phrase) for phrase in phrases]


def _seat_facts(rules: AnyRules, line: SeatLine) -> Iterator[Phrase]:
    counts = [
        str(column.count_in_words(line.numbers[column.name]))
        for column in rules.telling.columns
        if column.name in line.numbers
    ]
    for fact in filter(None, (", ".join(counts), *map(str, line.facts))):
        yield Phrase("%(seat)s: %(fact)s.", seat=rules.seating.names[line.seat], fact=fact)


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """A case that was read: ``entries`` are submissions in order, ``standing`` the standing
    orders of seats, ``view`` is the seat whose view to return, ``public`` or empty."""

    rules: AnyRules
    state: Any
    entries: tuple[tuple[Seat, str], ...]
    standing: Mapping[Seat, str]
    view: str
    seed: str


@dataclass(frozen=True, slots=True)
class CaseProgress:
    """The result of carrying out a case: the state, the events, and the first refusal."""

    state: Any
    events: tuple[Any, ...]
    accepted: int
    refused: Json | None


def read_case(given: object) -> JudgeCase:
    """Read a case: its rule set, the state it starts from, its entries and its view.

    :raises Fault: if it is invalid.
    """
    if not isinstance(given, Mapping):
        raise Fault("a case is a JSON object")
    if unknown := sorted(set(given) - KEYS):
        raise Fault(f"the case has an unknown key {unknown[0][:40]!r}")
    if not isinstance(given.get("ruleset"), str):
        raise Fault("the case names no ruleset")
    if not isinstance(given.get("seed", ""), str):
        raise Fault("the seed is a text")
    rules = registry.get_ruleset(given["ruleset"])
    state = rules.judgement.open_case(given, _case_numbers(given, 0))
    seats = rules.judgement.seats(state)
    return JudgeCase(
        rules=rules,
        state=state,
        entries=_read_entries(given.get("orders", []), seats),
        standing=_read_standing_orders(given.get("standing", {}), rules, state, seats),
        view=_read_viewer(given.get("view"), seats),
        seed=given.get("seed", ""),
    )


def _case_numbers(case: Mapping[str, Any], drawn: int) -> Numbers:
    """Return the numbers of a case's seed."""
    # read at the first draw: a case without chance needs no valid seed

    def draw(asked: int | str) -> int:
        nonlocal drawn
        number = chance.keyed_numbers(_read_seed(case.get("seed", "")), drawn)(asked)
        drawn += isinstance(asked, int)
        return number

    return draw


def _read_seed(seed: str) -> bytes:
    try:
        return bytes.fromhex(seed)
    except ValueError as error:
        raise Fault("the seed is not hexadecimal") from error


def _read_entries(given: object, seats: tuple[Seat, ...]) -> tuple[tuple[Seat, str], ...]:
    if not isinstance(given, list):
        raise Fault("the orders are a list of pairs of a seat and a text")
    return tuple(_read_entry(entry, seats) for entry in given)


def _read_entry(entry: object, seats: tuple[Seat, ...]) -> tuple[Seat, str]:
    match entry:
        case [str(seat), str(text)]:
            return _read_seat(seat, seats), text
        case _:
            raise Fault("an entry is a pair of a seat and a text")


def _read_seat(name: str, seats: tuple[Seat, ...]) -> Seat:
    if name.lower() not in seats:
        raise Fault(f"no seat {name[:20]!r} plays here")
    return name.lower()


def _read_viewer(viewer: object, seats: tuple[Seat, ...]) -> str:
    if viewer is None:
        return ""
    if not isinstance(viewer, str):
        raise Fault("a view is a seat's or public")
    return _read_seat(viewer, (*seats, PUBLIC))


def _read_standing_orders(
    given: object, rules: AnyRules, state: Any, seats: tuple[Seat, ...]
) -> dict[Seat, str]:
    if not isinstance(given, Mapping):
        raise Fault("standing orders are lists by seat")
    texts = {_read_seat(seat, seats): _join_lines(lines) for seat, lines in given.items()}
    for seat, text in texts.items():
        if text:
            _check_standing_orders(rules, state, seat, text)
    return texts


def _check_standing_orders(rules: AnyRules, state: Any, seat: Seat, text: str) -> None:
    if rules.standing is None:
        raise Fault("this rule set has no standing orders")
    # answered once to check the text: standing orders that are never needed must be valid, too
    try:
        rules.standing.answer_orders(state, seat, text)
    except Refused as refused:
        raise Fault(str(refused)) from refused


def _join_lines(given: object) -> str:
    if not isinstance(given, list) or not all(isinstance(line, str) for line in given):
        raise Fault("standing orders are a list of texts")
    return "\n".join(given)


def carry_out(case: JudgeCase) -> CaseProgress:
    """Carry out the entries of a case up to the first refused one, with all answers between."""
    rules, state, events = case.rules, case.state, list[Any]()
    for place, (seat, text) in enumerate(case.entries):
        try:
            orders = rules.notation.read_orders(state, seat, text)
            numbers = _case_numbers({"seed": case.seed}, rules.judgement.numbers_drawn(state))
            happened = list(rules.judgement.decide(state, seat, orders, numbers))
        except Refused as refused:
            return CaseProgress(state, tuple(events), place, _refusal_json(place, seat, refused))
        state = fold(rules, state, happened)
        events += happened
        state, answers = _answer_standing(case, state)
        events += answers
    return CaseProgress(state, tuple(events), len(case.entries), None)


def _answer_standing(case: JudgeCase, state: Any) -> tuple[Any, list[Any]]:
    """Play the answers of standing orders until none applies (A26)."""
    rules, events = case.rules, list[Any]()
    while rules.standing:
        seat = next(iter(rules.judgement.to_act(state)), "")
        orders = rules.standing.answer_orders(state, seat, case.standing.get(seat, ""))
        if orders is None:
            break
        happened = rules.judgement.decide(state, seat, orders)
        state = fold(rules, state, happened)
        events += happened
    return state, events


def _refusal_json(entry: int, seat: Seat, refused: Refused) -> Json:
    return {
        "entry": entry,
        "order": refused.order or 0,
        "seat": seat,
        "kind": refused.kind,
        "rule": refused.rule,
        "message": str(refused),
    }


def plain_outcome(outcome: Outcome | None) -> Json | None:
    """Return an outcome as plain JSON, None for a game that goes on.

    ``teams`` is only present where seats play together: otherwise the winners say it all.
    """
    if outcome is None:
        return None
    teams = [{"seats": list(team.seats), "place": team.place} for team in outcome.teams]
    are_shared = any(len(team.seats) > 1 for team in outcome.teams)
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
        **({"teams": teams} if are_shared else {}),
    }


def _event_json(event: Any) -> Json:
    kind, data = codec.pack_event(event)
    return {"kind": kind, **data}
