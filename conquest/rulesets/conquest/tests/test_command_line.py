"""The judge and the options from the command line, as any program would call them (A3, A4, A20)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import conquest
from tests.conquest.islands.table import Json, options, set_up, verdict

GOOD = set_up("s1-s2-s3", dict(s1="south S", s3="west S"), "south: s1-s2; end")
REFUSED = set_up("s1-s2-s3", dict(s1="south S", s3="west S"), "south: s1-s3")
BROKEN = {**GOOD, "tempo": 3}


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "conquest", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(conquest.__file__).parents[1],
    )


def lines(*cases: Json) -> str:
    return "".join(json.dumps(case) + "\n" for case in cases)


def verdicts(done: subprocess.CompletedProcess[str]) -> list[Json]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_judge_writes_one_verdict_a_line() -> None:
    """A103: in the order of the cases."""
    done = run("judge", "-", given=lines(GOOD, REFUSED, GOOD))
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done) == [verdict(GOOD), verdict(REFUSED), verdict(GOOD)]


def test_refused_orders_are_an_answer_with_status_0() -> None:
    """A3: exit status 0."""
    done = run("judge", "-", given=lines(REFUSED))
    assert done.returncode == 0
    assert verdicts(done)[0]["refused"]["kind"] == "illegal"


def test_the_judge_reads_a_document_over_several_lines() -> None:
    """A103."""
    done = run("judge", "-", given=json.dumps(GOOD, indent=2))
    assert (done.returncode, verdicts(done)) == (0, [verdict(GOOD)])


def test_the_judge_reads_files(tmp_path: Path) -> None:
    """A103: one or several."""
    good, refused = tmp_path / "good.json", tmp_path / "refused.json"
    good.write_text(json.dumps(GOOD, indent=1), encoding="utf-8")
    refused.write_text(json.dumps(REFUSED), encoding="utf-8")
    done = run("judge", str(good), str(refused))
    assert (done.returncode, verdicts(done)) == (0, [verdict(GOOD), verdict(REFUSED)])


def test_a_fault_takes_the_place_of_the_verdict() -> None:
    """A20: one line on standard error, exit status 2 at the end."""
    done = run("judge", "-", given=lines(GOOD, BROKEN, REFUSED))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    first, second, third = verdicts(done)
    assert (first, third) == (verdict(GOOD), verdict(REFUSED))
    assert list(second) == ["fault"]


def test_a_case_that_is_not_json_is_a_fault() -> None:
    """A20: unreadable JSON, or JSON that is no case."""
    done = run("judge", "-", given="{nonsense\n" + lines(GOOD) + "[1, 2]\n7\n")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3
    said = verdicts(done)
    assert [list(one) for one in (said[0], said[2], said[3])] == [["fault"]] * 3
    assert said[1] == verdict(GOOD)
    assert "Traceback" not in done.stderr


DEEP = "[" * 100_000
HOSTILE = {
    "deep nesting": DEEP,
    "a deep piece": json.dumps({**GOOD, "position": {**GOOD["position"], "pieces": {"s1": DEEP}}}),
    "not a number": json.dumps(GOOD).replace('"number": 9', '"number": NaN'),
    "an endless number": json.dumps(GOOD).replace('"number": 9', f'"number": {"9" * 5000}'),
    "half a number": json.dumps(GOOD).replace('"number": 9', '"number": 9.5'),
    "a truth for a number": json.dumps(GOOD).replace('"number": 9', '"number": true'),
    "a key given twice": json.dumps(GOOD).replace('"orders":', '"view": "west", "view":'),
    "half a surrogate": '{"ruleset": "\\ud800"}',
    "nothing at all": "null",
    "a piece that is a list": json.dumps(
        {**GOOD, "position": {**GOOD["position"], "pieces": {"s1": ["south S"]}}}
    ),
    "a field that is a number": json.dumps({**GOOD, "board": {"fields": {"s1": 1}}}),
    "a road that is a number": json.dumps({**GOOD, "board": {**GOOD["board"], "roads": [1]}}),
}


@pytest.mark.parametrize("document", HOSTILE.values(), ids=HOSTILE)
def test_hostile_documents_are_faults(document: str) -> None:
    """A20: a fault each, in one line, and the next case is answered."""
    done = run("judge", "-", given=document + "\n" + lines(GOOD))
    assert done.returncode == 2
    first, second = verdicts(done)
    assert list(first) == ["fault"]
    assert second == verdict(GOOD)
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    """A20."""
    good = tmp_path / "good.json"
    good.write_text(json.dumps(GOOD), encoding="utf-8")
    done = run("judge", str(tmp_path / "none.json"), str(good))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert verdicts(done)[-1] == verdict(GOOD)


def test_options_are_listed_one_a_line(tmp_path: Path) -> None:
    """A44."""
    case = tmp_path / "case.json"
    case.write_text(json.dumps({**GOOD, "orders": []}), encoding="utf-8")
    done = run("options", str(case))
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["end", "s1-s2", "s1-s2xs3"]
    assert options({**GOOD, "orders": []}) == done.stdout.splitlines()


def test_a_faulty_case_has_no_options() -> None:
    """A20."""
    done = run("options", "-", given=lines(BROKEN))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
