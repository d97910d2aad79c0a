"""What programs are answered, whatever goes wrong: problems where people would get a page."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from accounts.middleware import RequestHandler
from api import problems
from api.problems import Problem
from web.program_share import serve_program

PREFIX = "/api/v1/"
KEPT = ("Allow", "Retry-After", "WWW-Authenticate")
KINDS = {
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.METHOD_NOT_ALLOWED: "method",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-long",
    HTTPStatus.TOO_MANY_REQUESTS: "too-many",
}


def answer_programs(get_response: RequestHandler) -> RequestHandler:
    """Answer programs by problems, and tell them what is left of their budget."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        response = serve_program(get_response, request)
        if _is_page_of_error(response):
            response = _tell_problem(response)
        return _add_headers(request, response)

    return middleware


def _is_page_of_error(response: HttpResponse) -> bool:
    is_told = response.headers.get("Content-Type") == problems.MEDIA_TYPE
    return response.status_code >= HTTPStatus.BAD_REQUEST and not is_told


def _tell_problem(response: HttpResponse) -> HttpResponse:
    status = response.status_code
    is_ours = status >= HTTPStatus.INTERNAL_SERVER_ERROR
    kind = KINDS.get(HTTPStatus(status), "unavailable" if is_ours else "invalid")
    headers = {name: response.headers[name] for name in KEPT if name in response.headers}
    return problems.respond(Problem(kind, status=status, headers=headers))


def _add_headers(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Authorization"])
    budget = getattr(request, "budget", None)
    if budget is not None:
        response["RateLimit-Limit"] = str(budget.most)
        response["RateLimit-Remaining"] = str(int(budget.left))
    if "Authorization" not in request.headers:
        # Scripts of any site may read what is public: no cookie is looked at here.
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
