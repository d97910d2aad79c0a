"""The command line: input, output, and faults for anything invalid."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conquest import registry
from conquest.__main__ import main
from conquest.kit import chance, record

BOARD = {
    "fields": {
        "s1": "land",
        "s2": "land",
        "s3": "land",
        "st1": "castle south",
        "wt1": "castle west",
    },
    "roads": ["s1-s2", "s2-s3"],
}
POSITION = {"turn": "south", "number": 9, "pieces": {"s1": "south K", "s3": "west E"}}
CASE: dict[str, Any] = {"ruleset": "conquest", "board": BOARD, "position": POSITION}
HUGE = 10**40

Run = Callable[..., tuple[int, list[str], list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command: its status, printed lines and error lines."""

    def run(*arguments: str, given: str = "") -> tuple[int, list[str], list[str]]:
        stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "surrogatepass")))
        monkeypatch.setattr("sys.stdin", stdin)
        status = main(arguments)
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err.splitlines()

    return run


def case_with(**change: Any) -> dict[str, Any]:
    return {**CASE, **change}


def position_with(**change: Any) -> dict[str, Any]:
    return {**CASE, "position": {**POSITION, **change}}


FAULTS: dict[str, Any] = {
    "no case": [],
    "nothing": None,
    "a number": 7,
    "an unknown key": case_with(tempo=1),
    "no ruleset": {"board": "four-islands"},
    "an unknown ruleset": case_with(ruleset="chess"),
    "a ruleset of a wrong type": case_with(ruleset=["conquest"]),
    "a seed of a wrong type": case_with(seed=7),
    "an unknown option": case_with(options={"limits": {}}),
    "options of a wrong type": case_with(options=[]),
    "a strange option": case_with(options={"last_two": ["all"]}),
    "seats on an inline board": case_with(options={"seats": ["south", "west"]}),
    "one seat": {"ruleset": "conquest", "board": "four-islands", "options": {"seats": ["south"]}},
    "a seat twice": {
        "ruleset": "conquest",
        "board": "four-islands",
        "options": {"seats": ["south", "South"]},
    },
    "no board": {"ruleset": "conquest"},
    "an unknown board": {"ruleset": "conquest", "board": "five-islands"},
    "an inline board without position": {"ruleset": "conquest", "board": BOARD},
    "a position of a wrong type": case_with(position=[]),
    "no turn": case_with(position={"number": 1, "pieces": {}}),
    "a turn of nobody": position_with(turn="green"),
    "a turn of a seat that does not play": position_with(turn="east"),
    "a number that is none": position_with(number="9"),
    "a number that is true": position_with(number=True),
    "a number that is not whole": position_with(number=9.0),
    "a huge number": position_with(number=HUGE),
    "a negative counter": position_with(used=-1),
    "a strange counter": position_with(since_capture=-2),
    "an unknown field": position_with(pieces={"s9": "south S"}),
    "a field twice": position_with(pieces={"s1": "south S", "S1": "south S"}),
    "a piece of nobody": position_with(pieces={"s1": "east S"}),
    "a camel": position_with(pieces={"s1": "south M"}),
    "a load too heavy": position_with(pieces={"s1": "south C(S,S)"}),
    "a foreign load": position_with(pieces={"s1": "south E(west S)"}),
    "a vessel on land": position_with(pieces={"s1": "south B"}),
    "captures of nobody": position_with(captured={"green": 1}),
    "steps of another shape": position_with(steps={"s1": "1(0)"}),
    "steps of nobody": position_with(steps={"s2": "1"}),
    "a plan without a window": position_with(plan=["s1-s2"]),
    "a window of the attacker": position_with(window={"seat": "south", "at": "s1"}),
    "a window at nothing": position_with(window={"seat": "west", "at": "s2"}),
    "a window of strange losses": position_with(window={"seat": "west", "at": "s1", "lost": "Q"}),
    "a plan that cannot be read": position_with(
        window={"seat": "west", "at": "s1"}, plan=["s1-s2", "nonsense"]
    ),
    "a flag that is none": position_with(risked=1),
    "orders of a wrong type": case_with(orders={"south": "end"}),
    "an entry of a wrong type": case_with(orders=[["south", "end", "west"]]),
    "an entry of a seat that does not play": case_with(orders=[["east", "end"]]),
    "a view of nobody": case_with(view="green"),
    "a view of a wrong type": case_with(view=["south"]),
    "standing orders of a wrong type": case_with(standing={"west": "pass"}),
    "standing orders that cannot be read": case_with(standing={"west": ["perhaps"]}),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS)
