"""Refusals of orders: a sentence and the number of the rule. Nothing is decided here."""

from __future__ import annotations

from conquest.core import Illegal, Phrase, Seat
from conquest.rulesets.bollwerk.chains import ChainWalker
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.orders import BollwerkTurn
from conquest.rulesets.bollwerk.placements import BOMB, REMOVAL, Placement, PlacingTerms, Stock
from conquest.rulesets.bollwerk.sides import FREE, KINDS, STONES
from conquest.rulesets.bollwerk.words import piece_name, seat_name, stone_name

MOVING_RULES = {
    "W": "B17",
    "C": "B26",
    "N": "B31",
    "K": "B37",
    "E": "B42",
    "H": "B48",
    "M": "B53",
    "G": "B59",
    "Q": "B63",
    "S": "B68",
}
PLACING_RULES = {
    "W": "B23",
    "C": "B29",
    "N": "B34",
    "K": "B41",
    "E": "B47",
    "H": "B52",
    "M": "B57",
    "G": "B61",
    "Q": "B64",
    "S": "B78",
}
CHAIN_RULES = {"W": "HB19", "S": "HB30"}


def game_over() -> Illegal:
    """Return the refusal of any order after the end of the game."""
    return Illegal(Phrase("The game is over."), "O4")


def not_on_turn(state: State, seat: Seat) -> Illegal:
    """Return the refusal of a turn out of turn."""
    return Illegal(
        Phrase(
            "%(seat)s is not on turn; it is for %(other)s to act.",
            seat=seat_name(seat),
            other=seat_name(state.turn),
        ),
        "O4",
    )


def no_piece(state: State, square: str) -> Illegal:
    """Return the refusal of a turn that begins where no own piece stands."""
    return Illegal(
        Phrase(
            "There is no piece of %(seat)s on %(square)s.",
            seat=seat_name(state.turn),
            square=square,
        ),
        "B5",
    )


def no_chain(letter: str) -> Illegal:
    """Return the refusal of a chain by a piece that is neither a Guard nor a Spy."""
    return Illegal(
        Phrase("A %(piece)s makes one move, no chain of them.", piece=piece_name(letter)), "G10"
    )


def nothing_captured(square: str) -> Illegal:
    """Return the refusal of an ``x`` that captures nothing."""
    return Illegal(Phrase("There is nothing to capture with the move to %(s)s.", s=square), "G1")


def no_move(state: State, turn: BollwerkTurn, cells: str) -> Illegal:
    """Return why a piece cannot move to the square that a turn names."""
    start, end = turn.path
    # "e4-e4" is a pass in other words (HB8).
    if start == end:
        return nothing_done(start)
    letter = state.cells[state.board.index[start]].upper()
    if stopped := _landing_refusal(state, letter, cells[state.board.index[end]], end):
        return stopped
    return _out_of_range(letter, start, end, MOVING_RULES[letter])


def no_link(state: State, walker: ChainWalker, end: str) -> Illegal:
    """Return why a chain cannot continue to a square."""
    squares, letter = state.board.squares, walker.piece.upper()
    if stopped := _landing_refusal(state, letter, walker.cells[state.board.index[end]], end):
        return stopped
    rule = CHAIN_RULES[letter] if walker.stage else MOVING_RULES[letter]
    return _out_of_range(letter, squares[walker.at], end, rule)


def _landing_refusal(state: State, letter: str, sign: str, square: str) -> Illegal | None:
    """Return why a piece cannot land on what stands on a square, None if it might."""
    if sign in state.side.pieces:
        return Illegal(Phrase("An own piece stands on %(square)s.", square=square), "B5")
    match STONES.get(sign):
        case "X":
            return Illegal(
                Phrase("Nobody can land on the bomb on %(square)s.", square=square), "HB24"
            )
        case "B":
            return Illegal(
                Phrase("Nobody can land on the block on %(square)s.", square=square), "B92"
            )
        case "A" if letter not in "EK":
            return Illegal(
                Phrase(
                    "Only an elephant or a king's knight can land on the arrow on %(square)s.",
                    square=square,
                ),
                "B82",
            )
        case _:
            return None


def _out_of_range(letter: str, start: str, end: str, rule: str) -> Illegal:
    return Illegal(
        Phrase(
            "The %(piece)s on %(start)s cannot move to %(end)s.",
            piece=piece_name(letter),
            start=start,
            end=end,
        ),
        rule,
    )


def back_at_start(square: str) -> Illegal:
    """Return the refusal of a chain back to its start without a capture, which is no move."""
    return Illegal(
        Phrase(
            "A chain that comes back to %(square)s without a capture is no move.", square=square
        ),
        "G3",
    )


