"""How games of a rule set began, and what came of it: a tree of first turns, one level a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from records.models import OpeningNode
from records.opening_lines import DEPTH

LEAST = 5  # games: what fewer have played tells of these people, not of the opening
MOST = 50  # ways to go on that are shown
BOARDS = 20


@dataclass(frozen=True, slots=True)
class Opening:
    """A way in which games began: the ``key`` in addresses, its last ``turn``, how many ``games``
    began so, how many of these nobody won, and how many each seat won."""

    key: str
    turn: str
    board: str
    depth: int
    games: int
    draws: int
    wins: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """A place in the tree: the ``turns`` that led to it, the last one being ``here``, the ways to
    go on that ``LEAST`` games or more have taken, and the ``boards`` on which games began."""

    ruleset: str
    here: Opening
    turns: tuple[Opening, ...]
    following: tuple[Opening, ...]
    boards: tuple[Opening, ...]


def load_openings(ruleset: str, key: str = "") -> OpeningPage | None:
    """Return the place in the tree of a rule set with a key, by default where it begins, on the
    board with the most games; None if there is no such place."""
    boards = list(_boards_of(ruleset))
    node = _find_node(ruleset, key) if key else (boards[0] if boards else None)
    if node is None:
        return None
    following = OpeningNode.objects.filter(parent=node.key, games__gte=LEAST)
    return OpeningPage(
        ruleset=ruleset,
        here=_build_opening(node),
        turns=tuple(_build_opening(one) for one in _path_to(node) if one.depth),
        following=_build_all(list(following.order_by("-games")[:MOST])),
        boards=_build_all(boards),
    )


def _boards_of(ruleset: str) -> Sequence[OpeningNode]:
    boards = OpeningNode.objects.filter(ruleset=ruleset, depth=0, games__gt=0)
    return list(boards.order_by("-games")[:BOARDS])


def _find_node(ruleset: str, key: str) -> OpeningNode | None:
    """Return the node with a key, unless too few games began so."""
    node = OpeningNode.objects.filter(pk=key, ruleset=ruleset).first()
    return node if node and (node.games >= LEAST or not node.depth) else None


def _path_to(node: OpeningNode) -> Sequence[OpeningNode]:
    """Return the nodes from the beginning to a node, itself included: ``DEPTH`` at most."""
    path = [node]
    while path[0].parent_id and len(path) <= DEPTH:
        path.insert(0, OpeningNode.objects.get(pk=path[0].parent_id))
    return path


def _build_all(nodes: Sequence[OpeningNode]) -> tuple[Opening, ...]:
    return tuple(map(_build_opening, nodes))


def _build_opening(node: OpeningNode) -> Opening:
    wins = {seat: count for seat, count in node.wins.items() if count}
    return Opening(node.key, node.turn, node.board, node.depth, node.games, node.draws, wins)
