"""No viewer can tell two games apart that differ only in what is hidden from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from conquest.core import Illegal, Json, Phrase, Seat, Viewer
from conquest.kit.duel import DrawOffered
from conquest.kit.hidden_army import Mustered
from conquest.rulesets.espionage import view as knowledge
from conquest.rulesets.espionage.model import Event, Fought, State, Stepped
from conquest.rulesets.espionage.ruleset import RULES

from . import naive, twins
from .positions import play_events, set_up, state_of

SEEDS = range(8)


@pytest.fixture(scope="module")
def tally() -> twins.Tally:
    return twins.compare(RULES, SEEDS)


def test_no_hidden_rank_tells_twins_apart(tally: twins.Tally) -> None:
    """E4, HE2, HE7, HE10, HE11, EP5, EP11, EP13, EP15, EP25: sights, answers, events."""
    assert tally["view"] > 200


@pytest.mark.parametrize(
    "kind",
    ["view", "known", "seen", "text", "acts", "legal", "refusal", "sketch", "events"]
    + [f"witnessed {kind}" for kind in ("Stepped", "Fought", "Lapsed", "DrawOffered", "Resigned")]
    + ["told apart by right"],
)
def test_the_comparison_of_twins_covers_everything(tally: twins.Tally, kind: str) -> None:
    """HE7, HE10: what the comparison is worth."""
    assert tally[kind] > 0


def test_a_twin_differs_only_in_what_is_hidden() -> None:
    """E4, EP11: it is another game, and the same to its viewer."""
    drawing = "b1 b2 bM\n.. .. ..\nwS w2 w3"
    state, rng = state_of(set_up(drawing, uncovered={"white": ["a3"]})), Random(1)
    found = [twins.twin(rng, state, "white") for _ in range(20)]
    assert any(other.pieces != state.pieces for other in found)
    for other in found:
        assert other.pieces["a3"] == state.pieces["a3"]
        assert {at: piece.seat for at, piece in other.pieces.items()} == {
            at: piece.seat for at, piece in state.pieces.items()
        }
        assert RULES.knowledge.known_state(other, "white") == RULES.knowledge.known_state(
            state, "white"
        )


# Leaks that are planted


def shows_survivors(event: Event, viewer: Viewer) -> Event:
    if not isinstance(event, Fought):
        return knowledge.witness(event, viewer)
    hidden = knowledge.witness(event, viewer)
    assert isinstance(hidden, Fought)
    return changed(hidden, rank=event.rank, against=event.against)


def shows_what_spies_see(event: Event, viewer: Viewer) -> Event:
    return event if isinstance(event, Stepped) else knowledge.witness(event, viewer)


def shows_set_ups(event: Event, viewer: Viewer) -> Event:
    if isinstance(event, Mustered):
        return changed(event, order="")
    return knowledge.witness(event, viewer)


def shows_all(state: State, viewer: Viewer) -> Json:
    return knowledge.write_view(changed(state, open=state.is_set_up), viewer)


def shows_the_marks_of_others(state: State, viewer: Viewer) -> Json:
    shown = knowledge.write_view(state, viewer)
    return {**shown, "seen_by": {seat: len(those) for seat, those in state.uncovered.items()}}


def shows_who_is_a_mine(state: State, viewer: Viewer) -> State:
    known = knowledge.mask(state, viewer)
    mines = {at: piece for at, piece in state.pieces.items() if piece.rank == "M"}
    return changed(known, pieces={**known.pieces, **mines})


Answers = Callable[..., tuple[Event, ...]]


def ends_early(state: State, seat: Seat, orders: Any, *rest: Any) -> tuple[Event, ...]:
    """Refuse orders after a turn only if the game goes on."""
    if len(orders) > 1 and state.outcome is None:
        first = RULES.judgement.decide(state, seat, orders[:1], *rest)
        if any(event.__struct_config__.tag == "game_ended" for event in first):
            return first
    return RULES.judgement.decide(state, seat, orders, *rest)


def spares_mines(state: State, seat: Seat, orders: Any, *rest: Any) -> tuple[Event, ...]:
    """Refuse to step on a mine that nobody knows."""
    for order in orders:
        for step in getattr(order, "steps", ()):
            there = state.pieces.get(step.end)
            if there and there.seat != seat and there.rank == "M":
                raise Illegal(Phrase("Better not."), "E17", 0)
    return RULES.judgement.decide(state, seat, orders, *rest)


def reveals_in_a_sentence(state: State, seat: Seat, orders: Any, *rest: Any) -> tuple[Event, ...]:
    """Say in a refusal what stands on the square."""
    try:
        return RULES.judgement.decide(state, seat, orders, *rest)
    except Illegal as illegal:
        steps = [step for order in orders for step in getattr(order, "steps", ())]
        there = state.pieces.get(steps[0].end) if steps else None
        phrase = Phrase(f"{illegal} {there.rank if there else ''}")
        raise Illegal(phrase, illegal.rule, illegal.order) from None


def tells_that_a_spy_looked(state: State, seat: Seat, orders: Any, *rest: Any) -> tuple[Event, ...]:
    """Have one event more where a spy of the other side sees something."""
    happened = RULES.judgement.decide(state, seat, orders, *rest)
    if any(naive.other(seat) in getattr(event, "uncovered", {}) for event in happened):
        return (*happened, DrawOffered(seat=seat))
    return happened


def lists_no_mines(state: State, seat: Seat) -> Any:
    listed = RULES.composing.legal_choices(state, seat)
    mines = {at for at, piece in state.pieces.items() if piece.rank == "M"}
    return tuple(choice for choice in listed if choice.target not in mines)


LEAKS = {
    "the survivor of a fight": {"witness": shows_survivors},
    "what a spy sees": {"witness": shows_what_spies_see},
    "a set-up": {"witness": shows_set_ups},
    "all ranks": {"write_view": shows_all},
    "how many are uncovered": {"write_view": shows_the_marks_of_others},
    "mines": {"mask": shows_who_is_a_mine},
    "whether an attack won": {"decide": ends_early},
    "a mine, by a refusal": {"decide": spares_mines},
    "a rank, by a sentence": {"decide": reveals_in_a_sentence},
    "that a spy looked": {"decide": tells_that_a_spy_looked},
    "a mine, by what is listed": {"legal_choices": lists_no_mines},
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=list(LEAKS))
def test_twins_find_a_planted_leak(leak: dict[str, Any]) -> None:
    """HE10, EP5, EP13: or the comparison would say nothing."""
    parts = {"witness": "knowledge", "write_view": "knowledge", "mask": "knowledge"}
    parts |= {"decide": "judgement", "legal_choices": "composing"}
    (name,) = leak
    part = parts[name]
    leaky = replace(RULES, **{part: replace(getattr(RULES, part), **leak)})
    with pytest.raises(twins.LeakError):
        twins.compare(leaky, range(40))


def test_a_viewer_knows_everything_of_a_finished_game() -> None:
    """O11: there is nothing left to hide."""
    state = play_events(state_of(set_up("b1 bM\nw2 wS")), "white", "resign")
    for viewer in twins.VIEWERS:
        assert RULES.knowledge.known_state(state, viewer).pieces == state.pieces
