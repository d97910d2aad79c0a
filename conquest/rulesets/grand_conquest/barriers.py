"""Where the pieces of Grand Conquest cannot go, what they cannot capture, and why."""

from __future__ import annotations

from conquest.core import Illegal, Phrase
from conquest.islands.board import Board, Road
from conquest.islands.model import State, side_of
from conquest.islands.pieces import VESSELS, Footing, LiftedFigure, Piece, figures_in
from conquest.islands.rules.walking import LED, Parts, points_refusal
from conquest.islands.words import figure_name
from conquest.rulesets.grand_conquest import bridges, building, camels
from conquest.rulesets.grand_conquest.model import GrandState

ENGINES = "TW"
MOST_ABOARD = 3


def is_road_open(board: Board, letter: str, field: str, road: Road) -> bool:
    """Whether a road is open to a figure.

    Catapults and siege engines cross no road to the central island, except by landing there from
    a galleon, nor a suspension bridge on it, which leads up to the grail (G35, A90).
    """
    if letter not in ENGINES:
        return True
    inside = [end in board.central for end in (field, road.to)]
    if all(inside):
        return road.kind != "="
    return not any(inside) or "harbour" in (board.kinds[field], board.kinds[road.to])


def step_refusal(
    state: GrandState, walker: LiftedFigure, start: str, end: str, off: str
) -> Illegal | None:
    """Return why a figure cannot make a step that a road allows, None if it can."""
    unit, letter = walker.unit, walker.unit.letter
    if state.raised and (refused := bridges.bridge_refusal(state, walker, start, end, off)):
        return refused
    if letter == "E" and unit.load and _is_suspension(state.board, start, end):
        return Illegal(
            Phrase("Soldiers must get off before an elephant crosses to %(end)s.", end=end), "G11"
        )
    if letter == "W" and _is_enemy_tower(state, unit, start):
        return Illegal(Phrase("The siege engine is in the castle already."), "A105")
    return _camel_refusal(state, walker, start, end, off) if letter in "SM" else None


def _camel_refusal(
    state: GrandState, walker: LiftedFigure, start: str, end: str, off: str
) -> Illegal | None:
    """Return why a camel, or a soldier who may ride one, cannot make a step."""
    unit = walker.unit
    is_led = camels.is_riderless(unit) and unit.seat != state.turn
    if is_led and state.board.kinds[end] == "castle":
        return Illegal(Phrase("A camel is not led into a castle."), "A71")
    if off == "M" and start in state.lent and state.pieces[start].letter in VESSELS:
        return Illegal(Phrase("A foreign camel cannot be left aboard."), "A72")
    # The second step of a path has to be paid with what the first one leaves (A41, G36).
    if (left := camels.points_on_the_way(state, walker, start)) < 2:
        return points_refusal(left, 2)
    return None


def _is_suspension(board: Board, start: str, end: str) -> bool:
    return {road.kind for road in board.roads.get(start, ()) if road.to == end} == {"="}


def _is_enemy_tower(state: State, unit: Piece, field: str) -> bool:
    """Whether a field is a tower of a seat in play that is not of the unit's side (G34, CP7)."""
    castle = bridges.castle_of(state.board, field)
    return castle in state.seats and castle not in side_of(state, unit.seat)


def special_footing(
    state: State, walker: LiftedFigure, start: str, end: str, off: str
) -> Footing | None:
    """Return what a figure meets on a field that is taken, None if the family's rules decide."""
    there, unit = walker.pieces[end], walker.unit
    if unit.letter in "SM" and (met := camels.camel_footing(state, walker, there, end, off)):
        return met
    if unit.letter in ENGINES and there.seat not in (unit.seat, walker.ally):
        return "immune"
    if unit.letter in ENGINES and there.letter in _closed_vessels(unit):
        return "barred"
    if unit.letter == "W" and _is_waited_for(state, unit, there, end):
        return "free" if len(unit.load) < MOST_ABOARD else "barred"
    if unit.letter == "S" and there.letter == "E" and there.seat == unit.seat:
        return "barred" if _is_on_bridge(state.board, end) else None
    return None


