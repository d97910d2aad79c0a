"""The lobby: open a table, invite, join, choose a seat, start. There are no events yet.

Every change of a table holds the lock on its row, so that nobody sits down while the game begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.email_normalize import mailbox, owner_key
from accounts.models import Person
from conquest import registry
from conquest.core import Numbers
from conquest.kit import chance
from games.models import Game, Invitation, Removal, Seat
from games.play import (
    fairness,
    keeping_away,
    notices,
    program_seats,
    restrictions,
    substitutes,
    turns,
)
from games.play.clock import PRESETS
from games.reliability import gates

MAX_INVITATIONS_A_DAY = 50  # letters a day to people who never asked for one
MAX_TO_ONE_A_DAY = 3  # of them to the same address
GUEST_TABLES_A_DAY = 10
WARNED_AFTER = timedelta(days=14)  # without being begun
CALLED_OFF_AFTER = timedelta(days=21)
OPEN = Game.Status.OPEN
NOBODY: Mapping[str, Any] = {"person": None, "joined_at": None, "word": "", "level": ""}


class TableRejected(Exception):
    """A refusal at a table, with one sentence for the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """What is settled about a game when its table is opened: each field is one of ``Game``."""

    ruleset: str
    title: str
    pace: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    is_private: bool = False
    is_rated: bool = True
    may_try: bool = True
    tells_standing: bool = False
    starts_itself: bool = False
    stand_in: str = ""
    asks_in_time: int = 0
    asks_finished: int = 0
    welcomes_newcomer: bool = False
    welcomes_programs: bool = False

    @classmethod
    def of_game(cls, game: Game) -> TableTerms:
        """Return the terms on which a game was opened."""
        return cls(**{each.name: getattr(game, each.name) for each in fields(cls)})


def host_table(host: Person, terms: TableTerms, *, now: datetime, form_key: str = "") -> Game:
    """Open a table and seat its host; return the same table for a form that is sent twice.

    Raises as ``open_table`` does.
    """
    with transaction.atomic():
        game = _find_by_form(host, form_key)
        if game is None:
            game = open_table(host, terms, now=now, form_key=form_key)
            join_table(game.pk, host, now=now)
        return game


def _find_by_form(host: Person, form_key: str) -> Game | None:
    """Return the table that a form has opened already; None without a key."""
    if not form_key:
        return None
    # Locked before the search, so that of two equal forms the second finds the table of the first.
    _lock_person(host)
    return Game.objects.filter(host=host, form_key=form_key).first()


def open_table(
    host: Person,
    terms: TableTerms,
    *,
    now: datetime,
    rematch_of: Game | None = None,
    form_key: str = "",
) -> Game:
    """Open a table; the host does not sit down by this.

    Raises ``Fault`` if options exclude each other, ``TableRejected`` if the host has too many
    open tables or has opened too many today. A rematch is always opened, but for a guest.
    """
    with transaction.atomic():
        # Also for a rematch, which seats its host later: by then the chain of commitments is
        # locked, and nobody who holds that lock may wait for another.
        _lock_person(host)
        _require_no_program(host)
        _require_unrestricted(host, is_rated=terms.is_rated, now=now)
        if rematch_of is None or host.is_guest:
            _limit_tables(host, now=now)
        return _create_table(host, terms, now=now, rematch_of=rematch_of, form_key=form_key)


def _create_table(host: Person, terms: TableTerms, *, now: datetime, **more: Any) -> Game:
    table = registry.get_ruleset(terms.ruleset).seating.table_layout(terms.options)
    game = Game.objects.create(host=host, board=table.board, opened_at=now, **more, **asdict(terms))
    _add_seats(game, table.seats)
    fairness.commit_seed(game, now=now)
    return game


