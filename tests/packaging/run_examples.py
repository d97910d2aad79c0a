"""``python run_examples.py PAGE …``: run the examples of pages, where nothing but the package is.

A block ``pycon`` goes on where the one before it on its page has ended. A block ``console`` is what
a shell is given after each ``$``, with what it prints; ``...`` stands for any text in both.
All that a page writes lies in a folder of its own.
"""

from __future__ import annotations

import contextlib
import doctest
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

BLOCK = re.compile(r"^```(pycon|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def main() -> int:
    """Run all pages; print each example that fails, and how many there were."""
    ran = failed = 0
    for page in [Path(name).resolve() for name in sys.argv[1:]]:
        for faults in run_page(page):
            ran += 1
            failed += bool(faults)
            print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{ran} blocks, {failed} failed")
    return int(bool(failed))


def run_page(page: Path) -> Iterator[list[str]]:
    """Yield what is wrong with each block of a page."""
    text, names = page.read_text(), dict[str, object]()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            if block[1] == "pycon":
                yield list(_run_python(block[2], names, str(page), line))
            else:
                yield list(_run_shell(block[2], str(page), line))


def _run_python(code: str, names: dict[str, object], page: str, line: int) -> Iterator[str]:
    faults = list[str]()
    test = doctest.DocTestParser().get_doctest(code, names, page, page, line)
    # its names are those of the page: it copies none, and clears none
    test.globs = names
    doctest.DocTestRunner(optionflags=LENIENT, verbose=False).run(
        test, out=faults.append, clear_globs=False
    )
    yield from faults


def _run_shell(code: str, page: str, line: int) -> Iterator[str]:
    for command, wanted in COMMAND.findall(code):
        done = subprocess.run(
            ["/bin/bash", "-c", command], capture_output=True, text=True, check=False
        )
        if not doctest.OutputChecker().check_output(wanted, done.stdout, LENIENT):
            yield f"{page}, block at line {line}: $ {command}\n{done.stdout}{done.stderr}"


if __name__ == "__main__":
    sys.exit(main())
