"""What people do in a simulated year, by the functions that pages and letters call: they sit down,
play, forget, take days off, ask for pauses and more time, and give games up."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

from accounts.models import Person
from conquest.kit.bot_random import any_legal_order
from games import live
from games.agreements import extensions, nudges, pauses, take_backs
from games.models import DayOff, Decision, Game, Seat
from games.play import tables, turns
from games.play.days_off import DaysRefused as DaysRefused
from games.play.knowledge import KnownGame, known_game
from games.play.turns import Orders
from tests.simulated_year import paces, people
from tests.simulated_year.diary import Entry
from tests.simulated_year.people import DAY, HOUR, ZONES, answer_time

if TYPE_CHECKING:
    from tests.simulated_year.year import Course

KINDS = ("vacation", "vacation", "holiday")
# Short games more often; all of the five.
GAMES = {"bollwerk": 3, "armada": 3, "conquest": 2, "espionage": 2, "grand-conquest": 1}
ISLANDS = {"conquest", "grand-conquest"}


def plan_year(course: Course) -> None:
    """Plan what people do without being asked: games that begin, days off, looking in."""
    for _ in range(course.scale.games):
        course.plan(_draw_moment(course, 0.8), partial(open_game, course))
    for person in course.habits:
        for _ in range(_draw_rests(course)):
            course.plan(_draw_moment(course, 1), partial(take_days, course, person))
        course.plan(_draw_moment(course, 7 / course.scale.days), partial(look_in, course, person))


def _draw_moment(course: Course, part: float) -> Any:
    return course.now + course.dice.random() * part * course.scale.days * DAY


def _draw_rests(course: Course) -> int:
    """Return how often somebody takes days off, up to four times a year."""
    most = 4 * course.scale.days / 365
    return round(course.dice.random() * max(most, 2))


def open_game(course: Course) -> None:
    """Let people sit down at a table with a clock of its own, and begin."""
    dice = course.dice
    (slug,) = dice.choices([*GAMES], [*GAMES.values()])
    pace = paces.draw_pace(dice, ZONES)
    levels = [*[""] * 8, Game(ruleset=slug).rules.composing.levels[0].name]
    terms = tables.TableTerms(
        ruleset=slug, title="A year", pace=pace, is_rated=dice.random() < 0.4,
        stand_in=dice.choice(levels),
    )  # fmt: skip

    host = dice.choice([*course.habits])
    table = tables.open_table(host, terms, now=course.now)
    others = [one for one in course.habits if one != host]
    players = [host, *people.draw_players(others, table.seats.count() - 1, dice)]
    for player in players:
        course.do(tables.join_table, table.pk, player)
    course.do(tables.start_by_host, table.pk, host)


def take_days(course: Course, person: Person) -> None:
    """Let somebody take days off, and perhaps give back what they do not need."""
    dice = course.dice
    first = course.now.astimezone(person.zone).date() + dice.randrange(15) * DAY
    last = first + dice.choice([0, 0, 2, 6, 13]) * DAY
    by_turn = dice.random() < 0.3
    person.refresh_from_db()
    course.do(turns.take_days_off, person, dice.choice(KINDS), first, last, ends_by_turn=by_turn)
    if dice.random() < 0.3:
        back = course.now + dice.random() * 10 * DAY
        course.plan(back, partial(return_days, course, person, first, last))


def return_days(course: Course, person: Person, first: Any, last: Any) -> None:
    """Let somebody give back days off that have not begun."""
    person.refresh_from_db()
    course.do(turns.return_days_off, person, first, last)


def look_in(course: Course, person: Person) -> None:
    """Let somebody come back to seats from which they are absent; they look in each week."""
    absent = Seat.objects.filter(person=person, is_absent=True, game__status=Game.Status.RUNNING)
    for game in absent.values_list("game", flat=True):
        if course.dice.random() < 0.6:
            course.do(turns.return_to_seat, game, person)
    course.plan(course.now + 7 * DAY, partial(look_in, course, person))


def react(course: Course, entry: Entry) -> None:
    """Plan what people do about something that has happened."""
    row = entry.new or {}
    if entry.table == "games_decision" and entry.old is None:
        _plan_answer(course, row)
    elif entry.table == "games_playerspause" and entry.old is None:
        _plan_consent(course, row, pauses.agree_to_pause, pauses.decline_pause, 0.75)
    elif entry.table == "games_takeback" and entry.old is None:
        agree, decline = take_backs.agree_to_take_back, take_backs.decline_take_back
        _plan_consent(course, row, agree, decline, 0.85)
    elif entry.table == "games_game" and row.get("paused_at") and course.dice.random() < 0.3:
        _plan_end_of_pause(course, row["id"])


def _plan_answer(course: Course, row: dict[str, Any]) -> None:
    """Plan when somebody who is asked answers, or takes more time for it; some forget."""
    seat = Seat.objects.select_related("person", "game").get(pk=row["seat_id"])
    person, dice = seat.person, course.dice
    if person is None or person.is_house:
        return
    if dice.random() < 0.06:
        late = course.now + dice.random() * 2 * DAY
        course.plan(late, partial(course.do, extensions.take_extension, seat.game_id, person))
    _plan_nudge(course, seat, row["id"])
    habit = course.habits[person]
    if dice.random() >= habit.forget:
        at = answer_time(person, habit, course.now, dice)
        course.plan(at, partial(answer, course, seat.pk, row["id"]))


def _plan_nudge(course: Course, seat: Seat, decision: int) -> None:
    others = Seat.objects.filter(game=seat.game).exclude(pk=seat.pk).select_related("person")
    for other in others:
        if other.person and not other.person.is_house and course.dice.random() < 0.03:
            at = course.now + DAY + course.dice.random() * DAY
            nudge = partial(course.do, nudges.nudge_player, seat.game_id, decision, other.person)
            course.plan(at, nudge)


def _plan_consent(
    course: Course, row: dict[str, Any], agree: Any, decline: Any, part: float
) -> None:
    """Plan what the others say to what one of them proposes; some say nothing."""
    others = Seat.objects.filter(game=row["game_id"]).exclude(person=row["person_id"])
    for seat in others.select_related("person"):
        drawn = course.dice.random()
        if seat.person and not seat.person.is_house and drawn < part + 0.1:
            habit = course.habits[seat.person]
            at = answer_time(seat.person, habit, course.now, course.dice)
            action = agree if drawn < part else decline
            course.plan(at, partial(course.do, action, row["id"], seat.person))


def _plan_end_of_pause(course: Course, game: int) -> None:
    seats = Seat.objects.filter(game=game, person__is_house=False).select_related("person")
    at = course.now + course.dice.random() * 8 * DAY
    course.plan(at, partial(course.do, pauses.end_pause, game, course.dice.choice([*seats]).person))


def answer(course: Course, seat_id: int, decision_id: int) -> None:
    """Let somebody answer what they were asked, if they still are; on days off few do."""
    seat = Seat.objects.select_related("person", "game").get(pk=seat_id)
    open_one = Decision.objects.filter(pk=decision_id, closed_at=None).exists()
    if seat.person is None or seat.is_absent or not open_one or not seat.game.is_running:
        return
    if seat.game.is_paused or (_is_off(course, seat.person) and course.dice.random() < 0.7):
        later = answer_time(seat.person, course.habits[seat.person], course.now + DAY, course.dice)
        course.plan(later, partial(answer, course, seat_id, decision_id))
        return
    _let_others_look(course, seat)
    _play(course, seat)


def _is_off(course: Course, person: Person) -> bool:
    today = course.now.astimezone(person.zone).date()
    return DayOff.objects.filter(person=person, day=today).exists()


def _let_others_look(course: Course, seat: Seat) -> None:
    """Let some of the others look at the game just when somebody plays."""
    for other in Seat.objects.filter(game=seat.game, person__is_house=False).exclude(pk=seat.pk):
        if course.dice.random() < 0.1 and other.person_id:
            page = live.OpenPage(person=other.person_id, game=other.game_id, seat=other.pk)
            live.record_look(page, now=course.now)


def _play(course: Course, seat: Seat) -> None:
    """Let the person at a seat play a turn or an answer, or give a game up that has lasted long."""
    assert seat.person is not None
    game, dice = seat.game, course.dice
    if _has_lasted(course, game):
        course.do(turns.leave_game, game.pk, seat.person)
        return
    seen = known_game(game, seat.name)
    if seat.name not in game.rules.judgement.to_act(seen.state):
        return
    actions = game.rules.judgement.side_actions(seen.state, seat.name)
    beside = [one.text for one in actions if not one.leaves]
    if beside and dice.random() < 0.03:
        course.do(_hand_in, game.pk, seat.person, dice.choice(beside), game.version)
        return
    if course.do(_hand_in, game.pk, seat.person, _draw_orders(course, seen, seat), game.version):
        _play_on(course, seat)


def _draw_orders(course: Course, seen: KnownGame, seat: Seat) -> str:
    """Return random legal orders; on islands they end the turn, which would go on otherwise."""
    rules = seen.rules
    text = any_legal_order(rules, seen.state, seat.name, course.dice.randrange)
    is_turn = rules.judgement.to_act(seen.state)[seat.name] == "turn"
    ends = is_turn and rules.slug in ISLANDS
    return rules.notation.join_words([text, "end"]) if ends else text


def _has_lasted(course: Course, game: Game) -> bool:
    length = course.scale.turns * random.Random(game.pk).lognormvariate(0, 0.5)
    return Decision.objects.filter(game=game).count() > length


def _hand_in(game_id: int, person: Person, text: str, version: int, *, now: Any) -> None:
    key = f"year-{version}-{person.pk}"
    orders = Orders(game_id=game_id, person=person, text=text, seen_version=version, key=key)
    turns.submit(orders, now=now)


def _play_on(course: Course, seat: Seat) -> None:
    """Let somebody who has played ask for their turn back, or for a pause, now and then."""
    game, person, dice = seat.game, seat.person, course.dice
    assert person is not None
    if dice.random() < 0.04:
        soon = course.now + dice.random() * HOUR
        course.plan(soon, partial(course.do, take_backs.ask_take_back, game.pk, person))
    if dice.random() < 0.02:
        until = course.now.astimezone(person.zone).date() + dice.randrange(1, 12) * DAY
        course.do(pauses.propose_pause, game.pk, person, until)
