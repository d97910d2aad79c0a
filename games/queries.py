"""Reads for pages: what a person may see of games, in as few queries as possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_
from types import MappingProxyType
from typing import Any

import structlog
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, When

from accounts.models import Person
from conquest import registry
from conquest.core import Phrase, SideAction
from conquest.registry import AnyRules
from games.fenced import OneOf
from games.models import (
    Commitment,
    Decision,
    Event,
    Game,
    Invitation,
    PendingOffer,
    Removal,
    Seat,
    SeatRequest,
    Submission,
    SubstituteAsk,
)
from games.paging import MOST, Page, paginate
from games.play import history, offers, seat_requests, store
from games.play.damage import DamagedError
from games.play.knowledge import known_game
from games.play.substitutes import can_ask_host, refuse_host_word, refuse_substitute

log = structlog.get_logger()

TAIL_EVENTS = 6
PAGES = {"asked": 20, "invited": 12, "waiting": 20, "tables": 12, "finished": 6}
OPEN = Game.Status.OPEN


# Without slots, so that what is asked of the database for a seat is asked once for all of them.
@dataclass(frozen=True)
class Visit:
    """A game with its seats and open decisions, as ``person`` visits it."""

    game: Game
    person: Person | None
    seats: tuple[Seat, ...]
    asked: tuple[Decision, ...]

    @property
    def author(self) -> int | None:
        """The id of the person who may put a plan together; ``None`` is the public."""
        return self.person.pk if self.person else None

    @property
    def mine(self) -> Seat | None:
        """The seat the visitor plays, if any: their own, or a friend's for whom they stand in."""
        return _played_seat(self.game, self.seats, self.person)

    @property
    def is_stand_in(self) -> bool:
        """Whether the visitor plays for a friend: what is not a turn is for that one alone."""
        return self.mine is not None and self.mine.person != self.person

    @property
    def viewer(self) -> str | None:
        """The name of the seat whose eyes the visitor looks through; ``None`` is the public."""
        return self.mine.name if self.mine else None

    @property
    def decision(self) -> Decision | None:
        """The open decision of the visitor, if any."""
        mine = self.mine
        return next((row for row in self.asked if mine and row.seat_id == mine.pk), None)

    @property
    def owes_turn(self) -> bool:
        """Whether the visitor is asked for orders, and not for one of a few answers."""
        return self.decision is not None and self.decision.ask.how == "compose"

    @property
    def own_decision_first(self) -> list[Decision]:
        """All open decisions, the visitor's own first: a phone has no room for others."""
        return sorted(self.asked, key=lambda decision: decision != self.decision)

    @property
    def rotation(self) -> int:
        """By how many quarters the board is turned for the visitor."""
        return self.mine.rotation if self.mine else 0

    @cached_property
    def can_substitute(self) -> bool:
        """Whether the visitor may become a substitute at an absent seat."""
        game, person = self.game, self.person
        if person is None or person.is_guest or self.mine:
            return False
        if game.is_paused or not game.is_running:
            return False
        barred_by = game.departures.filter(person=person), game.removals.filter(person=person)
        return not any(rows.exists() for rows in barred_by)

    @cached_property
    def substitute_refusal(self) -> str:
        """Why the visitor, who could take over a seat otherwise, may not; "" if they may."""
        return refuse_substitute(self.game, self.person) if self.person else ""

    @cached_property
    def can_ask_host(self) -> bool:
        """Whether nothing but the word of the host is missing for the visitor to take a seat."""
        if self.person is None or not self.can_substitute or not self.substitute_refusal:
            return False
        return can_ask_host(self.game, self.person)

    @cached_property
    def own_request(self) -> SeatRequest | None:
        """The seat that the visitor has asked the host for, while they wait or once the host has
        said no."""
        lapsed = SeatRequest.Outcome.LAPSED
        own = SeatRequest.objects.filter(game=self.game, person=self.person)
        return own.exclude(outcome=lapsed).order_by("-pk").first()

    @cached_property
    def own_ask(self) -> SubstituteAsk | None:
        """For which seat the visitor is asked as a substitute, or was and others were first."""
        if self.person is None or self.mine or not self.game.is_running:
            return None
        wanted = [SubstituteAsk.Outcome.OPEN, SubstituteAsk.Outcome.TAKEN]
        own = SubstituteAsk.objects.filter(game=self.game, person=self.person, outcome__in=wanted)
        return own.select_related("seat").first()

    @cached_property
    def seat_requests(self) -> tuple[SeatRequest, ...]:
        """The requests for absent seats that wait for the visitor's answer as the host."""
        return _seat_requests([self.game], self.person).get(self.game.pk, ())

    @cached_property
    def can_allow_substitute(self) -> bool:
        """Whether the visitor's word as the host lets people take over seats."""
        return self.is_host and self.game.is_running and not refuse_host_word(self.game)

    @property
    def is_host(self) -> bool:
        return self.person is not None and self.game.host_id == self.person.pk


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: its seats, its open decisions, and the last thing that happened there.

    ``offered`` is the action by which its reader would accept what is offered to them, ``requests``
    are those for seats that they can answer as the host. Of a game that ``is_damaged`` nothing is
    shown until it is repaired.
    """

    game: Game
    seats: tuple[Seat, ...]
    mine: Seat | None = None
    asked: tuple[Decision, ...] = ()
    last: Phrase | None = None
    offered: SideAction | None = None
    requests: tuple[SeatRequest, ...] = ()
    is_damaged: bool = False

    @property
    def decision(self) -> Decision | None:
        """The open decision of the reader of the list, if any."""
        if self.is_damaged:
            return None
        return next((row for row in self.asked if self.mine and row.seat_id == self.mine.pk), None)

    @property
    def free_seats(self) -> int:
        return sum(seat.person_id is None for seat in self.seats)

    @property
    def vacant_seats(self) -> tuple[Seat, ...]:
        """The absent seats, which a substitute could take over."""
        return tuple(seat for seat in self.seats if seat.can_be_taken_over)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The games of a person in pages: first those that wait for them, the most urgent on top, and
    tables that do (``invited``)."""

    asked: Page[GameRow]
    invited: Page[GameRow]
    waiting: Page[GameRow]
    tables: Page[GameRow]
    finished: Page[GameRow]


