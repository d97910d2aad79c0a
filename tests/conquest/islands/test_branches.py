"""Conditions in plans, read and written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conquest.islands import orders
from conquest.islands.branches import Fork, Planned, Steps, follow, orders_of, plan_of
from conquest.islands.orders import March, Word

CAPTURE = March("", 0, ("s1", "s2"), "x")


def block(inner: st.SearchStrategy[Steps] | None = None) -> st.SearchStrategy[Steps]:
    """Return plans, some of whose captures are followed by conditions."""
    single = st.just((Planned(0, Word("end")),))
    if inner is None:
        return st.lists(single, max_size=2).map(lambda lists: sum(lists, ()))
    forked = st.builds(
        lambda taken, otherwise: (Planned(0, CAPTURE), Fork("s2", taken, otherwise)), inner, inner
    )
    return st.lists(single | forked, max_size=3).map(lambda lists: sum(lists, ()))


PLANS = block(block(block()))


def bare(steps: Steps) -> Steps:
    """Return a plan without the places of its orders."""
    return tuple(
        Planned(0, step.order)
        if isinstance(step, Planned)
        else Fork(step.field, bare(step.taken), bare(step.otherwise))
        for step in steps
    )


def reread(steps: Steps, captured: str = "") -> Steps:
    texts = [orders.write_order(order) for order in orders_of(steps)]
    return plan_of([orders.read_order(text, str) for text in texts], captured=captured)


@given(PLANS)
def test_it_reads_a_plan_as_it_was_written(plan: Steps) -> None:
    assert bare(reread(plan)) == plan


@given(PLANS, st.booleans())
def test_it_writes_what_is_left_after_an_answer(plan: Steps, taken: bool) -> None:
    """Whatever was open when it was answered, what follows is a plan of its own."""
    for place in range(1, len(plan)):
        left = follow(plan[place:], taken=taken)
        assert bare(reread(left, "s2" if plan[place:] == left else "")) == left
