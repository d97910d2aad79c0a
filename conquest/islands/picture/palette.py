"""The colours of the islands' boards, in a light and a dark theme, and of their seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class IslandsPalette:
    """The colours of one theme. ``tints`` are by island, ``rings`` by width, the widest first."""

    paper: str
    ink: str
    sea: str
    deep: str
    wave: str
    rings: tuple[tuple[float, str], ...]
    coast: str
    rim: str
    rim_opacity: str
    tints: Mapping[str, str]
    lane: str
    lane_bed: str
    sea_field: str
    sea_field_edge: str
    road: str
    road_edge: str
    field: str
    field_edge: str
    plateau: str
    foot: str
    foot_edge: str
    hallow: str
    grail: str
    grail_edge: str
    cup: str
    stone: str
    stone_edge: str
    mortar: str
    plank: str
    plank_edge: str
    rope: str
    rope_edge: str
    warning: str
    warning_bed: str
    stair: str
    stair_edge: str
    trail: str
    trail_edge: str
    glade: str
    slit: str
    label: str
    label_halo: str
    sea_label: str
    sea_label_halo: str
    beast: str
    beast_edge: str
    growth: Mapping[str, tuple[str, str]]


COLOURS: Mapping[str, str] = {"S": "white", "W": "beige", "N": "brown", "E": "black"}

LIGHT = IslandsPalette(
    paper="#F2E7CF",
    ink="#3B3227",
    sea="#BFD9E3",
    deep="#A3C7D6",
    wave="#9CC0CF",
    rings=(
        (100, "#CADFE7"),
        (62, "#A9C9D6"),
        (59, "#D1E5EB"),
        (41, "#9CC0CF"),
        (37.5, "#DCEBEE"),
        (22, "#8DB5C6"),
        (18, "#EAF3F3"),
    ),
    coast="#7A6A4B",
    rim="#FFFFFF",
    rim_opacity="0.5",
    tints={"S": "#E6DDA8", "W": "#CFDDAE", "N": "#DCDCD2", "E": "#E7C48F", "C": "#DFD3A6"},
    lane="#2C6B88",
    lane_bed="#F1F8FA",
    sea_field="#EAF4F7",
    sea_field_edge="#2F6682",
    road="#F3E3BC",
    road_edge="#7E6840",
    field="#FFF9E8",
    field_edge="#6B5836",
    plateau="#D9C39A",
    foot="#A39679",
    foot_edge="#6F675A",
    hallow="#E9C8B4",
    grail="#C0332B",
    grail_edge="#7C1A15",
    cup="#FFE9B0",
    stone="#C9C2B4",
    stone_edge="#6F675A",
    mortar="#EFEADF",
    plank="#C79F66",
    plank_edge="#5E4526",
    rope="#8A5A2B",
    rope_edge="#4E3115",
    warning="#9C1C1C",
    warning_bed="#FFFFFF",
    stair="#E8DFC9",
    stair_edge="#6F675A",
    trail="#8A6B3C",
    trail_edge="#5C6B37",
    glade="#C5D19A",
    slit="#2B241A",
    label="#4A3B20",
    label_halo="#FBF3DD",
    sea_label="#1F4F66",
    sea_label_halo="#E4F0F3",
    beast="#86B0BF",
    beast_edge="#3F6B7C",
    growth={
        "tree": ("#8FB26B", "#4F7240"),
        "bush": ("#A9B66B", "#6B7A3E"),
        "fir": ("#5E8F66", "#2F5B3C"),
        "palm": ("#6FA562", "#3E6B3C"),
        "hill": ("#C9CF8E", "#8C9350"),
        "dune": ("#F1DDAA", "#BE9C5E"),
        "wheat": ("#B18E34", "#B18E34"),
        "mount": ("#CDC6B4", "#6F6654"),
        "snow": ("#FFFFFF", "#A9A08B"),
        "hut": ("#F7EBD2", "#6B5433"),
        "roof": ("#B5603B", "#6B3A22"),
        "trunk": ("#6B5433", "#6B5433"),
    },
)

DARK = IslandsPalette(
    paper="#1D242B",
    ink="#B9AE94",
    sea="#1C3644",
    deep="#162B37",
    wave="#2A4B5B",
    rings=(
        (100, "#203D4C"),
        (62, "#33586A"),
        (59, "#244454"),
        (41, "#3A6274"),
        (37.5, "#294B5C"),
        (22, "#416C7F"),
        (18, "#2F5364"),
    ),
    coast="#8C7C5A",
    rim="#FFFFFF",
    rim_opacity="0.1",
    tints={"S": "#3F3C26", "W": "#333D28", "N": "#3A3B38", "E": "#453723", "C": "#3D3828"},
    lane="#8CBCD0",
    lane_bed="#16303D",
    sea_field="#17303D",
    sea_field_edge="#86B4C8",
    road="#6A5F45",
    road_edge="#A89A74",
    field="#26261F",
    field_edge="#C2B48D",
    plateau="#4B422D",
    foot="#262117",
    foot_edge="#8A7F69",
    hallow="#57352B",
    grail="#A82A23",
    grail_edge="#F0A79B",
    cup="#FFE9B0",
    stone="#6D685D",
    stone_edge="#B0A797",
    mortar="#8D877A",
    plank="#7A5E37",
    plank_edge="#BFA06C",
    rope="#8A6238",
    rope_edge="#C49A62",
    warning="#E0625A",
    warning_bed="#1B1512",
    stair="#5B5443",
    stair_edge="#B0A797",
    trail="#A98F60",
    trail_edge="#A5B57A",
    glade="#2F3A22",
    slit="#F0E6CF",
    label="#E8DCB9",
    label_halo="#2A281D",
    sea_label="#BFE0EE",
    sea_label_halo="#16303D",
    beast="#2C5262",
    beast_edge="#6B99AC",
    growth={
        "tree": ("#4D6640", "#2C3F26"),
        "bush": ("#5A6340", "#3B4229"),
        "fir": ("#3C6146", "#213A2A"),
        "palm": ("#4A7045", "#29432A"),
        "hill": ("#4E4D2F", "#6B6A42"),
        "dune": ("#57472D", "#7A6440"),
        "wheat": ("#7E6A33", "#7E6A33"),
        "mount": ("#55534C", "#7C776B"),
        "snow": ("#8E8E8A", "#45433D"),
        "hut": ("#7A6F5A", "#2E2518"),
        "roof": ("#7A4630", "#2E1C13"),
        "trunk": ("#57462D", "#57462D"),
    },
)

THEMES: Mapping[str, IslandsPalette] = {"light": LIGHT, "dark": DARK}