def load_visit(pk: int, person: Person | None, *, key: str = "") -> Visit | None:
    """Return a game as a person may see it; ``None`` if there is none that they may know of.

    The ``key`` of its invitation link allows to see a private table.
    """
    games = Game.objects.select_related("host").prefetch_related(_SEATS, _ASKED)
    game = games.filter(pk=pk).first()
    if game is None or not (key == game.invite_key or _can_see(game, person)):
        return None
    return Visit(game, person, tuple(game.seats.all()), _open_decisions(game))


def rules_of_game(pk: int) -> AnyRules | None:
    """Return the rules of a game, ``None`` if there is no such game."""
    slug = Game.objects.filter(pk=pk).values_list("ruleset", flat=True).first()
    return registry.get_ruleset(slug) if slug else None


def table_by_invite_key(key: str) -> Game | None:
    """Return the table an invitation link leads to."""
    return Game.objects.filter(invite_key=key).first()


def game_commitments(game: Game) -> list[Commitment]:
    """List the commitments of a game, in the order of the chain."""
    return list(game.commitments.order_by("number"))


def all_commitments() -> QuerySet[Commitment]:
    """Select the chain of commitments, the newest first, with whether its games are private."""
    # The chain is public: of the games only that is read.
    return Commitment.objects.select_related("game").only(*_CHAINED).order_by("-number")


def sent_invitations(game: Game) -> QuerySet[Invitation]:
    """Select the invitations to a table that were sent by letter, the latest first."""
    return game.invitations.select_related("person").order_by("-at", "-pk")


def reserved_seats(game: Game) -> Mapping[int, Person]:
    """Return by seat id the people for whom seats of a rematch are reserved."""
    rows = game.invitations.exclude(person=None).exclude(seat=None).select_related("person")
    return {row.seat_id: row.person for row in rows if row.seat_id and row.person}


def list_bots() -> list[Person]:
    """List the active bots."""
    return list(Person.objects.filter(is_house=True, is_active=True).order_by("pk"))


def last_turn(game: Game, seat: Seat) -> Submission | None:
    """Return the last turn that the person at a seat has handed in, perhaps ahead.

    Side actions do not count, nor answers in the turns of others.
    """
    return _turn_submissions(game, seat).first()


