"""Refusals of orders: a sentence and the number of the rule. Nothing is decided here.

No sentence reveals more than the author of the order may know.
"""

from __future__ import annotations

from conquest.core import Phrase, Refused
from conquest.kit.hidden_army import Rank, Square
from conquest.kit.submission import RuleRefusal
from conquest.rulesets.espionage.ranks import MINE

not_on_turn = RuleRefusal(Phrase("%(seat)s is not on turn; it is for %(other)s to act."), "O4")
second_turn = RuleRefusal(Phrase("The turn is complete before this order: leave it out."), "O8")
not_set_up = RuleRefusal(Phrase("Both armies are still being set up; nothing can move yet."), "O20")
no_piece = RuleRefusal(Phrase("There is no piece of %(seat)s on %(square)s."), "E5")
too_far = RuleRefusal(
    Phrase("A piece goes one square, and not aslant: not from %(start)s to %(end)s."), "E5"
)
enters_volcano = RuleRefusal(Phrase("A volcano lies on %(square)s."), "E9")
own_piece = RuleRefusal(Phrase("A piece of your own stands on %(square)s."), "EP22")
goes_back = RuleRefusal(
    Phrase("The piece on %(start)s came from %(end)s with its last move and cannot go back yet."),
    "HE9",
)
one_step_only = RuleRefusal(Phrase("A turn is one move in this variant."), "HE20")
same_piece = RuleRefusal(Phrase("No piece moves twice in a turn."), "HE8")
same_kind = RuleRefusal(
    Phrase("Both moves are by pieces of one kind (%(piece)s); a turn takes two kinds."), "E7"
)
second_move_missing = RuleRefusal(
    Phrase("A turn is two moves: add a second one, such as %(step)s."), "HE6"
)
no_draw_yet = RuleRefusal(Phrase("Nobody can offer a draw before both armies stand."), "O12")


def immobile_piece(rank: Rank, square: Square) -> Refused:
    """Return the refusal of a step by a mine or the headquarters."""
    if rank == MINE:
        return RuleRefusal(Phrase("The mine on %(square)s does not move."), "E27")(square=square)
    return RuleRefusal(Phrase("The headquarters on %(square)s does not move."), "E29")(
        square=square
    )
