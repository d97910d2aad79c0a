"""What a letter tells of a game: gathered through the eyes of one seat, in the active language.

Everything comes from what that seat knows, so that no letter knows more than its reader may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import unsubscribe
from accounts.models import Person
from conquest.core import Choice, Column, Phrase, Report, as_sentence
from games import labels, queries
from games.letters import context
from games.letters.context import (
    DecisionRequest,
    GameTopic,
    LetterStep,
    PlayerLine,
    Reader,
    SeedCommitment,
    Situation,
    TableTopic,
)
from games.marks import label_choices
from games.models import Commitment, Decision, Game, Seat, Submission
from games.planner.plan_rest import PlanRest, rest_of_plan
from games.planner.standing_orders import pieces_in_danger
from games.play import decisions, history, premoves, standing_orders, turn_forecast
from games.play.history import HistoryStep, last_move
from games.play.knowledge import KnownGame, known_game
from games.play.news import GameNews, NewsItem
from games.play.news import collect_news as news_of
from mail import times
from mail.layout import Picture

MAX_STEPS = 12
MOST_IN_DANGER = 4
NOTATION = re.compile(r" \([^()]*\)\.?$")


@dataclass(frozen=True, slots=True)
class SeatDigest:
    """A game as one seat sees it: the position, the news since the seat last had a turn, and the
    rest of its plan if that stopped."""

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
    def report(self) -> Report:
        return self.known.report

    @property
    def listed_items(self) -> tuple[NewsItem, ...]:
        """The news with their numbers, as far as they are listed and drawn."""
        return self.news.pick_items(MAX_STEPS)


def gather_digest(game: Game, seat: Seat) -> SeatDigest:
    """Return all that a letter to a seat may tell, as of the version of ``game``."""
    last = queries.last_turn(game, seat)
    after, known = queries.news_start(game, seat, last), known_game(game, seat.name)
    return SeatDigest(
        game,
        seat,
        tuple(game.seats.select_related("person")),
        known,
        news_of(game, seat.name, after=after, is_premoved=bool(last and last.is_premove)),
        rest_of_plan(known, last),
    )


def letter_reader(person: Person) -> Reader:
    """Tell where and when a person reads, and the doors for his letters."""
    return Reader(
        zone=person.zone,
        preferences=_absolute_url("preferences"),
        unsubscribe=unsubscribe.unsubscribe_url(person),
    )


def game_topic(game: Game, seat: Seat) -> GameTopic:
    """Name the game and the reader's side in it."""
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
    )


def table_topic(game: Game) -> TableTopic:
    """Name a table."""
    url = _absolute_url("table", game.pk)
    return TableTopic(
        rules=game.rules.title.translate_with(_), number=game.pk, title=game.title, url=url
    )


def silence_steps(decision: Decision, seat: Seat) -> tuple[LetterStep, ...]:
    """Tell what silence did when a decision's time was up, as the seat may know it."""
    did = (
        Submission.objects.filter(
            seat=seat, via=Submission.Via.SILENCE, first_seq__gt=decision.version
        )
        .order_by("first_seq")
        .first()
    )
    if did is None:
        return ()
    steps = history.list_steps(seat.game, seat.name, after=did.first_seq - 1, upto=did.last_seq)
    return tuple(_letter_step(NewsItem(number, step)) for number, step in enumerate(steps, 1))


