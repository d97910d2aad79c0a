"""What there is to see: people, tables in every state, games in every state, letters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Count
from django.test import Client, override_settings

import accounts.letters
import accounts.tasks
from accounts import code_confirmation, email_change, player_notes
from accounts.models import FormerAddress, Person
from api import tokens
from api.models import AccessToken
from conquest.core import Json
from conquest.kit import chance
from conquest.rulesets.armada.campaign import book
from feeds.models import PrivateFeed
from games import queries
from games.agreements import extensions, nudges, pauses, take_backs
from games.ahead import conditional_turns, premoves, standing_orders
from games.diary import entries as diaries
from games.letters import digests, writers
from games.models import (
    DayOff,
    Decision,
    Game,
    Intervention,
    PoolEntry,
    Premove,
    Seat,
    SeatRequest,
)
from games.notes import pins
from games.planner import drafts
from games.play import (
    blocks,
    bots,
    clock,
    interventions,
    measures,
    notices,
    program_accounts,
    rematch,
    seat_requests,
    stand_in_friends,
    store,
    substitute_search,
    tables,
    thanks,
    turns,
)
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from games.play.knowledge import known_game
from games.replay import read_marks
from games.setups import collection
from leagues import ratings
from mail import outbox
from mail.hooks import registration as hooks
from mail.models import Channel, Delivery, HookDelivery, ProgramHook
from ops import operators
from reports import appeals, filing, matters, settling
from seasons.models import Competition
from talk import saying
from tests import passkeys, stage
from tests.gallery import records, seasons
from training import runs, scores
from training.runs import SessionRun
from training.scores import BestScore

LANGUAGES = ("en", "de")
REPLIES = "reply@play.example.org"
WITH_CODE = {"sign_in", "sign_up", "new_address", "objection", "deletion", "test"}
TURNS, LONG = 12, 24
MOST_IN_DIGEST = 4
STONES = (
    *("e5-e6", "f18-f16", "g5-g7", "i19-h17 +B g15", "d5-f7-h7", "h17 ~g15", "b4-c6 +A d8"),
    *("e19-e20", "j4-i6 +B h8 +X j8", "j18-j17 +RA j16", "a4xa18", "j17-j16", "a18-a17"),
)
FORESEEN = ("foreseen", "unforeseen", "delayed")
KEPT_ROUNDS = Path(__file__).parent / "rounds.json"
ROUNDS: dict[str, list[str]] = json.loads(KEPT_ROUNDS.read_text())
LAST = {"S12": "south K", "S14": "south K", "S13": "west S"}
LAST |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}


@dataclass(frozen=True, slots=True)
class Content:
    """What the pages of the site are about: people by name, tables, games, seasons and cups by what
    they are; and what the sessions of some hold."""

    people: Mapping[str, Person]
    games: Mapping[str, Game]
    key: Authenticator
    sessions: Mapping[str, Json]
    cups: Mapping[str, Competition]


def fill() -> Content:
    """Make everything in the database; Bob and Dora read German, Erin is new."""
    alice, bob, charlie, dora = people = [
        _person("Alice", "en"), _person("Bob", "de"),
        _person("Charlie", "en"), _person("Dora", "de"),
    ]  # fmt: skip
    erin, gitta, hanna = (_person(name, "en") for name in ("Erin", "Gitta", "Hanna"))
    operators.make_operator(hanna)
    DayOff.objects.create(person=alice, day=date(2099, 8, 3), kind="vacation")
    PrivateFeed.objects.create(person=alice, alarm_hours=12)
    Person.objects.filter(pk=gitta.pk).update(bounced_at=clock.now())
    FormerAddress.objects.create(person=dora, address="frank@example.org", left_at=clock.now())
    bots.get_or_create_bots()
    for number in range(6):
        _finish(_started(f"Evening {number + 1}", _turned(people, number), LAST, "south"))
    Delivery.objects.all().delete()  # the letters of the next games are enough
    games = {
        "over": _finished(people),
        "turn": _playing(people),
        "answer": _asking(people),
        "waiting": _started("A quiet round", [dora, charlie, bob, alice], stage.set_up(), "south"),
        "left": _left(people),
        "absent": _absent("While somebody is away", [bob, alice, charlie, dora], erin),
        "branched": _branched("What if", people),
        "mine": _table("Alice asks you in", [alice, bob]),
        "free": _table("A place is free", [bob]),
        "private": _table("Among ourselves", [charlie], is_private=True),
        "off": _table("Called off", [charlie, alice, bob]),
        "forgotten": _table("Forgotten", [alice, charlie]),
        "given-up": _table("Nobody came", [bob]),
        "full": _table("All are here", [dora, charlie], ruleset="bollwerk"),
        "stones": _laying("Bricks and bombs", [alice, bob]),
        "stones-over": _exploding([bob, alice]),
        "long-over": _outlasting([bob, dora, alice, charlie]),
        "engines": _building("Engines before the gate", people),
        "two": _dueling("Two castles", [alice, bob]),
        "ranks-setup": _spying("Who stands where", [alice, bob], 1),
        "ranks": _spying("Spies at work", [alice, bob], 60),
        "ranks-over": _spying("Uncovered", [bob, alice], 1000),
        "dice-setup": _commanding("Four armies stand up", [bob, alice, charlie, dora], 1),
        "dice-throw": _commanding("Dice first", [bob, alice, charlie, dora], 5),
        "dice": _commanding("The iron fleet", [bob, alice, charlie, dora], 40),
        "dice-asked": _allying("Two against two", [bob, alice, charlie, dora]),
        "dice-over": _surrendering("Nobody left", [bob, alice, charlie, dora]),
        "ranks-free": _table("Nobody knows who sits where", [bob], ruleset="espionage"),
        "stones-free": _table("A board of 178 squares", [bob], ruleset="bollwerk"),
    }
    tables.invite_addresses(games["mine"].pk, alice, ["frank@example.org"], now=clock.now())
    tables.invite_addresses(games["private"].pk, charlie, [alice.email], now=clock.now())
    tables.remove_player(games["off"].pk, charlie, bob.pk, now=clock.now())
    tables.stand_up(games["off"].pk, charlie, now=clock.now())
    tables.warn_host(games["forgotten"].pk, now=clock.now())
    tables.call_off_table(games["given-up"].pk, now=clock.now())
    _keep_set_ups(games["ranks-setup"], alice)
    read_marks.mark_read(games["turn"], alice, games["turn"].version - 6)
    ratings.rate_games()
    thanks.give_thanks(games["long-over"], bob, now=clock.now())
    thanks.give_thanks(games["long-over"], dora, now=clock.now())
    _note(games["ranks"], alice)
    orders = "pass if lost S\nrecapture with cheapest if safe\nask if left neighbour attacks"
    standing_orders.file_orders(games["turn"].pk, alice, orders, now=clock.now())
    games["again"] = rematch.join_rematch(games["stones-over"].pk, bob, now=clock.now())
    _intervene(games["waiting"], erin, charlie)
    games["seat-asked"], strangers = _asking_for_seats()
    games["sought"], games["advertised"] = _seeking(strangers)
    games["more-time"] = _extending([strangers[0], strangers[2]])
    games["spoken"] = _speaking([strangers[0], strangers[2]])
    games["nudged"] = _nudging([strangers[0], strangers[2]])
    games["pause-asked"], games["paused"] = _pausing([strangers[0], strangers[2]])
    games["back-asked"], games["taken-back"] = _taking_back([strangers[0], strangers[2]])
    _resting([strangers[0], strangers[2]])
    player_notes.write_note(alice, bob, "plays fast, attacks late")
    _keep_diaries(alice, games["turn"], games["long-over"])
    for name, foreseen in zip(FORESEEN, _foreseeing([strangers[0], strangers[2]]), strict=False):
        games[name] = foreseen
    # Before the staff keeps one of them from tables.
    games["stood-in"] = _standing_in(strangers, [(charlie, bob), (dora, charlie)])
    _report([strangers[0], strangers[2]], strangers[1], erin)
    scores.save_score(alice, SessionBase(), "armada", "river", BestScore(2, 21))
    sessions = {
        alice.name: {runs.RUNS: _missions()},
        bob.name: _asked("deletion", bob),
        charlie.name: _asked("move", charlie),
        gitta.name: _asked("test", gitta),
        hanna.name: dict(passkeys.sign_in(Client(), hanna).session.items()),
    }
    named = {one.name: one for one in (*people, erin, gitta, hanna, *strangers)}
    _add_channels(alice)
    _add_hooks(alice)
    _add_programs(alice)
    blocks.block(alice, strangers[1], now=clock.now())
    cups = seasons.fill(alice, bob)
    ratings.rate_games()
    records.fill()
    return Content(named, games, _passkey(alice), sessions, cups)


def _asked(deed: str, person: Person) -> Json:
    """Return what a session holds of a deed that waits for its code."""
    told = {"deed": deed, "address": person.email, "kind": deed, "about": "", "person": person.pk}
    return {code_confirmation.SESSION_KEY: {**told, "code": "K7QM-2XRD", "since": 9e9, "at": 9e9}}


def _intervene(game: Game, stranger: Person, other: Person) -> None:
    """Let the staff, for which two people stand, halt a game and close an account for a moment."""
    about, now = {"reason": "The site stood still."}, clock.now()
    interventions.pause(game.pk, StaffRequest(by=stranger, key="pause", **about), now=now)
    interventions.resume(game.pk, StaffRequest(by=stranger, key="resume", **about), now=now)
    interventions.close_account(stranger.pk, StaffRequest(by=other, key="close", **about), now=now)
    interventions.reopen_account(
        stranger.pk, StaffRequest(by=other, key="reopen", **about), now=now
    )
    stranger.refresh_from_db()  # whose sessions have all ended


def _resting(people: list[Person]) -> None:
    """Let the time of two run out whose vacation begins by that; one of them reads German."""
    for first, second in (people, people[::-1]):
        game = _sit_down("Out of town", [first, second], days_off=True)
        Person.objects.filter(pk=first.pk).update(vacation_by_itself=True)
        decision, late = Decision.objects.get(game=game, closed_at=None), clock.now()
        Decision.objects.filter(pk=decision.pk).update(due_at=late, told_at=late)
        turns.begin_vacation(decision.pk, now=late)
        turns.expire_decision(decision.pk, now=late)


def _keep_diaries(person: Person, running: Game, over: Game) -> None:
    """Let somebody keep a diary of a game that runs, and open that of one that is over."""
    now = clock.now()
    for game in (running, over):
        diaries.write_entry(game, person, 1, "A quiet beginning.\nWest looks strong.", now=now)
        diaries.write_entry(game, person, 2, "Wherever they go, the coast is mine.", now=now)
        diaries.write_note(game, person, "Played with friends from the club.")
    diaries.open_diary(over, person, now=now)


def _extending(people: list[Person]) -> Game:
    """Return a game in which the first has taken more time, and can do so once more."""
    game = _sit_down("No hurry", people, extensions=[2, 24])
    extensions.take_extension(game.pk, people[0], now=clock.now())
    return game


def _pausing(people: list[Person]) -> tuple[Game, Game]:
    """Return a game whose second player is asked for a pause, and one that is paused; another one
    was declined, and one has ended. Those who are told read English and German."""
    now, until = clock.now(), (clock.now() + timedelta(days=10)).date()
    games = []
    for asker, other in (people, people[::-1]):
        silent = _sit_down("Away for a while", [asker, other], silent_pause=True)
        pauses.propose_pause(silent.pk, asker, until, now=now)
        declined, paused, ended = (_sit_down(f"Rest {n}", [asker, other]) for n in (1, 2, 3))
        proposed = [
            pauses.propose_pause(game.pk, asker, until, now=now)
            for game in (declined, paused, ended)
        ]
        pauses.decline_pause(proposed[0].pk, other, now=now)
        for pause in proposed[1:]:
            pauses.agree_to_pause(pause.pk, other, now=now)
        pauses.end_pause(ended.pk, other, now=now)
        games += [silent, paused]
    return games[0], games[1]


def _taking_back(people: list[Person]) -> tuple[Game, Game]:
    """Return a game whose second player is asked to agree that the first takes a turn back, and one
    in which they have; in another one they have refused. Those told read English and German."""
    now, games = clock.now(), list[Game]()
    for asker, other in (people[::-1], people):
        played = [
            _sit_down(f"Slip {n}", [asker, other], take_backs=True) for n in ("one", "two", "three")
        ]
        for game in played:
            stage.hand_in(game, asker, "g5-e7", now=now)
        rows = [take_backs.ask_take_back(game.pk, asker, now=now) for game in played]
        take_backs.agree_to_take_back(rows[1].pk, other, now=now)
        take_backs.decline_take_back(rows[2].pk, other, now=now)
        games += played
    return games[3], games[4]


def _foreseeing(people: list[Person]) -> list[Game]:
    """Return games in which the first has said answers ahead: they wait, they have stopped, and one
    waits for its delay. In others it is the other way round, so that one of them reads German."""
    now, games = clock.now(), list[Game]()
    lines = "a18-a17 +B a16 > j5-j6 +X i7 > e19-e20 > b4-c6\nc18-b17 +B a17 > i5-i6"
    for author, other in (people, people[::-1]):
        for delay, text in ((0, ""), (0, "e19-e20"), (60, "a18-a17 +B a16")):
            game = _sit_down(f"Foreseen {len(games) % 3 + 1}", [author, other])
            stage.hand_in(game, author, "a5-a6 +X b6", now=now)
            game.refresh_from_db()
            conditional_turns.file_turns(
                game.pk, author, lines, seen_version=game.version, delay=delay, now=now
            )
            if text:
                stage.hand_in(game, other, text, now=now)
            games.append(game)
    return games


def _nudging(people: list[Person]) -> Game:
    """Return a game whose second player has nudged the first, asked for two days; in another one it
    is the other way round, so that one of them reads German."""
    now = clock.now()
    for asked, waiting in (people[::-1], people):
        game = _sit_down("Still there?", [asked, waiting])
        decision = Decision.objects.get(game=game, closed_at=None)
        since = now - timedelta(days=2)
        Decision.objects.filter(pk=decision.pk).update(opened_at=since, told_at=since)
        nudges.nudge_player(game.pk, decision.pk, waiting, now=now)
    return game


def _report(people: list[Person], other: Person, staff: Person) -> None:
    """Let the staff, for which somebody stands, answer reports of a name by each measure, and an
    appeal."""
    now, reason = clock.now(), "Three insults in a day."
    matter = matters.name_matter(other)
    filed = [filing.file_report(one, matter, filing.Complaint("insult"), now=now) for one in people]
    for what in measures.IMPOSED:
        asked, until = StaffRequest(by=staff, reason=reason, key=what), now + timedelta(days=7)
        act = partial(measures.impose, what, other.pk, asked, until=until, now=now)
        if what == Intervention.What.SILENCE:
            settling.act_on_report(filed[0].pk, staff, act, now=now)
        else:
            act()
    measures.lift(
        Intervention.What.RATED,
        other.pk,
        StaffRequest(by=staff, reason=reason, key="rated"),
        now=now,
    )
    warning = measures.warn(other.pk, StaffRequest(by=staff, reason=reason, key="warn"), now=now)
    appeals.file_appeal(warning.pk, other, "They had asked for it.", now=now)
    silence = Intervention.objects.get(person=other, what=Intervention.What.SILENCE)
    heard = appeals.file_appeal(silence.pk, other, "It was a joke.\nReally.", now=now)
    appeals.decline_appeal(heard.pk, people[1], "Nobody else has laughed.", now=now)


def _speaking(people: list[Person]) -> Game:
    """Return a game at which both players have said something, so that one of them reads German."""
    game = _sit_down("A word", people)
    for person, words in zip(
        people,
        (saying.Words("all", courtesy="luck"), saying.Words("players", "Why S1 in #1?\nI wonder.")),
        strict=True,
    ):
        visit = queries.load_visit(game.pk, person)
        assert visit is not None
        saying.say_words(visit, words, now=clock.now() - timedelta(hours=1))
    return game


def _sit_down(title: str, people: list[Person], **terms: object) -> Game:
    """Return a game of two with these terms in its pace, in its first turn."""
    pace, now = {**PRESETS["normal"], **terms}, clock.now()
    table_terms = tables.TableTerms(
        ruleset="bollwerk", title=title, pace=pace, options={"seats": "choice"}
    )
    with stage.seeded(bytes(32)):
        table = tables.open_table(people[0], table_terms, now=now)
    for one in people:
        tables.join_table(table.pk, one, now=now)
    return tables.start_by_host(table.pk, people[0], now=now)


def _asking_for_seats() -> tuple[Game, list[Person]]:
    """Return a game whose host is asked for a seat, and the people of all such games: two of them
    have got a yes, a no, and no answer. Of those who are asked and who ask one reads German."""
    kim, lou = people = [_person("Kim", "en"), _person("Lou", "en")]
    jan, ida = german = [_person("Jan", "de"), _person("Ida", "de")]
    game, _request = _ask_for_seat([kim, jan], lou)
    _ask_for_seat([jan, kim], ida)
    for one in (lou, ida):
        _game, accepted = _ask_for_seat([kim, jan], one)
        seat_requests.accept_request(accepted.pk, kim, now=clock.now())
        _game, declined = _ask_for_seat([kim, jan], one)
        seat_requests.decline_request(declined.pk, kim, now=clock.now())
        again, lapsed = _ask_for_seat([kim, jan], one)
        turns.return_to_seat(again.pk, jan, now=clock.now())
        seat_requests.lapse_request(lapsed.pk, now=clock.now())
    return game, [*people, *german]


def _seeking(people: list[Person]) -> tuple[Game, Game]:
    """Return a game for whose absent player two of the pool are asked, and one with a seat that is
    free for anybody. Those who play, who are absent and who are asked read English and German."""
    kim, lou, jan, ida = people
    PoolEntry.objects.bulk_create(PoolEntry(person=one, ruleset="bollwerk") for one in (lou, ida))
    games = [
        _sit_down(f"Who plays on? {n}", both) for n, both in enumerate(([kim, jan], [jan, kim]))
    ]
    for game in games:
        absent = game.seats.exclude(person=game.host).get()
        Seat.objects.filter(pk=absent.pk).update(
            is_absent=True, absent_since=clock.now() - timedelta(days=2)
        )
        substitute_search.seek_substitute(absent.pk, now=clock.now())
    return games[0], games[1]


def _standing_in(people: list[Person], declining: list[tuple[Person, Person]]) -> Game:
    """Return a game in which a friend plays for the first. Some have named friends who have not
    answered, or have said no; of all who are told of something some read German."""
    kim, lou, jan, ida = people
    now, games = clock.now(), list[Game]()
    for person, friend in ((lou, jan), (ida, kim)):
        stand_in_friends.name_friend(person, friend.name, now=now)
    for person, friend in declining:
        asked = stand_in_friends.name_friend(person, friend.name, now=now)
        stand_in_friends.decline(asked.pk, friend, now=now)
    for person, friend, other in ((kim, lou, jan), (jan, ida, kim)):
        asked = stand_in_friends.name_friend(person, friend.name, now=now)
        stand_in_friends.accept(asked.pk, friend, now=now)
        games.append(_sit_down("A friend plays", [person, other]))
        turns.mark_person_absent(games[-1].pk, person, now=now)
    return games[0]


def _ask_for_seat(people: list[Person], newcomer: Person) -> tuple[Game, SeatRequest]:
    """Begin a game whose second player is absent; somebody asks its host for the seat."""
    now = clock.now()
    Person.objects.filter(pk=newcomer.pk).update(joined_at=now - timedelta(days=30))
    newcomer.refresh_from_db()
    with stage.seeded(bytes(32)):
        game = stage.sit_down(people, "espionage", title="One is missing", now=now, seats="choice")
    game.seats.filter(person=people[1]).update(is_absent=True)
    seat = game.seats.get(person=people[1]).name
    return game, seat_requests.ask_host(game.pk, seat, newcomer, now=now)


def _branched(title: str, people: list[Person]) -> Game:
    """Return a game in which the first has planned a capture, and what follows an answer."""
    game = _started(title, people, stage.set_up() | {"W13": "south K"}, "south")
    seat, text = game.seats.get(name="south"), "W13xW33; if taken at W33: S01-S31; else:; S03-S34"
    drafts.save_draft(seat, people[0], text, version=game.version, seen=None, now=clock.now())
    _hand_in_ahead(game, people)
    return game


def _hand_in_ahead(game: Game, people: list[Person]) -> None:
    """Let the second have handed in his next turn ahead; what the first had was dropped."""
    now, text = clock.now(), "W40-W29; end"
    seat = game.seats.get(name="west")
    drafts.save_draft(seat, people[1], "W40-W29", version=game.version, seen=None, now=now)
    premoves.file_premove(
        game.pk, people[1], text, seen_version=game.version, is_careful=True, now=now
    )
    Premove.objects.create(
        seat=game.seats.get(name="south"), person=people[0], text="S40-S29; end", stood={},
        reach=[], is_careful=False, version=1, filed_at=now, dropped="lost", dropped_in=1,
        field="S33",
    )  # fmt: skip


def _missions() -> Json:
    """Return missions under way: one won, one lost, two that are played."""
    found = {1: 100, 2: 8, 5: 6}
    kept = {f"armada {number}": _mission(number, turns) for number, turns in found.items()}
    return kept | {"armada 7": _given_up(7)}


def _mission(number: int, turns: int) -> Json:
    """Return a run of a mission by its recorded solution, so many turns long."""
    told, referee = book.recorded_solution(number), runs.referee("armada")
    run = referee.begin_run(number, bytes.fromhex(told.seed))
    for text in told.turns[:turns]:
        run = referee.submit(run, text)
    return runs.dump_run(SessionRun(run, f"{number:08x}"))


def _given_up(number: int) -> Json:
    referee = runs.referee("armada")
    run = referee.submit(referee.begin_run(number, bytes(16)), "resign")
    return runs.dump_run(SessionRun(run, f"{number:08x}"))


def letters_in(folder: Path, address: str) -> override_settings:
    """Let letters be written as files into a folder; links lead to the address."""
    return override_settings(
        LETTERS_DIR=folder,
        SITE_URL=address,
        EMAIL_BACKEND="mail.files.EmailBackend",
        REPLY_ADDRESS=REPLIES,
    )


def write_letters(folder: Path, address: str) -> dict[str, str]:
    """Write every letter there is to write as files into a folder; links lead to the address.

    Returns the file of one letter of each kind and language, by these ("turn-de").
    """
    with letters_in(folder, address):
        for language in LANGUAGES:
            for kind in accounts.letters.WORDS:
                _sign_in_letter(kind, language)
        accounts.tasks.send_codes()
        outbox.deliver_letters(
            writers.WRITERS, told=writers.note_delivery, clock=clock.now, seconds=600
        )
        Decision.objects.filter(closed_at=None).update(remind_at=clock.now())
        notices.post_reminders(clock.now())
        outbox.deliver_letters(
            writers.WRITERS, told=writers.note_delivery, clock=clock.now, seconds=600
        )
        sent = Delivery.objects.filter(status=Delivery.Status.SENT).order_by("-pk")
        named = {_kind(delivery): delivery.message_name for delivery in sent}
        return named | {f"digest-{language}": _write_digest(language) for language in LANGUAGES}


def _write_digest(language: str) -> str:
    """Write what is asked of the busiest person of a language in one letter; return its file."""
    asked = Decision.objects.filter(
        closed_at=None, game__status=Game.Status.RUNNING, game__paused_at=None,
        seat__person__language=language, seat__person__is_house=False,
    )  # fmt: skip
    busy = asked.values_list("seat__person").annotate(games=Count("pk"))
    reader = Person.objects.get(pk=busy.order_by("-games", "seat__person")[0][0])
    outbox.post_letters(
        outbox.build_delivery(
            key=f"digest-{one.pk}", kind="decision", address=reader.email,
            person_id=reader.pk, about={"decision": one.pk}, now=clock.now(), is_gathered=True,
        )
        for one in asked.filter(seat__person=reader).order_by("pk")[:MOST_IN_DIGEST]
    )  # fmt: skip
    outbox.deliver_letters(
        writers.WRITERS, told=writers.note_delivery, clock=clock.now,
        join=digests.join_letters, seconds=600,
    )  # fmt: skip
    first = Delivery.objects.filter(key__startswith="digest-", person=reader).earliest("pk")
    return first.message_name


def _kind(delivery: Delivery) -> str:
    """Say what a letter is about and in which language it is; each game's look different."""
    about, person = delivery.about, delivery.person
    asked = Decision.objects.filter(pk=about.get("decision", 0)).first()
    game = asked.game if asked else Game.objects.filter(pk=about.get("game", 0)).first()
    kind = f"{delivery.kind}-{asked.kind}" if asked else about.get("what", delivery.kind)
    if game and game.ruleset != "conquest":
        kind = f"{game.ruleset}-{kind}"
    return f"{kind}-{person.language if person else about.get('language', 'en')}"


