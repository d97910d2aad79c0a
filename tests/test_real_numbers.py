"""The places where a game's numbers are handed in: where orders count, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.database import ROOT

# module and function, and what its numbers are
PLACES = {
    "games/play/turns/locked_game.py play_text": "orders that count",
    "games/play/tables.py begin_game": "a table that starts",
    "conquest/judge.py draw": "the judge, from the seed of a case",
    "conquest/kit/record.py _check_orders": "the verifier of records",
    "conquest/kit/record.py _check_start": "the verifier of records",
    "conquest/fuzz.py __init__": "the fuzzer",
    "conquest/fuzz.py decide_orders": "the fuzzer",
    "conquest/kit/missions.py _hand_in": "missions: orders that count",
    "conquest/kit/missions.py _mission_numbers": "missions: lots and whims, from keys of their own",
    "conquest/kit/bot_random.py any_legal_order": "whims of bots, who set up for the fuzzer",
    "conquest/tournament.py play_game": "tournaments: their games, and whims of house players",
    "conquest/boards.py _preview_png": "the picture for links, of a game that nobody plays",
    "games/learn/examples.py read_example": "examples, from a key that anybody knows",
    "games/learn/examples.py play_example": "examples, from a key that anybody knows",
    "games/learn/examples.py _table_case": "examples, from a key that anybody knows",
    "games/learn/samples.py sample_part": "finished games to look at, from a known key",
    "games/learn/tryout.py tryout_numbers": "turns tried out, from a key that stands in the URL",
    "training/mission_pages.py draw_opening": "a mission before it begins, from a known key",
    "training/mission_pages.py render_briefing": "a mission before it begins, from a known key",
    "games/play/knowledge.py known_opening": "the set-up of an open table, from a known key",
    "games/play/bots.py _bot_numbers": "whims of house players, from a key of their own",
}


class Finder(ast.NodeVisitor):
    """Finds by the name of their function the calls that make numbers of a key."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.found: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Attribute(attr="keyed_numbers", value=ast.Name("chance")):
                self.found.append(self.inside[-1] if self.inside else "")
        self.generic_visit(node)


def places(folder: str) -> Iterator[str]:
    """Yield where numbers are made of a key: module and function."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "tests" in path.relative_to(ROOT).parts or path.name == "bench.py":
            continue  # measurements play games of their own
        finder = Finder()
        finder.visit(ast.parse(path.read_text()))
        for function in finder.found:
            yield f"{path.relative_to(ROOT).as_posix()} {function}".strip()


def test_real_numbers_are_handed_in_only_in_the_known_places() -> None:
    """A new place is looked at with care: who looks ahead must not learn what chance brings."""
    found = {
        place
        for folder in (
            "api",
            "feeds",
            "games",
            "conquest",
            "inbox",
            "leagues",
            "mail",
            "reports",
            "talk",
            "training",
        )
        for place in places(folder)
    }
    assert found == PLACES.keys()


def test_no_other_way_leads_to_real_numbers() -> None:
    """Nobody else reads the seed of a game, and nobody takes numbers by another name."""
    seeds, names = set(), set()
    for path in sorted(
        path for room in ("games", "training") for path in (ROOT / room).rglob("*.py")
    ):
        source, name = path.read_text(), path.relative_to(ROOT).as_posix()
        if re.search(r"\.seed\b", source):
            seeds.add(name)
        if "import keyed_numbers" in source or "kit.chance import" in source:
            names.add(name)
    assert seeds == {
        "training/runs.py",  # a mission's, in its player's session
        "games/migrations/0017_earlier_seeds.py",  # committed
        "games/play/bots.py",  # hashed, for whims
        "games/play/fairness.py",  # the key of its numbers, and what is committed
        "games/replay/export.py",  # opened when the game is over
    }
    assert names == set()


def test_the_key_of_a_game_is_made_only_where_its_numbers_count() -> None:
    """A person who has the key has all that chance will bring."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "games").rglob("*.py"))
        if "chance_key(" in path.read_text()
    }
    play = "games/play"
    assert found == {f"{play}/fairness.py", f"{play}/tables.py", f"{play}/turns/locked_game.py"}


def test_another_place_of_real_numbers_would_be_found() -> None:
    """Control: another place would be found."""
    finder = Finder()
    finder.visit(ast.parse("def peek(game):\n    return chance.keyed_numbers(bytes(game.seed))"))
    assert finder.found == ["peek"]
