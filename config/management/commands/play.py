"""Starts everything on one machine, with people and games to look at: see config/play.py."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from config import demo, embedded_postgres, play
from games.play import clock


class Command(BaseCommand):
    help = "Run the site on this machine until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        play.interrupt_on_signals()
        reaper = None
        try:
            play.check_port(options["port"])
            data = None if settings.DATABASE_URL else settings.VAR / "postgres"
            reaper = play.Reaper(data)
            self._prepare_site()
            self._run_site(options["port"], data, reaper)
        except play.PlayError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stdout.write("\nStopping.")
        finally:
            play.ignore_signals()
            if reaper is not None:
                reaper.release()
                reaper.wait()

    def _prepare_site(self) -> None:
        self.stdout.write("Preparing the database.")
        call_command("migrate", verbosity=0)
        shutil.rmtree(settings.BROKER_DIR, ignore_errors=True)
        if not _is_static_collected():
            call_command("collectstatic", interactive=False, verbosity=0)
        if not demo.is_set_up():
            self.stdout.write("Setting up people and games; house players play one to its end.")
            demo.set_up(now=clock.now())

    def _run_site(self, port: int, data: Path | None, reaper: play.Reaper) -> None:
        connection.close()
        site = play.local_site_url(port)
        url = embedded_postgres.database_url(data) if data else settings.DATABASE_URL
        self.stdout.write(
            f"\n  {settings.SITE_NAME}: {site}/\n"
            f"  Letters:  {site}/letters/\n"
            f"  People:   {', '.join(demo.NAMES)}: sign in as any of them by a button\n"
            "  Ctrl-C stops everything.\n"
        )
        env = play.child_environment(port, url)
        tend = partial(embedded_postgres.restart_if_ended, data) if data else lambda: None
        play.run_children(play.child_commands(port, settings.VAR), env, reaper, tend)


def _is_static_collected() -> bool:
    """Whether the collected static files are as new as the newest source."""
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    sources = [
        path for folder in settings.STATICFILES_DIRS for path in folder.rglob("*") if path.is_file()
    ]
    newest = max(path.stat().st_mtime for path in sources)
    return manifest.exists() and manifest.stat().st_mtime >= newest
