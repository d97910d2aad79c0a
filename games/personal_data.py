"""Personal data in games: exported as far as its person may know it now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import personal_data
from accounts.deleted_user import stored_name
from accounts.display_text import plain_text
from accounts.email_normalize import mailbox
from accounts.models import Person
from games import queries
from games.models import (
    Animation,
    Attempt,
    ConditionalTurns,
    DayOff,
    Decision,
    Departure,
    Diary,
    DiaryEntry,
    Draft,
    Extension,
    Game,
    Intervention,
    Invitation,
    Mute,
    Note,
    Nudge,
    PauseConsent,
    PendingOffer,
    PlayerBlock,
    PlayersPause,
    PoolEntry,
    Premove,
    Preview,
    ReliabilityRecord,
    Removal,
    Restriction,
    Seat,
    SeatRequest,
    Seen,
    SetUp,
    StandInFriend,
    Standing,
    StandingDefault,
    StandInTerm,
    Submission,
    SubstituteAsk,
    TakeBack,
    TakeBackConsent,
    Thanks,
)
from games.play import history
from games.play.damage import DamagedError
from games.play.knowledge import known_game
from games.queries import Visit
from games.replay.export import write_notation, write_record

# Of one person alone, and what games rest on: both are exported as they are.
OWN = (
    PlayerBlock,
    ConditionalTurns,
    DayOff,
    Diary,
    DiaryEntry,
    Draft,
    Mute,
    Note,
    Nudge,
    PoolEntry,
    Premove,
    Preview,
    ReliabilityRecord,
    Removal,
    Restriction,
    SeatRequest,
    Seen,
    SetUp,
    StandInFriend,
    StandingDefault,
    SubstituteAsk,
)
FOR_GOOD = (
    Extension, Intervention, PlayersPause, PauseConsent, StandInTerm, Standing, Submission,
    TakeBack, TakeBackConsent, Thanks,
)  # fmt: skip
ERASED = (*OWN, Invitation)
KEPT = (*FOR_GOOD, Attempt, Decision, Departure, Game, PendingOffer, Seat)
MAX_TITLE_CHARS = 60


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield (name, data) of a person's rows, and of the games they play, played, left or host."""
    yield from personal_data.export_rows(person, (*OWN, *FOR_GOOD))
    yield "invitations", list(_invitation_dicts(person))
    for pk in _game_ids(person):
        visit = queries.load_visit(pk, person)
        if visit is not None:
            yield from _game_files(visit, f"games/{pk}")


def _game_ids(person: Person) -> list[int]:
    own = Q(seats__person=person) | Q(departures__person=person) | Q(host=person)
    return list(Game.objects.filter(own).order_by("pk").distinct().values_list("pk", flat=True))


def _invitation_dicts(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the invitations that a person has sent or received."""
    own = Q(invited_by=person) | Q(pk__in=Invitation.sent_to(person).values("pk"))
    for invitation in Invitation.objects.filter(own).select_related("person").order_by("pk"):
        is_sender = invitation.invited_by_id == person.pk
        yield {
            "game": invitation.game_id,
            # People who were invited by name have told the sender no address.
            "to": invitation.invitee_name if is_sender else person.email,
            "by_me": is_sender,
            "at": invitation.at,
            "declined_at": invitation.declined_at,
        }


def _game_files(visit: Visit, folder: str) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a game as its visitor knows it; of a damaged one only the table."""
    yield f"{folder}/table", _table_data(visit)
    if visit.game.started_at is None:
        return
    # One damaged game must not keep a person from all their other data.
    try:
        yield f"{folder}/position", known_game(visit.game, visit.viewer).view
        yield (
            f"{folder}/steps",
            [_step_data(step) for step in history.list_steps(visit.game, visit.viewer)],
        )
        yield f"{folder}/{'record' if visit.game.has_ended else 'notation'}", _game_record(visit)
    except DamagedError as damaged:
        yield f"{folder}/damaged", str(damaged)


def _table_data(visit: Visit) -> dict[str, Any]:
    game = visit.game
    facts = ("ruleset", "title", "board", "options", "pace", "status", "winners", "reason")
    times = ("opened_at", "started_at", "ended_at")
    return {
        "game": game.pk,
        **{name: getattr(game, name) for name in (*facts, *times)},
        "title": plain_text(game.title),
        "my_seat": visit.viewer,
        "my_word": visit.mine.word if visit.mine else "",
        "players": {seat.name: plain_text(str(seat.person or "")) for seat in visit.seats},
    }


def _step_data(step: history.HistoryStep) -> dict[str, Any]:
    return {
        "number": step.seq,
        "at": step.at,
        "seat": step.seat,
        "notation": step.notation,
        "told": step.phrase.translate_with(_),
    }


def _game_record(visit: Visit) -> str:
    if visit.game.has_ended:
        return write_record(visit.game, visit.seats)
    return write_notation(visit.game, visit.seats)


def erase(person: Person) -> None:
    """Delete what belongs to a person alone, and remove their name and addresses from the rest.

    Nothing that is chained or committed is touched: events and orders tell of seats, not of people.
    """
    # For good: nobody is back when their days off end.
    seats = Seat.objects.filter(person=person, game__status=Game.Status.RUNNING)
    seats.update(is_absent=True, absent_until=None)
    Seat.objects.filter(stand_in=person, game__status=Game.Status.RUNNING).update(stand_in=None)
    StandInFriend.objects.filter(friend=person).delete()
    personal_data.erase_rows(person, OWN)
    for model in (PlayerBlock, Mute):  # of others, too: nobody is left who is kept away
        model.objects.filter(other=person).delete()
    # Their name is painted on those of the games they play, played or host.
    Animation.objects.filter(game__in=_game_ids(person)).delete()
    _invitations_to(person).delete()
    has_begun = Q(game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    Invitation.objects.filter(~has_begun, invited_by=person).delete()
    _remove_from_titles(person)


def _invitations_to(person: Person) -> QuerySet[Invitation]:
    """Select the invitations to a person, by name or to an address while it was theirs."""
    theirs = Q(person=person)
    # An address may have another owner since: what came to it later is not theirs.
    for address, until in person.addresses_ever_held():
        when = Q() if until is None else Q(at__lte=until)
        theirs |= Q(mailbox=mailbox(address)) & when
    return Invitation.objects.filter(theirs)


def _remove_from_titles(person: Person) -> None:
    """Remove a name from the titles of the games where it is likely to occur: those a person
    hosted, sat at or left, and their rematches, which took over the title."""
    # Their numbers first, each list by an index: all titles of the site would take long to read.
    own = [
        *Game.objects.filter(host=person).values_list("pk", flat=True),
        *Seat.objects.filter(person=person).values_list("game", flat=True),
        *Departure.objects.filter(person=person).values_list("game", flat=True),
    ]
    titled = Game.objects.filter(title__icontains=stored_name(person))
    games = titled.filter(Q(pk__in=own) | Q(rematch_of__in=own))
    for pk, title in games.values_list("pk", "title"):
        Game.objects.filter(pk=pk).update(title=_anonymize_title(title, person))


def _anonymize_title(title: str, person: Person) -> str:
    """Return a title with "a former player", in that player's language, in place of their name or
    its possessive."""
    # Only as a whole word: a short name is a part of many other words.
    whole = re.compile(rf"(?<!\w){re.escape(stored_name(person))}(?:['’]?s)?(?!\w)", re.IGNORECASE)
    with translation.override(person.language):
        return whole.sub(lambda _match: _("a former player"), title)[:MAX_TITLE_CHARS]