def decision_request(decision: Decision, gathered: SeatDigest, now: datetime) -> DecisionRequest:
    """Put the question, with what led to it where it interrupts another's turn, or where a plan
    has stopped before the next order could be carried out."""
    ask = decision.ask
    is_chosen = ask.how == "choose"
    led = cause_sentence(gathered, decision) if is_chosen and ask.pace == "answer" else ""
    brief = ask.briefly.translate_with(_) % {"number": decision.number}
    return DecisionRequest(
        brief=f"{brief} {NOTATION.sub('', led)}".rstrip(),
        headline=ask.of_you.translate_with(_),
        action=_("Answer") if is_chosen else _("Make your move"),
        url=_absolute_url("game_answer" if is_chosen else "game", decision.game_id),
        due_at=decisions.due_when_notified(decision, now),
        waits=_("Your answer is still awaited.") if is_chosen else _("Your turn is still awaited."),
        silence=standing_orders.describe_silence(gathered.game, decision.kind).translate_with(_),
        reason=" ".join(filter(None, (_with_full_stop(led), _danger_sentence(gathered))))
        or " ".join((*_drop_sentences(decision), *_stop_sentences(gathered.rest))),
        answers=_answer_labels(gathered) if is_chosen else (),
    )


def _with_full_stop(words: str) -> str:
    """Return a sentence with its full stop, "" for none."""
    return f"{words}." if words else ""


def _danger_sentence(gathered: SeatDigest) -> str:
    """Say what else could be asked in this turn, and can be answered at the same time."""
    dangers = pieces_in_danger(gathered.known, gathered.seat.name)
    if not dangers:
        return ""
    pieces = labels.join_with_or([one.what.translate_with(_) for one in dangers[:MOST_IN_DANGER]])
    return _(
        "The turn could go on and take more of yours, such as %(pieces)s: on the page you can say"
        " at the same time what shall happen then."
    ) % {"pieces": pieces}


def _drop_sentences(decision: Decision) -> Iterator[str]:
    """Say why a turn that was handed in ahead has to be asked for."""
    rules = decision.game.rules
    if not rules.judgement.decision_kinds[decision.kind].premove:
        return
    premove = premoves.dropped_premove(decision.seat, decision.number)
    if premove is not None:
        yield labels.explain_dropped_premove(premove.dropped, premove.field)


def _stop_sentences(rest: PlanRest | None) -> Iterator[str]:
    """Say where a plan stopped and why, and where its rest waits."""
    if rest is None:
        return
    yield _("Your plan stopped before %(order)s.") % {"order": rest.orders[0]}
    if rest.answer:
        yield f"{rest.answer.phrase.translate_with(_)}."
    if rest.refused:
        yield rest.refused.phrase.translate_with(_)
    yield _("On the page of the game you can take up the rest again.")


def _answer_labels(gathered: SeatDigest) -> tuple[tuple[str, str], ...]:
    return tuple(
        (mark, as_sentence(choice.label).translate_with(_))
        for mark, choice in answer_candidates(gathered)
    )


def cause_sentence(gathered: SeatDigest, question: Decision | None = None) -> str:
    """Return what moved last, or what led to a question with answers to choose from."""
    if question is None:
        step = last_move(gathered.steps)
    else:
        choices = (choice for _mark, choice in answer_candidates(gathered))
        step = history.question_cause(gathered.steps, question, choices)
    return step.phrase.translate_with(_) if step else ""


def answer_candidates(gathered: SeatDigest) -> tuple[tuple[str, Choice], ...]:
    """Return the answers with their letters, as the page has them."""
    legal = gathered.game.rules.composing.legal_choices
    return label_choices(legal(gathered.known.state, gathered.seat.name))


def seed_commitment(game: Game) -> SeedCommitment:
    """Tell to what seed the chance of a game was committed."""
    made = {one.kind: one.commitment for one in queries.game_commitments(game)}
    seed = made.get(Commitment.Kind.SEED) or made.get(Commitment.Kind.EARLIER, "")
    return SeedCommitment(commitment=seed, url=_absolute_url("fairness"))


