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
from conquest.kit import chain, chance, codec, disclosure
from conquest.kit.chain import ChainLink
from conquest.kit.disclosure import OpenedSecrets, SecretSetUp

_HEAD = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_TURN = re.compile(r"([0-9]{1,9})\. ([a-z]+): (.*)")
_PART = re.compile(r"\{([a-z]+): ([^{}]*)\}|([^{};]+)")


class GivenOrder(NamedTuple):
    """An order as it was given: the number of the turn, the seat and the text."""

    number: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record as it was read: ``head``, the ``turns`` as lines, and the ``links``; and all its
    ``lines``, where it is a text."""

    head: Mapping[str, str]
    turns: tuple[str, ...]
    links: tuple[ChainLink, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberDraw:
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
    def drawn_number(self) -> int:
        """What was drawn."""
        return self.whole if self.below is None else self.whole % self.below


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of checking a record: the last ``state``, what was ``opened``, and each draw and
    each committed set-up, in order."""

    state: Any
    opened: OpenedSecrets
    draws: tuple[NumberDraw, ...]
    set_ups: tuple[SecretSetUp, ...]


def write_record(
    rules: RuleSet[Any, Any, Any], head: Mapping[str, str], events: Sequence[Any]
) -> str:
    """Write the record of a game from its first event on.

    ``head`` may hold anything in one line each; Ruleset, Result and Chain are put there here.
    """
    links = list(chain.chain_links(events))
    outcome = rules.judgement.outcome(fold(rules, None, events))
    full = {"Ruleset": rules.slug, **head, "Result": _result_text(outcome), "Chain": links[-1].hash}
    return "\n".join([*_record_lines(full, turn_lines(rules, events), links), ""])


def _record_lines(
    head: Mapping[str, str], turns: Iterable[str], links: Iterable[ChainLink]
) -> list[str]:
    return [
        *(f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in head.items()),
        "",
        *turns,
        "",
        *(json.dumps(asdict(link), ensure_ascii=False, sort_keys=True) for link in links),
    ]


def _result_text(outcome: Any) -> str:
    if outcome is None:
        return "*"
    return f"{' '.join(outcome.winners) or 'nobody'} ({outcome.reason})"


def turn_lines(
    rules: RuleSet[Any, Any, Any], events: Iterable[Any], viewer: Viewer = OPEN
) -> list[str]:
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
            lines[-1] += _order_part(lines[-1], order, event.seat, owner)
        state = rules.judgement.evolve(state, true)
    return lines


def _order_part(line: str, order: str, seat: Seat, owner: Seat) -> str:
    if seat != owner:
        return f" {{{seat}: {order}}}"
    return f" {order}" if line.endswith(":") else f"; {order}"


def read_record(text: str) -> GameRecord:
    """Read a record.

    :raises Fault: naming the first line that is not of this form.
    """
    head: dict[str, str] = {}
    lines: list[str] = []
    links: list[ChainLink] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _HEAD.fullmatch(line):
            head[match[1]] = codec.read_json(match[2])
        elif _TURN.fullmatch(line):
            lines.append(line)
        elif line.startswith("{"):
            links.append(_read_link(line, number))
        elif line.strip():
            raise Fault(f"line {number} of the record cannot be read")
    return GameRecord(head, tuple(lines), tuple(links), tuple(text.splitlines()))


def _read_link(line: str, number: int) -> ChainLink:
    link = codec.read_json(line)
    kinds = {"seq": int, "kind": str, "data": dict, "hash": str}
    if set(link) != set(kinds) or not all(isinstance(link[k], kinds[k]) for k in kinds):
        raise Fault(f"line {number} of the record is no event")
    return ChainLink(**link)


def verify_record(rules: RuleSet[Any, Any, Any], record: GameRecord) -> Any:
    """Check a record as ``prove_record`` does, and give the last state."""
    return prove_record(rules, record).state


