"""The registry of rule sets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conquest import registry
from conquest.core import Fault
from tests.servers import ROOT

GAME = """
from dataclasses import replace

from conquest.rulesets.conquest import RULES as CONQUEST

RULES = replace(CONQUEST, slug="elsewhere")
"""


def test_registry_finds_a_rule_set_for_each_folder() -> None:
    assert registry.get_ruleset("conquest").slug == "conquest"
    assert "conquest" in dict(registry.ruleset_choices())


def test_find_folders_of_families_and_rule_sets() -> None:
    kept = registry.find_folders("static")
    assert kept == tuple(
        sorted({rules.art.home / "static" for rules in registry.find_rulesets().values()})
    )
    assert all((folder / "boards").is_dir() for folder in kept)
    assert registry.find_folders("nothing") == ()


def test_added_package_has_its_rule_sets_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "further_games/elsewhere/locale").mkdir(parents=True)
    (tmp_path / "further_games/elsewhere/__init__.py").write_text(GAME)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_places", [*registry._places])
    try:
        registry.add_package("further_games")
        registry.add_package("further_games")
        assert registry.get_ruleset("elsewhere").title == registry.get_ruleset("conquest").title
        assert tmp_path / "further_games/elsewhere/locale" in registry.find_folders("locale")
        assert len(registry._places) == len({place.__name__ for place in registry._places})
    finally:
        registry.find_rulesets.cache_clear()


@pytest.mark.parametrize("package", ["", "nowhere", ".tests", "tests.nowhere", "conquest.registry"])
def test_adding_a_missing_package_is_a_fault(package: str) -> None:
    with pytest.raises(Fault, match="there is no package"):
        registry.add_package(package)


def test_setting_and_prompt_option_add_rule_sets() -> None:
    """The project itself does not name them: without the option it does not find them."""
    assert "skirmish" in dict(registry.ruleset_choices())
    told, untold = (run_prompt(*given, "fuzz", "skirmish", "--games", "0") for given in GIVEN)
    assert (told.returncode, untold.returncode) == (0, 1)
    assert "no rule set" in untold.stdout


GIVEN: tuple[tuple[str, ...], ...] = (("--rulesets", "tests.rulesets"), ())


def run_prompt(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conquest", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_prompt_reports_a_missing_package() -> None:
    said = run_prompt("--rulesets", "nowhere", "fuzz", "conquest")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "--rulesets: there is no package 'nowhere'\n"


@pytest.mark.parametrize("slug", ["", "chess", "../conquest", "Conquest"])
def test_unknown_rule_set_is_a_fault(slug: str) -> None:
    with pytest.raises(Fault):
        registry.get_ruleset(slug)
