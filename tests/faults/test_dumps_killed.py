"""A worker that is killed as it writes the file of a month: nothing half is left or given out."""

from __future__ import annotations

import gzip
import signal
from datetime import timedelta

from games.play import clock
from records import dumps
from records.models import DumpChunk, DumpPart, MonthlyDump
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site
from tests.records.games import finished

LONG_AGO = timedelta(days=60)


def test_a_file_is_whole_after_a_worker_was_killed(site: Site) -> None:
    game = _finish()
    assert _tick(site.planted("dump_part_written:kill")) == -signal.SIGKILL
    assert site.fired() == 1
    assert not DumpPart.objects.exists()
    assert not DumpChunk.objects.exists()
    assert not MonthlyDump.objects.filter(made_at__isnull=False).exists()
    assert _tick(site.env) == 0
    (part,) = DumpPart.objects.all()
    assert f'[Game "{game}"]' in gzip.decompress(b"".join(dumps.read_chunks(part))).decode()
    assert MonthlyDump.objects.filter(made_at__isnull=False).count() == 1


def test_half_a_file_would_be_given_out_if_its_pieces_were_committed(site: Site) -> None:
    _finish()
    guard = "transaction_of_a_part"
    assert _tick(site.planted("dump_part_written:kill"), without=guard) == -signal.SIGKILL
    assert _tick(site.env) == 0
    assert MonthlyDump.objects.filter(made_at__isnull=False, parts__sha256="").exists()


def _finish() -> int:
    """Play a game that ended two months ago; return its id."""
    return finished(sites.people()[:2], now=clock.now() - LONG_AGO).pk


def _tick(env: dict[str, str], without: str = "") -> int:
    """Tend the archive once, in a process of its own; return how it ended."""
    with sites.run("records.tasks.tend_archive", env, "records", without) as tick:
        return int(tick.process.wait(servers.PATIENCE))
