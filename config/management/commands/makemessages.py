"""Gathers the texts to translate, those of the rules (``Phrase("...")``) among them."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Phrase:1"]