def _sign_in_letter(kind: str, language: str) -> None:
    told: dict[str, Any] = {"address": "frank@example.org", "kind": kind, "language": language}
    with transaction.atomic():
        if kind in WITH_CODE:
            accounts.letters.post_code_letter(**told, code="K7QM-2XRD", now=clock.now())
        elif kind == "moved":
            path = email_change.objection_path(FormerAddress.objects.get())
            accounts.letters.post_notice(**told, now=clock.now(), path=path)
        else:
            accounts.letters.post_notice(**told, now=clock.now())


def _person(name: str, language: str) -> Person:
    return Person.objects.create_user(
        f"{name.lower()}@example.org", name=name, language=language, time_zone="Europe/Berlin"
    )


def _passkey(person: Person) -> Authenticator:
    return Authenticator.objects.create(
        user=person, type=Authenticator.Type.WEBAUTHN, data={"name": "My phone", "credential": {}}
    )


def _turned(people: list[Person], number: int) -> list[Person]:
    return people[number % 4 :] + people[: number % 4]


def _laying(title: str, people: list[Person]) -> Game:
    """Let two play Bollwerk until the first is on turn, and is offered a draw."""
    game = stage.sit_down(people, "bollwerk", title=title, now=clock.now())
    stage.tell(game, people, STONES, now=clock.now())
    for text in ("draw?", "i18-i17"):
        stage.hand_in(game, people[1], text, now=clock.now())
    game.refresh_from_db()
    return game


