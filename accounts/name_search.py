"""People by a part of their name: an index of all endings of names serves it."""

from __future__ import annotations

from django.contrib.postgres.search import SearchVectorField
from django.db.models import BooleanField, Func, Value

# A part of a name begins one of its endings, and the beginnings of lexemes are found in a GIN
# index. PostgreSQL's own trigrams are an extension that not every server has.
NAME_ENDINGS = Func("name", function="accounts_name_endings", output_field=SearchVectorField())


def name_contains(part: str) -> Func:
    """Return the condition that the name of a person contains a part, whatever its case."""
    wanted = Func(Value(part), function="accounts_name_query")
    return Func(
        NAME_ENDINGS,
        wanted,
        template="%(expressions)s",
        arg_joiner=" @@ ",
        output_field=BooleanField(),
    )
