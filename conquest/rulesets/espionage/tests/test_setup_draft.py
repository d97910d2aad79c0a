"""A set-up being composed: place, replace, take off, change places, mirror, fill."""

from __future__ import annotations

from random import Random

import pytest

from conquest.core import Choice, Illegal, Sketch, Unreadable
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ruleset import RULES

from .judging import Json
from .positions import ARMY, SEATS, camp, decide_events, new_game, play_events, setup


def at(text: str, seat: str = "white", **options: object) -> Sketch[State]:
    state = RULES.knowledge.known_state(new_game(**options), seat)
    return RULES.composing.sketch(state, seat, text)


def draft_places(found: Sketch[State], seat: str = "white") -> Json:
    return dict(found.state.camps.get(seat, {}))


def follow(
    found: Sketch[State], choice: Choice, seat: str = "white", size: int = 10
) -> Sketch[State]:
    """Add a choice to a draft, as pages do."""
    assert not choice.replaces
    kept = (found.merged_text,) if found.merged_text else ()
    return at(RULES.notation.join_words([*kept, choice.text]), seat, size=size)


def pick(found: Sketch[State], tool: str, target: str = "", origin: str = "") -> Choice:
    (choice,) = (
        choice
        for choice in found.choices
        if (choice.tool, choice.target, choice.origin) == (tool, target, origin)
    )
    return choice


def at_once(found: Sketch[State], label: str) -> Choice:
    (choice,) = (choice for choice in found.choices if str(choice.label) == label)
    return choice


def left(found: Sketch[State]) -> dict[str, int | None]:
    return {tool.name: tool.left for tool in found.tray}


@pytest.mark.parametrize("size", [10, 8])
def test_a_draft_begins_with_the_whole_army_in_the_tray(size: int) -> None:
    """E13, HE22: and every square of the own rows to put it on."""
    found = at("", size=size)
    assert left(found) == {rank: ARMY[size].count(rank) for rank in "12345SPMQ"}
    targets = {choice.target for choice in found.choices if choice.tool == "M"}
    assert targets == set(camp("white", size))
    assert (found.is_partial, found.steps) == (True, ())
    assert "corporals" in str(found.lacks)


def test_a_piece_placed_in_a_draft_leaves_the_tray() -> None:
    """E13, HE2."""
    found = follow(at(""), pick(at(""), "S", "b2"))
    assert draft_places(found) == {"b2": "S"}
    assert left(found)["S"] == 4
    assert [step.text for step in found.steps] == ["setup b2=S"]
    assert found.merged_text == "setup b2=S"
    again = follow(found, pick(found, "1", "a1"))
    assert again.merged_text == "setup a1=1 b2=S"


def test_a_piece_in_a_draft_is_replaced_by_another() -> None:
    """HE2: what stood there goes back to the tray."""
    found = at("setup b2=S")
    after = follow(found, pick(found, "P", "b2"))
    assert draft_places(after) == {"b2": "P"}
    assert (left(after)["S"], left(after)["P"]) == (5, 3)


def test_a_piece_is_taken_off_a_draft() -> None:
    """HE2."""
    found = at("setup b2=S c2=1")
    after = follow(found, pick(found, "-", "b2"))
    assert (draft_places(after), left(after)["S"]) == ({"c2": "1"}, 5)
    assert draft_places(follow(found, at_once(found, "Take all off"))) == {}


def test_two_pieces_in_a_draft_change_places_or_one_moves() -> None:
    """HE2, HE23."""
    found = at("setup b2=S c2=1")
    swapped = follow(found, pick(found, "", "c2", origin="b2"))
    assert draft_places(swapped) == {"b2": "1", "c2": "S"}
    moved = follow(found, pick(found, "", "j3", origin="b2"))
    assert draft_places(moved) == {"j3": "S", "c2": "1"}


@pytest.mark.parametrize(
    ("seat", "size", "text", "mirrored"),
    [
        ("white", 10, "setup a1=S c2=1", {"j1": "S", "h2": "1"}),
        ("black", 10, "setup a10=S e8=1", {"j10": "S", "f8": "1"}),
        ("white", 8, "setup a1=S c2=1", {"h1": "S", "f2": "1"}),
    ],
)
def test_a_draft_is_mirrored(seat: str, size: int, text: str, mirrored: Json) -> None:
    """HE2: left and right change places, and twice is not at all."""
    found = at(text, seat, size=size)
    once = follow(found, at_once(found, "Mirror left and right"), seat, size)
    assert draft_places(once, seat) == mirrored
    twice = follow(once, at_once(once, "Mirror left and right"), seat, size)
    assert draft_places(twice, seat) == draft_places(found, seat)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("size", [10, 8])
def test_the_rest_of_a_draft_is_filled_in(seat: str, size: int) -> None:
    """E13, HE22: whatever stands already stays, and the whole is legal."""
    rng, zone = Random(3), list(camp(seat, size))
    for _ in range(10):
        ranks = rng.sample(ARMY[size], rng.randint(1, len(zone) - 1))
        some = dict(zip(rng.sample(zone, len(ranks)), ranks, strict=True))
        found = at(setup(some), seat, size=size)
        full = follow(found, at_once(found, "Fill the rest"), seat, size)
        assert some.items() <= draft_places(full, seat).items()
        assert not full.is_partial
        assert decide_events(new_game(size=size), seat, full.merged_text)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("size", [10, 8])