def begin_arranged_game(
    terms: TableTerms, people: Sequence[Person], *, host: Person, now: datetime, level: str = ""
) -> Game:
    """Open a table, seat people in the order of its seats, and begin; house players among them
    play with the strength of a ``level``.

    No limit of tables holds for it: they have agreed to play when they entered a season or a cup.

    :raises ValueError: if lots would be drawn for the seats.
    """
    with transaction.atomic():
        game = _create_table(host, terms, now=now)
        if game.has_lots:
            raise ValueError("who sits where is arranged already")
        seats = list(game.seats.order_by("order"))
        for seat, person in zip(seats, people, strict=True):
            seat.person, seat.joined_at = person, now
            seat.level = level if person.is_house else ""
        Seat.objects.bulk_update(seats, ["person", "joined_at", "level"])
        return begin_game(game.pk, host, now=now)


def _add_seats(game: Game, names: Sequence[str]) -> None:
    seating = game.rules.seating
    colours = dict(zip(seating.seats, seating.colours, strict=False))
    Seat.objects.bulk_create(
        Seat(game=game, name=name, order=order, colour=colours[name])
        for order, name in enumerate(names)
    )


def join_table(
    game_id: int, person: Person, *, seat_name: str = "", word: str = "", now: datetime
) -> Seat:
    """Sit down at a free seat, perhaps with a word for the game's chance.

    If no seat is named, or seats are drawn by lot, it is the one reserved for the person, else the
    first that is reserved for nobody. With the last person the game begins if the table says so;
    else its host is notified.

    Raises ``TableRejected`` if the game has begun, the seat is taken, the person sits there
    already, the host has removed them, the table asks for more reliability than theirs, they
    are new here and sit at enough tables, or it welcomes no programs and they are one.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        _require_newcomer(game, person)
        _limit_seats(person)
        _require_unrestricted(person, is_rated=game.is_rated, now=now)
        _require_welcome(game, person)
        # Asked under both locks: of two newcomers at once, one gets the seat for newcomers.
        _require_reliable(game, person)
        return _sit_down(game, person, seat_name=seat_name, word=word, now=now)


def _require_no_program(host: Person) -> None:
    if reason := program_seats.refuse_host(host):
        raise TableRejected(reason)


def _require_welcome(game: Game, person: Person) -> None:
    if reason := program_seats.refuse_seat(game, person):
        raise TableRejected(reason)


def _require_reliable(game: Game, person: Person) -> None:
    reason = gates.refuse_seat(game, person) or gates.refuse_newcomer(game, person)
    if reason:
        raise TableRejected(reason)


def _sit_down(
    game: Game, person: Person, *, seat_name: str = "", word: str = "", now: datetime
) -> Seat:
    """Seat a person at a table, which is locked."""
    free = _free_seats(game)
    seat_name = "" if game.has_lots else seat_name
    seat = free.filter(name=seat_name).first() if seat_name else _reserved_seat(free, person)
    if seat is None:
        raise TableRejected(_("This seat is taken.") if seat_name else _("No seat is free."))
    # Last, so that those who are kept away read whatever else refuses everybody.
    if reason := keeping_away.refuse_at_table(game, person):
        raise TableRejected(reason)
    seat.person, seat.joined_at, seat.word = person, now, word
    seat.save(update_fields=["person", "joined_at", "word"])
    Invitation.sent_to(person).filter(game=game).update(declined_at=None)
    _begin_or_notify_host(game, person, now=now)
    return seat


def _require_newcomer(game: Game, person: Person) -> None:
    if game.seats.filter(person=person).exists():
        raise TableRejected(_("You sit at this table already."))
    if game.removals.filter(person=person).exists():
        raise TableRejected(keeping_away.say_no_seat())


def change_word(game_id: int, person: Person, word: str) -> Seat:
    """Change the word that a person adds to the game's chance; "" removes it.

    Raises ``TableRejected`` if the game has begun or the person does not sit there.
    """
    with transaction.atomic():
        seat = _own_seat(_lock_open_table(game_id), person)
        seat.word = word
        seat.save(update_fields=["word"])
        return seat


def choose_seat(
    game_id: int, person: Person, *, seat_name: str, colour: str = "", now: datetime
) -> Seat:
    """Move to another free seat, or take another free colour (C2).

    Raises ``TableRejected`` also if seats are drawn by lot.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        if game.has_lots:
            raise TableRejected(_("At this table seats are drawn by lot."))
        own_seat, seat = _own_seat(game, person), game.seats.get(name=seat_name)
        other = game.seats.get(colour=colour) if colour else seat
        _require_free(seat, other, person)
        _swap_colours(seat, other)
        if seat != own_seat:
            Seat.objects.filter(pk=own_seat.pk).update(**NOBODY)
        seat.person, seat.joined_at, seat.word = person, now, own_seat.word
        seat.save(update_fields=["person", "joined_at", "word", "colour"])
        return seat


