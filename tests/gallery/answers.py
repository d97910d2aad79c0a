"""Mails to the site, and the letters that answer them: one of each kind, in each language.

What mails do is undone: they change nothing that other pages show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

from django.db import transaction

from accounts.models import Person
from games.letters.reply_to import (
    account_reply_address,
    decision_reply_address,
    seat_reply_address,
    table_reply_address,
)
from games.models import Decision, Game, Seat
from games.planner.example_orders import find_example
from games.play import clock
from games.play.knowledge import known_game
from games.replies import handling, letters
from inbox.received import ReceivedMail
from mail import compose
from mail.letters import Letter
from mail.models import Delivery
from tests.gallery.content import LANGUAGES, Content, letters_in

EXAMPLE = "(an example)"  # stands for orders that the game shows as an example
BEFORE = "(to the letter before) "  # and not to the answer
NUMBER = "(number)"  # stands for the number of a table
LATER = timedelta(days=121)

Address: TypeAlias = Callable[[Game, Person], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Mails of a person about a game or table, the first to a letter, each further one to an
    answer; what comes of the last is ``outcome``."""

    who: str
    game: str
    texts: tuple[str, ...]
    outcome: str
    to: Address
    is_proved: bool = True
    after: timedelta = timedelta()


def decision_address(game: Game, person: Person) -> str:
    """Return where the answer to a letter goes that asks for a decision."""
    decision = Decision.objects.get(seat=_seat(game, person), closed_at=None)
    return decision_reply_address(decision, clock.now())


def seat_address(game: Game, person: Person) -> str:
    """Return where the answer to a letter about a seat goes."""
    return seat_reply_address(_seat(game, person), clock.now())


def old_address(game: Game, person: Person) -> str:
    """Return where the answer to a letter goes that tells of an older position."""
    return seat_reply_address(_seat(game, person), clock.now(), version=game.version - 1)


def table_address(game: Game, person: Person) -> str:
    """Return where the answer to a letter about a table goes."""
    return table_reply_address(game, person, clock.now())


def account_address(_game: Game, person: Person) -> str:
    """Return where the answer to a letter goes that is about no game."""
    return account_reply_address(person, clock.now())


def _about(
    to: Address, who: str, game: str, **outcomes: tuple[str, ...]
) -> Iterator[tuple[str, Exchange]]:
    """Yield exchanges about one game by name: their outcome and the mails."""
    for name, (outcome, *texts) in outcomes.items():
        yield (
            name.replace("_", "-"),
            Exchange(who=who, game=game, texts=tuple(texts), outcome=outcome, to=to),
        )


