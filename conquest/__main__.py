"""The rules at the prompt: a referee without a server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from conquest import bench, boards, fuzz, judge, registry, replay, tournament
from conquest.core import Fault
from conquest.kit import codec

FAULTY = 2
MODULE, SCRIPT = "python -m conquest", "zugpost-rules"


def run_script() -> int:
    """Run one command of the script that the package installs."""
    return main(program=SCRIPT)


def main(arguments: Sequence[str] | None = None, program: str = MODULE) -> int:
    """Run one command; return its exit status, 2 for an invalid case or record."""
    asked = _build_parser(program).parse_args(arguments)
    try:
        for package in asked.rulesets:
            registry.add_package(package)
    except Fault as fault:
        _print_fault("--rulesets", fault)
        return FAULTY
    try:
        return int(asked.run(asked))
    except BrokenPipeError:  # such as ``judge … | head``
        sys.stdout = None  # the reader has gone; nothing to flush
        return FAULTY


def _build_parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument(
        "--rulesets",
        metavar="PACKAGE",
        action="append",
        default=[],
        help="look for rule sets in this package, too (may be given several times)",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_case_command(commands, "judge", _run_judge, "print one JSON verdict a line")
    listed = _add_case_command(
        commands,
        "options",
        _run_options,
        "print the legal single orders of the seat to act, sorted, one a line;"
        " there is an empty line between the lists of two cases",
    )
    listed.add_argument("--json", action="store_true", help="print one JSON list a line instead")
    _add_case_command(commands, "show", _run_show, "print the position of a case in words")
    record = commands.add_parser("replay", help="verify the record of a game, print its outcome")
    record.add_argument("record", help="a file, or - for standard input")
    record.add_argument("--chain", help="a file with the chain of commitments of its site")
    record.add_argument(
        "--key", help="a file with the keys of its site (/fairness/keys.json) or one of them"
    )
    record.set_defaults(run=_run_replay)
    fuzz.add_arguments(commands.add_parser("fuzz", help="play random games and check them"))
    tournament.add_arguments(
        commands.add_parser("tournament", help="let house players play against each other")
    )
    boards.add_arguments(commands.add_parser("boards", help="draw the empty boards for the site"))
    bench.add_arguments(commands.add_parser("bench", help="measure how fast the rules are"))
    return parser


def _add_case_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{name}: {about}."
    )
    command.add_argument("cases", nargs="+", help="JSON files, or - for standard input")
    command.set_defaults(run=run)
    return command


def _run_judge(asked: argparse.Namespace) -> int:
    return _print_answers(asked.cases, lambda case: _json_line(judge.adjudicate(case)))


def _run_options(asked: argparse.Namespace) -> int:
    if asked.json:
        return _print_answers(asked.cases, lambda case: _json_line(judge.legal_orders(case)))
    return _print_answers(asked.cases, lambda case: _as_lines(judge.legal_orders(case)), "\n")


def _run_show(asked: argparse.Namespace) -> int:
    return _print_answers(asked.cases, lambda case: _as_lines(judge.describe_case(case)), "\n")


def _json_line(answer: object) -> str:
    return json.dumps(answer) + "\n"


def _as_lines(texts: Sequence[str]) -> str:
    # nothing for no texts: an empty line is none of an answer, but stands between two
    return "".join(f"{text}\n" for text in texts)


def _print_answers(names: Sequence[str], answer: Callable[[Any], str], between: str = "") -> int:
    """Print the answer to every case; a fault is printed in its place and on standard error."""
    status, divider = 0, ""
    for name in names:
        for read in document_readers(name):
            try:
                text = answer(read())
            except Fault as fault:  # one invalid case does not stop the others (decision 5)
                text, status = _json_line({"fault": str(fault)}), FAULTY
                _print_fault(name, fault)
            print(divider + text, end="")
            divider = between
    return status


def document_readers(name: str) -> Iterator[Callable[[], Any]]:
    """Yield a reader for each case in a file, or on standard input for ``-``.

    A file has one case. Standard input has one case, over any number of lines, or one on each line.
    """
    if name != "-":
        yield lambda: codec.read_json(_read_text(name))
        return
    whole = _read_text(name)
    for text in _filled_lines(whole) if _has_line_cases(whole) else [whole]:
        yield partial(codec.read_json, text)


def _has_line_cases(text: str) -> bool:
    lines = _filled_lines(text)
    if len(lines) > 1 and _is_json_object(text):
        return False
    # with a fault in it, even one case over several lines is no object: then its lines decide
    return len(lines) < 2 or lines[0].endswith("}") or any(map(_is_json_object, lines))


def _filled_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _is_json_object(text: str) -> bool:
    try:
        return isinstance(codec.read_json(text), dict)
    except Fault:
        return False


def _read_text(name: str) -> str:
    # bytes that are no UTF-8 spoil one case, not the whole run
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(name).read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        raise Fault(f"the file cannot be read: {error}") from error


def _print_fault(name: str, fault: Fault) -> None:
    # one line for each fault, even where its message quotes several
    print(f"{name}: {' '.join(str(fault).split())}", file=sys.stderr)


def _run_replay(asked: argparse.Namespace) -> int:
    try:
        chain = _read_text(asked.chain) if asked.chain else None
        keys = _read_text(asked.key) if asked.key else None
        print("\n".join(replay.replay_record(_read_text(asked.record), chain, keys)))
    except Fault as fault:
        _print_fault(asked.record, fault)
        return FAULTY
    return 0


if __name__ == "__main__":
    sys.exit(main())
