"""The refusals of orders, each a sentence and the rule it rests on. Nothing is decided here.

No sentence says more than the author of the order may know.
"""

from __future__ import annotations

from conquest.core import Illegal, Phrase, Seat
from conquest.rulesets.armada.ranks import ARMY, KING, UNKNOWN, Rank
from conquest.rulesets.armada.words import MANY, NAMES, list_ranks, seat_name


def game_over() -> Illegal:
    """Return the refusal of any order after the end of the game."""
    return Illegal(Phrase("The game is over."), "O4")


def not_playing(seat: Seat) -> Illegal:
    """Return the refusal of a seat that nobody plays in this game."""
    return Illegal(Phrase("%(seat)s does not play here.", seat=seat_name(seat)), "O5")


def second_order() -> Illegal:
    """Return the refusal of a second order in one submission."""
    return Illegal(Phrase("One order at a time: this one has to wait."), "O8")


def not_asked(seat: Seat, others: Phrase) -> Illegal:
    """Return the refusal of a seat that is not to act, naming the seats that are."""
    return Illegal(
        Phrase(
            "%(seat)s is not to act now; it is for %(others)s.",
            seat=seat_name(seat),
            others=others,
        ),
        "O4",
    )


def other_stage(owed: str) -> Illegal:
    """Return the refusal of an order of another stage, saying what the seat owes instead."""
    return Illegal(_WANTED[owed], "I19" if owed == "consent" else "O20")


_WANTED = {
    "setup": Phrase("The armies are still being set up; send your set-up."),
    "throw": Phrase("A throw is wanted now, or “skip”."),
    "turn": Phrase("A unit is to be moved now."),
    "consent": Phrase("An alliance is proposed: only “consent” and “refuse” count now."),
}


def no_set_up_now() -> Illegal:
    """Return the refusal of a set-up once all armies are set up."""
    return Illegal(Phrase("The armies stand already; nothing is set up any more."), "O20")


def already_set_up(seat: Seat) -> Illegal:
    """Return the refusal of a second set-up of a seat."""
    return Illegal(Phrase("%(seat)s has already set up.", seat=seat_name(seat)), "HK5")


def outside_zone(square: str) -> Illegal:
    """Return the refusal of a set-up outside the seat's own start zone."""
    return Illegal(Phrase("%(square)s does not lie in your start zone.", square=square), "HK3")


def wrong_army() -> Illegal:
    """Return the refusal of a set-up that is not exactly one army."""
    army = list_ranks(rank for rank, n in ARMY.items() for _ in range(n))
    return Illegal(Phrase("An army consists of: %(army)s, no more and no less.", army=army), "HK4")


def too_many_of_rank(rank: Rank) -> Illegal:
    """Return the refusal of a draft with more units of a rank than an army has."""
    return Illegal(
        Phrase("An army has no more than this: %(ranks)s.", ranks=list_ranks(rank * ARMY[rank])),
        "HK4",
    )


def missing_pieces(ranks: Phrase) -> Phrase:
    """Return the sentence that names the units a set-up still lacks."""
    return Phrase("Still to be set up: %(ranks)s.", ranks=ranks)


def no_unit(seat: Seat, square: str) -> Illegal:
    """Return the refusal of a way that does not begin with a unit of the seat."""
    return Illegal(
        Phrase("There is no unit of %(seat)s on %(square)s.", seat=seat_name(seat), square=square),
        "K4",
    )


def inactive_unit(rank: Rank, square: str, active: Rank) -> Illegal:
    """Return the refusal to move a unit that is neither of the lowest class nor the King."""
    if active in (KING, UNKNOWN):
        return Illegal(Phrase("Only the King can be moved now."), "K11")
    return Illegal(
        Phrase(
            "The %(unit)s on %(square)s cannot be moved yet:"
            " only your %(active)s and the King can.",
            unit=NAMES[rank],
            square=square,
            active=MANY[active],
        ),
        "K11",
    )


def not_straight(start: str, end: str) -> Illegal:
    """Return the refusal of a hop that is not straight."""
    return Illegal(
        Phrase("No straight line leads from %(start)s to %(end)s.", start=start, end=end), "HK7"
    )


def same_square_twice() -> Illegal:
    """Return the refusal of a way that visits a square twice."""
    return Illegal(Phrase("A way may neither visit a square twice nor return to its start."), "I8")


