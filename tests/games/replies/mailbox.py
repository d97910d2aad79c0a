"""Somebody who plays by letter."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import Person
from games.letters import writers
from games.models import Decision
from games.replies import handling, letters
from games.replies.answers import Answer, read_answer
from inbox.received import ReceivedMail
from mail.letters import Letter
from mail.models import Delivery

WRITERS = {**writers.WRITERS, **letters.WRITERS}


class Mailbox:
    """A person who reads their letters and answers them."""

    def __init__(self, person: Person, now: datetime) -> None:
        self.person, self.now, self.count = person, now, 0

    def letter(self, kind: str) -> Letter:
        """Return the last letter of a kind."""
        return self._write(Delivery.objects.filter(kind=kind, person=self.person).latest("pk"))

    def letter_about(self, decision: Decision) -> Letter:
        """Return the letter that asks for a decision."""
        rows = Delivery.objects.filter(kind="decision", person=self.person)
        return self._write(rows.get(about__decision=decision.pk))

    def reply(self, to: str | Letter, text: str, **fields: Any) -> str:
        """Answer the last letter of a kind, or this one; return what came of it."""
        letter = self.letter(to) if isinstance(to, str) else to
        self.count += 1
        mail = ReceivedMail(
            number=1_000_000 * self.person.pk + self.count,
            key=f"message-{self.person.pk:032}{self.count:032}",
            recipient=letter.reply_to,
            sender=self.person.email,
            is_authentic=True,
            subject="",
            text=text,
            arrived_at=self.now,
            message_id=f"<{self.count}@example.org>",
        )
        return handling.answer_mail(replace(mail, **fields), self.now).word

    @property
    def answer(self) -> Answer:
        """The last answer."""
        delivery = Delivery.objects.filter(kind="answer", person=self.person).latest("pk")
        answer = read_answer(delivery)
        assert answer is not None
        return answer

    def _write(self, delivery: Delivery) -> Letter:
        written = WRITERS[delivery.kind](delivery, self.now)
        assert written is not None
        return written
