"""Collect the texts to translate, including those of the rules: ``Phrase("...")``, and
``term("...", "...")``, whose second argument is the context that tells equal words apart."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=Phrase:1",
        "--keyword=term:1,2c",
    ]
