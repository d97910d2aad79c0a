"""Who may take over a seat: the person who sits there sees what it hides from others."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.email_normalize import owner_key
from accounts.models import Person
from games.models import (
    Game,
    Intervention,
    Invitation,
    Seat,
    SeatRequest,
    StandInTerm,
    SubstituteAsk,
)
from games.play import program_seats
from games.reliability import gates

MIN_GAMES = 5


def rule_of_hidden_seats() -> str:
    """Return who may take over a seat where pieces are hidden, in a sentence."""
    return _(
        "Where pieces are hidden, a seat can be taken over by people who have finished %(n)s games"
        " against others, or whom the host lets and who had their account before the game began,"
        " and never with a second account."
    ) % {"n": MIN_GAMES}


def refuse_host_word(game: Game) -> str:
    """Return why the host may let nobody take over a seat by their word, "" if they may."""
    if not game.rules.knowledge.has_hidden_pieces:
        return _("In this game nothing is hidden: nobody needs to be let in.")
    return ""


def had_account_before(game: Game, person: Person) -> bool:
    """Return whether a person had their account before a game began, so that nobody made it to
    look at what the game hides from them."""
    return game.started_at is not None and person.joined_at < game.started_at


def refuse_substitute(game: Game, person: Person) -> str:
    """Return why a person who never sat in a game may not take over a seat, "" if they may."""
    if reason := _refuse_for_good(game, person):
        return reason
    return rule_of_hidden_seats() if _lacks_word(game, person) else ""


def refuse_seat_of(seat: Seat, person: Person) -> str:
    """Return why a person may not play at a seat of a game, having seen what another seat of it
    hides; "" if they may."""
    if not seat.game.rules.knowledge.has_hidden_pieces:
        return ""
    seen = (
        rows.objects.filter(game=seat.game, person=person).exclude(seat=seat)
        for rows in (SubstituteAsk, StandInTerm)
    )
    if any(rows.exists() for rows in seen):
        return _("You have seen the position of another seat of this game.")
    return ""


def refuse_successor(seat: Seat, person: Person) -> str:
    """Return why somebody of the reserve of a season or cup may not play on at a seat, "" if they
    may: they need no word of a host, if they had their account before the game began."""
    game = seat.game
    if reason := refuse_stand_in(game, person) or refuse_seat_of(seat, person):
        return reason
    if not game.rules.knowledge.has_hidden_pieces or had_account_before(game, person):
        return ""
    return "" if _has_experience(person) else rule_of_hidden_seats()


def refuse_stand_in(game: Game, person: Person) -> str:
    """Return why a person may not play for a friend at a seat of a game, "" if they may."""
    if reason := program_seats.refuse_substitute(person):
        return reason
    if _has_intervened(game, person):
        return _("You have intervened in this game as one of the staff.")
    if _has_second_account(game, person):
        return _("Another account of yours plays or played in this game.")
    return gates.refuse_seat(game, person)


def is_same_person(person: Person, other: Person) -> bool:
    """Return whether two accounts have had one address, in any of its spellings."""
    return bool(set(_owner_keys(person)) & set(_owner_keys(other)))


def can_ask_host(game: Game, person: Person) -> bool:
    """Return whether a person who never sat in a game could take over a seat by the word of its
    host, who can be asked for it."""
    return (
        _can_be_asked(game.host)
        and game.host_id != person.pk
        and had_account_before(game, person)
        and not _refuse_for_good(game, person)
        and _lacks_word(game, person)
    )


def _can_be_asked(host: Person) -> bool:
    return host.is_active and not (host.is_machine or host.is_guest or host.leaving_at)


def _refuse_for_good(game: Game, person: Person) -> str:
    """Return why not even the host can let a person take over a seat, "" if they can."""
    return refuse_stand_in(game, person) or gates.refuse_newcomer(game, person)


def _lacks_word(game: Game, person: Person) -> bool:
    """Whether a person needs the word of the host, and does not have it."""
    if not game.rules.knowledge.has_hidden_pieces:
        return False
    return not (_has_experience(person) or _is_let_by_host(game, person))


def _has_intervened(game: Game, person: Person) -> bool:
    """Whether a person has done something to a game, or to the account of one of its players."""
    players = Seat.objects.filter(game=game).exclude(person=None).values("person")
    closed = Q(what=Intervention.What.CLOSE, person__in=players)
    return Intervention.objects.filter(Q(game=game) | closed, by=person).exists()


def _has_second_account(game: Game, person: Person) -> bool:
    own = set(_owner_keys(person))
    players = Person.objects.filter(Q(seats__game=game) | Q(departures__game=game), is_house=False)
    players = players.select_related("owner")
    return any(own & set(_owner_keys(player)) for player in players.exclude(pk=person.pk))


def _owner_keys(person: Person) -> Iterator[str]:
    return (owner_key(address) for address, _until in person.answerable.addresses_ever_held())


def _is_let_by_host(game: Game, person: Person) -> bool:
    if not had_account_before(game, person):
        return False
    asked = Q(person=person) | Q(mailbox=person.mailbox)
    accepted = SeatRequest.objects.filter(
        person=person, game=game, outcome=SeatRequest.Outcome.ACCEPTED
    )
    return Invitation.objects.filter(asked, game=game).exists() or accepted.exists()


def _has_experience(person: Person) -> bool:
    people = Seat.objects.filter(
        game=OuterRef("pk"), person__is_house=False, person__is_program=False
    )
    finished = Game.objects.filter(
        Exists(people.exclude(person=person)), status=Game.Status.OVER, seats__person=person
    )
    return finished[:MIN_GAMES].count() == MIN_GAMES
