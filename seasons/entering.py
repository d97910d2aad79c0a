"""Who may enter a season or cup, and how one enters, and leaves it again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.labels import join_with_and
from games.play import restrictions
from games.reliability import gates
from games.reliability.figures import load_reliability
from games.reliability.words import list_asked
from leagues.models import LeagueStanding
from leagues.scale import rating_estimate
from seasons.models import Competition, Entrant, Group

MOST_AT_ONCE = 20
MOST_ENTRIES = 20  # of one person that are not over
Status = Competition.Status


class EntryRefused(Exception):
    """Why somebody cannot enter or leave, in one sentence."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to play: how many games at once, and whether in all seasons to come."""

    at_once: int
    is_lasting: bool = False


def enter(competition_id: int, person: Person, wish: Wish, *, now: datetime) -> Entrant:
    """Enter a person, or change their wish; after the entries have closed, into the reserve.

    :raises EntryRefused: if they may not.
    """
    with transaction.atomic():
        competition = lock_competition(competition_id)
        # Locked before the limit is asked for: two entries at once cannot both pass it.
        _lock_person(person)
        entry = Entrant.objects.filter(competition=competition, person=person).first()
        if reason := refuse_entry(competition, person, now=now, entry=entry):
            raise EntryRefused(reason)
        entry = entry or Entrant(competition=competition, person=person, entered_at=now)
        entry.at_once = max(1, min(wish.at_once, MOST_AT_ONCE))
        entry.is_lasting = wish.is_lasting and competition.is_season
        if entry.pk is None:
            entry.is_reserve = not takes_entries(competition, now)
        entry.save()
        _enter_next_season(entry)
        return entry


def _enter_next_season(entry: Entrant) -> None:
    """Let somebody who takes part in every season have entered the next one, too, if it is open
    already, or else not by that."""
    if not entry.is_lasting:
        drop_from_next_season(entry)
        return
    for season in _next_seasons(entry.competition):
        Entrant.objects.get_or_create(
            competition=season,
            person=entry.person,
            defaults={"entered_at": entry.entered_at, "is_lasting": True, "at_once": entry.at_once},
        )


def drop_from_next_season(entry: Entrant) -> None:
    """Take back the entry for the next season of somebody who would have taken part in every one;
    they can enter again."""
    lasting = Entrant.objects.filter(person=entry.person_id, is_lasting=True)
    lasting.filter(competition__in=_next_seasons(entry.competition)).delete()


def _next_seasons(competition: Competition) -> QuerySet[Competition]:
    """Select the season after a season that people can enter already, if there is one."""
    following = Competition.objects.filter(status=Status.ENTRY, number__gt=competition.number)
    return following.filter(championship__isnull=False, championship=competition.championship_id)


def refuse_entry(
    competition: Competition,
    person: Person,
    *,
    now: datetime,
    entry: Entrant | None = None,
) -> str:
    """Return why a person cannot enter, "" if they can; who has entered may change their wish."""
    if entry is not None:
        return _("You have left this competition.") if entry.has_left else ""
    return (
        _refuse_person(competition, person, now)
        or _refuse_moment(competition, now)
        or _refuse_by_gates(competition, person)
        or _refuse_number(competition, person)
    )


def takes_entries(competition: Competition, now: datetime) -> bool:
    """Whether who enters now takes part from the beginning."""
    closes = competition.entry_closes_at or competition.begins_at
    return competition.status == Status.ENTRY and (closes is None or now < closes)


def takes_reserve(competition: Competition) -> bool:
    """Whether one can still enter as a reserve, for the place of somebody who leaves: in a season
    the next one has it up to half time, in a cup whom a director gives it."""
    if competition.is_season:
        return competition.status in (Status.ENTRY, Status.RUNNING)
    return competition.is_running


def leave(competition_id: int, person: Person, *, now: datetime) -> None:
    """Take back an entry, or leave a competition that runs, in the middle.

    Games that are running go on, and count for the league, but not for the table any more.

    :raises EntryRefused: if they have not entered, or have left.
    """
    with transaction.atomic():
        competition = lock_competition(competition_id)
        entry = _lock_entry(competition, person)
        if entry is None:
            raise EntryRefused(_("You do not take part in this competition."))
        if competition.status == Status.ENTRY or entry.is_reserve:
            entry.delete()
        else:
            mark_left(entry, Entrant.Left.WITHDREW, now=now)


