"""What came of a rehearsal, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deploy.rehearsal.ledger import TurnWait, in_span, percentile_99
from deploy.rehearsal.rehearsal import RehearsalOutcome, RehearsalPlan, Trial

WELL = (
    "Nothing was lost, nothing counted twice, each decision had its letter, no deadline was early."
)
HEAD = "| host | what happened | turns | refused | longest | slowest of the others | whole after |"


def write_report(plan: RehearsalPlan, outcome: RehearsalOutcome) -> str:
    """Return the report as Markdown."""
    lines = [f"`{_command(plan)}`", "", *_counts(outcome), "", *_trials(outcome), ""]
    return "\n".join([*lines, *(outcome.wrong or [WELL]), ""])


def _command(plan: RehearsalPlan) -> str:
    arguments = f"--seed {plan.seed} --minutes {plan.minutes:g} --people {plan.people}"
    control = f" --control {plan.control}" if plan.control else ""
    return f"deploy/rehearsal/run {arguments}{control}"


def _counts(outcome: RehearsalOutcome) -> Iterator[str]:
    ledger = outcome.ledger
    yield "| what | |"
    yield "|---|---|"
    yield f"| faults | {len(outcome.trials)} |"
    yield f"| turns accepted | {len(ledger.turns)} |"
    yield f"| of them refused before | {len(_refused_turns(ledger.waits))} |"
    rest = percentile_99(_smooth_turns(ledger.waits))
    yield f"| 99 of 100 of the rest, accepted within | {rest:.1f} s |"
    yield f"| messages that the broker confirmed | {outcome.messages} |"
    yield f"| letters that came | {outcome.letters} |"
    yield f"| deadlines that passed | {outcome.expired} |"
    for status, count in sorted(ledger.statuses.items()):
        yield f"| answers with status {status or 'none'} | {count} |"


def _trials(outcome: RehearsalOutcome) -> Iterator[str]:
    yield HEAD
    yield "|---|---|---|---|---|---|---|"
    ends = [*(trial.since for trial in outcome.trials[1:]), outcome.ledger.now]
    for trial, end in zip(outcome.trials, ends, strict=True):
        yield _row(trial, in_span(outcome.ledger.waits, trial.since, end))


def _row(trial: Trial, waits: Sequence[TurnWait]) -> str:
    refused, smooth = _refused_turns(waits), _smooth_turns(waits)
    longest = max((wait.refused_for for wait in refused), default=0)
    slowest = max((wait.seconds for wait in smooth), default=0)
    cells = [trial.fault.target, trial.fault.name, len(waits), len(refused)]
    cells += [f"{longest:.1f} s", f"{slowest:.1f} s", _whole(trial)]
    return f"| {' | '.join(map(str, cells))} |"


def _whole(trial: Trial) -> str:
    """Say when all was whole again, and what somebody had to do for that."""
    whole = "never" if trial.whole is None else f"{trial.whole - trial.until:.0f} s"
    return f"{whole}, {' and '.join(trial.restarted)} started again" if trial.restarted else whole


def _refused_turns(waits: Sequence[TurnWait]) -> list[TurnWait]:
    return [wait for wait in waits if wait.refused is not None]


def _smooth_turns(waits: Sequence[TurnWait]) -> list[TurnWait]:
    return [wait for wait in waits if wait.refused is None]
