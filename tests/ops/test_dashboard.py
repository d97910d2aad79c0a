"""The dashboard for Grafana asks for metrics that the site exports, and for all of them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ops import health
from ops.metrics import HealthCollector
from tests.database import ROOT

DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana/zugpost.json").read_text())
METRIC = re.compile(r"\bzugpost_\w+")


def list_queries() -> list[str]:
    return [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


def list_metrics(queries: Iterable[str]) -> set[str]:
    return {name for query in queries for name in METRIC.findall(query)}


def exported_metrics() -> set[str]:
    return {family.name for family in HealthCollector(health.current_health()).collect()}


def find_unknown(queries: Iterable[str]) -> list[str]:
    """Return the queries that name no metric, or one that the site does not export."""
    known = exported_metrics()
    names = {query: set(METRIC.findall(query)) for query in queries}
    return [query for query, found in names.items() if not found or found - known]


@pytest.mark.django_db
def test_every_query_of_the_dashboard_names_metrics_that_are_exported() -> None:
    assert find_unknown(list_queries()) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["max(zugpost_letters_lost)", "zugpost_letters_due / zugpost_letters_all", "up"]
)
def test_a_query_of_the_dashboard_for_anything_else_is_found(query: str) -> None:
    assert find_unknown([query, "max(zugpost_letters_due)"]) == [query]


@pytest.mark.django_db
def test_every_metric_is_on_the_dashboard() -> None:
    assert exported_metrics() == list_metrics(list_queries())


def test_the_dashboard_offers_the_sites_of_an_exported_metric() -> None:
    [sites] = [one for one in DASHBOARD["templating"]["list"] if one["name"] == "instance"]
    assert list_metrics([sites["query"]]) <= list_metrics(list_queries())


def test_panels_of_the_dashboard_do_not_overlap() -> None:
    cells = [cell for panel in DASHBOARD["panels"] for cell in _cells(**panel["gridPos"])]
    assert len(cells) == len(set(cells))
    assert all(x < 24 for x, _ in cells)


def _cells(*, x: int, y: int, w: int, h: int) -> Iterator[tuple[int, int]]:
    return ((column, row) for column in range(x, x + w) for row in range(y, y + h))


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is missing")
def test_prometheus_understands_every_query_of_the_dashboard(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": query} for number, query in enumerate(list_queries())
    ]
    (tmp_path / "rules.yml").write_text(
        yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]})
    )
    command = ["promtool", "check", "rules", str(tmp_path / "rules.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