def _exploding(people: list[Person]) -> Game:
    game = _laying("A bomb on the end field", people)
    stage.hand_in(game, people[0], "a17-f17 +X f22", now=clock.now())
    game.refresh_from_db()
    return game


def _spying(title: str, people: list[Person], submissions: int) -> Game:
    """Let two play Espionage, as house players would, for so many submissions, or to the end.

    In the set-up the last of them hands in first.
    """
    now = clock.now()
    with stage.seeded(bytes(32)):
        game = stage.sit_down(people, "espionage", title=title, now=now, seats="choice")
    seats = list(game.rules.seating.seats)
    for number in range(submissions):
        asked = list(game.rules.judgement.to_act(known_game(game, None).state))
        if not asked:
            break
        text = _round_text(game, asked[-1], number, level=-1)
        stage.hand_in(game, people[seats.index(asked[-1])], text, now=now)
        game.refresh_from_db()
    return game


def _commanding(title: str, people: list[Person], submissions: int) -> Game:
    """Let four play Iron Armada, as casual house players would, for so many submissions, and on
    until West owes what he owes then, or is on turn."""
    with stage.seeded(bytes(32)):
        game = stage.sit_down(
            people, "armada", title=title, now=clock.now(), seats="choice", players=4
        )
    for number in range(submissions + 8):
        asked = list(game.rules.judgement.to_act(store.load_state(game)))
        if number >= submissions and "west" in asked:
            break
        _hand_in(game, asked[-1], _proposed(game, asked[-1], number))
    return game