def news_start(game: Game, seat: Seat, last: Submission | None) -> int:
    """Return the event after which all is news to the person at a seat; ``last`` is their last
    turn."""
    # What was said ahead was played without its author: the news begins after a turn before it.
    if last is not None and last.is_ahead:
        last = _turn_submissions(game, seat).exclude(via__in=Submission.AHEAD).first()
    return last.last_seq if last else 0


def _turn_submissions(game: Game, seat: Seat) -> QuerySet[Submission]:
    """Select the turns that the person at a seat has handed in, the latest first."""
    return _submissions_but(_answer_kinds(game.rules), game, seat)


def last_composed(game: Game, seat: Seat) -> Submission | None:
    """Return the last submission of the person at a seat that was composed as orders, be it a turn,
    a set-up, a throw or one said ahead; answers that are chosen from a few and side actions do not
    count."""
    return _submissions_but(_chosen_kinds(game.rules), game, seat).first()


def _submissions_but(kinds: Sequence[str], game: Game, seat: Seat) -> QuerySet[Submission]:
    """Select what the person at a seat has handed in, but for answers to decisions of some kinds
    and for side actions, the latest first."""
    # Of the friend who plays there now, if one does.
    played = Submission.objects.filter(game=game, seat=seat, person=seat.asked_person)
    own = played.filter(is_side_action=False)
    is_other = ~Q(kind__in=kinds)
    # What was said ahead opens no decision, so that the last one before it may be an answer.
    submissions = own.annotate(kind=_kind_asked_before(seat)).filter(
        is_other | Q(via__in=Submission.AHEAD)
    )
    return submissions.order_by("-last_seq")


def answer_submissions(seat: Seat, kind: str) -> QuerySet[Submission]:
    """Select the answers of a seat to decisions of a kind, the latest first, with those of its
    standing orders, for which no decision was opened."""
    others = Submission.objects.exclude(via__in=Submission.AHEAD)
    own = others.filter(seat=seat, is_side_action=False).annotate(kind=_kind_asked_before(seat))
    by_orders = Q(via=Submission.Via.STANDING)
    return own.filter(by_orders | Q(~by_orders, kind=kind)).order_by("-last_seq")


def _kind_asked_before(seat: Seat) -> Subquery:
    """Return the kind of the last decision of a seat before a submission, as a subquery."""
    # Submissions do not name their decision.
    earlier = Decision.objects.filter(seat=seat, version__lt=OuterRef("first_seq"))
    return Subquery(earlier.order_by("-version", "-pk").values("kind")[:1])


def events_by_letter(game: Game, first: int, last: int) -> frozenset[int]:
    """Return the numbers of the events in ``first <= seq <= last`` that somebody has ordered by
    letter."""
    by_letter = Submission.objects.filter(game=game, via=Submission.Via.LETTER)
    return _events_of(by_letter, first, last)


def _events_of(submissions: QuerySet[Submission], first: int, last: int) -> frozenset[int]:
    """Return the numbers of the events in ``first <= seq <= last`` of some submissions."""
    spans = submissions.filter(first_seq__lte=last, last_seq__gte=first)
    return frozenset(
        seq
        for start, end in spans.values_list("first_seq", "last_seq")
        for seq in range(max(start, first), min(end, last) + 1)
    )


def events_ahead(visit: Visit, first: int, last: int) -> frozenset[int]:
    """Return the numbers of the events in ``first <= seq <= last`` of turns that were said ahead:
    of the visitor's own, and once the game is over of all."""
    said = Submission.objects.filter(game=visit.game, via__in=Submission.AHEAD)
    if not visit.game.has_ended:
        said = said.filter(seat=visit.mine) if visit.mine else said.none()
    return _events_of(said, first, last)


def _answer_kinds(rules: AnyRules) -> list[str]:
    """Return the kinds of decisions that run on the clock for answers."""
    kinds = rules.judgement.decision_kinds.items()
    return [name for name, kind in kinds if kind.pace == "answer"]


def _chosen_kinds(rules: AnyRules) -> list[str]:
    """Return the kinds of decisions that are answered by choosing one of a few orders."""
    kinds = rules.judgement.decision_kinds.items()
    return [name for name, kind in kinds if kind.how == "choose"]


