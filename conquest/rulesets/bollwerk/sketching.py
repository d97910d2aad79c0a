"""Sketch a turn that is being composed: a step for each part of an order, and what can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from conquest.core import (
    Mark,
    Phrase,
    PlannedStep,
    Refused,
    Seat,
    Sketch,
    Unreadable,
    as_sentence,
)
from conquest.kit.duel import GameEnded
from conquest.kit.sketch import step_of_events
from conquest.kit.submission import WordOrder
from conquest.rulesets.bollwerk import turn_choices
from conquest.rulesets.bollwerk.evolution import evolve
from conquest.rulesets.bollwerk.model import Event, State, TurnEnded
from conquest.rulesets.bollwerk.orders import (
    BollwerkTurn,
    StoneAct,
    read_beginning,
    read_turn,
    read_word,
    split_words,
    turn_words,
    write_act,
    write_turn,
)
from conquest.rulesets.bollwerk.rules import (
    TurnProgress,
    check_on_turn,
    decide,
    end_turn,
    play_turn,
    to_act,
)
from conquest.rulesets.bollwerk.stages import TurnStage, is_back_at_start, turn_stage
from conquest.rulesets.bollwerk.telling import describe_event, describe_path, event_marks
from conquest.rulesets.bollwerk.words import THE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOrder:
    """An order as far as it can be carried out; ``rest`` are the words from what is ``refused`` on.

    ``state`` is the position after it, ``close`` the one before the turn was passed. ``stage`` is
    what can follow a turn, None after any other order.
    """

    state: State
    close: State
    steps: tuple[PlannedStep, ...] = ()
    stage: TurnStage | None = None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()


def sketch(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a text would do if a seat handed it in, as far as it can be carried out.

    A turn has one step for its move, or for the piece that stays, and one for each stone.
    Nothing is raised: a refusal is part of the sketch.
    """
    words, steps = split_words(text), list[PlannedStep]()
    before, last = state, PlayedOrder(state=state, close=state)
    for place, order in enumerate(words):
        before, last = last.state, _play_order(last.state, seat, order)
        steps = [*_hold_steps(steps), *last.steps]
        if last.refused:
            rest = (*last.rest, *words[place + 1 :])
            last = replace(last, refused=last.refused.at_order(place), rest=rest)
            break
    return _build_sketch(tuple(steps), seat, before, last)


def _hold_steps(steps: Iterable[PlannedStep]) -> Iterator[PlannedStep]:
    """Yield the steps before another order, which must not come between a move and its stones."""
    for step in steps:
        yield replace(step, holds=True) if step.text.startswith(("+", "~")) else step


def _build_sketch(
    steps: tuple[PlannedStep, ...], seat: Seat, before: State, last: PlayedOrder
) -> Sketch[State]:
    result = Sketch(
        state=last.state,
        close=last.close,
        steps=steps,
        refused=last.refused,
        rest=last.rest,
    )
    if stage := last.stage:
        return replace(
            result,
            refusal_for=partial(refusal_for, before, stage.text),
            list_choices=partial(turn_choices.next_choices, before, stage),
            tray=turn_choices.tray_tools(last.close, stage),
            lacks=stage.lacks or turn_choices.continuation_hint(stage),
            is_partial=stage.lacks is not None,
        )
    if seat in to_act(last.state):
        first = partial(turn_choices.first_choices, last.state)
        return replace(result, list_choices=first, refusal_for=partial(refusal_for, last.state, ""))
    return result


def refusal_for(state: State, begin: str, piece: str, target: str, tool: str) -> Refused | None:
    """Return why a piece cannot go to a square, or not place a stone of the tray there; None if it
    can, or if no order could say so.

    ``state`` is the position in which the turn began, ``begin`` its text so far.
    """
    addition = f" {write_act(StoneAct(tool, target))}" if tool else f"-{target}"
    try:
        play_turn(TurnProgress(state), read_turn((begin or piece) + addition, state.board))
    except Unreadable:
        return None
    except Refused as refused:
        return type(refused)(refused.phrase, refused.rule)
    return None


def _play_order(state: State, seat: Seat, order: str) -> PlayedOrder:
    try:
        word = read_word(order)
        if word is not None:
            return _play_word(state, seat, word)
        check_on_turn(state, seat)
        turn = read_turn(order, state.board)
    except Refused as refused:
        return _play_beginning(state, order, refused)
    return _play_turn(state, turn)


