"""The content of a letter about a game, gathered as one seat knows it, in the active language.

Everything comes from what that seat knows, so that no letter says more than its reader may know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import unsubscribe
from accounts.models import Person
from conquest.core import (
    Choice,
    Column,
    DecisionKind,
    Phrase,
    PositionReport,
    SideAction,
    as_sentence,
)
from games import labels, queries
from games.ahead import conditional_turns, premoves, standing_orders
from games.ahead.standing_orders.tryouts import pieces_in_danger
from games.letters import by_letter, context
from games.letters.context import (
    DecisionRequest,
    GameTopic,
    LetterNotice,
    LetterStep,
    PlayerLine,
    Reader,
    SeedCommitment,
    Situation,
    TableTopic,
)
from games.marks import NO_LETTER, label_choices
from games.models import Commitment, Decision, Game, Seat, Submission
from games.planner.plan_rest import PlanRest, rest_of_plan
from games.play import decisions, history, offers, turn_forecast
from games.play.history import HistoryStep, last_move
from games.play.knowledge import KnownGame, known_game
from games.play.news import GameNews, NewsItem
from games.play.news import collect_news as news_of
from mail import times
from mail.layout import Picture

MAX_STEPS = 12
MOST_IN_DANGER = 4
# The notation at the end of a phrase, such as "(S40xS41).": too long for a subject.
NOTATION = re.compile(r" \([^()]*\)\.?$")


@dataclass(frozen=True, slots=True)
class SeatDigest:
    """A game as one seat knows it: the position, the news since the seat's last turn, and the rest
    of its plan if that stopped."""

    game: Game
    seat: Seat
    seats: tuple[Seat, ...]
    known: KnownGame
    news: GameNews
    rest: PlanRest | None

    @property
    def steps(self) -> tuple[HistoryStep, ...]:
        return self.news.steps

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.game.rules.telling.columns

    @property
    def report(self) -> PositionReport:
        return self.known.report

    @property
    def listed_items(self) -> tuple[NewsItem, ...]:
        """The news with their numbers, as many as are listed and drawn."""
        return self.news.pick_items(MAX_STEPS)


def gather_digest(game: Game, seat: Seat) -> SeatDigest:
    """Return all that a letter to a seat may contain, as of the version of ``game``."""
    last = queries.last_turn(game, seat)
    after, known = queries.news_start(game, seat, last), known_game(game, seat.name)
    return SeatDigest(
        game,
        seat,
        tuple(game.seats.select_related("person")),
        known,
        news_of(game, seat.name, after=after, is_premoved=bool(last and last.is_ahead)),
        rest_of_plan(known, last),
    )


def letter_reader(person: Person) -> Reader:
    """Return the person's time zone and the URLs where they change or stop their letters."""
    return Reader(
        zone=person.zone,
        preferences=_absolute_url("preferences"),
        unsubscribe=unsubscribe.unsubscribe_url(person),
    )


def game_topic(game: Game, seat: Seat, reply_to: str = "") -> GameTopic:
    """Return the game and the reader's side in it, by name, and where they can answer."""
    rules = game.rules
    side = rules.seating.names[seat.name].translate_with(_)
    if game.has_colours:
        colour = rules.seating.colours[seat.colour].translate_with(_)
        side = _("%(colour)s (%(seat)s)") % {"colour": colour, "seat": side}
    return GameTopic(
        rules=rules.title.translate_with(_),
        number=game.pk,
        title=game.title,
        side=side,
        url=_absolute_url("game", game.pk),
        reply_to=reply_to,
    )


def table_topic(game: Game, reply_to: str = "") -> TableTopic:
    """Return a table by name, with its URL, and where its letters are answered."""
    return TableTopic(
        rules=game.rules.title.translate_with(_),
        number=game.pk,
        title=game.title,
        url=settings.SITE_URL + game.get_absolute_url(),
        reply_to=reply_to,
    )


def silence_steps(decision: Decision, seat: Seat) -> tuple[LetterStep, ...]:
    """Return what silence did when a decision's time was up, as the seat may know it."""
    silences = Submission.objects.filter(seat=seat, via=Submission.Via.SILENCE)
    submission = silences.filter(first_seq__gt=decision.version).order_by("first_seq").first()
    if submission is None:
        return ()
    steps = history.list_steps(
        seat.game, seat.name, after=submission.first_seq - 1, upto=submission.last_seq
    )
    return tuple(_letter_step(NewsItem(number, step)) for number, step in enumerate(steps, 1))