def _require_free(seat: Seat, other: Seat, person: Person) -> None:
    """Check that nobody else has a seat, or the other seat whose colour is wanted."""
    if seat.person_id not in (None, person.pk):
        raise TableRejected(_("This seat is taken."))
    if other.person_id not in (None, person.pk):
        raise TableRejected(_("This colour is taken."))


def stand_up(game_id: int, person: Person, *, now: datetime) -> None:
    """Leave a table whose game has not begun; a host who leaves calls the table off."""
    with transaction.atomic():
        game = _lock_open_table(game_id)
        if person == game.host:
            _set_called_off(game, now=now, actor=person)
        game.seats.filter(person=person).update(**NOBODY)
        # Who stands up is not asked once more.
        _decline_invitations(game, person, now=now)


def decline_invitation(game_id: int, person: Person, *, now: datetime) -> None:
    """Decline an invitation to a table; a seat that was reserved for the person is free for all.

    They can sit down later all the same. Raises ``TableRejected`` if they sit there.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        if game.seats.filter(person=person).exists():
            raise TableRejected(_("You sit at this table. You can stand up on its page."))
        _decline_invitations(game, person, now=now)


def _decline_invitations(game: Game, person: Person, *, now: datetime) -> None:
    invitations = Invitation.sent_to(person).filter(game=game, declined_at=None)
    invitations.update(declined_at=now, seat=None)


def remove_player(game_id: int, host: Person, person_id: int, *, now: datetime) -> Person:
    """Remove a person from a table whose game has not begun, for good, and return them.

    A bot may be seated again.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        _require_host(game, host)
        seat = game.seats.filter(person=person_id).select_related("person").first()
        if seat is None or seat.person is None or seat.person == host:
            raise TableRejected(_("This player does not sit at the table."))
        person = seat.person
        game.seats.filter(pk=seat.pk).update(**NOBODY)
        if not person.is_house:
            Removal.objects.create(game=game, person=person, at=now)
            notices.notify_removal(game, person, now=now)
        return person


def warn_host(game_id: int, *, now: datetime) -> None:
    """Warn the host of an idle table, once, that it will be called off."""
    with transaction.atomic():
        game = _lock_open_table(game_id)
        if game.warned_at is None:
            game.warned_at = now
            game.save(update_fields=["warned_at"])
            notices.notify_idle_table(game, now=now)


def call_off_table(game_id: int, *, now: datetime) -> None:
    """Call off an idle table, and notify the people there."""
    with transaction.atomic():
        _set_called_off(_lock_open_table(game_id), now=now)


def idle_tables(now: datetime) -> QuerySet[Game]:
    """Select the tables whose hosts are to be warned that they will be called off."""
    return Game.objects.filter(status=OPEN, warned_at=None, opened_at__lte=now - WARNED_AFTER)


def abandoned_tables(now: datetime) -> QuerySet[Game]:
    """Select the tables that are to be called off; their hosts were warned in time."""
    # A warning that left late, as after an outage, leaves the host as much time as any other.
    warned_before = now - (CALLED_OFF_AFTER - WARNED_AFTER)
    old = Game.objects.filter(status=OPEN, opened_at__lte=now - CALLED_OFF_AFTER)
    return old.filter(warned_at__lte=warned_before)


def called_off_at(game: Game) -> datetime:
    """Return when a table will be called off if its game does not begin until then."""
    assert game.warned_at is not None
    after_warning = game.warned_at + (CALLED_OFF_AFTER - WARNED_AFTER)
    return max(after_warning, game.opened_at + CALLED_OFF_AFTER)


