"""One command runs the whole site, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from tests import database, servers
from trial import demo, embedded_postgres, play

FORM = re.compile(r'action="(/letters/[^"]+/answer/)".*?csrfmiddlewaretoken" value="(\w+)"', re.S)


def test_a_taken_port_is_told_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(play.PlayError, match=f"^Port {port} is taken"):
            play.check_port(port)


def test_a_second_run_in_the_same_folder_is_told_where_the_first_one_runs(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with play.lock_folder(tmp_path, "http://localhost:8123"):
        where = f"at http://localhost:8123/ \\(process {os.getpid()}\\); stop that first"
        with pytest.raises(play.PlayError, match=where):
            play.lock_folder(tmp_path, "http://localhost:8124")
        play.lock_folder(tmp_path / "other", "http://localhost:8124").close()
    play.lock_folder(tmp_path, "http://localhost:8124").close()


def test_the_folder_of_a_run_that_was_killed_is_locked_until_its_reaper_has_ended(
    tmp_path: Path,
) -> None:
    with play.lock_folder(tmp_path, "http://localhost:8123") as lock:
        reaper = play.Reaper(None, lock)
    with pytest.raises(play.PlayError, match="runs already"):
        play.lock_folder(tmp_path, "http://localhost:8124")
    reaper.release()
    reaper.wait()
    play.lock_folder(tmp_path, "http://localhost:8124").close()


def test_all_processes_stop_when_one_has_ended() -> None:
    reaper = play.Reaper(None)
    children = {
        "web": ("-c", "import time; time.sleep(60)"),
        "worker": ("-c", "raise SystemExit(3)"),
    }
    with pytest.raises(play.PlayError, match="The worker process ended with status 3"):
        play.run_children(children, dict(os.environ), reaper)
    reaper.wait()
    children_left = filter(lives, psutil.Process().children())
    left = [" ".join(child.cmdline()) for child in children_left]
    assert not [command for command in left if "sleep(60)" in command]


def test_what_a_run_needs_is_tended_while_its_processes_run() -> None:
    def tend() -> None:
        raise play.PlayError("tended")

    reaper = play.Reaper(None)
    with pytest.raises(play.PlayError, match="tended"):
        play.run_children(
            {"web": ("-c", "import time; time.sleep(60)")}, dict(os.environ), reaper, tend
        )
    reaper.wait()


def test_a_killed_database_starts_again_at_the_same_address(data: Path) -> None:
    address = embedded_postgres.database_url(data)
    try:
        with psycopg.connect(address, autocommit=True) as before:
            before.execute("CREATE TABLE kept ()")
        embedded_postgres.restart_if_ended(data)
        with psycopg.connect(address) as same:
            os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
            servers.until(lambda: same.closed or _is_cut(same), "the end of the server")
        servers.until(lambda: _is_kept(data, address), "the server again")
    finally:
        embedded_postgres.stop_server(data)


def _is_cut(connection: psycopg.Connection[Any]) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return True
    return False


def _is_kept(data: Path, address: str) -> bool:
    embedded_postgres.restart_if_ended(data)
    try:
        with psycopg.connect(address) as again:
            return again.execute("SELECT FROM pg_tables WHERE tablename = 'kept'").rowcount == 1
    except psycopg.OperationalError:
        return False


def test_the_site_has_a_name_for_which_browsers_make_passkeys() -> None:
    env = play.child_environment(8000, "")
    assert env["SITE_URL"] == play.local_site_url(8000) == "http://localhost:8000"
    assert play.HOST in env["ALLOWED_HOSTS"]


def test_an_address_of_the_environment_reaches_the_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SITE_URL", "http://chess.example.org")
    env = play.child_environment(8000, "postgres://postgres@127.0.0.1/site")
    assert env["SITE_URL"] == "http://chess.example.org"
    assert env["DATABASE_URL"] == "postgres://postgres@127.0.0.1/site"


def test_its_postbox_listens_beside_the_site() -> None:
    port = free_site_port()
    postbox_port = play.find_postbox_port(port)
    assert play.child_environment(port, "", postbox_port)["POSTBOX_PORT"] == str(postbox_port)
    assert play.child_environment(port, "", postbox_port)["REPLY_ADDRESS"] == "reply@localhost"
    assert f"127.0.0.1:{postbox_port}" in play.child_commands(port, postbox_port)["postbox"]


def test_without_a_port_for_its_postbox_the_site_runs_all_the_same() -> None:
    with socket.socket() as taken:
        taken.bind((play.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1] - play.POSTBOX_OFFSET
        assert play.find_postbox_port(port) == 0
    assert "postbox" not in play.child_commands(port)
    assert play.child_environment(port, "")["REPLY_ADDRESS"] == ""


def free_site_port() -> int:
    """Return a free port beside which the postbox's is free, too."""
    return next(port for port in iter(servers.free_port, None) if play.find_postbox_port(port))


