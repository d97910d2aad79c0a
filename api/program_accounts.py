"""The program accounts of a person with their tokens: listed, stopped, started, deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Person
from api import tokens
from api.models import AccessToken
from games.play import account_deletion, program_accounts


@dataclass(frozen=True, slots=True)
class OwnProgram:
    """A program account as its owner sees it, with its good tokens, the newest first."""

    account: Person
    tokens: list[AccessToken]


def list_own_programs(owner: Person, now: datetime) -> list[OwnProgram]:
    """Return the program accounts of a person."""
    found = program_accounts.list_programs(owner)
    return [OwnProgram(one, list(tokens.list_tokens(one, now))) for one in found]


def stop(owner: Person, pk: int, *, now: datetime) -> Person | None:
    """Stop a program account of a person at once: its tokens are revoked, and its seats absent;
    return it, None if they have none of that number. Done twice it is as done once."""
    program = program_accounts.find_program(owner, pk)
    if program is not None:
        # First, so that nothing is handed in any more while games are left.
        tokens.revoke_all(program, now=now)
        program_accounts.stop_program(program, now=now)
    return program


def start(owner: Person, pk: int) -> Person | None:
    """Let a program account of a person act again; return it, None if there is none."""
    program = program_accounts.find_program(owner, pk)
    if program is not None:
        program_accounts.start_program(program)
    return program


def delete(owner: Person, pk: int, *, now: datetime) -> Person | None:
    """Delete a program account of a person that was stopped; return it, None if there is none."""
    program = program_accounts.find_program(owner, pk)
    if program is None or program.stopped_at is None:
        return None
    account_deletion.start_deletion(program, now=now)
    return program
