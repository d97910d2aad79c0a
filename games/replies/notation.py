"""What of a mail can be read in the notation of its game."""

from __future__ import annotations

from conquest.core import Refused
from games.ahead import standing_orders
from games.planner import typed_orders
from games.play.refusals import MAX_PLAN_CHARS
from games.replies.correspondence import Correspondence
from games.replies.refusals import in_one_line
from games.replies.words import Word

MOST_CUT_LINES = 100


def read_orders(case: Correspondence, text: str) -> str:
    """Return orders for the seat in one line, without comments; "" if they cannot be read."""
    if len(text) > MAX_PLAN_CHARS:
        return ""
    rules, state = case.known.rules, case.known.state
    text = typed_orders.normalize_orders(text)
    try:
        orders = rules.notation.read_orders(state, case.own_seat.name, text)
    except Refused:
        return ""
    return in_one_line(case.game, text) if orders else ""


def read_standing_orders(case: Correspondence, text: str) -> str:
    """Return standing orders as the rules write them; "" if they cannot be read."""
    standing = case.game.rules.standing
    if standing is None or len(text) > standing_orders.MAX_TEXT_CHARS:
        return ""
    try:
        return standing.canonical_text(case.known.state, typed_orders.normalize_orders(text))
    except Refused:
        return ""


def is_draw_order(case: Correspondence, line: str) -> bool:
    """Whether a line is an order as the rules write it, such as "draw!", and no offer, such as
    "draw?"."""
    offers = {action.text for action in case.side_actions if not action.accepts}
    return line.casefold() not in offers and bool(read_orders(case, line))


def find_cut_order(case: Correspondence, word: Word | None, cut: tuple[str, ...]) -> str:
    """Return the first line below a closing that is an order for all that, "" if none is."""
    if case.seat is None:
        return ""
    is_standing = word == Word.STANDING
    read = read_standing_orders if is_standing else read_orders
    # Signatures are short, and strangers could write what takes long to read.
    return next((line for line in cut[:MOST_CUT_LINES] if read(case, line)), "")
