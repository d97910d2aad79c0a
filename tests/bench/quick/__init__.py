"""Three minutes of measuring: rules against python-chess, requests against the frozen POST.

All is time of a core, which depends less on what else runs than the time that passes. What is
measured and its yardstick take turns in every round; told are the medians of the rounds' ratios,
which are compared with those that were kept for the last release.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping

from conquest.bench import Measurements
from tests.bench.quick import kept

ROUNDS = 15

# Each measures one round, and returns the seconds of a core of one act.
Costs = Mapping[str, Callable[[], float]]


def measure_ratios(figures: Measurements, costs: Costs) -> kept.Ratios:
    """Return how often each cost is that of the yardstick, which is the first; print it with the
    lowest and highest round."""
    rounds = [{name: measure() for name, measure in costs.items()} for _ in range(ROUNDS)]
    yardstick, *others = costs
    ratios = {}
    for name in others:
        measure = f"{name} against {yardstick}"
        of_rounds = [one[name] / one[yardstick] for one in rounds]
        ratios[measure] = statistics.median(of_rounds)
        figures.print_figure(measure, ratios[measure], "times")
        figures.print_figure(f"{measure}, lowest round", min(of_rounds), "times")
        figures.print_figure(f"{measure}, highest round", max(of_rounds), "times")
    return ratios


def compare_ratios(
    figures: Measurements, measure_all: Callable[[], kept.Ratios], before: kept.Ratios
) -> kept.Ratios:
    """Measure, and let each figure be missing that has grown; return all.

    Where one seems to have grown, all are measured once more, and the better ones count: what else
    runs on a machine takes turns at being in the way of either.
    """
    ratios = measure_all()
    if kept.find_slower(ratios, before):
        again = measure_all()
        ratios = {name: min(ratio, again[name]) for name, ratio in ratios.items()}
    for name in kept.find_slower(ratios, before):
        with figures.skip_failures(name):
            raise AssertionError(f"{ratios[name] / before[name]:.2f} times what it was")
    return ratios
