"""The API of the site, version 1: its operations, and how what goes wrong is told."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja.errors import HttpError, ValidationError

from api import problems
from api.description import DescribedAPI
from api.endpoints import (
    animations,
    archive,
    competitions,
    games,
    leagues,
    me,
    plans,
    rule_sets,
    seats,
    tables,
    turns,
    words,
)
from api.hooks.descriptions import describe_webhooks
from api.problems import Problem
from conquest.core import Refused
from games.play.turns import Rejected

DESCRIPTION = """
What a person may do on the pages of this site, their programs may do here.

Times are in UTC. Lists go on by `after`, which each answer tells. What is refused is told as
`application/problem+json` in one sentence, with the number of the rule where the rules say so. A
`POST` with an `Idempotency-Key` is done once, however often it is sent within a day.
"""


api = DescribedAPI(
    title="Zugpost",
    version="1.0.0",
    description=DESCRIPTION.strip(),
    docs_url=None,  # the reference is a page of ours: the usual one loads scripts from elsewhere
    openapi_url="/openapi.json",
    urls_namespace="api",
    openapi_extra={"webhooks": describe_webhooks()},
)
MODULES = (
    me, games, plans, turns, seats, tables, rule_sets, leagues, competitions, words,
    animations, archive,
)  # fmt: skip
for module in MODULES:
    api.add_router("", module.router)


@api.exception_handler(Problem)
def tell_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Answer with a problem."""
    return problems.respond(problem)


@api.exception_handler(ValidationError)
def tell_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Say which values of a request cannot be understood."""
    errors = [_name_error(one) for one in error.errors]
    return problems.respond(Problem("invalid", errors=errors))


@api.exception_handler(HttpError)
def tell_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Say that a body is no JSON, or what else the framework refuses."""
    return problems.respond(Problem("invalid", status=error.status_code))


@api.exception_handler(Http404)
def tell_missing(request: HttpRequest, error: Http404) -> HttpResponse:
    """Say that there is nothing, or nothing that the person may see."""
    return problems.respond(Problem("not-found"))


@api.exception_handler(Rejected)
def tell_rejection(request: HttpRequest, error: Rejected) -> HttpResponse:
    """Say why something cannot be done in a game now."""
    return problems.respond(problems.problem_of_rejection(error))


@api.exception_handler(Refused)
def tell_refusal(request: HttpRequest, error: Refused) -> HttpResponse:
    """Say what the rules have against orders."""
    return problems.respond(problems.problem_of_rules(error))


def _name_error(error: dict[str, Any]) -> dict[str, str]:
    """Return which value is wrong and why, without the value: it may be a secret."""
    place = ".".join(str(part) for part in error["loc"] if part not in ("body", "payload"))
    return {"value": place, "trouble": _(str(error["msg"]))}