def _allying(title: str, people: list[Person]) -> Game:
    """Ask three for their consent to an alliance."""
    game = _commanding(title, people, 13)
    _hand_in(game, "west", "ally east")
    _hand_in(game, "south", "consent")
    return game


def _surrendering(title: str, people: list[Person]) -> Game:
    """Let one after the other give up until West has won."""
    game = _commanding(title, people, 30)
    for seat in ("south", "north", "east"):
        _hand_in(game, seat, "resign")
    return game


def _keep_set_ups(game: Game, person: Person) -> None:
    """Keep what a house player would set up, now and then."""
    state, propose = known_game(game, None).state, game.rules.composing.levels[-1].propose_orders
    seat = game.rules.seating.seats[0]
    for name in ("Bulwark", "Rush on the right wing", "Quiet corner"):
        text = propose(state, seat, chance.keyed_numbers(name.encode()))
        pattern = collection.pattern_of(game.rules, state, seat, text)
        collection.save_setup(
            person, game.rules, state, name=name, pattern=pattern, now=clock.now()
        )


def _note(game: Game, person: Person) -> None:
    """Let somebody suspect something of a few hidden pieces."""
    seen = known_game(game, game.seats.get(person=person).name)
    pieces = pins.notes_on_board(game.rules, seen.state, seen.viewer or "", {}).pieces
    for piece, text in zip(pieces[::4], ("mine?", "S or 5", "S", "spy or sapper"), strict=False):
        pins.pin_note(game, person, piece.name, text)


