"""Which visits read from the standby."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts.models import Person
from db import old_reads
from db.postgres import standby

STANDBY, PRIMARY = b"standby", b"default"


class Fresh:
    """A standby that is new enough, and how often it was said to have failed."""

    def __init__(self) -> None:
        self.answer, self.forgotten = True, 0

    def is_fresh(self) -> bool:
        return self.answer

    def forget(self) -> None:
        self.forgotten += 1


@pytest.fixture(autouse=True)
def freshness(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Fresh:
    """There is a standby, and it is new."""
    settings.DATABASE_READ_URL = "postgres://standby"
    fresh = Fresh()
    monkeypatch.setattr(standby, "freshness", fresh)
    monkeypatch.setattr(old_reads, "connections", {standby.ALIAS: SimpleNamespace(close=bool)})
    return fresh


def show_source(request: HttpRequest) -> HttpResponse:
    """Tell which database is read."""
    return HttpResponse(standby.reading_alias())


def visit(view: Any, user: object = None, **cookies: str) -> bytes:
    """Return what a visitor gets, who is not signed in unless said."""
    request = RequestFactory().get("/")
    request.user, request.COOKIES = user or AnonymousUser(), cookies  # type: ignore[assignment]
    return bytes(view(request).content)


def test_a_visit_reads_from_the_standby() -> None:
    assert visit(old_reads.may_be_old(show_source)) == STANDBY
    assert visit(old_reads.may_be_old(show_source), Person()) == STANDBY
    assert standby.reading_alias() == "default"


def test_people_who_are_signed_in_read_games_from_the_primary() -> None:
    view = old_reads.may_be_old_for_strangers(show_source)
    assert visit(view) == STANDBY
    assert visit(view, Person()) == PRIMARY


def test_a_browser_that_has_sent_something_reads_from_the_primary(settings: Any) -> None:
    acted = {settings.ACTED_COOKIE_NAME: "1"}
    assert visit(old_reads.may_be_old(show_source), **acted) == PRIMARY
    assert visit(old_reads.may_be_old_for_strangers(show_source), **acted) == PRIMARY


@pytest.mark.parametrize("url", ["", "postgres://standby"])
def test_a_standby_that_is_none_or_old_is_not_read(
    freshness: Fresh, settings: Any, url: str
) -> None:
    settings.DATABASE_READ_URL = url
    freshness.answer = not url
    assert visit(old_reads.may_be_old(show_source)) == PRIMARY


def test_a_visit_that_fails_at_the_standby_is_answered_by_the_primary(freshness: Fresh) -> None:
    def fail_at_standby(request: HttpRequest) -> HttpResponse:
        if standby.reading_alias() == standby.ALIAS:
            raise OperationalError("down")
        return show_source(request)

    assert visit(old_reads.may_be_old(fail_at_standby)) == PRIMARY
    assert freshness.forgotten == 1


@pytest.mark.parametrize(("method", "is_marked"), [("get", False), ("head", False), ("post", True)])
def test_what_a_browser_sends_leaves_a_mark_of_seconds(
    settings: Any, method: str, is_marked: bool
) -> None:
    answer = old_reads.mark_actions(show_source)(getattr(RequestFactory(), method)("/"))
    assert (settings.ACTED_COOKIE_NAME in answer.cookies) == is_marked
    if is_marked:
        mark = answer.cookies[settings.ACTED_COOKIE_NAME]
        assert mark["max-age"] == old_reads.ACTED_SECONDS > standby.MAX_AGE


def test_no_mark_is_left_where_there_is_no_standby(settings: Any) -> None:
    settings.DATABASE_READ_URL = ""
    assert not old_reads.mark_actions(show_source)(RequestFactory().post("/")).cookies
