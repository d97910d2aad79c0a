"""The board as a picture: the content of the SVG, and the pixels of the PNG for letters."""

from __future__ import annotations

import gzip
import math
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conquest.core import BoardStyle, Fault, FieldLink, Mark
from conquest.islands.board import FOLDER
from conquest.islands.picture import ARTIST, artwork, figure_token, maps
from conquest.islands.picture.palette import DARK, LIGHT, IslandsPalette
from conquest.islands.picture.symbols import SYMBOLS
from conquest.kit.picture import Token, bitmap, geometry, inks, paint_png
from conquest.kit.picture import backdrop_svg as backdrop_of
from conquest.kit.picture import draw_svg as drawn_by
from conquest.kit.picture.inks import FIGURES, OUTLINE, Inks
from tests.conquest.pictures import assert_whole, contrast, like, parsed, size
from tests.scheduling import choose_one

BOARD = "four-islands"
STATIC = "/static/boards/four-islands-light.svg"
ALICE = figure_token("S12", "S", "E", ("S",))
BOB = figure_token("WH1", "W", "G", ("E", "S", "S"))
MARKS = (
    Mark("ring", ("S12",)),
    Mark("reach", ("S13", "S33"), label="2"),
    Mark("capture", ("WH1",), label="4"),
    Mark("path", ("S12", "S13", "S33"), label="2"),
    Mark("arrow", ("S40", "S29", "S30"), "S", "1"),
    Mark("arrow", ("N01", "C13"), label="2"),
    Mark("ghost", ("E31",), "E", "K"),
)
ROOT = Path(artwork.__file__).parents[3]


def svg(board: str, tokens: Iterable[Token], style: BoardStyle) -> str:
    return drawn_by(ARTIST, board, tokens, style)


def backdrop(board: str, theme: str, labels: bool) -> str:
    return backdrop_of(ARTIST, board, theme, labels)


def start() -> list[Token]:
    """Set up all four seats, every letter of theirs."""
    fields = maps.read_map(BOARD).fields.values()
    home = [field for field in fields if "start" in field.tags]
    letters = {"land": "SECK", "sea": "BG"}
    return [
        Token(field.id, field.id[0], letters[field.terrain][i % len(letters[field.terrain])])
        for i, field in enumerate(home)
    ]


def every_picture() -> Iterator[str]:
    for theme, labels, behind in product(("light", "dark"), (False, True), (None, STATIC)):
        links = {"S13": FieldLink("?to=S13", "Go to S13 & stay")} if behind else {}
        style = BoardStyle(theme, labels, marks=MARKS, links=links, backdrop=behind, title="Alice")
        yield svg(BOARD, start(), style)
        yield backdrop(BOARD, theme, labels)


def at(picture: str, field: str) -> list[ElementTree.Element]:
    return parsed(picture).findall(f".//*[@data-f='{field}']")


# --- what a page may carry -----------------------------------------------------------------


def test_a_picture_needs_no_style_sheet_no_script_and_no_other_file() -> None:
    for picture in every_picture():
        assert_whole(picture, STATIC)


