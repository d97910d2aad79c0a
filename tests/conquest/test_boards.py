"""The stored files of empty boards are those that the code draws now."""

from __future__ import annotations

import json
from typing import Any

from conquest import boards
from conquest.registry import AnyRules


def test_board_files_are_up_to_date(rules: AnyRules) -> None:
    """Mended by ``make board``."""
    drawn = dict(boards.board_files(rules))
    assert len(drawn) == 5 * len(rules.art.drawing_names) + 1
    for path, content in drawn.items():
        assert path.read_bytes() == content


def test_charts_for_scripts_have_all_fields_and_ways(rules: AnyRules) -> None:
    charts = [content for path, content in boards.board_files(rules) if path.suffix == ".json"]
    for board, content in zip(rules.art.drawing_names, charts, strict=True):
        chart, told = rules.art.chart_of(board), json.loads(content)
        assert tuple(told["size"]) == chart.size
        assert {name: tuple(at) for name, at in told["fields"].items()} == chart.fields
        assert told["ways"].keys() == {f"{way.start} {way.end}" for way in chart.ways}
        assert all(
            0 < x < chart.size[0] and 0 < y < chart.size[1] for x, y in chart.fields.values()
        )


def test_every_figure_has_a_place_on_the_chart(rules: AnyRules, opening: Any) -> None:
    chart = rules.art.chart_of(rules.art.drawing_names[0])
    stands = rules.telling.figures_by_field(opening)
    assert stands.keys() <= chart.fields.keys() | chart.beside.keys()
    assert not chart.fields.keys() & chart.beside.keys()
