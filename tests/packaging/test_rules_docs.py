"""The documentation of the rules: it builds, names all that is public, and its examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from conquest import judge, registry
from tests.database import ROOT
from tests.packaging.environments import packaged_files

DOCS = ROOT / "docs/rules"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "conquest/README.md"]
RUNNER = ROOT / "tests/packaging/run_examples.py"
MODULE = re.compile(r"^\| `(conquest[\w.]*)` \|", re.MULTILINE)
CONTRACT = re.compile(r"^conquest\.core\.\w+\.(\w+(?:\.\w+)?)$")
JSON_BLOCK = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the documentation as ``make docs`` does; return its folder."""
    folder = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-c", str(DOCS), "-q", "-W"]
    done = subprocess.run(
        [*command, "--keep-going", "-d", str(folder / "doctrees"), str(ROOT / "docs"),
         str(folder / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "site"


def documented_names(site: Path) -> set[str]:
    """Return the names of Python that have a place in the documentation, from its inventory; those
    of the contract as they are imported, from ``conquest.core``."""
    head_lines, packed = 4, (site / "objects.inv").read_bytes()
    lines = zlib.decompress(packed.split(b"\n", head_lines)[head_lines]).decode().splitlines()
    names = {line.split()[0] for line in lines if " py:" in line}
    return names | {CONTRACT.sub(r"conquest.core.\1", name) for name in names}


def public_names(module: str) -> set[str]:
    """Return what a public module has for others, with the methods of its classes."""
    loaded = importlib.import_module(module)
    own = [name for name, value in vars(loaded).items() if _is_own(module, value)]
    names = [name for name in getattr(loaded, "__all__", own) if name[0] != "_"]
    methods = [f"{name}.{method}" for name in names for method in _methods(getattr(loaded, name))]
    return {f"{module}.{name}" for name in [*names, *methods]}


def _methods(value: object) -> list[str]:
    members = dict(vars(value)) if inspect.isclass(value) else {}
    for name in getattr(value, "__dataclass_fields__", ()):
        members.pop(name, None)  # it is told by the class, also where its default is a function
    kinds = (FunctionType, property, cached_property)
    return [name for name, one in members.items() if name[0] != "_" and isinstance(one, kinds)]


def _is_own(module: str, value: object) -> bool:
    is_defined = inspect.isclass(value) or inspect.isfunction(value)
    return is_defined and getattr(value, "__module__", "") == module


def missing_names(names: Iterable[str], site: Path) -> set[str]:
    return {*names} - documented_names(site)


@pytest.fixture(scope="module")
def modules() -> list[str]:
    return MODULE.findall((DOCS / "public.md").read_text())


def test_the_documentation_builds_with_a_page_for_each_value(site: Path) -> None:
    values = registry.get_ruleset("conquest").__dataclass_fields__.keys() - {"slug", "title"}
    pages = {path.stem for path in (site / "rules/contract").glob("*.html")}
    assert {name.replace("standing", "standing_orders") for name in values} <= pages


def test_every_public_name_is_documented(modules: list[str], site: Path) -> None:
    assert len(modules) >= 10
    for module in modules:
        assert missing_names(public_names(module), site) == set()


def test_a_public_name_that_is_forgotten_is_found(modules: list[str], site: Path) -> None:
    """The control: public names are many, and one that no page has is missing."""
    assert len(set().union(*map(public_names, modules))) > 100
    assert missing_names(["conquest.judge.verdict", "conquest.fuzz.FuzzGame"], site) == {
        "conquest.fuzz.FuzzGame"
    }


def test_all_modules_of_the_contract_are_in_it(site: Path) -> None:
    names = documented_names(site)
    for path in (ROOT / "conquest/core").glob("[a-z]*.py"):
        assert f"conquest.core.{path.stem}" in names


def run_examples(programs: Path, pages: Iterable[Path]) -> subprocess.CompletedProcess[str]:
    """Run the examples of pages where the package is installed and nothing else."""
    return subprocess.run(
        [programs / "python", str(RUNNER), *map(str, pages)], capture_output=True, text=True,
        env={"PATH": f"{programs}:/usr/bin:/bin"}, check=False,
    )  # fmt: skip


def test_the_examples_run(programs: Path) -> None:
    done = run_examples(programs, PAGES)
    assert done.returncode == 0, done.stdout
    ran = int(re.findall(r"^(\d+) blocks, 0 failed$", done.stdout, re.MULTILINE)[0])
    blocks = [
        re.findall(r"^```(?:pycon|console)$", page.read_text(), re.MULTILINE) for page in PAGES
    ]
    assert ran == sum(map(len, blocks)) > 20


@pytest.mark.parametrize(
    "block",
    ["```pycon\n>>> 1 + 1\n3\n```\n", "```pycon\n>>> import django\n```\n",
     "```console\n$ zugpost-rules --help | head -1\nusage: python\n```\n"],
)  # fmt: skip
def test_an_example_that_says_something_else_is_found(
    block: str, programs: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{block}")
    done = run_examples(programs, [page])
    assert done.returncode == 1
    assert done.stdout.endswith("1 blocks, 1 failed\n")


def test_the_examples_in_docstrings_run() -> None:
    modules = [path for path in packaged_files() if path.endswith(".py")]
    paths = [path for path in modules if ">>> " in (ROOT / path).read_text()]
    tried = {path: doctest.testmod(_module_of(path)) for path in paths}
    assert len(tried) >= 3
    assert [path for path, result in tried.items() if result.failed or not result.attempted] == []


def _module_of(path: str) -> ModuleType:
    return importlib.import_module(
        path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    )


def test_the_cases_of_the_notation_can_be_judged() -> None:
    blocks = [
        json.loads(text) for text in JSON_BLOCK.findall((ROOT / "docs/notation.md").read_text())
    ]
    cases = [block for block in blocks if "ruleset" in block]
    assert len(cases) >= 4
    assert [verdict for verdict in map(judge.verdict, cases) if "fault" in verdict] == []