def _table(
    title: str, people: list[Person], *, ruleset: str = "conquest", is_private: bool = False
) -> Game:
    game = tables.open_table(
        people[0],
        tables.TableTerms(
            ruleset=ruleset, title=title, pace=PRESETS["normal"], is_private=is_private
        ),
        now=clock.now(),
    )
    for person in people:
        tables.join_table(game.pk, person, now=clock.now())
    return game


def _building(title: str, people: list[Person]) -> Game:
    """Begin a game of Grand Conquest with everything that only it has on the board."""
    besides = {
        "S14": "south T",
        "S16": "west M(south S)",
        "S13": "south W(S,S)",
        "S12": "south S",
        "S15": "west K",
        "S19": "east M",
    }
    pieces = stage.set_up("grand-conquest") | besides
    game = stage.begin(people, pieces, now=clock.now(), ruleset="grand-conquest")
    Game.objects.filter(pk=game.pk).update(title=title)
    game.refresh_from_db()
    return game


def _dueling(title: str, people: list[Person]) -> Game:
    """Let two play Grand Conquest as house players do, until Alice is on turn again."""
    with stage.seeded(bytes(32)):
        game = stage.sit_down(people, "grand-conquest", title=title, now=clock.now(), players=2)
    for number in range(200):
        (seat,) = game.rules.judgement.to_act(store.load_state(game))
        if number >= TURNS and seat == "south":
            break
        _hand_in(game, seat, _proposed(game, seat, number, level=-1))
    return game


