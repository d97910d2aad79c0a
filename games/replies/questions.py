"""Questions by letter, such as for a recapture: an answer counts at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from conquest.core import Choice, Unreadable, as_sentence
from games.ahead import standing_orders
from games.letters import by_letter
from games.marks import NO_LETTER, label_choices
from games.planner import typed_orders
from games.play import offers
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.possible_orders import choice_lines
from games.replies.quotes import shorten_quote
from games.replies.refusals import refuse_submission, refuse_words
from games.replies.side_actions import ask_once
from games.replies.standing_orders import unreadable_sentence
from games.replies.submission import answer_stale_orders, mail_key, submit_orders
from games.replies.words import MARKS, Command, Word, is_label


def answer_question(case: Correspondence, command: Command) -> Answer:
    """Hand in the answer to a question: its letter, YES or NO, or its text in notation; with it
    the orders for what may be asked next in the same turn."""
    words = str(command.word) if command.word else _plain_words(command.argument)
    if not case.has_listed_answers:
        return _list_first(case)
    text = _find_text(case, words)
    if text is None:
        return _ask_again(case, words, said=command.line or words)
    if command.ahead is None:
        return submit_orders(case, text, seen=case.game.version, key=mail_key(case))
    return _submit_with_ahead(case, text, typed_orders.normalize_orders(command.ahead))


def has_yes(case: Correspondence) -> bool:
    """Whether the question can be answered with YES."""
    return _yes_text(case) is not None


def accept_offer(case: Correspondence) -> Answer | None:
    """Accept what is offered to the seat, such as a draw; None if nothing is."""
    offer = case.offered
    if offer is None:
        return None
    if not case.is_present:
        return answer_stale_orders(case, offer.text)
    if not case.has_named_offer:
        return ask_once(case, offer)
    return submit_orders(case, offer.text, seen=case.game.version, key=mail_key(case))


def decline_offer(case: Correspondence) -> Answer | None:
    """Decline what is offered to the seat; None if nothing is."""
    if not offers.decline_offer(case.own_seat, case.topic.version, now=case.now):
        return None
    words = _("You have declined.")
    return Answer(outcome="declined", brief=_("Declined"), headline=words, seat=case.own_seat.pk)


def _submit_with_ahead(case: Correspondence, text: str, ahead: str) -> Answer:
    """Hand in an answer with orders for what may be asked next, or neither of both."""
    standing, decision = case.game.rules.standing, case.decision
    if standing is None or decision is None or decision.kind != standing.kind:
        return refuse_words(case, _("Nothing can be said ahead here: leave AHEAD out."))
    if len(ahead) > standing_orders.MAX_TEXT_CHARS:
        most = {"n": standing_orders.MAX_TEXT_CHARS}
        return refuse_words(case, _("That is too long: %(n)s characters at most.") % most)
    try:
        ahead = standing.canonical_text(case.known.state, ahead)
    except Unreadable as refused:
        return refuse_words(case, unreadable_sentence(refused, ahead))
    key, seen = mail_key(case), case.game.version
    return submit_orders(case, text, seen=seen, key=key, ahead=ahead)


def _plain_words(argument: str) -> str:
    """Return what an answer says; courtesies below a letter are left out."""
    lines = typed_orders.normalize_orders(argument).splitlines() or [""]
    first = lines[0].strip(MARKS + "() ")
    return first if is_label(lines[0], lines[1:]) else "\n".join(lines)


def _find_text(case: Correspondence, words: str) -> str | None:
    """Return the text of the answer that is meant, None if that is not certain."""
    match words.casefold():
        case Word.YES:
            return _yes_text(case)
        case Word.NO:
            return _no_text(case)
    texts = [choice.text for letter, choice in _labelled_answers(case) if letter == words.upper()]
    if len(texts) == 1:
        return texts[0]
    # A letter alone is no notation: it would be refused as an order, and puzzle its author.
    return _complete_text(case, words) if len(words) > 1 else None


def _complete_text(case: Correspondence, words: str) -> str | None:
    """Return an answer in notation, also where only its first and last field are named; None if
    it could be one of several."""
    short = "".join(words.split()).casefold()
    texts = {choice.text for choice in _answers(case) if short in _short_texts(choice)}
    if len(texts) > 1:
        return None
    return texts.pop() if texts else words


def _short_texts(choice: Choice) -> set[str]:
    """Return how people write an answer without the fields in between."""
    return {f"{choice.origin}{link}{choice.target}".casefold() for link in ("-", "x")}


def _no_text(case: Correspondence) -> str | None:
    """Return the answer that silence would give by the rules, None if that is none of those to
    choose from."""
    rules, state = case.known.rules, case.known.state
    silence = rules.judgement.default_orders(state, case.own_seat.name)
    text = rules.notation.write_orders(silence)
    return text if text in [choice.text for choice in _answers(case)] else None


def _yes_text(case: Correspondence) -> str | None:
    """Return the one answer besides NO, None if there are several."""
    no = _no_text(case)
    others = [choice.text for choice in _answers(case) if choice.text != no]
    return others[0] if no is not None and len(others) == 1 else None


def _answers(case: Correspondence) -> tuple[Choice, ...]:
    return case.known.rules.composing.legal_choices(case.known.state, case.own_seat.name)


def _labelled_answers(case: Correspondence) -> list[tuple[str, Choice]]:
    return [pair for pair in label_choices(_answers(case)) if pair[0] != NO_LETTER]


def _ask_again(case: Correspondence, words: str, said: str) -> Answer:
    """Return the possible answers, since it is not certain which one was meant by what was said."""
    counts = Counter(letter for letter, _choice in _labelled_answers(case))
    sentence = _("“%(words)s” is none of the possible answers.")
    if words == Word.YES:
        sentence = _("“%(words)s” is not enough here: say which of the answers you mean.")
    elif counts[words.upper()] > 1 or (len(words) > 1 and words != Word.NO):
        sentence = _("“%(words)s” could be several answers. Write in full which one you mean.")
    sentence %= {"words": shorten_quote(said)}
    refused = refuse_submission(case, SubmissionRefusal(422, sentence))
    return with_answers(case, refused)


def _list_first(case: Correspondence) -> Answer:
    """Return the possible answers, since the letter that was answered did not show them."""
    sentence = _(
        "Your answer has not counted: you have answered a letter that does not list what you can"
        " choose now. Choose from this list."
    )
    refused = refuse_submission(case, SubmissionRefusal(409, sentence))
    return with_answers(case, msgspec.structs.replace(refused, outcome="stale"))


def with_answers(case: Correspondence, answer: Answer) -> Answer:
    """Return an answer with all that the question can be answered with, each with what to write
    for it."""
    counts = Counter(letter for letter, _choice in _labelled_answers(case))
    part = Part(_("What you can answer"), tuple(_answer_lines(case, counts)))
    return msgspec.structs.replace(
        answer,
        paragraphs=(*answer.paragraphs, *_offer_sentences(case)),
        parts=(*answer.parts, part),
        decision=case.decision_id,
        version=case.game.version,
    )


def _offer_sentences(case: Correspondence) -> Iterator[str]:
    offer = case.offered
    if offer is not None and offer.accepts is not None:
        yield offer.accepts.of_you.translate_with(_)
        yield from by_letter.offer_sentences()


def _answer_lines(case: Correspondence, counts: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield the possible answers, each with what to write for it."""
    words = {_yes_text(case): _("YES"), _no_text(case): _("NO")}
    others = []
    for letter, choice in label_choices(_answers(case)):
        mark = letter if counts[letter] == 1 else words.get(choice.text, "")
        if mark:
            yield (mark, as_sentence(choice.label).translate_with(_), choice.text)
        else:
            others.append(choice)
    yield from choice_lines(others)
