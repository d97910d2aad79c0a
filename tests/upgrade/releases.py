"""The last release of the site, as the history of the repository has it."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib
from io import BytesIO
from pathlib import Path

from tests.servers import ROOT


def last_release() -> str:
    """Return the commit that gave the code its version, "" where the history does not reach it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    line = f'version = "{project["version"]}"'
    return _git("log", "-1", "--format=%H", f"-S{line}", "--", "pyproject.toml").decode().strip()


def unpack(commit: str, folder: Path) -> Path:
    """Put the files of a commit into a folder; return it."""
    with tarfile.open(fileobj=BytesIO(_git("archive", commit))) as files:
        files.extractall(folder, filter="data")
    return folder


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""
