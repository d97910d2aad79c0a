"""What can be reported: words at a table, the title of one, and the name of a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing

from accounts.deleted_user import stored_name
from accounts.display_text import stored_text
from accounts.models import Person
from games.models import Game
from games.queries import Visit
from reports.models import Report
from seasons.titles import find_author
from talk.courtesies import translate_courtesy
from talk.models import Remark
from talk.remarks import find_remark

Kind = Report.Kind
SALT = "reports"


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """What is meant by a report: ``text`` is what stands there now, and ``about`` whose it is.

    ``is_shown`` says whether pages show it still.
    """

    kind: Kind
    name: str
    text: str
    about: Person
    game: Game | None = None
    remark: Remark | None = None
    is_shown: bool = True


def find_words(visit: Visit, pk: int) -> Matter | None:
    """Return words at a table that its visitor may read, or could before they were withdrawn; None
    if there are none."""
    heard = find_remark(visit, pk)
    return words_matter(heard.remark) if heard else None


def words_matter(remark: Remark) -> Matter:
    """Return the matter of words at a table."""
    return Matter(
        kind=Kind.WORDS,
        name=f"words-{remark.pk}",
        text=remark.text or translate_courtesy(remark.courtesy),
        about=remark.person.answerable,
        game=remark.game,
        remark=remark,
        is_shown=remark.withdrawn_at is None,
    )


def title_matter(game: Game) -> Matter:
    """Return the matter of a table's title, which its host has given, or the director of a cup."""
    title = stored_text(game.title)
    return Matter(
        kind=Kind.TITLE,
        name=f"title-{game.pk}-{title}",
        text=title,
        about=find_author(game),
        game=game,
    )


def name_matter(person: Person) -> Matter:
    """Return the matter of a player's name."""
    name = stored_name(person)
    return Matter(
        kind=Kind.NAME, name=f"name-{person.pk}-{name}", text=name, about=person.answerable
    )


def sign_matter(matter: Matter) -> str:
    """Return what a form holds of a matter as it shows it, so that a change meanwhile does not
    matter; "" of what is not shown."""
    return signing.dumps([matter.name, matter.text], salt=SALT) if matter.is_shown else ""


def read_signed(matter: Matter, signed: str) -> str | None:
    """Return the text of a matter as a form has shown it, None if it has shown none."""
    try:
        name, text = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        return None
    return str(text) if name == matter.name else None
