"""The rules are a package of their own: what is in it, where it installs, what it does there."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from conquest import judge, registry
from conquest.core import fold
from conquest.kit import chance, record
from conquest.registry import AnyRules
from tests.database import ROOT
from tests.packaging.environments import (
    CURRENT,
    PYTHONS,
    build,
    find_python,
    install,
    packaged_files,
)
from tests.scheduling import choose_one

GAMES = ["armada", "bollwerk", "conquest", "espionage", "grand-conquest"]
SCRIPT = "zugpost-rules"
IMPORTS = """
import importlib, pkgutil, conquest
for module in pkgutil.walk_packages(conquest.__path__, "conquest."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            print(error.name)
"""
TYPED = """
from __future__ import annotations

from conquest import judge, registry
from conquest.core import Numbers, Outcome, Seat
from conquest.kit import chance


def propose(slug: str, state: object, seat: Seat) -> str:
    rules = registry.get_ruleset(slug)
    numbers: Numbers = chance.keyed_numbers(b"")
    return rules.composing.levels[0].propose_orders(state, seat, numbers)


def winners(slug: str, state: object) -> tuple[Seat, ...]:
    outcome: Outcome | None = registry.get_ruleset(slug).judgement.outcome(state)
    return outcome.winners if outcome else ()


text: int = judge.legal_orders({})[0]
"""


def run(programs: Path, program: str, *arguments: str, given: str = "", folder: Path) -> list[str]:
    """Run a program of an environment far from the repository; return the lines it prints."""
    done = subprocess.run(
        [programs / program, *arguments], input=given, cwd=folder, capture_output=True, text=True,
        env={"PATH": str(programs)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/METADATA"))
        return message_from_string(archive.read(name).decode())


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.split("/")[0].endswith("-info")}


def examples(slug: str) -> list[dict[str, Any]]:
    folders = registry.find_folders("examples")
    found = [json.loads(path.read_text()) for one in folders for path in sorted(one.glob("*.json"))]
    return [example for example in found if example["case"]["ruleset"] == slug]


def sample_record(rules: AnyRules) -> str:
    """Return the record of a game's sample, with as the site would write it."""
    sample = rules.telling.sample_game()
    assert sample is not None
    key, judgement = b"", rules.judgement
    events = list(judgement.start_game({}, chance.keyed_numbers(key)))
    state = fold(rules, None, events)
    for seat, text in sample.submissions:
        numbers = chance.keyed_numbers(key, judgement.numbers_drawn(state))
        happened = judgement.decide(
            state, seat, rules.notation.read_orders(state, seat, text), numbers
        )
        state = fold(rules, state, happened)
        events += happened
    return record.write_record(rules, {}, events)


# What is in it


def test_the_wheel_has_every_file_of_the_library_and_no_other(wheel: Path) -> None:
    assert names(wheel) == packaged_files()


def test_the_wheel_has_data_pictures_and_compiled_words_of_each_game(wheel: Path) -> None:
    """The control: the list of tracked files would be as short as the wheel, if both were wrong."""
    for game in ("armada", "bollwerk", "conquest", "espionage", "grand_conquest"):
        folder = f"conquest/rulesets/{game}"
        assert {f"{folder}/RULES.md", f"{folder}/LESSONS.de.md"} <= names(wheel)
        assert f"{folder}/locale/de/LC_MESSAGES/django.mo" in names(wheel)
    assert "conquest/islands/boards/four-islands.json" in names(wheel)
    assert "conquest/islands/static/boards/four-islands-light.svg" in names(wheel)
    assert "conquest/py.typed" in names(wheel)


def test_the_same_sources_make_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """Also where the wheel is built from the source archive, by which distributions build it."""
    again = build(ROOT / "conquest", tmp_path / "again", "sdist")
    [archive] = again.glob("*.tar.gz")
    assert archive.read_bytes() == (built / archive.name).read_bytes()
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    [wheel] = build(source, tmp_path / "from", "wheel").glob("*.whl")
    assert wheel.read_bytes() == (built / wheel.name).read_bytes()


def test_the_wheel_has_the_version_and_licence_of_the_site(wheel: Path) -> None:
    site = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert metadata(wheel)["Version"] == site["version"]
    assert metadata(wheel)["Requires-Python"].split(",") == ["<3.15", ">=3.11"]
    assert (ROOT / "conquest/LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    with zipfile.ZipFile(wheel) as archive:
        licences = [name.split("/")[-1] for name in archive.namelist() if "/licenses/" in name]
    assert sorted(licences) == ["LICENSE", "OFL.txt"]


def imported_packages() -> set[str]:
    """Return the packages that the modules of the library import, besides Python's own."""
    trees = [
        ast.parse((ROOT / path).read_text()) for path in packaged_files() if path.endswith(".py")
    ]
    found = {name.split(".")[0] for tree in trees for name in _imported_names(tree)}
    return found - {*sys.stdlib_module_names, "conquest"}


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module), level=0):
                yield module