def prove_record(rules: RuleSet[Any, Any, Any], record: GameRecord) -> Proof:
    """Replay a record, and tell all that was drawn and opened in it.

    Checks the chain link by link, the result, the seed, the words and the set-ups against their
    commitments, that the game began as its numbers say, and that the orders lead to the same
    events, secrets of the seats aside. What was read must be written as it always is, sign by
    sign. Only what the head says for people proves nothing: site, game, title, board, names, days.

    :raises Fault: naming what does not fit, the first event at fault by its number.
    """
    _check_chain(record)
    opened = disclosure.open_head(record.head)
    kinds = rules.judgement.events
    events = [codec.unpack_event(kinds, link.kind, link.data) for link in record.links]
    try:
        state = fold(rules, None, events)
        written = turn_lines(rules, events)
    except (KeyError, AttributeError, IndexError, TypeError) as error:
        raise Fault("the events do not follow from one another") from error
    if record.head.get("Result", "*") != _result_text(rules.judgement.outcome(state)):
        raise Fault("the game did not end as the head says")
    if list(record.turns) != written:
        raise Fault("the orders written are not those of the events")
    draws = list[NumberDraw]()
    if {"Seed", "Options"} <= record.head.keys():
        _check_start(rules, events, record.head["Options"], opened.chance_key, draws)
    _check_orders(rules, events, list(given_orders(record.turns)), opened.chance_key, draws)
    set_ups = disclosure.check_set_ups(rules, opened, events)
    disclosure.check_standing(record.head)
    _check_writing(record)
    return Proof(state, opened, tuple(draws), set_ups)


def _check_writing(record: GameRecord) -> None:
    """Check that nothing is written in another way than ever, though it reads the same."""
    lines = _record_lines(record.head, record.turns, record.links)
    if record.lines and list(record.lines) != lines:
        pairs = enumerate(zip_longest(record.lines, lines), start=1)
        first = next(number for number, (one, other) in pairs if one != other)
        raise Fault(f"line {first} of the record is not written as it is by the site")


def _check_chain(record: GameRecord) -> None:
    walked = chain.check_links(record.links)
    if walked.broken:
        raise Fault(f"the chain is broken at event {walked.broken}")
    if not record.links or record.head.get("Chain") != walked.head:
        raise Fault("the chain does not end as the head says")


def _check_start(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    options: str,
    key: bytes,
    draws: list[NumberDraw],
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
        draws += _lot_draws(key, len(table.seats))
    began = rules.judgement.start_game(
        chosen, chance.keyed_numbers(key, note=_draw_recorder(draws, key, 1))
    )
    start, found = (fold(rules, None, one) for one in (began, events[: len(began)]))
    if _game_options(rules, start) != _game_options(rules, found):
        raise Fault("the game did not begin with the options of the head")
    if not rules.judgement.numbers_drawn(start):
        return
    for seq, (one, other) in enumerate(zip_longest(began, events[: len(began)]), start=1):
        if one != other:
            raise Fault(f"the seed leads to another event {seq}")


def _game_options(rules: RuleSet[Any, Any, Any], state: Any) -> object:
    """Return the options of a game, as its views tell them."""
    return rules.knowledge.write_view(state, OPEN).get("options")


def _lot_draws(key: bytes, people: int) -> Iterator[NumberDraw]:
    """Yield what was drawn to tell who gets which seat."""
    for count, below in enumerate(range(people, 1, -1), start=1):
        yield NumberDraw(f"lot {count}", below, chance.whole_number(key, f"lot {count}"), 1)


def _draw_recorder(draws: list[NumberDraw], key: bytes, seq: int, order: str = "") -> chance.Note:
    """Return what notes the draws that lead to the events from ``seq`` on."""

    def note(message: str, below: int | None) -> None:
        draws.append(NumberDraw(message, below, chance.whole_number(key, message), seq, order))

    return note


def given_orders(lines: Iterable[str]) -> Iterator[GivenOrder]:
    """Read the orders of turn lines in the order they were given."""
    for line in lines:
        if match := _TURN.fullmatch(line):
            for part in _PART.finditer(match[3]):
                seat, text = (part[1], part[2]) if part[1] else (match[2], part[3])
                if text.strip():
                    yield GivenOrder(int(match[1]), seat, text.strip())


def _check_orders(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    orders: Iterable[GivenOrder],
    key: bytes,
    draws: list[NumberDraw],
) -> None:
    """Check that the orders, given one by one, make the same events for the public."""
    start = next((n for n, e in enumerate(events) if getattr(e, "order", "")), len(events))
    state, played = fold(rules, None, events[:start]), list(events[:start])
    for order in orders:
        if rules.judgement.turn_number(state) != order.number:
            continue
        try:
            read = rules.notation.read_orders(state, order.seat, order.text)
            note = _draw_recorder(draws, key, len(played) + 1, order.text)
            numbers = chance.keyed_numbers(key, rules.judgement.numbers_drawn(state), note)
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
