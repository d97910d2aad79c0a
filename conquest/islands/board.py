"""Boards of the Conquest family as graphs: fields, roads, lanes, castles, and the seats.

Named boards are stored beside this module as drawn maps; inline boards come with a judge's case.
The rules use fields and connections only, never coordinates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from conquest.core import Fault, Seat

SEATS: tuple[Seat, ...] = ("south", "west", "north", "east")
KINDS = frozenset({"land", "sea", "harbour", "castle", "grail", "wild"})
FOLDER = Path(__file__).with_name("boards")

LETTERS: Mapping[Seat, str] = {seat: seat[0].upper() for seat in SEATS}
_COMPASS = {letter: seat for seat, letter in LETTERS.items()}
_LETTERS = {
    "soldier": "S",
    "elephant": "E",
    "chariot": "C",
    "rider": "K",
    "ship": "B",
    "galleon": "G",
    "camel": "M",
}
_CENTRAL_REGIONS = frozenset({"centre", "grail-plateau", "grail"})
_NAME = re.compile(r"[A-Za-z]+[0-9]+", re.ASCII)
_LINK = re.compile(r" ?([-=>~*]) ?")
_EDGE = re.compile(r"\s*([A-Za-z]+[0-9]+)\s*([-=>~*])\s*([A-Za-z]+[0-9]+)\s*", re.ASCII)


class Road(NamedTuple):
    """One way out of a field: ``-`` a road, ``=`` a suspension bridge, ``>`` a v-marked
    stretch toward the grail and ``<`` the same stretch away from it."""

    to: str
    kind: str


@dataclass(frozen=True, slots=True)
class Board:
    """A board; two boards are equal when their ``key`` is.

    ``key`` is the name, or the canonical JSON of an inline board. ``kinds`` maps each field
    to land, sea, harbour, castle, grail or wild; ``castles`` each seat to its towers, ``prizes``
    to these and the grail, which cost it points in foreign hands; ``order`` is the order of play;
    ``setup`` maps fields to the seat and letter that start there.
    """

    key: str
    name: str | None = field(compare=False)
    spelling: Mapping[str, str] = field(compare=False, repr=False)
    kinds: Mapping[str, str] = field(compare=False, repr=False)
    castles: Mapping[Seat, tuple[str, ...]] = field(compare=False, repr=False)
    grail: tuple[str, ...] = field(compare=False, repr=False)
    prizes: Mapping[Seat, tuple[str, ...]] = field(compare=False, repr=False)
    central: frozenset[str] = field(compare=False, repr=False)
    starts: frozenset[str] = field(compare=False, repr=False)
    regions: Mapping[str, str] = field(compare=False, repr=False)
    roads: Mapping[str, tuple[Road, ...]] = field(compare=False, repr=False)
    lanes: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    wild: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    fire: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    order: tuple[Seat, ...] = field(compare=False, repr=False)
    setup: Mapping[str, tuple[Seat, str]] = field(compare=False, repr=False)

    @property
    def source(self) -> str | dict[str, Any]:
        """The board as a case gives it: its name, or the inline object."""
        return self.name or json.loads(self.key)

    def spell_field(self, name: str) -> str | None:
        """Return a field's name in the board's own spelling (A14), None if there is none."""
        return self.spelling.get(name.lower())


def load_board(source: object) -> Board:
    """Load the board that a case names or describes.

    :raises Fault: for an unknown name or an impossible board (A14, A15, A20).
    """
    if isinstance(source, str):
        return named_board(source)
    if isinstance(source, dict):
        return inline_board(source)
    raise Fault("a board is a name or an object")


# States hold the key alone and ask for their board at every step of a rule.
@lru_cache(maxsize=64)
def board_by_key(key: str) -> Board:
    """Return the board with this ``Board.key``, named or inline."""
    return _parse_inline(key) if key.startswith("{") else named_board(key)


def board_names() -> tuple[str, ...]:
    """Return the names of the boards stored in the folder, sorted."""
    # The art of a board lies beside it as "<board>.art.json": names with a dot are no boards.
    files = (path.name.removesuffix(".json") for path in FOLDER.glob("*.json"))
    return tuple(sorted(name for name in files if "." not in name))


@lru_cache(maxsize=16)
def named_board(name: str) -> Board:
    """Return a named board; it is read from its file once.

    :raises Fault: if there is no board of that name.
    """
    # The name comes from a case: nothing but the name of a stored board may become a path.
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name) or name not in board_names():
        raise Fault(f"there is no board called {name[:40]!r}")
    return _from_map(name, json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def inline_board(source: Mapping[str, Any]) -> Board:
    """Build the board that a case describes (A14, A15).

    :raises Fault: if the description is not plain JSON or impossible.
    """
    try:
        key = json.dumps({k: _space_edges(part) for k, part in source.items()}, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("the board is not plain JSON") from error
    return board_by_key(key)


def _space_edges(part: object) -> object:
    """Return a part of a board with blanks in its edges: ``s1 - s2``.

    Otherwise an edge in a view would look like an order.
    """
    if not isinstance(part, list):
        return part
    return [_space_edge(edge) if isinstance(edge, str) else edge for edge in part]


def _space_edge(edge: str) -> str:
    return _LINK.sub(r" \1 ", " ".join(edge.split()))


def _parse_inline(key: str) -> Board:
    source = json.loads(key)
    known = {"fields", "roads", "lanes", "wild", "fire", "neighbours"}
    if unknown := sorted(set(source) - known):
        raise Fault(f"the board has an unknown key {unknown[0][:40]!r}")
    draft = _BoardDraft()
    for name, words in _require_object(source.get("fields"), "fields").items():
        draft.add_field(name, words)
    for name, keep in draft.kept.items():
        for text in _require_texts(source.get(name, []), name):
            keep(text)
    order = _order_of_play(source.get("neighbours"), draft.castles)
    return draft.to_board(key, None, order)


class _BoardDraft:
    """A board while it is read. Its edges may name fields in any case (A14)."""

    def __init__(self) -> None:
        self.spelling: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.castles: dict[Seat, list[str]] = {}
        self.central: set[str] = set()
        self.starts: set[str] = set()
        self.regions: dict[str, str] = {}
        self.setup: dict[str, tuple[Seat, str]] = {}
        self.roads: dict[str, set[Road]] = {}
        self.lanes: dict[str, set[str]] = {}
        self.wild: dict[str, set[str]] = {}
        self.fire: dict[str, set[str]] = {}
        self.kept: dict[str, Callable[[str], None]] = {
            "roads": self.add_road,
            "lanes": self.add_lane,
            "wild": self.add_wild,
            "fire": self.add_fire,
        }

    def add_field(self, name: str, words: object) -> None:
        if not isinstance(words, str):
            raise Fault(f"the field {name[:40]!r} needs its kind as text")
        tags = words.lower().split()
        kinds = [tag for tag in tags if tag in KINDS]
        seats = [tag for tag in tags if tag in SEATS]
        marks = [tag for tag in tags if tag in ("start", "central")]
        owned = len(seats) == (kinds == ["castle"])
        if len(kinds) != 1 or not owned or len(kinds + seats + marks) != len(tags):
            raise Fault(f"the field {name[:40]!r} has no such kind: {words[:40]!r}")
        self.place_field(name, kinds[0], seats[0] if seats else None)
        self.starts.update([name] if "start" in marks else [])
        self.central.update([name] if "central" in marks or kinds == ["grail"] else [])

    def place_field(self, name: str, kind: str, seat: Seat | None = None) -> None:
        if not _NAME.fullmatch(name):
            raise Fault(f"a field is named by letters and digits, not {name[:40]!r}")
        if name.lower() in self.spelling:
            raise Fault(f"two fields are called {name}")
        self.spelling[name.lower()] = name
        self.kinds[name] = kind
        if seat:
            self.castles.setdefault(seat, []).append(name)

    def add_road(self, text: str) -> None:
        one, kind, other = self.parse_edge(text, "-=>")
        if {self.kinds[one], self.kinds[other]} & {"sea", "wild"}:
            raise Fault(f"no road can lead {text[:40]!r}")
        self.join_fields(one, kind, other)

    def join_fields(self, one: str, kind: str, other: str) -> None:
        back = "<" if kind == ">" else kind
        self.roads.setdefault(one, set()).add(Road(other, kind))
        self.roads.setdefault(other, set()).add(Road(one, back))

    def add_lane(self, text: str) -> None:
        one, _, other = self.parse_edge(text, "-")
        if not {self.kinds[one], self.kinds[other]} <= {"sea", "harbour"}:
            raise Fault(f"no lane can lead {text[:40]!r}")
        _add_both_ways(self.lanes, one, other)

    def add_wild(self, text: str) -> None:
        one, _, other = self.parse_edge(text, "~")
        if {self.kinds[one], self.kinds[other]} & {"sea", "harbour"}:
            raise Fault(f"no wild path can lead {text[:40]!r}")
        _add_both_ways(self.wild, one, other)

    def add_fire(self, text: str) -> None:
        one, _, other = self.parse_edge(text, "*")
        _add_both_ways(self.fire, one, other)

    def parse_edge(self, text: str, kinds: str) -> tuple[str, str, str]:
        match = _EDGE.fullmatch(text)
        if not match or match[2] not in kinds:
            raise Fault(f"a connection cannot be read: {text[:40]!r}")
        one, other = (self.spelling.get(match[end].lower()) for end in (1, 3))
        if one is None or other is None or one == other:
            raise Fault(f"a connection needs two fields of the board: {text[:40]!r}")
        return one, match[2], other

    def to_board(self, key: str, name: str | None, order: tuple[Seat, ...]) -> Board:
        castles = {seat: tuple(sorted(self.castles.get(seat, ()))) for seat in order}
        grail = tuple(sorted(f for f, kind in self.kinds.items() if kind == "grail"))
        return Board(
            key=key,
            name=name,
            spelling=self.spelling,
            kinds=self.kinds,
            castles=castles,
            grail=grail,
            prizes={seat: (*towers, *grail) for seat, towers in castles.items()},
            central=frozenset(self.central),
            starts=frozenset(self.starts),
            regions=self.regions,
            roads={f: tuple(sorted(ways)) for f, ways in self.roads.items()},
            lanes=_sort_edges(self.lanes),
            wild=_sort_edges(self.wild),
            fire=_sort_edges(self.fire),
            order=order,
            setup=self.setup,
        )


def _from_map(name: str, drawn: Mapping[str, Any]) -> Board:
    draft = _BoardDraft()
    for spot in drawn["fields"]:
        _place_spot(draft, spot)
    for edge in drawn["edges"]:
        _join_edge(draft, edge)
    for towers in draft.castles.values():
        _let_towers_fire(draft, sorted(towers))
    return draft.to_board(name, name, tuple(seat for seat in SEATS if seat in draft.castles))


def _place_spot(draft: _BoardDraft, spot: Mapping[str, Any]) -> None:
    tags, name = spot["tags"], spot["id"]
    kind = next((tag for tag in ("castle", "grail", "harbour") if tag in tags), spot["terrain"])
    draft.place_field(name, kind, _COMPASS[spot["seat"]] if kind == "castle" else None)
    draft.regions[name] = spot["region"]
    if spot["region"] in _CENTRAL_REGIONS:
        draft.central.add(name)
    if "start" in tags:
        draft.starts.add(name)
        start = spot["start"]
        draft.setup[name] = (_COMPASS[start["seat"]], _LETTERS[start["piece"]])


def _join_edge(draft: _BoardDraft, edge: Mapping[str, Any]) -> None:
    one, other = edge["a"], edge["b"]
    match edge["kind"]:
        case "lane":
            _add_both_ways(draft.lanes, one, other)
        case "suspension":
            draft.join_fields(one, "=", other)
        case "step":
            draft.join_fields(*_stair_road(edge))
        case "wild":
            _add_both_ways(draft.wild, one, other)
        case "fire":
            _add_both_ways(draft.fire, one, other)
        case _:
            draft.join_fields(one, "-", other)


def _let_towers_fire(draft: _BoardDraft, towers: list[str]) -> None:
    """Let every tower shoot at the towers on either side of it (A75)."""
    for one, other in pairwise((*towers, towers[0])):
        _add_both_ways(draft.fire, one, other)


def _stair_road(edge: Mapping[str, Any]) -> tuple[str, str, str]:
    # The map says which way elephants go; chariots go the same way, all others both (C43).
    foot, top = edge["oneway"]["elephant"]
    return foot, ">", top


def _order_of_play(neighbours: object, castles: Iterable[Seat]) -> tuple[Seat, ...]:
    order = [seat for seat in SEATS if seat in castles]
    if neighbours is not None:
        order = _follow_neighbours(_require_object(neighbours, "neighbours"))
    if len(order) < 2:
        raise Fault("a board needs at least two seats")
    return tuple(order)


def _follow_neighbours(neighbours: Mapping[str, Any]) -> list[Seat]:
    left = {str(seat).lower(): str(next_).lower() for seat, next_ in neighbours.items()}
    first = next((seat for seat in SEATS if seat in left), "")
    order = [first]
    # A ring that does not close would run for ever: stop at the first seat seen before.
    while (following := left.get(order[-1], "")) in SEATS and following not in order:
        order.append(following)
    if following != first or set(order) != set(left) or len(left) != len(neighbours):
        raise Fault("the neighbours must lead round the table once")
    return order


def _add_both_ways(edges: dict[str, set[str]], one: str, other: str) -> None:
    edges.setdefault(one, set()).add(other)
    edges.setdefault(other, set()).add(one)


def _sort_edges(edges: Mapping[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {one: tuple(sorted(others)) for one, others in edges.items()}


def _require_object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Fault(f"the board's {name} must be an object")
    return value


def _require_texts(value: object, name: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise Fault(f"the board's {name} must be a list of texts")
    return value
