"""Conditions in plans, read and written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conquest.islands import orders
from conquest.islands.branches import Fork, Plan, PlannedOrder, follow_branch, orders_of, plan_of
from conquest.islands.orders import March, OneWordOrder

CAPTURE = March("", 0, ("s1", "s2"), "x")


def block(inner: st.SearchStrategy[Plan] | None = None) -> st.SearchStrategy[Plan]:
    """Return plans, some of whose captures are followed by conditions."""
    single = st.just((PlannedOrder(0, OneWordOrder("end")),))
    if inner is None:
        return st.lists(single, max_size=2).map(lambda lists: sum(lists, ()))
    forked = st.builds(
        lambda taken, otherwise: (PlannedOrder(0, CAPTURE), Fork("s2", taken, otherwise)),
        inner,
        inner,
    )
    return st.lists(single | forked, max_size=3).map(lambda lists: sum(lists, ()))


PLANS = block(block(block()))


def bare(steps: Plan) -> Plan:
    """Return a plan without the places of its orders."""
    return tuple(
        PlannedOrder(0, step.order)
        if isinstance(step, PlannedOrder)
        else Fork(step.field, bare(step.taken), bare(step.otherwise))
        for step in steps
    )


def reread(steps: Plan, captured: str = "") -> Plan:
    texts = [orders.write_order(order) for order in orders_of(steps)]
    return plan_of([orders.read_order(text, str) for text in texts], captured=captured)


@given(PLANS)
def test_a_plan_with_conditions_is_read_as_it_was_written(plan: Plan) -> None:
    assert bare(reread(plan)) == plan


@given(PLANS, st.booleans())
def test_the_rest_of_a_plan_is_written_after_an_answer(plan: Plan, taken: bool) -> None:
    """Whatever was open when it was answered, what follows is a plan of its own."""
    for place in range(1, len(plan)):
        left = follow_branch(plan[place:], taken=taken)
        assert bare(reread(left, "s2" if plan[place:] == left else "")) == left
