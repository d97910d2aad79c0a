"""A client of the API, with nothing but the standard library."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from typing import Any


class RequestRefused(Exception):
    """The site has refused something: ``problem`` says why, ``sentence`` in words."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", ""))
        self.problem = problem
        self.status = int(problem.get("status", 0))


class Client:
    """Speaks to a site for one person, or without a token for nobody."""

    def __init__(self, site: str, token: str = "") -> None:
        self.base = f"{site.rstrip('/')}/api/v1"
        self.headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.etags: dict[str, str] = {}

    def get(self, path: str) -> Any:
        """Return an answer."""
        return self._send("GET", path, None, {})

    def get_news(self, path: str) -> Any:
        """Return an answer, ``None`` where it is the same as the last time."""
        return self._send("GET", path, None, {"If-None-Match": self.etags.get(path, "")})

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Do something once, however often it must be sent."""
        return self._send("POST", path, body or {}, {"Idempotency-Key": uuid.uuid4().hex})

    def _send(self, method: str, path: str, body: Any, more: dict[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        for patience in (1, 2, 5, 10, 20, 30, 60, 60, None):
            asked = urllib.request.Request(
                self.base + path, data, {**self.headers, **more}, method=method
            )
            try:
                with urllib.request.urlopen(asked, timeout=60) as answer:
                    if etag := answer.headers.get("ETag"):
                        self.etags[path] = etag
                    text = answer.read().decode()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code == 304:
                    return None
                problem = json.loads(error.read() or b"{}")
                if error.code not in (429, 503) or patience is None:
                    raise RequestRefused(problem) from None
                time.sleep(max(patience, float(error.headers.get("Retry-After", 0))))
            except OSError:  # the site is away for a moment
                if patience is None:
                    raise
                time.sleep(patience)
        raise AssertionError