def test_a_picture_shares_no_id_with_another_on_the_page() -> None:
    one = svg(BOARD, [ALICE], BoardStyle(backdrop=STATIC, title="First table"))
    other = svg(BOARD, [ALICE], BoardStyle(backdrop=STATIC, title="Second table"))
    ids = [set(re.findall(r'\bid="([^"]+)"', picture)) for picture in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_backdrop_has_no_words_but_the_names_of_fields() -> None:
    plain, named = (parsed(backdrop(BOARD, "light", labels)) for labels in (False, True))
    assert "".join(plain.itertext()).strip() == ""
    assert {text.text for text in named.iter("text")} == set(maps.read_map(BOARD).fields)


def test_a_picture_has_the_same_bytes_in_every_process() -> None:
    code = (
        "from conquest.core import BoardStyle; from conquest.kit.picture import *;"
        "from conquest.islands.picture import *; import hashlib;"
        "tokens = [figure_token('S12', 'S', 'E', ('S',)), figure_token('WH1', 'W', 'G')];"
        "picture = draw_svg(ARTIST, 'four-islands', tokens, BoardStyle(labels=True, title='Bob'));"
        "print(hashlib.sha256(picture.encode()).hexdigest())"
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


def test_a_position_is_drawn_alike_in_whatever_order_it_comes() -> None:
    style = BoardStyle(title="Alice")
    assert svg(BOARD, [ALICE, BOB], style) == svg(BOARD, [BOB, ALICE], style)


# --- the empty board -----------------------------------------------------------------------


@pytest.mark.parametrize("board", choose_one([BOARD, "three-islands"], BOARD))
def test_the_art_of_a_board_is_up_to_date(board: str) -> None:
    """Mended by ``make board``."""
    assert artwork.write_artwork(board) == (FOLDER / f"{board}.art.json").read_bytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_backdrop_is_small_on_the_wire(theme: str) -> None:
    assert len(gzip.compress(backdrop(BOARD, theme, True).encode())) < 30_000


def test_a_picture_refers_to_its_backdrop_first_and_does_not_draw_it() -> None:
    picture = parsed(svg(BOARD, [ALICE], BoardStyle(backdrop=STATIC)))
    assert picture[0].attrib == {"href": STATIC, "width": "2660", "height": "2660"}
    assert not picture.findall(".//*[@class='b-ground']")


def test_the_backdrop_is_left_to_the_page_where_asked() -> None:
    picture = parsed(svg(BOARD, [ALICE], BoardStyle(backdrop="")))
    assert picture[0].tag == "defs"


def test_a_picture_can_be_cropped_to_a_box() -> None:
    picture = parsed(svg(BOARD, [], BoardStyle(box=(100, 200.5, 300, 400))))
    assert picture.attrib["viewBox"] == "100 200.5 300 400"


# --- figures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "tag", "corners"),
    [
        ("white", "circle", 0),
        ("beige", "rect", 0),
        ("brown", "polygon", 6),
        ("black", "polygon", 4),
    ],
)
def test_every_colour_has_a_shape_of_its_own(colour: str, tag: str, corners: int) -> None:
    picture = parsed(svg(BOARD, [ALICE], BoardStyle(colours={"S": colour}, backdrop=STATIC)))
    body = picture.findall("./defs/g/*")[2]
    assert (body.tag, len(body.get("points", "").split())) == (tag, corners)
    assert body.get("fill") == FIGURES[colour].fill


def test_every_letter_of_a_figure_has_a_symbol_of_its_own() -> None:
    assert SYMBOLS.keys() >= set("SECKBGMTW")
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def test_a_badge_counts_the_load_and_a_vessel_shows_what_is_aboard() -> None:
    picture = svg(BOARD, [ALICE, BOB], BoardStyle(backdrop=STATIC))
    (elephant,), (galleon,) = at(picture, "S12"), at(picture, "WH1")
    assert [text.text for text in elephant.iter("text")] == ["1"]
    assert [text.text for text in galleon.iter("text")] == ["3"]
    assert not elephant.findall("./*[@class='b-aboard']")
    assert len(galleon.findall("./*[@class='b-aboard']")) == 1


def test_a_castle_has_the_colour_of_its_seats_figures() -> None:
    style = BoardStyle(colours={"S": "black", "E": "white"}, backdrop=STATIC)
    castles = parsed(svg(BOARD, [], style)).findall(".//*[@class='b-castle b-castle-S']/*")
    assert [part.get("fill") for part in castles] == ["#1B1E24"] * 6


def test_names_of_towers_are_hidden_by_no_figure() -> None:
    names, fields = maps.read_artwork(BOARD)["labels"][0], maps.chart_of(BOARD).fields
    towers = [f"{seat}T{number}" for seat in "SWNE" for number in range(1, 6)]
    for tower, other in product(towers, fields):
        (x, y), at = names[tower], maps.chart_of(BOARD).point_of(other)
        assert math.dist((x, y), at) > 30, (tower, other)


# --- marks and links -----------------------------------------------------------------------


def test_every_kind_of_mark_is_drawn_with_its_label() -> None:
    picture = parsed(svg(BOARD, [ALICE], BoardStyle(marks=MARKS, backdrop=STATIC)))
    kinds = {element.get("class") for element in picture.iter()}
    assert kinds >= {"m-ring", "m-reach", "m-capture", "m-path", "m-arrow", "m-ghost"}
    arrows = picture.findall(".//*[@class='b-above']/*[@class='m-arrow']")
    assert ["".join(arrow.itertext()) for arrow in arrows] == ["1", "2"]


def test_the_cost_is_written_into_an_empty_field_and_below_a_figure() -> None:
    reach = (Mark("reach", ("S12", "S13"), label="2"),)
    picture = svg(BOARD, [ALICE], BoardStyle(marks=reach, backdrop=STATIC))
    assert [len(at(picture, field)[-1].findall("circle")) for field in ("S12", "S13")] == [2, 1]
    assert [len(at(picture, field)[-1].findall("g")) for field in ("S12", "S13")] == [1, 0]


def test_an_arrow_follows_the_bend_of_the_road() -> None:
    board = maps.chart_of(BOARD)
    there = geometry.path_points(board, ("S15", "S16", "S17"), steps=8)
    bend = geometry.point_on_curve(
        geometry.edge_curve(board, board.edges_by_ends["S15", "S16"]), 0.5
    )
    assert there[0::8] == [board.point_of(field) for field in ("S15", "S16", "S17")]
    assert there[4] == bend
    assert geometry.path_points(board, ("S17", "S16", "S15"), steps=8) == there[::-1]


def test_an_arrow_between_fields_that_no_road_joins_is_bowed() -> None:
    board = maps.chart_of(BOARD)
    start_, *bow, end = geometry.path_points(board, ("N01", "C10"))
    assert (start_, end) == (board.point_of("N01"), board.point_of("C10"))
    assert geometry.point_between(start_, end, 0.5) not in bow


def test_no_line_is_drawn_from_a_field_to_nowhere() -> None:
    marks = (Mark("arrow", ("S12",), label="1"), Mark("path", ()))
    assert svg(BOARD, [], BoardStyle(marks=marks)) == svg(BOARD, [], BoardStyle())


def test_a_linked_field_has_an_anchor_with_a_title() -> None:
    links = {"S13": FieldLink("?to=S13&x=1", 'Go to "S13"')}
    picture = parsed(svg(BOARD, [ALICE], BoardStyle(links=links, backdrop=STATIC, title="Alice")))
    (anchor,) = picture.iter("a")
    assert (anchor.get("href"), anchor.findtext("title")) == ("?to=S13&x=1", 'Go to "S13"')
    disc = anchor.find("circle")
    assert disc is not None
    assert disc.get("data-f") == "S13"
    assert len(picture.findall(".//circle[@data-f]")) == 358


def test_there_are_no_link_discs_where_nothing_can_be_pressed() -> None:
    assert not parsed(svg(BOARD, [ALICE], BoardStyle(backdrop=STATIC))).findall(
        ".//circle[@data-f]"
    )


@pytest.mark.parametrize(
    ("style", "told"),
    [
        (BoardStyle(title="Alice & Bob"), {"role": "img", "aria-label": "Alice & Bob"}),
        (
            BoardStyle(title="A", links={"S13": FieldLink("#", "S13")}),
            {"role": "group", "aria-label": "A"},
        ),
        (BoardStyle(), {"aria-hidden": "true"}),
    ],
)
def test_a_picture_has_a_description(style: BoardStyle, told: dict[str, str]) -> None:
    attributes = parsed(svg(BOARD, [], style)).attrib
    assert {key: attributes[key] for key in attributes if key in told or key == "role"} == told


def test_a_full_position_over_a_backdrop_is_below_sixty_kilobytes() -> None:
    assert len(svg(BOARD, start(), BoardStyle(labels=True, marks=MARKS, backdrop=STATIC))) < 60_000


# --- colours -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("palette", "ink"), [(LIGHT, inks.LIGHT), (DARK, inks.DARK)], ids=["light", "dark"]
)
def test_figures_and_marks_contrast_with_the_chart(palette: IslandsPalette, ink: Inks) -> None:
    grounds = [*palette.tints.values(), palette.sea]
    edge = OUTLINE if ink.edge == "none" else ink.edge
    assert min(contrast(edge, ground) for ground in grounds) >= 10.7
    assert palette.field == ink.bed
    assert contrast(ink.reach, ink.bed) >= 6.4
    assert contrast(ink.reach, palette.sea) >= 4.5
    assert contrast(ink.plan, ink.bed) >= 6.3


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_roads_and_fields_contrast_with_the_chart(palette: IslandsPalette) -> None:
    lands = list(palette.tints.values())
    assert min(contrast(palette.road_edge, land) for land in lands) >= 3
    assert min(contrast(palette.field_edge, land) for land in lands) >= 4
    assert contrast(palette.lane, palette.sea) >= 3.2
    assert contrast(palette.sea_field_edge, palette.sea) >= 3.4
    assert contrast(palette.label, palette.label_halo) >= 7
    assert contrast(palette.sea_label, palette.sea_label_halo) >= 7