def _lock_entry(competition: Competition, person: Person) -> Entrant | None:
    """Lock the entry of a person and its groups, and return it, if they have not left."""
    own = Entrant.objects.filter(competition=competition, person=person)
    for entry in own:
        lock_groups_of(entry)
    # Read under its lock: a worker may just have given somebody of the reserve a place.
    return own.filter(left_at=None).select_for_update().first()


def lock_groups_of(entry: Entrant) -> None:
    """Lock the groups in which somebody plays. Groups go before entries, as a worker has them."""
    groups = Group.objects.filter(members__entry=entry).order_by("pk")
    list(groups.select_for_update(of=("self",)))


def mark_left(entry: Entrant, why: Entrant.Left, *, now: datetime) -> None:
    """Record that somebody has left a competition that runs; their groups are worked out again.

    The caller holds the lock on the competition.
    """
    lock_groups_of(entry)
    set_left(entry, why, now=now)
    Group.objects.filter(members__entry=entry, settled_at=None).update(due_at=now)


def set_left(entry: Entrant, why: Entrant.Left, *, now: datetime) -> None:
    """Record that somebody has left, who then takes part in the next season only if they enter it
    again. The caller holds the lock on their groups."""
    entry.left_at, entry.left = now, why
    entry.save(update_fields=["left_at", "left"])
    drop_from_next_season(entry)


def lock_competition(competition_id: int) -> Competition:
    """Lock the row of a competition until the transaction ends: what changes who takes part, or at
    which stage it is, waits for each other."""
    return Competition.objects.select_for_update(no_key=True).get(pk=competition_id)


def _lock_person(person: Person) -> None:
    # Not the key: rows that only refer to the person can still be inserted meanwhile.
    if not Person.objects.select_for_update(no_key=True).get(pk=person.pk).is_active:
        raise EntryRefused(_("This account is closed."))


def _refuse_person(competition: Competition, person: Person, now: datetime) -> str:
    if person.is_guest:
        return _("Guests cannot enter. Please sign up first.")
    if person.is_program:
        return _("Bots enter no seasons and cups.")
    if person.is_house and not competition.welcomes_bots:
        return _("House players are not welcome here.")
    return restrictions.refuse_table(person, is_rated=competition.is_rated, now=now)


def _refuse_moment(competition: Competition, now: datetime) -> str:
    if not takes_entries(competition, now):
        return "" if takes_reserve(competition) else _("Entries are closed.")
    if competition.most_entries is not None:
        entered = competition.entries.filter(is_reserve=False, left_at=None).count()
        if entered >= competition.most_entries:
            return _("All places are taken.")
    return ""


def _refuse_by_gates(competition: Competition, person: Person) -> str:
    if person.is_house:
        return ""
    figures = load_reliability(person)
    if competition.for_newcomers and not figures.is_new:
        return _("This cup is for people who are new here.")
    asked = list(list_asked(competition))
    if asked and gates.judge(competition, figures) != gates.Verdict.PASSES:
        return _("This is for players who %(asked)s.") % {"asked": join_with_and(asked)}
    return _refuse_rating(competition, person)


def _refuse_rating(competition: Competition, person: Person) -> str:
    if competition.least_rating is None and competition.most_rating is None:
        return ""
    standing = LeagueStanding.objects.filter(
        person=person, ruleset=competition.ruleset, season=0
    ).first()
    rating = rating_estimate(standing.mu) if standing and standing.mu is not None else None
    if rating is None:
        return _("This cup is for people with a rating in this game.")
    if rating < (competition.least_rating or 0):
        return _("Your rating is below what this cup is for.")
    if competition.most_rating is not None and rating > competition.most_rating:
        return _("Your rating is above what this cup is for.")
    return ""


def _refuse_number(competition: Competition, person: Person) -> str:
    going_on = Entrant.objects.filter(person=person, left_at=None).exclude(
        competition__status__in=[Status.OVER, Status.CALLED_OFF]
    )
    if not person.is_house and going_on.count() >= MOST_ENTRIES:
        return _("You have entered many seasons and cups. Please finish one of them first.")
    return ""
