"""The record of a simulated year, as plain values: what the diary and the tables of the site say,
and what has come out of it. Checks read nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import F

from accounts.models import Person
from games.models import Departure, Game, Seat, Submission, TakeBack
from mail.models import Channel, ChannelOrder, Delivery
from tests.simulated_year import diary
from tests.simulated_year.diary import Entry
from tests.simulated_year.mailbox import Received

ASKED = "decision-"


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody wants to hear of things, and where they live; ``manners`` by topic. ``in_turn``
    are their channels, 0 for letters, where they want to be told by the first one alone."""

    name: str
    zone: str
    address: str
    letters: bool
    reminders: bool
    manners: Mapping[str, str]
    quiet: tuple[int, int] | None
    urgent_breaks_quiet: bool
    digest_hours: tuple[int, ...]
    reminder_hours: tuple[int, ...]
    most_an_hour: int | None
    channels: Mapping[int, str]
    in_turn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline as it was set or moved at a moment, with the moment of the next reminder."""

    at: datetime
    due: datetime
    remind: datetime | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of a person: a ``turn`` or an ``answer``, all deadlines it has had, when the
    letter left, and how and how often it was closed. ``by_house`` tells that a house player was
    asked in their place."""

    key: int
    game: int
    seat: int
    person: int | None
    pace: str
    kind: str
    number: int
    opened: datetime
    deadlines: tuple[Deadline, ...]
    told: datetime | None
    closed: datetime | None
    closed_by: str
    closings: int
    by_house: bool
    span_began: datetime


@dataclass(frozen=True, slots=True)
class Span:
    """A time from a moment to another one, or to the end of the year."""

    begin: datetime
    end: datetime | None

    def holds(self, moment: datetime) -> bool:
        return self.begin <= moment and (self.end is None or moment < self.end)


@dataclass(frozen=True, slots=True)
class Sent:
    """A row of the outbox: a letter, or a notice to a ``channel``, and what has become of it."""

    key: int
    name: str
    kind: str
    topic: str
    about: int | None
    person: int | None
    channel: int | None
    created: datetime
    next_at: datetime
    status: str
    sent: datetime | None
    gathered: bool
    message: str
    game: int | None


@dataclass(frozen=True)
class Record:
    """All of a year."""

    begin: datetime
    end: datetime
    people: dict[int, Reader] = field(default_factory=dict)
    paces: dict[int, dict[str, Any]] = field(default_factory=dict)
    asked: dict[int, Asked] = field(default_factory=dict)
    days_off: dict[tuple[int, date], list[Span]] = field(default_factory=dict)
    pauses: dict[int, list[Span]] = field(default_factory=dict)
    taken_back: dict[int, list[datetime]] = field(default_factory=dict)
    absences: dict[int, list[Span]] = field(default_factory=dict)
    silences: dict[int, list[datetime]] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    letters: list[Received] = field(default_factory=list)
    posts: list[tuple[datetime, str]] = field(default_factory=list)
    games: dict[str, int] = field(default_factory=dict)
    handovers: int = 0
    outages: dict[str, list[Span]] = field(default_factory=dict)


def read_record(
    year: Span,
    letters: list[Received],
    posts: list[tuple[datetime, str]],
    outages: dict[str, list[Span]],
) -> Record:
    """Return the record of a year that has passed on the database of Django's connection."""
    entries = list(diary.read_diary())
    games = {game.pk: game for game in Game.objects.all()}
    asked = _read_asked(entries, games)
    return Record(
        begin=year.begin,
        end=year.end or year.begin,
        people=_read_people(),
        paces={pk: dict(game.pace) for pk, game in games.items()},
        asked=asked,
        days_off=_read_days_off(entries),
        pauses=_read_spans(entries, "games_game", "id", "paused_at"),
        taken_back=_read_take_backs(),
        absences=_read_spans(entries, "games_seat", "id", "is_absent"),
        silences=_read_silences(),
        sent=_read_sent(asked),
        letters=letters,
        posts=posts,
        outages=outages,
        games=_count_games(games.values()),
        handovers=_count_handovers(entries),
    )


def _count_handovers(entries: Iterable[Entry]) -> int:
    """Count how often others began to play for somebody on vacation."""
    seats = (entry.new for entry in entries if entry.table == "games_seat" and entry.old)
    return sum(bool(new and new["is_absent"] and new["absent_until"]) for new in seats)


def _read_people() -> dict[int, Reader]:
    channels: dict[int, dict[int, str]] = defaultdict(dict)
    for channel in Channel.objects.all():
        channels[channel.person_id][channel.pk] = f"/{channel.person_id}-{channel.place - 1}"
    orders = dict(ChannelOrder.objects.values_list("person", "channels"))
    people = Person.objects.filter(is_house=False)
    return {one.pk: _read_reader(one, channels[one.pk], orders.get(one.pk, ())) for one in people}


def _read_reader(person: Person, channels: Mapping[int, str], in_turn: Iterable[int]) -> Reader:
    topics = {"turn": "turns", "answer": "answers", "event": "events", "table": "tables"}
    start, end = person.quiet_from, person.quiet_to
    return Reader(
        name=person.name,
        zone=person.time_zone,
        address=person.email,
        letters=person.letters,
        reminders=person.reminders,
        manners={topic: getattr(person, f"{name}_manner") for topic, name in topics.items()},
        quiet=None if start is None or end is None else (start, end),
        urgent_breaks_quiet=person.urgent_breaks_quiet,
        digest_hours=tuple(person.digest_hours),
        reminder_hours=tuple(person.reminder_hours),
        most_an_hour=person.letters_an_hour,
        channels=channels,
        in_turn=tuple(in_turn),
    )


