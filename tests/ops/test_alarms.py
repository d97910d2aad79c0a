"""Each alarm sounds when it should and not before, by Prometheus's own tests of rules."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.database import ROOT

RULES = ROOT / "deploy/zugpost.rules.yml"
CASES = ROOT / "deploy/zugpost.rules.test.yml"
ALARMS: list[dict[str, Any]] = yaml.safe_load(RULES.read_text())["groups"][0]["rules"]
SLOW = [alarm["alert"] for alarm in ALARMS if "for" in alarm]

needs_promtool = pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is missing")


def run_cases(folder: Path, rules: str) -> subprocess.CompletedProcess[str]:
    """Run the cases on these rules."""
    (folder / RULES.name).write_text(rules)
    shutil.copy(CASES, folder)
    command = ["promtool", "test", "rules", str(folder / CASES.name)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rules_with(name: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Return the rules with one alarm changed."""
    groups = yaml.safe_load(RULES.read_text())
    [alarm] = [one for one in groups["groups"][0]["rules"] if one["alert"] == name]
    before = dict(alarm)
    change(alarm)
    assert alarm != before
    return yaml.safe_dump(groups)


def drop_threshold(alarm: dict[str, Any]) -> None:
    alarm["expr"] = re.sub(r"(.*) (==|>|unless) .*", r"\1", alarm["expr"])


def drop_patience(alarm: dict[str, Any]) -> None:
    del alarm["for"]


def test_every_alarm_has_cases_where_it_sounds_and_where_it_does_not() -> None:
    cases = [
        (case["alertname"], "exp_alerts" in case)
        for group in yaml.safe_load(CASES.read_text())["tests"]
        for case in group["alert_rule_test"]
    ]
    names = {alarm["alert"] for alarm in ALARMS}
    assert set(cases) == {(name, sounds) for name in names for sounds in (True, False)}


@needs_promtool
def test_every_alarm_sounds_when_it_should(tmp_path: Path) -> None:
    done = run_cases(tmp_path, RULES.read_text())
    assert (done.returncode, done.stderr) == (0, "")


@needs_promtool
@pytest.mark.parametrize("name", [alarm["alert"] for alarm in ALARMS])
def test_an_alarm_without_its_threshold_fails(name: str, tmp_path: Path) -> None:
    done = run_cases(tmp_path, rules_with(name, drop_threshold))
    assert done.returncode != 0
    assert f"alertname: {name}," in done.stdout + done.stderr


@needs_promtool
@pytest.mark.parametrize("name", SLOW)
def test_an_alarm_without_its_patience_fails(name: str, tmp_path: Path) -> None:
    done = run_cases(tmp_path, rules_with(name, drop_patience))
    assert done.returncode != 0
    assert f"alertname: {name}," in done.stdout + done.stderr
