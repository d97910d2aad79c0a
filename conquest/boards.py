"""The files of empty boards that the site serves: pictures, and charts for its scripts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from conquest import registry
from conquest.core import Artist, BoardStyle, fold
from conquest.kit import chance, picture
from conquest.kit.picture import backdrop_svg, names_svg
from conquest.kit.picture.geometry import plain_chart
from conquest.kit.picture.inks import THEMES
from conquest.registry import AnyRules


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``boards``."""
    parser.set_defaults(run=_write_boards)


def board_files(rules: AnyRules) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and content of every file of the boards of a rule set."""
    folder = rules.art.home / "static" / "boards"
    yield folder / f"{rules.slug}-preview.png", _preview_png(rules)
    for board in rules.art.drawing_names:
        for name, content in _drawing_files(rules.art, board):
            yield folder / name, content


def _preview_png(rules: AnyRules) -> bytes:
    """Return the preview for links: the start of a game as the public sees it."""
    # a fixed key: drawn again, the file must be the same byte for byte
    start = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    public = rules.knowledge.read_view(rules.knowledge.write_view(start, None))
    board = rules.telling.draw_board(public, BoardStyle())
    return picture.paint_preview(rules.art, board, list(rules.telling.figures))


def _drawing_files(artist: Artist, board: str) -> Iterator[tuple[str, bytes]]:
    for theme in THEMES:
        yield f"{board}-{theme}.svg", backdrop_svg(artist, board, theme, False).encode()
        yield f"{board}-{theme}-names.svg", names_svg(artist, board, theme).encode()
    yield f"{board}.json", msgspec.json.encode(plain_chart(artist.chart_of(board))) + b"\n"


def _write_boards(asked: Namespace) -> int:
    for rules in registry.find_rulesets().values():
        for path, content in board_files(rules):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return 0
