"""The Makefile finds a Python by itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import database

WORKS = "#!/bin/sh\n"
BROKEN = "#!/bin/sh\nexit 127\n"


def made(folder: Path, pythons: dict[str, str]) -> str:
    """Have a venv made where nothing but these Pythons is found; return what make said."""
    for name, script in pythons.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    make = shutil.which("make")
    assert make is not None
    command = [make, f"VENV={folder}/venv", f"{folder}/venv/bin/python"]
    done = subprocess.run(
        command, cwd=database.ROOT, env={"PATH": str(folder)}, capture_output=True, text=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("pythons", "newest"),
    [
        ({"python3.11": WORKS, "python3.13": WORKS, "python3.12": WORKS}, "python3.13"),
        ({"python3.14": BROKEN, "python3.11": WORKS, "python3": WORKS}, "python3.11"),
        ({"python3": WORKS}, "python3"),
    ],
)
def test_it_takes_the_newest_python_that_runs(
    pythons: dict[str, str], newest: str, tmp_path: Path
) -> None:
    assert f"with {newest}:" in made(tmp_path, pythons)


def test_it_says_in_one_sentence_that_there_is_none(tmp_path: Path) -> None:
    said = made(tmp_path, {"python3": BROKEN})
    assert said == (
        "Zugpost needs a Python of 3.11 to 3.14 with its venv module, and there is none here.\n"
    )
