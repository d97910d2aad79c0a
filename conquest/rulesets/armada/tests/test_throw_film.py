"""Films of throws (HK24, K37 to K41): each moment up to the result."""

from __future__ import annotations

from typing import Any

from conquest.core import FilmShot
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.throw_film import film_shots

from .positions import known_state, play_throw, scatter_draws, set_up, state_of

OPENING: dict[str, Any] = {"opening": True, "number": 1, "round": 1, "stirred": 0, "acted": 0}
LANE = ".. .. ..\nn1 .. ..\n.. .. ..\n.. .. .."


def film_throw(
    drawing: str, text: str, draws: tuple[int, ...], **rest: Any
) -> list[FilmShot[State]]:
    """Return the moments of a throw as the public sees it."""
    seat = text.partition(":")[0]
    _state, events, _dice = play_throw(drawing, text, draws, **OPENING, **rest)
    before = known_state(drawing, None, turn=seat, **OPENING, **rest)
    return list(film_shots(events[0], before))


def shot_texts(found: list[FilmShot[State]]) -> list[str]:
    return [str(shot.said) for shot in found]


def test_a_filmed_die_flies_lands_rolls_and_lies_still() -> None:
    """HK24: half step by half step, with the numbers that were drawn."""
    found = film_throw("", "south: throw b5", scatter_draws(1, -1, 2, 4, 0))
    assert shot_texts(found) == [
        "South: the die flies towards b5.",
        "It lands +1 half squares across and -1 along from there (drawn: 2 1 1 2).",
        "It rolls: half step 1 of 2.",
        "It rolls: half step 2 of 2.",
        "It lies still and shows 4.",
    ]
    where = [list(shot.state.blockers.values()) for shot in found]
    assert [one.squares for shot in where for one in shot] == [
        ("b4", "c4", "b5", "c5"), ("b5", "c5"), ("b5", "c5", "b6", "c6"), ("b5", "c5", "b6", "c6"),
    ]  # fmt: skip
    assert [mark.fields for mark in found[0].marks] == [("b5",), ("b1", "b2", "b3", "b4", "b5")]


def test_a_film_shows_pushes_one_after_the_other() -> None:
    """K37, K39: each push when it happens, to where the unit stands in the end."""
    found = film_throw(LANE, "south: throw a2", scatter_draws(0, 0, 4, 3, 0))
    pushed = [told for told in shot_texts(found) if "Pushed" in told]
    assert pushed == [
        "It rolls: half step 1 of 4. Pushed: a3-a4.",
        "It rolls: half step 3 of 4. Pushed: a4-a5.",
    ]
    last = {at: unit.seat for at, unit in found[-1].state.pieces.items() if at[0] == "a"}
    assert last == {"a5": "north"}
    assert any(mark.fields == ("a3", "a4") for mark in found[2].marks)


def test_a_film_shows_units_fall_and_the_die_leave_the_board() -> None:
    """K38."""
    edge = {"a11": "north 1"}
    found = film_throw("", "south: throw a10", scatter_draws(0, 0, 3, 6, 0, 0), pieces=edge)
    assert shot_texts(found)[2:] == [
        "It rolls: half step 1 of 3. Over the edge: a11.",
        "It rolls: half step 2 of 3.",
        "It rolls: half step 3 of 3. It leaves the board; it shows 6.",
    ]
    assert "a11" not in found[-1].state.pieces
    assert not found[-1].state.blockers


def test_a_film_of_a_void_throw_goes_as_far_as_the_zone() -> None:
    """K40: units stay pushed until then, and all goes back after it."""
    pieces = {"f7": "north 1"}
    found = film_throw("", "south: throw f6", scatter_draws(0, 0, 5, 3, 0), pieces=pieces)
    assert shot_texts(found)[-1].endswith("It comes into a start zone: all goes back to its place.")
    assert "f7" not in found[-1].state.pieces


def test_a_film_shows_a_blocker_stop_the_die() -> None:
    """K35: where it rests before its roll is over; on landing it is out at once."""
    blocker = {"f8": {"strength": 2, "squares": ["f8"]}}
    found = film_throw("", "south: throw f6", scatter_draws(0, 0, 5, 3, 0), blockers=blocker)
    assert shot_texts(found)[-1] == "It is stopped and shows 3."
    assert len(found) == 1 + 3 + 1
    found = film_throw("", "south: throw f8", scatter_draws(0, 0, 5, 3, 0), blockers=blocker)
    assert len(found) == 1


def test_a_film_ends_with_the_result_of_the_throw() -> None:
    """HK24: whatever is shown last is what the throw has come to."""
    draws = scatter_draws(1, 0, 4, 1, 0, 0, 0, 0)
    pieces = {"c5": "north 1", "d6": "south 2", "c8": "north 3"}
    after, _events, _dice = play_throw("", "south: throw c4", draws, **OPENING, pieces=pieces)
    last = film_throw("", "south: throw c4", draws, pieces=pieces)[-1].state
    assert (last.pieces.keys(), last.blockers) == (after.pieces.keys(), after.blockers)


def test_only_throws_have_a_film() -> None:
    state = state_of(set_up("s1 .."))
    _state, events, _dice = play_throw("s1 ..", "south: a1-b1", ())
    assert film_shots(events[0], state) == ()