def count_open_games(person: Person) -> Mapping[str, int]:
    """Count the running games of a person and the open tables they host, for their deletion."""
    running = Game.objects.filter(seats__person=person, status=Game.Status.RUNNING)
    tables = Game.objects.filter(host=person, status=Game.Status.OPEN)
    return {"games": running.count(), "tables": tables.count()}


def find_submission(game: Game, person: Person, pk: int) -> Submission | None:
    """Return a submission, if this person handed it in."""
    return Submission.objects.filter(game=game, person=person, pk=pk).first()


def decisions_for(person: Person) -> QuerySet[Decision]:
    """Select the open decisions of a person, the most urgent first."""
    own = Decision.objects.filter(closed_at=None, seat__person=person, game__paused_at=None)
    return own.select_related("game", "seat").order_by("due_at", "pk")


def decisions_to_answer(person: Person, most: int) -> list[Decision]:
    """Return the open decisions of a person, for themselves or for a friend for whom they stand in,
    the most urgent first, at most that many."""
    sits = _live_seats(person, "person").union(_live_seats(person, "stand_in"), all=True)
    own = Decision.objects.filter(OneOf("seat", sits), closed_at=None, game__paused_at=None)
    return list(own.select_related("game", "seat").order_by("due_at", "pk")[:most])


def _live_seats(person: Person, role: str) -> QuerySet[Seat, Any]:
    """Select the seats where a person plays in a role; only ended games have given places."""
    return Seat.objects.filter(**{role: person}, place=None).order_by().values("pk")


def load_dashboard(person: Person, pages: Mapping[str, str] = MappingProxyType({})) -> Dashboard:
    """Load the games of a person for their dashboard; ``pages`` are the requested page numbers by
    list."""
    running, requests = running_games_of(person), _requests_to_answer(person)
    ended = (Game.Status.OVER, Game.Status.ANNULLED)
    own = Seat.objects.filter(person=person).order_by()
    over = Game.objects.filter(OneOf("pk", own.values("game")), status__in=ended)
    lists = {
        "asked": _games_to_answer(running_games_of(person, requests), person),
        "invited": _tables_to_answer(person).order_by("-opened_at", "-pk"),
        "waiting": _games_waited_for(running, person),
        "tables": _open_tables_of(person).order_by("-opened_at", "-pk"),
        "finished": over.order_by("-ended_at", "-pk"),
    }
    # First only the ids of each list, then the rows of all lists together.
    id_pages = {
        name: paginate(games.values_list("pk", flat=True), pages.get(name, ""), PAGES[name])
        for name, games in lists.items()
    }
    shown = Game.objects.filter(pk__in=[pk for page in id_pages.values() for pk in page.rows])
    by_pk = {row.game.pk: row for row in game_rows(shown.select_related("host"), person)}
    return Dashboard(
        **{name: page.with_rows(by_pk[pk] for pk in page.rows) for name, page in id_pages.items()}
    )


def running_games_of(person: Person, *more: QuerySet[SeatRequest]) -> QuerySet[Game]:
    """Select the games that a person plays, and those of ``more`` requests for seats; bots sit at
    more than are listed."""
    own = _seats_without_result(person)[: MOST + 1]
    stands_in = Seat.objects.filter(stand_in=person, place=None).values("game")
    concerned = own.union(stands_in[: MOST + 1], *(requests.values("game") for requests in more))
    return Game.objects.filter(OneOf("pk", concerned), status=Game.Status.RUNNING)


def _requests_to_answer(person: Person) -> QuerySet[SeatRequest]:
    """Select the requests for seats that wait for a person as the host."""
    waiting = seat_requests.waiting_requests()
    return waiting.filter(game__host=person, game__paused_at=None).order_by()


def _seats_without_result(person: Person) -> QuerySet[Seat, Any]:
    """Select the ids of the tables and games at which a person sits and that have no results, the
    newest of them first."""
    return Seat.objects.filter(person=person, place=None).order_by("-pk").values("game")


def page_of_games(
    games: QuerySet[Game], asked: str, size: int, person: Person | None
) -> Page[GameRow]:
    """Return a page of a list of games as a person sees them."""
    page = paginate(games.values_list("pk", flat=True), asked, size)
    by_pk = {row.game.pk: row for row in game_rows(Game.objects.filter(pk__in=page.rows), person)}
    return page.with_rows(by_pk[pk] for pk in page.rows)


