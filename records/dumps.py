"""The records of each month that is over, as compressed files that are made by a worker.

A part is made whole in one transaction, and a month is given out once all of its parts are there:
a worker that dies leaves nothing half, and the next one goes on after the last part. Memory is
bounded by one record and one piece of a file (decision 90).
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from games.models import Game
from games.replay import export
from mail import failpoints
from records.archiving import PUBLIC, first_day
from records.models import ArchivedGame, ChangedMonth, DumpChunk, DumpPart, MonthlyDump

MOST_GAMES = 250  # of a part, so that it is made in one transaction
MOST_BYTES = 16 * 2**20  # of a part, but for its last record
CHUNK = 256 * 1024
GZIP = 31  # of zlib: a gzip file, which then tells no time
LATE = timedelta(hours=1)  # after its end games of a month may still be on their way

log = structlog.get_logger()


def make_dumps(clock: Callable[[], datetime]) -> Iterator[int]:
    """Make the files of all months that are over and have changed; yield the number of games after
    each part."""
    while _begin_month(clock()):
        yield 0
    while (dump := MonthlyDump.objects.filter(made_at=None).order_by("month").first()) is not None:
        games = _make_part(dump.pk, clock())
        if games is None:  # another worker is at it
            return
        yield games


def _begin_month(now: datetime) -> bool:
    """Throw away what there is of the first month that has changed and is over, so that it is made
    from its beginning; return whether there is one."""
    with transaction.atomic():
        due = ChangedMonth.objects.filter(month__lt=first_day(now - LATE)).order_by("month", "pk")
        changed = due.select_for_update(skip_locked=True).first()
        if changed is None:
            return False
        # Deleted before its games are read: what enters or leaves from now on marks it again.
        changed.delete()
        dump, _is_new = MonthlyDump.objects.get_or_create(
            ruleset=changed.ruleset, month=changed.month
        )
        DumpChunk.objects.filter(part__dump=dump).delete()
        dump.parts.all().delete()
        MonthlyDump.objects.filter(pk=dump.pk).update(made_at=None)
    return True


def _make_part(pk: int, now: datetime) -> int | None:
    """Make the next part of a month, or give the month out if none is left; return how many games
    are in it, None if another worker is at this month."""
    with transaction.atomic():
        free = MonthlyDump.objects.select_for_update(skip_locked=True).filter(pk=pk, made_at=None)
        dump = free.first()
        if dump is None:
            return None
        games = list(_games_left(dump)[:MOST_GAMES])
        if not games:
            _give_out(dump, now)
            return 0
        return _write_part(dump, games)


def _games_left(dump: MonthlyDump) -> QuerySet[ArchivedGame]:
    """Select the games of a month after those of its last part, in the order in which they
    ended."""
    last = dump.parts.order_by("number").last()
    begin = datetime.combine(dump.month, time(), tzinfo=UTC)
    end = datetime.combine((dump.month + timedelta(days=31)).replace(day=1), time(), tzinfo=UTC)
    wanted = Q(ruleset=dump.ruleset, ended_at__gte=begin, ended_at__lt=end)
    if last:
        later = Q(ended_at__gt=last.last_at) | Q(game__gt=last.last_game)
        wanted &= Q(ended_at__gte=last.last_at) & later
    return ArchivedGame.objects.filter(wanted).order_by("ended_at", "game")


def _give_out(dump: MonthlyDump, now: datetime) -> None:
    """Let the files of a month be seen; a month without games has none."""
    if dump.parts.exists():
        dump.made_at = now
        dump.save(update_fields=["made_at"])
    else:
        dump.delete()


def _write_part(dump: MonthlyDump, games: Sequence[ArchivedGame]) -> int:
    """Write the records of games into the next part, until it is full; return how many."""
    number = dump.parts.count() + 1
    # Its sums are known at its end; nobody sees it before, as all is one transaction.
    part = DumpPart.objects.create(
        dump=dump, number=number, games=0, size=0, sha256="", last_at=games[0].ended_at,
        last_game=games[0].pk,
    )  # fmt: skip
    file = ChunkedFile(part)
    for archived in games:
        text = _record_of(archived.pk)
        file.write(text)
        part.games += bool(text)
        part.last_at, part.last_game = archived.ended_at, archived.pk
        if file.size >= MOST_BYTES:
            break
    failpoints.hit("dump_part_written")
    file.close()
    part.size, part.sha256 = file.size, file.sha256
    part.save()
    return part.games


def _record_of(pk: int) -> bytes:
    """Return the record of a game without names, "" where it is damaged or public no more."""
    game = Game.objects.filter(PUBLIC, pk=pk).first()
    if game is None:
        return b""
    try:
        seats = list(game.seats.order_by("order"))
        return export.write_nameless_record(game, seats).encode()
    except (SoftTimeLimitExceeded, DatabaseError):
        raise
    except Exception:  # rules may stumble over anything that is damaged: others are not to wait
        log.exception("a game is missing in the file of its month", game=pk)
        return b""


class ChunkedFile:
    """A gzip file that is stored piece by piece as it is written.

    The same text makes the same bytes; ``size`` and ``sha256`` are theirs.
    """

    def __init__(self, part: DumpPart) -> None:
        self.size = 0
        self._part = part
        self._packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
        self._digest = hashlib.sha256()
        self._held = b""
        self._number = 0

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def write(self, text: bytes) -> None:
        """Add a text."""
        self._add(self._packer.compress(text))

    def close(self) -> None:
        """Store what is left."""
        self._add(self._packer.flush())
        self._store(self._held)

    def _add(self, packed: bytes) -> None:
        self.size += len(packed)
        self._digest.update(packed)
        self._held += packed
        while len(self._held) >= CHUNK:
            self._store(self._held[:CHUNK])
            self._held = self._held[CHUNK:]

    def _store(self, data: bytes) -> None:
        if data:
            self._number += 1
            DumpChunk.objects.create(part=self._part, number=self._number, data=data)


def list_dumps() -> QuerySet[MonthlyDump]:
    """Select the months that can be downloaded, the newest first, with their parts."""
    whole = MonthlyDump.objects.filter(made_at__isnull=False)
    return whole.order_by("-month", "ruleset").prefetch_related("parts")


def find_dump(ruleset: str, month: date) -> MonthlyDump | None:
    """Return the files of a rule set and a month, None if there are none, or not yet."""
    return list_dumps().filter(ruleset=ruleset, month=month).first()


def read_chunks(part: DumpPart) -> Iterator[bytes]:
    """Yield a file piece by piece, each in a query of its own."""
    for pk in list(part.chunks.values_list("pk", flat=True)):
        data = DumpChunk.objects.filter(pk=pk).values_list("data", flat=True).first()
        if data is None:  # made again meanwhile: the reader gets less than was announced
            return
        yield bytes(data)
