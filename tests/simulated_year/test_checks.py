"""What the checks of a simulated year say: nothing of a year in which all is right, and something
for each fault that is planted in its record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.simulated_year import report
from tests.simulated_year.mailbox import Received
from tests.simulated_year.record import Asked, Deadline, Reader, Record, Sent, Span

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
ASKED = datetime(2026, 3, 2, 9, tzinfo=UTC)  # 10:00 in Berlin
DUE = datetime(2026, 3, 3, 19, tzinfo=UTC)  # 20:00 in Berlin, as docs/clocks.md has it
REMIND = DUE - (DUE - ASKED) / 4
PACE = {"clocks": {"turn": [24, 24, 24]}, "night": [22, 8], "days_off": True}
ALICE = Reader(
    name="Alice",
    zone="Europe/Berlin",
    address="alice@example.org",
    letters=True,
    reminders=True,
    manners=dict.fromkeys(("turn", "answer", "event", "table"), "now"),
    quiet=(23, 7),
    urgent_breaks_quiet=True,
    digest_hours=(8,),
    reminder_hours=(),
    most_an_hour=None,
    channels={5: "/1-0"},
)
ANSWERED = Asked(
    key=1, game=1, seat=1, person=1, pace="turn", kind="turn", number=1, opened=ASKED,
    deadlines=(Deadline(ASKED, DUE, REMIND),), told=ASKED + SECOND, closed=DUE + SECOND,
    closed_by="silence", closings=1, by_house=False, span_began=ASKED,
)  # fmt: skip
LETTER = Sent(
    key=1, name="decision-1", kind="decision", topic="turn", about=1, person=1, channel=None,
    created=ASKED, next_at=ASKED, status="sent", sent=ASKED + SECOND, gathered=False,
    message="delivery-1", game=1,
)  # fmt: skip
NOTICE = replace(LETTER, key=2, name="decision-1#5", channel=5, message="delivery-2")
REMINDED: dict[str, Any] = {
    "name": "reminder-1",
    "kind": "reminder",
    "created": REMIND,
    "sent": REMIND + SECOND,
}
REMINDER = replace(LETTER, key=3, message="delivery-3", **REMINDED)
REMINDER_NOTICE = replace(REMINDER, key=4, name="reminder-1#5", channel=5, message="delivery-4")
ROWS = [LETTER, NOTICE, REMINDER, REMINDER_NOTICE]
RECORD = Record(
    begin=ASKED - HOUR,
    end=DUE + 200 * HOUR,
    people={1: ALICE},
    paces={1: PACE},
    asked={1: ANSWERED},
    silences={1: [DUE + SECOND]},
    sent=ROWS,
    letters=[
        Received(ALICE.address, "delivery-1", ASKED + SECOND),
        Received(ALICE.address, "delivery-3", REMIND + SECOND),
    ],
    posts=[(ASKED + SECOND, "/1-0"), (REMIND + SECOND, "/1-0")],
)
DAY_OFF = {(1, date(2026, 3, 3)): [Span(ASKED - HOUR, None)]}


def _asked(**changes: Any) -> Record:
    return replace(RECORD, asked={1: replace(ANSWERED, **changes)})


def _alice(**changes: Any) -> Record:
    return replace(RECORD, people={1: replace(ALICE, **changes)})


def _manner(manner: str) -> dict[str, str]:
    return {**ALICE.manners, "turn": manner}


def _letter(**changes: Any) -> Record:
    return replace(RECORD, sent=[replace(LETTER, **changes), *ROWS[1:]])


def _reader_and_letter(reader: dict[str, Any], **changes: Any) -> Record:
    return replace(_letter(**changes), people={1: replace(ALICE, **reader)})


def _passed_on(**reader: Any) -> Record:
    """A year in which the mail server was out of order, and a channel told of what was asked."""
    return replace(
        RECORD,
        people={1: replace(ALICE, **reader)},
        outages={"letters": [Span(ASKED - HOUR, ASKED + HOUR)]},
        sent=[
            replace(LETTER, status="withdrawn", sent=None),
            replace(NOTICE, sent=ASKED + HOUR / 4),
            *ROWS[2:],
        ],
    )


NIGHT = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)  # 23:30 in Berlin
PLANTED: list[tuple[Callable[[], Record], str]] = [
    (lambda: _asked(closed=DUE - SECOND), "early: decision 1 was due"),
    (lambda: _asked(told=None), "early: decision 1 was answered by silence before its letter"),
    (
        lambda: _asked(deadlines=(Deadline(ASKED, DUE - HOUR, None),), closed=DUE - HOUR),
        "short: the clock of decision 1 had run for 23:00:00 of 1 day",
    ),
    (lambda: _asked(deadlines=(Deadline(ASKED, DUE + HOUR, None),)), "wrong: decision 1 was due"),
    (lambda: _asked(closings=2), "twice: decision 1 was closed 2 times"),
    (
        lambda: replace(RECORD, silences={1: [DUE + SECOND] * 2}),
        "twice: silence has played 1 times too often for seat 1",
    ),
    (lambda: replace(RECORD, silences={}), "twice: silence has played 1 times too seldom"),
    (
        lambda: _asked(deadlines=(*ANSWERED.deadlines, Deadline(REMIND, DUE + 3 * HOUR, None))),
        "in hours of rest",
    ),
    (lambda: replace(RECORD, days_off=DAY_OFF), "on a day off"),
    (
        lambda: replace(RECORD, days_off=DAY_OFF),
        "unprotected: decision 1 was answered by silence on a day off",
    ),
    (
        lambda: replace(RECORD, paces={1: {**PACE, "fixed_hour": {
            "days": [1], "hour": 21, "zone": "Europe/Berlin"}}}),
        "which is no fixed hour",
    ),
    (lambda: _asked(closed=None, closed_by=""), "stuck: decision 1 was due"),
    (lambda: _asked(closed=DUE + HOUR), "stuck: decision 1 was due"),
    (lambda: replace(RECORD, letters=RECORD.letters[1:]), "delivery-1 is called sent and never"),
    (lambda: replace(RECORD, letters=RECORD.letters * 2), "delivery-1 came 2 times to alice"),
    (
        lambda: replace(RECORD, letters=[*RECORD.letters, Received("bob", "delivery-9", ASKED)]),
        "delivery-9 came to bob from nowhere",
    ),
    (lambda: replace(RECORD, posts=RECORD.posts[1:]), "/1-0 was told 1 times, and 2 are called"),
    (lambda: replace(RECORD, sent=[LETTER, *ROWS[2:]]), "decision-1 took other ways to Alice"),
    (lambda: _alice(letters=False), "decision-1 took other ways to Alice"),
    (lambda: _alice(in_turn=(5, 0)), "decision-1 took other ways to Alice"),
    (lambda: _alice(channels={}), "decision-1 took other ways to Alice"),
    (lambda: _alice(manners=_manner("never")), "Alice wants to hear nothing of decision-1"),
    (lambda: _alice(reminders=False), "Alice wants no reminders, and got reminder-1"),
    (lambda: _alice(manners=_manner("digest")), "manner: decision-1 left 2026-03-02 09:00:01"),
    (lambda: _alice(manners=_manner("near")), "decision-1 came to Alice long before"),
    (lambda: _letter(sent=ASKED + HOUR), "manner: decision-1 left only"),
    (
        lambda: _reader_and_letter({"manners": _manner("digest")}, sent=ASKED + 24 * HOUR),
        "manner: decision-1 left only",
    ),
    (_passed_on, "manner: decision-1#5 left only"),
    (lambda: _letter(sent=NIGHT), "quiet: decision-1 left"),
    (
        lambda: _reader_and_letter({"most_an_hour": 1}, sent=REMIND - HOUR / 2),
        "cap: Alice got a letter",
    ),
    (lambda: replace(RECORD, sent=[]), "lost: Alice was never told of decision 1"),
    (lambda: _letter(status="dead", sent=None), "lost: decision-1 is dead"),
    (lambda: _letter(status="waiting", sent=None), "lost: decision-1 waits since"),
    (lambda: _letter(status="withdrawn", sent=None), "lost: decision-1 was wanted"),
    (
        lambda: replace(RECORD, sent=[replace(row, status="withdrawn", sent=None) for row in ROWS]),
        "lost: silence answered decision 1, of which Alice heard nothing",
    ),
    (lambda: replace(RECORD, sent=[*ROWS, LETTER]), "twice: decision-1 was told 2 times"),
]  # fmt: skip


def test_nothing_is_said_of_a_year_without_faults() -> None:
    assert report.find_violations(RECORD) == []


@pytest.mark.parametrize(("plant", "said"), PLANTED, ids=[said for _plant, said in PLANTED])
def test_control_each_planted_fault_is_found(plant: Callable[[], Record], said: str) -> None:
    assert any(said in found for found in report.find_violations(plant()))


@pytest.mark.parametrize(
    "wanted",
    [
        # In a digest at 8 the next morning, in Berlin.
        _reader_and_letter(
            {"manners": _manner("digest")}, sent=datetime(2026, 3, 3, 7, tzinfo=UTC)
        ),
        # What is asked at night, once quiet hours are over.
        _reader_and_letter(
            {"quiet": (9, 12)}, sent=datetime(2026, 3, 2, 11, tzinfo=UTC)
        ),
        # By the next channel, as the mail server was out of order.
        _passed_on(in_turn=(0, 5)),
    ],
    ids=["digest", "quiet", "passed on"],
)  # fmt: skip
def test_what_comes_as_its_reader_wants_it_is_no_fault(wanted: Record) -> None:
    about = ("decision-1 left", "decision-1#5 left only")
    found = report.find_violations(wanted)
    about_manner = [one for one in found if any(words in one for words in about)]
    assert about_manner == []


TURN = replace(ANSWERED, closed=ASKED + HOUR, closed_by="answer")
AGAIN = replace(
    TURN, key=2, opened=ASKED + 10 * HOUR, deadlines=(Deadline(ASKED + 10 * HOUR, DUE, None),),
    closed=None, closed_by="",
)  # fmt: skip


@pytest.mark.parametrize(("taken_back", "is_wrong"), [({}, True), ({1: [ASKED + 5 * HOUR]}, False)])
def test_a_turn_after_one_that_was_taken_back_has_the_time_of_a_new_one(
    taken_back: dict[int, list[datetime]], is_wrong: bool
) -> None:
    due = ASKED + 10 * HOUR + timedelta(days=1)
    pace = {"clocks": {"turn": [24, 24, 24]}}
    again = replace(AGAIN, deadlines=(Deadline(AGAIN.opened, due, None),))
    first = replace(TURN, deadlines=(Deadline(ASKED, ASKED + 40 * HOUR, None),))
    year = replace(RECORD, asked={1: first, 2: again}, taken_back=taken_back, paces={1: pace})
    found = [one for one in report.find_violations(year) if "wrong: decision 2" in one]
    assert bool(found) == is_wrong