def letter_news(gathered: SeatDigest) -> context.LetterNews:
    """Tell what happened since the reader last had a turn, and where all of it is shown."""
    first = gathered.steps[0].seq if gathered.steps else gathered.game.version
    return context.LetterNews(
        summary=gathered.news.summary,
        steps=tuple(_letter_step(item) for item in gathered.listed_items),
        total=gathered.news.total,
        url=f"{_absolute_url('game_history', gathered.game.pk)}?upto={first}",
        is_first=not gathered.news.after,
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
    gathered: SeatDigest, pictures: tuple[Picture, ...], now: datetime | None = None
) -> Situation:
    """Tell how the game stands, in numbers and words; with ``now``, also when the reader's next
    turn can be expected."""
    rules, report = gathered.game.rules, gathered.report
    own = report.turn == gathered.seat.name
    return Situation(
        points=_points_sentence(gathered),
        reasons=(" ".join([str(report.base), *_translate_phrases(report.reasons)]),)
        if own and report.reasons
        else (),
        columns=tuple(column.title.translate_with(_) for column in gathered.columns),
        players=_player_lines(gathered),
        notes=(*_translate_phrases(report.notes), *(_next_turn_note(gathered, now) if now else ())),
        board=_translate_phrases(rules.telling.describe_state(gathered.known.state)),
        pictures=pictures,
    )


def _next_turn_note(gathered: SeatDigest, now: datetime) -> Iterator[str]:
    """Say when the reader's next turn can be expected."""
    forecast = turn_forecast.forecast_next_turn(gathered.known, gathered.seats, now)
    if forecast is not None and gathered.seat.person is not None:
        zone = gathered.seat.person.zone
        yield _("Your next turn can be expected about %(at)s.") % {
            "at": times.zoned_time(forecast.at.astimezone(zone))
        }


def _points_sentence(gathered: SeatDigest) -> str:
    report = gathered.report
    if report.points is None or report.turn is None:
        return ""
    if report.turn != gathered.seat.name:
        turn = gathered.game.rules.seating.names[report.turn].translate_with(_)
        told = _("It is for %(seat)s to move, with %(points)s points left.")
        return told % {"seat": turn, "points": report.points}
    if report.used:
        told = _("You have %(points)s points left; %(used)s are used.")
        return told % {"points": report.points, "used": report.used}
    return _("You have %(points)s points for this turn.") % {"points": report.points}


def _player_lines(gathered: SeatDigest) -> tuple[PlayerLine, ...]:
    people = {seat.name: seat.person for seat in gathered.seats}
    return tuple(
        PlayerLine(
            seat=gathered.game.rules.seating.names[line.seat].translate_with(_),
            name=_player_name(people[line.seat], gathered.seat),
            numbers=tuple(str(line.numbers.get(column.name, "")) for column in gathered.columns),
            facts=_translate_phrases(line.facts),
        )
        for line in gathered.report.seats
    )


def _player_name(person: Person | None, reader: Seat) -> str:
    if person is None:
        return _("nobody")
    if person.pk == reader.person_id:
        return _("%(name)s (you)") % {"name": person.name}
    return person.name


def result_sentence(gathered: SeatDigest) -> str:
    """Say who has won."""
    names = gathered.game.rules.seating.names
    winners = [names[name].translate_with(_) for name in gathered.game.winners]
    if gathered.seat.name in gathered.game.winners:
        return _("You have won.") if len(winners) == 1 else _("You are among the winners.")
    if not winners:
        return _("Nobody has won.")
    if len(winners) == 1:
        return _("%(seat)s has won.") % {"seat": winners[0]}
    return _("%(seats)s have won.") % {"seats": ", ".join(winners)}


def last_sentence(gathered: SeatDigest) -> str:
    """Tell the last thing that happened in a game."""
    steps = gathered.steps or history.list_steps(gathered.game, gathered.seat.name)
    return steps[-1].phrase.translate_with(_) if steps else ""


def first_sentence(game: Game, seat: Seat) -> str:
    """Tell how a game began."""
    steps = history.list_steps(game, seat.name, upto=1)
    return steps[0].phrase.translate_with(_) if steps else ""


def _translate_phrases(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    return tuple(phrase.translate_with(_) for phrase in phrases)


def _absolute_url(name: str, *args: object) -> str:
    return settings.SITE_URL + reverse(name, args=args)