def _started(title: str, people: list[Person], pieces: Mapping[str, str], turn: str) -> Game:
    game = stage.begin(people, pieces, now=clock.now(), turn=turn)
    Game.objects.filter(pk=game.pk).update(title=title)
    game.refresh_from_db()
    return game


def _playing(people: list[Person]) -> Game:
    """Let all four play as house players do, until Alice is on turn again after some rounds."""
    game = _started("Autumn round", people, stage.set_up(), "south")
    for number in range(200):
        game.refresh_from_db()
        rules, state = game.rules, store.load_state(game)
        (seat,) = rules.judgement.to_act(state)
        if number >= TURNS and seat == "south" and rules.judgement.to_act(state)[seat] == "turn":
            break
        _hand_in(game, seat, _round_text(game, seat, number))
    return game


def _outlasting(people: list[Person]) -> Game:
    """Let four play for a while, and then wait until nobody has captured for too long (C40)."""
    game = _started("Three islands and a half", people, stage.set_up(), "south")
    for number in range(200):
        rules, state = game.rules, store.load_state(game)
        if rules.judgement.outcome(state):
            break
        (seat, ask), *_none = rules.judgement.to_act(state).items()
        goes_on = number < LONG or ask != "turn"
        _hand_in(game, seat, _round_text(game, seat, number) if goes_on else "end")
    return game


