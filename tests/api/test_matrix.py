"""Every operation of the API, and whom it lets in: a new one without a row fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Person
from api import budgets
from api.reference import api_paths
from games.models import Game
from games.play import tables
from games.play.clock import PRESETS
from seasons.models import Competition
from tests.api.conftest import Program, make_secret
from tests.test_doors import open_cup_with_group

# Statuses for: nobody, a stranger, a player, the host; the last two with a token that reads alone.
ROWS = """
GET    /archive                                       200 200 200 200 200 200
GET    /archive/files                                 200 200 200 200 200 200
GET    /archive/keys                                  200 200 200 200 200 200
GET    /archive/openings/{slug}                       200 200 200 200 200 200
GET    /competitions                                  200 200 200 200 200 200
GET    /competitions/{competition_id}                 200 200 200 200 200 200
POST   /competitions/{competition_id}/enter           401 200 200 200 403 403
POST   /competitions/{competition_id}/leave           401 409 204 409 403 403
GET    /competitions/{competition_id}/{stage}/{group} 200 200 200 200 200 200
GET    /games/{game_id}                               200 200 200 200 200 200
GET    /games/{game_id}/actions                       401 200 200 200 200 200
GET    /games/{game_id}/agreements                    401 200 200 200 200 200
POST   /games/{game_id}/allow                         401 403 403 409 403 403
GET    /games/{game_id}/animations                    200 200 200 200 200 200
POST   /games/{game_id}/animations                    401 200 200 200 403 403
POST   /games/{game_id}/ask-host                      401 409 409 409 403 403
POST   /games/{game_id}/check                         401 403 200 200 200 200
GET    /games/{game_id}/conditional-turns             401 403 200 200 200 200
PUT    /games/{game_id}/conditional-turns             401 403 200 200 403 403
POST   /games/{game_id}/decline                       401 403 200 200 403 403
GET    /games/{game_id}/draft                         401 403 200 200 200 200
PUT    /games/{game_id}/draft                         401 403 200 200 403 403
GET    /games/{game_id}/events                        200 200 200 200 200 200
POST   /games/{game_id}/extension                     401 403 409 409 403 403
GET    /games/{game_id}/film                          200 200 200 200 200 200
POST   /games/{game_id}/leave                         401 403 204 204 403 403
GET    /games/{game_id}/notation                      200 200 200 200 200 200
GET    /games/{game_id}/notes                         401 403 200 200 200 200
PUT    /games/{game_id}/notes/{piece}                 401 403 409 409 403 403
POST   /games/{game_id}/nudge                         401 403 409 409 403 403
POST   /games/{game_id}/options                       401 403 200 200 200 200
POST   /games/{game_id}/orders                        401 403 409 200 403 403
POST   /games/{game_id}/pause                         401 403 409 409 403 403
POST   /games/{game_id}/pause/agree                   401 403 409 409 403 403
POST   /games/{game_id}/pause/decline                 401 403 409 409 403 403
POST   /games/{game_id}/pause/end                     401 403 409 409 403 403
GET    /games/{game_id}/position                      200 200 200 200 200 200
GET    /games/{game_id}/premove                       401 403 200 200 200 200
PUT    /games/{game_id}/premove                       401 403 200 409 403 403
GET    /games/{game_id}/record                        404 404 404 404 404 404
POST   /games/{game_id}/rematch                       401 403 404 404 403 403
POST   /games/{game_id}/requests/accept               401 403 403 404 403 403
POST   /games/{game_id}/requests/decline              401 403 403 404 403 403
POST   /games/{game_id}/return                        401 403 200 200 403 403
GET    /games/{game_id}/signed-record                 404 404 404 404 404 404
GET    /games/{game_id}/standing-orders               401 403 200 200 200 200
PUT    /games/{game_id}/standing-orders               401 403 200 200 403 403
POST   /games/{game_id}/step-back                     401 403 403 403 403 403
GET    /games/{game_id}/steps                         200 200 200 200 200 200
POST   /games/{game_id}/take-back                     401 403 409 409 403 403
POST   /games/{game_id}/take-back/agree               401 403 409 409 403 403
POST   /games/{game_id}/take-back/decline             401 403 409 409 403 403
POST   /games/{game_id}/take-over                     401 409 409 409 403 403
POST   /games/{game_id}/thank                         401 403 404 404 403 403
GET    /games/{game_id}/words                         401 200 200 200 403 403
POST   /games/{game_id}/words                         401 409 200 200 403 403
PUT    /games/{game_id}/words-read                    401 404 404 404 403 403
DELETE /games/{game_id}/words/{remark_id}             401 409 409 409 403 403
PUT    /games/{game_id}/words/{remark_id}             401 409 409 409 403 403
GET    /leagues/{slug}                                200 200 200 200 200 200
GET    /me                                            401 200 200 200 200 200
GET    /me/asked                                      401 200 200 200 200 200
GET    /me/games                                      401 200 200 200 200 200
GET    /players                                       200 200 200 200 200 200
GET    /players/{person_id}                           200 200 200 200 200 200
GET    /players/{person_id}/results                   200 200 200 200 200 200
GET    /rule-sets                                     200 200 200 200 200 200
GET    /rule-sets/{slug}                              200 200 200 200 200 200
GET    /tables                                        200 200 200 200 200 200
POST   /tables                                        401 200 200 200 403 403
POST   /tables/{game_id}/decline                      401 204 409 409 403 403
POST   /tables/{game_id}/house                        401 403 403 200 403 403
POST   /tables/{game_id}/invite                       401 403 403 200 403 403
POST   /tables/{game_id}/join                         401 200 409 409 403 403
POST   /tables/{game_id}/leave                        401 403 204 204 403 403
POST   /tables/{game_id}/remove                       401 403 403 409 403 403
POST   /tables/{game_id}/seat                         401 403 422 200 403 403
POST   /tables/{game_id}/start                        401 403 403 409 403 403
"""
ORDERS = {"text": "end", "version": 1}
BODIES: dict[str, dict[str, Any]] = {
    "/games/{game_id}/orders": ORDERS,
    "/games/{game_id}/animations": {"form": "gif"},
    "/games/{game_id}/check": {"text": "end"},
    "/games/{game_id}/options": {"text": ""},
    "/games/{game_id}/draft": {"text": "end"},
    "/games/{game_id}/decline": {"version": 1},
    "/games/{game_id}/premove": ORDERS,
    "/games/{game_id}/conditional-turns": {"text": "", "version": 1},
    "/games/{game_id}/standing-orders": {"text": "pass"},
    "/games/{game_id}/take-over": {"seat": "west"},
    "/games/{game_id}/ask-host": {"seat": "west"},
    "/games/{game_id}/allow": {"name": "Charlie"},
    "/games/{game_id}/requests/accept": {"request": 1},
    "/games/{game_id}/requests/decline": {"request": 1},
    "/games/{game_id}/nudge": {"seat": "south"},
    "/games/{game_id}/pause": {"until": "2026-03-20"},
    "/games/{game_id}/notes/{piece}": {"text": "a spy?"},
    "/games/{game_id}/words": {"audience": "all", "text": "Hello"},
    "/games/{game_id}/words/{remark_id}": {"text": "Hello"},
    "/games/{game_id}/words-read": {"remark": 1},
    "/tables": {"rule_set": "conquest"},
    "/tables/{game_id}/seat": {"seat": "south"},
    "/tables/{game_id}/remove": {"person": 1},
    "/tables/{game_id}/invite": {"addresses": ["frank@example.org"]},
}


@dataclass(frozen=True)
class Site:
    """Programs of all who come, a game that runs, a table that is open, and a cup."""

    programs: tuple[Program, ...]
    game: Game
    table: Game
    cup: Competition

    def address(self, path: str) -> str:
        """Return the address of an operation on this site."""
        told = {
            "game_id": self.table.pk if path.startswith("/tables") else self.game.pk,
            "competition_id": self.cup.pk,
            "person_id": self.game.host_id,
            "slug": self.game.ruleset,
            "stage": 1,
            "group": 1,
            "piece": "a1",
            "remark_id": 1,
        }
        return path.format(**told)


def operations() -> Iterator[tuple[str, str]]:
    for path, view in api_paths():
        for operation in view.operations:
            for method in operation.methods:
                yield method, path.removeprefix("/api/v1")


@pytest.fixture
def site(game: Game, alice: Person, bob: Person, charlie: Person, now: datetime) -> Site:
    terms = tables.TableTerms(ruleset=game.ruleset, title="Winter", pace=PRESETS["normal"])
    table = tables.open_table(alice, terms, now=now)
    for person in (alice, bob):
        tables.join_table(table.pk, person, now=now)
    secrets = ["", *(make_secret(person) for person in (charlie, bob, alice))]
    secrets += [make_secret(person, "read") for person in (bob, alice)]
    return Site(tuple(map(Program, secrets)), game, table, open_cup_with_group(alice, bob))


def knock(site: Site, method: str, path: str) -> list[int]:
    return [knock_as(site, program, method, path) for program in site.programs]


def knock_as(site: Site, program: Program, method: str, path: str) -> int:
    """Return the status of an operation, which is undone."""
    budgets.budgets = budgets.RequestBudgets()
    with transaction.atomic():
        if method == "GET":
            query = {"name": "Alice"} if path == "/players" else {}
            status = program.get(site.address(path), **query).status_code
        else:
            status = program.send(method.lower(), site.address(path), BODIES.get(path)).status_code
        transaction.set_rollback(True)
    return int(status)


TOLD = {
    (method, path): [int(status) for status in statuses]
    for method, path, *statuses in (row.split() for row in ROWS.splitlines() if row)
}


@pytest.mark.parametrize(("method", "path"), sorted(operations()))
def test_an_operation_lets_in_whom_it_should(site: Site, method: str, path: str) -> None:
    assert TOLD.get((method, path)) == knock(site, method, path)


def test_every_row_is_an_operation() -> None:
    assert set(TOLD) == set(operations())


PUBLIC_GAMES = [row for row in sorted(TOLD) if row[1].startswith(("/games", "/tables/"))]


@pytest.mark.parametrize(("method", "path"), PUBLIC_GAMES)
def test_a_private_game_is_hidden_as_if_it_were_none(site: Site, method: str, path: str) -> None:
    Game.objects.update(is_private=True)
    for program in site.programs[:2]:
        hidden = knock_as(site, program, method, path)
        nowhere = knock_as(replace(site, game=gone(), table=gone()), program, method, path)
        assert hidden == nowhere
        assert hidden in (401, 404)


def gone() -> Game:
    """Return a game that does not exist."""
    return Game(pk=2_000_000_000, ruleset="conquest", host_id=1)
