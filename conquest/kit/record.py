"""The record of a game: one text file with its orders for people and its events as proof.

A head of ``[Key "value"]`` lines; the orders turn by turn, answers of other seats in braces;
then every event as one line of JSON with its link of the hash chain.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from conquest.core import Fault, Json, Refused, RuleSet, Seat, fold
from conquest.kit import chain, codec

_HEAD = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_TURN = re.compile(r"([0-9]{1,9})\. ([a-z]+): (.*)")
_PART = re.compile(r"\{([a-z]+): ([^{}]*)\}|([^{};]+)")


class Given(NamedTuple):
    """An order as it was given: the number of the turn, the seat and the text."""

    number: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: ``head``, the ``turns`` as lines, and the ``links`` as JSON."""

    head: Mapping[str, str]
    turns: tuple[str, ...]
    links: tuple[Json, ...]


def write(rules: RuleSet[Any, Any, Any], head: Mapping[str, str], events: Sequence[Any]) -> str:
    """Write the record of a game from its first event on.

    ``head`` may hold anything in one line each; Ruleset, Result and Chain are put there here.
    """
    links = list(_links(events))
    outcome = rules.outcome(fold(rules, None, events))
    full = {"Ruleset": rules.slug, **head, "Result": _result(outcome), "Chain": links[-1]["hash"]}
    return "\n".join(
        [
            *(f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in full.items()),
            "",
            *turns(rules, events),
            "",
            *(json.dumps(link, ensure_ascii=False, sort_keys=True) for link in links),
            "",
        ]
    )


def _links(events: Iterable[Any]) -> Iterator[Json]:
    head = chain.START
    for seq, event in enumerate(events, start=1):
        kind, data = codec.pack(event)
        head = chain.link(head, seq, kind, data)
        yield {"seq": seq, "kind": kind, "data": data, "hash": head}


def _result(outcome: Any) -> str:
    if outcome is None:
        return "*"
    return f"{' '.join(outcome.winners) or 'nobody'} ({outcome.reason})"


def turns(rules: RuleSet[Any, Any, Any], events: Iterable[Any]) -> list[str]:
    """Write the orders that led to ``events``, a line for each turn.

    An event that an order caused names it as ``order``; the seat on turn is the position's.
    """
    state, lines, number = None, list[str](), 0
    for event in events:
        if order := getattr(event, "order", ""):
            turn = rules.position(state).get("turn", event.seat)
            if rules.number(state) != number:
                number = rules.number(state)
                lines.append(f"{number}. {turn}:")
            lines[-1] += _part(lines[-1], order if turn == event.seat else event, event.seat)
        state = rules.evolve(state, event)
    return lines


def _part(line: str, order: Any, seat: Seat) -> str:
    if not isinstance(order, str):
        return f" {{{seat}: {order.order}}}"
    return f" {order}" if line.endswith(":") else f"; {order}"


def read(text: str) -> Record:
    """Read a record.

    :raises Fault: naming the first line that is not of this form.
    """
    head: dict[str, str] = {}
    lines: list[str] = []
    links: list[Json] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _HEAD.fullmatch(line):
            head[match[1]] = json.loads(match[2])
        elif _TURN.fullmatch(line):
            lines.append(line)
        elif line.startswith("{"):
            links.append(_link(line, number))
        elif line.strip():
            raise Fault(f"line {number} of the record cannot be read")
    return Record(head, tuple(lines), tuple(links))


def _link(line: str, number: int) -> Json:
    link = codec.read_json(line)
    kinds = {"seq": int, "kind": str, "data": dict, "hash": str}
    if set(link) != set(kinds) or not all(isinstance(link[k], kinds[k]) for k in kinds):
        raise Fault(f"line {number} of the record is no event")
    return dict(link)


def verify(rules: RuleSet[Any, Any, Any], record: Record) -> Any:
    """Replay a record and give the last state.

    Checks the chain link by link, the result, the seed against its commitment, and that the
    orders lead to the same events, secrets of the seats aside.

    :raises Fault: naming what does not fit, the first event at fault by its number.
    """
    _check_chain(record)
    _check_seed(record.head)
    events = [codec.unpack(rules.events, link["kind"], link["data"]) for link in record.links]
    try:
        state = fold(rules, None, events)
        written = turns(rules, events)
    except (KeyError, AttributeError, IndexError, TypeError) as error:
        raise Fault("the events do not follow from one another") from error
    if record.head.get("Result", "*") != _result(rules.outcome(state)):
        raise Fault("the game did not end as the head says")
    if list(record.turns) != written:
        raise Fault("the orders written are not those of the events")
    _check_orders(rules, events, list(given(record.turns)))
    return state


def _check_chain(record: Record) -> None:
    head = chain.START
    for seq, link in enumerate(record.links, start=1):
        head = chain.link(head, seq, link["kind"], link["data"])
        if (link["seq"], link["hash"]) != (seq, head):
            raise Fault(f"the chain is broken at event {seq}")
    if not record.links or record.head.get("Chain") != head:
        raise Fault("the chain does not end as the head says")


def _check_seed(head: Mapping[str, str]) -> None:
    if "Seed" not in head or "Commitment" not in head:
        return
    try:
        seed = bytes.fromhex(head["Seed"])
    except ValueError as error:
        raise Fault("the seed is not hexadecimal") from error
    if hashlib.sha256(seed).hexdigest() != head["Commitment"]:
        raise Fault("the seed does not fit its commitment")


def given(lines: Iterable[str]) -> Iterator[Given]:
    """Read the orders of turn lines in the order they were given."""
    for line in lines:
        if match := _TURN.fullmatch(line):
            for part in _PART.finditer(match[3]):
                seat, text = (part[1], part[2]) if part[1] else (match[2], part[3])
                if text.strip():
                    yield Given(int(match[1]), seat, text.strip())


def _check_orders(
    rules: RuleSet[Any, Any, Any], events: Sequence[Any], orders: Iterable[Given]
) -> None:
    """Check that the orders, given one by one, make the same events for the public."""
    start = next((n for n, e in enumerate(events) if getattr(e, "order", "")), len(events))
    state, played = fold(rules, None, events[:start]), list(events[:start])
    for order in orders:
        if rules.number(state) != order.number:
            continue
        try:
            happened = rules.decide(state, order.seat, rules.read(state, order.seat, order.text))
        except Refused as refused:
            raise Fault(f"turn {order.number}: {order.text!r} is refused: {refused}") from refused
        state = fold(rules, state, happened)
        played += happened
    for seq, (one, other) in enumerate(zip(events, played, strict=False), start=1):
        if rules.witness(one, None) != rules.witness(other, None):
            raise Fault(f"the orders lead to another event {seq}")
    if len(played) != len(events):
        raise Fault("the orders do not lead to all events")