@contextlib.contextmanager
def run_site(port: int, env: dict[str, str], said: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a site until it is stopped, at the latest when a test fails."""
    command = [sys.executable, "manage.py", "play", "--port", str(port)]
    with said.open("wb") as out:
        run = subprocess.Popen(command, cwd=servers.ROOT, env=env, stdout=out)
    try:
        yield run
    finally:
        run.kill()  # its reaper ends what it has started
        run.wait()


def lives(process: psutil.Process) -> bool:
    """Tell whether a process still does anything; one that is only to be buried does not."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def page(port: int, path: str) -> str:
    """Fetch a page; nothing where nobody answers yet."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
            text: str = response.read().decode()
            return text
    except OSError:
        return ""


def answer_a_letter(port: int, letters: Path) -> None:
    """Answer a letter of the site by its form, once there is one that can be answered."""
    site = play.local_site_url(port)
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def find_form() -> re.Match[str] | None:
        pages = (visitor.open(f"{site}/letters/{path.stem}/") for path in letters.glob("*.eml"))
        return next(filter(None, (FORM.search(page.read().decode()) for page in pages)), None)

    form = servers.until(find_form, "a letter that can be answered", patience=120)
    fields = {"csrfmiddlewaretoken": form[2], "text": "HELP"}
    request = urllib.request.Request(
        f"{site}{form[1]}", urllib.parse.urlencode(fields).encode(), {"Referer": site}
    )
    assert "Your answer has arrived." in visitor.open(request).read().decode()


def is_answered(letters: Path) -> bool:
    """Tell whether an answer to a mail has been written."""
    return any(
        b"Auto-Submitted: auto-replied" in path.read_bytes() for path in letters.glob("*.eml")
    )


def greets(port: int) -> bool:
    """Tell whether a postbox says hello."""
    with contextlib.suppress(OSError), smtplib.SMTP(play.HOST, port) as postbox:
        return postbox.ehlo()[0] == 250
    return False


@pytest.mark.django_db
def test_a_trial_run_sets_up_games_and_leaves_no_process_behind(tmp_path: Path) -> None:
    port, said = free_site_port(), tmp_path / "said"
    with ExitStack() as stack:
        name = stack.enter_context(database.copied("play"))
        env = servers.environment(database.url(name), tmp_path, PLAY="1")
        run = stack.enter_context(run_site(port, env, said))
        servers.until(lambda: "ready after" in said.read_text(), "the site is there", patience=120)
        games = servers.until(lambda: page(port, "/tables/?show=running"), "the tables")
        servers.until(lambda: greets(port + play.POSTBOX_OFFSET), "the postbox")
        answer_a_letter(port, tmp_path / "letters")
        servers.until(lambda: is_answered(tmp_path / "letters"), "what comes of an answer")
        second = subprocess.run(
            [sys.executable, "manage.py", "play", "--port", str(servers.free_port())],
            cwd=servers.ROOT,
            env=env,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=servers.PATIENCE,
        )
        assert run.poll() is None, said.read_text()
        family = psutil.Process(run.pid).children(recursive=True)
        run.send_signal(signal.SIGINT)
        assert run.wait(servers.PATIENCE) == 0
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"{play.local_site_url(port)}/ (process {run.pid})" in second.stderr
    assert f": {play.local_site_url(port)}/\n" in said.read_text()
    assert re.search(r"ready after \d+ s", said.read_text())
    assert any(title in games for title in demo.TITLES)
    assert "Astrolabe" in games
    assert len(family) >= 5
    assert not [member for member in family if lives(member)]
