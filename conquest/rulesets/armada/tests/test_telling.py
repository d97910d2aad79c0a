"""Events as sentences, and the marks that draw them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conquest.core import BoardStyle, Mark
from conquest.rulesets.armada.board import PLAYING, SIZES, setup_zone
from conquest.rulesets.armada.ruleset import RULES

from .positions import (
    block,
    decide_order,
    known_state,
    play_order,
    play_throw,
    scatter_draws,
    set_up,
    state_of,
)

OPENING: dict[str, Any] = {"opening": True, "number": 1, "round": 1, "stirred": 0, "acted": 0}


def sentences(drawing: str, text: str, viewer: str | None = "south", **rest: Any) -> list[str]:
    """Return what a viewer is told of an entry."""
    seat, _, order = text.partition(": ")
    state, found = state_of(set_up(drawing, turn=seat, **rest)), []
    before = RULES.knowledge.known_state(state, viewer)
    for event in decide_order(state, seat, order):
        seen = RULES.knowledge.witness(event, viewer)
        phrase = RULES.telling.describe_event(seen, viewer, before)
        found += [str(phrase)] if phrase else []
        before = RULES.judgement.evolve(before, seen)
    return found


@pytest.mark.parametrize(
    ("drawing", "text", "viewer", "told"),
    [
        ("s1 ..", "south: a1-b1", "south", "One a1 to b1"),
        ("s1 ..", "south: a1-b1", "north", "South: hidden unit a1 to b1"),
        ("s1 n1", "south: a1xb1", "north", "South: hidden unit a1 captures a one (North) on b1"),
        ("s1 n2 n1", "south: a1xb1", "south", "One a1 attacks b1 in vain and stays"),
        ("s1 #3", "south: a1*b1", "south", "One a1 strikes the blocker on b1 down to 2"),
        ("s2 #2", "south: a1*b1", "south", "Two a1 destroys the blocker on b1 and takes its place"),
    ],
)
def test_activations_are_told_in_sentences(drawing: str, text: str, viewer: str, told: str) -> None:
    """HK6: a rank is named to who knows it."""
    assert sentences(drawing, text, viewer)[0] == told


def test_zones_and_ends_are_told_in_sentences() -> None:
    """HK12, K13, HK29."""
    pieces = {"d3": "north 1", "d2": "south 3"}
    assert sentences("", "north: d3xd2", "north", pieces=pieces) == [
        "One d3 reveals a three (South) on d2 and stays"
    ]
    at_home = {"d1": "south K", "a9": "south 1"}
    assert sentences("", "south: a9-b9", pieces=at_home, turns={"south": 4}) == [
        "One a9 to b9",
        "South’s King stands in his zone: it is cancelled.",
    ]
    assert sentences("", "south: resign") == [
        "You resign.",
        "South is defeated.",
        "The game is over: nobody else is left. Winner: North.",
    ]


def test_alliances_are_told_in_sentences() -> None:
    """K21, I20."""
    four: dict[str, Any] = {"players": 4, "sworn": [["south", "west"]], "pool": 0}
    assert sentences("", "east: l13-l12", None, **four)[-1] == "South and West are allied now."
    proposal = {"from": "south", "to": "west", "agreed": ["south", "west", "north"]}
    state = state_of(set_up("", players=4, proposal=proposal))
    phrases = [
        RULES.telling.describe_event(event, None, None)
        for event in decide_order(state, "east", "consent")
    ]
    assert [str(phrase) for phrase in phrases] == [
        "East: consents to the alliance",
        "South and West are allied from the next round on.",
    ]


def test_throws_are_told_in_sentences() -> None:
    """K37 to K41."""
    pieces = {"a11": "north 1", "b5": "north 2", "b6": "south 3"}
    throws = {
        ("b4", 3, 2): "a blocker of 2 lies on b5 b6; pushed: b5-b7, b6-b8",
        ("a10", 2, 5): "a blocker of 5 lies on a11; one a11 (North) falls off the board",
        ("a10", 2, 1): (
            "a blocker of 1 lies on a11; the unit on a11 (North) falls and is put on d10"
        ),
        ("a10", 5, 6): "the die does not stay on the board; one a11 (North) falls off the board",
        ("f8", 5, 6): "void, for it comes into a start zone",
    }
    for (aim, steps, face), told in throws.items():
        draws = scatter_draws(0, 0, steps, face, 0, 0)
        _state, events, _dice = play_throw(
            "", f"south: throw {aim}", draws, pieces=pieces, **OPENING
        )
        assert (
            str(RULES.telling.describe_event(events[0], None, None))
            == f"South: throw at {aim}: {told}"
        )


def test_marks_draw_the_path_of_a_die() -> None:
    """HK24, K37, K38: aim, way, pushes, and who fell."""
    pieces = {"a11": "north 1", "b5": "north 2"}
    _state, events, _dice = play_throw(
        "", "south: throw a10", scatter_draws(0, 0, 2, 5, 0, 0), pieces=pieces, **OPENING
    )
    marks = RULES.telling.event_marks(events[0])
    assert marks[0] == Mark("ring", ("a10",), "south")
    assert Mark("path", ("a10", "a11"), "south") in marks
    assert Mark("ghost", ("a11",), "north", "1") in marks
    assert [(one.seat, one.by, str(one.what)) for one in RULES.telling.losses(events[0])] == [
        ("north", "south", "one on a11")
    ]


def test_a_die_is_drawn_across_the_squares_it_touches() -> None:
    """K31: one die, and each closed square marked."""
    blockers = {"b2": block(4, "b2", "c2", "b3", "c3"), "e5": block(3, "e5", die=False)}
    state = state_of(set_up("", blockers=blockers))
    drawn = RULES.telling.draw_board(state, BoardStyle())
    assert all(f'data-f="{square}"' in drawn for square in ("b2", "c2", "b3", "c3", "e5"))
    assert drawn.count("-die4") == 2
    assert drawn.count("-closed") == 5
    assert "-stone3" in drawn


def test_a_report_names_phases_as_far_as_they_can_be_told() -> None:
    """HK13: of enemies by what they have lost."""
    for seat in ("south", "north"):
        (one,) = (
            line
            for line in RULES.telling.report(known_state("s2 n3", "south")).seats
            if line.seat == seat
        )
        facts = [str(fact) for fact in one.facts]
        assert ("phase 2: twos go, up to two squares" in facts) == (seat == "south")


def test_units_are_identified_by_where_they_were_set_up() -> None:
    """HK6: and keeps what everybody has seen of them."""
    state = RULES.judgement.open_case({"ruleset": "armada"})
    for seat in state.seats:
        text = RULES.notation.write_orders(RULES.judgement.default_orders(state, seat))
        state = play_order(state, seat, text)
    state = play_order(play_order(state, "south", "skip"), "north", "skip")
    state = play_order(state, "south", "d2-d3")
    public = RULES.knowledge.known_state(state, None)
    assert RULES.telling.identities(public)["d3"].name == "d2"
    assert (
        str(RULES.telling.figures_by_field(public)["d3"].label)
        == "hidden unit of South, set up on d2"
    )
    assert public.pieces["d3"].went == 0


def test_a_cancelled_zone_is_drawn_unlike_a_live_one() -> None:
    """K13, K18, K27: on each of its squares, and on no others."""
    live = state_of(set_up(""))
    over = state_of(set_up("", zones={"north": False}))
    faded = re.compile(r'<g class="m-lifted">(.*?)</g></g>')
    assert not faded.findall(RULES.telling.draw_board(live, BoardStyle()))
    (found,) = faded.findall(RULES.telling.draw_board(over, BoardStyle()))
    assert tuple(re.findall(r'data-f="(\w+)"', found)) == setup_zone("north", 11)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_sees_its_own_zone_at_the_lower_edge(players: int) -> None:
    """HK3."""
    art = RULES.art
    for seat in PLAYING[players]:
        name = {2: "11x11", 3: "13x13-three", 4: "13x13"}[players]
        chart = art.chart_of(art.turned_drawing(name, art.turned.get(seat, 0)))
        lowest = max(y for _, y in chart.fields.values())
        low = {square for square, (_, y) in chart.fields.items() if y == lowest}
        assert len(low & set(setup_zone(seat, SIZES[players]))) == 5
