"""Sign-in by an OpenID Connect provider of the operator's: a real one, with a phone in German."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Person
from tests import identity_provider
from tests.chromium import new_context
from tests.identity_provider import PASSWORD, SECRET, IdentityProvider
from tests.journeys import browsing
from tests.journeys.conftest import Site, running

BUTTON = f"Mit {identity_provider.NAME} anmelden"
LOGS = ("web.log", "worker.log")

pytestmark = [pytest.mark.browser, pytest.mark.servers]


@pytest.fixture(scope="module")
def joined(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, IdentityProvider, Path]]:
    """Run a provider, and a site that people sign in to by it; Alice has an account on both."""
    folder = tmp_path_factory.mktemp("site")
    with contextlib.ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        provider = stack.enter_context(
            identity_provider.running(tmp_path_factory.mktemp("provider"))
        )
        here = stack.enter_context(running(folder, ["Alice"], **provider.env))
        yield here, provider, folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = new_context(browser, locale="de", **browsing.PHONE)
    page = context.new_page()
    yield page
    context.close()


def ask_provider(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/accounts/login/")
    page.click(f"button:has-text('{BUTTON}')")


def sign_in_there(page: Page, site: Site, name: str, answer: str = "Erlauben") -> None:
    """Go to the provider, sign in there, and agree or not."""
    ask_provider(page, site)
    page.fill("[name=username]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("text=Einloggen")
    page.click(f"text={answer}")


def test_new_person_signs_up_by_the_provider_and_comes_back(
    page: Page, joined: tuple[Site, IdentityProvider, Path]
) -> None:
    site, provider, folder = joined
    sign_in_there(page, site, "nora")
    expect(page.locator("h1")).to_have_text("Wähle einen Namen")
    expect(page.locator("main")).to_contain_text("nora@example.org")
    expect(page.locator("[name=name]")).to_have_value("Nora")
    assert page.locator("[name=email]").count() == 0
    page.fill("[name=name]", "Nora Nord")
    page.click("button:has-text('Mitmachen')")
    expect(page.locator(".menu summary")).to_have_text("Nora Nord")

    nora = Person.objects.get(name="Nora Nord")
    assert (nora.email, nora.language) == ("nora@example.org", "de")
    way = SocialAccount.objects.get(user=nora)
    assert (way.provider, way.extra_data) == (f"{provider.address}/o", {})
    assert not SocialToken.objects.exists()

    browsing.sign_out(page)
    Person.objects.filter(pk=nora.pk).update(email="nora@nord.example")
    ask_provider(page, site)  # who is still signed in there
    page.click("text=Erlauben")
    expect(page.locator(".menu summary")).to_have_text("Nora Nord")

    page.goto(f"{site.address}/preferences/")
    page.click(f"button:has-text('Nicht mehr mit {identity_provider.NAME} anmelden')")
    expect(page.locator("main")).to_contain_text("nicht mehr mit Dorfkonto an")
    assert not SocialAccount.objects.filter(user=nora).exists()
    for name in LOGS:
        assert SECRET not in (folder / name).read_text()


def test_known_person_is_found_by_the_address_and_told_by_a_letter(
    page: Page, joined: tuple[Site, IdentityProvider, Path]
) -> None:
    site = joined[0]
    sign_in_there(page, site, "alice")
    expect(page.locator(".menu summary")).to_have_text("Alice")
    assert SocialAccount.objects.filter(user__name="Alice").count() == 1
    site.letter("Alice", "another way to sign in")


def test_refusal_at_the_provider_is_told_on_a_page(
    page: Page, joined: tuple[Site, IdentityProvider, Path]
) -> None:
    sign_in_there(page, joined[0], "alice", answer="Ablehnen")
    expect(page.locator("main")).to_contain_text("Du hast bei Dorfkonto nicht zugestimmt.")


def test_unverified_address_opens_nothing(
    page: Page, joined: tuple[Site, IdentityProvider, Path]
) -> None:
    before = Person.objects.count()
    sign_in_there(page, joined[0], "udo")
    expect(page.locator("main")).to_contain_text("Dorfkonto sagt nicht, dass deine Adresse")
    assert Person.objects.count() == before


def test_forged_state_signs_nobody_in(
    page: Page, joined: tuple[Site, IdentityProvider, Path]
) -> None:
    """An answer that was made for another browser: its code is good, its state is not known."""

    def forge(route: Route) -> None:
        forged = re.sub(r"state=\w+", "state=abcdefghijklmnop", route.request.url)
        if forged == route.request.url:
            route.continue_()
        else:
            route.fulfill(status=302, headers={"Location": forged})

    page.route(re.compile(r"/o/authorize/"), forge)
    sign_in_there(page, joined[0], "alice")
    expect(page.locator("main")).to_contain_text("Die Anmeldung mit Dorfkonto hat nicht geklappt.")
    assert page.locator(".menu summary", has_text="Alice").count() == 0