def _closed_vessels(unit: Piece) -> str:
    """Return the letters of the vessels that cannot carry a catapult or siege engine (G18, G32)."""
    return VESSELS if unit.letter == "W" else "B"


def _is_waited_for(state: State, unit: Piece, there: Piece, end: str) -> bool:
    """Whether an own soldier in a tower waits for the siege engine to be drawn in (A89)."""
    is_own = there.letter == "S" and there.seat == unit.seat
    return is_own and _is_enemy_tower(state, unit, end)


def _is_on_bridge(board: Board, field: str) -> bool:
    """Whether a field lies on a suspension bridge (GR20, A91)."""
    roads = board.roads.get(field, ())
    return bool(roads) and all(road.kind == "=" for road in roads)


def road_refusal(state: State, unit: Piece, start: str, end: str) -> Illegal | None:
    """Return why no road leads a figure from one field to another, None if the family's rules
    say why."""
    board = state.board
    if end in board.wild.get(start, ()):
        return Illegal(Phrase("Only knights and camels go by wild paths."), "G13")
    if board.kinds[end] == "grail" and unit.letter in state.laws.strangers:
        phrase = Phrase("Only soldiers, knights and camels can enter the grail.")
        return Illegal(phrase, "G36")
    if unit.letter in ENGINES and end in {road.to for road in board.roads.get(start, ())}:
        return Illegal(
            Phrase("Catapults and siege engines do not cross the bridges to the grail."), "G35"
        )
    return None


def capture_refusal(state: State, walker: LiftedFigure, field: str, met: Footing) -> Illegal | None:
    """Return why a figure cannot capture another, or cannot step onto its field."""
    unit, there = walker.unit, walker.pieces.get(field)
    if met == "barred":
        return _barred_refusal(unit, there, field)
    if unit.letter in ENGINES:
        return Illegal(Phrase("Catapults and siege engines capture nothing by moving."), "G4")
    if there and any(figure.letter == "W" for figure in figures_in(there)):
        return Illegal(
            Phrase("Only an elephant captures the siege engine on %(field)s.", field=field), "G10"
        )
    if camels.is_riderless(unit):
        return _riderless_refusal(there)
    if unit.letter == "M":
        return Illegal(Phrase("No camel captures in the wilderness."), "GR15")
    return None


def _riderless_refusal(there: Piece | None) -> Illegal:
    if there and there.letter in VESSELS:
        return Illegal(Phrase("A camel without a rider conquers no vessel."), "G14")
    return Illegal(Phrase("A camel without a rider captures nothing."), "G14")


def range_refusal(state: GrandState, unit: Piece, field: str) -> Illegal | None:
    """Return why a figure has no steps left if its range is not the reason.

    It is led by another seat (GR16), or it may have been built this turn (G22).
    """
    if unit.seat != state.turn:
        phrase = Phrase("A camel that is led goes %(n)s steps in a turn, no more.", n=LED)
        return Illegal(phrase, "GR16")
    if building.may_be_new(state, unit, field):
        parts: Parts = {"piece": figure_name(unit.letter), "field": field}
        phrase = Phrase(
            "The %(piece)s on %(field)s was built this turn or has made all its steps.", **parts
        )
        return Illegal(phrase, "G22")
    return None


def _barred_refusal(unit: Piece, there: Piece | None, field: str) -> Illegal:
    if unit.letter == "W" and there and there.letter == "S":
        phrase = Phrase("The siege engine has no room for your soldier on %(field)s.", field=field)
        return Illegal(phrase, "A89")
    if unit.letter == "W":
        return Illegal(Phrase("No vessel carries a siege engine."), "G32")
    if unit.letter == "T":
        return Illegal(Phrase("Only galleons carry catapults."), "G18")
    if unit.letter == "M":
        return Illegal(
            Phrase("A camel that is led goes to free fields only, and not aboard."), "A71"
        )
    return Illegal(
        Phrase("Nobody mounts the elephant on the bridge %(field)s.", field=field), "GR20"
    )
