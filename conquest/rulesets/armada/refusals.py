"""The refusals of orders, each a sentence and the rule it rests on. Nothing is decided here.

No sentence says more than the author of the order may know.
"""

from __future__ import annotations

from conquest.core import Phrase, Refused
from conquest.kit.hidden_army import UNKNOWN, Rank, Square
from conquest.kit.submission import RuleRefusal
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.words import MANY, NAMES

not_playing = RuleRefusal(Phrase("%(seat)s does not play here."), "O5")
second_order = RuleRefusal(
    Phrase("One order at a time: send this one when you are asked for it."), "O8"
)
not_asked = RuleRefusal(Phrase("%(seat)s is not to act now; it is for %(others)s."), "O4")
no_unit = RuleRefusal(Phrase("There is no unit of %(seat)s on %(square)s."), "K4")
not_straight = RuleRefusal(Phrase("No straight line leads from %(start)s to %(end)s."), "HK7")
same_square_twice = RuleRefusal(
    Phrase("A way may neither visit a square twice nor return to its start."), "I8"
)
no_line = RuleRefusal(
    Phrase("The King is alone: he goes in one straight line, however far."), "HK8"
)
own_unit = RuleRefusal(Phrase("A unit of your own stands on %(square)s."), "K29")
no_standing_square = RuleRefusal(
    Phrase("From %(square)s no blow is possible: a unit of your own stands there."), "I54"
)
enemy_zone = RuleRefusal(Phrase("%(square)s lies in an enemy start zone."), "K27")
king_in_zone = RuleRefusal(
    Phrase("%(square)s lies in a start zone, which the King does not enter."), "I10"
)
onto_blocker = RuleRefusal(Phrase("A blocker touches %(square)s; it is attacked with “*”."), "I6")
no_dice = RuleRefusal(Phrase("All dice lie on the board; there is none to throw."), "K17")
no_proposal = RuleRefusal(Phrase("No alliance is proposed."), "I19")
already_consented = RuleRefusal(Phrase("%(seat)s has already consented."), "I19")
already_proposed = RuleRefusal(Phrase("An alliance can be proposed only once in a turn."), "I18")
ally_of_oneself = RuleRefusal(Phrase("Nobody allies with themselves."), "I21")
defeated_ally = RuleRefusal(Phrase("%(seat)s is defeated."), "I21")
ally_already = RuleRefusal(Phrase("%(seat)s is an ally already."), "I21")
ally_soon = RuleRefusal(Phrase("%(seat)s will be an ally from the next round on."), "I21")
too_few_to_ally = RuleRefusal(
    Phrase("With two players left there are no alliances any more."), "I21"
)
unites_all = RuleRefusal(Phrase("That would unite all who are left."), "I21")
no_resigning_yet = RuleRefusal(Phrase("Nobody can resign before the armies stand."), "O13")
already_defeated = RuleRefusal(Phrase("%(seat)s is defeated already and cannot resign."), "O13")

_WANTED = {
    "setup": RuleRefusal(Phrase("The armies are still being set up; send your set-up."), "O20"),
    "throw": RuleRefusal(Phrase("A throw is wanted now, or “skip”."), "O20"),
    "turn": RuleRefusal(Phrase("It is your turn: move a unit now."), "O20"),
    "consent": RuleRefusal(
        Phrase("An alliance is proposed: only “consent” and “refuse” count now."), "I19"
    ),
}
_only_king = RuleRefusal(Phrase("Only the King can be moved now."), "K11")
_not_yet = RuleRefusal(
    Phrase(
        "The %(unit)s on %(square)s cannot be moved yet: only your %(active)s and the King can."
    ),
    "K11",
)
_blow_too_far = RuleRefusal(
    Phrase(
        "That is too far: in phase %(n)s a unit goes %(n)s squares, and the blow takes one of them."
    ),
    "I7",
)
_one_square = RuleRefusal(
    Phrase("In phase 1, which yours is now, a unit goes one square only."), "K5"
)
_few_squares = RuleRefusal(Phrase("In phase %(n)s a unit goes %(n)s squares at most."), "K5")
_by_terrain = RuleRefusal(Phrase("%(square)s is closed by terrain."), "K46")
_by_blocker = RuleRefusal(Phrase("%(square)s is closed by a blocker."), "K31")
_ally_there = RuleRefusal(Phrase("An ally's unit stands on %(square)s."), "I53")
_enemy_there = RuleRefusal(Phrase("An enemy unit on %(square)s is in the way."), "HK9")
_at_terrain = RuleRefusal(Phrase("The terrain on %(square)s cannot be attacked."), "HK32")
_no_blocker = RuleRefusal(Phrase("No blocker touches %(square)s."), "I6")


def other_stage(owed: str) -> Refused:
    """Return the refusal of an order of another stage, saying what the seat owes instead."""
    return _WANTED[owed]()


def inactive_unit(rank: Rank, square: Square, active: Rank) -> Refused:
    """Return the refusal to move a unit that is neither of the lowest class nor the King."""
    if active in (KING, UNKNOWN):
        return _only_king()
    return _not_yet(unit=NAMES[rank], square=square, active=MANY[active])


def too_far(reach: int, *, is_blow: bool) -> Refused:
    """Return the refusal of a way that is too long; a blow takes the place of a step (I7)."""
    if is_blow:
        return _blow_too_far(n=reach)
    return _one_square() if reach == 1 else _few_squares(n=reach)


def closed_square(square: Square, *, is_terrain: bool) -> Refused:
    """Return the refusal to enter a square that a blocker or terrain closes."""
    return (_by_terrain if is_terrain else _by_blocker)(square=square)


def unit_in_the_way(square: Square, *, is_ally: bool) -> Refused:
    """Return the refusal to pass over a unit of another seat."""
    return (_ally_there if is_ally else _enemy_there)(square=square)


def no_enemy(square: Square, *, is_zone: bool) -> Refused:
    """Return the refusal of an attack on a square without an enemy unit."""
    phrase = Phrase("There is no enemy unit to attack on %(square)s.")
    return RuleRefusal(phrase, "I12" if is_zone else "I5")(square=square)


def no_blocker(square: Square, *, is_terrain: bool) -> Refused:
    """Return the refusal of a blow at a square that no blocker touches."""
    return (_at_terrain if is_terrain else _no_blocker)(square=square)
