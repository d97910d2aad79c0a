"""Reject texts that PostgreSQL cannot store, uploads, and bodies larger than any form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse

from accounts.middleware import RequestHandler
from web import errors

NUL = "\0"
API, WEBHOOKS = "/api/v1/", "/anymail/"


class RejectUploads(FileUploadHandler):
    """Reject every uploaded file before it is read: no form asks for one."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        raise BadRequest

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Discard the data."""

    def file_complete(self, file_size: int) -> UploadedFile[Any] | None:
        return None


def reject_malformed(get_response: RequestHandler) -> RequestHandler:
    """Answer 400 or 413 to requests that no page of the site can have sent."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # The size comes first: the other checks read the body.
        if _content_length(request) > _max_length(request):
            return errors.request_too_large(request)
        if any(NUL in word for word in _request_texts(request)):
            raise BadRequest
        if _may_be_json(request) and not _is_storable(request.body):
            raise BadRequest
        return get_response(request)

    return middleware


def _max_length(request: HttpRequest) -> int:
    """Return how long a body may be: a mail is longer than any form."""
    if request.path.startswith(WEBHOOKS):
        return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return int(settings.MAX_FORM_BYTES)


def _content_length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0  # a body without a length is not read


def _request_texts(request: HttpRequest) -> Iterator[str]:
    """Yield every text of a request that a view may read."""
    yield request.path
    for name, value in request.COOKIES.items():
        yield from (name, value)
    for data in (request.GET, request.POST):
        for name, values in data.lists():
            yield from (name, *map(str, values))


def _may_be_json(request: HttpRequest) -> bool:
    """Whether a view may read the body as JSON: the API does so whatever kind it is said to be.

    :raises BadRequest: if a program sends a form with parts, which is no JSON.
    """
    is_program = request.path.startswith(API)
    if is_program and request.content_type == "multipart/form-data":
        raise BadRequest
    return is_program or request.content_type == "application/json"


def _is_storable(body: bytes) -> bool:
    """Whether PostgreSQL can store the texts of some JSON, which may hold NUL as it is or escaped,
    and halves of a pair of UTF-16 escaped."""
    if b"\0" in body or b"\\u0000" in body:
        return False
    return b"\\u" not in body or _is_unicode(body)


def _is_unicode(body: bytes) -> bool:
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    except (ValueError, RecursionError):
        return True  # no JSON: its view says so
    return True