def already_won() -> Illegal:
    """Return the refusal of a stone after a move that has won (G5)."""
    return Illegal(Phrase("The game is already won; nothing can follow."), "G5")


def too_many_acts(letter: str) -> Illegal:
    """Return the refusal of more stones in a turn than the piece may handle."""
    if letter == "H":
        return Illegal(Phrase("The chancellor places two stones at most."), "B52")
    if letter == "N":
        return Illegal(Phrase("The knight places or removes one stone, no more."), "HB28")
    return Illegal(Phrase("A %(piece)s places one stone only.", piece=piece_name(letter)), "B52")


def no_placement(
    terms: PlacingTerms, cells: str, at: int, stock: Stock, placement: Placement
) -> Illegal:
    """Return why the piece on a square cannot make a placement."""
    kind, target = placement
    letter, square = cells[at].upper(), terms.board.squares[target]
    # What no square could change comes first; out of range is the answer only if nothing else is
    # wrong with the order.
    refused = (
        _no_removal(letter, cells[target], square)
        if kind == REMOVAL
        else _no_stone(terms, stock, kind)
        or _square_refusal(terms, letter, cells[target], kind, target)
    )
    return refused or Illegal(
        Phrase(
            "The %(piece)s on %(at)s does not reach %(square)s with a stone.",
            piece=piece_name(letter),
            at=terms.board.squares[at],
            square=square,
        ),
        PLACING_RULES[letter],
    )


def _no_removal(letter: str, sign: str, square: str) -> Illegal | None:
    if letter != "N":
        return Illegal(Phrase("Only a knight removes stones."), "B35")
    if sign == "X":
        return Illegal(Phrase("A laid bomb cannot be removed."), "B36")
    if sign not in STONES:
        return Illegal(Phrase("There is no stone on %(square)s.", square=square), "B35")
    return None


def _no_stone(terms: PlacingTerms, stock: Stock, kind: str) -> Illegal | None:
    if stock[KINDS.index(kind)]:
        return None
    return Illegal(
        Phrase(
            "%(seat)s has no %(stone)s in stock.",
            seat=seat_name(terms.side.seat),
            stone=stone_name(kind),
        ),
        "B3",
    )


def _square_refusal(
    terms: PlacingTerms, letter: str, sign: str, kind: str, target: int
) -> Illegal | None:
    """Return why a square does not take a stone of this kind, None if it does."""
    square = terms.board.squares[target]
    # A barred square refuses every stone, even a bomb that would blast (HB26, G15): it comes first.
    if target in terms.barred:
        return Illegal(
            Phrase(
                "%(square)s was freed by a bomb just now; no stone may be put there.",
                square=square,
            ),
            "B101",
        )
    if sign in STONES:
        return _no_blast(sign, kind, square)
    if sign == FREE:
        return _own_zone(square) if target in terms.closed else None
    return _no_hit(terms, letter, sign, kind, target)


def _no_blast(sign: str, kind: str, square: str) -> Illegal | None:
    if sign == "X":
        return Illegal(Phrase("The bomb on %(square)s stays for ever.", square=square), "B103")
    if kind == BOMB:
        return None
    return Illegal(
        Phrase("%(square)s is not free; only a bomb can go there.", square=square), "B81"
    )


def _no_hit(terms: PlacingTerms, letter: str, sign: str, kind: str, target: int) -> Illegal | None:
    square = terms.board.squares[target]
    if sign != terms.side.spy or kind not in ("A", "RA"):
        return Illegal(Phrase("%(square)s is not free.", square=square), "B81")
    if letter == "S":
        return Illegal(Phrase("A spy cannot capture the other one with an arrow."), "B75")
    if target in terms.closed:
        return Illegal(
            Phrase("On %(square)s the spy is safe from the arrow.", square=square), "B79"
        )
    return None


def _own_zone(square: str) -> Illegal:
    return Illegal(
        Phrase("%(square)s lies in the own end zone; no stone is laid there.", square=square),
        "B11",
    )


def offer_open() -> Illegal:
    """Return the refusal of an offer while another one is open."""
    return Illegal(Phrase("A draw is already offered."), "O12")


def no_offer() -> Illegal:
    """Return the refusal of accepting a draw that nobody has offered."""
    return Illegal(Phrase("There is no offer of a draw to accept."), "O12")


def nothing_done(square: str) -> Illegal:
    """Return the refusal of a turn in which the piece neither moves nor places anything."""
    return Illegal(Phrase("Nobody can pass: the piece on %(s)s does nothing.", s=square), "HB8")
