"""Goals, special rules and stars of missions, as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Phrase
from conquest.rulesets.armada.board import SIZES, Square, ahead, in_order
from conquest.rulesets.armada.campaign.data import (
    Capture,
    Defeat,
    Goal,
    Hold,
    Lots,
    Produce,
    Rain,
    Reach,
    Reinforce,
    Special,
    Stars,
    Told,
)
from conquest.rulesets.armada.model import ALWAYS
from conquest.rulesets.armada.ranks import KING
from conquest.rulesets.armada.words import ranks_listed, seat_name

EASTWARDS, LARGEST = (1, 0), max(SIZES.values())
KING_ALWAYS = Phrase("A King can be captured at any time, also while lower units live.")
KING_LAST = Phrase("A King can be captured only once nothing else of his army lives.")

NO_ZONES = Phrase("There are no start zones: their squares are squares like all others.")


def goal(told: Told) -> Phrase:
    """Return what is to be done, and by when."""
    if isinstance(told.goal, Hold):
        return _goal(told.goal)
    return Phrase("%(goal)s You have %(limit)s rounds.", goal=_goal(told.goal), limit=told.limit)


def _goal(wanted: Goal) -> Phrase:
    match wanted:
        case Defeat():
            return Phrase("Capture the enemy King.")
        case Reach(rank=rank) if rank == KING:
            return Phrase(
                "Bring your King to one of these squares: %(at)s.", at=_at(wanted.squares)
            )
        case Reach():
            units = ranks_listed(wanted.rank * wanted.count)
            return Phrase(
                "Bring %(units)s to these squares: %(at)s.",
                units=units,
                at=_at(wanted.squares),
            )
        case Capture():
            return _taking(wanted)
        case Hold():
            return Phrase(
                "Let no enemy stand on %(at)s until %(rounds)s rounds are over.",
                at=_at(wanted.squares),
                rounds=wanted.rounds,
            )


def _taking(wanted: Capture) -> Phrase:
    ranks = ranks_listed(rank for rank in wanted.ranks)
    return Phrase("Take %(n)s enemy units; these count: %(ranks)s.", n=wanted.count, ranks=ranks)


def _at(squares: Iterable[Square]) -> str:
    """Name squares, those side by side by their ends: "a11–k11, d4"."""
    runs = list[list[Square]]()
    for square in in_order(squares):
        if runs and ahead(runs[-1][-1], EASTWARDS, LARGEST) == square:
            runs[-1].append(square)
        else:
            runs.append([square])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def rules(told: Told) -> tuple[Phrase, ...]:
    """Return the special rules of a mission, when Kings can be captured included, and whether
    there are start zones."""
    always = told.case.get("options", {}).get("king") == ALWAYS
    zones = told.case.get("position", {}).get("zones", {"": True})
    general = (KING_ALWAYS if always else KING_LAST, *(() if any(zones.values()) else (NO_ZONES,)))
    return (*map(_rule, told.rules), *general)


def _rule(rule: Special) -> Phrase:
    match rule:
        case Produce():
            return _produce(rule)
        case Reinforce():
            return Phrase(
                "Units of %(seat)s arrive as round %(round)s begins: %(at)s.",
                seat=seat_name(rule.seat),
                round=rule.round,
                at=_at(rule.units),
            )
        case Rain():
            return Phrase(
                "After every %(every)s. round a die falls from the side of %(seat)s, aimed by lot"
                " at one of these squares: %(at)s.",
                every=rule.every,
                seat=seat_name(rule.seat),
                at=_at(rule.aims),
            )
        case Lots():
            return Phrase(
                "Who of %(seat)s stands where is dealt by lot on these squares: %(at)s.",
                seat=seat_name(rule.seat),
                at=_at(rule.squares),
            )


def _produce(rule: Produce) -> Phrase:
    return Phrase(
        "When the King of %(seat)s has rested for %(every)s own turns in a row, a unit comes onto"
        " a free square beside him: %(unit)s. Of these he never has more than %(most)s.",
        seat=seat_name(rule.seat),
        every=rule.every,
        unit=ranks_listed(rule.rank),
        most=rule.most,
    )


def stars(wanted: Stars) -> tuple[Phrase, ...]:
    """Return what each number of stars is given for, the fewest first."""
    return (Phrase("for the goal"), _star(wanted.by, wanted.two), _star(wanted.by, wanted.three))


def _star(by: str, most: int) -> Phrase:
    if by == "losses" and most:
        return Phrase("units lost: %(n)s at most", n=most)
    if by == "losses":
        return Phrase("without losing a unit")
    return Phrase("by the end of round %(n)s", n=most)


def places(wanted: Goal) -> tuple[Square, ...]:
    """Return the squares that matter to a goal."""
    return wanted.squares if isinstance(wanted, Reach | Hold) else ()