def game_rows(games: QuerySet[Game], person: Person | None) -> list[GameRow]:
    """Return games as a person sees them in a list, each with the last thing that happened."""
    listed = list(games.prefetch_related(_SEATS, _ASKED))
    tails = store.last_events([game for game in listed if game.is_running], TAIL_EVENTS)
    requests = _seat_requests(listed, person)
    rows = (_game_row(game, tails.get(game.pk, ()), person) for game in listed)
    return [replace(row, requests=requests.get(row.game.pk, ())) for row in rows]


def _seat_requests(
    games: Iterable[Game], person: Person | None
) -> Mapping[int, tuple[SeatRequest, ...]]:
    """Return by game id the requests for seats that wait for a person as the host."""
    hosted = [game for game in games if person and game.host_id == person.pk]
    # Nearly always nobody is absent: lists and pages have no query for it.
    with_absent = [game for game in hosted if any(seat.is_absent for seat in game.seats.all())]
    if person is None or not with_absent:
        return {}
    requests = _requests_to_answer(person).filter(game__in=with_absent)
    by_game: dict[int, tuple[SeatRequest, ...]] = {}
    for request in requests.select_related("person", "seat", "game__host").order_by(
        "asked_at", "pk"
    ):
        by_game[request.game_id] = (*by_game.get(request.game_id, ()), request)
    return by_game


def _game_row(game: Game, tail: Iterable[Event], person: Person | None) -> GameRow:
    seats, mine = tuple(game.seats.all()), _played_seat(game, game.seats.all(), person)
    row = GameRow(game, seats, mine, _open_decisions(game))
    # One damaged game must not take the whole list with it.
    try:
        store.check_state(game)
        last = _last_phrase(game, tail, row.mine)
        return replace(row, last=last, offered=_offer_to(game, row.mine))
    except DamagedError as damaged:
        log.error("a game is damaged", game=game.pk, what=str(damaged))
        return replace(row, is_damaged=True)


def _offer_to(game: Game, seat: Seat | None) -> SideAction | None:
    # Only where there is a row is the position looked at.
    if seat is None or offers.find_offer(seat) is None or game.is_paused:
        return None
    return offers.open_offer(known_game(game, seat.name), seat)