@pytest.mark.parametrize("ink", ["bed", "reach", "plan", "danger"])
def test_the_style_sheet_knows_every_ink_that_changes_by_night(ink: str) -> None:
    """A page lays figures drawn by day over the board of the reader's own theme."""
    sheet = (ROOT / "static/css/board.css").read_text().upper()
    day, night = getattr(inks.LIGHT, ink), getattr(inks.DARK, ink)
    for part in ("FILL", "STROKE"):
        assert f'[{part}="{day}"] {{\n  {part}: LIGHT-DARK({day}, {night});' in sheet
    assert f"LIGHT-DARK(TRANSPARENT, {inks.DARK.edge})" in sheet


@pytest.mark.parametrize("colour", FIGURES)
def test_a_symbol_stands_out_from_its_figure(colour: str) -> None:
    assert contrast(FIGURES[colour].ink, FIGURES[colour].fill) >= 6.5


# --- pixels --------------------------------------------------------------------------------


def test_names_of_fields_are_painted() -> None:
    """A painter without its font would leave them out in silence."""
    x, y = maps.read_artwork(BOARD)["labels"][0]["M101"]
    box = (x - 24, y - 8, 48, 16)
    named, plain = (
        paint_png(svg(BOARD, [], BoardStyle(labels=labels, box=box)), 96)
        for labels in (True, False)
    )
    assert like(named, LIGHT.sea_label) > 150
    assert like(plain, LIGHT.sea_label) == 0