def no_line() -> Illegal:
    """Return the refusal of a way in the last phase that is not one line."""
    return Illegal(Phrase("In phase 4 the King goes in one straight line."), "HK8")


def too_far(reach: int, *, is_blow: bool) -> Illegal:
    """Return the refusal of a way that is too long; a blow takes the place of a step (I7)."""
    if is_blow:
        phrase = Phrase("In phase %(n)s that is too far: the blow takes a step, too.", n=reach)
        return Illegal(phrase, "I7")
    if reach == 1:
        return Illegal(Phrase("In phase 1 a unit goes one square only."), "K5")
    return Illegal(Phrase("In phase %(n)s a unit goes %(n)s squares at most.", n=reach), "K5")


def closed_square(square: str, *, is_terrain: bool) -> Illegal:
    """Return the refusal to enter a square that a blocker or terrain closes."""
    if is_terrain:
        return Illegal(Phrase("%(square)s is closed by terrain.", square=square), "K46")
    return Illegal(Phrase("%(square)s is closed by a blocker.", square=square), "K31")


def unit_in_the_way(square: str, *, is_ally: bool) -> Illegal:
    """Return the refusal to pass over a unit of another seat."""
    if is_ally:
        return Illegal(Phrase("An ally's unit stands on %(square)s.", square=square), "I53")
    return Illegal(Phrase("An enemy unit on %(square)s is in the way.", square=square), "HK9")


def own_unit(square: str) -> Illegal:
    """Return the refusal to stop on a unit of one's own."""
    return Illegal(Phrase("A unit of your own stands on %(square)s.", square=square), "K29")


def no_standing_square(square: str) -> Illegal:
    """Return the refusal of a blow from a square on which an own unit stands."""
    return Illegal(
        Phrase(
            "From %(square)s no blow is possible: a unit of your own stands there.", square=square
        ),
        "I54",
    )


def enemy_zone(square: str) -> Illegal:
    """Return the refusal to enter an enemy start zone."""
    return Illegal(Phrase("%(square)s lies in an enemy start zone.", square=square), "K27")


def king_in_zone(square: str) -> Illegal:
    """Return the refusal to move a King into a start zone."""
    return Illegal(
        Phrase("%(square)s lies in a start zone, which the King does not enter.", square=square),
        "I10",
    )


def no_enemy(square: str, *, is_zone: bool) -> Illegal:
    """Return the refusal of an attack on a square without an enemy unit."""
    return Illegal(
        Phrase("There is no enemy unit to attack on %(square)s.", square=square),
        "I12" if is_zone else "I5",
    )


def onto_blocker(square: str) -> Illegal:
    """Return the refusal of a step onto a blocker, saying how one is attacked."""
    return Illegal(
        Phrase("A blocker touches %(square)s; it is attacked with “*”.", square=square), "I6"
    )


def no_blocker(square: str, *, is_terrain: bool) -> Illegal:
    """Return the refusal of a blow at a square that no blocker touches."""
    if is_terrain:
        phrase = Phrase("The terrain on %(square)s cannot be attacked.", square=square)
        return Illegal(phrase, "HK32")
    return Illegal(Phrase("No blocker touches %(square)s.", square=square), "I6")


def no_dice() -> Illegal:
    """Return the refusal of a throw when all dice lie on the board."""
    return Illegal(Phrase("All dice lie on the board; there is none to throw."), "K17")


def no_proposal() -> Illegal:
    """Return the refusal of an answer when no alliance is proposed."""
    return Illegal(Phrase("No alliance is proposed."), "I19")


def already_consented(seat: Seat) -> Illegal:
    """Return the refusal of an answer from a seat that has consented already."""
    return Illegal(Phrase("%(seat)s has already consented.", seat=seat_name(seat)), "I19")


def already_proposed() -> Illegal:
    """Return the refusal of a second proposal in one turn."""
    return Illegal(Phrase("An alliance can be proposed only once in a turn."), "I18")


def no_alliance(why: Phrase, rule: str = "I21") -> Illegal:
    """Return the refusal of a proposal for a reason."""
    return Illegal(why, rule)


def no_resigning_yet() -> Illegal:
    """Return the refusal to resign during the set-up."""
    return Illegal(Phrase("Nobody can resign before the armies stand."), "O13")


def already_defeated(seat: Seat) -> Illegal:
    """Return the refusal to resign when already defeated."""
    return Illegal(
        Phrase("%(seat)s is defeated already and cannot resign.", seat=seat_name(seat)), "O13"
    )