def invite_addresses(game_id: int, host: Person, addresses: Iterable[str], *, now: datetime) -> int:
    """Send invitations to addresses that have none, or have declined it; return how many.

    Raises ``TableRejected`` also if the host has sent ``MAX_INVITATIONS_A_DAY`` within a day, or
    ``MAX_TO_ONE_A_DAY`` to one of them, or if there is no letter, as somebody has just declined.
    """
    # Addresses that only look different reach one mailbox: it gets one letter, and one limit.
    # The first spelling counts, so the last is written over.
    wanted = {mailbox(address): address.strip() for address in reversed(tuple(addresses))}
    with transaction.atomic():
        game = _lock_open_table(game_id)
        _require_host(game, host)
        _limit_invitations(host, wanted, now=now)
        fresh = 0
        for same, address in wanted.items():
            defaults = {"address": address, "invited_by": host, "at": now}
            invitation, is_new = Invitation.objects.get_or_create(
                game=game, mailbox=same, defaults=defaults
            )
            if is_new or _renew_invitation(invitation, address, now=now):
                notices.send_invitation(invitation, now=now)
                fresh += 1
        if not fresh:
            _refuse_declined(game, wanted, now=now)
        return fresh


def _renew_invitation(invitation: Invitation, address: str, *, now: datetime) -> bool:
    """Ask somebody again who has declined, but not within a day; return whether they are asked."""
    if invitation.declined_at is None or invitation.declined_at > now - timedelta(days=1):
        return False
    # No seat is kept for them any more, and the host knows them by the address that they wrote.
    invitation.address, invitation.person = address, None
    invitation.at, invitation.declined_at = now, None
    invitation.save()
    return True


def _refuse_declined(game: Game, wanted: Mapping[str, str], *, now: datetime) -> None:
    """Refuse if one of the wanted addresses, by mailbox, has declined within a day."""
    lately = game.invitations.filter(declined_at__gt=now - timedelta(days=1))
    declined = lately.filter(mailbox__in=wanted).first()
    if declined is not None:
        words = _("%(address)s has declined; ask again tomorrow.")
        raise TableRejected(words % {"address": wanted[declined.mailbox]})


def allow_substitute(game_id: int, host: Person, name: str, *, now: datetime) -> Person:
    """Let a person take over an absent seat of the host's running game; return them.

    Raises ``TableRejected`` also if no piece is hidden, or if their account is younger than the
    game. It is an invitation without a letter, so that they see a private game, too.
    """
    people = Person.objects.filter(is_active=True, is_house=False, is_guest=False, is_program=False)
    person = people.filter(name__iexact=name.strip()).first()
    if person is None:
        raise TableRejected(_("There is no player of this name."))
    if own := keeping_away.find_own_block(host, [person.pk]):
        raise TableRejected(keeping_away.say_own_block(own))
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        _require_host(game, host)
        _require_hidden_vacancy(game)
        if not substitutes.had_account_before(game, person):
            raise TableRejected(_("This player had no account yet when the game began."))
        _limit_invitations(host, [person.mailbox], now=now)
        defaults = {"address": person.email, "person": person, "invited_by": host, "at": now}
        Invitation.objects.get_or_create(game=game, mailbox=person.mailbox, defaults=defaults)
        return person


def _require_hidden_vacancy(game: Game) -> None:
    """Check that a game runs in which a seat can be taken over, by the word of its host."""
    free = game.seats.filter(is_absent=True, absent_until=None)
    if not game.is_running or not free.exists():
        raise TableRejected(_("No seat of this game can be taken over now."))
    if reason := substitutes.refuse_host_word(game):
        raise TableRejected(reason)