def test_figures_and_the_number_on_the_badge_are_painted() -> None:
    x, y = maps.chart_of(BOARD).point_of("S12")
    box = (x - 40, y - 40, 80, 80)
    laden, bare = (
        paint_png(svg(BOARD, [figure_token("S12", "S", "E", load)], BoardStyle(box=box)), 80)
        for load in (("S",), ())
    )
    assert like(bare, "#FFFFFF") > 300
    assert like(bare, FIGURES["white"].ink) > 300
    assert like(laden, "#FFD84D") > 60 > like(bare, "#FFD84D")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_alike_over_the_kept_bitmap_and_over_the_board(theme: str) -> None:
    picture = svg(BOARD, start(), BoardStyle(theme, True, marks=MARKS))
    assert paint_png(picture, 200) == bitmap.paint_svg(picture, 200)


@pytest.mark.parametrize(
    ("box", "asked", "painted"),
    [
        ((1000, 1000, 100, 50), 10**9, (2000, 1000)),
        ((1000, 1000, 100, 50), -5, (64, 32)),
        ((1000, 1000, 50, 100), 2000, (1000, 2000)),
    ],
)
def test_painted_sizes_stay_within_what_the_painter_can_bear(
    box: tuple[float, float, float, float], asked: int, painted: tuple[int, int]
) -> None:
    assert size(paint_png(svg(BOARD, [], BoardStyle(box=box)), asked)) == painted


@pytest.mark.parametrize(
    "picture",
    [
        "",
        "<svg/>",
        '<svg width="1e9" height="1e9" xmlns="http://www.w3.org/2000/svg"/>',
        svg(BOARD, [], BoardStyle(backdrop=STATIC)),
        svg(BOARD, [], BoardStyle(backdrop="")),
    ],
    ids=["nothing", "empty", "foreign", "backdrop elsewhere", "no backdrop"],
)
def test_a_picture_that_is_not_a_whole_board_is_not_painted(picture: str) -> None:
    with pytest.raises(Fault):
        paint_png(picture, 640)


@pytest.mark.parametrize(
    "drawing", [board for board in ARTIST.drawing_names if "turned" not in board]
)
def test_a_name_belongs_to_one_field(drawing: str) -> None:
    board, names = maps.read_map(drawing), ARTIST.chart_of(drawing).names
    assert set(names) == set(board.fields)
    pointed = {field for field, at in names.items() if _is_nearly_as_near(board, field, at)}
    drawn = ARTIST.draw_field_names(drawing, "light")
    assert pointed
    # one path for the light edge, one for the ink
    assert [path.count("M") for path in re.findall(r'<path d="(M[^"]*)"', drawn)] == [
        len(pointed)
    ] * 2


def _is_nearly_as_near(board: maps.BoardMap, name: str, middle: tuple[float, float]) -> bool:
    def gap(there: tuple[float, float]) -> float:
        across = abs(there[0] - middle[0]) - 5.3 * len(name)
        return math.hypot(max(across, 0), max(abs(there[1] - middle[1]) - 6.8, 0))

    others = [gap(field.at) for field in board.fields.values() if field.id != name]
    return min(others) < 1.35 * gap(board.fields[name].at)
