"""Why an order is refused: a sentence and the rule it rests on. Nothing is decided here.

No sentence tells more than the author of the order may know.
"""

from __future__ import annotations

from conquest.core import Illegal, Phrase, Seat
from conquest.rulesets.espionage.orders import PieceStep, write_step
from conquest.rulesets.espionage.ranks import ARMIES, MINE, Rank
from conquest.rulesets.espionage.words import NAMES, list_ranks, seat_name


def game_over() -> Illegal:
    """Return that nothing counts any more."""
    return Illegal(Phrase("The game is over."), "O4")


def not_on_turn(seat: Seat, turn: Seat) -> Illegal:
    """Return that it is another seat's turn."""
    return Illegal(
        Phrase(
            "%(seat)s is not on turn; it is for %(other)s to act.",
            seat=seat_name(seat),
            other=seat_name(turn),
        ),
        "O4",
    )


def second_turn() -> Illegal:
    """Return that one submission is one turn."""
    return Illegal(Phrase("The turn is complete; another one has to wait."), "O8")


def not_set_up() -> Illegal:
    """Return that nothing moves before both armies stand."""
    return Illegal(Phrase("Both armies are still being set up; nothing can move yet."), "O20")


def no_set_up_now() -> Illegal:
    """Return that the armies stand already."""
    return Illegal(Phrase("The armies stand already; nothing is set up any more."), "O20")


def already_set_up(seat: Seat) -> Illegal:
    """Return that a set-up counts once."""
    return Illegal(Phrase("%(seat)s has already set up.", seat=seat_name(seat)), "EP19")


def outside_zone(square: str) -> Illegal:
    """Return that a square is not in the seat's own rows."""
    return Illegal(Phrase("%(square)s does not lie in your own rows.", square=square), "HE2")


def wrong_army(size: int) -> Illegal:
    """Return of what an army consists."""
    army = list_ranks(rank for rank, n in ARMIES[size].items() for _ in range(n))
    rule = "E13" if size == 10 else "HE22"
    return Illegal(Phrase("An army consists of: %(army)s, no more and no less.", army=army), rule)


def no_piece(seat: Seat, square: str) -> Illegal:
    """Return that no own piece stands where a step begins."""
    return Illegal(
        Phrase("There is no piece of %(seat)s on %(square)s.", seat=seat_name(seat), square=square),
        "E5",
    )


def immobile_piece(rank: Rank, square: str) -> Illegal:
    """Return that mines and headquarters stay where they are."""
    if rank == MINE:
        return Illegal(Phrase("The mine on %(square)s does not move.", square=square), "E27")
    return Illegal(Phrase("The headquarters on %(square)s does not move.", square=square), "E29")


def too_far(step: PieceStep) -> Illegal:
    """Return that pieces go to a square beside them."""
    return Illegal(
        Phrase(
            "From %(start)s it is not one square, straight, to %(end)s.",
            start=step.start,
            end=step.end,
        ),
        "E5",
    )


def enters_volcano(square: str) -> Illegal:
    """Return that nobody enters a volcano."""
    return Illegal(Phrase("A volcano lies on %(square)s.", square=square), "E9")


def own_piece(square: str) -> Illegal:
    """Return that an own piece stands in the way."""
    return Illegal(Phrase("A piece of your own stands on %(square)s.", square=square), "EP22")


def goes_back(step: PieceStep) -> Illegal:
    """Return that a piece does not go back at once."""
    return Illegal(
        Phrase(
            "The piece on %(start)s came from %(end)s with its last move and cannot go back yet.",
            start=step.start,
            end=step.end,
        ),
        "HE9",
    )


def one_step_only() -> Illegal:
    """Return that a turn is one move in this variant."""
    return Illegal(Phrase("A turn is one move in this variant."), "HE20")


def same_piece() -> Illegal:
    """Return that no piece moves twice."""
    return Illegal(Phrase("No piece moves twice in a turn."), "HE8")


def same_kind(rank: Rank) -> Illegal:
    """Return that the two pieces must be of two kinds."""
    return Illegal(
        Phrase("Both pieces are of one kind (%(piece)s); a turn takes two.", piece=NAMES[rank]),
        "E7",
    )


def second_move_missing(step: PieceStep) -> Illegal:
    """Return that a second move is wanted, and one there is."""
    return Illegal(
        Phrase("A second move is wanted, such as %(step)s.", step=write_step(step)), "HE6"
    )


def offer_open() -> Illegal:
    """Return that a draw is offered already."""
    return Illegal(Phrase("A draw is already offered."), "O12")


def no_offer() -> Illegal:
    """Return that there is no draw to agree to."""
    return Illegal(Phrase("There is no offer of a draw to accept."), "O12")


def no_draw_yet() -> Illegal:
    """Return that no draw is offered before there is a game."""
    return Illegal(Phrase("Nobody can offer a draw before both armies stand."), "O12")


def too_many_of_rank(rank: Rank, size: int) -> Illegal:
    """Return that an army has no more of a rank."""
    ranks = list_ranks(rank * ARMIES[size][rank])
    rule = "E13" if size == 10 else "HE22"
    return Illegal(Phrase("An army has no more than this: %(ranks)s.", ranks=ranks), rule)


def missing_pieces(ranks: Phrase) -> Phrase:
    """Say what a set-up still lacks."""
    return Phrase("Still to be set up: %(ranks)s.", ranks=ranks)