def seat_bots(
    game_id: int, host: Person, house: Iterable[Person], *, now: datetime, level: str = ""
) -> int:
    """Seat bots of a strength on the free seats, as far as there are enough; return how many.

    Without a ``level`` they are the weakest ones.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        _require_host(game, host)
        levels = [level.name for level in game.rules.composing.levels]
        if not levels:
            raise TableRejected(_("House players do not know this game."))
        level = level if level in levels else levels[0]
        _limit_bot_games(host)
        seated = set(game.seats.values_list("person_id", flat=True))
        bots = [bot for bot in house if bot.pk not in seated]
        free = list(_free_seats(game))
        for seat, bot in zip(free, bots, strict=False):
            seat.person, seat.joined_at, seat.level = bot, now, level
            seat.save(update_fields=["person", "joined_at", "level"])
        _begin_if_full(game, host, now=now)
        return min(len(free), len(bots))


def start_by_host(game_id: int, host: Person, *, now: datetime) -> Game:
    """Begin the game of a full table for its host."""
    with transaction.atomic():
        _require_host(_lock_open_table(game_id), host)
        return begin_game(game_id, host, now=now)


def begin_game(game_id: int, actor: Person, *, now: datetime) -> Game:
    """Begin the game of a full table and notify everybody but the ``actor``.

    The caller has checked that the actor may begin it.
    """
    with transaction.atomic():
        game = _lock_open_table(game_id)
        seats = list(game.seats.all())
        if any(seat.person_id is None for seat in seats):
            raise TableRejected(_("The game can start when every seat is taken."))
        # The key of the numbers is made of the words, in the order before lots were drawn: the
        # lots are drawn with that key.
        words = [seat.word for seat in seats]
        game.words = words if any(words) else []
        game.save(update_fields=["words"])
        numbers = chance.keyed_numbers(fairness.chance_key(game))
        _draw_lots(game, seats, numbers)
        events = game.rules.judgement.start_game(game.options, numbers)
        turns.record_start(game, events, now=now)
        notices.notify_start(game, now=now, actor=actor)
        fairness.commit_key(game, now=now)
        return game


def start_bot_game(
    *,
    host: Person,
    ruleset: str,
    title: str,
    house: Iterable[Person],
    now: datetime,
    level: str = "",
    form_key: str = "",
) -> Game:
    """Open a table, fill it with bots of a strength and begin, all at once; the game is not rated,
    and nobody but a guest sees that of theirs.

    A form that is sent twice begins one game. Raises ``TableRejected`` if there are not enough
    bots, or they do not know the game.
    """
    with transaction.atomic():
        if game := _find_by_form(host, form_key):
            return game
        terms = TableTerms(
            ruleset=ruleset,
            title=title,
            pace=PRESETS["leisurely"],
            is_private=host.is_guest,
            is_rated=False,
        )
        game = open_table(host, terms, now=now, form_key=form_key)
        # Nobody waits for them there: also newcomers may have more of these.
        _limit_seats(host)
        _sit_down(game, host, now=now)
        seat_bots(game.pk, host, house, now=now, level=level)
        return start_by_host(game.pk, host, now=now)


def _begin_or_notify_host(game: Game, last: Person, *, now: datetime) -> None:
    """Begin the game if the table is full and starts itself; if it is only full, notify its
    host."""
    if not _begin_if_full(game, last, now=now) and not _free_seats(game).exists():
        notices.notify_table_full(game, last, now=now)


def _begin_if_full(game: Game, actor: Person, *, now: datetime) -> bool:
    """Begin the game of a full table that starts itself; return whether it has begun."""
    begins = game.starts_itself and not _free_seats(game).exists()
    if begins:
        begin_game(game.pk, actor, now=now)
    return begins


def _free_seats(game: Game) -> QuerySet[Seat]:
    return game.seats.filter(person=None)


def _set_called_off(game: Game, *, now: datetime, actor: Person | None = None) -> None:
    game.status = Game.Status.CALLED_OFF
    game.save(update_fields=["status"])
    notices.notify_call_off(game, now=now, actor=actor)


def _draw_lots(game: Game, seats: Sequence[Seat], numbers: Numbers) -> None:
    """Draw lots for the seats, if the table wants that."""
    if not game.rules.seating.table_layout(game.options).lots:
        return
    people = [(seat.person, seat.joined_at, seat.level, seat.word) for seat in seats]
    for seat, drawn in zip(seats, chance.draw_lots(numbers, len(seats)), strict=True):
        seat.person, seat.joined_at, seat.level, seat.word = people[drawn]
    Seat.objects.bulk_update(seats, ["person", "joined_at", "level", "word"])


def _lock_open_table(game_id: int) -> Game:
    """Lock the row of a table until the transaction ends; refuse if it is not open any more."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.OPEN:
        raise TableRejected(_("This table is no longer open."))
    return game


