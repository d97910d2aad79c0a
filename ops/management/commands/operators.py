"""``manage.py operators [ADDRESS ...]``: set up the group of operators and add people to it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.email_normalize import mailbox
from accounts.models import Person
from ops import operators


class Command(BaseCommand):
    help = "Make the group of operators as it should be, and people members of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("addresses", nargs="*", metavar="ADDRESS")

    def handle(self, *args: Any, **options: Any) -> None:
        operators.ensure_group()
        for address in options["addresses"]:
            person = Person.objects.filter(mailbox=mailbox(address)).first()
            if person is None:
                raise CommandError(f"There is nobody with the address {address}.")
            operators.make_operator(person)
            self.stdout.write(f"{person.name} is an operator.")
