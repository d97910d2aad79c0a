"""The record of a game: one text file with its orders for people and its events as proof.

It has a head of ``[Key "value"]`` lines, then the orders turn by turn with the answers of other
seats in braces, then every event as one line of JSON with its link of the hash chain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from conquest.core import OPEN, Fault, Refused, RuleSet, Seat, Viewer, fold
from conquest.kit import chain, chance, codec, disclosure, take_back
from conquest.kit.chain import ChainLink
from conquest.kit.disclosure import OpenedSecrets, SecretSetUp
from conquest.kit.take_back import TakenBack

_HEAD = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_TURN = re.compile(r"([0-9]{1,9})\. ([a-z]+): (.*)")
_PART = re.compile(r"\{([a-z]+): ([^{}]*)\}|([^{};]+)")
_BACK = re.compile(r"\(([a-z]+) goes back to ([0-9]{1,9})\)")


class GivenOrder(NamedTuple):
    """An order as it was given: the number of the turn, the seat and the text."""

    number: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record that was read: its ``head``, its ``turns`` as lines, its ``links``, and all its
    ``lines``, empty where it was not read from a text."""

    head: Mapping[str, str]
    turns: tuple[str, ...]
    links: tuple[ChainLink, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberDraw:
    """A number that was drawn: its ``message`` (a count or the name of a lot), the number
    ``below`` which it is (``None`` for a whole number), and the ``whole`` number before the
    remainder was taken.

    It led to the events from ``seq`` on. ``order`` is the order that drew it, "" for the set-up of
    a game.
    """

    message: str
    below: int | None
    whole: int
    seq: int
    order: str = ""

    @property
    def drawn_number(self) -> int:
        """The drawn number: the remainder, or the whole number."""
        return self.whole if self.below is None else self.whole % self.below


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of checking a record: the last ``state``, the ``opened`` secrets, and every draw
    and committed set-up, in order."""

    state: Any
    opened: OpenedSecrets
    draws: tuple[NumberDraw, ...]
    set_ups: tuple[SecretSetUp, ...]


def write_record(
    rules: RuleSet[Any, Any, Any], head: Mapping[str, str], events: Sequence[Any]
) -> str:
    """Write the record of a game from its first event on.

    ``head`` may hold any values of one line; Ruleset, Result and Chain are added here.
    """
    links = list(chain.chain_links(events))
    outcome = rules.judgement.outcome(fold(rules, None, take_back.live_events(events)))
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

    An event that an order caused names it as ``order``. A line belongs to the seat on turn, or
    to the first to act where all act at once; orders of others are in braces. A turn that is
    taken back has a line of its own, which names the event that the game goes back to.
    """
    true_events = list(events)
    # the true events: a masked set-up could not be played on (decision 10)
    states = take_back.replay_states(rules, true_events)
    state, lines, number, owner = None, list[str](), 0, ""
    for true_event, after in zip(true_events, states, strict=True):
        event = rules.knowledge.witness(true_event, viewer)
        if order := getattr(event, "order", ""):
            if rules.judgement.turn_number(state) != number:
                number = rules.judgement.turn_number(state)
                owner = rules.judgement.write_position(state).get("turn", event.seat)
                lines.append(f"{number}. {owner}:")
            lines[-1] += _order_part(lines[-1], order, event.seat, owner)
        if isinstance(event, TakenBack):
            lines.append(f"({event.seat} goes back to {event.to})")
            number = 0  # what follows is a line of its own, even in a turn of the same number
        state = after
    return lines


def _order_part(line: str, order: str, seat: Seat, owner: Seat) -> str:
    if seat != owner:
        return f" {{{seat}: {order}}}"
    return f" {order}" if line.endswith(":") else f"; {order}"


def read_record(text: str) -> GameRecord:
    """Read a record from its text, without checking what it claims.

    :raises Fault: naming the first line that is not in this format.
    """
    head: dict[str, str] = {}
    lines: list[str] = []
    links: list[ChainLink] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _HEAD.fullmatch(line):
            head[match[1]] = codec.read_json(match[2])
        elif _TURN.fullmatch(line) or _BACK.fullmatch(line):
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
    """Check a record as ``prove_record`` does, and return the last state."""
    return prove_record(rules, record).state


def prove_record(rules: RuleSet[Any, Any, Any], record: GameRecord) -> Proof:
    """Replay a record, and return all that was drawn and opened in it.

    This checks the chain link by link, the result, the seed, the words and the set-ups against
    their commitments, that the game began as its numbers say, that the orders lead to the same
    events, secrets of the seats aside, and that every line is written as the site writes it. The
    lines of the head for people prove nothing: site, game, title, board, names, days.

    :raises Fault: naming what does not fit, the first event at fault by its number.
    """
    _check_chain(record)
    opened = disclosure.open_head(record.head)
    kinds = rules.judgement.events
    events = [codec.unpack_event(kinds, link.kind, link.data) for link in record.links]
    try:
        state = fold(rules, None, take_back.live_events(events))
        written = turn_lines(rules, events)
        _check_take_backs(rules, events)
    # forged events can have valid data and still not fit the position before them
    except (KeyError, AttributeError, IndexError, TypeError) as error:
        raise Fault("the events do not follow from one another") from error
    if record.head.get("Result", "*") != _result_text(rules.judgement.outcome(state)):
        raise Fault("the game did not end as the head says")
    if list(record.turns) != written:
        raise Fault("the orders written are not those of the events")
    draws = list[NumberDraw]()
    # records of earlier versions lack these lines (docs/fairness.md)
    if {"Seed", "Options"} <= record.head.keys():
        _check_start(rules, events, record.head["Options"], opened.chance_key, draws)
    _check_orders(rules, events, record.turns, opened.chance_key, draws)
    set_ups = disclosure.check_set_ups(rules, opened, events)
    disclosure.check_standing(record.head)
    disclosure.check_orders(record.head, opened)
    _check_writing(record)
    return Proof(state, opened, tuple(draws), set_ups)


def _check_take_backs(rules: RuleSet[Any, Any, Any], events: Sequence[Any]) -> None:
    """Check that no turn was taken back after numbers were drawn in it: known by then, they would
    be drawn again."""
    drawn, before = rules.judgement.numbers_drawn, None
    for seq, state in enumerate(take_back.replay_states(rules, events), start=1):
        if isinstance(events[seq - 1], TakenBack) and drawn(state) != drawn(before):
            raise Fault(f"event {seq} takes back numbers that were drawn")
        before = state


def _check_writing(record: GameRecord) -> None:
    """Check that every line is written as the site writes it, not only reads the same."""
    lines = _record_lines(record.head, record.turns, record.links)
    if record.lines and list(record.lines) != lines:
        pairs = enumerate(zip_longest(record.lines, lines), start=1)
        first = next(number for number, (found, line) in pairs if found != line)
        raise Fault(f"line {first} of the record is not written as it is by the site")


def _check_chain(record: GameRecord) -> None:
    check = chain.check_links(record.links)
    if check.broken:
        raise Fault(f"the chain is broken at event {check.broken}")
    if not record.links or record.head.get("Chain") != check.head:
        raise Fault("the chain does not end as the head says")


def _check_start(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    options: str,
    key: bytes,
    draws: list[NumberDraw],
) -> None:
    """Check that the game began with the options of the head, and that the set-up drawn by lot is
    the one its numbers give.

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
    start, recorded = (fold(rules, None, part) for part in (began, events[: len(began)]))
    if _game_options(rules, start) != _game_options(rules, recorded):
        raise Fault("the game did not begin with the options of the head")
    if not rules.judgement.numbers_drawn(start):
        return
    for seq, (drawn, found) in enumerate(zip_longest(began, events[: len(began)]), start=1):
        if drawn != found:
            raise Fault(f"the seed leads to another event {seq}")


def _game_options(rules: RuleSet[Any, Any, Any], state: Any) -> object:
    """Return the options of a game, as its views show them."""
    return rules.knowledge.write_view(state, OPEN).get("options")


def _lot_draws(key: bytes, people: int) -> Iterator[NumberDraw]:
    """Yield the draws that decided who got which seat."""
    for count, below in enumerate(range(people, 1, -1), start=1):
        yield NumberDraw(f"lot {count}", below, chance.whole_number(key, f"lot {count}"), 1)


def _draw_recorder(draws: list[NumberDraw], key: bytes, seq: int, order: str = "") -> chance.Note:
    """Return a function that adds the draws for the events from ``seq`` on to ``draws``."""

    def note(message: str, below: int | None) -> None:
        draws.append(NumberDraw(message, below, chance.whole_number(key, message), seq, order))

    return note


def given_orders(lines: Iterable[str]) -> Iterator[GivenOrder]:
    """Yield the orders of turn lines, in the order in which they were given."""
    for line in lines:
        if match := _TURN.fullmatch(line):
            for part in _PART.finditer(match[3]):
                seat, text = (part[1], part[2]) if part[1] else (match[2], part[3])
                if text.strip():
                    yield GivenOrder(int(match[1]), seat, text.strip())


def _orders_and_take_backs(lines: Iterable[str]) -> Iterator[GivenOrder | TakenBack]:
    """Yield the orders of turn lines and the turns taken back, in the order of the game."""
    for line in lines:
        if match := _BACK.fullmatch(line):
            yield TakenBack(seat=match[1], to=int(match[2]))
        else:
            yield from given_orders([line])


def _check_orders(
    rules: RuleSet[Any, Any, Any],
    events: Sequence[Any],
    lines: Iterable[str],
    key: bytes,
    draws: list[NumberDraw],
) -> None:
    """Check that the orders, given one by one, lead to the same events as the public sees them."""
    start = next((n for n, e in enumerate(events) if getattr(e, "order", "")), len(events))
    state, played = fold(rules, None, events[:start]), list(events[:start])
    steps = list(_orders_and_take_backs(lines))
    targets = {step.to for step in steps if isinstance(step, TakenBack)}
    states = {start: state}
    for order in steps:
        if len(played) in targets:
            states[len(played)] = state
        if isinstance(order, TakenBack):
            if order.to not in states:
                raise Fault(f"no order ends with event {order.to}, which the game goes back to")
            state, played = states[order.to], [*played, order]
            continue
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
    # not strict: the first event that differs says more than the lengths, compared below
    for seq, (found, made) in enumerate(zip(events, played, strict=False), start=1):
        if rules.knowledge.witness(found, None) != rules.knowledge.witness(made, None):
            raise Fault(f"the orders lead to another event {seq}")
    if len(played) != len(events):
        raise Fault("the orders do not lead to all events")
