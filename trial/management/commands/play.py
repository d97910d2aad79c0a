"""``manage.py play``: run the site on one machine, with demo people and games (trial/play.py)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.play import clock
from trial import demo, embedded_postgres, interruption, play
from trial.arrival import announce_site
from trial.steps import tell_step


class Command(BaseCommand):
    help = "Run the site on this machine until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        interruption.interrupt_on_signals()
        self._begun = time.monotonic()
        reaper = None
        try:
            lock = play.lock_folder(settings.VAR, play.local_site_url(options["port"]))
            play.check_port(options["port"])
            data = None if settings.DATABASE_URL else settings.VAR / "postgres"
            reaper = play.Reaper(data, lock)
            _start_database(data)
            self._prepare_site()
            self._run_site(options["port"], data, reaper)
        except play.PlayError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stdout.write("\nStopping.")
        finally:
            # A second Ctrl-C would leave processes behind.
            interruption.ignore_signals()
            if reaper is not None:
                reaper.release()
                reaper.wait()

    def _prepare_site(self) -> None:
        with tell_step("Migrating the database"):
            call_command("migrate", verbosity=0)
        with tell_step("Collecting static files"):
            if not _is_static_collected():
                call_command("collectstatic", interactive=False, verbosity=0)
        with tell_step("Setting up people and games; house players play some to their end"):
            if not demo.is_set_up():
                demo.set_up(now=clock.now())

    def _run_site(self, port: int, data: Path | None, reaper: play.Reaper) -> None:
        connection.close()
        url = embedded_postgres.database_url(data) if data else settings.DATABASE_URL
        postbox_port = play.find_postbox_port(port)
        env = play.child_environment(port, url, postbox_port)
        describe = partial(_describe_site, port, postbox_port)
        with closing(announce_site(port, describe, self._begun)) as arrival:
            tend = _combine_care(data, arrival)
            play.run_children(play.child_commands(port, postbox_port), env, reaper, tend)


def _start_database(data: Path | None) -> None:
    if data:
        with tell_step("Starting PostgreSQL"):
            embedded_postgres.database_url(data)


def _describe_site(port: int, postbox_port: int, seconds: float) -> str:
    """Return the text to print when the site answers, ``seconds`` after the command began."""
    site = play.local_site_url(port)
    door = f"there, or by SMTP at {play.NAME}:{postbox_port}" if postbox_port else "not possible"
    return (
        f"\n  {settings.SITE_NAME}: {site}/\n"
        f"  Letters:  {site}/letters/\n"
        f"  Answers:  {door}\n"
        f"  People:   {', '.join(demo.NAMES)}: sign in as any of them by a button\n"
        f"  It is ready after {seconds:.0f} s. Ctrl-C stops everything.\n"
    )


def _combine_care(data: Path | None, arrival: Iterator[None]) -> Callable[[], None]:
    """Return the function to call repeatedly while the site runs."""

    def tend() -> None:
        if data:
            embedded_postgres.restart_if_ended(data)
        next(arrival, None)

    return tend


def _is_static_collected() -> bool:
    """Whether the collected static files are as new as the newest source."""
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    sources = [
        path for folder in settings.STATICFILES_DIRS for path in folder.rglob("*") if path.is_file()
    ]
    newest = max(path.stat().st_mtime for path in sources)
    return manifest.exists() and manifest.stat().st_mtime >= newest
