"""A game of the family put together: its laws and its kind of state, and what all share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from conquest.core import (
    Composing,
    Judgement,
    Knowledge,
    Level,
    Notation,
    Option,
    Phrase,
    RuleSet,
    Seating,
    Telling,
)
from conquest.islands.board import LETTERS, SEATS
from conquest.islands.composing import choices, hindrances, routes, sketching
from conquest.islands.house import player
from conquest.islands.house.weighing import WORTH, weigh
from conquest.islands.model import EVENTS, Event, State
from conquest.islands.orders import BETWEEN, Order
from conquest.islands.picture import ARTIST
from conquest.islands.rules import judging, position, submissions, view
from conquest.islands.rules.ending import outcome
from conquest.islands.rules.evolution import evolved
from conquest.islands.rules.serialization import freeze, thawer
from conquest.islands.rules.supposing import suppose
from conquest.islands.rules.tally import points
from conquest.islands.telling import attacks, report, sentences, standing
from conquest.islands.telling.drawing import draw
from conquest.islands.telling.words import COLOURS, FIGURES, SEAT_NAMES
from conquest.kit.greedy import Greedy
from conquest.kit.sketch import Sketcher
from conquest.kit.texts import texts

FamilyRules: TypeAlias = RuleSet[State, Event, Order]

PLAYERS = Option(
    "players",
    Phrase("How many play"),
    ((4, Phrase("four")), (3, Phrase("three")), (2, Phrase("two"))),
)
PARTNERS = Option(
    "partners",
    Phrase("Who plays with whom"),
    (
        (False, Phrase("everybody for himself")),
        (True, Phrase("partners: South and North against West and East")),
    ),
    only_if={"players": (4,)},
)


def game(
    slug: str,
    kind: type[State],
    options: tuple[Option, ...],
    folder: str,
    events: Mapping[str, type[Event]],
) -> FamilyRules:
    """Return the rule set of a game by its laws, which its ``kind`` of state bears.

    ``options`` are those that a table can choose, ``events`` those that only this game has,
    ``folder`` the file beside which its texts lie.
    """
    judgement, notation, knowledge = _judgement(kind, events), _notation(), _knowledge(kind)
    telling = _telling(kind, folder)
    sketcher = Sketcher(
        judgement=judgement,
        notation=notation,
        knowledge=knowledge,
        telling=telling,
        legal=choices.legal,
        hindered=hindrances.hindered,
        tray=kind.laws.deeds.tray if kind.laws.deeds else None,
    )
    greedy = Greedy(judgement=judgement, notation=notation, legal=choices.legal, weigh=weigh)
    return RuleSet(
        slug=slug,
        title=kind.laws.title,
        seating=_seating(kind, options),
        judgement=judgement,
        notation=notation,
        knowledge=knowledge,
        composing=Composing(
            sketch=partial(sketching.sketch, sketcher.sketch),
            legal=choices.legal,
            strikes=choices.strikes,
            afar=choices.afar,
            routes=routes.routes,
            levels=(
                Level("greedy", Phrase("greedy"), greedy.propose),
                Level("seasoned", Phrase("seasoned"), partial(player.propose, player.SEASONED)),
                Level("strong", Phrase("strong"), partial(player.propose, player.STRONG)),
            ),
            branching=sketching.branching(),
        ),
        telling=telling,
        art=ARTIST,
        standing=standing.orders(kind.laws),
    )


def _seating(kind: type[State], options: tuple[Option, ...]) -> Seating:
    return Seating(
        seats=SEATS,
        names=SEAT_NAMES,
        letters=LETTERS,
        colours=COLOURS,
        options=(PLAYERS, *options, PARTNERS),
        table=partial(position.table, kind.laws),
    )


def _judgement(
    kind: type[State], events: Mapping[str, type[Event]]
) -> Judgement[State, Event, Order]:
    return Judgement(
        events={**EVENTS, **events},
        asks=judging.ASKS,
        open=partial(position.open_case, kind),
        start=partial(position.start, kind),
        decide=judging.decide,
        evolve=partial(evolved, kind),
        drawn=judging.drawn,
        seats=judging.seats,
        to_act=judging.to_act,
        number=judging.number,
        points=points,
        outcome=outcome,
        acts=judging.acts,
        end=judging.end,
        default=judging.default,
        suppose=suppose,
        made=kind.laws.made,
        position=position.position,
        freeze=freeze,
        thaw=thawer(kind),
    )


def _notation() -> Notation[State, Order]:
    return Notation(
        read=submissions.read,
        write=submissions.write,
        split=submissions.split,
        join=submissions.join,
        between=BETWEEN,
        insist="anyway",
    )


def _knowledge(kind: type[State]) -> Knowledge[State, Event]:
    return Knowledge(
        view=view.view,
        seen=partial(view.seen, kind),
        witness=view.witness,
        mask=view.mask,
    )


def _telling(kind: type[State], folder: str) -> Telling[State, Event]:
    laws = kind.laws
    return Telling(
        tell=partial(sentences.tell, laws),
        losses=partial(attacks.losses, laws),
        cost=partial(sentences.cost, laws),
        trace=partial(sentences.trace, laws),
        columns=report.columns(laws),
        report=report.report,
        text=report.text,
        stands=report.stands,
        draw=draw,
        figures={letter: FIGURES[letter] for letter in laws.ranges},
        manual=texts(folder, "RULES"),
        lessons=texts(folder, "LESSONS"),
        join=sentences.join,
        dropped=sentences.dropped,
        worth=WORTH,
    )
