"""Static files as a real site serves them: collected, and named after their content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conquest import boards, registry
from tests import collected, database, servers
from web.static_storage import HashedStaticStorage


@pytest.fixture
def static(settings: Any, tmp_path: Path) -> Path:
    """The folder with all static files, collected as for a real site."""
    collected.into(servers.environment(database.url("postgres"), tmp_path))
    settings.STATIC_ROOT = tmp_path / "static"
    backend = {"BACKEND": "web.static_storage.HashedStaticStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    return tmp_path / "static"


def test_a_script_is_put_together_with_all_that_it_imports(static: Path) -> None:
    """A page after a deploy never has old modules beside new ones."""
    script = (static / HashedStaticStorage().stored_name("js/game.js")).read_text()
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert script.count("class Composer") == script.count("class Chart") == 1


def test_joined_style_sheets_name_fonts_after_their_content(static: Path) -> None:
    sheet = (static / HashedStaticStorage().stored_name("css/pages.css")).read_text()
    fonts = re.findall(r'url\("\.\./fonts/([^"]+)"\)', sheet)
    assert fonts
    for name in fonts:
        assert re.search(r"\.[0-9a-f]{12}\.woff2$", name)
        assert (static / "fonts" / name).is_file()


def test_boards_of_every_rule_set_are_collected(static: Path) -> None:
    storage = HashedStaticStorage()
    for rules in registry.find_rulesets().values():
        for path, content in boards.board_files(rules):
            name = storage.stored_name(f"boards/{path.name}")
            assert (static / name).read_bytes() == content
