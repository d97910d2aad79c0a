"""Gathers the texts to translate, those of the rules among them: ``Phrase("...")``, and
``term("...", "...")`` with what tells it from the same word elsewhere."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=Phrase:1",
        "--keyword=term:1,2c",
    ]
