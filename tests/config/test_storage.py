"""Static files as a real site serves them: collected, and named after their content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from config.storage import Static
from conquest import boards, registry

IMPORTED = re.compile(r'^import [^;]+ from "\./([^"]+)";', re.MULTILINE)


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    """The folder with all static files, collected as for a real site."""
    backend = {"BACKEND": "config.storage.Static"}
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path / "static"


def test_it_names_scripts_after_their_content_wherever_one_imports_another(
    collected: Path,
) -> None:
    storage = Static()
    script = collected / storage.stored_name("js/game.js")
    imported = IMPORTED.findall(script.read_text())
    assert len(imported) == len(IMPORTED.findall(Path(str(finders.find("js/game.js"))).read_text()))
    for name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name)
        assert (collected / "js" / name).is_file()


def test_it_collects_the_boards_of_every_rule_set(collected: Path) -> None:
    storage = Static()
    for rules in registry.found().values():
        for path, content in boards.drawn(rules):
            name = storage.stored_name(f"boards/{path.name}")
            assert (collected / name).read_bytes() == content
