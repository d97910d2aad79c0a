"""The table of ticks: which task runs how often, in which queue, how many at a time, how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A task that is due every ``every`` ticks. At most ``share`` workers run it at a time, and
    each is told to end after ``seconds``."""

    task: str
    queue: str
    every: int
    share: int
    seconds: int

    @property
    def period(self) -> int:
        """Return the seconds between two runs."""
        return self.every * settings.TICK

    @property
    def queue_name(self) -> str:
        """Return the name of its queue at the broker."""
        return queue_name(self.queue)


def queue_name(queue: str) -> str:
    """Return the name that a queue has at the broker, which several sites may share."""
    return f"{settings.QUEUE}.{queue}"


# Kinds of work that must not wait for each other (decision 23).
QUEUES = ("codes", "letters", "mails", "turns", "house")
# A letter that is being sent to a host that hangs waits for several answers, each in vain. Before
# it others are sent for five seconds, and after it ``mail.parallel`` waits for a code that is.
HANGING = 20 + 12 * settings.EMAIL_TIMEOUT
TICKS: Mapping[str, Tick] = {
    "codes": Tick(
        task="accounts.tasks.send_codes", queue="codes", every=1, share=2, seconds=HANGING
    ),
    "letters": Tick(
        task="games.tasks.send_letters", queue="letters", every=1, share=2, seconds=HANGING
    ),
    "mails": Tick(task="games.tasks.answer_mails", queue="mails", every=1, share=2, seconds=60),
    # Among what is not urgent: letters, codes, mails and turns wait for no channel.
    # Some of them are letters to second addresses.
    "channels": Tick(
        task="games.tasks.send_notices", queue="house", every=1, share=1, seconds=HANGING
    ),
    "mailbox": Tick(task="inbox.tasks.fetch_mails", queue="house", every=6, share=1, seconds=60),
    "silence": Tick(
        task="games.tasks.expire_decisions", queue="turns", every=4, share=1, seconds=30
    ),
    "delayed": Tick(
        task="games.tasks.play_delayed_turns", queue="turns", every=4, share=1, seconds=30
    ),
    "orders": Tick(
        task="games.tasks.answer_by_orders", queue="turns", every=4, share=1, seconds=30
    ),
    "reminders": Tick(
        task="games.tasks.send_reminders", queue="turns", every=10, share=1, seconds=30
    ),
    "ratings": Tick(task="leagues.tasks.rate_games", queue="house", every=10, share=1, seconds=240),
    "seasons": Tick(
        task="seasons.tasks.tend_competitions", queue="house", every=6, share=1, seconds=60
    ),
    "records": Tick(task="records.tasks.tend_archive", queue="house", every=6, share=1, seconds=60),
    "tidying": Tick(task="accounts.tasks.tidy", queue="house", every=720, share=1, seconds=120),
    "answers": Tick(task="api.tasks.forget_answers", queue="house", every=180, share=1, seconds=30),
    # Of threads of its own: a host that hangs keeps no notice of people back.
    "programs": Tick(
        task="api.tasks.tell_programs", queue="house", every=1, share=1, seconds=HANGING
    ),
    "tables": Tick(task="games.tasks.tend_tables", queue="house", every=180, share=1, seconds=60),
    "deletions": Tick(
        task="games.tasks.delete_accounts", queue="house", every=4, share=1, seconds=60
    ),
    "animations": Tick(
        task="games.tasks.make_animations", queue="house", every=2, share=1, seconds=120
    ),
    "guests": Tick(task="games.tasks.forget_guests", queue="house", every=180, share=1, seconds=60),
    "house": Tick(task="games.tasks.play_bots", queue="house", every=1, share=1, seconds=60),
}
