"""Somebody who sends the site what no page of it offers: by forms, and by answers to letters."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Person


class Visitor:
    """A person in a browser of their own; None is nobody who has signed in."""

    def __init__(self, person: Person | None) -> None:
        self.client = Client()
        if person:
            self.client.force_login(person)

    def get(self, view: str, *args: Any, **query: str) -> Any:
        """Ask for a page by the name of its view."""
        return self.client.get(reverse(view, args=args), query)

    def post(self, view: str, *args: Any, **fields: Any) -> Any:
        """Send a form by the name of its view."""
        return self.client.post(reverse(view, args=args), fields)

    def read(self, view: str, *args: Any, **query: str) -> str:
        """Return a page as its reader sees it."""
        return unescape(self.get(view, *args, **query).content.decode())

    def say(self, game_id: int, text: str = "", audience: str = "all", **fields: Any) -> Any:
        """Say something at a table."""
        return self.post("words_say", game_id, text=text, audience=audience, **fields)