def _round_text(game: Game, seat: str, number: int, level: int = 0) -> str:
    """Return what a bot hands in, as it is kept: there is no chance in these games, and to think
    them out takes half a minute."""
    texts = ROUNDS.setdefault(game.title, [])
    if number == len(texts):
        texts.append(_proposed(game, seat, number, level))
    return texts[number]


def _proposed(game: Game, seat: str, number: int, level: int = 0) -> str:
    propose = game.rules.composing.levels[level].propose_orders
    return propose(known_game(game, seat).state, seat, chance.keyed_numbers(bytes([4, number])))


def _asking(people: list[Person]) -> Game:
    """Ask Alice for a recapture: a knight of East's has come before one of South's."""
    pieces = stage.set_up()
    rider = next(field for field, piece in pieces.items() if piece == "east K")
    del pieces[rider]
    game = _started("Four friends", people, pieces | {"S13": "east K"}, "east")
    _hand_in(game, "east", "S13xS33")
    return game


def _absent(title: str, people: list[Person], stranger: Person) -> Game:
    """Begin a game in which three let their time go by: the first is back, for the second a house
    player plays, and on the third one's seat a stranger plays on."""
    game, now = _started(title, people, stage.set_up(), "south"), clock.now()
    pace = {**game.pace, "absent_after": 1}
    Game.objects.filter(pk=game.pk).update(pace=pace, stand_in="greedy")
    for _turn in range(3):
        asked = Decision.objects.filter(game=game, closed_at=None)
        asked.update(opened_at=now, due_at=now, told_at=now)
        turns.expire_decision(asked.get().pk, now=now)
    turns.return_to_seat(game.pk, people[0], now=now)
    turns.become_substitute(game.pk, "north", stranger, now=now)
    game.refresh_from_db()
    return game


