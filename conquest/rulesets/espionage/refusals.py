"""Refusals of orders: a sentence and the number of the rule. Nothing is decided here.

No sentence reveals more than the author of the order may know.
"""

from __future__ import annotations

from conquest.core import Illegal, Phrase, Seat
from conquest.rulesets.espionage.orders import PieceStep, write_step
from conquest.rulesets.espionage.ranks import ARMIES, MINE, Rank
from conquest.rulesets.espionage.words import NAMES, list_ranks, seat_name


def game_over() -> Illegal:
    """Return the refusal of any order after the end of the game."""
    return Illegal(Phrase("The game is over."), "O4")


def not_on_turn(seat: Seat, turn: Seat) -> Illegal:
    """Return the refusal of a turn out of turn."""
    return Illegal(
        Phrase(
            "%(seat)s is not on turn; it is for %(other)s to act.",
            seat=seat_name(seat),
            other=seat_name(turn),
        ),
        "O4",
    )


def second_turn() -> Illegal:
    """Return the refusal of a second turn in one submission."""
    return Illegal(Phrase("The turn is complete; another one has to wait."), "O8")


def not_set_up() -> Illegal:
    """Return the refusal of a turn before both armies are set up."""
    return Illegal(Phrase("Both armies are still being set up; nothing can move yet."), "O20")


def no_set_up_now() -> Illegal:
    """Return the refusal of a set-up during play."""
    return Illegal(Phrase("The armies stand already; nothing is set up any more."), "O20")


def already_set_up(seat: Seat) -> Illegal:
    """Return the refusal of a second set-up by the same seat."""
    return Illegal(Phrase("%(seat)s has already set up.", seat=seat_name(seat)), "EP19")


def outside_zone(square: str) -> Illegal:
    """Return the refusal of a set-up with a square outside the own rows."""
    return Illegal(Phrase("%(square)s does not lie in your own rows.", square=square), "HE2")


def wrong_army(size: int) -> Illegal:
    """Return the refusal of a set-up without exactly the army, which it lists."""
    army = list_ranks(rank for rank, n in ARMIES[size].items() for _ in range(n))
    rule = "E13" if size == 10 else "HE22"
    return Illegal(Phrase("An army consists of: %(army)s, no more and no less.", army=army), rule)


def no_piece(seat: Seat, square: str) -> Illegal:
    """Return the refusal of a step that begins where no own piece stands."""
    return Illegal(
        Phrase("There is no piece of %(seat)s on %(square)s.", seat=seat_name(seat), square=square),
        "E5",
    )


def immobile_piece(rank: Rank, square: str) -> Illegal:
    """Return the refusal of a step by a mine or the headquarters."""
    if rank == MINE:
        return Illegal(Phrase("The mine on %(square)s does not move.", square=square), "E27")
    return Illegal(Phrase("The headquarters on %(square)s does not move.", square=square), "E29")


def too_far(step: PieceStep) -> Illegal:
    """Return the refusal of a step to a square that is not adjacent."""
    return Illegal(
        Phrase(
            "From %(start)s it is not one square, straight, to %(end)s.",
            start=step.start,
            end=step.end,
        ),
        "E5",
    )


def enters_volcano(square: str) -> Illegal:
    """Return the refusal of a step onto a volcano."""
    return Illegal(Phrase("A volcano lies on %(square)s.", square=square), "E9")


def own_piece(square: str) -> Illegal:
    """Return the refusal of a step onto an own piece."""
    return Illegal(Phrase("A piece of your own stands on %(square)s.", square=square), "EP22")


def goes_back(step: PieceStep) -> Illegal:
    """Return the refusal of a step straight back."""
    return Illegal(
        Phrase(
            "The piece on %(start)s came from %(end)s with its last move and cannot go back yet.",
            start=step.start,
            end=step.end,
        ),
        "HE9",
    )


def one_step_only() -> Illegal:
    """Return the refusal of a second step in a game of one move a turn."""
    return Illegal(Phrase("A turn is one move in this variant."), "HE20")


def same_piece() -> Illegal:
    """Return the refusal of a second step by the same piece."""
    return Illegal(Phrase("No piece moves twice in a turn."), "HE8")


def same_kind(rank: Rank) -> Illegal:
    """Return the refusal of a second step by a piece of the same kind."""
    return Illegal(
        Phrase("Both pieces are of one kind (%(piece)s); a turn takes two.", piece=NAMES[rank]),
        "E7",
    )


def second_move_missing(step: PieceStep) -> Illegal:
    """Return the refusal of a single step where a second one is possible, with an example."""
    return Illegal(
        Phrase("A second move is wanted, such as %(step)s.", step=write_step(step)), "HE6"
    )


def offer_open() -> Illegal:
    """Return the refusal of an offer while another one is open."""
    return Illegal(Phrase("A draw is already offered."), "O12")


def no_offer() -> Illegal:
    """Return the refusal of accepting a draw that nobody has offered."""
    return Illegal(Phrase("There is no offer of a draw to accept."), "O12")


def no_draw_yet() -> Illegal:
    """Return the refusal of a draw offer during set-up."""
    return Illegal(Phrase("Nobody can offer a draw before both armies stand."), "O12")


def too_many_of_rank(rank: Rank, size: int) -> Illegal:
    """Return the refusal of a draft with more pieces of a rank than the army has."""
    ranks = list_ranks(rank * ARMIES[size][rank])
    rule = "E13" if size == 10 else "HE22"
    return Illegal(Phrase("An army has no more than this: %(ranks)s.", ranks=ranks), rule)


def missing_pieces(ranks: Phrase) -> Phrase:
    """Return the sentence that lists the pieces still to be set up."""
    return Phrase("Still to be set up: %(ranks)s.", ranks=ranks)
