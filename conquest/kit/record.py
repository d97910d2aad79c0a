"""The record of a game: one text file with its orders for people and its events as proof.

A head of ``[Key "value"]`` lines; the orders turn by turn, answers of other seats in braces;
then every event as one line of JSON with its link of the hash chain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from conquest.core import OPEN, Fault, Refused, RuleSet, Seat, Viewer, fold
from conquest.kit import chain, chance, codec, opening
from conquest.kit.chain import Link
from conquest.kit.opening import Opened, SetUp

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
    """A record as it was read: ``head``, the ``turns`` as lines, and the ``links``; and all its
    ``lines``, where it is a text."""

    head: Mapping[str, str]
    turns: tuple[str, ...]
    links: tuple[Link, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A number that was drawn: by its ``message``, a count or the name of a lot, ``below`` what
    (``None`` for a whole number), ``whole`` before the remainder was taken.

    It led to the events from ``seq`` on; the ``order`` that was carried out is "" where a game
    was set up.
    """

    message: str
    below: int | None
    whole: int
    seq: int
    order: str = ""

    @property
    def number(self) -> int:
        """What was drawn."""
        return self.whole if self.below is None else self.whole % self.below


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of checking a record: the last ``state``, what was ``opened``, and each draw and
    each committed set-up, in order."""

    state: Any
    opened: Opened
    draws: tuple[Draw, ...]
    set_ups: tuple[SetUp, ...]


def write(rules: RuleSet[Any, Any, Any], head: Mapping[str, str], events: Sequence[Any]) -> str:
    """Write the record of a game from its first event on.

    ``head`` may hold anything in one line each; Ruleset, Result and Chain are put there here.
    """
    links = list(chain.links(events))
    outcome = rules.judgement.outcome(fold(rules, None, events))
    full = {"Ruleset": rules.slug, **head, "Result": _result(outcome), "Chain": links[-1].hash}
    return "\n".join([*_lines(full, turns(rules, events), links), ""])


def _lines(head: Mapping[str, str], turns: Iterable[str], links: Iterable[Link]) -> list[str]:
    return [
        *(f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in head.items()),
        "",
        *turns,
        "",
        *(json.dumps(asdict(link), ensure_ascii=False, sort_keys=True) for link in links),
    ]


def _result(outcome: Any) -> str:
    if outcome is None:
        return "*"
    return f"{' '.join(outcome.winners) or 'nobody'} ({outcome.reason})"


def turns(rules: RuleSet[Any, Any, Any], events: Iterable[Any], viewer: Viewer = OPEN) -> list[str]:
    """Return the orders that led to ``events`` as a viewer may know them, a line for each turn.

    An event that an order caused names it as ``order``. A line is that of the seat on turn, or
    of the first to act where all act at once; what others order stands in braces. What is
    hidden is masked where it is told, never before it is folded.
    """
    state, lines, number, owner = None, list[str](), 0, ""
    for true in events:
        event = rules.knowledge.witness(true, viewer)
        if order := getattr(event, "order", ""):
            if rules.judgement.turn_number(state) != number:
                number = rules.judgement.turn_number(state)
                owner = rules.judgement.write_position(state).get("turn", event.seat)
                lines.append(f"{number}. {owner}:")
            lines[-1] += _part(lines[-1], order, event.seat, owner)
        state = rules.judgement.evolve(state, true)
    return lines


def _part(line: str, order: str, seat: Seat, owner: Seat) -> str:
    if seat != owner:
        return f" {{{seat}: {order}}}"
    return f" {order}" if line.endswith(":") else f"; {order}"


def read(text: str) -> Record:
    """Read a record.

    :raises Fault: naming the first line that is not of this form.
    """
    head: dict[str, str] = {}
    lines: list[str] = []
    links: list[Link] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _HEAD.fullmatch(line):
            head[match[1]] = codec.read_json(match[2])
        elif _TURN.fullmatch(line):
            lines.append(line)
        elif line.startswith("{"):
            links.append(_link(line, number))
        elif line.strip():
            raise Fault(f"line {number} of the record cannot be read")
    return Record(head, tuple(lines), tuple(links), tuple(text.splitlines()))


def _link(line: str, number: int) -> Link:
    link = codec.read_json(line)
    kinds = {"seq": int, "kind": str, "data": dict, "hash": str}
    if set(link) != set(kinds) or not all(isinstance(link[k], kinds[k]) for k in kinds):
        raise Fault(f"line {number} of the record is no event")
    return Link(**link)


def verify(rules: RuleSet[Any, Any, Any], record: Record) -> Any:
    """Check a record as ``prove`` does, and give the last state."""
    return prove(rules, record).state


def prove(rules: RuleSet[Any, Any, Any], record: Record) -> Proof:
    """Replay a record, and tell all that was drawn and opened in it.

    Checks the chain link by link, the result, the seed, the words and the set-ups against their
    commitments, that the game began as its numbers say, and that the orders lead to the same
    events, secrets of the seats aside. What was read must be written as it always is, sign by
    sign. Only what the head says for people proves nothing: site, game, title, board, names, days.

    :raises Fault: naming what does not fit, the first event at fault by its number.
    """
    _check_chain(record)
    opened = opening.read(record.head)
    kinds = rules.judgement.events
    events = [codec.unpack(kinds, link.kind, link.data) for link in record.links]
    try:
        state = fold(rules, None, events)
        written = turns(rules, events)
    except (KeyError, AttributeError, IndexError, TypeError) as error:
        raise Fault("the events do not follow from one another") from error
    if record.head.get("Result", "*") != _result(rules.judgement.outcome(state)):
        raise Fault("the game did not end as the head says")
    if list(record.turns) != written:
        raise Fault("the orders written are not those of the events")
    draws = list[Draw]()
    if {"Seed", "Options"} <= record.head.keys():
        _check_start(rules, events, record.head["Options"], opened.key, draws)
    _check_orders(rules, events, list(given(record.turns)), opened.key, draws)
    set_ups = opening.check_set_ups(rules, opened, events)
    opening.check_standing(record.head)
    _check_writing(record)
    return Proof(state, opened, tuple(draws), set_ups)


def _check_writing(record: Record) -> None:
    """Check that nothing is written in another way than ever, though it reads the same."""
    lines = _lines(record.head, record.turns, record.links)
    if record.lines and list(record.lines) != lines:
        pairs = enumerate(zip_longest(record.lines, lines), start=1)
        first = next(number for number, (one, other) in pairs if one != other)
        raise Fault(f"line {first} of the record is not written as it is by the site")


def _check_chain(record: Record) -> None:
    walked = chain.walk(record.links)
    if walked.broken:
        raise Fault(f"the chain is broken at event {walked.broken}")
    if not record.links or record.head.get("Chain") != walked.head:
        raise Fault("the chain does not end as the head says")


def _check_start(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    options: str,
    key: bytes,
    draws: list[Draw],
) -> None:
    """Check that the game began with the options the head says, and that what was drawn then is
    what its numbers say.

    A game that begins without chance may have begun from any position.
    """
    chosen = codec.read_json(options)
    if not isinstance(chosen, dict):
        raise Fault("the options are no object")
    table = rules.seating.table_layout(chosen)
    if table.lots:
        draws += _lots(key, len(table.seats))
    began = rules.judgement.start_game(chosen, chance.numbers(key, note=_noting(draws, key, 1)))
    start, found = (fold(rules, None, one) for one in (began, events[: len(began)]))
    if _options(rules, start) != _options(rules, found):
        raise Fault("the game did not begin with the options of the head")
    if not rules.judgement.numbers_drawn(start):
        return
    for seq, (one, other) in enumerate(zip_longest(began, events[: len(began)]), start=1):
        if one != other:
            raise Fault(f"the seed leads to another event {seq}")


def _options(rules: RuleSet[Any, Any, Any], state: Any) -> object:
    """Return the options of a game, as its views tell them."""
    return rules.knowledge.write_view(state, OPEN).get("options")


def _lots(key: bytes, people: int) -> Iterator[Draw]:
    """Yield what was drawn to tell who gets which seat."""
    for count, below in enumerate(range(people, 1, -1), start=1):
        yield Draw(f"lot {count}", below, chance.whole(key, f"lot {count}"), 1)


def _noting(draws: list[Draw], key: bytes, seq: int, order: str = "") -> chance.Note:
    """Return what notes the draws that lead to the events from ``seq`` on."""

    def note(message: str, below: int | None) -> None:
        draws.append(Draw(message, below, chance.whole(key, message), seq, order))

    return note


def given(lines: Iterable[str]) -> Iterator[Given]:
    """Read the orders of turn lines in the order they were given."""
    for line in lines:
        if match := _TURN.fullmatch(line):
            for part in _PART.finditer(match[3]):
                seat, text = (part[1], part[2]) if part[1] else (match[2], part[3])
                if text.strip():
                    yield Given(int(match[1]), seat, text.strip())


def _check_orders(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    orders: Iterable[Given],
    key: bytes,
    draws: list[Draw],
) -> None:
    """Check that the orders, given one by one, make the same events for the public."""
    start = next((n for n, e in enumerate(events) if getattr(e, "order", "")), len(events))
    state, played = fold(rules, None, events[:start]), list(events[:start])
    for order in orders:
        if rules.judgement.turn_number(state) != order.number:
            continue
        try:
            read = rules.notation.read_orders(state, order.seat, order.text)
            note = _noting(draws, key, len(played) + 1, order.text)
            numbers = chance.numbers(key, rules.judgement.numbers_drawn(state), note)
            happened = rules.judgement.decide(state, order.seat, read, numbers)
        except Refused as refused:
            raise Fault(f"turn {order.number}: {order.text!r} is refused: {refused}") from refused
        state = fold(rules, state, happened)
        played += happened
    for seq, (one, other) in enumerate(zip(events, played, strict=False), start=1):
        if rules.knowledge.witness(one, None) != rules.knowledge.witness(other, None):
            raise Fault(f"the orders lead to another event {seq}")
    if len(played) != len(events):
        raise Fault("the orders do not lead to all events")