def test_the_wheel_requires_exactly_what_it_imports(wheel: Path) -> None:
    wanted = [Requirement(line) for line in metadata(wheel).get_all("Requires-Dist", [])]
    assert {one.name for one in wanted} == imported_packages()
    assert [one.name for one in wanted if one.marker is None] == ["msgspec"]


# Where it installs


@pytest.mark.thorough
@pytest.mark.parametrize("version", [one for one in PYTHONS if one != CURRENT])
def test_the_wheel_judges_under_other_pythons_with_nothing_else(
    version: str, wheel: Path, tmp_path: Path
) -> None:
    python = find_python(version)
    if not python:
        # The other Pythons are not fetched: a machine tells of those that it has.
        pytest.skip(f"there is no Python {version} on this machine")
    programs = install(wheel, python, tmp_path / "installed")
    assert {*run(programs, "python", "-c", IMPORTS, folder=tmp_path)} == {"shapely"}
    given = "\n".join(json.dumps(examples(slug)[0]["case"]) for slug in GAMES)
    verdicts = run(programs, SCRIPT, "judge", "-", given=given, folder=tmp_path)
    assert [json.loads(line) for line in verdicts] == [examples(one)[0]["verdict"] for one in GAMES]


def test_there_is_no_django_and_no_painter(programs: Path, tmp_path: Path) -> None:
    for name in ("django", "resvg", "shapely", "pip"):
        with pytest.raises(AssertionError, match=f"No module named '{name}'"):
            run(programs, "python", "-c", f"import {name}", folder=tmp_path)


def test_all_modules_but_those_that_design_boards_need_nothing_else(
    programs: Path, tmp_path: Path
) -> None:
    assert {*run(programs, "python", "-c", IMPORTS, folder=tmp_path)} == {"shapely"}


def test_boards_are_drawn_as_svg_and_what_paints_them_is_said(
    programs: Path, tmp_path: Path
) -> None:
    code = """
from conquest import registry
from conquest.core import BoardStyle, Fault, fold
from conquest.kit import chance, picture
for rules in registry.find_rulesets().values():
    start = rules.judgement.start_game({}, chance.keyed_numbers(b""))
    svg = rules.telling.draw_board(fold(rules, None, start), BoardStyle())
    try:
        picture.paint_png(svg, 400)
    except Fault as fault:
        print(svg[:4], fault)
"""
    said = "<svg A board is painted as PNG by resvg, which is not installed."
    assert run(programs, "python", "-c", code, folder=tmp_path) == [said] * len(GAMES)


# What it does there


@pytest.mark.parametrize("slug", GAMES)
def test_the_program_judges_cases_and_lists_orders(
    slug: str, programs: Path, tmp_path: Path
) -> None:
    cases = [example["case"] for example in examples(slug)]
    assert len(cases) >= 5
    given = "\n".join(map(json.dumps, cases))
    verdicts = run(programs, SCRIPT, "judge", "-", given=given, folder=tmp_path)
    assert [*map(json.loads, verdicts)] == [example["verdict"] for example in examples(slug)]
    earlier = [{**case, "orders": case["orders"][:-1]} for case in cases]
    given = "\n".join(map(json.dumps, earlier))
    listed = run(programs, SCRIPT, "options", "--json", "-", given=given, folder=tmp_path)
    assert [*map(json.loads, listed)] == [judge.legal_orders(case) for case in earlier]
    assert any(map(json.loads, listed))


@pytest.mark.parametrize("slug", GAMES)
def test_the_program_replays_a_record(slug: str, programs: Path, tmp_path: Path) -> None:
    text = sample_record(registry.get_ruleset(slug))
    [said] = run(programs, SCRIPT, "replay", "-", given=text, folder=tmp_path)
    assert json.loads(said)["ruleset"] == slug
    assert json.loads(said)["outcome"]["reason"] in text
    forged = text.replace('"seq": 2', '"seq": 3', 1)
    with pytest.raises(AssertionError, match="-: "):
        run(programs, SCRIPT, "replay", "-", given=forged, folder=tmp_path)


@pytest.mark.parametrize("slug", choose_one(GAMES, "armada"))
def test_bots_play_a_tournament(slug: str, programs: Path, tmp_path: Path) -> None:
    [said] = run(
        programs, SCRIPT, "tournament", slug, "random", "random", "--games", "1", folder=tmp_path
    )
    assert json.loads(said)["games"] == 1


def test_a_type_checker_reads_its_types(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(TYPED)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--python-executable",
         str(programs / "python"), "script.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    [fault, total] = done.stdout.splitlines()
    assert fault.startswith("script.py:20: error: Incompatible types in assignment (expression has")
    assert total.startswith("Found 1 error in 1 file")
