"""The laws of Conquest: its figures, its options, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquest.core import Fault, Json, Phrase, Seat
from conquest.islands.events import GameEnded
from conquest.islands.laws import SCARCITY, EndTests, GameSettings, Laws
from conquest.islands.model import State, side_of
from conquest.islands.rules.ending import end_event, has_lost, won_by_capture, won_by_walk
from conquest.islands.rules.tally import is_leading, pieces_left, winners_on_points

EXPOSED = 2
QUIET_ROUNDS = 4

REASONS = {
    "last_two": Phrase("the last pieces of a player are captured"),
    "immobilised": Phrase("all opponents are immobilised"),
    "one_left": Phrase("a player has one piece left"),
    "quiet_rounds": Phrase("four rounds without capture"),
    "exposed_recaptured": Phrase("an exposed player lost a piece in a recapture"),
}


def read_settings(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read what counts as one of the "last two pieces" (CR26).

    :raises Fault: for an unknown value.
    """
    if options.get("last_two", "all") not in ("all", "land"):
        raise Fault("the option last_two is 'all' or 'land'")
    return {"land_only": options.get("last_two") == "land"}


def write_settings(state: State) -> Json:
    """Write the option if it differs from the default."""
    return {"last_two": "land"} if state.land_only else {}


def is_exposed(state: State, seat: Seat) -> bool:
    """Whether a seat has two pieces left (C41, A62)."""
    return pieces_left(state)[seat] == EXPOSED


def quiet_limit(seats: int) -> int:
    """Return how many turns without capture end the game (C40, A33)."""
    return QUIET_ROUNDS * seats


def end_by_recapture(before: State, after: State) -> GameEnded | None:
    """Return the end of the game if a recapture won it, or an exposed attacker lost.

    See C41 and C42.
    """
    window, attacker = before.window, before.turn
    assert window
    # A recapture that takes both of an exposed player's pieces wins (CR30), so it comes first.
    if win := won_by_capture(after, window.seat):
        return win
    if window.exposed and has_lost(before, after, attacker):
        # Who dares to recapture a leader gives them the win, whatever it does to the points (A64).
        is_given = is_leading(before, attacker)
        winners = side_of(after, attacker) if is_given else winners_on_points(after)
        return end_event(after, window.seat, winners, "exposed_recaptured")
    return None


def end_by_turn(state: State, seat: Seat) -> GameEnded | None:
    """Return the end of the game after a turn: one piece left (C39), then quiet rounds (C40)."""
    if 1 in pieces_left(state).values():
        return end_event(state, seat, winners_on_points(state), "one_left")
    if state.since_capture >= quiet_limit(len(state.seats)):
        return end_event(state, seat, winners_on_points(state), "quiet_rounds")
    return None


LAWS: Laws[State] = Laws(
    title=Phrase("Conquest"),
    ranges={"S": 2, "E": 6, "K": 6, "C": 8, "B": 6, "G": 8},
    cited={"S": "C9", "E": "C13", "K": "C14", "C": "C15", "B": "C16", "G": "C16"},
    # Elephants cross no suspension bridge (C44); neither goes a v-marked stretch back (C43).
    barred={"E": "=<", "C": "<"},
    strangers="EC",
    wild="",
    spared={"S": "E"},
    settings=GameSettings(frozenset({"last_two"}), read_settings, write_settings),
    ends=EndTests(won_by_walk, won_by_capture, end_by_recapture, end_by_turn),
    reasons=REASONS,
    scarcity=SCARCITY._replace(rule="C42"),
    quiet_limit=quiet_limit,
    is_exposed=is_exposed,
    boards={4: "four-islands", 3: "three-islands", 2: "two-islands"},
)