EXCHANGES: Mapping[str, Exchange] = {
    **dict(
        _about(
            decision_address, "Alice", "turn",
            preview=("preview", EXAMPLE),
            ended=("preview", f"{EXAMPLE}; end"),
            counted=("counted", EXAMPLE, "YES"),
            discarded=("discarded", EXAMPLE, "NO"),
            too_late=("refused", EXAMPLE, "NO", f"{BEFORE}YES"),
            refused=("refused", "S12-X14"),
            mixed=("refused", f"{EXAMPLE}\nSTATUS"),
            no_question=("refused", "YES"),
            help=("help", "HELP"),
            board=("board", "BOARD"),
            board_question=("board", "BOARD w S29"),
            standing=("standing", "STANDING"),
            standing_preview=("preview", "STANDING\nrecapture with cheapest if safe\npass"),
            standing_filed=("filed", "STANDING\npass", "YES"),
            standing_refused=("refused", "STANDING\ndance"),
            draft=("draft", f"DRAFT {EXAMPLE}"),
            no_draft=("draft", "DRAFT"),
            empty=("empty", ""),
        )
    ),
    **dict(
        _about(
            decision_address, "Alice", "answer",
            question_help=("help", "HELP"),
            question_answered=("counted", "A"),
            question_again=("refused", "Z"),
            question_ahead=("refused", "AHEAD pass"),
        )
    ),
    **dict(
        _about(
            seat_address, "Bob", "branched",
            ahead=("filed", "AHEAD"),
            ahead_preview=("preview", "AHEAD W40-W29"),
            ahead_taken_back=("withdrawn", "AHEAD NO"),
        )
    ),
    **dict(
        _about(
            decision_address, "Alice", "stones",
            offered=("preview", "DRAW"),
            declined=("declined", "NO"),
            resign=("preview", "RESIGN"),
            resigned=("counted", "RESIGN", "YES"),
        )
    ),
    **dict(
        _about(
            seat_address, "Alice", "ranks",
            draw=("counted", "DRAW"),
            note=("noted", "NOTE a7 spy?"),
            no_note=("refused", "NOTE e4"),
        )
    ),
    **dict(
        _about(
            decision_address, "Alice", "ranks-setup",
            setup_preview=("preview", "Quiet corner"),
            setup_refused=("refused", "SETUP nothing"),
        )
    ),
    **dict(
        _about(
            account_address, "Alice", "turn",
            status=("status", "STATUS"),
            plain_help=("help", "HELP"),
            no_game=("no-game", "S40-S29"),
            rules=("rules", "RULES"),
            no_chapter=("rules", "RULES conquest 3"),
            chapter=("rules", "RULES conquest a turn"),
            away=("away", "AWAY until 24 December"),
            asked_day=("asked-day", "AWAY"),
            back=("back", "AWAY until 24 December", "BACK"),
            not_away=("back", "BACK"),
            new=("opened", "NEW conquest normal"),
            which_new=("refused", "NEW"),
        )
    ),
    **dict(_about(account_address, "Alice", "free", join=("joined", f"JOIN {NUMBER}"))),
    **dict(
        _about(
            table_address, "Alice", "mine",
            invite=("invited", f"INVITE gitta@example.org to {NUMBER}"),
        )
    ),
    **dict(
        _about(
            table_address, "Alice", "private",
            accepted=("joined", "YES"),
            invitation_declined=("declined", "NO"),
        )
    ),
    **dict(_about(table_address, "Dora", "full", begun=("begun", "YES"))),
    **dict(_about(old_address, "Alice", "turn", stale=("stale", EXAMPLE))),
    "unproved": Exchange(
        who="Alice", game="turn", texts=(EXAMPLE,), outcome="unproved", to=decision_address,
        is_proved=False,
    ),
    "expired": Exchange(
        who="Alice", game="turn", texts=(EXAMPLE,), outcome="expired", to=decision_address,
        after=LATER,
    ),
}  # fmt: skip


def write_answers(content: Content, folder: Path, address: str) -> dict[str, str]:
    """Write the answer to each exchange as a file into a folder; links lead to the address.

    Returns the file of each by its kind and language ("answer-help-de").
    """
    with letters_in(folder, address):
        return {
            f"answer-{name}-{language}": _write_answer(exchange, content, language)
            for language in LANGUAGES
            for name, exchange in EXCHANGES.items()
        }


def _write_answer(exchange: Exchange, content: Content, language: str) -> str:
    with transaction.atomic():
        Person.objects.update(language=language)
        person = Person.objects.get(pk=content.people[exchange.who].pk)
        delivery = _hold(exchange, content.games[exchange.game], person)
        transaction.set_rollback(True)
    return delivery.message_name


def _hold(exchange: Exchange, game: Game, person: Person) -> Delivery:
    """Send the mails of an exchange and the answer to the last; return its delivery."""
    game.refresh_from_db()
    to = [exchange.to(game, person)]
    for number, text in enumerate(exchange.texts):
        address = to[-2] if text.startswith(BEFORE) else to[-1]
        said = _fill(text.removeprefix(BEFORE), game, person)
        came, delivery, letter = _answer(exchange, said, address, person, number)
        to.append(letter.reply_to)
    assert came == exchange.outcome, (exchange, came)
    with closing(compose.SmtpConnection()) as line:
        compose.send_letter(letter, delivery, line)
    return delivery


def _answer(
    exchange: Exchange, text: str, to: str, person: Person, number: int
) -> tuple[str, Delivery, Letter]:
    """Bring a mail; return what came of it, and the letter that answers it."""
    now = clock.now() + exchange.after
    mail = ReceivedMail(
        number=number,
        key=f"{number:064}",
        recipient=to,
        sender=person.email,
        is_authentic=exchange.is_proved,
        subject="",
        text=text,
        arrived_at=now,
        message_id=f"<{number}@example.org>",
    )
    came = handling.answer_mail(mail, now).word
    delivery = Delivery.objects.get(kind="answer", key=f"answer-{number}")
    letter = letters.WRITERS["answer"](delivery, now)
    assert letter is not None
    return came, delivery, letter


def _fill(text: str, game: Game, person: Person) -> str:
    if EXAMPLE in text:
        text = text.replace(EXAMPLE, find_example(known_game(game, _seat(game, person).name)))
    return text.replace(NUMBER, str(game.pk))


def _seat(game: Game, person: Person) -> Seat:
    return Seat.objects.select_related("game", "person").get(game=game, person=person)
