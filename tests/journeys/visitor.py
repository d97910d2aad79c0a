"""A person at a browser without scripts: follows links, fills in forms, keeps cookies."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin, urlsplit

from tests import servers


@dataclass
class Form:
    """A form as it stands on a page, with the values it would send."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)


@dataclass
class Page(HTMLParser):
    """What came back: where one is, the text to be read, links and forms."""

    address: str
    status: int
    source: str
    text: str = ""
    links: list[tuple[str, str]] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._form: Form | None = None
        self._select = self._area = self._option = ""
        self._link: list[str] | None = None
        self._button = False
        self.feed(self.source)
        self.text = re.sub(r"\s+", " ", self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self._link = [given.get("href", ""), ""]
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._form)
        if self._form is not None:
            self._field(self._form, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name = given.get("name", "")
        kind = given.get("type", "text")
        if tag == "button":
            self._button = True
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            form.choices.setdefault(self._select, []).append(given.get("value", ""))
            if "selected" in given or self._select not in form.values:
                form.values[self._select] = given.get("value", "")
        elif tag == "textarea":
            self._area = name
            form.values[name] = ""
        elif tag == "input" and name and kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(given.get("value", "on"))
            if "checked" in given:
                form.values[name] = given.get("value", "on")
        elif tag == "input" and name and kind != "submit":
            form.values[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link:
            self.links.append((self._link[1].strip(), self._link[0]))
            self._link = None
        elif tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
        elif tag == "button":
            self._button = False

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"
        if self._link is not None:
            self._link[1] += data
        if self._area and self._form is not None:
            self._form.values[self._area] += data
        if self._button and self._form is not None and data.strip():
            self._form.buttons.append(data.strip())

    def form(self, action: str) -> Form:
        """Find the form whose action ends so."""
        for form in self.forms:
            if urlsplit(urljoin(self.address, form.action)).path.endswith(action):
                return form
        raise AssertionError(
            f"no form {action} on {self.address}: {[f.action for f in self.forms]}"
        )

    def link(self, wanted: str) -> str:
        """Find the address of a link by a part of its address."""
        for _, href in self.links:
            if wanted in href:
                return href
        raise AssertionError(f"no link {wanted} on {self.address}")


class Visitor:
    """A person with cookies of their own, and the site they visit."""

    def __init__(self, site: str, name: str = "") -> None:
        self.site, self.name = site, name
        self.page = Page(site, 0, "")
        self.cookies = CookieJar()
        jar = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = urllib.request.build_opener(jar)
        self._opener.addheaders = [("Accept-Language", "en"), ("User-Agent", "visitor")]

    def leave(self) -> None:
        """Close the page, and forget all cookies."""
        self.page = Page(self.site, 0, "")
        self.cookies.clear()

    def visit(self, path: str) -> Page:
        """Open an address of the site."""
        return self._open(urllib.request.Request(urljoin(self.page.address or self.site, path)))

    def send(self, form: Form, **values: str) -> Page:
        """Fill in a form and send it."""
        filled = {**form.values, **values}
        address = urljoin(self.page.address, form.action or self.page.address)
        if form.method == "get":
            return self.visit(f"{address}?{urlencode(filled)}")
        request = urllib.request.Request(address, urlencode(filled).encode())
        request.add_header("Referer", self.page.address)
        return self._open(request)

    def fill(self, action: str, **values: str) -> Page:
        """Fill in the form of this page whose action ends so, and send it."""
        return self.send(self.page.form(action), **values)

    def sign_up(self, address: str, code: Callable[[str], str]) -> None:
        """Become a member: name, address, and the code from the letter."""
        self.ask_for_account(address)
        self.enter(address, code)

    def ask_for_account(self, address: str) -> None:
        """Give name and address, and so have the code sent."""
        self.visit("/accounts/signup/")
        self.fill("/accounts/signup/", name=self.name, email=address)

    def sign_in(self, address: str, code: Callable[[str], str]) -> None:
        """Come back with the code from the letter."""
        self.visit("/accounts/login/")
        self.fill("/accounts/login/", login=address, email=address)
        self.enter(address, code)

    def enter(self, address: str, code: Callable[[str], str]) -> None:
        """Enter the code from the letter."""
        form = next((form for form in self.page.forms if "code" in form.values), None)
        assert form, f"{self.page.status}: {self.page.text}"
        self.send(form, code=code(address))
        assert self.page.status == 200, self.page.text

    def _open(self, request: urllib.request.Request) -> Page:
        try:
            answer = self._opener.open(request, timeout=servers.PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            source = answer.read().decode()
            self.page = Page(answer.geturl(), answer.status or 0, source)
        return self.page
