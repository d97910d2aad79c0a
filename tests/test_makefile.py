"""The Makefile finds a Python by itself, and a browser, or says what goes on without."""

from __future__ import annotations

import shutil
import subprocess
import sys
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
def test_make_takes_the_newest_python_that_runs(
    pythons: dict[str, str], newest: str, tmp_path: Path
) -> None:
    assert f"with {newest}:" in made(tmp_path, pythons)


def test_make_says_in_one_sentence_that_there_is_no_python(tmp_path: Path) -> None:
    said = made(tmp_path, {"python3": BROKEN})
    assert said == (
        "Zugpost needs a Python of 3.11 to 3.14 with its venv module, and there is none here.\n"
    )


PYTHON = f"""#!/bin/sh
case "$*" in
  "-m pytest"*) echo "the tests run$PYTHONDONTWRITEBYTECODE" ;;
  *) exec {sys.executable} "$@" ;;
esac
"""
NOWHERE = "http://127.0.0.1:9"


def make_with(
    programs: dict[str, str], folder: Path, target: str, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run make where nothing but these programs is found, nor is anything to be fetched."""
    (folder / "venv/bin").mkdir(parents=True)
    for name, script in {**programs, "venv/bin/python": PYTHON}.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    for name in ("dev", "site"):
        (folder / "venv" / name).touch()
    make = shutil.which("make")
    assert make is not None
    there = {
        "PATH": str(folder),
        "PLAYWRIGHT_BROWSERS_PATH": f"{folder}/browsers",
        "PLAYWRIGHT_DOWNLOAD_HOST": NOWHERE,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [make, f"VENV={folder}/venv", target],
        cwd=database.ROOT, env={**there, **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_make_tests_in_silence_with_an_installed_browser(tmp_path: Path) -> None:
    done = make_with({"google-chrome": WORKS, "apt-get": BROKEN}, tmp_path, "test")
    assert (done.returncode, done.stdout, done.stderr) == (0, "the tests run\n", "")


def test_make_tests_without_a_browser_and_says_so_in_one_line(tmp_path: Path) -> None:
    done = make_with({}, tmp_path, "test")
    assert done.returncode == 0
    assert done.stdout.endswith("the tests run\n")
    [line] = done.stderr.splitlines()
    assert line.startswith("NO BROWSER: the journeys in tests/journeys are skipped. ")
    assert "ECONNREFUSED" in line
    assert line.endswith("Install chromium, or set CHROMIUM to the path of one.")
    assert (tmp_path / "browsers/missing").read_text() == f"{line}\n"


def test_make_stops_without_a_browser_in_ci(tmp_path: Path) -> None:
    done = make_with({}, tmp_path, "test", CI="1")
    assert done.returncode != 0
    assert "the tests run" not in done.stdout
    assert done.stderr.startswith("NO BROWSER: No chromium is installed")
    assert not (tmp_path / "browsers/missing").exists()


PIP_FAILS = """#!/bin/sh
echo "WARNING: something else" >&2
echo "ERROR: Could not install packages due to an OSError: No space left on device" >&2
exit 1
"""


def test_make_says_in_one_line_why_packages_are_not_installed(tmp_path: Path) -> None:
    tools = ("make", "sed", "grep", "mkdir", "tail")
    paths = {str(Path(found).parent) for tool in tools if (found := shutil.which(tool))}
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / "venv/bin/python").write_text(PIP_FAILS)
    (tmp_path / "venv/bin/python").chmod(0o755)
    shutil.copy(database.ROOT / "Makefile", tmp_path)
    shutil.copy(database.ROOT / "constraints.txt", tmp_path)
    done = subprocess.run(
        ["make", "VENV=venv", "venv/site"],
        cwd=tmp_path, env={"PATH": ":".join(paths)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    [line] = done.stdout.splitlines()
    assert line.startswith("Installing packages into venv … failed after ")
    assert line.endswith(" due to an OSError: No space left on device (build/pip.log)")