def decision_request(
    decision: Decision, digest: SeatDigest, now: datetime, *, is_part: bool = False
) -> DecisionRequest:
    """Return the question of a decision, with its cause if it interrupts another's turn, or with
    the reason if a plan stopped; a letter that ``is_part`` of another one does not say how it is
    answered by letter."""
    ask = decision.ask
    is_chosen = ask.how == "choose"
    cause = cause_sentence(digest, decision) if is_chosen and ask.pace == "answer" else ""
    brief = ask.briefly.translate_with(_) % {"number": decision.number}
    offered = offers.open_offer(digest.known, digest.seat)
    return DecisionRequest(
        brief=_subject_with_offer(f"{brief} {NOTATION.sub('', cause)}".rstrip(), offered),
        headline=ask.of_you.translate_with(_),
        action=ask.button.translate_with(_),
        url=_absolute_url("game_answer" if is_chosen else "game", decision.game_id),
        # The clock starts with the letter, so the deadline is counted from now (decision 4).
        due_at=decisions.due_when_notified(decision, now),
        waits=_("Your answer is still awaited.") if is_chosen else _("Your turn is still awaited."),
        silence=standing_orders.describe_silence(digest.game, decision.kind).translate_with(_),
        reason=" ".join(
            filter(
                None,
                (_with_full_stop(cause), _danger_sentence(digest), _orders_sentence(decision)),
            )
        )
        or " ".join((*_drop_sentences(decision, digest), *_stop_sentences(digest.rest))),
        offered=_offer_sentences(offered),
        answers=_answer_labels(digest) if is_chosen else (),
        by_letter=() if is_part else _reply_sentences(digest, ask, offered),
    )


def _orders_sentence(decision: Decision) -> str:
    """Return that standing orders answer in a while, "" if they do not."""
    if decision.orders_at is None:
        return ""
    return _("Where your standing orders fit, they answer in a while, unless you do so first.")


def _reply_sentences(
    digest: SeatDigest, ask: DecisionKind, offered: SideAction | None
) -> tuple[str, ...]:
    """Return how a decision, and what is offered beside it, is answered by letter."""
    candidates = answer_candidates(digest) if ask.how == "choose" else ()
    person = digest.seat.person
    answers = by_letter.decision_sentences(
        digest.known, ask, candidates, turns_at_once=bool(person and person.turns_at_once)
    )
    offer = by_letter.offer_sentences() if offered else ()
    return (*answers, *offer, by_letter.command_sentence())


def offer_notice(game: Game, seat: Seat) -> LetterNotice | None:
    """Return the notice that asks for an answer to what is offered, None if nothing is any more."""
    offered = offers.open_offer(known_game(game, seat.name), seat)
    if offered is None or offered.accepts is None:
        return None
    brief = offered.accepts.briefly.translate_with(_)
    return LetterNotice(
        brief,
        _offer_sentences(offered),
        action=_("Answer"),
        by_letter=(*by_letter.offer_sentences(), by_letter.command_sentence()),
    )


def _offer_sentences(offered: SideAction | None) -> tuple[str, ...]:
    """Return what is asked beside the turn, and what silence does."""
    if offered is None or offered.accepts is None:
        return ()
    return _translate_phrases((offered.accepts.of_you, offered.accepts.silence))


def _subject_with_offer(brief: str, offered: SideAction | None) -> str:
    if offered is None or offered.accepts is None:
        return brief
    return f"{offered.accepts.briefly.translate_with(_)} · {brief}"


def _with_full_stop(words: str) -> str:
    """Return a sentence with its full stop, "" for none."""
    return f"{words}." if words else ""


def _danger_sentence(digest: SeatDigest) -> str:
    """Return what else could be captured in this turn, and can be answered for at the same time."""
    dangers = pieces_in_danger(digest.known, digest.seat.name)
    if not dangers:
        return ""
    pieces = labels.join_with_or(
        [danger.what.translate_with(_) for danger in dangers[:MOST_IN_DANGER]]
    )
    return _(
        "The turn could go on and take more of yours, such as %(pieces)s: on the page you can say"
        " at the same time what shall happen then."
    ) % {"pieces": pieces}