def _limit_tables(host: Person, *, now: datetime) -> None:
    if host.is_guest:
        _limit_guest_games(host)
    lately = Game.objects.filter(host=host, opened_at__gt=now - timedelta(days=1))
    most = GUEST_TABLES_A_DAY if host.is_guest else settings.MAX_TABLES_A_DAY
    if lately.count() >= most:
        raise TableRejected(_("You have opened many tables today. Please go on tomorrow."))
    if Game.objects.filter(host=host, status=OPEN).count() >= settings.MAX_OPEN_TABLES:
        raise TableRejected(
            _("You have many open tables. Please start or call off one of them first.")
        )


def _limit_guest_games(guest: Person) -> None:
    running = Game.objects.filter(host=guest, status=Game.Status.RUNNING)
    if running.count() >= settings.MAX_GUEST_GAMES:
        raise TableRejected(_("A guest plays few games at once. Please finish one, or sign up."))


def _limit_seats(person: Person) -> None:
    if person.is_house:
        return
    _lock_person(person)
    if reason := program_seats.refuse_number(person):
        raise TableRejected(reason)
    if Seat.objects.filter(person=person, game__status=OPEN).count() >= settings.MAX_PLACES:
        raise TableRejected(
            _("You sit at many open tables. Please stand up from one of them first.")
        )


def _limit_bot_games(host: Person) -> None:
    _lock_person(host)
    others = Seat.objects.filter(person__is_house=False, person__is_program=False)
    others = others.exclude(person=host)
    alone = Game.objects.filter(host=host, status=Game.Status.RUNNING).exclude(seats__in=others)
    if alone.count() >= settings.MAX_HOUSE_GAMES:
        raise TableRejected(
            _("You play many games against the house. Please finish one of them first.")
        )


def _limit_invitations(host: Person, wanted: Iterable[str], *, now: datetime) -> None:
    _lock_person(host)
    lately = Invitation.objects.filter(invited_by=host, at__gt=now - timedelta(days=1))
    if lately.count() + len(set(wanted)) > MAX_INVITATIONS_A_DAY:
        raise TableRejected(_("You have invited many people today. Please go on tomorrow."))
    # By owners: what somebody writes after a "+" reaches the same mailbox.
    asked = Counter(map(owner_key, lately.values_list("mailbox", flat=True)))
    more = Counter(map(owner_key, set(wanted)))
    if any(asked[owner] + times > MAX_TO_ONE_A_DAY for owner, times in more.items()):
        raise TableRejected(
            _("You have asked somebody of these often today. Please wait until tomorrow.")
        )


def _lock_person(person: Person) -> None:
    """Lock the row of a person until the transaction ends; refuse if the account is closed.

    So two requests at once cannot both pass a limit, and nobody is seated whose account has just
    been closed or deleted.
    """
    # Not the key: rows that only refer to the person can still be inserted meanwhile.
    if not program_seats.may_act(program_seats.lock_account(person)):
        raise TableRejected(_("This account is closed."))


def _require_unrestricted(person: Person, *, is_rated: bool, now: datetime) -> None:
    """Refuse a person whom the staff keeps from tables, who is locked."""
    if reason := restrictions.refuse_table(person, is_rated=is_rated, now=now):
        raise TableRejected(reason)


def _require_host(game: Game, person: Person) -> None:
    if game.host_id != person.pk:
        raise TableRejected(_("Only the host of the table can do this."))


def _own_seat(game: Game, person: Person) -> Seat:
    seat = game.seats.filter(person=person).first()
    if seat is None:
        raise TableRejected(_("You do not sit at this table."))
    return seat


def _reserved_seat(free: QuerySet[Seat], person: Person) -> Seat | None:
    """Return the free seat for a person who names none."""
    # Reserved seats are no locked seats: if all others are taken, anybody may have one.
    reserved, unreserved = free.filter(invitations__person=person), free.filter(invitations=None)
    return reserved.first() or unreserved.first() or free.first()


def _swap_colours(seat: Seat, other: Seat) -> None:
    if seat.pk != other.pk:
        other.colour, seat.colour = seat.colour, other.colour
        other.save(update_fields=["colour"])
