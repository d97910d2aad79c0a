"""Boards of squares: where squares lie, how they are drawn, the figures on and beside them."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from xml.etree import ElementTree

import pytest

from conquest.core import Artist, BoardStyle, Fault, FieldLink, Mark
from conquest.kit import picture
from conquest.kit.picture import Token, bitmap, inks, paint_png
from conquest.kit.picture.geometry import path_points, plain_chart, turn_point
from conquest.kit.picture.grid import Grid, Special, frame, grid_artist, ground, rectangle
from conquest.kit.picture.grid.palette import DARK, LIGHT, Palette
from conquest.kit.picture.grid.palette import THEMES as PALETTES
from conquest.kit.picture.grid.squares import square_coordinates
from conquest.kit.picture.inks import FIGURES, NEUTRAL, OUTLINE, Inks
from conquest.kit.picture.symbols import DICE, HIDDEN
from tests.conquest.kit.squares import ARTIST, HIGH, SMALL, STONES, draw_position, full_set_up
from tests.conquest.pictures import assert_whole, contrast, like, parsed, pixels, size
from tests.database import ROOT

SPACING = 66
STATIC = "/static/boards/high-light.svg"
MARKS = (
    Mark("ring", ("e4",)),
    Mark("reach", ("e6", "e5"), label="2"),
    Mark("capture", ("a18",), label="1"),
    Mark("path", ("j5", "j6", "i7"), label="2"),
    Mark("arrow", ("b4", "c6"), "white", "1"),
    Mark("ghost", ("g10",), "white", "T"),
    Mark("ghost", ("h10", "b8"), None, "RB"),
    Mark("bar", ("h9", "c8")),
    Mark("lifted", ("d1", "e3")),
    Mark("odds", ("g4",), label="12"),
    Mark("note", ("a18",), label="mine"),
)
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def backdrop(board: str, theme: str = "light", labels: bool = False) -> str:
    return picture.backdrop_svg(ARTIST, board, theme, labels)


def every_picture() -> Iterator[str]:
    for theme, labels, behind in product(("light", "dark"), (False, True), (None, STATIC)):
        links = {"e6": FieldLink("?to=e6", "Go to e6")} if behind else {}
        style = BoardStyle(theme, labels, marks=MARKS, links=links, backdrop=behind, title="Alice")
        yield draw_position("high", *full_set_up(), style=style)
        yield backdrop("high", theme, labels)
        yield backdrop("small", theme, labels)


def without_colours(markup: str) -> str:
    return re.sub(r'"(?:#[0-9A-F]{6}|none)"', '"#"', markup)


# --- where the squares lie -----------------------------------------------------------------


def test_grid_has_every_square_of_the_high_board_and_none_in_its_corners() -> None:
    """178 squares: 16 rows of ten, and three rows of three at either end."""
    fields = HIGH.chart.fields
    assert len(fields) == 16 * 10 + 2 * 3 * 3 == 178
    assert {"a4", "j19", "d1", "f3", "e20", "g22"} <= fields.keys()
    assert not {"c3", "g1", "d20", "h22", "a20", "k4", "e23"} & fields.keys()


def test_columns_go_to_the_right_and_rows_upwards() -> None:
    at = HIGH.chart.point_of
    (x, y), (right, level), (plumb, above) = at("d4"), at("e4"), at("d5")
    assert (right - x, level - y) == (SPACING, 0)
    assert (plumb - x, above - y) == (0, -SPACING)


def test_chart_has_the_proportions_of_its_board() -> None:
    width, height = HIGH.chart.size
    assert height - width == (22 - 10) * SPACING


def test_squares_are_joined_to_their_neighbours() -> None:
    joined = {frozenset((way.start, way.end)) for way in HIGH.chart.ways}
    near = {
        frozenset((one, other))
        for one, other in combinations(HIGH.squares, 2)
        if max(
            abs(a - b)
            for a, b in zip(square_coordinates(one), square_coordinates(other), strict=True)
        )
        == 1
    }
    assert joined == near
    assert len(joined) == len(HIGH.chart.ways)
    ends = Counter(end for way in SMALL.chart.ways for end in (way.start, way.end))
    assert ends["a1"] == 3
    assert ends["b2"] == 7
    assert ends["c1"] == 4
    assert ends["c2"] == 0


def test_path_is_straight_but_bows_between_squares_not_joined() -> None:
    chart = HIGH.chart
    straight = path_points(chart, ("a6", "b7", "c8"))
    assert straight == [chart.point_of(square) for square in ("a6", "b7", "c8")]
    assert len(path_points(chart, ("b4", "c6"))) > 3


def test_stocks_lie_apart_from_the_squares() -> None:
    chart = HIGH.chart
    assert set(chart.beside) == {f"{s}-{k}" for s in ("white", "black") for k in STONES}
    assert not chart.beside.keys() & chart.fields.keys()
    width, height = chart.size
    for (x, y), (a, b) in product(chart.beside.values(), chart.fields.values()):
        assert max(abs(x - a), abs(y - b)) >= SPACING
        assert 60 < x < width - 60
        assert 60 < y < height - 60
    places = chart.beside.values()
    assert min(math.dist(a, b) for a, b in combinations(places, 2)) == pytest.approx(SPACING)


def test_plain_chart_has_the_places_beside_the_squares() -> None:
    told = plain_chart(HIGH.chart)
    assert told["beside"]["white-P"] == HIGH.chart.point_of("white-P")
    assert "beside" not in plain_chart(SMALL.chart)


def test_chart_makes_room_for_stocks() -> None:
    shelf = replace(HIGH.shelves[0], corner=(12.0, 3.0))
    wide = replace(HIGH, shelves=(shelf,)).chart
    assert wide.size[0] - HIGH.chart.size[0] == 4 * SPACING
    assert wide.point_of("a4") == HIGH.chart.point_of("a4")


@pytest.mark.parametrize("name", ["", "a", "4a", "A4", "a0", "aa4", "a04", "a4 ", "ä4", "a100"])
def test_invalid_name_of_a_square_is_a_fault(name: str) -> None:
    with pytest.raises(Fault, match="no square is called"):
        square_coordinates(name)


# --- seen from the far side ----------------------------------------------------------------


def test_half_turn_puts_every_place_opposite() -> None:
    near, far = HIGH.chart, HIGH.turn_left().chart
    width, height = near.size
    assert far.size == near.size
    assert far.fields == {f: (width - x, height - y) for f, (x, y) in near.fields.items()}
    ends = [{frozenset((way.start, way.end)) for way in chart.ways} for chart in (near, far)]
    assert ends[0] == ends[1]


def test_two_half_turns_give_the_same_board() -> None:
    assert HIGH.turn_left().chart != HIGH.chart == HIGH.turn_left().turn_left().chart


def test_stocks_of_a_turned_board_are_read_from_the_left() -> None:
    near, far = HIGH.chart.beside, HIGH.turn_left().chart.beside
    assert far["white-P"] == near["black-P"]
    assert far["white-RB"] == near["black-RB"]


def test_squares_keep_their_tint_on_a_turned_board() -> None:
    board = Grid(rectangle("a1", "b3"))
    shades = [
        {square: shade for shade in (0, 1) for square in ground._shaded_squares(seen, shade)}
        for seen in (board, board.turn_left())
    ]
    assert shades[0] == shades[1]


def test_turned_board_is_complete_with_its_coordinates_in_place() -> None:
    near, far = backdrop("high"), backdrop("high-turned-2")
    assert Counter(re.findall("[A-Za-z]+", far)) == Counter(
        re.findall("[A-Za-z]+", near.replace("high-", "high-turned-"))
    )
    said = {text.text: text.get("transform") or "" for text in parsed(far).iter("text")}
    x, y = HIGH.turn_left().chart.point_of("c7")
    assert said["c"].startswith(f"translate({x:g} ")
    assert said["7"].endswith(f" {y:g})")


SIDES_AT = {0: "lower", 1: "left", 2: "upper", 3: "right"}
"""The side of a board that is near, by the number of quarter turns to the left."""


@pytest.mark.parametrize("quarters", SIDES_AT)
def test_quarter_turns_bring_every_side_near(quarters: int) -> None:
    """Turned like the maps of the islands: one quarter turn brings the left side to the bottom."""
    board = Grid(rectangle("a1", "d6"))
    seen, size_ = board.turn_left(quarters).chart, board.chart.size
    assert seen.fields == {
        f: turn_point(at, size_, quarters) for f, at in board.chart.fields.items()
    }
    assert seen.size == (size_[::-1] if quarters % 2 else size_)
    near = max(y for _, y in seen.fields.values())
    lowest = {square for square, (_, y) in seen.fields.items() if y == near}
    assert (
        lowest
        == {
            "lower": rectangle("a1", "d1"),
            "left": rectangle("a1", "a6"),
            "upper": rectangle("a6", "d6"),
            "right": rectangle("d1", "d6"),
        }[SIDES_AT[quarters]]
    )


def test_four_quarter_turns_are_a_whole_turn() -> None:
    board = Grid(rectangle("b2", "d6"))
    assert board.turn_left(1).turn_left(3) == board == board.turn_left(2).turn_left(2)
    assert board.turn_left(1).turn_left(1).chart == board.turn_left().chart


@pytest.mark.parametrize("quarters", [1, 3])
def test_quarter_turn_swaps_letters_and_numbers_of_coordinates(quarters: int) -> None:
    """Letters beside the board, numbers above and below it."""
    board = Grid(rectangle("b2", "d6")).turn_left(quarters)
    said = {
        text.text: text.get("transform") or ""
        for text in parsed(f"<g>{frame.draw_frame(board, PALETTES['light'])}</g>").iter("text")
    }
    x, y = board.chart.point_of("c5")
    assert said["5"].startswith(f"translate({x:g} ")
    assert said["c"].endswith(f" {y:g})")
    assert set(said) == {*"bcd", *"23456"}


def test_board_with_stocks_has_no_quarter_turn() -> None:
    with pytest.raises(Fault, match="half turns"):
        HIGH.turn_left(1)


def test_figures_are_upright_on_a_turned_board() -> None:
    style = BoardStyle(turned=2, backdrop="", marks=(Mark("ring", ("c7",)),))
    board = parsed(draw_position("high", Token("c7", "white", "T"), style=style))
    x, y = ARTIST.chart_of("high-turned-2").point_of("c7")
    placed = [one.get("transform") for one in board.findall(".//*[@data-f='c7']")]
    assert placed == [f"translate({x:g} {y:g})"] * 2


def test_lifted_mark_fades_special_squares_below_the_figures() -> None:
    """The mark is below the figures and does not depend on colour."""
    style = BoardStyle(marks=(Mark("lifted", ("d1", "d2")),), backdrop="")
    board = parsed(draw_position("high", Token("d1", "white", "T"), style=style))
    scene = board.find(".//g[@class='b-scene']")
    assert scene is not None
    beneath, figures = scene[0], scene[1]
    assert [one.get("data-f") for one in beneath.findall("./g/g")] == ["d1", "d2"]
    assert len(figures) == 1
    assert all(len(one.findall("path")) == 2 for one in beneath.findall("./g/g"))


# --- the empty board -----------------------------------------------------------------------


def test_pictures_need_nothing_from_outside() -> None:
    for whole in every_picture():
        assert_whole(whole, STATIC)


def test_pictures_are_the_same_bytes_in_every_process() -> None:
    code = (
        "import hashlib; from tests.conquest.kit.test_grid import every_picture;"
        "print(hashlib.sha256(''.join(every_picture()).encode()).hexdigest())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_coordinates_are_at_both_ends_of_every_column_and_row() -> None:
    said = Counter(text.text for text in parsed(backdrop("high")).iter("text"))
    assert said == Counter({**dict.fromkeys("abcdefghij", 2), **{str(n): 2 for n in range(1, 23)}})


def test_labels_name_the_squares() -> None:
    names = parsed(backdrop("small", labels=True)).findall(".//*[@class='b-names']/text")
    assert {text.text for text in names} == SMALL.squares


def test_neighbouring_squares_have_different_tints() -> None:
    board = parsed(backdrop("high"))
    dark, light = (
        re.findall(r"M([\d.]+)[ ]([\d.]+)", path.attrib["d"])
        for tint in LIGHT.tints
        for path in board.findall(f".//path[@fill='{tint}']")
    )
    assert len(dark) + len(light) == 178
    shades = {(float(x), float(y)): shade for shade in (dark, light) for x, y in shade}
    assert len(shades) == 178
    for way in HIGH.chart.ways:
        one, other = HIGH.corner_of(way.start), HIGH.corner_of(way.end)
        diagonal = one[0] != other[0] and one[1] != other[1]
        assert (shades[one] is shades[other]) == diagonal


def test_special_squares_differ_without_colour() -> None:
    looks = {without_colours(special(kind)) for kind in ("", "zone", "goal", "start", "rough")}
    assert len(looks) == 5


def test_zones_of_different_owners_are_hatched_differently() -> None:
    owners = ("south", "west", "north", "east")
    rows = {f"a{row}": owner for row, owner in enumerate(owners, 1)}
    zones = tuple(Special("zone", frozenset({row}), owner) for row, owner in rows.items())
    hatched = parsed(draw_alone(Grid(frozenset(rows), zones))).findall(
        f".//*[@stroke='{LIGHT.hatch}']"
    )
    assert len({path.attrib["d"] for group in hatched for path in group.iter("path")}) == 4


def special(kind: str) -> str:
    marked = (Special(kind, frozenset({"b2"})),) if kind else ()
    return draw_alone(Grid(rectangle("a1", "c3"), marked))


def draw_alone(grid: Grid) -> str:
    return picture.backdrop_svg(
        grid_artist({"lonely": grid}, symbols={}, colours={}, home=ROOT), "lonely", "light", False
    )


@THEMES
def test_backdrop_is_small(theme: str) -> None:
    assert len(backdrop("high", theme, True)) < 60_000


# --- whose it is ---------------------------------------------------------------------------


def test_livery_flags_goals_and_signs_zones() -> None:
    style = BoardStyle(colours={"white": "brown", "black": "beige"}, backdrop="")
    livery = parsed(draw_position("high", style=style)).findall(".//*[@class='b-livery']/g")
    fills = Counter(piece[-1].get("fill") for piece in livery)
    # A flag, eight signs beside it in the zone, one at the stock.
    assert fills == {FIGURES["brown"].fill: 10, FIGURES["beige"].fill: 10}
    assert Counter(piece[-1].tag for piece in livery) == {"path": 2, "polygon": 9, "rect": 9}


def test_livery_defaults_to_the_colours_of_the_game() -> None:
    livery = parsed(draw_position("small", style=BoardStyle(backdrop=""))).findall(
        ".//*[@class='b-livery']/g"
    )
    assert [sign[-1].get("fill") for sign in livery] == [
        FIGURES[c].fill for c in ("beige", "brown")
    ]


# --- figures, stones, marks ----------------------------------------------------------------


def test_stones_differ_without_colour() -> None:
    looks = {look(None, stone) for stone in STONES}
    assert len(looks) == len(STONES) == 5


def test_dice_have_one_to_six_pips() -> None:
    for number in range(1, 7):
        assert DICE[f"die{number}"].count("h0") == number


def test_hidden_figures_differ_only_by_owner() -> None:
    looks = {seat: look(seat, HIDDEN) for seat in ("white", "black", "south", "east")}
    assert len(set(looks.values())) == 4


def look(seat: str | None, letter: str) -> str:
    definitions = parsed(
        draw_position("small", Token("a1", seat, letter), style=BoardStyle(backdrop=""))
    )[0]
    (figure,) = definitions
    del figure.attrib["id"]
    return without_colours(ElementTree.tostring(figure, "unicode"))


def test_stones_stand_on_squares_and_in_stocks_with_their_number() -> None:
    board = parsed(draw_position("high", *full_set_up()))
    (stock,) = board.findall(".//*[@data-f='white-P']")
    assert [text.text for text in stock.iter("text")] == ["10"]
    x, y = HIGH.chart.point_of("white-P")
    assert stock.attrib["transform"] == f"translate({x:.1f} {y:.1f})"
    assert board.findall(".//*[@data-f='b8']/use")


def test_link_discs_cover_squares_only() -> None:
    style = BoardStyle(links={"e6": FieldLink("?to=e6", "Go to e6")}, backdrop="")
    discs = parsed(draw_position("high", *full_set_up(), style=style)).findall(".//circle[@data-f]")
    assert {disc.get("data-f") for disc in discs} == HIGH.squares


def test_every_kind_of_mark_is_drawn() -> None:
    board = parsed(
        draw_position("high", *full_set_up(), style=BoardStyle(marks=MARKS, backdrop=""))
    )
    kinds = {element.get("class") for element in board.iter()}
    assert kinds >= {f"m-{mark.kind}" for mark in MARKS}


def test_ghosts_of_stones_differ() -> None:
    def ghost(letter: str) -> str:
        style = BoardStyle(marks=(Mark("ghost", ("h10",), None, letter),), backdrop="")
        return draw_position("high", style=style)

    assert len({ghost(letter) for letter in (*STONES, "")}) == 6


def test_bar_mark_lies_below_a_figure() -> None:
    bar = BoardStyle(marks=(Mark("bar", ("c8", "h9")),), backdrop="")
    board = parsed(draw_position("high", *full_set_up(), style=bar))
    taken, free = (
        board.findall(f".//*[@class='m-bar']/*[@data-f='{field}']")[0] for field in ("c8", "h9")
    )
    assert taken[0].get("transform") == "translate(0 19)"
    assert free[0].tag == "path"


def test_bar_mark_lies_below_a_ghost() -> None:
    style = BoardStyle(marks=(Mark("bar", ("h9",)), Mark("ghost", ("h9",), None, "B")), backdrop="")
    board = parsed(draw_position("high", style=style))
    assert board.findall(".//*[@class='m-bar']/*/*")[0].get("transform") == "translate(0 19)"


def test_note_mark_lies_below_the_symbol_of_a_figure() -> None:
    style = BoardStyle(marks=(Mark("note", ("a18",), label="a<b"),), backdrop="")
    (pinned,) = parsed(draw_position("high", *full_set_up(), style=style)).findall(
        ".//*[@class='m-note']/*"
    )
    assert pinned.get("data-f") == "a18"
    assert "".join(pinned.itertext()) == "a<b"
    assert pinned[0].get("transform") == "translate(0 23)"


def test_picture_with_a_prefix_defines_every_figure() -> None:
    style = BoardStyle(colours={"white": "white", "black": "black"}, prefix="film", backdrop="")
    (definitions, *_) = parsed(draw_position("high", style=style))
    ids = [figure.attrib["id"] for figure in definitions]
    pieces = ARTIST.symbols.keys() - ARTIST.neutral
    assert len(ids) == len(set(ids)) == 2 * len(pieces) + len(ARTIST.neutral)
    assert {"film-white-T", "film-black-hidden", "film--RP"} <= set(ids)


def test_full_position_over_a_backdrop_is_below_sixty_kilobytes() -> None:
    assert (
        len(draw_position("high", *full_set_up(), style=BoardStyle(marks=MARKS, backdrop=STATIC)))
        < 60_000
    )


# --- colours -------------------------------------------------------------------------------

EVERY_THEME = pytest.mark.parametrize(
    ("palette", "ink"), [(LIGHT, inks.LIGHT), (DARK, inks.DARK)], ids=["light", "dark"]
)


@EVERY_THEME
def test_figures_and_marks_contrast_with_the_squares(palette: Palette, ink: Inks) -> None:
    grounds = [*palette.tints, palette.goal_bed, palette.sea, palette.slot]
    edge = OUTLINE if ink.edge == "none" else ink.edge
    assert min(contrast(edge, ground) for ground in grounds) >= 9
    for mark in (ink.reach, ink.plan, ink.danger):
        assert min(contrast(mark, tint) for tint in palette.tints) >= 4
        assert contrast(mark, ink.bed) >= 5


@EVERY_THEME
def test_special_squares_contrast_with_other_squares(palette: Palette, ink: Inks) -> None:
    dark, light = palette.tints
    assert 1.15 <= contrast(dark, light) <= 1.6
    for tint in palette.tints:
        assert contrast(palette.hatch, tint) >= 2.1
        assert contrast(palette.goal_edge, tint) >= 4.5
        assert contrast(palette.rock_edge, tint) >= 3
        assert contrast(palette.label, tint) >= 4.5
    assert contrast(palette.goal, palette.goal_bed) >= 3
    assert contrast(palette.stone_edge, palette.sea) >= 3
    assert contrast(palette.plank_edge, palette.slot) >= 3
    assert contrast(palette.label, palette.label_halo) >= 7
    assert contrast(palette.ink, palette.paper) >= 7


@pytest.mark.parametrize("name", NEUTRAL)
def test_symbols_contrast_with_their_stone(name: str) -> None:
    assert contrast(NEUTRAL[name].ink, NEUTRAL[name].fill) >= 4.5


def test_figures_use_no_ink_that_the_dark_style_sheet_changes() -> None:
    sheet = (ROOT / "static/css/board.css").read_text().upper()
    changing = set(re.findall(r'\[(?:FILL|STROKE)="(#[0-9A-F]{6})"\]', sheet))
    assert changing
    for set_ in (*FIGURES.values(), *NEUTRAL.values()):
        assert not {set_.fill, set_.ink, set_.rim} & changing


# --- pixels --------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(200, 398), (400, 796), (2000, 2000)])
def test_png_shows_a_high_board_whole(width: int, height: int) -> None:
    """800 by 1592 units, at most 2000 pixels high."""
    wide, high = size(paint_png(draw_position("high", *full_set_up()), width))
    assert (wide, high) == ((width, height) if width < 2000 else (1005, 2000))


@THEMES
def test_png_with_the_cached_bitmap_equals_one_without(theme: str) -> None:
    whole = draw_position("high", *full_set_up(), style=BoardStyle(theme, True, marks=MARKS))
    painted, afresh = paint_png(whole, 360), bitmap.paint_svg(whole, 360)
    assert list(pixels(painted)) == list(pixels(afresh))


def test_empty_board_is_painted_once_for_all_positions() -> None:
    bitmap._bitmap_element.cache_clear()
    for token in full_set_up()[:3]:
        paint_png(draw_position("small", replace(token, field="a1")), 100)
    assert (
        bitmap._bitmap_element.cache_info().misses,
        bitmap._bitmap_element.cache_info().hits,
    ) == (1, 2)


def test_backdrop_is_drawn_once_for_each_theme() -> None:
    asked: list[tuple[str, str]] = []

    def count_backdrop(board: str, theme: str) -> str:
        asked.append((board, theme))
        return ARTIST.draw_backdrop(board, theme)

    counting: Artist = replace(ARTIST, draw_backdrop=count_backdrop)
    for theme, _again in product(("light", "dark"), range(3)):
        picture.draw_svg(counting, "small", [], BoardStyle(theme))
    assert asked == [("small", "light"), ("small", "dark")]


def test_figure_across_several_squares_is_drawn_in_their_middle() -> None:
    """It is drawn over the figures there, from every side of the board."""
    across = ("d1", "e1", "d2", "e2")
    die, tiles = Token("d1", None, "die4", across=across), [Token(at, None, "B") for at in across]
    for board in ("high", "high-turned-2"):
        chart = ARTIST.chart_of(board)
        x, y = (sum(chart.point_of(at)[axis] for at in across) / 4 for axis in (0, 1))
        turned = BoardStyle(turned=2 if board.endswith("2") else 0)
        figures = parsed(draw_position("high", die, *tiles, style=turned)).find(
            ".//g[@class='b-figures']"
        )
        assert figures is not None
        assert figures[-1].attrib["transform"] == f"translate({x:g} {y:g})"
        assert len(figures) == 5


def test_box_crops_to_a_part_of_the_board() -> None:
    x, y = HIGH.chart.point_of("e1")
    part = paint_png(draw_position("high", style=BoardStyle(box=(x - 33, y - 33, 66, 66))), 66)
    assert size(part) == (66, 66)
    assert like(part, LIGHT.goal) > 500
