"""What can be done now: whole orders for referees, and attacks for threats (I47)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conquest.core import Choice, Phrase, Seat, Tool
from conquest.rulesets.armada.alliances import possible
from conquest.rulesets.armada.board import Square, all_in_order
from conquest.rulesets.armada.ground import ground
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.moving import walked, ways
from conquest.rulesets.armada.orders import (
    ALLY,
    CONSENT,
    REFUSE,
    SKIP,
    Throw,
    Turn,
    write_order,
    write_way,
)
from conquest.rulesets.armada.rules import to_act
from conquest.rulesets.armada.supposing import suppose
from conquest.rulesets.armada.telling import way_label
from conquest.rulesets.armada.words import figure_name, rank_name, seat_name

PROPOSE = Phrase("propose an alliance to %(seat)s")
DO_WITHOUT = Phrase("throw nothing")
DIE = "die"


def legal(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the orders a seat may hand in now, sorted by text; set-ups are too many (O14)."""
    match to_act(state).get(seat):
        case "turn":
            found = (*turns(state, seat), *proposals(state, seat))
        case "throw":
            found = tuple(throws(state))
        case "consent":
            found = tuple(answers(state))
        case _:
            found = ()
    return in_text_order(found)


def in_text_order(found: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return choices sorted by their texts."""
    return tuple(sorted(found, key=_text))


def _text(choice: Choice) -> str:
    return choice.text


def turns(state: State, seat: Seat) -> Iterator[Choice]:
    """Yield every way of every unit that can be activated."""
    for turn in ways(state, seat):
        yield choice(state, turn)


def choice(state: State, turn: Turn, *, replaces: bool = False) -> Choice:
    """Return a way as a page offers it."""
    start, end = turn.path[0], turn.path[-1]
    rank = state.pieces[start].rank
    return Choice(
        text=write_way(turn),
        piece=start,
        origin=start,
        target=end,
        cost=0,
        captures=turn.link == "x",
        label=way_label(state, turn),
        way=walked(turn.path),
        name=figure_name(rank, start),
        kind=rank_name(rank),
        replaces=replaces,
    )


def throws(state: State) -> Iterator[Choice]:
    """Yield a throw at every square, and to do without; only that where no die is left (K17)."""
    yield from aims(state)
    yield _word(SKIP, DO_WITHOUT)


def aims(state: State, besides: Square = "") -> Iterator[Choice]:
    """Yield a throw at every square but one; with that one, it takes the place of its throw."""
    for square in all_in_order(state.size) if state.pool else ():
        if square != besides:
            label, text = Phrase("throw at %(square)s", square=square), write_order(Throw(square))
            yield Choice(text, "", "", square, 0, False, label, tool=DIE, replaces=bool(besides))


def tray(state: State, seat: Seat) -> tuple[Tool, ...]:
    """Return what lies in the tray of who is to throw: a die, if there is any."""
    if to_act(state).get(seat) != "throw" or not state.pool:
        return ()
    return (Tool(DIE, Phrase("blocker die"), "die6", state.pool),)


def answers(state: State) -> Iterator[Choice]:
    """Yield the answers to a proposal."""
    if state.proposal:
        one, other = seat_name(state.proposal.seat), seat_name(state.proposal.to)
        allied = Phrase("%(one)s and %(other)s may ally", one=one, other=other)
        yield _word(CONSENT, allied)
        yield _word(REFUSE, Phrase("no alliance"))


def proposals(state: State, seat: Seat) -> Iterator[Choice]:
    """Yield the alliances that a seat on turn can propose (I18)."""
    for to in possible(state, seat):
        yield _word(f"{ALLY} {to}", Phrase(PROPOSE.template, seat=seat_name(to)))


def _word(text: str, label: Phrase) -> Choice:
    return Choice(text, "", "", "", 0, False, label)


def strikes(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks that could capture a unit if a seat's turn began now, the shortest
    each: none into live zones, where nobody is captured (K28)."""
    if state.outcome or not state.is_set_up or seat in state.defeated:
        return ()
    supposed, found = suppose(state, seat), dict[tuple[Square, Square], Choice]()
    land = ground(supposed, seat)
    for turn in sorted(ways(supposed, seat), key=_length):
        if turn.link == "x" and not land.is_foreign(turn.path[-1]):
            found.setdefault((turn.path[0], turn.path[-1]), choice(supposed, turn))
    return in_text_order(found.values())


def _length(turn: Turn) -> tuple[int, str]:
    return len(turn.path), write_way(turn)


def afar(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return nothing: no square is too dear in Iron Armada."""
    return {}