def test_invalid_case_prints_its_fault(run: Run, case: Any) -> None:
    """A2, A6, A19, A20."""
    for command in ("judge", "options", "show"):
        status, said, complaints = run(command, "-", given=json.dumps(case))
        assert status == 2
        assert [list(json.loads(line)) for line in said] == [["fault"]]
        assert len(complaints) == 1


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "{",
        "[" * 100_000,
        '{"ruleset": "conquest", "ruleset": "conquest"}',
        '{"ruleset": NaN}',
        '{"ruleset": ' + "9" * 10_000 + "}",
        "\x00",
        "\ud800",
        '{"ruleset": "\\ud800"}',
        '{\n  "ruleset": "conquest",\n  "board": {\n  }\n',
    ],
)
def test_invalid_json_prints_its_fault(run: Run, text: str) -> None:
    status, said, complaints = run("judge", "-", given=text)
    assert status == 2
    assert [list(json.loads(line)) for line in said] == [["fault"]]
    assert len(complaints) == 1


def test_judge_answers_every_case_in_its_place(run: Run, tmp_path: Path) -> None:
    """A103: over several files, and over several lines with faults between."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE, indent=4), "utf-8")
    given = "\n".join([json.dumps(CASE), "", "nonsense", json.dumps(CASE)])
    status, said, complaints = run("judge", str(file), "-", str(tmp_path / "none"), given=given)
    kinds = ["fault" if "fault" in json.loads(line) else "verdict" for line in said]
    assert kinds == ["verdict", "verdict", "fault", "verdict", "fault"]
    assert (status, len(complaints)) == (2, 2)


def test_judge_prints_nothing_for_empty_input(run: Run) -> None:
    assert run("judge", "-", given="\n \n") == (0, [], [])


def test_options_of_several_cases_are_divided_by_an_empty_line(run: Run) -> None:
    """A44."""
    status, said, _ = run("options", "-", given=json.dumps(CASE) + "\n" + json.dumps(CASE))
    listed = ["end", "s1-s2", "s1-s2xs3"]
    assert (status, said) == (0, [*listed, "", *listed])


def test_options_are_empty_once_the_game_is_over(run: Run) -> None:
    """A44: the orders of the case come first."""
    case = {**CASE, "orders": [["south", "s1-s2xs3"]]}
    assert run("options", "-", given=json.dumps(case)) == (0, [], [])


def test_options_of_several_cases_can_be_told_apart(run: Run) -> None:
    """A44, A103: also those of games that are over, which have none."""
    over = {**CASE, "orders": [["south", "s1-s2xs3"]]}
    given = "\n".join(map(json.dumps, (over, CASE, over, over, CASE, over)))
    listed = ["end", "s1-s2", "s1-s2xs3"]
    assert run("options", "-", given=given)[1] == ["", *listed, "", "", "", *listed, ""]
    said = run("options", "--json", "-", given=given)[1]
    assert list(map(json.loads, said)) == [[], listed, [], [], listed, []]


def test_show_prints_a_position_in_words(run: Run) -> None:
    _, said, _ = run("show", "-", given=json.dumps(CASE))
    assert said[:3] == ["Turn 9: South, 20 points.", "South: knight s1.", "West: elephant s3."]


def test_replay_verifies_a_record(run: Run, tmp_path: Path) -> None:
    rules = registry.get_ruleset("conquest")
    events = rules.judgement.start_game({}, chance.keyed_numbers(bytes(32)))
    file = tmp_path / "record.txt"
    file.write_text(record.write_record(rules, {"Board": "four-islands"}, events), "utf-8")
    status, said, _ = run("replay", str(file))
    assert (status, json.loads(said[0])["outcome"]) == (0, None)
    status, said, complaints = run("replay", "-", given=file.read_text("utf-8")[:-20])
    assert (status, said, len(complaints)) == (2, [], 1)


def test_fuzz_and_bench_print_their_figures(run: Run) -> None:
    status, said, _ = run("fuzz", "skirmish", "--games", "1", "--seed", "2")
    assert (status, json.loads(said[0])["games"]) == (0, 1)
    assert run("fuzz", "chess")[0] == 1
    _, said, _ = run("bench", "--seconds", "0.01")
    assert {json.loads(line)["measure"] for line in said} >= {"orders_per_second", "options_ms"}
