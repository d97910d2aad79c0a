"""Twins: two games that a viewer must not be able to tell apart, and everything compared in them.

A twin of a game has other ranks where the viewer knows none: exchanged among the hidden pieces,
so that nothing that has moved becomes a mine. Whatever either game shows to the viewer or answers
to them has to be the same, until they learn something by right: what that is, ``naive`` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from conquest.core import Choice, Refused, RuleSet, Seat, Sketch, Viewer, fold
from conquest.kit import chance
from conquest.rulesets.espionage.model import Event, RankedPiece, State
from conquest.rulesets.espionage.orders import Order

from . import naive
from .positions import ARMY, camp, setup

Rules: TypeAlias = RuleSet[State, Event, Order]
Answer: TypeAlias = "tuple[Event, ...] | Refused"
Tally: TypeAlias = Counter[str]

VIEWERS: tuple[Viewer, ...] = ("white", "black", None)
TURNS = 4
TEXTS = 8


class LeakError(AssertionError):
    """A viewer could tell two games apart."""


def compare(rules: Rules, seeds: Iterable[int], most: int = TURNS) -> Tally:
    """Play a game for each seed, with twins for each viewer; return what was compared.

    :raises LeakError: at the first difference.
    """
    tally: Tally = Counter()
    for seed in seeds:
        rng = Random(seed)
        _Game(rules, rng, tally).play(most)
    return tally


def twin(rng: Random, state: State, viewer: Viewer) -> State:
    """Return a game with other ranks where a viewer knows none."""
    shown = naive.shown_pieces(position(state), {"size": state.size, "open": state.open}, viewer)
    pieces = dict(state.pieces)
    for seat in naive.SEATS:
        hidden = [at for at, piece in shown.items() if piece == f"{seat} ?"]
        rng.shuffle(hidden)
        hidden.sort(key=lambda at: state.homes.get(at, at) == at)  # who has moved comes first
        ranks = [pieces[at].rank for at in hidden]
        rng.shuffle(ranks)
        moved = sum(state.homes.get(at, at) != at for at in hidden)
        movers = [rank for rank in ranks if rank in naive.MOBILE][:moved]
        for rank in movers:
            ranks.remove(rank)
        pieces |= {
            at: RankedPiece(seat, rank) for at, rank in zip(hidden, movers + ranks, strict=True)
        }
    found = replace(state, pieces=pieces)
    looked = position(found)
    naive.spy(looked)
    marks = {seat: tuple(those) for seat, those in looked["uncovered"].items()}
    return replace(found, uncovered=marks)


def position(state: State) -> dict[str, Any]:
    """Return a position as the judge writes it, put together here."""
    return {
        "turn": state.turn,
        "number": state.number,
        "pieces": {at: f"{piece.seat} {piece.rank}" for at, piece in state.pieces.items()},
        "volcanoes": list(state.volcanoes),
        "uncovered": {seat: list(state.uncovered.get(seat, ())) for seat in naive.SEATS},
        "last": {seat: list(state.last.get(seat, ())) for seat in naive.SEATS},
        "lost": {seat: list(state.lost.get(seat, "")) for seat in naive.SEATS},
        "quiet": state.quiet,
        **({"draw": state.offer} if state.offer else {}),
        **({"outcome": {}} if state.outcome else {}),
    }


def options(state: State) -> dict[str, Any]:
    return {
        "size": state.size,
        "pair": state.pair,
        "moves": state.moves,
        "open": state.open,
        "quiet": state.limit,
    }


def turns(state: State) -> list[str]:
    """List what the seat on turn can hand in."""
    return naive.turns(position(state), options(state))


def learnt_facts(state: State, text: str, viewer: Viewer) -> list[object]:
    """Return what a viewer may learn by a legal submission, words left as they are."""
    facts, now = list[object](), position(state)
    for part in text.split("; "):
        if "-" not in part:
            facts.append(part)
            continue
        now, found = naive.play_turn(now, options(state), part)
        facts += found.facts[viewer]
        if "outcome" in now:
            break
    return facts


def answer(rules: Rules, state: State, seat: Seat, text: str) -> Answer:
    try:
        return rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, text))
    except Refused as refused:
        return refused


def leak_report(refused: Refused) -> tuple[object, ...]:
    return refused.kind, refused.rule, str(refused), refused.order


class _Game:
    """A game beside whose every position stands a twin for each viewer."""

    def __init__(self, rules: Rules, rng: Random, tally: Tally) -> None:
        self.rules, self.rng, self.tally = rules, rng, tally
        self.options: dict[str, Any] = {
            "size": rng.choice([8, 8, 8, 10]),
            "moves": rng.choice([1, 2, 2]),
            "pair": rng.choice(["kinds", "pieces"]),
            "open": rng.random() < 0.1,
        }

    def play(self, most: int) -> None:
        state = self.scattered(self.set_up())
        for _ in range(most):
            if state.outcome:
                return
            for viewer in VIEWERS:
                self.beside(state, twin(self.rng, state, viewer), viewer)
            text = self.some_turn(state)
            if self.rng.random() < 0.2:
                text = self.rng.choice([f"{text}; draw?", f"draw?; {text}"])
            answered = answer(self.rules, state, state.turn, text)
            if isinstance(answered, Refused):
                answered = answer(self.rules, state, state.turn, self.some_turn(state))
            assert not isinstance(answered, Refused)
            state = fold(self.rules, state, answered)

    def some_turn(self, state: State) -> str:
        """Choose a turn; fights are preferred, then moves forward."""
        listed = turns(state)
        up = 1 if state.turn == "white" else -1
        fights = [text for text in listed if any(end in state.pieces for end in ends(text))]
        forward = [text for text in listed if rise(text) * up > 0]
        liked = fights if fights and self.rng.random() < 0.6 else forward or listed
        return self.rng.choice(liked)

    # The set-up

    def set_up(self) -> State:
        """Set both armies up, beside twins of whose set-up the other side knows nothing."""
        rules, size = self.rules, self.options["size"]
        numbers = chance.keyed_numbers(self.rng.randbytes(4))
        begun = fold(rules, None, rules.judgement.start_game(self.options, numbers))
        order = self.rng.sample(naive.SEATS, 2)
        states = [begun, begun]
        for seat in order:
            texts = [self.some_set_up(seat, size) for _ in states]
            events = [
                self.decided(state, seat, text) for state, text in zip(states, texts, strict=True)
            ]
            for viewer in (naive.other(seat), None):
                if not self.options["open"] or seat == order[0]:
                    self.same_witness(events[0], events[1], viewer)
            states = [
                fold(rules, state, happened) for state, happened in zip(states, events, strict=True)
            ]
            if seat == order[0]:
                other = naive.other(seat)
                self.same_sight(states[0], states[1], other)
                self.same_sight(states[0], states[1], None)
                for text in ("draw?", "a3-a4", texts[0], texts[0][:-4], "setup a1=9"):
                    self.same_refusal(states[0], states[1], other, text)
            states[1] = states[0]
        return states[0]

    def scattered(self, state: State) -> State:
        """Let an army be in the middle of the other one, and both have lost some pieces."""
        rng, pieces = self.rng, dict(state.pieces)
        homes = dict(state.homes)
        for at, piece in state.pieces.items():
            free = [to for to in naive.squares(state.size) if to not in (*pieces, *state.volcanoes)]
            if piece.rank not in naive.MOBILE or rng.random() < 0.2:
                continue
            del pieces[at], homes[at]
            if rng.random() < 0.7:
                to = rng.choice(free)
                pieces[to], homes[to] = piece, at
        found = replace(state, pieces=pieces, homes=homes, turn=rng.choice(naive.SEATS))
        return twin(rng, replace(found, uncovered={}), None)

    def some_set_up(self, seat: Seat, size: int) -> str:
        army = ARMY[size]
        return setup(camp(seat, size, "".join(self.rng.sample(army, len(army)))))

    def decided(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        answered = answer(self.rules, state, seat, text)
        assert not isinstance(answered, Refused)
        return answered

    # Two games

    def beside(self, one: State, other: State, viewer: Viewer) -> None:
        """Compare two games in all that a viewer sees, does, and sees the others do."""
        self.same_sight(one, other, viewer)
        if viewer is not None:
            for text in self.submissions(one, viewer):
                self.same_answer(one, other, viewer, text)
        if viewer != one.turn:
            listed = turns(one)
            for text in self.rng.sample(listed, min(TEXTS // 2, len(listed))):
                if not isinstance(answer(self.rules, other, one.turn, text), Refused):
                    self.same_events(one, other, one.turn, text, viewer)

    def same_sight(self, one: State, other: State, viewer: Viewer) -> None:
        """Compare what is shown of two games."""
        knowledge, telling = self.rules.knowledge, self.rules.telling
        self.same("view", knowledge.write_view(one, viewer), knowledge.write_view(other, viewer))
        self.same("known", knowledge.known_state(one, viewer), knowledge.known_state(other, viewer))
        known, alike = (
            knowledge.read_view(knowledge.write_view(state, viewer)) for state in (one, other)
        )
        self.same("seen", known, alike)
        self.same("report", telling.report(known), telling.report(alike))
        self.same("text", telling.describe_state(known), telling.describe_state(alike))
        self.same("stands", telling.figures_by_field(known), telling.figures_by_field(alike))
        if viewer is None:
            return
        judgement, composing = self.rules.judgement, self.rules.composing
        self.same(
            "acts", judgement.side_actions(one, viewer), judgement.side_actions(other, viewer)
        )
        if viewer == one.turn and self.rng.random() < 0.25:
            listed = [
                texts(composing.legal_choices(state, viewer)) for state in (one, other, known)
            ]
            self.same("legal", listed[0], listed[1])
            self.same("legal", listed[0], listed[2])

    def same_answer(self, one: State, other: State, viewer: Seat, text: str) -> None:
        """Compare what comes of a submission of the viewer, and how it is sketched."""
        if not self.same_refusal(one, other, viewer, text):
            self.same_events(one, other, viewer, text, viewer)
        known = [self.rules.knowledge.known_state(state, viewer) for state in (one, other)]
        sketches = [
            drawn_parts(self.rules.composing.sketch(state, viewer, text)) for state in known
        ]
        self.same("sketch", *sketches)

    def same_refusal(self, one: State, other: State, viewer: Seat, text: str) -> bool:
        """Compare whether and how a submission is refused; say whether it is."""
        answers = [answer(self.rules, state, viewer, text) for state in (one, other)]
        refusals = [leak_report(each) if isinstance(each, Refused) else None for each in answers]
        self.same(f"refusal of {text!r}", *refusals)
        return refusals[0] is not None

    def same_events(self, one: State, other: State, seat: Seat, text: str, viewer: Viewer) -> None:
        """Compare what a viewer witnesses, unless they learn by right in which game they are."""
        happened = [self.decided(state, seat, text) for state in (one, other)]
        if learnt_facts(one, text, viewer) != learnt_facts(other, text, viewer):
            self.tally["told apart by right"] += 1
            return
        for events in happened:
            for event in events:
                self.tally[f"witnessed {type(event).__name__}"] += 1
        self.same_witness(happened[0], happened[1], viewer)
        after = [
            fold(self.rules, state, events)
            for state, events in zip((one, other), happened, strict=True)
        ]
        if not after[0].outcome:
            self.same("view", *(self.rules.knowledge.write_view(state, viewer) for state in after))

    def same_witness(
        self, one: tuple[Event, ...], other: tuple[Event, ...], viewer: Viewer
    ) -> None:
        witness = self.rules.knowledge.witness
        self.same(
            "events",
            [witness(event, viewer) for event in one],
            [witness(event, viewer) for event in other],
        )

    def same(self, name: str, one: object, other: object) -> None:
        self.tally[name.split()[0]] += 1
        is_ordered = name in ("view", "known", "seen")  # the order of a mapping tells as well
        if one != other or (is_ordered and repr(one) != repr(other)):
            raise LeakError(f"{name}: {one} / {other}")

    # Submissions to try

    def submissions(self, state: State, seat: Seat) -> Iterator[str]:
        """Yield submissions, valid and invalid, in one part and in more."""
        rng, squares = self.rng, naive.squares(state.size)
        listed = turns(replace(state, turn=seat)) or ["a1-a2"]
        fights = [text for text in listed if ends(text)[0] in state.pieces] or listed
        twice = [text for text in fights if len({*ends(text)}) < len(ends(text))] or fights
        for _ in range(TEXTS):
            text = rng.choice(rng.choice([listed, fights, fights, twice]))
            first, _, second = text.partition(" ")
            behind = rng.choice(["draw?", "draw!", "resign", text, rng.choice(listed), "zz"])
            start = rng.choice(sorted(state.pieces))
            near = rng.choice(naive.beside(start, state.size))
            onto = rng.choice(naive.beside(ends(first)[0], state.size))
            yield rng.choice(
                [
                    text,
                    first,
                    first,
                    f"{second or first} {first}",
                    f"{first} {onto}-{ends(first)[0]}",
                    f"{first} {start}-{near}",
                    f"{start}-{near}",
                    f"{first} {start}-{rng.choice(squares)}",
                    f"{text}; {behind}",
                    f"{text}; {behind}",
                    f"{first}; {behind}",
                    f"{behind}; {text}",
                    f"{text}; draw?; {behind}",
                    "draw?",
                    "draw!",
                ]
            )


def texts(choices: Iterable[Choice]) -> list[str]:
    return [choice.text for choice in choices]


def ends(text: str) -> list[str]:
    """Return where the steps of a turn go."""
    return [step.partition("-")[2] for step in text.split() if "-" in step]


def rise(text: str) -> int:
    """Return by how many rows the steps of a turn go up."""
    return sum(
        int(step.partition("-")[2][1:]) - int(step.partition("-")[0][1:]) for step in text.split()
    )


def drawn_parts(sketch: Sketch[State]) -> tuple[object, ...]:
    """Return all of a sketch that a page could show."""
    pieces = sorted(sketch.state.pieces)
    hindered = [
        leak_report(refused) if (refused := sketch.refusal_for(one, two, "")) else None
        for one in pieces[:4]
        for two in pieces[:4]
    ]
    return (
        sketch.steps,
        sketch.step_texts,
        sketch.pauses,
        sketch.state,
        sketch.close,
        leak_report(sketch.refused) if sketch.refused else None,
        sketch.rest,
        sketch.choices,
        hindered,
        sketch.tray,
        sketch.lacks,
        sketch.is_partial,
        sketch.is_blocked,
        sketch.merged_text,
    )
