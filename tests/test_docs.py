"""What the documents promise is what there is."""

from __future__ import annotations

import ast
import re

import pytest

from tests import database

ROOT = database.ROOT
FOLDERS = [
    "accounts", "config", "conquest", "db", "games", "inbox", "leagues", "mail", "ops", "tests",
    "api", "feeds", "records", "reports", "seasons", "talk", "training", "trial", "web",
]  # fmt: skip
RUNNING = (ROOT / "docs/running.md").read_text()


def settings() -> set[str]:
    """Collect the names that config reads from the environment."""
    found = set()
    for path in (ROOT / "config").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("env")), args=[ast.Constant(str(name)), *_]
                ):
                    found.add(name)
    return found


def test_the_settings_are_found() -> None:
    assert {"DATABASE_URL", "SECRET_KEY", "QUEUE"} <= settings()


@pytest.mark.parametrize("name", sorted(settings()))
def test_every_setting_is_described(name: str) -> None:
    assert f"`{name}`" in RUNNING


def test_no_setting_is_described_that_is_not_there() -> None:
    first = re.findall(r"^\| (`[^|]+) \|", RUNNING, re.MULTILINE)
    described = set(re.findall(r"`(\w+)`", " ".join(first)))
    assert described == settings()


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
)
def test_links_of_the_documents_lead_to_what_is_there(page: str) -> None:
    source = ROOT / page
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", source.read_text()):
        assert (source.parent / target).resolve().exists(), target


def test_every_module_has_a_docstring() -> None:
    silent = [
        path.relative_to(ROOT).as_posix()
        for folder in (
            "accounts",
            "config",
            "conquest",
            "db",
            "api",
            "feeds",
            "games",
            "inbox",
            "leagues",
            "mail",
            "ops",
            "records",
            "reports",
            "seasons",
            "talk",
            "tests",
            "training",
            "trial",
            "web",
        )
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "__init__.py"
        and not ast.get_docstring(ast.parse(path.read_text()))
        and "migrations" not in path.parts
    ]
    assert silent == []


def test_no_document_names_a_path_of_one_machine() -> None:
    paths = re.compile(r"(?<![\w.])/(home|root|work|Users)/")
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "Makefile"]
    assert [str(path) for path in texts if paths.search(path.read_text())] == []


def test_the_index_of_decisions_lists_each_of_them() -> None:
    folder = ROOT / "docs/decisions"
    listed = re.findall(
        r"^\| \[\d+\]\(([^)]+)\) \|", (folder / "README.md").read_text(), re.MULTILINE
    )
    assert listed == sorted(path.name for path in folder.glob("[0-9]*.md"))
