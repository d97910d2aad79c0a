"""What can be said by letter now, with examples of the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from conquest.core import Choice, as_sentence
from games import labels
from games.agreements.extensions import read_terms
from games.letters import by_letter
from games.marks import NO_LETTER, label_choices
from games.notes.pins import notes_on_board
from games.planner import typed_orders
from games.replies import seat_requests, tables
from games.replies.answers import Answer, Part
from games.replies.board import asked_sentences
from games.replies.correspondence import Correspondence
from games.replies.words import Command


def show_help(case: Correspondence, _command: Command) -> Answer:
    """Return what can be said in answer to the letter, and to any."""
    return Answer(
        outcome="help",
        brief=_("What you can say"),
        headline=_("This is what you can say."),
        paragraphs=tuple(asked_sentences(case)) if case.seat else (),
        parts=list_commands(case),
        seat=case.seat.pk if case.seat else None,
        decision=listed_decision(case),
    )


def list_commands(case: Correspondence) -> tuple[Part, ...]:
    """Return all that can be said: what is asked first, then what goes in every letter."""
    everywhere = Part(_("In every letter"), _as_lines(_common_commands()))
    here = _game_parts(case) if case.seat else ()
    return (*_asked_parts(case), *here, everywhere)


def _asked_parts(case: Correspondence) -> Iterator[Part]:
    """Yield what answers the letter, if it asks for a yes or no beside any turn."""
    if seat_requests.is_waiting(case):
        yield Part(_("In answer to this letter"), _as_lines(by_letter.request_sentences()))
    if tables.is_invited(case):
        yield Part(_("In answer to this letter"), _as_lines(by_letter.invitation_sentences()))


def listed_decision(case: Correspondence) -> int | None:
    """Return the decision whose answers the commands list, None if they list none."""
    return case.decision_id if _labelled_answers(case) else None


def _game_parts(case: Correspondence) -> Iterator[Part]:
    """Yield what answers what is asked of the seat now, and what else can be said in its game."""
    answers = _labelled_answers(case)
    if now := _as_lines(_asked_commands(case, answers)):
        yield Part(_("Now"), now)
    if answers:
        yield Part(_("What you can answer"), tuple(_answer_lines(answers)))
    yield Part(_("In this game"), _as_lines(_game_commands(case)))


def _answer_lines(answers: Sequence[tuple[str, Choice]]) -> Iterator[tuple[str, str]]:
    """Yield each answer in words, with what to write for it."""
    has_no = [letter for letter, _choice in answers].count(NO_LETTER) == 1
    for letter, choice in answers:
        mark = _("NO") if has_no and letter == NO_LETTER else letter
        yield (mark, as_sentence(choice.label).translate_with(_))


def _labelled_answers(case: Correspondence) -> tuple[tuple[str, Choice], ...]:
    """Return the answers to the question to the seat, each with its letter."""
    if case.seat is None or case.decision is None or case.decision.ask.how != "choose":
        return ()
    legal = case.known.rules.composing.legal_choices(case.known.state, case.seat.name)
    return label_choices(legal)


def _asked_commands(case: Correspondence, answers: Sequence[tuple[str, Choice]]) -> Iterator[str]:
    assert case.seat is not None
    if case.preview is not None and case.is_present:
        yield _("YES, in answer to the letter that showed them, hands in your orders.")
    if case.decision is not None:
        at_once = case.person.turns_at_once
        yield from by_letter.decision_sentences(
            case.known, case.decision.ask, answers, turns_at_once=at_once
        )
    if case.offered:
        yield from by_letter.offer_sentences()


def _game_commands(case: Correspondence) -> Iterator[str]:
    """Yield what can be said in a game of these rules, whatever is asked."""
    assert case.seat is not None
    rules = case.known.rules
    yield _("BOARD: the position, drawn and in words.")
    field = case.game.sample_field
    yield _("BOARD z %(field)s: where the piece there could go.") % {"field": field}
    yield _("BOARD w %(field)s: who could capture there.") % {"field": field}
    yield _("BOARD s %(field)s: what stands there, and on the fields around it.") % {"field": field}
    if case.game.rules.art.large_names:
        yield _("BOARD %(field)s: a closer look at that place.") % {"field": field}
    if words := ", ".join(typed_orders.german_words(rules.notation)):
        yield _("In orders German words do as well: %(words)s.") % {"words": words}
    if any(kind.premove for kind in rules.judgement.decision_kinds.values()):
        yield _("AHEAD and orders: your next turn, before it is asked for.")
        if len(rules.judgement.seats(case.known.state)) == 2:
            yield _("AHEAD, their turn > your turn: what you do if they do that. More lines below.")
    if rules.standing is not None:
        yield _("STANDING: your standing orders. With orders below it, these replace them.")
    yield _("DRAFT and orders: kept on the page of the game, and not handed in.")
    if notes_on_board(rules, case.known.state, case.seat.name, {}).pieces:
        yield _("NOTE, a field and a text: your note on the piece that stands there.")
    if rules.composing.patterns is not None:
        yield _("SETUP and what stands where, or the name of a set-up that you keep.")
    if any(action.leaves for action in case.side_actions):
        yield _("RESIGN: you are asked first, and with YES you give the game up.")
    if any(not action.leaves and not action.accepts for action in case.side_actions):
        yield _("DRAW: offers a draw.")
    if terms := read_terms(case.game.pace).hours:
        words = _("EXTEND: %(time)s more for what you are asked for, if you have not taken all.")
        yield words % {"time": labels.hours_in_words(terms)}


def _common_commands() -> Iterator[str]:
    """Yield what can be said in answer to any letter."""
    yield _("STATUS: all your games, what is asked of you first.")
    yield _("BOARD 123: the board of your game 123, and you can answer there.")
    yield _("RULES and a chapter, or the number of a rule.")
    yield _("AWAY until 24 December, and BACK when you are here again.")
    yield _("NEW conquest normal, or NEW conquest for two fast: opens a table.")
    yield _("JOIN 123: sits down at table 123.")
    yield _("INVITE name@example.org to 123: invites somebody to your table.")
    yield _(
        "German words do as well: JA, NEIN, BRETT, VORAUS, STEHEND, ENTWURF, NOTIZ, AUFGEBEN,"
        " REMIS, VERLÄNGERN, REGELN, ABWESEND, ZURÜCK, NEU, MITSPIELEN, EINLADEN, AUFSTELLUNG,"
        " HILFE."
    )


def _as_lines(sentences: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("", sentence) for sentence in sentences)