def _drop_sentences(decision: Decision, digest: SeatDigest) -> Iterator[str]:
    """Yield why what was said ahead was dropped, so that its turn has to be asked for."""
    rules = decision.game.rules
    # Only kinds that allow a premove need the query.
    if not rules.judgement.decision_kinds[decision.kind].premove:
        return
    if len(digest.seats) == 2:
        yield from _conditional_sentences(decision)
    premove = premoves.dropped_premove(decision.seat, decision.number)
    if premove is not None:
        yield labels.explain_dropped_premove(premove.dropped, premove.field)


def _conditional_sentences(decision: Decision) -> Iterator[str]:
    """Yield why conditional turns stopped, or when their answer is played."""
    if stopped := conditional_turns.stopped_turns(decision.seat, decision.number):
        yield labels.explain_stopped_turns(stopped.stopped)
    waiting = conditional_turns.waiting_turns(decision.seat)
    if waiting and waiting.plays_at and decision.seat.person:
        at = times.full_time(waiting.plays_at, decision.seat.person.zone)
        words = _("Your answer was said ahead. It is played on %(at)s, unless you play otherwise.")
        yield words % {"at": at}


def _stop_sentences(rest: PlanRest | None) -> Iterator[str]:
    """Yield where a plan stopped and why, and where its rest waits."""
    if rest is None:
        return
    yield _("Your plan stopped before %(order)s.") % {"order": rest.orders[0]}
    if rest.answer:
        yield f"{rest.answer.phrase.translate_with(_)}."
    if rest.refused:
        yield rest.refused.phrase.translate_with(_)
    if rest.orders[1:]:
        yield _("This is left of it: %(orders)s.") % {"orders": rest.text}
    yield _("On the page of the game you can take up the rest again.")


def _answer_labels(digest: SeatDigest) -> tuple[tuple[str, str], ...]:
    """Return what can be answered, each answer with its letter; those that share one are named by
    their text."""
    candidates = answer_candidates(digest)
    letters = Counter(letter for letter, _choice in candidates if letter != NO_LETTER)
    labels = ((letter, choice, as_sentence(choice.label)) for letter, choice in candidates)
    return tuple(
        ("", f"{choice.text} – {label.translate_with(_)}")
        if letters[letter] > 1
        else (letter, label.translate_with(_))
        for letter, choice, label in labels
    )


def cause_sentence(digest: SeatDigest, question: Decision | None = None) -> str:
    """Return the last move, or the step that led to a question with answers to choose from."""
    if question is None:
        step = last_move(digest.steps)
    else:
        choices = (choice for _mark, choice in answer_candidates(digest))
        step = history.question_cause(digest.steps, question, choices)
    return step.phrase.translate_with(_) if step else ""


def answer_candidates(digest: SeatDigest) -> tuple[tuple[str, Choice], ...]:
    """Return the answers with their letters, the same as on the page."""
    legal = digest.game.rules.composing.legal_choices
    return label_choices(legal(digest.known.state, digest.seat.name))


def seed_commitment(game: Game) -> SeedCommitment:
    """Return the commitment to the seed of a game's chance, and the URL that explains it."""
    commitments = {
        commitment.kind: commitment.commitment for commitment in queries.game_commitments(game)
    }
    seed = commitments.get(Commitment.Kind.SEED) or commitments.get(Commitment.Kind.EARLIER, "")
    return SeedCommitment(commitment=seed, url=_absolute_url("fairness"))


def letter_news(digest: SeatDigest) -> context.LetterNews:
    """Return what happened since the reader's last turn, and the URL that shows all of it."""
    first = digest.steps[0].seq if digest.steps else digest.game.version
    return context.LetterNews(
        summary=digest.news.summary,
        steps=tuple(_letter_step(item) for item in digest.listed_items),
        total=digest.news.total,
        url=f"{_absolute_url('game_history', digest.game.pk)}?upto={first}",
        is_first=not digest.news.after,
        is_cut=digest.news.is_cut,
    )


def _letter_step(item: NewsItem) -> LetterStep:
    step = item.step
    return LetterStep(
        number=item.number,
        sentence=step.phrase.translate_with(_),
        cost=step.cost,
        notation=step.notation if step.is_move else "",
    )


