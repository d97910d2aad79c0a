"""A folder for an embedded server."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder that the server can reach where its own user runs it; pytest's are closed."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "site" / "postgres"
