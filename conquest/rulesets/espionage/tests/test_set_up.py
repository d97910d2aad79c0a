"""How a game begins: boards, volcanoes, armies (E3, E13, E30, HE1 to HE4, HE22, HE23, EP1, EP2,
EP19 to EP21)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from conquest.core import Fault
from conquest.kit import chance
from conquest.rulesets.espionage.ruleset import RULES

from .positions import ARMY, Verdict, armies, camp, game, judge_case, play, setup

SEEDS = ["", "00", "0011", "ff" * 32, *(f"{n:04x}" for n in range(40))]


def new_case(*entries: list[str], seed: str = "", **options: Any) -> Verdict:
    return judge_case(
        {"ruleset": "espionage", "options": options, "seed": seed, "orders": [*entries]}
    )


def test_a_game_begins_with_a_set_up_of_both_at_once() -> None:
    """E3, HE2, HE4: in either order; then White begins."""
    v = new_case()
    assert v.said["to_act"] == {"white": "setup", "black": "setup"}
    assert (v.position["turn"], v.position["number"], v.position["pieces"]) == ("white", 1, {})
    assert v.position["setup"] == {}
    white, black = armies()
    for first, second in ((white, black), (black, white)):
        half = new_case(first)
        assert half.said["to_act"] == {second[0]: "setup"}
        assert half.position["setup"] == {first[0]: camp(first[0])}
        assert half.position["pieces"] == {}
        both = new_case(first, second)
        assert both.said["to_act"] == {"white": "turn"}
        assert "setup" not in both.position
        assert len(both.position["pieces"]) == 60


def test_the_board_has_ten_by_ten_squares() -> None:
    """HE1, EP1: White on rows 1 to 3, Black on rows 8 to 10."""
    pieces = game().position["pieces"]
    rows = {
        seat: {int(at[1:]) for at in pieces if pieces[at].startswith(seat)}
        for seat in ("white", "black")
    }
    assert rows == {"white": {1, 2, 3}, "black": {8, 9, 10}}
    assert {at[0] for at in pieces} == set("abcdefghij")


def test_an_army_is_thirty_pieces() -> None:
    """E13, E14: handed in as they are, they stand so."""
    assert Counter(ARMY[10]) == {
        "1": 5,
        "2": 4,
        "3": 3,
        "4": 2,
        "5": 2,
        "S": 5,
        "P": 4,
        "M": 4,
        "Q": 1,
    }
    stands = game().position["pieces"]
    for seat in ("white", "black"):
        assert camp(seat).items() <= {at: piece[-1] for at, piece in stands.items()}.items()


def test_a_small_army_is_sixteen_pieces_on_eight_by_eight_squares() -> None:
    """HE22, EP1: White on rows 1 and 2, Black on rows 7 and 8."""
    v = game(size=8)
    pieces = v.position["pieces"]
    assert Counter(piece[-1] for at, piece in pieces.items() if int(at[1:]) < 3) == {
        "1": 2,
        "2": 2,
        "3": 2,
        "4": 1,
        "5": 1,
        "S": 3,
        "P": 2,
        "M": 2,
        "Q": 1,
    }
    assert {int(at[1:]) for at in pieces} == {1, 2, 7, 8}
    assert {at[0] for at in pieces} == set("abcdefgh")


@pytest.mark.parametrize("seat", ["white", "black"])
@pytest.mark.parametrize("size", [10, 8])
def test_the_whole_army_fills_the_own_rows(seat: str, size: int) -> None:
    """HE2, E13, HE22, EP19: no more, no less, nowhere else."""
    good = camp(seat, size)
    first, *rest = good
    rule = "E13" if size == 10 else "HE22"
    for bad, expected in (
        ({square: good[square] for square in rest}, rule),
        ({**good, first: "5"}, rule),
        ({**good, first: "Q"}, rule),
        ({**{square: good[square] for square in rest}, "d5": good[first]}, "HE2"),
        ({**good, "d5": "1"}, "HE2"),
    ):
        v = new_case([seat, setup(bad)], size=size)
        assert v.refused == ("illegal", expected)
        assert v.position["setup"] == {}
    other = "black" if seat == "white" else "white"
    assert new_case([other, setup(good)], size=size).refused == ("illegal", "HE2")


@pytest.mark.parametrize("size", [10, 8])
def test_mines_and_headquarters_stand_anywhere_in_the_zone(size: int) -> None:
    """HE23: in front, in a corner, at the edge."""
    army = ARMY[size]
    for shift in range(len(army)):
        turned = army[shift:] + army[:shift]
        assert new_case(["white", setup(camp("white", size, turned))], size=size).refused is None


def test_nobody_sets_up_twice() -> None:
    """EP19: the first counts."""
    white, black = armies()
    other = ["white", setup(camp("white", army=ARMY[10][::-1]))]
    v = new_case(white, other)
    assert (v.refused, v.accepted) == (("illegal", "EP19"), 1)
    assert v.position["setup"]["white"] == camp("white")
    assert new_case(white, white).refused == ("illegal", "EP19")
    assert new_case(white, black, white).refused == ("illegal", "O20")


def test_a_doubled_square_or_an_unknown_letter_is_unreadable() -> None:
    """EP19, EP20."""
    good = setup(camp("white"))
    for text in (f"{good} a1=1", good.replace("a1=1", "a1=Z"), good.replace("a1=1", "a1=?")):
        assert new_case(["white", text]).refused == ("unreadable", "EP19")
    for rank in ["0", "6", "k", "12", "true"]:
        assert new_case(["white", f"setup a1={rank}"]).refused == ("unreadable", "EP19")


def test_rank_letters_are_read_in_any_case() -> None:
    """EP20."""
    for text in (setup(camp("white")).lower(), setup(camp("white")).upper()):
        assert new_case(["white", text]).position["setup"] == {"white": camp("white")}


def test_nothing_moves_before_both_have_set_up() -> None:
    """O20, E3, HE2: and nothing is set up any more afterwards."""
    white, black = armies()
    for before in ([], [white], [black]):
        assert new_case(*before, ["white", "a3-a4 b3-b4"]).refused == ("illegal", "O20")
    assert new_case(white, black, ["black", black[1]]).refused == ("illegal", "O20")
    assert play("w1", f"white: {white[1]}").refused == ("illegal", "O20")


def drawn_volcanoes(seed: str, size: int) -> list[str]:
    """Draw volcanoes as the rules say, columns and rows counted from 0."""
    draw = chance.keyed_numbers(bytes.fromhex(seed))
    if size == 8:
        v = draw(8)
        places = [(v, 3), (7 - v, 4)]
    else:
        v1 = 2 + draw(3)
        v2 = draw(5)
        places = [(v1, 4), (9 - v2, 4), (v2, 5), (9 - v1, 5)]
    return sorted(f"{'abcdefghij'[column]}{row + 1}" for column, row in places)


@pytest.mark.parametrize("size", [10, 8])
def test_volcanoes_are_drawn_before_the_set_up(size: int) -> None:
    """E30, HE3, HE22, EP2, O15, O16: by the seed, and shown to everybody."""
    found = set()
    for seed in SEEDS:
        v = new_case(seed=seed, size=size)
        volcanoes = v.position["volcanoes"]
        assert volcanoes == drawn_volcanoes(seed, size)
        assert v.position["drawn"] == (2 if size == 10 else 1)
        view = judge_case({**v.case, "view": "public"}).view
        assert view["volcanoes"] == volcanoes
        found.add(tuple(volcanoes))
    assert len(found) > (10 if size == 10 else 6)


@pytest.mark.parametrize(("size", "number"), [(10, 4), (8, 2)])
def test_volcanoes_lie_point_symmetrically_between_the_armies(size: int, number: int) -> None:
    """HE3, HE22, EP1: on rows 5 and 6, on the small board on rows 4 and 5."""
    for seed in SEEDS:
        volcanoes = new_case(seed=seed, size=size).position["volcanoes"]
        spots = {("abcdefghij".index(at[0]), int(at[1:]) - 1) for at in volcanoes}
        assert len(spots) == number
        assert {(size - 1 - column, size - 1 - row) for column, row in spots} == spots
        assert {row for _, row in spots} == {size // 2 - 1, size // 2}


def test_volcanoes_stay_where_they_are() -> None:
    """E30, E9, HE3: through the whole game."""
    one = game(moves=1)
    free = one.options()[0]
    later = game(f"white: {free}", moves=1)
    assert later.refused is None
    assert later.position["volcanoes"] == one.position["volcanoes"]
    assert later.position["drawn"] == one.position["drawn"] == 2


def test_a_missing_seed_is_the_empty_key() -> None:
    """O15: equal to one of zeros."""
    for seed in ("", "00", "00" * 32):
        assert new_case(seed=seed).said == judge_case({"ruleset": "espionage"}).said


def test_an_army_in_a_given_position_is_not_checked() -> None:
    """EP21: any pieces, without a headquarters or with five."""
    assert play("wQ wQ wQ\n5".replace("5", "w5"), bare=True).refused is None
    assert play("", bare=True).position["pieces"] == {}


def test_a_game_at_a_table_begins_with_a_set_up() -> None:
    """HE3, HE4: drawn with the numbers of the game; seats are drawn by lot or chosen."""
    for seed in SEEDS[:6]:
        (event,) = RULES.judgement.start_game({}, chance.keyed_numbers(bytes.fromhex(seed)))
        state = RULES.judgement.evolve(None, event)
        assert RULES.judgement.write_position(state) == new_case(seed=seed).position
    assert RULES.seating.seats == ("white", "black")
    assert RULES.seating.table_layout({}).lots
    assert not RULES.seating.table_layout({"seats": "choice"}).lots


@pytest.mark.parametrize(
    "options",
    [{"size": 9}, {"seats": "white"}, {"quiet": 39}, {"quiet": 1001}, {"pair": "both"}, {"x": 1}],
)
def test_a_table_with_invalid_options_is_a_fault(options: dict[str, object]) -> None:
    """O18, HE18."""
    with pytest.raises(Fault):
        RULES.seating.table_layout(options)


def test_the_options_of_a_table_are_those_of_a_case() -> None:
    """HE5, HE18, HE20, HE21, HE22: each choice can be played."""
    for option in RULES.seating.options:
        values = [value for value, _ in option.choices] or list(option.between or ())
        for value in values:
            table = RULES.seating.table_layout({option.name: value})
            size = value if option.name == "size" else 10
            assert table.board == f"{size}x{size}"
            if option.name != "seats":
                chosen: dict[str, Any] = {option.name: value}
                assert new_case(**chosen).refused is None
    small = next(option for option in RULES.seating.options if option.name == "size")
    assert "house variant" in str(dict(small.choices)[8])