def test_the_usual_set_ups_are_complete_and_legal(seat: str, size: int) -> None:
    """E13, HE2, HE22, HE23."""
    begin = at("", seat, size=size)
    named = [choice for choice in begin.choices if not choice.tool]
    assert len({str(choice.label) for choice in named}) == 5
    for choice in named:
        full = follow(begin, choice, seat, size)
        assert (full.is_partial, full.refused, left(full)) == (False, None, {"-": None})
        assert sorted(draft_places(full, seat).values()) == sorted(ARMY[size])
        assert play_events(new_game(size=size), seat, choice.text).camps[seat] == draft_places(
            full, seat
        )


def test_a_complete_set_up_can_be_handed_in() -> None:
    """E3, O20: it is what the notation knows, and pieces still change places."""
    found = at(setup(camp("white")))
    assert (found.is_partial, found.is_blocked) == (False, False)
    assert found.steps[0].kinds == ("mustered",)
    assert found.merged_text == setup(camp("white"))
    assert str(found.lacks).startswith("All stand.")
    swapped = follow(found, pick(found, "", "j3", origin="a1"))
    assert draft_places(swapped) == {**camp("white"), "a1": "Q", "j3": "1"}
    assert not swapped.is_partial


def test_every_choice_leads_to_a_valid_draft() -> None:
    """HE2, E13: tried out one by one, from nothing, from something, from everything."""
    some = setup(dict(list(camp("white", 8).items())[3:9]))
    for text in ("", some, setup(camp("white", 8))):
        found = at(text, size=8)
        for choice in found.choices:
            after = follow(found, choice, size=8)
            assert (after.refused, after.rest) == (None, ()), choice.text
            assert draft_places(after) != draft_places(found), choice.text


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("setup d5=1", Illegal, "HE2"),
        ("setup a10=1", Illegal, "HE2"),
        ("setup a1=Q b1=Q", Illegal, "E13"),
        ("setup z1=1", Unreadable, "O6"),
        ("setup a1=9", Unreadable, "EP19"),
        ("setup a1", Unreadable, "5.3"),
        ("hello", Unreadable, "5.3"),
        ("a3-a4 b3-b4", Illegal, "O20"),
        ("draw?", Illegal, "O12"),
    ],
)
def test_an_invalid_draft_is_refused(text: str, kind: type[Exception], rule: str) -> None:
    """HE2, E13, O6, O12, O20, EP19: as an answer."""
    found = at(text)
    assert isinstance(found.refused, kind)
    assert found.refused.rule == rule
    assert found.is_blocked
    assert found.rest


def test_a_draft_reveals_nothing_of_the_other_side() -> None:
    """HE2: whether it has handed in or not."""
    alone = new_game()
    other = play_events(alone, "black", setup(camp("black")))
    for text in ("", "setup a1=5", setup(camp("white"))):
        first, second = (
            RULES.composing.sketch(RULES.knowledge.known_state(state, "white"), "white", text)
            for state in (alone, other)
        )
        assert first.choices == second.choices
        assert (first.steps, first.tray, str(first.lacks)) == (
            second.steps,
            second.tray,
            str(second.lacks),
        )


def test_a_seat_that_has_handed_in_its_set_up_waits() -> None:
    """EP19: nothing is offered any more, and a second set-up is refused."""
    state = play_events(new_game(), "white", setup(camp("white")))
    view = RULES.knowledge.known_state(state, "white")
    assert RULES.composing.sketch(view, "white", "").choices == ()
    refused = RULES.composing.sketch(view, "white", setup(camp("white"))).refused
    assert isinstance(refused, Illegal)
    assert refused.rule == "EP19"


def test_a_seat_can_resign_instead_of_setting_up() -> None:
    """O13."""
    found = at("resign")
    assert found.refused is None
    assert found.state.outcome is not None


@pytest.mark.parametrize("behind", ["resign", "draw?", "a3-a4 b3-b4", "hello"])
def test_orders_after_a_set_up_are_judged_as_when_handed_in(behind: str) -> None:
    """O13, O20: one can resign then, and do nothing else yet."""
    text = f"{setup(camp('white'))}; {behind}"
    state, found = new_game(), at(text)
    assert (found.refused is None) is (behind == "resign")
    if found.refused:
        with pytest.raises(type(found.refused)):
            decide_events(state, "white", text)
    else:
        assert found.state.outcome is not None
        assert found.state.outcome == play_events(state, "white", text).outcome


def test_half_a_set_up_before_a_resignation_is_refused() -> None:
    """E13: as the judge does; the resignation alone would do."""
    found = at("setup a1=5; resign")
    assert isinstance(found.refused, Illegal)
    assert found.refused.rule == "E13"