def _left(people: list[Person]) -> Game:
    game = _started("Three and a free seat", people, stage.set_up(), "west")
    turns.leave_game(game.pk, people[3], now=clock.now())
    return game


def _finished(people: list[Person]) -> Game:
    game = _started("Until the last piece", people, LAST, "south")
    return _finish(game)


def _finish(game: Game) -> Game:
    _hand_in(game, "south", "S12xS13")
    earlier = clock.now() - timedelta(days=30 - game.pk)
    Game.objects.filter(pk=game.pk).update(ended_at=earlier)
    return game


def _hand_in(game: Game, seat: str, text: str) -> None:
    person: Any = game.seats.get(name=seat).person
    orders = turns.Orders(
        game_id=game.pk, person=person, text=text, seen_version=game.version,
        key=f"{seat}-{game.version}",
    )  # fmt: skip
    turns.submit(orders, now=clock.now())
    game.refresh_from_db()


def _add_hooks(alice: Person) -> None:
    """Add a hook that was told something of each kind of end, and one that is switched off."""
    now = clock.now()
    hook, _secret = hooks.add_hook(
        alice.pk, "Bollwerk bot", "https://bot.example.org/", ["turn.asked", "game.over"], now=now
    )
    given = {"hook": hook, "created_at": now, "next_at": now + timedelta(days=400)}
    ends: dict[str, dict[str, object]] = {
        "sent": {"sent_at": now},
        "withdrawn": {},
        "failed": {"error": "500"},
        "waiting": {"error": "silent"},
    }
    for key, more in ends.items():
        HookDelivery.objects.create(**given, key=key, status=key, kind="turn.asked", **more)
    off, _secret = hooks.add_hook(
        alice.pk, "Notebook", "https://notes.example.org/", ["season.news"], now=now
    )
    ProgramHook.objects.filter(pk=off.pk).update(
        failures=15, failing_since=now, error="silent", switched_off_at=now
    )


def _add_programs(alice: Person) -> None:
    """Let somebody have a token, and a bot."""
    now = clock.now()
    token, _secret = tokens.make_token(alice, "Notebook", ("read", "play"), days=90, now=now)
    AccessToken.objects.filter(pk=token.pk).update(start="zugpost_Ab3d")  # the same each time
    program_accounts.make_program(alice, "Night owl", now=now)


def _add_channels(alice: Person) -> None:
    """Add a channel in each state: untried, working, failing, switched off."""
    now = clock.now()
    hosts = {"discord": "discord.com", "slack": "hooks.slack.com"}
    states: dict[str, dict[str, object]] = {
        "discord": {},
        "slack": {"works_since": now, "says_little": True},
        "ntfy": {"failures": 3, "failing_since": now, "error": "500"},
        "json": {"failures": 20, "failing_since": now, "error": "silent", "switched_off_at": now},
    }
    for place, (form, state) in enumerate(states.items(), 1):
        Channel.objects.create(
            person=alice, place=place, kind="webhook", form=form, sealed=b"", mark=form,
            host=hosts.get(form, "ntfy.sh"), created_at=now, next_at=now, **state,
        )  # fmt: skip