def _open_decisions(game: Game) -> tuple[Decision, ...]:
    """Return the open decisions of a game; none while it is paused."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    for decision in game.decisions.all():
        decision.seat = seats[decision.seat_id]
    return () if game.is_paused else tuple(game.decisions.all())


def previous_game(game: Game, person: Person | None) -> Game | None:
    """Return the game of which this is the rematch, if there is one and the person may see it."""
    previous = game.rematch_of
    return previous if previous and _can_see(previous, person) else None


def _can_see(game: Game, person: Person | None) -> bool:
    """Whether a person may see a game: private ones are for their hosts, and for people who sit or
    sat there or are invited."""
    if not game.is_private:
        return True
    if person is None:
        return False
    if game.host_id == person.pk or _played_seat(game, game.seats.all(), person):
        return True
    had_a_seat = game.departures.filter(person=person)
    return had_a_seat.exists() or Invitation.sent_to(person).filter(game=game).exists()


def _played_seat(game: Game, seats: Iterable[Seat], person: Person | None) -> Seat | None:
    if person is None:
        return None
    own = next((seat for seat in seats if seat.person_id == person.pk), None)
    # Who stands in has no part in the game any more once it is over.
    stands_in = (seat for seat in seats if game.is_running and seat.stand_in_id == person.pk)
    return own or next(stands_in, None)


def _games_to_answer(running: QuerySet[Game], person: Person) -> QuerySet[Any, Any]:
    """Select the games with an open decision of a person, answers first, then by deadline; after
    them those in which only an offer, or a request for a seat, waits for their answer."""
    own = _open_decisions_of(person)
    games = running.annotate(
        kind=Subquery(own.values("kind")[:1]), due=Subquery(own.values("due_at")[:1])
    )
    # An answer interrupts the turn of another, who cannot go on before.
    turns_last = Case(When(_interruption_filter(), then=0), default=1)
    waiting = Q(kind__isnull=False) | _has_offer_or_request(person)
    return games.filter(waiting).order_by(turns_last, "due", "pk")


def _interruption_filter() -> Q:
    """Select by ``kind`` the decisions that run on the clock for answers."""
    by_game = (
        Q(ruleset=slug, kind__in=_answer_kinds(rules))
        for slug, rules in registry.find_rulesets().items()
    )
    return reduce(or_, by_game)


def _games_waited_for(running: QuerySet[Game], person: Person) -> QuerySet[Any, Any]:
    """Select the games in which a person waits for others, the longest wait first."""
    asked = Decision.objects.filter(game=OuterRef("pk"), closed_at=None).order_by("opened_at")
    since = Subquery(asked.values("opened_at")[:1])
    games = running.filter(~Exists(_open_decisions_of(person)), ~_has_offer_or_request(person))
    return games.annotate(since=since).order_by("since", "pk")


def _open_decisions_of(person: Person) -> QuerySet[Decision]:
    played = Q(seat__person=person) | Q(seat__stand_in=person)
    return Decision.objects.filter(
        played, game=OuterRef("pk"), closed_at=None, game__paused_at=None
    )


def _has_offer_or_request(person: Person) -> Q:
    """Select the games in which something waits for the yes or no of a person."""
    requests = _requests_to_answer(person).filter(game=OuterRef("pk"))
    return Q(Exists(_open_offers_to(person))) | Q(Exists(requests))


def _open_offers_to(person: Person) -> QuerySet[PendingOffer]:
    return PendingOffer.objects.filter(
        seat__game=OuterRef("pk"),
        seat__person=person,
        declined_at=None,
        seat__game__paused_at=None,
    )


def _tables_to_answer(person: Person) -> QuerySet[Game]:
    """Select the open tables that wait for a person: for their yes or no to an invitation, or for
    them to start a game as its host."""
    own = Exists(Seat.objects.filter(game=OuterRef("pk"), person=person))
    removed = Exists(Removal.objects.filter(game=OuterRef("pk"), person=person))
    invitations = Invitation.sent_to(person).filter(declined_at=None)
    is_invited = Q(_HAS_FREE_SEAT, ~own, ~removed, pk__in=invitations.values("game"))
    # First the few tables it can be: of all that are open, each would be looked at.
    concerned = invitations.values_list("game").union(_hosted_tables(person).values_list("pk"))
    games = Game.objects.filter(OneOf("pk", concerned), status=OPEN)
    return games.filter(is_invited | Q(~_HAS_FREE_SEAT, host=person))


def waits_for_answer(table: Game, person: Person | None) -> bool:
    """Whether an open table waits for a person: for a yes or no, or for its host to start."""
    return person is not None and _tables_to_answer(person).filter(pk=table.pk).exists()


def _open_tables_of(person: Person) -> QuerySet[Game]:
    """Select the open tables that a person hosts or sits at, and that do not wait for them."""
    sits = _seats_without_result(person).values_list("game")
    concerned = sits.union(_hosted_tables(person).values_list("pk"))
    own = OneOf("pk", concerned)
    return Game.objects.filter(own, ~Q(host=person) | _HAS_FREE_SEAT, status=OPEN)


def _hosted_tables(person: Person) -> QuerySet[Game]:
    return Game.objects.filter(host=person, status=OPEN)


def _last_phrase(game: Game, tail: Iterable[Event], mine: Seat | None) -> Phrase | None:
    """Return a sentence about the last step that moved something or took a turn back, or else
    about the last step."""
    steps = history.steps_from_rows(
        game,
        store.decode_rows(game, tail, after=max(0, game.version - TAIL_EVENTS)),
        mine.name if mine else None,
    )
    last = history.last_told_step(steps)
    return last.phrase if last else None


_HAS_FREE_SEAT = Q(Exists(Seat.objects.filter(game=OuterRef("pk"), person=None)))
_CHAINED = [field.name for field in Commitment._meta.fields] + [
    "game__is_private",
    "game__started_at",
]
_SEATS = Prefetch("seats", Seat.objects.select_related("person", "stand_in", "offer"))
_ASKED = Prefetch(
    "decisions",
    Decision.objects.filter(closed_at=None).order_by("due_at", "pk"),
)