def _play_beginning(state: State, order: str, refused: Refused) -> PlayedOrder:
    """Play an order up to what cannot be read, if that is a turn that can go on there."""
    nothing = PlayedOrder(state=state, close=state, refused=refused, rest=(order,))
    if not isinstance(refused, Unreadable):
        return nothing
    try:
        turn, rest = read_beginning(order, state.board)
    except Unreadable:
        return nothing
    played = _play_turn(state, turn) if turn.path and rest else nothing
    return nothing if played.refused else replace(played, refused=refused, rest=(rest,))


def _play_word(state: State, seat: Seat, word: WordOrder) -> PlayedOrder:
    events = decide(state, seat, (word,))
    after = reduce(evolve, events, state)
    return PlayedOrder(state=after, close=after, steps=(_planned_step(word.word, events),))


def _play_turn(state: State, turn: BollwerkTurn) -> PlayedOrder:
    """Carry out a turn as far as it is allowed, and pass the turn if it lacks nothing."""
    exact, progress, refused = _longest_part(state, turn)
    rest = turn_words(turn)[len(turn_words(exact)) :]
    if not exact.path:
        return PlayedOrder(state=state, close=state, refused=refused, rest=rest)
    stage, events = turn_stage(state, state.turn, write_turn(exact)), tuple(progress.events)
    close = progress.state
    if stage.lacks is None:
        end_turn(progress, events)
    return PlayedOrder(
        state=progress.state,
        close=close,
        steps=tuple(_turn_steps(state, exact, progress.events)),
        stage=stage,
        refused=refused,
        rest=rest,
    )


def _longest_part(
    state: State, turn: BollwerkTurn
) -> tuple[BollwerkTurn, TurnProgress, Refused | None]:
    """Return the longest part of a turn that can be carried out, and why no more of it can."""
    # Each attempt starts from ``state``: a refused one leaves its progress half-way through.
    exact, reached = BollwerkTurn(()), TurnProgress(state)
    for count in range(len(turn.acts) + 1):
        part, progress = replace(turn, acts=turn.acts[:count]), TurnProgress(state)
        try:
            # A chain back at its start is no move yet, but it may still go on (G3).
            exact = part if is_back_at_start(state, part) else play_turn(progress, part)[0]
        except Refused as refused:
            return exact, reached, refused
        reached = progress
    return exact, reached, None


def _turn_steps(state: State, turn: BollwerkTurn, events: list[Event]) -> Iterator[PlannedStep]:
    """Yield a step for each part of a turn; the last one has the events of the turn's end, too."""
    words = turn_words(turn)
    first = events[:1] if turn.links else []
    later, stones = events[len(first) :], len(words) - 1
    shares = [first, *([event] for event in later[:stones])]
    shares[-1] = shares[-1] + later[stones:]
    for place, (word, share) in enumerate(zip(words, shares, strict=True), start=1):
        step = _planned_step(word, share) if share else _stay_step(state, turn)
        yield replace(step, holds=place < len(words))


def _planned_step(text: str, events: Sequence[Event]) -> PlannedStep:
    return step_of_events(text, _step_phrase(events), events, event_marks)


def _step_phrase(events: Sequence[Event]) -> Phrase | None:
    """Return the sentence for the first event, as its seat reads it, with how the game ended."""
    phrase = describe_event(events[0], events[0].seat, None)
    match events[1:]:
        case [TurnEnded(), GameEnded() as end] if phrase and end.winners:
            return Phrase("%(told)s – and wins", told=phrase)
        case [TurnEnded(), GameEnded()] if phrase:
            return Phrase("%(told)s – and the game is drawn", told=phrase)
        case _:
            return phrase


def _stay_step(state: State, turn: BollwerkTurn) -> PlannedStep:
    """Return the step of a piece that stays, or of a chain that is back where it began."""
    sign = state.cells[state.board.index[turn.path[0]]]
    if turn.links:
        back, mark = describe_path(sign, turn.path), Mark("arrow", turn.path, state.turn)
        return PlannedStep(write_turn(turn), as_sentence(back), marks=(mark,))
    mark = Mark("ring", turn.path, state.turn)
    stays = Phrase("%(piece)s on %(at)s stays", piece=THE[sign.upper()], at=turn.path[0])
    return PlannedStep(turn.path[0], as_sentence(stays), marks=(mark,))
