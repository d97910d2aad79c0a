"""The package of the rules as it is built, and empty environments into which it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pins
from tests.database import ROOT

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
CURRENT = f"3.{sys.version_info[1]}"
NETWORK = re.compile(
    r"Failed to establish a new connection|Failed to resolve|timed out|no such host"
)


def build(source: Path, folder: Path, *targets: str) -> Path:
    """Build the package from a folder with its sources; return the folder with what was built."""
    chosen = [word for target in targets for word in ("--target", target)]
    command = [sys.executable, "-m", "hatchling", "build", *chosen, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return folder


def find_python(version: str) -> str:
    """Return a Python of this version on this machine, "" where there is none."""
    name = f"python{version}"
    versions = Path.home().glob(f".pyenv/versions/{version}.*/bin/{name}")
    found = filter(None, [shutil.which(name), *map(str, versions)])
    return sys.executable if version == CURRENT else next(filter(_can_make_a_venv, found), "")


def _can_make_a_venv(python: str) -> bool:
    # a shim of pyenv is there for versions that are not chosen, too, and Debian parts venv off
    return subprocess.run([python, "-c", "import venv"], capture_output=True).returncode == 0


def install(wheel: Path, python: str, folder: Path) -> Path:
    """Install a wheel into an environment with nothing else; return its folder of programs."""
    subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True)
    pinned = f"msgspec=={pins.versions()['msgspec']}"
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python")]
    done = subprocess.run(
        [*pip, "install", "-q", "--only-binary=:all:", str(wheel), pinned],
        capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode and (match := NETWORK.search(done.stderr)):
        pytest.skip(f"no package index can be reached, from which msgspec would come: {match[0]}")
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def packaged_files() -> set[str]:
    """Return the files of the library that git tracks and a package must have, as paths."""
    done = subprocess.run(
        ["git", "ls-files", "conquest"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    left_out = re.compile(r"/tests/|^conquest/(README\.md|LICENSE|pyproject\.toml)$")
    return {path for path in done.stdout.splitlines() if not left_out.search(path)}