def _read_asked(entries: Iterable[Entry], games: Mapping[int, Game]) -> dict[int, Asked]:
    """Return what was asked, from all that the diary says of each decision."""
    rows: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.table == "games_decision" and entry.new:
            rows[entry.new["id"]].append(entry)
    people = _people_of_seats()
    return {key: _read_one(said, games, people) for key, said in rows.items()}


def _people_of_seats() -> dict[int, int]:
    """Return who has sat at each seat; nobody takes one over."""
    left = dict(Departure.objects.values_list("seat", "person"))
    return left | dict(Seat.objects.exclude(person=None).values_list("pk", "person"))


def _read_one(said: list[Entry], games: Mapping[int, Game], people: Mapping[int, int]) -> Asked:
    rows = [entry.new for entry in said if entry.new]
    first, last = rows[0], rows[-1]
    kinds = games[first["game_id"]].rules.judgement.decision_kinds
    closings = sum(
        bool(entry.new and entry.new["closed_at"])
        and not (entry.old and entry.old["closed_at"] == (entry.new or {})["closed_at"])
        for entry in said
    )
    return Asked(
        key=first["id"],
        game=first["game_id"],
        seat=first["seat_id"],
        person=people.get(first["seat_id"]),
        pace=kinds[first["kind"]].pace,
        kind=first["kind"],
        number=first["number"],
        opened=_moment(first["opened_at"]),
        deadlines=tuple(_list_deadlines(said)),
        told=_moment_or_none(last["told_at"]),
        closed=_moment_or_none(last["closed_at"]),
        closed_by=last["closed_by"],
        closings=closings,
        by_house=any(row["is_for_bot"] for row in rows),
        span_began=_moment(last["opened_at"]),
    )


def _list_deadlines(said: Iterable[Entry]) -> Iterable[Deadline]:
    """Yield each deadline that was set or moved, but not what a row says when it is closed."""
    before = None
    for entry in said:
        row = entry.new or {}
        remind = _moment_or_none(row["remind_at"])
        now = _moment(row["due_at"]), remind
        if now != before:
            yield Deadline(entry.at, *now)
        before = now


def _read_days_off(entries: Iterable[Entry]) -> dict[tuple[int, date], list[Span]]:
    days: dict[tuple[int, date], list[Span]] = defaultdict(list)
    for entry in entries:
        if entry.table != "games_dayoff" or (entry.old and entry.new):
            continue
        row = entry.new or entry.old or {}
        key = row["person_id"], date.fromisoformat(row["day"])
        if entry.new:
            days[key].append(Span(entry.at, None))
        else:
            days[key][-1] = Span(days[key][-1].begin, entry.at)
    return dict(days)


def _read_spans(
    entries: Iterable[Entry], table: str, name: str, column: str
) -> dict[int, list[Span]]:
    """Return from when to when a column of each row held something."""
    spans: dict[int, list[Span]] = defaultdict(list)
    for entry in entries:
        if entry.table != table or not (entry.old and entry.new):
            continue
        known = spans[entry.new[name]]
        if entry.new[column]:
            known.append(Span(entry.at, None))
        elif known:
            known[-1] = Span(known[-1].begin, entry.at)
    return {key: known for key, known in spans.items() if known}


def _read_take_backs() -> dict[int, list[datetime]]:
    found: dict[int, list[datetime]] = defaultdict(list)
    for back in TakeBack.objects.filter(outcome=TakeBack.Outcome.AGREED):
        found[back.game_id].append(back.closed_at)  # type: ignore[arg-type]
    return dict(found)


def _read_silences() -> dict[int, list[datetime]]:
    """Return when silence has played for each seat."""
    found: dict[int, list[datetime]] = defaultdict(list)
    played = Submission.objects.filter(via=Submission.Via.SILENCE).annotate(when=F("at"))
    for seat, at in played.values_list("seat", "when"):
        found[seat].append(at)
    return dict(found)


def _read_sent(asked: Mapping[int, Asked]) -> list[Sent]:
    return [_read_delivery(row, asked) for row in Delivery.objects.order_by("pk")]


def _read_delivery(row: Delivery, asked: Mapping[int, Asked]) -> Sent:
    about = row.about.get("decision")
    one = asked.get(about) if about else None
    return Sent(
        key=row.pk,
        name=row.key,
        kind=row.kind,
        topic=_topic_of(row, one),
        about=about,
        person=row.person_id,
        channel=row.channel_id,
        created=row.created_at,
        next_at=row.next_at,
        status=row.status,
        sent=row.sent_at,
        gathered=row.is_gathered,
        message=row.message_name,
        game=one.game if one else row.about.get("game"),
    )


def _topic_of(row: Delivery, asked: Asked | None) -> str:
    """Return the topic for which a reader has chosen a manner, "" for what always comes at once."""
    if row.kind in ("decision", "reminder") and asked:
        return asked.pace
    if row.kind == "offer" or row.about.get("what") == "asked":
        return "answer"
    if row.kind in ("table", "seat-request"):
        return "table"
    return "" if row.kind in ("nudge", "intervention", "account") else "event"


def _count_games(games: Iterable[Game]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for game in games:
        counts[str(game.status)] += 1
        counts[f"{game.ruleset}"] += 1
    return dict(counts)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _moment_or_none(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