def game_situation(
    digest: SeatDigest, pictures: tuple[Picture, ...], now: datetime | None = None
) -> Situation:
    """Return how the game stands, in numbers and words; with ``now``, also when the reader's next
    turn can be expected."""
    rules, report = digest.game.rules, digest.report
    return Situation(
        points=_points_sentence(digest),
        reasons=_points_reasons(digest),
        columns=tuple(column.title.translate_with(_) for column in digest.columns),
        players=_player_lines(digest),
        notes=(*_translate_phrases(report.notes), *(_next_turn_note(digest, now) if now else ())),
        board=_translate_phrases(rules.telling.describe_state(digest.known.state)),
        pictures=pictures,
    )


def _next_turn_note(digest: SeatDigest, now: datetime) -> Iterator[str]:
    """Yield when the reader's next turn can be expected, if that is not within this hour."""
    forecast = turn_forecast.forecast_next_turn(digest.known, digest.seats, now)
    if forecast is not None and forecast.at > now and digest.seat.person is not None:
        zone = digest.seat.person.zone
        yield _("Your next turn can be expected about %(at)s.") % {
            "at": times.zoned_time(forecast.at.astimezone(zone))
        }


def _points_sentence(digest: SeatDigest) -> str:
    report = digest.report
    if report.points is None or report.turn is None:
        return ""
    if report.turn != digest.seat.name:
        turn = digest.game.rules.seating.names[report.turn].translate_with(_)
        sentence = ngettext(
            "It is for %(seat)s to move, with %(n)s point left.",
            "It is for %(seat)s to move, with %(n)s points left.",
            report.points,
        )
        return sentence % {"seat": turn, "n": report.points}
    return _own_points_sentences(report.points, report.used or 0)


def _own_points_sentences(points: int, used: int) -> str:
    if not used:
        sentence = ngettext(
            "You have %(n)s point for this turn.", "You have %(n)s points for this turn.", points
        )
        return sentence % {"n": points}
    left = ngettext("You have %(n)s point left.", "You have %(n)s points left.", points)
    spent = ngettext("%(n)s is used.", "%(n)s are used.", used)
    return f"{left % {'n': points}} {spent % {'n': used}}"


def _points_reasons(digest: SeatDigest) -> tuple[str, ...]:
    """Return how the reader's points for the turn come about, nothing if they are the usual."""
    report = digest.report
    if report.turn != digest.seat.name or not report.reasons:
        return ()
    return (" ".join([str(report.base), *_translate_phrases(report.reasons)]),)


def _player_lines(digest: SeatDigest) -> tuple[PlayerLine, ...]:
    people = {seat.name: seat.person for seat in digest.seats}
    return tuple(
        PlayerLine(
            seat=digest.game.rules.seating.names[line.seat].translate_with(_),
            name=_player_name(people[line.seat], digest.seat),
            numbers=tuple(str(line.numbers.get(column.name, "")) for column in digest.columns),
            facts=_translate_phrases(line.facts),
        )
        for line in digest.report.seats
    )


def _player_name(person: Person | None, reader: Seat) -> str:
    if person is None:
        return _("nobody")
    if person.pk == reader.person_id and reader.friend is None:
        return _("%(name)s (you)") % {"name": person.name}
    return person.name


def result_sentence(digest: SeatDigest) -> str:
    """Return who has won."""
    names = digest.game.rules.seating.names
    winners = [names[name].translate_with(_) for name in digest.game.winners]
    if digest.seat.name in digest.game.winners:
        return _("You have won.") if len(winners) == 1 else _("You are among the winners.")
    if not winners:
        return _("Nobody has won.")
    if len(winners) == 1:
        return _("%(seat)s has won.") % {"seat": winners[0]}
    return _("%(seats)s have won.") % {"seats": ", ".join(winners)}


def last_sentence(digest: SeatDigest) -> str:
    """Return the last thing that happened in a game."""
    steps = digest.steps or history.recent_steps(digest.game, digest.seat.name, after=0)
    return steps[-1].phrase.translate_with(_) if steps else ""


def first_sentence(game: Game, seat: Seat) -> str:
    """Return how a game began."""
    steps = history.list_steps(game, seat.name, upto=1)
    return steps[0].phrase.translate_with(_) if steps else ""


def _translate_phrases(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    return tuple(phrase.translate_with(_) for phrase in phrases)


def _absolute_url(name: str, *args: object) -> str:
    return settings.SITE_URL + reverse(name, args=args)
