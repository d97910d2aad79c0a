"""Refusals of orders: a sentence and the number of the rule. Nothing is decided here."""

from __future__ import annotations

from conquest.core import Phrase, Refused
from conquest.kit.submission import RuleRefusal
from conquest.rulesets.bollwerk.chains import ChainWalker
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.orders import BollwerkTurn
from conquest.rulesets.bollwerk.placements import BOMB, REMOVAL, Placement, PlacingTerms, Stock
from conquest.rulesets.bollwerk.sides import FREE, KINDS, STONES
from conquest.rulesets.bollwerk.words import SEAT_NAMES, STONE_NAMES, piece_name

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


not_on_turn = RuleRefusal(Phrase("%(seat)s is not on turn; it is for %(other)s to act."), "O4")
no_piece = RuleRefusal(Phrase("There is no piece of %(seat)s on %(square)s."), "B5")
no_chain = RuleRefusal(Phrase("A %(piece)s makes one move, no chain of them."), "G10")
nothing_captured = RuleRefusal(Phrase("There is nothing to capture with the move to %(s)s."), "G1")
back_at_start = RuleRefusal(
    Phrase("A chain that comes back to %(square)s without a capture is no move."), "G3"
)
already_won = RuleRefusal(Phrase("The game is already won; nothing can follow."), "G5")
# "e4-e4" is a pass in other words
nothing_done = RuleRefusal(Phrase("Nobody can pass: the piece on %(s)s does nothing."), "HB8")

_own_piece = RuleRefusal(Phrase("An own piece stands on %(square)s."), "B5")
_on_bomb = RuleRefusal(Phrase("Nobody can land on the bomb on %(square)s."), "HB24")
_on_block = RuleRefusal(Phrase("Nobody can land on the block on %(square)s."), "B92")
_on_arrow = RuleRefusal(
    Phrase("Only an elephant or a king's knight can land on the arrow on %(square)s."), "B82"
)
_only_knights = RuleRefusal(Phrase("Only a knight removes stones."), "B35")
_bomb_removed = RuleRefusal(Phrase("A laid bomb cannot be removed."), "B36")
_no_stone_there = RuleRefusal(Phrase("There is no stone on %(square)s."), "B35")
_none_in_stock = RuleRefusal(Phrase("%(seat)s has no %(stone)s in stock."), "B3")
_freed_just_now = RuleRefusal(
    Phrase("%(square)s was freed by a bomb just now; no stone may be put there."), "B101"
)
_bomb_stays = RuleRefusal(Phrase("The bomb on %(square)s stays for ever."), "B103")
_only_bombs = RuleRefusal(Phrase("%(square)s is not free; only a bomb can go there."), "B81")
_not_free = RuleRefusal(Phrase("%(square)s is not free."), "B81")
_by_spy = RuleRefusal(Phrase("A spy cannot capture the other one with an arrow."), "B75")
_spy_is_safe = RuleRefusal(Phrase("On %(square)s the spy is safe from the arrow."), "B79")
_own_zone = RuleRefusal(
    Phrase("%(square)s lies in the own end zone; no stone is laid there."), "B11"
)


def no_move(state: State, turn: BollwerkTurn, cells: str) -> Refused:
    """Return why a piece cannot move to the square that a turn names."""
    start, end = turn.path
    if start == end:
        return nothing_done(s=start)
    letter = state.cells[state.board.index[start]].upper()
    if stopped := _landing_refusal(state, letter, cells[state.board.index[end]], end):
        return stopped
    return _out_of_range(letter, start, end, MOVING_RULES[letter])


def no_link(state: State, walker: ChainWalker, end: str) -> Refused:
    """Return why a chain cannot continue to a square."""
    squares, letter = state.board.squares, walker.piece.upper()
    if stopped := _landing_refusal(state, letter, walker.cells[state.board.index[end]], end):
        return stopped
    rule = CHAIN_RULES[letter] if walker.stage else MOVING_RULES[letter]
    return _out_of_range(letter, squares[walker.at], end, rule)


def _landing_refusal(state: State, letter: str, sign: str, square: str) -> Refused | None:
    """Return why a piece cannot land on what stands on a square, None if it might."""
    if sign in state.side.pieces:
        return _own_piece(square=square)
    match STONES.get(sign):
        case "X":
            return _on_bomb(square=square)
        case "B":
            return _on_block(square=square)
        case "A" if letter not in "EK":
            return _on_arrow(square=square)
        case _:
            return None


def _out_of_range(letter: str, start: str, end: str, rule: str) -> Refused:
    phrase = Phrase("The %(piece)s on %(start)s cannot move to %(end)s.")
    return RuleRefusal(phrase, rule)(piece=piece_name(letter), start=start, end=end)


def too_many_acts(letter: str) -> Refused:
    """Return the refusal of more stones in a turn than the piece may handle."""
    if letter == "H":
        return RuleRefusal(Phrase("The chancellor places two stones at most."), "B52")()
    if letter == "N":
        return RuleRefusal(Phrase("The knight places or removes one stone, no more."), "HB28")()
    phrase = Phrase("A %(piece)s places one stone only.")
    return RuleRefusal(phrase, "B52")(piece=piece_name(letter))


def no_placement(
    terms: PlacingTerms, cells: str, at: int, stock: Stock, placement: Placement
) -> Refused:
    """Return why the piece on a square cannot make a placement."""
    kind, target = placement
    letter, square = cells[at].upper(), terms.board.squares[target]
    # What no square could change comes first; out of range is the answer only if nothing else is
    # wrong with the order.
    if kind == REMOVAL:
        refused = _no_removal(letter, cells[target], square)
    elif not stock[KINDS.index(kind)]:
        seat = terms.side.seat
        refused = _none_in_stock(seat=SEAT_NAMES[seat], stone=STONE_NAMES[kind])
    else:
        refused = _square_refusal(terms, letter, cells[target], kind, target)
    if refused:
        return refused
    phrase = Phrase("The %(piece)s on %(at)s does not reach %(square)s with a stone.")
    parts = {"at": terms.board.squares[at], "square": square}
    return RuleRefusal(phrase, PLACING_RULES[letter])(piece=piece_name(letter), **parts)


def _no_removal(letter: str, sign: str, square: str) -> Refused | None:
    if letter != "N":
        return _only_knights()
    if sign == "X":
        return _bomb_removed()
    return None if sign in STONES else _no_stone_there(square=square)


def _square_refusal(
    terms: PlacingTerms, letter: str, sign: str, kind: str, target: int
) -> Refused | None:
    """Return why a square does not take a stone of this kind, None if it does."""
    square = terms.board.squares[target]
    # A barred square refuses every stone, even a bomb that would blast (HB26, G15): it comes first.
    if target in terms.barred:
        return _freed_just_now(square=square)
    if sign == "X":
        return _bomb_stays(square=square)
    if sign in STONES:
        return None if kind == BOMB else _only_bombs(square=square)
    if sign == FREE:
        return _own_zone(square=square) if target in terms.closed else None
    if sign != terms.side.spy or kind not in ("A", "RA"):
        return _not_free(square=square)
    if letter == "S":
        return _by_spy()
    return _spy_is_safe(square=square) if target in terms.closed else None
