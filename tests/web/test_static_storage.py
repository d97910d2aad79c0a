"""Static files as a real site serves them: collected, and named after their content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from conquest import boards, registry
from tests import collected, database, servers
from web.static_storage import HashedStaticStorage

IMPORTED = re.compile(r'^import [^;]+ from "\./([^"]+)";', re.MULTILINE)


@pytest.fixture
def static(settings: Any, tmp_path: Path) -> Path:
    """The folder with all static files, collected as for a real site."""
    collected.into(servers.environment(database.url("postgres"), tmp_path))
    settings.STATIC_ROOT = tmp_path / "static"
    backend = {"BACKEND": "web.static_storage.HashedStaticStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    return tmp_path / "static"


def test_it_names_scripts_after_their_content_wherever_one_imports_another(
    static: Path,
) -> None:
    storage = HashedStaticStorage()
    script = static / storage.stored_name("js/game.js")
    imported = IMPORTED.findall(script.read_text())
    assert len(imported) == len(IMPORTED.findall(Path(str(finders.find("js/game.js"))).read_text()))
    for name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name)
        assert (static / "js" / name).is_file()


def test_it_collects_the_boards_of_every_rule_set(static: Path) -> None:
    storage = HashedStaticStorage()
    for rules in registry.find_rulesets().values():
        for path, content in boards.board_files(rules):
            name = storage.stored_name(f"boards/{path.name}")
            assert (static / name).read_bytes() == content
