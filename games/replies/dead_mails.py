"""Tells people that a mail of theirs could not be handled: they would wait for what it says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Model
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.reply_address import Purpose, ReplyTopic
from games.models import Decision, Game, Preview, Seat, SeatRequest
from games.replies.answers import Answer, post_answer_letter
from games.replies.correspondence import NoEffectError, find_reader, require_author
from inbox.handling import DeadMail
from mail.models import Delivery

HOUR = timedelta(hours=1)
# What an address is about, and the name of its game there.
GAMES: Mapping[Purpose, tuple[type[Model], str]] = {
    Purpose.DECISION: (Decision, "game"),
    Purpose.SEAT: (Seat, "game"),
    Purpose.OFFER: (Seat, "game"),
    Purpose.PREVIEW: (Preview, "seat__game"),
    Purpose.TABLE: (Game, "pk"),
    Purpose.REQUEST: (SeatRequest, "game"),
    Purpose.WORDS: (Game, "pk"),
}


def tell_author(mail: DeadMail, now: datetime) -> None:
    """Tell the author of a mail that is given up, at most once an hour, in the caller's
    transaction; nobody if it is not theirs for certain, or a machine's."""
    try:
        topic, person = find_reader(mail.recipient)
        author = _find_author(mail, topic, now)
        require_author(person, author)
    except NoEffectError:
        return
    # By hours of the clock the key keeps two workers apart; the one before, two sides of an hour.
    before = Delivery.objects.filter(key=_hour_key(person, now - HOUR), created_at__gt=now - HOUR)
    if before.exists():
        return
    with translation.override(person.language):
        answer = _say_dead(_find_game_url(topic))
    message_id = mail.what.message_id if mail.what else ""
    key = _hour_key(person, now)
    post_answer_letter(key, person, answer, now=now, message_id=message_id, author=author)


def _find_author(mail: DeadMail, topic: ReplyTopic, now: datetime) -> str:
    """Return whose mail it is, "" if that is not certain.

    What ended those who read it is not read: of that mail the sender of its envelope is believed,
    as the letter goes to the person of a good address alone, and bounces have none.
    """
    if mail.what is None:
        return "" if topic.is_expired(now) else mail.sender
    is_certain = mail.what.is_authentic and not mail.what.automatic
    return mail.what.sender if is_certain else ""


def _hour_key(person: Person, at: datetime) -> str:
    return f"dead-mails-{person.pk}-{at:%Y%m%d%H}"


def _say_dead(url: str) -> Answer:
    # Neither with its seat nor its board: it may be the game that cannot be read.
    return Answer(
        outcome="dead",
        brief=_("Mail not handled"),
        headline=_("A mail in your name could not be handled."),
        paragraphs=(
            _("Something went wrong here each time we tried. Nothing in the mail has counted."),
            _("What you wanted to do can be done on the page."),
        ),
        links=((_("See the game"), url),) if url else (),
    )


def _find_game_url(topic: ReplyTopic) -> str:
    """Return the page that an address is about, "" if it is about none."""
    if topic.purpose not in GAMES:
        return ""
    model, name = GAMES[topic.purpose]
    found = model._default_manager.filter(pk=topic.about).values_list(name)
    game = Game.objects.only("started_at").filter(pk__in=found).first()
    return settings.SITE_URL + game.get_absolute_url() if game else ""
