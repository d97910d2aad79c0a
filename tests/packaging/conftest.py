"""The package is built once for all tests of it, and installed once into an empty environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.database import ROOT
from tests.packaging.environments import build, install


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source archive."""
    return build(ROOT / "conquest", tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="session")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment that has the package, and no Django."""
    return install(wheel, sys.executable, tmp_path_factory.mktemp("installed"))
